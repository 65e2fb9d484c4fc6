"""Grade: from the submissions of a class to one result for each."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from modcheck.grading.files import Unreadable, digest, entries
from modcheck.grading.journal import Journal, Key
from modcheck.grading.row import Result, SubmissionStatus, late, not_judged, row
from modcheck.grading.submissions import Submission
from modcheck.grading.task import Graded, GradingTask, Schedule, TaskAnswer, fingerprint

SLACK: Final = 10.0
"""Seconds after its time is up that a worker has to say so, before it is ended."""

_MAY_CHANGE: Final = (SubmissionStatus.NOT_BUILT, SubmissionStatus.NOT_JUDGED)
"""What may come out differently when a tool has been installed, say."""

Progress = Callable[[Mapping[SubmissionStatus, int], int], None]
"""Is told how many results of each kind there are, and how many there will be."""


class Aborted(Exception):
    """Nothing more can be judged until somebody mends something; the message says what, in one line."""


@dataclass(frozen=True)
class Judging:
    """How every submission is judged."""

    function: str
    """Where the judge is: ``package.module:function``, as in :class:`.task.GradingTask`."""

    settings: Mapping[str, Any]
    """What it is told, as JSON. A result holds for these settings only."""

    limit: float
    """Seconds that it has for one submission, all in all."""

    packages: tuple[str, ...]
    """The packages whose program text decides what comes out."""


def grade(
    submissions: Sequence[Submission],
    judging: Judging,
    journal: Journal,
    schedule: Schedule,
    progress: Progress = lambda counts, total: None,
    again: bool = False,
) -> dict[Submission, Result]:
    """The result of each submission: from the journal if it is there, else judged, and kept there first.

    With ``again`` those that were not built or could not be judged the last time are judged anew. Raises
    :class:`.journal.JournalError`, and :class:`Aborted`; what the journal has then stays there.
    """
    checker = fingerprint(judging.packages)
    settings = sha256(json.dumps(judging.settings, sort_keys=True).encode()).hexdigest()
    results: dict[Submission, Result] = {}
    keys: dict[str, Key] = {}
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
            count(submission, not_judged(str(error)))  # not kept: it is soon tried again
            continue
        key = Key(os.fsencode(submission.name), files, settings, checker)
        known = journal.result(key)
        if known is None or (again and row(known).status in _MAY_CHANGE):
            keys[submission.name] = key
        else:
            count(submission, known)
    by_name = {submission.name: submission for submission in submissions}
    tasks = [
        GradingTask(
            judging.function,
            {"name": name, "folder": str(by_name[name].folder), "files": key.files},
            judging.settings,
            judging.limit + SLACK,
            checker,
            judging.packages,
        )
        for name, key in keys.items()
    ]
    with closing(schedule(tasks)) as done:
        for each in done:
            submission = by_name[each.task.submission["name"]]
            result = _result(each, judging.limit)
            if not result.get("changed"):  # else it is not about the files that the key is about
                journal.record(keys[submission.name], result)
            count(submission, result)
    return {submission: results[submission] for submission in submissions}


def _result(done: Graded, limit: float) -> Result:
    """What an answer says about a submission."""
    match done.answer:
        case TaskAnswer(halt=str(why)) if why:
            raise Aborted(why)
        case TaskAnswer(result=dict(result)):
            return result
        case TaskAnswer(late=True):
            return late(limit)
        case answer:
            return not_judged(answer.lost)
