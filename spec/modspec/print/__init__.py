"""Print: the specification as mathematics, in the notation of Hoffman and Strooper and of Gries.

:mod:`.formula` turns expressions into documents, :mod:`.document` breaks these into lines that fit a
width, and :mod:`.unicode` and :mod:`.latex` write the same lines for a terminal and for a page.
:mod:`.template` arranges a module in the sections of the course's template.
"""
