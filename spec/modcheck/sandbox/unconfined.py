"""Unconfined: no sandbox. The program may do whatever the user may; only for programs that one trusts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from typing import Final

from modcheck.sandbox.backend import Escape
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import Limits
from modcheck.sandbox.view import View

_UNTIL_DEATH: Final = ("--pdeathsig", "KILL", "--")


class Unconfined:
    """Runs a program as the user would."""

    name = "none"
    contains: frozenset[Escape] = frozenset()

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        """How the program of the view is started: as it is, with the user's own environment.

        Where the system can, it kills the program once whoever started it has gone, but not what that has started.
        """
        return Launch((*_tether(), *view.command), folder=view.start)


@cache
def _tether() -> tuple[str, ...]:
    """The words before a command by which its program dies with whoever starts it; none if nothing here can do that.

    Python could do it only between fork and exec, where a process that has threads must not run it.
    """
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return ()
    words = (setpriv, *_UNTIL_DEATH)
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)  # old ones cannot
    return words if tried.returncode == 0 else ()
