"""Environment: the variables that a confined program sees."""

from __future__ import annotations

import os
from collections.abc import Iterable

from modcheck.sandbox.limits import MIB, Limits
from modcheck.sandbox.places import forms, is_covered

JAVA_NOTE = "Picked up JAVA_TOOL_OPTIONS"
"""How the line begins that the virtual machine of Java writes to standard error because of its variable."""


def environment(
    readable: Iterable[str], limits: Limits, passed: Iterable[str] = (), private: str = "/tmp"
) -> dict[str, str]:
    """A fresh environment: of the user's variables only those that are ``passed``, and the PATH where it is readable.

    ``private`` is the folder for temporary files. The virtual machine of Java is told how much memory there is:
    it would reckon with the whole machine's, and ask for more than the limit at its start.
    """
    folders = tuple(readable)
    path = [
        folder
        for folder in os.get_exec_path()
        if folder.startswith("/") and all(is_covered(form, folders) for form in forms(folder))
    ]
    return {
        "PATH": os.pathsep.join(path or ["/usr/local/bin", "/usr/bin", "/bin"]),
        "HOME": private,
        "TMPDIR": private,
        "LANG": "C.UTF-8",
        "JAVA_TOOL_OPTIONS": f"-XX:MaxRAM={limits.memory // MIB}m -XX:-UsePerfData",
        **{name: os.environ[name] for name in passed if name in os.environ},
    }
