"""A grading with a judge of grading_judges.py, as a program that can be killed.

    python grading_run.py CLASS OUT '{"judge": "honest", ...}'

The settings may also say after how many results, or in the middle of keeping which, it kills
itself, and how large its files may get.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from modcheck.grading.feedback import write
from modcheck.grading.grade import Judging, grade
from modcheck.grading.journal import Journal, JournalError, Key
from modcheck.grading.row import Result
from modcheck.grading.schedule import Aborted, local
from modcheck.grading.submissions import submissions
from modspec.syntax.rulebook import Rulebook


class Doomed(Journal):
    """A journal whose process is killed while a result is kept, or just after."""

    left = 0
    before = True

    def record(self, key: Key, result: Result) -> None:
        type(self).left -= 1
        if self.left == 0:
            if self.before:
                self._database.execute("BEGIN IMMEDIATE")  # as far as it gets without a commit
            super().record(key, result)
            os.kill(os.getpid(), signal.SIGKILL)
        super().record(key, result)


def main(folder: str, out: str, settings: Mapping[str, Any]) -> int:
    """Grade; 0 if all is done, 3 and a line if it could not be."""
    if "largest file" in settings:
        resource.setrlimit(resource.RLIMIT_FSIZE, (settings["largest file"],) * 2)
    Doomed.left, Doomed.before = settings.get("dies at", 0), settings.get("before", True)
    judging = Judging(
        f"grading_judges:{settings['judge']}",
        {key: settings[key] for key in ("told", "seconds") if key in settings},
        settings.get("limit", 20.0),
        ("modcheck.grading",),
    )
    found = submissions(Path(folder)).submissions
    schedule = partial(local, jobs=settings.get("jobs", 2))
    try:
        with Doomed(Path(out) / "journal.sqlite") as journal:
            write(Path(out), "a class", grade(found, judging, journal, schedule), Rulebook((), ()))
    except (JournalError, Aborted) as error:
        print(error, file=sys.stderr)
        return 3
    except OSError as error:
        print(error.strerror, file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
