"""The covering suite: games that every implementation is put through, with the answers that are expected.

In them discs flip from every square, in every direction, in every number that is possible; what is rare in
random games happens; and everything there is gets asked, also what is refused. ``games.txt`` has the games,
computed by ``othello_mis.covering``; ``recording.bin`` the answers, which are those of the specification;
``longer.bin`` those to all games of four moves, among which the shortest game that shows a fault may be.
All is of the usual board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Final

from modcheck.testing.recorded import Recording, RecordingError, digest
from modspec.run.machine import Call, Machine
from othello_spec import module
from othello_spec.records.move_lists import PASS, plies
from othello_suite.covering.recorder import DEEPER, SHORT, record_games, record_longer_games

FOLDER: Final = resources.files(__name__)
"""Where both are stored."""

GAMES: Final = "games.txt"
"""The file of the games, in the folder."""

RECORDING: Final = "recording.bin"
"""The file of the answers."""

LONGER: Final = "longer.bin"
"""The file of the answers to all games of :data:`DEEPER` moves."""

__all__ = [
    "DEEPER",
    "GAMES",
    "LONGER",
    "RECORDING",
    "SHORT",
    "games",
    "longer",
    "read_games",
    "recording",
]


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
    return _stored(RECORDING, lambda: record_games(games()))


@cache
def longer() -> Recording:
    """All games of :data:`DEEPER` moves, stored or made anew."""
    return _stored(LONGER, record_longer_games)


def _stored(name: str, anew: Callable[[], Recording]) -> Recording:
    machine = Machine(module("othello"))
    try:
        stored = Recording.load((FOLDER / name).read_bytes(), machine.module)
    except (RecordingError, FileNotFoundError):
        return anew()
    return stored if stored.digest == digest(machine) else anew()
