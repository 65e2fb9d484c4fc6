"""Launch: what has to be started so that a program runs confined, how it is started, and how it is ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_GRACE: Final = 1.0
"""Seconds that a program has to end what it has started, and as many to be gone when it is killed."""


@dataclass(frozen=True)
class Launch:
    """A command that runs a program. It is a value: it may be started any number of times."""

    command: Sequence[str]
    """What is run, without a shell."""

    environment: Mapping[str, str] | None = None
    """All environment variables; those of this process if None."""

    folder: str | None = None
    """The current folder at its start; that of this process if None."""

    relays: bool = False
    """Whether it passes on that the program was killed by a signal as the exit status 128 + signal."""

    cleans_up: bool = False
    """Whether it ends all that the program has started when it gets SIGTERM, and then itself."""

    def start(self, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """Start it, in a session of its own, with pipes without buffers for what it writes.

        ``stdin`` is as for :class:`subprocess.Popen`. Raises OSError or ValueError if the system cannot.
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
        """Kill what was started, and its whole group, and leave no zombie; first let it kill what left the group."""
        if self.cleans_up and process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
        with contextlib.suppress(OSError):  # there is nobody left
            os.killpg(process.pid, signal.SIGKILL)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
