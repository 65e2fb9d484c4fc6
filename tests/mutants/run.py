"""Running many trials, on several cores."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from mutants.mutant import Mutant
from mutants.trial import Outcome, tried
from othello_model.commands.progress import showing_progress


def run(mutants: Sequence[Mutant], jobs: int, quick: bool = False) -> Iterator[Outcome]:
    """What becomes of each, in their order; progress is shown where somebody sees it.

    What is quick leaves out what takes minutes. Raises :class:`~mutants.trial.Stillborn`.
    """
    spawn = multiprocessing.get_context("spawn")  # nothing of one trial is left for the next
    with (
        showing_progress() as show,
        ProcessPoolExecutor(jobs, mp_context=spawn, max_tasks_per_child=25) as pool,
    ):
        trials = [pool.submit(tried, mutant, not quick) for mutant in mutants]
        try:
            for trial in trials:
                yield trial.result()
                show("mutants", sum(each.done() for each in trials), len(trials))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
