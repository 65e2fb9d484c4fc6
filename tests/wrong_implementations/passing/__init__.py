"""Faulty implementations of the module `passing`, each a class `Passing`."""
