"""Shortest: the shortest game that shows a cause."""
