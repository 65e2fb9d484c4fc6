"""How the games of Othello's modules are drawn on a page: each position as a picture, the last as it should be and as it is.

The positions are those of the specification, played once more. Where it was read otherwise when the fault was found, by
a convention or without a rule that was broken already, it is read so again. If the game still does not lead where the
verdict says that it did, only that position is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from modcheck.report.frames import Figure, Frame
from modcheck.testing.conventions import ConventionError, Dialect
from modcheck.testing.test_model import TestModel
from modcheck.verdict.verdict import no_op_calls_text
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant, combine, mutants
from modspec.syntax.errors import SpecificationError
from modspec.syntax.values import State
from othello_spec.board import SIZE, Board, Cell, Player, Square
from othello_spec.records.diagrams import CELLS
from othello_suite.pictures import svg
from othello_suite.presentation import OthelloPresentation, board_of, turn_of

_MOVES: Final = ("move", "pass_turn")
"""What the player on turn does."""


class OthelloDrawings:
    """Draws what verdicts on one subject tell."""

    def __init__(self, subject: TestModel) -> None:
        self._subject = subject
        self._machine = Machine(subject.module, subject.constants)
        size = subject.constants.get("SIZE", SIZE)
        assert isinstance(size, int)
        self._presentation = OthelloPresentation(size)

    def frames(self, verdict: Mapping[str, Any], number: int) -> Sequence[Frame]:
        """The positions of the game that shows a fault, and the call that goes wrong in the last of them."""
        fault = verdict["faults"][number]
        idle = _idle(fault)
        game = [_call(call) for n, call in enumerate(fault["history"]) if n not in idle]
        boards = {name: _read(rows) for name, rows in fault.get("boards", {}).items()}
        before = boards.get("before", boards.get("position"))
        for changes in self._changes(verdict, number):
            states = self._played(changes, game)
            if states is not None and (not states or board_of(states[-1]) == before):
                last = states[-1] if states else None
                return (*self._positions(game, states), self._last(fault, boards, turn_of(last)))
        return (self._last(fault, boards, None),)

    def _changes(self, verdict: Mapping[str, Any], number: int) -> Iterator[list[Mutant]]:
        """The ways in which the specification may have been read: what was otherwise in it."""
        try:
            terms = Dialect(self._subject.conventions, verdict["conventions"])
            agreed = terms.changes(self._subject.module)
        except (ConventionError, LookupError):  # it is about another subject
            return
        yield agreed
        given = [found for fault in verdict["faults"][:number] if (found := self._variant(fault))]
        if given:
            yield [*agreed, *given]

    def _played(self, changes: Sequence[Mutant], game: Sequence[Call]) -> list[State] | None:
        """The states after each call of a game; None if it cannot be played so."""
        try:
            machine = self._machine.with_edits(combine(changes)) if changes else self._machine
            return _states(machine, game)
        except (LookupError, AttributeError, TypeError):  # one change lies within another
            return None

    def _variant(self, fault: Mapping[str, Any]) -> Mutant | None:
        """The change of the specification that a fault behaves like."""
        like = fault.get("behaves_as_if")
        wanted = like and (like["change"], like["function"], like["before"], like["after"])
        return next(
            (
                each
                for each in mutants(self._subject.module)
                if (each.operator.value, each.function, each.before, each.after) == wanted
            ),
            None,
        )

    # -- frames ------------------------------------------------------------------------------------

    def _positions(self, game: Sequence[Call], states: Sequence[State]) -> Iterator[Frame]:
        mover = None
        for number, (call, state) in enumerate(zip(game, states, strict=True)):
            said = self._said(call, mover) if number or call.arguments else ""
            caption = f"{number}. {said}" if number else f"Start {said}".rstrip()
            yield Frame(caption, tuple(self._figures(call, state)), self._facts(state))
            mover = turn_of(state)

    def _said(self, call: Call, mover: Player | None) -> str:
        """A transition as people write it, and whose it is."""
        written = self._presentation.game([Call(""), call])
        is_a_move = mover is not None and call.routine in _MOVES
        return f"{mover.name.title()}: {written}" if mover is not None and is_a_move else written

    def _figures(self, call: Call, state: State) -> Iterator[Figure]:
        board = board_of(state)
        if board is not None:
            last = Square(*call.arguments[:2]) if call.routine == "move" else None
            yield Figure("", svg(board, last=last, title=f"Position after {call}"))

    def _facts(self, state: State) -> tuple[str, ...]:
        return tuple(self._presentation.facts(state))

    def _last(
        self, fault: Mapping[str, Any], boards: Mapping[str, Board], mover: Player | None
    ) -> Frame:
        """The call that goes wrong: what should follow beside what did, or the position that it is about."""
        call, shown_by = _call(fault["call"]), _call(fault["shown_by"])
        is_a_move = call.routine in _MOVES
        said = f"{fault['moves']}. {self._said(call, mover)}" if is_a_move else f"Then {call}"
        idle = no_op_calls_text([str(_call(each)) for each in fault["history"]], _idle(fault))
        notes = [f"before it: {idle}"] if idle else []
        notes += [f"then {_call(between)}" for between in fault["between"]]
        notes.append(f"{shown_by}: expected {fault['expected']}, got {fault['got']}")
        if {"expected", "got"} <= set(boards):
            differ = _differing(boards["expected"], boards["got"], shown_by)
            shown = [("expected", differ), ("got", differ)]
        else:
            name = (
                "after" if "after" in boards else "position" if "position" in boards else "before"
            )
            shown = [(name, _about(call, boards[name]))] if name in boards else []
        figures = [
            Figure(
                name if shown[1:] else "", svg(boards[name], marks, title=f"{name.title()}, {call}")
            )
            for name, marks in shown
        ]
        return Frame(said, tuple(figures), tuple(notes))


def _call(written: Sequence[Any]) -> Call:
    """A call as it was before it travelled."""
    routine, *arguments = written
    return Call(routine, tuple(Cell(a) if isinstance(a, str) else a for a in arguments))


def _idle(fault: Mapping[str, Any]) -> set[int]:
    """Which calls of the history are no part of the game: they ask, or are refused."""
    return {*fault.get("asked", ()), *fault.get("refused", ())}


def _read(rows: Sequence[str]) -> Board:
    return {
        Square(r, c): CELLS[letter] for r, row in enumerate(rows) for c, letter in enumerate(row)
    }


def _states(machine: Machine, game: Sequence[Call]) -> list[State] | None:
    states: list[State] = []
    for call in game:
        try:
            outcome = machine.call(states[-1] if states else None, call.routine, call.arguments)
        except SpecificationError:
            return None
        if outcome.exception or outcome.state is None:
            return None
        states.append(outcome.state)
    return states


def _differing(expected: Board, got: Board, shown_by: Call) -> set[Square]:
    """The squares that are not as they should be, and the one that gave it away, whatever it was said to hold."""
    differ = {square for square in expected if expected[square] != got.get(square)}
    return differ | _about(shown_by, expected)


def _about(call: Call, board: Board) -> set[Square]:
    """The square of the board that a call is about, if it is about one."""
    match call.arguments:
        case (int() as row, int() as col, *_):
            return {Square(row, col)} & set(board)
    return set()
