"""Launch: the command that starts a program, confined or not, and how the program is ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_GRACE: Final = 1.0
"""Seconds that a program has to end what it has started, and as many to be gone when it is
killed."""


@dataclass(frozen=True)
class Launch:
    """A command that runs a program. It is a value: it may be started any number of times."""

    command: Sequence[str]
    """The words of the command; no shell is involved."""

    environment: Mapping[str, str] | None = None
    """All environment variables; None: those of this process."""

    folder: str | None = None
    """The current folder at the start; None: that of this process."""

    relays: bool = False
    """Whether the exit status is 128 + signal if a signal killed the program."""

    cleans_up: bool = False
    """Whether the command, on SIGTERM, ends all that the program has started, and then itself."""

    def start(self, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """Start the program in a session of its own, with unbuffered pipes for what it writes.

        ``stdin`` is as for :class:`subprocess.Popen`. Raises OSError or ValueError if the system
        cannot.
        """
        return subprocess.Popen(
            self.command,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env=self.environment,
            cwd=self.folder,
        )

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Let the process clean up if it can, then kill its group. Leave no zombie."""
        if self.cleans_up and process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
        with contextlib.suppress(OSError):  # no process is left
            os.killpg(process.pid, signal.SIGKILL)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
