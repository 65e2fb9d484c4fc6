"""Causes: what may have gone wrong, from all facts about a program."""
