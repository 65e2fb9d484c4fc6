"""Plain CrossHair on the model, and on twelve models that are wrong.

python tests/plain_crosshair.py

breaks the model in twelve ways, each in a copy, types ``crosshair check`` of a function that is
concerned, and prints a table for the page about it: the exit code, and the first line of the
counterexample.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import othello_model


class Break(NamedTuple):
    """One change of the model."""

    what: str
    """What is wrong, in a few words."""

    target: str
    """What to check."""

    file: str
    before: str
    after: str


_MOVE = "othello_model.othello.move"

BREAKS = (
    Break(
        "a refused move passes the turn", _MOVE, "othello.py",
        "        raise InvalidMove(not_allowed(_turn, row, col))",
        "        _turn = _board.next_turn(_turn)\n"
        "        raise InvalidMove(not_allowed(_turn, row, col))",
    ),
    Break(
        "the exceptions are confused", _MOVE, "othello.py",
        "raise InvalidMove(not_allowed(_turn, row, col))",
        "raise OutOfBounds(off_board(row, col))",
    ),
    Break(
        "the turn is not handed on", _MOVE, "othello.py",
        "    _turn = _board.next_turn(_turn)\n", "",
    ),
    Break(
        "no player forfeits a turn", _MOVE, "bitboard.py",
        "select(alternates, OPPONENT[player], player)", "OPPONENT[player]",
    ),
    Break(
        "White's discs are placed as Black's", _MOVE, "bitboard.py",
        "else Bitboard(opponent, own)", "else Bitboard(own, opponent)",
    ),
    Break(
        "rows of six are not followed", _MOVE, "kernel.py",
        "range(step.longest - 1)", "range(step.longest - 2)",
    ),
    Break(
        "occupied squares are accepted", "othello_model.othello.is_valid_move", "bitboard.py",
        "return empty & captures", "return captures",
    ),
    Break(
        "it asks for the player on turn", "othello_model.othello.is_valid_move", "othello.py",
        "return _board.accepts(player, row, col)", "return _board.accepts(_turn, row, col)",
    ),
    Break(
        "row 9 is on the board", "othello_model.othello.cell", "bitboard.py",
        "return 0 <= row < SIZE and 0 <= col < SIZE",
        "return 0 <= row <= SIZE and 0 <= col < SIZE",
    ),
    Break(
        "a tie is a win for Black", "othello_model.othello.winner", "bitboard.py",
        "if lead > 0 else", "if lead >= 0 else",
    ),
    Break(
        "a query hands the turn on", "othello_model.othello.count", "othello.py",
        "    return _board.count(player)",
        "    globals()['_turn'] = player\n    return _board.count(player)",
    ),
    Break(
        "time that is just used up is not up", "othello_model.clock.is_out_of_time", "clock.py",
        "self._shows(player, now) <= 0", "self._shows(player, now) < 0",
    ),
)  # fmt: skip


def crosshair(target: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Type ``crosshair check`` where the packages of a folder come first."""
    command = [sys.executable, "-m", "crosshair", "check", target, *options]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


def check_broken(each: Break, folder: Path) -> subprocess.CompletedProcess[str]:
    """Check a copy of the model that is broken in this way."""
    (place,) = othello_model.__path__
    copy = folder / "othello_model"
    shutil.copytree(place, copy)
    file = copy / each.file
    text = file.read_text(encoding="utf-8")
    assert 1 == text.count(each.before), each
    file.write_text(text.replace(each.before, each.after), encoding="utf-8")
    return crosshair(each.target, folder)


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| what is wrong | `crosshair check` | exit code | what it says first |"
    yield "|---|---|---|---|"
    for each in BREAKS:
        with TemporaryDirectory() as name:
            done = check_broken(each, Path(name))
        lines = done.stdout.splitlines()
        said = next((line.split("refuted: ")[1] for line in lines if "refuted: " in line), "")
        target = each.target.removeprefix("othello_model.")
        yield f"| {each.what} | `{target}` | {done.returncode} | {said} |"


if __name__ == "__main__":
    for line in table():
        print(line, flush=True)
