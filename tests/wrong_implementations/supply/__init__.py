"""Faulty implementations of the module `supply`, each a class `Supply`."""
