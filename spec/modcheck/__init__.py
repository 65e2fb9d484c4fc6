"""The checker: does this program do what a module says?

Data flows one way. A trace of calls is run on the program under test (:mod:`.system`, confined by
:mod:`.sandbox`). :mod:`.testing` makes the traces and compares each reply with the specification.
:mod:`.diagnosis` finds the rule that a mismatch breaks. :mod:`.verdict` states the result,
:mod:`.report` writes it down, and :mod:`.grading` does all this for a whole class. Nothing here
knows any particular specification.
"""
