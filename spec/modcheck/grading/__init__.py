"""Grading: the submissions of a whole class, each judged as if it were alone.

:mod:`.submissions` finds them, :mod:`.submission_judge` judges one, :mod:`.schedule` and
:mod:`.cluster` have many judged at a time, :mod:`.journal` records every result, :mod:`.grade` goes
through them all, and :mod:`.feedback` writes the tables and reports.
"""
