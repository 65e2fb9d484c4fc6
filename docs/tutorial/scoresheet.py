"""Score sheet: a match played by the specification itself, move by move.

``python scoresheet.py`` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from modspec import declare
from modspec.run.machine import Machine
from othello_spec.board import BLACK, WHITE, Player
from othello_spec.clock import MINUTE
from othello_spec.lines import opponent
from othello_spec.records.squares import square

SECOND = 1000
"""The milliseconds of a second."""

CORNERS = ("a1", "h1", "a8", "h8")

GAME = """
    c4 6    c5 5    e6 8    e3 4    c3 9    c2 6    b2 11   e7 7    f4 8    g5 5    c1 12
    g4 10   g3 8    h4 9    g2 14   g1 6    f1 10   h2 13   h3 8    e2 11   e1 9    f3 7
    h5 12   h6 8    f5 15   d7 9    c7 12   b3 13   c8 10   f7 12   g7 10   g8 11   f2 14
    d3 9    d1 13   e8 12   b5 16
"""
"""The moves, each with the seconds that the player thought about it."""

MATCH = Machine(declare("othello_spec.match"))


class Move(NamedTuple):
    """A move of the game."""

    number: int
    player: Player
    name: str
    """The square, as players call it."""

    time: int
    """When the move was made, in milliseconds from the beginning of the match."""

    before: Any
    after: Any
    """The states of the match."""


def tell(state: Any, routine: str, *arguments: Any) -> Any:
    """Return the state after a call. Raises ValueError if the call raises an exception."""
    outcome = MATCH.call(state, routine, arguments)
    if outcome.exception:
        raise ValueError(f"{routine}{arguments} raises {outcome.exception}")
    return outcome.state


def ask(state: Any, routine: str, *arguments: Any) -> Any:
    """Return the output of a call."""
    return MATCH.call(state, routine, arguments).output


def begin() -> Any:
    """Begin a match of five minutes a player, with all corners granted."""
    state = tell(None, "init", 5 * MINUTE, 0)
    for corner in CORNERS:
        state = tell(state, "grant", *square(corner))
    return tell(state, "begin", 0)


def play() -> Iterator[Move]:
    """Yield the moves of the game, one after the other."""
    state, now = begin(), 0
    words = GAME.split()
    for number, (name, seconds) in enumerate(zip(words[::2], words[1::2], strict=True), start=1):
        now += int(seconds) * SECOND
        after = tell(state, "move", *square(name), now)
        yield Move(number, ask(state, "turn"), name, now, state, after)
        state = after


def remark(move: Move) -> str:
    """Return what is unusual about a move."""
    other = opponent(move.player).name.title()
    remarks = []
    if ask(move.before, "discs_left", move.player) == 0:
        remarks.append(f"with a disc of {other}'s")
    if ask(move.after, "turn") == move.player:
        remarks.append(f"{other} forfeits")
    return ", ".join(remarks)


def line(move: Move) -> str:
    """Return a line of the score sheet."""
    left = [ask(move.after, "discs_left", player) for player in (BLACK, WHITE)]
    times = [clock(ask(move.after, "time_left", player, move.time)) for player in (BLACK, WHITE)]
    columns = (
        f"{move.number:4}",
        f"{move.player.name.title():7}{move.name}",
        f"{left[0]:5} {left[1]:5}",
        f"{times[0]:>7} {times[1]:>5}",
        remark(move),
    )
    return "   ".join(columns).rstrip()


def clock(milliseconds: int) -> str:
    """Return a time as clocks show it: ``4:54``."""
    minutes, seconds = divmod(milliseconds // SECOND, 60)
    return f"{minutes}:{seconds:02}"


if __name__ == "__main__":
    print("                  discs left         time left")
    print("  ply   move      Black White      Black White")
    for each in play():
        print(line(each))
