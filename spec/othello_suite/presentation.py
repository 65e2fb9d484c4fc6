"""Presentation: how a verdict shows the values, games and states of Othello's modules.

Games are shown as transcripts, boards as pictures, corners by their names, times in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.machine import Call
from modspec.syntax.values import State
from othello_spec.board import BLACK, SIZE, WHITE, Board, Cell, Square
from othello_spec.clock import NOBODY, UNLIMITED, Clock
from othello_spec.handicap import Handicap
from othello_spec.match import Match
from othello_spec.records.diagrams import board_rows
from othello_spec.records.squares import name
from othello_spec.supply import Supply
from othello_suite.pictures import side_by_side
from othello_suite.states import board_of, part_of, time_of, turn_of

GAME_CALLS: Final = ("init", "grant", "begin", "move", "pass_turn", "start", "stop", "take")
"""The access programs that a game consists of; a transcript leaves out the others, which ask."""


class OthelloPresentation:
    """Shows verdicts about boards of one size."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size

    def value(self, value: Any) -> str:
        """Return a square's name, or the name of an element of an enumeration."""
        if isinstance(value, Square):
            return name(value, self._size)
        return str(getattr(value, "name", value))

    def beyond(self, module: str) -> str:
        """Return the modules that specify what the plain game leaves out."""
        return _BEYOND.get(module, "") if self._size == SIZE else ""

    def game(self, calls: Sequence[Call]) -> str:
        """Return a transcript: ``f5 d6 pass``, and with times ``f5@12000``, in milliseconds.

        The transcript leaves out the first call if it is an ``init`` without arguments.
        """
        calls = [call for call in calls if call.routine in GAME_CALLS]
        is_plain = not calls or not calls[0].arguments
        texts = [self._transcript_entry(call) for call in calls[is_plain:]]
        return (", " if any(" " in text for text in texts) else " ").join(texts)

    def _transcript_entry(self, call: Call) -> str:
        time = time_of(call)
        at = "" if time is None else f"@{time}"
        match call.routine, call.arguments:
            case "pass_turn", ():
                return "pass"
            case "move", (row, col, *_):
                return self.value(Square(row, col)) + at
            case "grant", (row, col):
                return f"grant {self.value(Square(row, col))}"
            case "take", (player, *_):
                return f"{player} takes a disc{at}"
            case "start", (player, *_):
                return f"start {player}'s clock{at}"
            case "init", (limit, _):
                return f"init {limit}{at}"
        return call.routine + at

    def call(self, mismatch: Mismatch) -> str:
        """Return who plays where, or whose move a query is about, and how late the call is."""
        call, state = mismatch.culprit.call, mismatch.culprit.before
        player = turn_of(state)
        match call.routine, call.arguments:
            case "move", (row, col, *_) if player is not None:
                text = f"{player.name.title()} plays {self.value(Square(row, col))}"
            case "pass_turn", () if player is not None:
                text = f"{player.name.title()} passes"
            case "init", _ if mismatch.history:
                before = sum(earlier.routine == "init" for earlier in mismatch.history)
                text = f"game {before + 1} begins"
            case "is_valid_move", (row, col, player):
                text = f"may {player.name.title()} play {self.value(Square(row, col))}?"
            case (("grant" | "is_granted"), (row, col)):
                text = f"the corner {self.value(Square(row, col))}"
            case _:
                text = ""
        return ", ".join(part for part in (text, _lateness(call, state)) if part)

    def pictures(self, mismatch: Mismatch) -> list[str]:
        """Return the facts and the board before the call, and after it as expected and as it is."""
        boards = self._boards(mismatch)
        lines = [f"    {fact}" for fact in self.facts(mismatch.culprit.before)]
        if lines and boards:
            lines.append("")
        return lines + (["  " + line for line in side_by_side(boards)] if boards else [])

    def as_json(self, mismatch: Mismatch) -> dict[str, Any]:
        """Return the transcript, and each board as a list of strings, one a row."""
        return {
            "transcript": self.game(mismatch.transitions),
            "boards": {
                heading: board_rows(board).split() for heading, board, _ in self._boards(mismatch)
            },
        }

    def _boards(self, mismatch: Mismatch) -> list[tuple[str, Board, Sequence[Square]]]:
        """Return the boards to show, each with its heading and its marked squares."""
        culprit = mismatch.culprit
        before, after = board_of(culprit.before), board_of(culprit.expected.state)
        marked = [] if before is None else squares_of(culprit.call, before)
        boards: list[tuple[str, Board | None, Sequence[Square]]]
        if not mismatch.observed or after is None:
            boards = [("position", before, marked)]
        else:
            got, wrong = _observed_board(after, mismatch.observed)
            boards = [("before", before, marked)]
            if wrong:
                boards += [("expected", after, []), ("got", got, wrong)]
            elif culprit.purpose is Purpose.COMMAND:
                boards += [("after", after, [])]
        return [(heading, board, marks) for heading, board, marks in boards if board is not None]

    def facts(self, state: State | None) -> Iterator[str]:
        """Yield a line for each part of a state that no picture of a board shows."""
        match state:
            case Match():
                yield "the match has begun" if state.begun else "the match has not begun"
                for part in (state.handicap, state.supply, state.clock):
                    yield from self.facts(part)
            case Handicap():
                granted = sorted(
                    corner for corner, is_granted in state.granted.items() if is_granted
                )
                yield f"corners granted: {' '.join(map(self.value, granted)) or 'none'}"
            case Supply():
                yield f"discs left: Black {state.left[BLACK]}, White {state.left[WHITE]}"
            case Clock():
                limit = "no limit" if state.limit == UNLIMITED else f"of {state.limit} ms each"
                used = f"Black {state.used[BLACK]} ms, White {state.used[WHITE]} ms"
                yield f"time used: {used}, {limit}"
                whose = "no" if state.running == NOBODY else f"{state.running.name.title()}'s"
                yield f"{whose} clock runs since {state.latest} ms"


_BEYOND: Final = {
    "othello": "--module passing, where a pass is a call; supply, where discs run out and one is"
    " given; match, with clocks and handicaps"
}
"""What the plain game leaves out, and which module specifies it."""

PRESENTATION = OthelloPresentation()
"""The presentation for the usual board."""


def squares_of(call: Call, board: Board) -> list[Square]:
    """Return the square of the board that a call is about, if there is one."""
    match call.arguments:
        case (int() as row, int() as col, *_) if Square(row, col) in board:
            return [Square(row, col)]
    return []


def _lateness(call: Call, state: State | None) -> str:
    """Return how late a call is since a clock was touched, and how much time that clock had."""
    clock, now = part_of(state, Clock), time_of(call)
    if clock is None or now is None or call.routine == "init":
        return ""
    passed = f"{now - clock.latest} ms later"
    if clock.running == NOBODY or clock.limit == UNLIMITED:
        return passed
    return f"{passed}, {clock.limit - clock.used[clock.running]} ms were left"


def _observed_board(
    expected: Board, observed: Sequence[tuple[TraceStep, Reply]]
) -> tuple[Board, list[Square]]:
    """Return the board as the program shows it, and the squares on which it differs."""
    board = dict(expected)
    wrong = []
    for step, reply in observed:
        if step.call.routine == "cell":
            square = Square(*step.call.arguments)
            if reply.output != step.expected.output:
                wrong.append(square)
            if reply.output in list(Cell):
                board[square] = Cell(reply.output)
    return board, wrong
