"""Modules whose state observers show in part only, each with a right program."""
