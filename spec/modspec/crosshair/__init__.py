"""CrossHair: functions run on symbolic values, and held to the clauses of a specification.

:mod:`.plugin` teaches CrossHair to keep the :mod:`.integers` symbolic, and :mod:`.canary` shows
that it does. :mod:`.confirm` asks CrossHair about a function. :mod:`.conditions` has the pre- and
postconditions of access programs, in the symbols of the lifted specification, and :mod:`.exchange`
translates CrossHair's values.

Install CrossHair with ``pip install crosshair-tool``.
"""
