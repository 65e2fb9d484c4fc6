"""Grading: the submissions of a whole class, each judged as if it were alone.

:mod:`.submissions` finds them, :mod:`.judge` judges one, :mod:`.bench` keeps a process that does so,
:mod:`.local` and :mod:`.cluster` have many judged at a time, :mod:`.journal` remembers every result, and
:mod:`.grade` goes through them all. :mod:`.table`, :mod:`.page` and :mod:`.feedback` tell what came of it.
"""
