"""The model: Othello implemented, and held to its specification at every call.

:mod:`.othello` is the abstract object, one game with its state in the module; :mod:`.othello_type`
is the same as an abstract data type, of which there may be many. Neither has a rule of the game in
it: both leave them to :mod:`.grid`. :mod:`.abstraction` says which state of the specification a
grid stands for.
"""
