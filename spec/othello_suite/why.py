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

WIDTH = 80
"""The columns of a line of text, at most."""


@dataclass(frozen=True)
class MoveExplanation:
    """Whether a player may place a disc on a square, and why."""

    game: Game
    player: Player
    square: Square
    explanation: Explanation
    directions: tuple[tuple[str, Explanation], ...]
    """The discs that flip in each direction, or why none do."""

    @property
    def is_valid(self) -> bool:
        """Whether the move is valid."""
        return bool(self.explanation.value)

    @property
    def size(self) -> int:
        """The number of rows, and of columns, of the board."""
        return max(square.row for square in self.game.board) + 1

    @property
    def show_value(self) -> Callable[[Any], str]:
        """The function that shows values of such a board."""
        return OthelloPresentation(self.size).value


def explain_move(
    machine: Machine, game: Game, square: Square, player: Player | None = None
) -> MoveExplanation:
    """Explain the validity of a move for a player, by default for the player whose turn it is."""
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
    """Yield the explanation as lines of at most 80 columns."""
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
        if part.value:
            yield f"  ✓ {direction:<10} flips {move_list(flips_in(answer, part), answer.size)}"
        else:
            text, binding, rules = reason(part, answer.show_value)
            at = ", ".join(f"{d} = {answer.show_value(v)}" for d, v in binding if d != "d")
            yield from _row(f"  ✗ {direction:<10} fails: {text}  ({at})", rules)


def flips_in(answer: MoveExplanation, part: Explanation) -> list[Square]:
    """Return the discs that flip in one direction, the nearest first."""
    assert part.scope is not None
    row, col = answer.square
    squares: list[Square] = list(Evaluator(part.scope)(part.formula))
    return sorted(squares, key=lambda s: max(abs(s.row - row), abs(s.col - col)))


def _row(text: str, rules: tuple[str, ...]) -> Iterator[str]:
    """Yield a text and the first of its rules at the right, on the next line if need be."""
    label = f"[{rules[0]}]" if rules else ""
    if len(text) + len(label) + 1 > WIDTH:
        yield text
        yield label.rjust(WIDTH)
    else:
        yield (text + label.rjust(WIDTH - len(text))).rstrip()


def to_json(answer: MoveExplanation) -> dict[str, Any]:
    """Return the explanation in its JSON form."""
    return {
        "square": name(answer.square, answer.size),
        "player": answer.player.value,
        "valid": answer.is_valid,
        "captures": as_data(answer.explanation, answer.show_value),
        "directions": {
            direction: as_data(part, answer.show_value) for direction, part in answer.directions
        },
    }
