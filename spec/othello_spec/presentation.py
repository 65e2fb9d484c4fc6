"""How Othello's values, games and positions are shown in a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from modspec.checking.examine import Deviation
from modspec.checking.implementation import Reply
from modspec.checking.script import Purpose, Step
from modspec.readings.run import Call
from othello_spec.board import SQUARES, Board, Cell, Square
from othello_spec.othello import Game
from othello_spec.pictures import side_by_side
from othello_spec.records.diagrams import LETTERS
from othello_spec.records.squares import name


class OthelloPresentation:
    """Games as transcripts, positions as boards."""

    def value(self, value: Any) -> str:
        """A square by its name, an element of an enumeration by its own."""
        if isinstance(value, Square):
            return name(value)
        return str(getattr(value, "name", value))

    def game(self, calls: Sequence[Call]) -> str:
        """The moves as a transcript; a second ``init`` is written where it is called."""
        written = [
            name(Square(*call.arguments)) if call.routine == "move" else call.routine
            for call in calls[1:]
        ]
        return " ".join(written)

    def call(self, deviation: Deviation) -> str:
        """Who plays where, or whose move is asked about."""
        call, state = deviation.blamed.call, deviation.blamed.before
        if call.routine == "move" and isinstance(state, Game):
            return f"{state.turn.name.title()} plays {name(Square(*call.arguments))}"
        if call.routine == "is_valid_move":
            row, col, player = call.arguments
            return f"may {player.name.title()} play {name(Square(row, col))}?"
        return ""

    def pictures(self, deviation: Deviation) -> list[str]:
        """The board before the call; after a transition also as it should be and as it is, marked."""
        boards = [
            (heading, board, marked)
            for heading, board, marked in self._boards(deviation)
            if board is not None
        ]
        return ["  " + line for line in side_by_side(boards)] if boards else []

    def as_json(self, deviation: Deviation) -> dict[str, Any]:
        """The transcript, and the boards as eight strings each."""
        return {
            "transcript": self.game(deviation.history),
            "boards": {
                heading: [
                    "".join(LETTERS[board[Square(r, c)]] for c in range(size)) for r in range(size)
                ]
                for heading, board, _ in self._boards(deviation)
                if board is not None
                for size in [max(square.row for square in board) + 1]
            },
        }

    def _boards(self, deviation: Deviation) -> list[tuple[str, Board | None, list[Square]]]:
        blamed = deviation.blamed
        before = blamed.before.board if isinstance(blamed.before, Game) else None
        after = blamed.expected.state
        touched = _touched(blamed.call)
        if not deviation.observed or not isinstance(after, Game):
            return [("position", before, touched)]
        got, wrong = _observed_board(after.board, deviation.observed)
        if not wrong:
            after_board = after.board if blamed.purpose is Purpose.PLAY else None
            return [("before", before, touched), ("after", after_board, [])]
        return [("before", before, touched), ("expected", after.board, []), ("got", got, wrong)]


def _touched(call: Call) -> list[Square]:
    square = Square(*call.arguments[:2]) if len(call.arguments) >= 2 else None
    return [square] if square in SQUARES else []


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


PRESENTATION = OthelloPresentation()
"""The one that there is."""
