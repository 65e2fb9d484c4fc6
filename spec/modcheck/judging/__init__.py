"""Judging: from the replies of a program to its faults, through one table of mutants."""
