"""Symbolic: functions run on values of which nothing is known, by CrossHair.

:mod:`.plugin` teaches CrossHair to keep words of 64 bits and choices whole, :mod:`.canary` shows whether
it has learnt it, :mod:`.confirm` asks it about a function, and :mod:`.duties` says what an access
program owes to its specification.

CrossHair is needed here: ``pip install crosshair-tool``.
"""
