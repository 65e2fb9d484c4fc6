"""Grade: from the submissions of a class to one result for each."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from modcheck.grading.journal import Journal, Key
from modcheck.grading.row import (
    Result,
    SubmissionStatus,
    not_judged,
    row,
    timed_out,
)
from modcheck.grading.schedule import Aborted, GradingTask, Schedule, TaskAnswer, fingerprint
from modcheck.grading.submissions import Submission, Unreadable, digest, entries
from modcheck.system.stopwatch import BUSIEST

SLACK: Final = 10.0
"""Seconds after its time is up, on the busiest machine, that a worker has to report so, before it
is killed."""

DEATHS: Final = 2
"""So often a grading may die while it judges nothing but one submission, which then gets a row."""

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
    remembers: bool = True,
) -> dict[Submission, Result]:
    """Return the result of each submission, from the journal if possible; else judge and record it.

    With ``again`` submissions that could not be built or judged the last time are judged anew.
    Submissions that an earlier grading was judging when it died are judged alone, after all others,
    and not any more after :data:`DEATHS` gradings have died with them. ``remembers``: whether the
    journal keeps what is being judged; a schedule that judges elsewhere needs it not.

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
            files = digest(entries(submission.place))
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

    def tasks(some: Iterable[Submission], alone: bool) -> Iterator[GradingTask]:
        """Yield the tasks; each is taken when it is begun."""
        for submission in some:
            key = keys[submission]
            outlived = str(journal.begin(key, alone=alone)) if remembers else ""
            yield GradingTask(
                judging.function,
                {"name": submission.name, "place": str(submission.place), "files": key.files},
                judging.settings,
                judging.limit * BUSIEST + SLACK,
                checker,
                judging.packages,
                outlived,
            )

    def answers(some: Sequence[Submission], alone: bool) -> Iterator[tuple[Submission, TaskAnswer]]:
        with closing(schedule(tasks(some, alone))) as answered:
            for task, answer in answered:
                submission = by_name[task.submission["name"]]
                if remembers:
                    journal.end(keys[submission])
                yield submission, answer

    def keep(submission: Submission, result: Result) -> None:
        if not result.get("changed"):  # else it is not about the files that the key is about
            journal.record(keys[submission], result)
        count(submission, result)

    deaths = {submission: journal.deaths(key) for submission, key in keys.items()}
    suspects = {each: number for each, number in deaths.items() if number is not None}
    last = sorted(suspects, key=lambda each: suspects[each])  # the least suspicious first
    while last and suspects[last[-1]] >= DEATHS:
        submission = last.pop()
        keep(submission, not_judged(_DIED.format(suspects[submission])))
        journal.end(keys[submission])
    for submission, answer in answers([each for each in keys if deaths[each] is None], False):
        keep(submission, _result(answer, judging.limit))
    for one in last:
        for submission, answer in answers([one], True):
            keep(submission, _result(answer, judging.limit))
    return {submission: results[submission] for submission in submissions}


_DIED: Final = (
    "the grading has died {} times while it judged nothing else; "
    "grade with --again to try once more"
)


def _result(answer: TaskAnswer, limit: float) -> Result:
    if answer.abort:
        raise Aborted(answer.abort)
    if answer.timed_out:
        return timed_out(limit)
    return not_judged(answer.lost) if answer.result is None else answer.result
