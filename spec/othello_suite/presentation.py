"""How the values, games and states of Othello's modules are shown in a verdict.

Games as transcripts, boards as pictures, corners by their names, times in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, Step
from modspec.run.machine import Call
from modspec.syntax.values import State
from othello_spec.board import BLACK, SIZE, WHITE, Board, Cell, Player, Square
from othello_spec.clock import NOBODY, UNLIMITED, Clock
from othello_spec.handicap import Handicap
from othello_spec.match import Match
from othello_spec.othello import Game
from othello_spec.passing import Passing
from othello_spec.records.diagrams import LETTERS
from othello_spec.records.squares import name, on_board
from othello_spec.supply import Supply
from othello_suite.pictures import side_by_side

_Picture = tuple[str, Board | None, list[Square]]

_SPOKEN: Final[Mapping[str, Callable[[Player], str]]] = {
    "start": "start {0}'s clock".format,
    "take": "{0} takes a disc".format,
}
"""Calls that are about a player, in words."""

GAME_CALLS: Final = ("init", "grant", "begin", "move", "pass_turn", "start", "stop", "take")
"""The access programs that a game consists of; the others ask, and are not written down with it."""

_TOLD: Final[Mapping[str, int]] = {
    "init": 1, "begin": 0, "move": 2, "start": 1, "stop": 0, "time_left": 1,
    "is_out_of_time": 1, "over": 0, "ended_by": 0, "winner": 0,
}  # fmt: skip
"""Which argument of a call tells the time, if it has so many."""


class OthelloPresentation:
    """Shows what concerns boards of one size."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size

    def value(self, value: Any) -> str:
        """A square by its name, an element of an enumeration by its own."""
        if isinstance(value, Square):
            return name(value, self._size)
        return str(getattr(value, "name", value))

    # -- games and calls ---------------------------------------------------------------------------

    def game(self, calls: Sequence[Call]) -> str:
        """The calls as a transcript: ``f5 d6 pass``, and with times ``f5@12000``, in milliseconds.

        The first call is left out if it is an ``init`` without arguments; others are written.
        """
        calls = [call for call in calls if call.routine in GAME_CALLS]
        plain = not calls or not calls[0].arguments
        written = [self._written(call) for call in calls[plain:]]
        spoken = any(" " in each for each in written)
        return (", " if spoken else " ").join(written)

    def _written(self, call: Call) -> str:
        match call.routine, call.arguments:
            case "pass_turn", ():
                return "pass"
            case "move", (row, col, *_):
                return self.value(Square(row, col)) + _at(call)
            case "grant", (row, col):
                return f"grant {self.value(Square(row, col))}"
            case ("take" | "start") as routine, (player, *_):
                return _SPOKEN[routine](player) + _at(call)
            case "init", (limit, _):
                return f"init {limit}{_at(call)}"
        return call.routine + _at(call)

    def call(self, deviation: Mismatch) -> str:
        """Who plays where, or whose move is asked about, and how late it is."""
        call, state = deviation.culprit.call, deviation.culprit.before
        match call.routine, call.arguments:
            case "move", (row, col, *_) if (player := turn_of(state)) is not None:
                said = f"{player.name.title()} plays {self.value(Square(row, col))}"
            case "pass_turn", () if (player := turn_of(state)) is not None:
                said = f"{player.name.title()} passes"
            case "init", _ if deviation.history:
                before = sum(earlier.routine == "init" for earlier in deviation.history)
                said = f"game {before + 1} begins"
            case "is_valid_move", (row, col, player):
                said = f"may {player.name.title()} play {self.value(Square(row, col))}?"
            case (("grant" | "is_granted"), (row, col)):
                said = f"the corner {self.value(Square(row, col))}"
            case _:
                said = ""
        return ", ".join(part for part in (said, _lateness(call, state)) if part)

    # -- pictures ----------------------------------------------------------------------------------

    def pictures(self, deviation: Mismatch) -> list[str]:
        """What there is beside the board before the call; the board, and after a transition also as it
        should be and as it is, marked.
        """
        boards = [
            (heading, board, marked)
            for heading, board, marked in self._boards(deviation)
            if board is not None
        ]
        lines = [f"    {fact}" for fact in self.facts(deviation.culprit.before)]
        if lines and boards:
            lines.append("")
        return lines + (["  " + line for line in side_by_side(boards)] if boards else [])

    def as_json(self, deviation: Mismatch) -> dict[str, Any]:
        """The transcript, and the boards as strings, one a row."""
        return {
            "transcript": self.game(deviation.transitions),
            "boards": {
                heading: [
                    "".join(LETTERS[board[Square(r, c)]] for c in range(size)) for r in range(size)
                ]
                for heading, board, _ in self._boards(deviation)
                if board is not None
                for size in [max(square.row for square in board) + 1]
            },
        }

    def _boards(self, deviation: Mismatch) -> list[_Picture]:
        blamed = deviation.culprit
        before, after = board_of(blamed.before), board_of(blamed.expected.state)
        touched = [s for s in _squares(blamed.call) if on_board(s, self._size)]
        if not deviation.observed or after is None:
            return [("position", before, touched)]
        got, wrong = _observed_board(after, deviation.observed)
        if not wrong:
            after_board = after if blamed.purpose is Purpose.COMMAND else None
            return [("before", before, touched), ("after", after_board, [])]
        return [("before", before, touched), ("expected", after, []), ("got", got, wrong)]

    def facts(self, state: State | None) -> Iterator[str]:
        """What a state has beside a board, each in a line."""
        match state:
            case Match():
                yield "the match has begun" if state.begun else "the match has not begun"
                for part in (state.handicap, state.supply, state.clock):
                    yield from self.facts(part)
            case Handicap():
                granted = sorted(corner for corner, is_it in state.granted.items() if is_it)
                yield f"corners granted: {' '.join(map(self.value, granted)) or 'none'}"
            case Supply():
                yield f"discs left: Black {state.left[BLACK]}, White {state.left[WHITE]}"
            case Clock():
                limit = "no limit" if state.limit == UNLIMITED else f"of {state.limit} ms each"
                yield f"time used: Black {state.used[BLACK]} ms, White {state.used[WHITE]} ms, {limit}"
                whose = "no" if state.running == NOBODY else f"{state.running.name.title()}'s"
                yield f"{whose} clock runs since {state.latest} ms"


