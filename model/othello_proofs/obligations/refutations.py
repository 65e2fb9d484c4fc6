"""How a refutation is shown: what was expected and got, other values, and boards to look at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from modspec.contract.contract import format_difference, format_message, format_value
from modspec.prove.prover import ProofResult
from modspec.run.machine import Call
from modspec.syntax.values import Map, State
from othello_spec.board import SQUARES, Board, Cell, Square
from othello_spec.records.squares import name as square_name
from othello_suite.pictures import side_by_side
from othello_suite.presentation import PRESENTATION

Picture: TypeAlias = tuple[str, Board, Collection[Square]]
"""A heading, a board, and the squares to mark."""


@dataclass(frozen=True)
class Refutation:
    """A case in which a claim fails."""

    headline: str
    expected: Any = None
    got: Any = None
    entries: Mapping[str, str] = field(default_factory=dict)
    """Lines of text, each beside its keyword; empty ones are left out."""

    pictures: Sequence[Picture] = ()

    def lines(self) -> list[str]:
        """Return lines of text: the headline, the entries, and the boards next to one another."""
        entries = {keyword: text for keyword, text in self.entries.items() if text}
        pictures = side_by_side(self.pictures) if self.pictures else []
        return [
            *format_message(self.headline, entries).splitlines(),
            *("  " + line for line in pictures),
        ]


def differing_squares(one: Board, other: Board) -> list[Square]:
    """Return the squares on which two boards differ."""
    return [square for square in sorted(one) if one[square] != other[square]]


def _is_board(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(cell, Cell) for cell in value.values())


def theorem_refutation(result: ProofResult) -> Refutation:
    """Return the values for which a theorem fails."""
    example = result.counterexample
    assert example is not None
    parts = [part for name, value in example.arguments.items() for part in _parts(name, value)]
    marked = [s for s in example.arguments.values() if isinstance(s, Square) and s in SQUARES]
    show = PRESENTATION.value
    deciding = example.explanation and example.explanation.deciding_part
    bindings = deciding.binding if deciding else ()
    note = "" if example.confirmed else "the specification does not agree when it is run"
    return Refutation(
        ", ".join(f"{name} = {show(value)}" for name, value in parts if not _is_board(value)),
        entries={
            "witness": ", ".join(f"{dummy} = {show(value)}" for dummy, value in bindings),
            "lifting": note and f"{note}: the lifting is wrong",
        },
        pictures=[(name, value, marked) for name, value in parts if _is_board(value)],
    )


def _parts(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the boards and all other values that a value is put together from, by name."""
    match value:
        case State():
            for variable in value.variables:
                yield from _parts(f"{name}.{variable}", getattr(value, variable))
        case Map() if not _is_board(value):
            for key, item in value.items():
                yield from _parts(f"{name}[{PRESENTATION.value(key)}]", item)
        case _:
            yield name, value


def call_refutation(
    call: Call,
    before: State,
    expected: Any,
    got: Any,
    clause: str = "",
    after: State | None = None,
) -> Refutation:
    """Return a call that does not do as specified, with the specification's states.

    ``expected`` and ``got`` are an output, an exception, a state variable or a state: what the
    clause says and what the call did.
    """
    variables = dict(_variables(before))
    turn, board = variables.pop("turn", None), variables.pop("board", None)
    words = format_difference(*map(_without_board, (expected, got)))
    entries = {"clause": clause, "expected": words[0], "got": words[1]}
    entries["before"] = "\n".join(f"{name} = {format_value(v)}" for name, v in variables.items())
    headline = str(call) if turn is None else f"{call}, {turn.name.title()} to move"
    pictures: list[Picture] = []
    if board is not None:
        square = Square(*call.arguments[:2]) if len(call.arguments) > 1 else None
        pictures.append(("before", board, [square] if square in SQUARES else []))
        due, result = _board(expected), _board(got) or _board(after)
        if due is not None:
            pictures.append(("expected", due, []))
        if result is not None and (due is not None or result != board):
            pictures.append(("got", result, differing_squares(result, due or board)))
    return Refutation(headline, expected, got, entries, pictures)


def _variables(state: State) -> Iterator[tuple[str, Any]]:
    """Yield the state variables in their order, with those of states within the state."""
    for name in state.variables:
        value = getattr(state, name)
        if isinstance(value, State):
            yield from _variables(value)
        else:
            yield name, value


def _without_board(value: Any) -> Any:
    """Return a state as its variables without the board, which is drawn; other values unchanged."""
    if not isinstance(value, State):
        return value
    return {name: each for name, each in _variables(value) if name != "board"}


def _board(value: Any) -> Board | None:
    """Return the board that a value is, or that a state has."""
    if isinstance(value, State):
        return dict(_variables(value)).get("board")
    return value if _is_board(value) and set(value) == SQUARES else None


def reply_refutation(question: str, expected: Any, got: Any) -> Refutation:
    """Return a wrong reply to a question; boards are drawn."""
    if _is_board(expected) and _is_board(got):
        marked = differing_squares(expected, got)
        pictures: list[Picture] = [("expected", expected, ()), ("got", got, marked)]
        return Refutation(question, expected, got, pictures=pictures)
    text = f"{question}: expected {_reply_text(expected)}, got {_reply_text(got)}"
    return Refutation(text, expected, got)


def _reply_text(value: Any) -> str:
    if isinstance(value, Set):
        return " ".join(sorted(map(square_name, value))) or "no square"
    return str(getattr(value, "value", value))
