"""Expected: what the specification, and each of its mutants, would reply."""
