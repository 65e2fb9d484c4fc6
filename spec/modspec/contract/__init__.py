"""Contract: the specification as pre- and postconditions that are checked while a program runs."""
