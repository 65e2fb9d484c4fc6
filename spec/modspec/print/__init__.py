"""Print: the specification as mathematics, in the notation of Hoffman and Strooper and of Gries.

:mod:`.formula` turns expressions, types and clauses into documents, and :mod:`.document` breaks
these into lines that fit a width. :mod:`.template` arranges a module in the sections of the
course's template. :mod:`.terminal`, :mod:`.latex` and :mod:`.mathml` write both.
"""
