"""Records: squares, games and positions as people and other programs write them.

Readers and writers, one form a file; no part of the rules, hence ordinary Python. Whatever is written
reads back as what it was, and whatever is read and written again comes out in the form's normal form. What
is no record at all is :class:`~othello_spec.records.malformed.Malformed`; a record of something that the
rules forbid is a sound record, and judging it is the work of others.
"""
