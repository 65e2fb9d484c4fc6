"""Grade: from the submissions of a class to one result for each."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from modcheck.grading.journal import Journal, Key
from modcheck.grading.row import Result, SubmissionStatus, not_judged, row, timed_out
from modcheck.grading.schedule import Aborted, GradingTask, Schedule, TaskAnswer, fingerprint
from modcheck.grading.submissions import Submission, Unreadable, digest, entries

SLACK: Final = 10.0
"""Seconds after its time is up that a worker has to report so, before it is killed."""

_MAY_CHANGE: Final = (SubmissionStatus.NOT_BUILT, SubmissionStatus.NOT_JUDGED)
"""Results that another try may change, for instance after a tool has been installed."""

Progress = Callable[[Mapping[SubmissionStatus, int], int], None]
"""Called with how many results of each kind there are, and how many there will be in all."""


@dataclass(frozen=True)
class Judging:
    """How every submission is judged."""

    function: str
    """The judge, ``package.module:function``, as in :class:`.schedule.GradingTask`."""

    settings: Mapping[str, Any]
    """The second argument of the judge, as JSON. A result holds for these settings only."""

    limit: float
    """Seconds for one submission, all in all."""

    packages: tuple[str, ...]
    """The packages whose program text decides the results."""


def grade(
    submissions: Sequence[Submission],
    judging: Judging,
    journal: Journal,
    schedule: Schedule,
    progress: Progress = lambda counts, total: None,
    again: bool = False,
) -> dict[Submission, Result]:
    """Return the result of each submission, from the journal if possible; else judge and record it.

    With ``again`` submissions that could not be built or judged the last time are judged anew.
    Raises :class:`.journal.JournalError` and :class:`.schedule.Aborted`; what is recorded then
    stays recorded.
    """
    checker = fingerprint(judging.packages)
    settings = sha256(json.dumps(judging.settings, sort_keys=True).encode()).hexdigest()
    results: dict[Submission, Result] = {}
    keys: dict[Submission, Key] = {}
    counts = dict.fromkeys(SubmissionStatus, 0)

    def count(submission: Submission, result: Result) -> None:
        results[submission] = result
        counts[row(result).status] += 1
        progress(counts, len(submissions))

    progress(counts, len(submissions))
    for submission in submissions:
        try:
            files = digest(entries(submission.folder))
        except Unreadable as error:
            count(submission, not_judged(str(error)))  # not recorded: another try costs little
            continue
        key = Key(os.fsencode(submission.name), files, settings, checker)
        known = journal.result(key)
        if known is None or (again and row(known).status in _MAY_CHANGE):
            keys[submission] = key
        else:
            count(submission, known)
    by_name = {submission.name: submission for submission in keys}
    tasks = [
        GradingTask(
            judging.function,
            {"name": submission.name, "folder": str(submission.folder), "files": key.files},
            judging.settings,
            judging.limit + SLACK,
            checker,
            judging.packages,
        )
        for submission, key in keys.items()
    ]
    with closing(schedule(tasks)) as answered:
        for task, answer in answered:
            submission = by_name[task.submission["name"]]
            result = _result(answer, judging.limit)
            if not result.get("changed"):  # else it is not about the files that the key is about
                journal.record(keys[submission], result)
            count(submission, result)
    return {submission: results[submission] for submission in submissions}


def _result(answer: TaskAnswer, limit: float) -> Result:
    if answer.abort:
        raise Aborted(answer.abort)
    if answer.timed_out:
        return timed_out(limit)
    return not_judged(answer.lost) if answer.result is None else answer.result
