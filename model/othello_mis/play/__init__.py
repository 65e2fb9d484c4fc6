"""Play: a game in the terminal, between two people or against a random player.

A table is a game in play (table), which answers the lines that a person types (replies). The loop
reads the lines and prints the replies (loop). A game is saved as moves or as a test (saved_game).
The rules are those of the specification; nothing here knows them.
"""
