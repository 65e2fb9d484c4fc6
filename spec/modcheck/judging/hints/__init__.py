"""Hints: what the author of a faulty program may want to look at, in words."""
