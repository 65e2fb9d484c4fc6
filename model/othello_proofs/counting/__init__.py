"""Counting: all games of so many moves, all states of a small board, and what others have counted.

The tables hold figures that other people's programs have found, with their sources.
"""
