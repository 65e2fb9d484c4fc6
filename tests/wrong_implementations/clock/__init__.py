"""Faulty implementations of the module `clock`, each a class `Clock`."""
