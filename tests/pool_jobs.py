"""Jobs for workers of a pool; each does what its name says."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from modcheck.system.pool import worker_folder


def job(what: str) -> Iterator[object]:
    """Yield "begun", do it, and yield "done"."""
    yield "begun"
    what, _, argument = what.partition(" ")
    match what:
        case "computes":
            while True:
                pass
        case "sleeps":
            time.sleep(3600)
        case "starts":
            with subprocess.Popen(["sleep", "3600"]) as child:
                yield child.pid
        case "raises":
            raise ValueError("two\nlines")
        case "exits":
            sys.exit(3)
        case "dies":
            print("oh no", file=sys.stderr, flush=True)
            os._exit(7)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "unpicklable":
            yield job(what)
        case "prints":
            print("this is no message", flush=True)
            yield sys.stdin.read()
        case "litters":
            (worker_folder() / "litter").write_text("x")
            subprocess.run(["mktemp"], check=True, stdout=subprocess.DEVNULL)
        case "process":
            yield os.getpid(), [hash(text) for text in "abc"], worker_folder()
        case "stubborn":
            for _ in range(3):
                with suppress(BaseException), Path(argument).open("a") as stream:
                    stream.write("stubborn\n")
                    stream.flush()
                    time.sleep(3600)
    yield "done"
