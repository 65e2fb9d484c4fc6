"""Unconfined: no sandbox. The program may do whatever the user may; only for programs that one trusts."""

from __future__ import annotations

from collections.abc import Mapping

from modspec.sandbox.launch import Launch
from modspec.sandbox.limits import Limits
from modspec.sandbox.rung import Escape
from modspec.sandbox.view import View


class Unconfined:
    """Runs a program as the user would."""

    name = "none"
    contains: frozenset[Escape] = frozenset()

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        """How the program of the view is started: as it is, with the user's own environment."""
        return Launch(view.command, folder=view.start)
