"""Exercises in writing specifications: a module with a hole, and feedback on what fills it."""
