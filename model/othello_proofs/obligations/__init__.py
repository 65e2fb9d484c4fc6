"""Obligations: what has to be shown of the model and of the specification, for all boards.

- :mod:`.access_programs`: what the model's access programs owe. CrossHair is asked.
  :mod:`.states` makes their states symbolic.
- :mod:`.kernel_goals`: what the bitboard kernel owes. z3 is asked.
- :mod:`.specification_goals`: the theorems, and the calls within the specification. z3 is asked.
- :mod:`.lift_agreement`: whether the lifted specification means what its text means.
- :mod:`.positions`: random positions to try claims on.
- :mod:`.refutations`: how a counterexample is drawn.
"""
