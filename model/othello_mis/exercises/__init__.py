"""Exercises in specifying Othello: the list, and the boards on which texts are compared."""
