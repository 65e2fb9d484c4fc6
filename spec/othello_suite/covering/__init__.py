"""The covering suite: games that every program plays, with the replies of the specification.

In these games discs flip from every square, in every direction, in every possible number; what is
rare in random games happens; and every kind of call is made, also those that raise. ``games.txt``
has the games, which ``tests/tools/covering`` computes, ``recording.bin`` the replies to them, and
``longer.bin`` the replies to all games of four moves, among which the checker looks for the
shortest game that shows a fault. All is for the usual board.
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
from othello_suite.covering.recorder import SHORT as SHORT
from othello_suite.covering.recorder import record_games, record_longer_games

FOLDER: Final = resources.files(__name__)
"""The folder of the files."""

GAMES: Final = "games.txt"
RECORDING: Final = "recording.bin"
LONGER: Final = "longer.bin"


@cache
def games() -> Mapping[str, tuple[Call, ...]]:
    """Return the games in the order in which they are played, by name: calls from ``init`` on."""
    return read_games((FOLDER / GAMES).read_text(encoding="utf-8"))


def read_games(text: str) -> dict[str, tuple[Call, ...]]:
    """Return the games of a text: ``name: moves`` on each line, ``/`` between games in turn."""
    rows = (line.partition(":") for line in text.splitlines() if line and line[0] != "#")
    return {name: _calls(several) for name, _, several in rows}


def _calls(several: str) -> tuple[Call, ...]:
    """Return the calls of several games, each begun by an initialiser."""
    calls = []
    for game in several.split("/"):
        calls.append(Call("init"))
        calls += [Call("move", tuple(ply)) for ply in plies(game) if ply is not PASS]
    return tuple(calls)


@cache
def recording() -> Recording:
    """Return the calls that every program is asked, and the right replies.

    The stored recording is used, unless it is one of another specification: then the specification
    answers again, which takes some seconds.
    """
    return _load(RECORDING, lambda: record_games(games()))


@cache
def longer_recording() -> Recording:
    """Return all games of one move more than the short ones, stored or recorded again."""
    return _load(LONGER, record_longer_games)


def _load(name: str, record: Callable[[], Recording]) -> Recording:
    machine = Machine(module("othello"))
    try:
        stored = Recording.load((FOLDER / name).read_bytes(), machine.module)
    except (RecordingError, FileNotFoundError):
        return record()
    return stored if stored.digest == digest(machine) else record()