PRESENTATION = OthelloPresentation()
"""The one for the usual board."""


def _at(call: Call) -> str:
    """The time that is told with a call."""
    number = _TOLD.get(call.routine, len(call.arguments))
    return f"@{call.arguments[number]}" if number < len(call.arguments) else ""


def _lateness(call: Call, state: State | None) -> str:
    """How long it is after a clock was touched, and how much time the clock that runs then had left."""
    clock = state.clock if isinstance(state, Match) else state
    told = _at(call)[1:]
    if not isinstance(clock, Clock) or not told or call.routine == "init":
        return ""
    passed = f"{int(told) - clock.latest} ms later"
    if clock.running == NOBODY or clock.limit == UNLIMITED:
        return passed
    return f"{passed}, {clock.limit - clock.used[clock.running]} ms were left"


def board_of(state: State | None) -> Board | None:
    """The board of a state, if it has one."""
    if isinstance(state, Match):
        return state.game.board
    return state.board if isinstance(state, Game | Passing) else None


def turn_of(state: State | None) -> Player | None:
    """Whose turn it is in a state, if that is a part of it."""
    if isinstance(state, Match):
        return state.game.turn
    return state.turn if isinstance(state, Game | Passing) else None


def _squares(call: Call) -> list[Square]:
    """The square that a call is about, if it is about one."""
    match call.arguments:
        case (int() as row, int() as col, *_):
            return [Square(row, col)]
    return []


def _observed_board(
    expected: Board, observed: Sequence[tuple[Step, Reply]]
) -> tuple[Board, list[Square]]:
    """The board as the implementation shows it, and where it differs."""
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
