"""A process that answers the requests of the page; it can be ended when an answer takes too long.

A request is one line of JSON on standard input, its answer one line on standard output. No request
depends on an earlier one, so a new process goes on where one was ended.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import astuple
from threading import Lock
from time import monotonic
from typing import Final

from modlab.explorer.explorer import Explorer, ModulePlace

SECONDS: Final = 20.0
"""Seconds that an answer may take before its process is ended."""


class AnsweringProcess:
    """Answers requests in another process, one after the other."""

    def __init__(self, places: Sequence[ModulePlace], seconds: float = SECONDS) -> None:
        """Note the modules, and the seconds that an answer may take.

        The process starts with the first request.
        """
        self._arguments = json.dumps([astuple(place) for place in places])
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()

    def answer(self, request: str) -> str:
        """Return the answer to a request; one that takes too long is an error."""
        with self._lock:
            process = self._running_process()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
                line = self._line(process.stdout.fileno())
            except BrokenPipeError:
                line = b""
            if line is None:
                self.end()
                return _error(f"no answer within {self.seconds:g} s; try a smaller change")
            if not line:
                self.end()
                return _error("the process that answers has ended; ask again")
            return line.decode()

    def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _running_process(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.end()
            command = [sys.executable, "-m", __name__, self._arguments]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        return self._process

    def _line(self, descriptor: int) -> bytes | None:
        """Return the next line; empty at the end of the process, None if none comes in time."""
        until, found = monotonic() + self.seconds, b""
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while not found.endswith(b"\n"):
                if not selector.select(until - monotonic()):
                    return None
                part = os.read(descriptor, 1 << 16)
                if not part:
                    return b""
                found += part
        return found


def _error(text: str) -> str:
    return json.dumps({"error": text})


def main() -> None:
    """Answer the requests on standard input about the modules in the first argument."""
    explorer = Explorer([ModulePlace(*each) for each in json.loads(sys.argv[1])])
    for line in sys.stdin:
        sys.stdout.write(explorer.answer(json.loads(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
