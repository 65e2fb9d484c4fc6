"""How a refutation is shown: the values for which a claim fails, and boards to look at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any

from modspec.contract.contract import format_difference, format_message, format_value
from modspec.prove.prover import ProofResult
from modspec.run.machine import Call
from modspec.syntax.values import Map, State
from othello_model.kernel import STANDARD, Kernel
from othello_spec.board import SQUARES, Board, Cell, Player, Square
from othello_spec.records.squares import name as square_name
from othello_suite.pictures import diagram, side_by_side
from othello_suite.presentation import PRESENTATION

_format = PRESENTATION.value


def draw_boards(*pictures: tuple[str, Board, Collection[Square]]) -> Iterator[str]:
    """Draw boards next to one another, each with a heading and the squares to mark."""
    yield from ("  " + line for line in side_by_side(pictures))


def differing_squares(one: Board, other: Board) -> list[Square]:
    """Return the squares on which two boards differ."""
    return [square for square in sorted(one) if one[square] != other[square]]


def is_board(value: object) -> bool:
    """Whether the value says what squares hold."""
    return isinstance(value, Mapping) and all(isinstance(cell, Cell) for cell in value.values())


def _variables(state: State) -> Iterator[tuple[str, Any]]:
    """Yield the state variables in their order, with those of states within the state."""
    for name in state.variables:
        value = getattr(state, name)
        if isinstance(value, State):
            yield from _variables(value)
        else:
            yield name, value


# -- theorems --------------------------------------------------------------------------------------


def draw_theorem(result: ProofResult) -> list[str]:
    """Return the values for which a theorem fails as lines of text, boards as pictures."""
    example = result.counterexample
    assert example is not None
    parts = [part for name, value in example.arguments.items() for part in _parts(name, value)]
    boards = [(part, value) for part, value in parts if isinstance(value, Map)]
    values = [f"{part} = {_format(value)}" for part, value in parts if not isinstance(value, Map)]
    marked = [s for s in example.arguments.values() if isinstance(s, Square) and s in SQUARES]
    lines = [", ".join(values)] if values else []
    for part, board in boards:
        lines += [part, *("  " + line for line in diagram(board, marked))]
    deciding = example.explanation and example.explanation.deciding_part
    if deciding is not None and deciding.binding:
        bound = (f"{dummy} = {_format(value)}" for dummy, value in deciding.binding)
        lines.append(f"witness: {', '.join(bound)}")
    if not example.confirmed:
        lines.append("The specification does not agree when it is run: the lifting is wrong.")
    return lines


def _parts(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the boards and all other values that a value is put together from, by name."""
    match value:
        case State():
            for variable in value.variables:
                yield from _parts(f"{name}.{variable}", getattr(value, variable))
        case Map() if not is_board(value):
            for key, item in value.items():
                yield from _parts(f"{name}[{_format(key)}]", item)
        case _:
            yield name, value


# -- calls of access programs ----------------------------------------------------------------------


@dataclass(frozen=True)
class CallRefutation:
    """A call that does not do as specified."""

    call: Call
    before: State
    """The specification's state that the call was made in."""

    expected: Any
    got: Any
    """What the clause says and what the call did: an output, an exception, or a state variable."""

    clause: str = ""
    """The clause that the call violates, as mathematics."""

    after: State | None = None
    """The specification's state after the call."""


def draw_call(refutation: CallRefutation) -> Iterator[str]:
    """Yield lines of text: the call and its clause, the state, and the boards."""
    expected, got = format_difference(*map(_without_board, (refutation.expected, refutation.got)))
    before = dict(_variables(refutation.before))
    turn, board = before.pop("turn", None), before.pop("board", None)
    entries = {"clause": refutation.clause, "expected": expected, "got": got}
    entries["before"] = "\n".join(f"{name} = {format_value(v)}" for name, v in before.items())
    call = refutation.call
    headline = str(call) if turn is None else f"{call}, {turn.name.title()} to move"
    yield from format_message(headline, {k: v for k, v in entries.items() if v}).splitlines()
    if board is None:
        return
    square = Square(*call.arguments[:2]) if len(call.arguments) > 1 else None
    pictures: list[Any] = [("before", board, [square] if square in SQUARES else [])]
    due = _board(refutation.expected)
    if due is not None:
        pictures.append(("expected", due, []))
    after = _board(refutation.got) or _board(refutation.after)
    if after is not None and (due is not None or after != board):
        pictures.append(("got", after, differing_squares(after, due or board)))
    yield from draw_boards(*pictures)


def _without_board(value: Any) -> Any:
    """Return a state as its variables without the board, which is drawn; other values unchanged."""
    if not isinstance(value, State):
        return value
    return {name: each for name, each in _variables(value) if name != "board"}


def _board(value: Any) -> Board | None:
    """Return the board that a value is, or that a state has."""
    if isinstance(value, State):
        return dict(_variables(value)).get("board")
    return value if isinstance(value, Mapping) and set(value) == SQUARES else None


# -- functions of a kernel -------------------------------------------------------------------------


@dataclass(frozen=True)
class KernelReply:
    """What a function of a kernel says in a position, and what the specification says."""

    function: str
    words: tuple[int, ...]
    """The arguments of the function."""

    board: Board
    player: Player
    square: Square | None
    expected: Any
    got: Any

    @property
    def is_wrong(self) -> bool:
        """Whether the two differ when they are run, and not only as terms."""
        return bool(self.expected != self.got)


def draw_kernel(reply: KernelReply, shape: Kernel = STANDARD) -> Iterator[str]:
    """Yield lines of text: the position, what was expected and what the kernel said."""
    at = [reply.square] if reply.square else []
    place = f", {square_name(at[0])}" if at else ""
    yield f"{reply.function}: {reply.player.name} to move{place}"
    replies = {"expected": reply.expected, "got": reply.got}
    pictures: list[Any] = [("position", reply.board, at)]
    is_word = isinstance(reply.expected, int) and not isinstance(reply.expected, bool)
    if is_word:
        for heading, value in replies.items():
            marked = shape.squares(value) if _is_word(value, shape) else ()
            pictures.append((heading, reply.board, sorted(marked)))
    yield from draw_boards(*pictures)
    for heading, value in replies.items():
        yield f"  {heading:<8} {_format_word(value, shape) if is_word else _format_other(value)}"


def _is_word(value: Any, shape: Kernel) -> bool:
    return isinstance(value, int) and 0 <= value <= shape.board


def _format_word(value: Any, shape: Kernel) -> str:
    if not _is_word(value, shape):
        return f"{value!r}, which is no set of squares"
    return " ".join(map(square_name, sorted(shape.squares(value)))) or "no square"


def _format_other(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"{word:#018x}" for word in value)
    return str(value)


# -- replies ---------------------------------------------------------------------------------------


def draw_reply(question: str, expected: Any, got: Any) -> Iterator[str]:
    """Yield lines of text: a question, the expected reply and the reply; two boards as pictures."""
    if is_board(expected) and is_board(got):
        yield question
        marked = differing_squares(expected, got)
        yield from side_by_side([("expected", expected, ()), ("got", got, marked)])
    else:
        yield f"{question}: expected {_format_reply(expected)}, got {_format_reply(got)}"


def _format_reply(value: Any) -> str:
    if isinstance(value, Set):
        return " ".join(sorted(map(square_name, value))) or "no square"
    return str(getattr(value, "value", value))
