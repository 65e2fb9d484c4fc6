"""Run: the specification as the oracle: evaluated, explored, and with one edit as a mutant."""
