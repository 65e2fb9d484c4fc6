"""Faulty implementations of the module `match`, each a class `Match`."""
