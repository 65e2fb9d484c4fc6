"""A worker: a process that does one task after the other, as lines on its standard input, and answers in lines.

    python -m modspec.grading.worker FOLDER

What it writes goes to the folder. When its input ends, so does it, and at once: then whoever gave it the
tasks has gone, and nobody wants the answer.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import shutil
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from modspec.grading.task import Answer, Unable

READY = b'{"ready": true}\n'
"""What a worker writes when it has started."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
"""What the system says where nothing can be written any more."""


def main() -> None:
    """Do tasks until the input ends."""
    room = Path(sys.argv[1])
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed is no answer
    signal.signal(signal.SIGTERM, _end)
    gc.set_threshold(200_000)  # what a task makes is acyclic for the most part
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(tasks,), daemon=True).start()
    try:
        _say(answers, READY)
        while True:
            task = json.loads(tasks.get())
            _say(answers, _answer(task, room).line())
            gc.collect()
            gc.freeze()  # what is left is kept for the next task, and need not be looked at again
    except (BrokenPipeError, _Ended):
        return
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # nothing may interrupt this
        shutil.rmtree(room, ignore_errors=True)


def _say(answers: IO[bytes], line: bytes) -> None:
    left = memoryview(line)
    while left:
        left = left[answers.write(left) :]


def _read(tasks: SimpleQueue[bytes]) -> None:
    """Pass on the lines; at the end of them end this process, in whatever it is at."""
    with os.fdopen(os.dup(0), "rb", buffering=0) as stream:  # the buffered one has a lock at exit
        unread = b""
        while chunk := stream.read(65_536):
            *lines, unread = (unread + chunk).split(b"\n")
            for line in lines:
                tasks.put(line)
    os.kill(os.getpid(), signal.SIGTERM)


class _Ended(BaseException):
    """This process is to end, as at any exit, so that programs under judgement are ended too."""


def _end(number: int, frame: object) -> None:
    del frame
    signal.signal(number, signal.SIG_IGN)
    raise _Ended


def _answer(task: dict[str, Any], room: Path) -> Answer:
    module, _, name = task["function"].partition(":")
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        return Answer(halt=f"there is no {task['function']} here ({_told(error)})")
    try:
        return Answer(function(task["submission"], task["settings"], room))
    except Unable as error:
        return Answer(halt=str(error))
    except OSError as error:
        if error.errno in _FULL:
            return Answer(halt=f"nothing can be written to {room.parent}: {error.strerror}")
        return Answer(lost=f"a fault of the checker's own, {_told(error)}")
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a fault of ours costs one row, and is told there
        return Answer(lost=f"a fault of the checker's own, {_told(error)}")


def _told(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


if __name__ == "__main__":
    main()
