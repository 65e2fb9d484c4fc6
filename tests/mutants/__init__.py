"""Mutants: the project with one thing wrong, and which rung of the ladder notices."""
