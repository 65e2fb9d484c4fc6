"""Why a square is, or is not, a valid move: clause by clause and direction by direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from modspec.explain.explain import by_first_dummy, environment, explain_clause
from modspec.explain.explanation import Explanation
from modspec.explain.text import as_data, operands, reason
from modspec.run.evaluate import Evaluator
from modspec.run.machine import Machine
from modspec.syntax.expressions import SetOf
from othello_spec import module
from othello_spec.board import Cell, Player, Square
from othello_spec.othello import Game
from othello_spec.records.move_lists import move_list
from othello_spec.records.squares import name
from othello_suite.pictures import side_by_side
from othello_suite.presentation import OthelloPresentation


@dataclass(frozen=True)
class MoveExplanation:
    """The answer to whether a player may place a disc on a square, with its reasons."""

    game: Game
    player: Player
    square: Square
    explanation: Explanation
    directions: tuple[tuple[str, Explanation], ...]
    """For each direction, why as many discs flip in it as do."""

    @property
    def is_valid(self) -> bool:
        """Whether the move is valid."""
        return bool(self.explanation.value)

    @property
    def size(self) -> int:
        """How many rows, and columns, the board has."""
        return max(square.row for square in self.game.board) + 1

    @property
    def show_value(self) -> Callable[[Any], str]:
        """How values of such a board are shown."""
        return OthelloPresentation(self.size).value


def explain_move(
    machine: Machine, game: Game, square: Square, player: Player | None = None
) -> MoveExplanation:
    """Explain the validity of a move for a player, by default the one whose turn it is."""
    player = player or game.turn
    lines = module("lines")
    arguments = (game.board, player, square)
    captures, flips = lines["captures"], lines["flips"]
    assert captures.output is not None
    assert flips.output is not None
    explanation = explain_clause(machine.instance, captures, captures.output, None, arguments)
    node = flips.output.value
    assert isinstance(node, SetOf)
    scope = environment(machine.instance, flips, None, arguments)
    directions = tuple((d.name.lower(), part) for d, part in by_first_dummy(node, scope))
    return MoveExplanation(game, player, square, explanation, directions)


def lines_of(answer: MoveExplanation) -> Iterator[str]:
    """The answer as text, at most 80 columns wide."""
    verdict = "is a valid move" if answer.is_valid else "is not a valid move"
    yield f"{name(answer.square, answer.size)} {verdict} for {answer.player.name}"
    yield ""
    for line in side_by_side([("", answer.game.board, [answer.square])])[1:]:
        yield "  " + line
    yield ""
    yield "captures(board, player, square) asks that"
    for text, value, rules in operands(answer.explanation, answer.show_value):
        yield from _row(f"  {'✓' if value else '✗'} {text}", rules)
    if answer.game.board[answer.square] != Cell.EMPTY:
        return
    yield ""
    yield "direction by direction"
    for direction, part in answer.directions:
        yield from _row(
            f"  {_outcome(direction, part, answer)}",
            reason(part, answer.show_value)[2] if not part.value else (),
        )


def _outcome(direction: str, part: Explanation, answer: MoveExplanation) -> str:
    if part.value:
        squares = sorted(_flipped(answer, direction), key=lambda s: _distance(s, answer.square))
        return f"✓ {direction:<10} flips {move_list(squares, answer.size)}"
    text, binding, _ = reason(part, answer.show_value)
    at = ", ".join(
        f"{dummy} = {answer.show_value(value)}" for dummy, value in binding if dummy != "d"
    )
    return f"✗ {direction:<10} fails: {text}  ({at})"


def _flipped(answer: MoveExplanation, direction: str) -> list[Square]:
    part = dict(answer.directions)[direction]
    assert part.scope is not None
    return list(Evaluator(part.scope)(part.formula))


def _distance(one: Square, other: Square) -> int:
    return max(abs(one.row - other.row), abs(one.col - other.col))


def _row(text: str, rules: tuple[str, ...]) -> Iterator[str]:
    label = " ".join(f"[{rule}]" for rule in rules[:1])
    if len(text) + len(label) + 1 > 80:
        yield text
        yield label.rjust(80)
    else:
        yield (text + label.rjust(80 - len(text))).rstrip()


def to_json(answer: MoveExplanation) -> dict[str, Any]:
    """The answer for programs."""
    return {
        "square": name(answer.square, answer.size),
        "player": answer.player.value,
        "valid": answer.is_valid,
        "captures": as_data(answer.explanation, answer.show_value),
        "directions": {
            direction: as_data(part, answer.show_value) for direction, part in answer.directions
        },
    }
