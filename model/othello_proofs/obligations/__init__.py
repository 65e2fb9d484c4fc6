"""Obligations: what has to be shown of the model and of the specification, for all boards.

:mod:`.access_programs` asks CrossHair about the calls of the abstract objects, which :mod:`.objects` puts into any
state; :mod:`.judge` says what they owe, and what of :mod:`.boards` is taken for granted. :mod:`.kernel_goals` and
:mod:`.failed_calls` ask z3 about the kernel and about the specification; :mod:`.lift_agreement` tries whether
what z3 is asked is what the text says, in :mod:`.surroundings` at random. :mod:`.counterexamples` and
:mod:`.faults` draw what does not hold.
"""
