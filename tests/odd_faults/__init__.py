"""Wrong programs of the library's modules, written without looking at the checker.

Most faults are in a transition whose wrong state only a later call shows. The docstring of a class
begins with the rules that it is fair to name; a rule with a question mark is fair to name, and may
pass as well. ``W2_`` begins the name of a program with two faults.
"""
