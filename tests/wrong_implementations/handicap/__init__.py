"""Faulty implementations of the module `handicap`, each a class `Handicap`."""
