"""The checker: does this program do what a module says?

Data flows one way: a trace of calls is run on the program under test (:mod:`.system`, confined by :mod:`.sandbox`);
:mod:`.testing` makes the traces and compares each reply with the specification; :mod:`.diagnosis` finds the rule that
a mismatch breaks; :mod:`.verdict` states what came of it; :mod:`.report` writes it down; :mod:`.grading` does so for
a whole class. Nothing here knows any particular specification.
"""
