"""Counterexamples, drawn: the board on which a claim fails, and what makes it fail."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from modspec.prove.prover import ProofResult
from modspec.syntax.values import Map, State
from othello_model.kernel import STANDARD, Kernel
from othello_spec.board import BLACK, EMPTY, SQUARES, WHITE, Board, Cell, Player, Square
from othello_spec.lines import can_move, captures, flips, placed
from othello_spec.records.squares import name
from othello_suite.pictures import diagram, side_by_side
from othello_suite.presentation import PRESENTATION

_SHOWN = PRESENTATION.value


def of_theorem(result: ProofResult) -> list[str]:
    """The values for which a theorem fails, boards as pictures."""
    example = result.counterexample
    assert example is not None
    parts = [part for name, value in example.arguments.items() for part in _parts(name, value)]
    boards = [(part, value) for part, value in parts if isinstance(value, Map)]
    values = [f"{part} = {_SHOWN(value)}" for part, value in parts if not isinstance(value, Map)]
    marked = [value for value in example.arguments.values() if _is_square(value)]
    lines = [", ".join(values)] if values else []
    for part, board in boards:
        lines += [part, *("  " + line for line in diagram(board, marked))]
    if (
        example.explanation is not None
        and (nearest := example.explanation.deciding_part) is not None
    ):
        witness = ", ".join(f"{dummy} = {_SHOWN(value)}" for dummy, value in nearest.binding)
        lines += [f"witness: {witness}"] if witness else []
    if not example.confirmed:
        lines.append(
            "The specification, run, does not agree that this is so: the lifting is wrong."
        )
    return lines


def _parts(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A value as what can be shown of it: boards, and all else that it is put together from, by name."""
    match value:
        case State():
            for variable in value.variables:
                yield from _parts(f"{name}.{variable}", getattr(value, variable))
        case Map() if not all(isinstance(item, Cell) for item in value.values()):
            for key, item in value.items():
                yield from _parts(f"{name}[{_SHOWN(key)}]", item)
        case _:
            yield name, value


def _is_square(value: object) -> bool:
    return isinstance(value, Square) and value in SQUARES


@dataclass(frozen=True)
class AnswerDifference:
    """A position in which a kernel says something else than the specification."""

    function: str
    board: Board
    player: Player
    square: Square | None
    expected: Any
    got: Any

    @property
    def is_real(self) -> bool:
        """Whether the two differ when they are run, and not only as terms."""
        return bool(self.expected != self.got)


def of_kernel(
    kernel: Any, result: ProofResult, shape: Kernel = STANDARD, width: int = 128, **options: Any
) -> AnswerDifference:
    """Run the kernel on the words of a counterexample, and the specification on the board.

    With words of 64 bits nothing is left of what the kernel computes above them.
    """
    assert result.counterexample is not None
    words = result.counterexample.arguments
    own, opponent, player = words["own"], words["opponent"], words["player"]
    other = WHITE if player == BLACK else BLACK
    mine, theirs = shape.squares(own), shape.squares(opponent)
    board: Board = Map(
        {
            s: player if s in mine else other if s in theirs else EMPTY
            for s in sorted(shape.squares(shape.board))
        }
    )
    case = dict(result.failed[0].goal.case)
    square: Square | None = case.get("square")
    function = result.claim.rpartition(".")[2]
    given = (own, opponent) if square is None else (own, opponent, shape.bit(*square))
    got = getattr(kernel, function)(*given, **options)
    if width == 64 and isinstance(got, int) and not isinstance(got, bool):
        got &= (1 << width) - 1
    expected = expected_of(function, shape, board, player, square)
    return AnswerDifference(function, board, player, square, expected, got)


def expected_of(
    function: str, shape: Kernel, board: Board, player: Player, square: Square | None
) -> Any:
    """What a function of a kernel has to give, by the specification, where the player's discs are its own."""
    other = WHITE if player == BLACK else BLACK
    return _EXPECTED[function](shape, board, player, other, square)


def _both(shape: Kernel, board: Board, first: Player, second: Player) -> tuple[int, int]:
    return (
        shape.word(s for s in board if board[s] == first),
        shape.word(s for s in board if board[s] == second),
    )


_EXPECTED: Mapping[str, Any] = {
    "flips": lambda shape, board, me, _, square: shape.word(flips(board, me, square)),
    "valid_moves": lambda shape, board, me, _other, _square: shape.word(
        s for s in board if captures(board, me, s)
    ),
    "can_move": lambda _shape, board, me, _other, _square: can_move(board, me),
    "over": lambda _shape, board, me, other, _square: (
        not can_move(board, me) and not can_move(board, other)
    ),
    "next_turn": lambda shape, board, me, other, _square: _both(
        shape, board, *((other, me) if can_move(board, other) else (me, other))
    ),
    "place": lambda shape, board, me, other, square: _both(
        shape, placed(board, me, square), me, other
    ),
}
"""What each function of a kernel is, by the specification."""


def drawn(difference: AnswerDifference, shape: Kernel = STANDARD) -> Iterator[str]:
    """The position, and what is expected of it and was got, with the squares in question marked."""
    at = [difference.square] if difference.square else []
    whose = f"{difference.player.name} to move" + (f", {name(at[0])}" if at else "")
    boards = [("position", difference.board, at)]
    for heading, value in (("expected", difference.expected), ("got", difference.got)):
        boards.append((heading, difference.board, sorted(_squares(value, shape))))
    yield f"{difference.function}: {whose}"
    if isinstance(difference.expected, int) and not isinstance(difference.expected, bool):
        yield from ("  " + line for line in side_by_side(boards))
        yield f"  expected {_listed(difference.expected, shape)}"
        yield f"  got      {_listed(difference.got, shape)}"
    else:
        yield from ("  " + line for line in side_by_side(boards[:1]))
        yield f"  expected {_told(difference.expected)}"
        yield f"  got      {_told(difference.got)}"


def _squares(value: Any, shape: Kernel) -> Collection[Square]:
    return shape.squares(value) if _is_word(value, shape) else ()


def _is_word(value: Any, shape: Kernel) -> bool:
    return isinstance(value, int) and 0 <= value <= shape.board


def _listed(value: Any, shape: Kernel) -> str:
    if not _is_word(value, shape):
        return f"{value!r}, which is no set of squares"
    return " ".join(map(name, sorted(shape.squares(value)))) or "no square"


def _told(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"{word:#018x}" for word in value)
    return str(value)
