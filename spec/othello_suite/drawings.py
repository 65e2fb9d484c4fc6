"""Drawings: the game that shows a fault, drawn for a page, one picture a position.

The positions are those of the specification. If a convention, or an earlier fault, changed the
specification when the fault was found, the game is played by the changed one. If it still does not
lead where the verdict says, only the last position is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from modcheck.report.presentation import Figure, Frame
from modcheck.testing.conventions import ConventionError, Dialect
from modcheck.testing.test_model import TestModel
from modcheck.verdict.verdict import no_op_calls_text
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant, combine, mutants
from modspec.syntax.errors import SpecificationError
from modspec.syntax.values import State
from othello_spec.board import SIZE, Board, Cell, Player, Square
from othello_spec.records.diagrams import read_board
from othello_suite.pictures import svg
from othello_suite.presentation import OthelloPresentation, squares_of
from othello_suite.states import board_of, turn_of


class OthelloDrawings:
    """Draws the games of verdicts on one test model."""

    def __init__(self, model: TestModel) -> None:
        self._model = model
        self._machine = Machine(model.module, model.constants)
        size = model.constants.get("SIZE", SIZE)
        assert isinstance(size, int)
        self._size = size
        self._presentation = OthelloPresentation(size)

    def frames(self, verdict: Mapping[str, Any], number: int) -> Sequence[Frame]:
        """Return the positions of the game that shows a fault, then the call that goes wrong."""
        fault = verdict["faults"][number]
        no_ops = _no_op_calls(fault)
        game = [_call(call) for n, call in enumerate(fault["history"]) if n not in no_ops]
        boards = {
            name: read_board("\n".join(rows), self._size)
            for name, rows in fault.get("boards", {}).items()
        }
        before = boards.get("before", boards.get("position"))
        for changes in self._changes(verdict, number):
            states = self._play(changes, game)
            if states is not None and (not states or board_of(states[-1]) == before):
                mover = turn_of(states[-1]) if states else None
                return (*self._positions(game, states), self._last(fault, boards, mover))
        return (self._last(fault, boards, None),)

    def _changes(self, verdict: Mapping[str, Any], number: int) -> Iterator[list[Mutant]]:
        """Yield the changes under which the checker may have found the fault."""
        try:
            dialect = Dialect(self._model.conventions, verdict["conventions"])
            agreed = dialect.changes(self._model.module)
        except (ConventionError, LookupError):  # the verdict is about another module
            return
        yield agreed
        earlier = [self._mutant(fault) for fault in verdict["faults"][:number]]
        assumed = [mutant for mutant in earlier if mutant]
        if assumed:
            yield [*agreed, *assumed]

    def _mutant(self, fault: Mapping[str, Any]) -> Mutant | None:
        """Return the mutant of the specification that a fault behaves like."""
        like = fault.get("behaves_as_if")
        wanted = like and (like["change"], like["function"], like["before"], like["after"])
        for mutant in mutants(self._model.module):
            if (mutant.operator.value, mutant.function, mutant.before, mutant.after) == wanted:
                return mutant
        return None

    def _play(self, changes: Sequence[Mutant], game: Sequence[Call]) -> list[State] | None:
        """Return the states after each call of a game, or None if the game cannot be played so."""
        states: list[State] = []
        try:
            machine = self._machine.with_edits(combine(changes)) if changes else self._machine
            for call in game:
                outcome = machine.call(states[-1] if states else None, call.routine, call.arguments)
                if outcome.exception or outcome.state is None:
                    return None
                states.append(outcome.state)
        except (LookupError, AttributeError, TypeError):  # one change lies within another
            return None
        except SpecificationError:
            return None
        return states

    # -- frames ------------------------------------------------------------------------------------

    def _positions(self, game: Sequence[Call], states: Sequence[State]) -> Iterator[Frame]:
        mover = None
        for number, (call, state) in enumerate(zip(game, states, strict=True)):
            text = self._call_text(call, mover) if number or call.arguments else ""
            caption = f"{number}. {text}" if number else f"Start {text}".rstrip()
            figures: tuple[Figure, ...] = ()
            if (board := board_of(state)) is not None:
                last = Square(*call.arguments[:2]) if call.routine == "move" else None
                figures = (Figure("", svg(board, last=last, title=f"Position after {call}")),)
            yield Frame(caption, figures, tuple(self._presentation.facts(state)))
            mover = turn_of(state)

    def _call_text(self, call: Call, mover: Player | None) -> str:
        """Return a transition as people write it, and whose it is."""
        text = self._presentation.game([Call(""), call])
        return f"{mover.name.title()}: {text}" if mover is not None and _is_turn(call) else text

    def _last(
        self, fault: Mapping[str, Any], boards: Mapping[str, Board], mover: Player | None
    ) -> Frame:
        """Return the call that goes wrong, with the expected and the actual board, or with one."""
        call, shown_by = _call(fault["call"]), _call(fault["shown_by"])
        caption = f"Then {call}"
        if _is_turn(call):
            caption = f"{fault['moves']}. {self._call_text(call, mover)}"
        no_ops = no_op_calls_text(
            [str(_call(each)) for each in fault["history"]], _no_op_calls(fault)
        )
        notes = [f"before it: {no_ops}"] if no_ops else []
        notes += [f"then {_call(between)}" for between in fault["between"]]
        notes.append(f"{shown_by}: expected {fault['expected']}, got {fault['got']}")
        figures = []
        if {"expected", "got"} <= set(boards):
            expected, got = boards["expected"], boards["got"]
            marks = {square for square in expected if expected[square] != got.get(square)}
            marks |= {*squares_of(shown_by, expected)}  # it differs even if no cell was seen to
            for name in ("expected", "got"):
                figures.append(Figure(name, svg(boards[name], marks, title=_title(name, call))))
        else:
            name = next((name for name in ("after", "position", "before") if name in boards), "")
            if name:
                marks = {*squares_of(call, boards[name])}
                figures.append(Figure("", svg(boards[name], marks, title=_title(name, call))))
        return Frame(caption, tuple(figures), tuple(notes))


def _title(name: str, call: Call) -> str:
    return f"{name.title()}, {call}"


def _is_turn(call: Call) -> bool:
    """Whether a call is what the player on turn does."""
    return call.routine in ("move", "pass_turn")


def _call(data: Sequence[Any]) -> Call:
    """Return a call from its JSON form."""
    routine, *arguments = data
    return Call(routine, tuple(Cell(a) if isinstance(a, str) else a for a in arguments))


def _no_op_calls(fault: Mapping[str, Any]) -> set[int]:
    """Return which calls of the history are no part of the game: they ask, or are refused."""
    return {*fault.get("asked", ()), *fault.get("refused", ())}
