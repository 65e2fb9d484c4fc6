"""The model: Othello implemented, and checked against its specification at every call.

:mod:`.othello` is the abstract object: one game, with its state in the module. :mod:`.othello_type`
is the same as an abstract data type, so that a program can have many games. They hide different
representations of the board: :mod:`.bitboard` keeps it as two words and computes on all squares at
once; :mod:`.grid` keeps it in rows and walks along them. Both satisfy the same specification, and a
caller cannot tell them apart: that is information hiding.

:mod:`.kernel` has the rules for words of every kind, :mod:`.batch` for arrays of them.
:mod:`othello_proofs.obligations` states what has to be shown of all this, and
:mod:`othello_proofs.methods` shows it.
"""
