"""The model: Othello implemented, and held to its specification at every call.

:mod:`.othello` is the abstract object, one game with its state in the module; :mod:`.othello_type`
is the same as an abstract data type, of which there may be many. Neither has a rule of the game in
it. The object leaves them to :mod:`.bitboard`, which has the board as two words and computes on all
squares at once; the type leaves them to :mod:`.grid`, which has it in rows and walks along them. There
is one specification for both, and nobody who calls them can tell which is which: that is the point of
hiding information. :mod:`.abstraction` says which state of the specification each stands for.

:mod:`.kernel` computes on bitboards of every kind, :mod:`.batch` on arrays of them, and
:mod:`othello_proofs.counting` with these. What has to be shown of all this is in
:mod:`othello_proofs.obligations`, the ways in which it is shown in :mod:`othello_proofs.methods`.
"""
