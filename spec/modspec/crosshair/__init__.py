"""Symbolic: functions run on values of which nothing is known, by CrossHair.

:mod:`.plugin` teaches CrossHair to keep :mod:`.words` of 64 bits, :mod:`.counts` of their bits and choices
whole, and :mod:`.canary` shows whether it has learnt it. :mod:`.confirm` asks it about a function;
:mod:`.duties` says what an access program owes to its specification, in the symbols of the lifted one, for
which :mod:`.exchange` has CrossHair's values.

CrossHair is needed here: ``pip install crosshair-tool``.
"""
