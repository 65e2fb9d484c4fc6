"""Testing: which calls are made, in which order, and what each has to answer."""
