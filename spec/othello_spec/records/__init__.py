"""Records: squares, games and positions as people and other programs write them.

Readers and writers, one form a file; they are no part of the rules, hence ordinary Python. What is
written reads back as what it was, and what is read and written again comes out in the normal form.
A text in no form is :class:`~othello_spec.records.malformed.Malformed`; a record of something
illegal is a sound record, and other modules judge it.
"""
