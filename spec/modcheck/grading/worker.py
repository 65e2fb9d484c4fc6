"""A worker: a process that does one task after the other, as lines on its standard input, and answers in lines.

    python -m modcheck.grading.worker FOLDER

What it writes goes to the folder. When its input ends, so does it, and at once: then whoever gave it the
tasks has gone, and nobody wants the answer.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Final

from modcheck.grading.files import FULL, removed
from modcheck.grading.task import CannotGrade, TaskAnswer
from modcheck.testing.trace import collect_seldom

READY = b'{"ready": true}\n'
"""What a worker writes when it has started."""

GRACE: Final = 3.0
"""Seconds to end as at any exit, when nobody wants the answer any more."""


def main() -> None:
    """Do tasks until the input ends."""
    room = Path(sys.argv[1])
    try:
        with suppress(_Ended):
            signal.signal(signal.SIGTERM, _end)
            try:
                _work(room)
            finally:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)  # nothing may interrupt what follows
    except BrokenPipeError:  # nobody wants the answer
        return
    finally:
        removed(room)


def _work(room: Path) -> None:
    """Take a task and give the answer, again and again."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed is no answer
    tempfile.tempdir = tempfile.gettempdir()  # ours stay there: a socket's path must be short
    os.environ["TMPDIR"] = str(room)  # what an unconfined program leaves goes with the room
    collect_seldom()
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(tasks, room), daemon=True).start()
    _say(answers, READY)
    while True:
        task = json.loads(tasks.get())
        _say(answers, _answer(task, room).line())
        gc.collect()
        gc.freeze()  # what is left is kept for the next task, and need not be looked at again


def _say(answers: IO[bytes], line: bytes) -> None:
    left = memoryview(line)
    while left:
        left = left[answers.write(left) :]


def _read(tasks: SimpleQueue[bytes], room: Path) -> None:
    """Pass on the lines; at the end of them end this process, in whatever it is at."""
    with os.fdopen(os.dup(0), "rb", buffering=0) as stream:  # the buffered one has a lock at exit
        unread = b""
        while chunk := stream.read(65_536):
            *lines, unread = (unread + chunk).split(b"\n")
            for line in lines:
                tasks.put(line)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    removed(room)  # it is still here: a finaliser, say, has lost the exception
    os._exit(1)


class _Ended(BaseException):
    """This process is to end, as at any exit, so that programs under judgement are ended too."""


def _end(number: int, frame: object) -> None:
    del frame
    signal.signal(number, signal.SIG_IGN)
    raise _Ended


def _answer(task: dict[str, Any], room: Path) -> TaskAnswer:
    module, _, name = task["function"].partition(":")
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        return TaskAnswer(halt=f"there is no {task['function']} here ({_told(error)})")
    try:
        return TaskAnswer(function(task["submission"], task["settings"], room))
    except CannotGrade as error:
        return TaskAnswer(halt=str(error))
    except OSError as error:
        if error.errno in FULL:
            return TaskAnswer(halt=f"nothing can be written to {room.parent}: {error.strerror}")
        return TaskAnswer(lost=f"a fault of the checker's own, {_told(error)}")
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a fault of ours costs one row, and is told there
        return TaskAnswer(lost=f"a fault of the checker's own, {_told(error)}")


def _told(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


if __name__ == "__main__":
    main()
