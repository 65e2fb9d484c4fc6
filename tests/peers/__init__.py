"""Adapters to other people's Othello, which is right: the checker may not accuse any of them.

Each is a class as the checker takes it, and leaves all questions of the rules to the library. Its
docstring says what the adapter adds.
"""
