"""Theorems: specifications whose access programs state what the rules imply."""
