"""Running many trials, on several cores."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from functools import partial

from modlab.commands.progress import showing_progress
from mutants.mutant import Mutant
from mutants.trial import Outcome, try_mutant


def run(mutants: Sequence[Mutant], jobs: int, quick: bool = False) -> Iterator[Outcome]:
    """The result of each mutant, in order; a terminal shows the progress.

    What is quick leaves out what takes minutes. Raises :class:`~mutants.trial.Stillborn`.
    """
    spawn = multiprocessing.get_context("spawn")  # nothing of one trial is left for the next
    with showing_progress() as show, spawn.Pool(jobs, maxtasksperchild=10) as pool:
        trials = pool.imap(partial(try_mutant, thorough=not quick), mutants)
        for number, outcome in enumerate(trials, start=1):
            yield outcome
            show("mutants", number, len(mutants))
