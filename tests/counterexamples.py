"""Is the counterexample of a fault real? It is played on a fresh program and on the specification.

A verdict is read from its JSON form. The calls that lead to the mismatch are made anew: the program
has to answer what the verdict says that it got. And the specification has to demand what the
verdict says that it expected: in the state that its own functions lead to, or, where an earlier
fault has changed the game, in the state in which the program is before the call to blame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import combinations
from combinations import Program
from othello_spec import othello
from othello_spec.board import SIZE, Cell, Square
from othello_spec.othello import Game
from test_specimens import answer_in_time, answer_to, calls_of, due_outcome, expected_of
from wrong_implementations import forget, sound

Calls = Sequence[Sequence[Any]]


def objections(program: Program, fault: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the counterexample of a fault that the verdict says is reproduced.

    The checker need not be right that a program depends on chance: that is asked elsewhere.
    """
    if not fault.get("reproduced", True) or program.varies:
        return
    got, before = _answer_and_state(program, fault)
    said = fault["got"].partition(" (where")[0]
    if got not in ({"nothing": "no exception"}.get(said, said), _without_detail(said)):
        yield f"the program answers {got!r}, not {fault['got']!r}"
    due = [*_due_answers(None, [*fault["history"], *calls_of(fault)])]
    due += [*_due_answers(before, calls_of(fault))] if before else []
    if expected_of(fault).partition(" (where")[0] not in due:
        demanded = " or ".join(map(repr, sorted(set(due)))) or "nothing"
        yield f"the specification demands {demanded}, not {fault['expected']!r}"
    if fault["shown_by"][0] == "turn" and _is_over(fault):
        yield "nothing is specified about turn when the game is over"


def _without_detail(said: str) -> str:
    """Return what a verdict says of an exception, without its message and its place."""
    return " ".join(said.split()[:2]).removesuffix(":")


def _answer_and_state(program: Program, fault: dict[str, Any]) -> tuple[str, Game | None]:
    """Return the last answer of a fresh program, and its own state before the call to blame."""
    forget()
    game: Any = getattr(combinations, program.name)()
    answer = answer_in_time if program.breaks_down else answer_to
    for call in fault["history"]:
        answer(game, call)
    before = _state(game)
    answers = [answer(game, call) for call in calls_of(fault)]
    return answers[-1], before


def _state(game: Any) -> Game | None:
    """Return the state of a program as it has it, right or wrong; None if that is no state."""
    whole: sound.Othello = getattr(getattr(game, "init", None), "__self__", game)
    try:
        board = {
            Square(row, col): Cell(whole.board[row][col])
            for row in range(SIZE)
            for col in range(SIZE)
        }
        return Game(board=board, turn=Cell(whole.mover))
    except (AttributeError, IndexError, ValueError, TypeError):
        return None


def _due_answers(state: Game | None, calls: Calls) -> Iterator[str]:
    """Yield the last answer that is specified, if the calls may be made from that state."""
    said = ""
    try:
        for call in calls:
            state, said = due_outcome(state, call)
    except (AttributeError, TypeError):
        return  # there is no state before the first initialiser
    except AssertionError:
        return  # an assumption does not hold: the program itself may be in such a state
    yield said


def _is_over(fault: dict[str, Any]) -> bool:
    state: Game | None = None
    try:
        for call in [*fault["history"], *calls_of(fault)]:
            state, _ = due_outcome(state, call)
    except (AttributeError, TypeError):
        return False
    return state is not None and not fault["given"] and othello.game_over(state)
