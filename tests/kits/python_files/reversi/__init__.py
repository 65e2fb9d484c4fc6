"""Reversi in a package of two modules."""
