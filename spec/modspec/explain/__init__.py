"""Explain: why a formula has its value: the clause, the witness, the case that decides."""
