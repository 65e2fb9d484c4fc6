"""Sandbox: the backend, the folder and the limits that a program is started with."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from modcheck.sandbox.backend import Backend, SandboxError, Unconfined
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import Limits
from modcheck.sandbox.paths import is_too_wide
from modcheck.sandbox.probe import backends, probe, probe_backends
from modcheck.sandbox.supervisor import has_privilege
from modcheck.sandbox.view import environment, hidden_path, view

BACKENDS = ("bubblewrap", "landlock", "none")
"""The names of all backends, the best first."""

AUTO = "auto"
"""The name for the best backend that works."""


@dataclass(frozen=True)
class Sandbox:
    """How programs are confined. It is a value: any number of programs may be started with it."""

    backend: Backend
    folder: str | None = None
    """The programs' own folder, absolute: they start in it, and may read it. None: they start in
    the current folder, and may read the folders of the files that their command lines name."""

    limits: Limits = field(default_factory=Limits)
    passed: tuple[str, ...] = ()
    """Names of the environment variables that programs see."""

    private: str | None = None
    """The folder for temporary files, where the backend makes none of its own."""

    @classmethod
    def with_backend(
        cls,
        name: str,
        folder: str | os.PathLike[str] | None = None,
        limits: Limits | None = None,
        passed: Sequence[str] = (),
    ) -> Sandbox:
        """Return a sandbox with a backend of :data:`BACKENDS`; :data:`AUTO` is the best that works.

        Raises :class:`SandboxError`, in one line, if the backend does not work on this machine, or
        if the folder cannot be a program's own.
        """
        backend = Unconfined() if name == "none" else _working_backend(name)
        return cls(backend, own_folder(folder), limits or Limits(), tuple(passed))

    def launch(self, command: Sequence[str]) -> Launch:
        """Return how the program of a command line is started.

        Raises OSError, as starting would, if there is no such program, and :class:`SandboxError` if
        the program cannot be confined.
        """
        seen = view(command, self.folder)
        if self.private is None:
            variables = environment(seen.readable, self.limits, self.passed)
        else:
            seen = replace(seen, writable=(self.private,))
            variables = environment(seen.readable, self.limits, self.passed, self.private)
        return self.backend.launch(seen, variables, self.limits)

    def explanation(self, text: str, command: Sequence[str]) -> str:
        """Return why a program of a command line does not find a file, as its text says.

        Empty if the text says no such thing, or if the sandbox is not the reason.
        """
        if not self.backend.contains:
            return ""
        seen = view(command, self.folder)
        path = hidden_path(text, seen)
        if path is None:
            return ""
        advice = "put it into the program's folder"
        if self.folder is None:
            wider = os.path.commonpath([path, seen.start, *seen.own])
            if not is_too_wide(wider):
                advice = f"--folder {'.' if wider == seen.start else wider}"
        return f"; {path} is there, but the sandbox does not show it: {advice}"


def _working_backend(name: str) -> Backend:
    if name == AUTO:
        tried = probe_backends()
        if tried and tried[-1].works:
            return tried[-1].backend
        reasons = "; ".join(f"{each.backend.name}: {each.summary}" for each in tried)
        raise SandboxError(f"no sandbox works on this machine ({reasons or 'it is no Linux'})")
    why = f"it is none of {', '.join(BACKENDS)}" if name not in BACKENDS else "it is for Linux"
    for result in (probe(backend) for backend in backends() if backend.name == name):
        if result.works:
            return result.backend
        why = result.summary
    raise SandboxError(f"{name} does not work on this machine: {why}")


def reads_what_is_closed() -> bool:
    """Whether confined programs can read what is closed to all users but this one.

    Programs of root run as another user, who can read it unless root itself lacks the privilege, as
    in many containers.
    """
    return sys.platform != "linux" or os.geteuid() != 0 or has_privilege()


def own_folder(folder: str | os.PathLike[str] | None) -> str | None:
    """Return a program's own folder as an absolute path, or raise :class:`SandboxError`."""
    if folder is None:
        return None
    path = Path(folder).absolute()
    if not path.is_dir():
        raise SandboxError(f"{path} is no folder; give the one that the program is in")
    if is_too_wide(str(path)):
        raise SandboxError(
            f"{path} is too wide to be shown to a program; put the program into a folder of its own"
        )
    return os.path.normpath(path)
