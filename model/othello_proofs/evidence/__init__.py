"""Evidence: what is claimed, how it was tried, and what was found.

A :class:`~.method.Method` is a way to try claims. Methods one above the other make a ladder.
Climbing it gives a record, from which the table in the terminal and the pages are made.
Nothing here says what is claimed or how it is tried: methods do.
"""
