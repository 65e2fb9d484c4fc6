"""Evidence: what was claimed, how it was tried, and what came of it.

A :class:`~.rung.Backend` is one way to try claims: by examples, by proof, by counting all states. Rungs
one above the other make a ladder; run, it gives a record that a table and a file are made of. Nothing
here says what is claimed or how it is tried: rungs do.
"""
