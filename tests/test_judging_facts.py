"""Facts: a wrong reply is judged in the state that the program shows, and its effects are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import OUT, RAISES, Fact, LocalRun, Reading
from modcheck.judging.play.reader import StateReader
from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.output_types import OutputTypes
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call
from modspec.syntax.values import State
from othello_suite.test_model import build_test_model
from wrong_implementations import cell_transposed, sound

MODEL = build_test_model()
ORACLE = Oracle(MODEL.machine, candidates(MODEL.module))
INIT, MOVE = Call("init"), Call("move", (2, 3))
(START, AFTER) = (
    MODEL.machine.call(None, "init", ()).state,
    MODEL.machine.call(MODEL.machine.call(None, "init", ()).state, "move", (2, 3)).state,
)
assert START is not None
assert AFTER is not None


def reader(*without: str, candidate: int = -1) -> StateReader:
    """What reads the state of a program without some routines, or through a candidate."""
    assert START is not None
    offered = set(MODEL.routines) - set(without)
    return StateReader(
        ORACLE, OutputTypes(ORACLE.machine), MODEL.domains, offered, START, candidate
    )


OBSERVATION = reader().calls


def trace(calls: Iterable[Call | tuple[Call, Purpose]]) -> Trace:
    """The calls with the states of the specification; None stands for an observation."""
    state: State | None = None
    steps: Trace = []
    for each in calls:
        call, purpose = each if isinstance(each, tuple) else (each, Purpose.COMMAND)
        outcome = ORACLE.due(state, call)
        assert outcome is not None
        steps.append(TraceStep(call, state, outcome, purpose))
        if purpose is Purpose.COMMAND:
            state = outcome.state
    return steps


def observations() -> list[tuple[Call, Purpose]]:
    return [(call, Purpose.OBSERVE) for call in OBSERVATION]


def query(routine: str, *arguments: object) -> tuple[Call, Purpose]:
    return Call(routine, arguments), Purpose.QUERY


def refusal(row: int, col: int) -> tuple[Call, Purpose]:
    return Call("move", (row, col)), Purpose.REJECTED


def facts(
    make: type, calls: Sequence[Call | tuple[Call, Purpose]], through: StateReader | None = None
) -> tuple[list[Fact], bool]:
    """The facts of a program, and whether it stays in the states of the specification."""
    steps, run = trace(calls), LocalRun("test")
    run.add(steps, InProcess(make(), MODEL.routines).answer([step.call for step in steps]))
    reading = Reading(ORACLE, OutputTypes(ORACLE.machine))
    reading.reader = through
    found, end = reading.facts(run, run.judge(ORACLE))
    return found, end == len(run.calls)


def kinds(found: Iterable[Fact]) -> list[tuple[str, str]]:
    return [(str(fact.call), fact.aspect) for fact in found]


GAME = [
    INIT,
    *observations(),
    query("winner"),
    refusal(0, 0),
    refusal(2, 2),
    *observations(),
    MOVE,
    *observations(),
    query("winner"),
]
"""A game with queries, refused calls and observations between them."""


# -- the reader ------------------------------------------------------------------------------------


def test_the_observers_show_the_whole_state_but_not_some_of_them() -> None:
    assert reader().is_whole
    for missing in ("cell", "turn"):
        assert not reader(missing).is_whole


def test_the_state_is_read_from_the_replies() -> None:
    game = InProcess(sound.Othello(), MODEL.routines)
    game.answer([INIT, MOVE])
    assert START is not None
    assert reader().read(OBSERVATION, game.answer(OBSERVATION), START) == AFTER


def test_what_is_no_value_leaves_the_state_as_it_was() -> None:
    assert START is not None
    for reply in (Reply(output="red"), Reply(exception="OutOfBounds"), Reply(fault="exited")):
        assert START == reader().read(OBSERVATION, [reply] * len(OBSERVATION), START)


# -- facts -----------------------------------------------------------------------------------------


def test_a_sound_program_shows_no_fact() -> None:
    assert ([], True) == facts(sound.Othello, GAME)


class WinnerIsWhite(sound.Othello):
    """Says that White wins."""

    def winner(self) -> str:
        return sound.WHITE


def test_a_wrong_reply_to_a_query_hides_nothing_that_follows() -> None:
    found, goes_on = facts(WinnerIsWhite, GAME)
    assert [("winner()", OUT)] * 2 == kinds(found)
    assert goes_on


class NothingIsFlipped(sound.Othello):
    """Flips no disc, and the turn stays."""

    def move(self, row: int, col: int) -> None:
        board = [list(line) for line in self.board]
        mover = self.mover
        super().move(row, col)
        self.board, self.mover = board, mover


def test_a_transition_to_another_state_is_one_fact_and_ends_the_run() -> None:
    found, goes_on = facts(NothingIsFlipped, GAME)
    assert [("move(2, 3)", "board")] == kinds(found)
    assert "cell" == found[0].run.calls[found[0].shown_by].routine
    assert not goes_on


class RefusesAndPlays(sound.Othello):
    """Raises the exception that is due, but the turn goes over."""

    def move(self, row: int, col: int) -> None:
        try:
            super().move(row, col)
        except sound.InvalidMove:
            self.mover = sound.opponent(self.mover)
            raise


class AskedAndPlays(sound.Othello):
    """A question changes the turn."""

    def winner(self) -> str:
        self.mover = sound.opponent(self.mover)
        return super().winner()


@pytest.mark.parametrize(
    ("make", "between", "rule"),
    [
        (RefusesAndPlays, [refusal(0, 0)], FAILED_CALL),
        (AskedAndPlays, [query("winner")], QUERIES_PURE),
    ],
)
def test_a_call_that_should_change_nothing_is_told_from_the_transition_before(
    make: type, between: list[tuple[Call, Purpose]], rule: str
) -> None:
    found, goes_on = facts(make, [INIT, *observations(), *between, *observations()])
    assert [(str(between[0][0]), rule)] == kinds(found)
    assert not goes_on


class PlaysAnywhere(sound.Othello):
    """Accepts a move that captures nothing."""

    def move(self, row: int, col: int) -> None:
        try:
            super().move(row, col)
        except sound.InvalidMove:
            self.board[row][col] = self.mover
            self.mover = sound.opponent(self.mover)


def test_what_follows_a_call_that_should_be_refused_is_no_fact() -> None:
    other = [refusal(0, 0), query("count", "BLACK"), refusal(2, 3)]
    after = [*other, *observations(), MOVE, *observations()]
    start = [INIT, *observations()]
    valid = [each for each in after if each != refusal(2, 3)]  # a legal move is not refused
    found, goes_on = facts(PlaysAnywhere, [*start, *valid])
    assert [("move(0, 0)", RAISES)] == kinds(found)
    assert not goes_on


class BreaksDown(sound.Othello):
    """Breaks down when it is asked who wins."""

    def winner(self) -> str:
        raise KeyError


def test_an_exception_that_is_not_listed_is_a_fact_of_its_call() -> None:
    found, goes_on = facts(BreaksDown, GAME)
    assert [("winner()", OUT)] * 2 == kinds(found)
    assert all(fact.is_crash(ORACLE) for fact in found)
    assert goes_on


# -- a wrong observer ------------------------------------------------------------------------------


def transposed_candidates() -> list[int]:
    """The candidates through which the state of the program with transposed cells is right."""
    game = InProcess(cell_transposed.Othello(), MODEL.routines)
    game.answer([INIT, MOVE])
    replies = game.answer(OBSERVATION)
    assert START is not None
    return [
        number
        for number, mutant in enumerate(ORACLE.candidates)
        if mutant.function == "cell" and ORACLE.machine_of(number) is not None
        if reader(candidate=number).read(OBSERVATION, replies, START) == AFTER
    ]


def test_a_wrong_observer_is_read_through_its_mutant() -> None:
    (number, *_) = transposed_candidates()
    direct, goes_on = facts(cell_transposed.Othello, GAME)
    assert ("move(2, 3)", "board") in kinds(direct)
    assert not goes_on
    through, goes_on = facts(cell_transposed.Othello, GAME, reader(candidate=number))
    assert through
    assert {("cell", OUT)} == {(fact.call.routine, fact.aspect) for fact in through}
    assert goes_on
