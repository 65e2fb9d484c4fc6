"""The ladder: every way in which the specification and the model are tried, from examples to proofs."""
