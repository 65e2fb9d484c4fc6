"""CrossHair: functions run on symbolic values, and what access programs owe to a specification.

:mod:`.plugin` teaches CrossHair to keep the :mod:`.integers` symbolic, and :mod:`.canary` shows
that it does. :mod:`.confirm` asks CrossHair about a function. :mod:`.conditions` says what an
access program owes to its specification, in the symbols of the lifted one, and :mod:`.exchange`
translates CrossHair's values.

Install CrossHair with ``pip install crosshair-tool``.
"""
