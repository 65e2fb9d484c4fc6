"""Why a reply is due: one sentence about the very case in which a program replied otherwise.

The specification says what is due, and which discs a move flips; the sentences only put this into
words. They name squares by their letters, and directions as they are seen on the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, TraceStep
from modspec.explain.text import operands
from modspec.run.machine import Call, Machine
from othello_spec.board import BLACK, EMPTY, WHITE, Cell, Direction, Player, Square
from othello_spec.lines import opponent
from othello_spec.othello import Game
from othello_spec.records.squares import name
from othello_suite.advice import WAYS
from othello_suite.why import MoveExplanation, explain_move, flips_in

_NOBODY = "Neither player has a valid move."
_MOST_LINES = 2
"""Lines of discs that one sentence describes."""


def why_due(mismatch: Mismatch, machine: Machine) -> str:
    """Return why the reply is due that did not come; empty where the rule says it as well."""
    step, culprit = mismatch.step, mismatch.culprit
    game = step.before
    if machine.module.name != "othello" or game is None:
        return ""
    case = _StateInWords(machine, cast(Game, game))
    if step is culprit:
        return case.of_call(step)
    if culprit.purpose is not Purpose.COMMAND or mismatch.between:
        return ""
    if culprit.before is None or machine.is_initializer(culprit.call):
        return case.of_start(step.call)
    return case.of_move(_StateInWords(machine, cast(Game, culprit.before)), culprit.call, step)


class _StateInWords:
    """One state of the game, in words."""

    def __init__(self, machine: Machine, game: Game) -> None:
        self._machine, self._game = machine, game
        self._size = max(square.row for square in game.board) + 1

    def of_call(self, step: TraceStep) -> str:
        """Say why a reply is due to a call in this state."""
        due = step.expected.output
        match step.call.routine, step.call.arguments:
            case (("cell" | "move" | "is_valid_move"), (row, col, *_)) if (
                Square(row, col) not in self._game.board
            ):
                return f"Rows and columns of the board run from 0 to {self._size - 1}."
            case "move", (row, col):
                return self._move(Square(row, col), self._game.turn)
            case "is_valid_move", (row, col, player):
                return self._move(Square(row, col), player)
            case "has_valid_moves", (player,):
                return self._example(player) or f"On no square may {_name(player)} place a disc."
            case "game_over", () if due:
                if EMPTY not in self._game.board.values():
                    return "The board is full."
                able = [_name(each) for each in (BLACK, WHITE) if self._valid_square(each)]
                # in a variant the game may end sooner
                return f"Only {able[0]} has a valid move." if able else _NOBODY
            case "game_over", ():
                turn = self._game.turn
                return self._example(turn) or self._example(opponent(turn))
            case "count", (player,):
                return f"The board has {_number(self._discs(player), player.value + ' disc')}."
            case "winner", ():
                black = _number(self._discs(BLACK), "disc")
                return f"Black has {black}, White has {self._discs(WHITE)}."
        return ""

    def of_start(self, shown_by: Call) -> str:
        """Say what a game begins with, so far as a call shows it."""
        if shown_by.routine == "turn":
            return f"{_name(self._game.turn)} begins."
        discs = (
            f"{self._at(s)} {v.value}" for s, v in sorted(self._game.board.items()) if v != EMPTY
        )
        return f"A game begins with {_list([*discs])}." if shown_by.routine == "cell" else ""

    def of_move(self, before: _StateInWords, move: Call, step: TraceStep) -> str:
        """Say why this is the state after a move in another state, so far as a call shows it."""
        row, col, *_ = move.arguments
        placed, mover = Square(row, col), before._game.turn
        match step.call.routine, step.call.arguments:
            case "turn", ():
                return self._turn(placed, mover)
            case "cell", (row, col):
                return before._disc(placed, mover, Square(row, col), step.expected.output)
        return ""

    def _turn(self, placed: Square, mover: Player) -> str:
        other = opponent(mover)
        if self._game.turn == mover:
            return (
                f"After {self._at(placed)} {_name(other)} has no valid move, "
                f"so {_name(mover)} plays again."
            )
        square = self._valid_square(other)
        example = f", such as {self._at(square)}" if square else ""
        return f"After {self._at(placed)} {_name(other)} has a valid move{example}."

    def _disc(self, placed: Square, mover: Player, square: Square, due: object) -> str:
        """Say why a square holds what it does after a move in this state."""
        if square == placed:
            return f"The new disc on {self._at(square)} is {mover.value}."
        answer = explain_move(self._machine, self._game, placed, mover)
        for direction, flips in self._lines(answer):
            if square in flips:
                return f"{self._line(answer, direction, flips)}."
        held = self._game.board[square]
        if held == EMPTY:
            return f"{self._at(square)} is empty, and a move places one disc only."
        if held == mover:
            return f"The disc on {self._at(square)} was {mover.value} before, and stays."
        return (
            f"The disc on {self._at(square)} stays {held.value}: it lies in no line between the "
            f"new disc on {self._at(placed)} and another {mover.value} one."
        )

    def _move(self, square: Square, player: Player) -> str:
        """Say why a player may, or may not, place a disc on a square of the board."""
        held = self._game.board[square]
        if held != EMPTY:
            return f"{self._at(square)} already holds a {held.value} disc."
        answer = explain_move(self._machine, self._game, square, player)
        lines = [self._line(answer, *line) for line in self._lines(answer)]
        if lines and not answer.is_valid:  # a variant may ask for more than discs that flip
            parts = operands(answer.explanation, answer.show_value)
            return f"{next(text for text, holds, _ in parts if not holds)} is false."
        if lines:
            more = "" if len(lines) <= _MOST_LINES else f", and {len(lines) - _MOST_LINES} more"
            return f"{'; '.join(lines[:_MOST_LINES])}{more}."
        open_lines = [*self._open_lines(square, player)]
        if not open_lines:
            return f"No {opponent(player).value} disc is beside {self._at(square)}."
        more = f"; {len(open_lines) - _MOST_LINES} more" if len(open_lines) > _MOST_LINES else ""
        return (
            f"A {player.value} disc on {self._at(square)} flips nothing: "
            f"{'; '.join(open_lines[:_MOST_LINES])}{more}."
        )

    @staticmethod
    def _lines(answer: MoveExplanation) -> Iterator[tuple[str, list[Square]]]:
        """Yield the directions in which discs flip, with these discs, the nearest first."""
        return ((d, flips_in(answer, part)) for d, part in answer.directions if part.value)

    def _line(self, answer: MoveExplanation, direction: str, flips: Sequence[Square]) -> str:
        """Say which discs flip in a direction, and between which two they lie."""
        along = self._machine.instance.function("othello_spec.lines", "along")
        last = along(answer.square, Direction[direction.upper()], len(flips) + 1)
        return (
            f"{_name(answer.player)} on {self._at(answer.square)} flips "
            f"{_list([*map(self._at, flips)])} ({WAYS[direction.upper()]}, "
            f"closed by {self._at(last)})"
        )

    def _open_lines(self, square: Square, player: Player) -> Iterator[str]:
        """Yield the lines of the opponent's discs beside a square, and how each ends."""
        board = self._game.board
        for direction in Direction:
            drow, dcol = direction.value
            places = [
                Square(square.row + k * drow, square.col + k * dcol) for k in range(1, self._size)
            ]
            discs: list[Square] = []
            for place in places:
                if board.get(place) != opponent(player):
                    break
                discs.append(place)
            if discs:
                end = places[len(discs)] if len(discs) < len(places) else None
                ends = f"{self._at(end)} is empty" if end in board else "the board ends"
                yield f"{WAYS[direction.name]}, after {_list([*map(self._at, discs)])}, {ends}"

    def _example(self, player: Player) -> str:
        """Name a valid move of a player, with a row that it flips; empty if there is none."""
        square = self._valid_square(player)
        return self._move(square, player) if square else ""

    def _valid_square(self, player: Player) -> Square | None:
        """Return the first square on which a player may place a disc."""
        return next(
            (
                square
                for square in sorted(self._game.board)
                if self._machine.call(
                    self._game, "is_valid_move", (square.row, square.col, player)
                ).output
            ),
            None,
        )

    def _discs(self, player: Player) -> int:
        return sum(held == player for held in self._game.board.values())

    def _at(self, square: Square | None) -> str:
        assert square is not None
        return name(square, self._size)


def _name(player: Cell) -> str:
    return player.name.title()


def _number(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _list(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
