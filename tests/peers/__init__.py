"""Adapters to other people's Othello, which is right: the checker may accuse none of it of anything.

Each is a class as the checker takes it, and leaves all that is a matter of the rules to the library. What an
adapter adds is said where it is added.
"""
