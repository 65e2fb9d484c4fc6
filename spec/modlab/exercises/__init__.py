"""Exercises that need no other course: modules to read, to complete and to state theorems of."""
