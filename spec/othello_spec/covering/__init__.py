"""The covering suite: games that every implementation is put through, with the answers that are expected.

In them discs flip from every square, in every direction, in every number that is possible; what is rare in
random games happens; and everything there is gets asked, also what is refused. ``games.txt`` has the games,
computed by ``othello_model.covering``; ``recording.bin`` the answers, which are those of the specification.
All is of the usual board.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from modspec.checking.recorded import Recording, RecordingError, digest
from modspec.readings.run import Call, Machine
from othello_spec import module
from othello_spec.covering.recorder import SHORT, recorded
from othello_spec.records.move_lists import PASS, plies

FOLDER: Final = resources.files(__name__)
"""Where both are stored."""

GAMES: Final = "games.txt"
"""The file of the games, in the folder."""

RECORDING: Final = "recording.bin"

__all__ = ["RECORDING", "SHORT", "games", "read_games", "recording"]
"""The file of the answers."""


@cache
def games() -> Mapping[str, tuple[Call, ...]]:
    """The games, by what they are for, in the order in which they are played: calls from ``init`` on."""
    return read_games((FOLDER / GAMES).read_text(encoding="utf-8"))


def read_games(text: str) -> dict[str, tuple[Call, ...]]:
    """The games in a text of the form of ``games.txt``."""
    rows = (line.partition(":") for line in text.splitlines() if line and line[0] != "#")
    return {name: _calls(courses) for name, _, courses in rows}


def _calls(courses: str) -> tuple[Call, ...]:
    """One game after the other, each begun by an initialiser."""
    return tuple(
        call
        for course in courses.split("/")
        for call in (
            Call("init"),
            *(Call("move", tuple(ply)) for ply in plies(course) if ply is not PASS),
        )
    )


@cache
def recording() -> Recording:
    """What every implementation is asked, and what it should answer.

    The recording that is stored, unless it is of another specification than this: then it is made anew,
    which takes some seconds.
    """
    machine = Machine(module("othello"))
    try:
        stored = Recording.load((FOLDER / RECORDING).read_bytes(), machine.module)
    except (RecordingError, FileNotFoundError):
        return recorded(games())
    return stored if stored.digest == digest(machine) else recorded(games())
