"""Pin: a deviation is shown by as few calls as bring it about, and after as short a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from json import loads
from typing import Any

import jsonschema
import pytest

from left_behind import ColumnStays
from modcheck.judging.play.no_op_calls import fewest
from modcheck.report.html import page
from modcheck.report.text import report
from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.budget import NO_OP_TRIES
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict, no_op_calls_text
from modcheck.verdict.verdict_json import to_json
from modspec.run.machine import Call
from othello_mis.drawings import OthelloDrawings
from othello_spec.rules import RULES
from othello_suite.presentation import PRESENTATION
from othello_suite.test_model import build_test_model
from wrong_implementations import sound

OTHELLO = build_test_model()


@cache
def judge(make: Callable[[], object]) -> Verdict:
    return check(OTHELLO, lambda: InProcess(make(), OTHELLO.routines), CheckOptions(games=0))


def rules(make: Callable[[], object]) -> list[str]:
    return [fault.rule for fault in judge(make).faults]


def data(make: Callable[[], object]) -> dict[str, Any]:
    return to_json(judge(make), RULES, PRESENTATION.as_json)


def text(make: Callable[[], object]) -> str:
    return report(judge(make), RULES, PRESENTATION)


def field(make: Callable[[], object], name: str) -> str:
    """What the report says in the line of that name, spaces apart."""
    (line,) = (line for line in text(make).splitlines() if line.startswith(f"  {name:<11}"))
    return " ".join(line.removeprefix(f"  {name}").split())


def replies(made: object, calls: Sequence[Call]) -> list[Any]:
    """What an object answers: a value, or the name of what it raises."""
    return [
        each.exception or each.output for each in InProcess(made, OTHELLO.routines).answer(calls)
    ]


# -- calls that ought to have changed nothing ------------------------------------------------------


class GoesOver(sound.Othello):
    """The turn goes over when so many moves in a row were refused."""

    most = 2

    def init(self) -> None:
        super().init()
        self.refused = 0

    def move(self, row: int, col: int) -> None:
        try:
            super().move(row, col)
            self.refused = 0
        except (sound.InvalidMove, sound.OutOfBounds):
            self.refused += 1
            if self.refused == self.most:
                self.mover = sound.opponent(self.mover)
                self.refused = 0
            raise


class GoesOverAtTheThird(GoesOver):
    most = 3


class GoesOverAtTheFourth(GoesOver):
    most = 4


class GoesOverAtTheSixtieth(GoesOver):
    most = 60


class GoesOverInTheSecondPosition(sound.Othello):
    """The turn goes over when a move is refused in a second position."""

    def init(self) -> None:
        super().init()
        self.positions: set[str] = set()

    def move(self, row: int, col: int) -> None:
        try:
            super().move(row, col)
        except sound.InvalidMove:
            self.positions.add(str(self.board))
            if len(self.positions) == 2:
                self.mover = sound.opponent(self.mover)
            raise


class GoesOverWhenAsked(sound.Othello):
    """The turn goes over when a move is refused after it was asked who wins."""

    def init(self) -> None:
        super().init()
        self.asked = False

    def winner(self) -> str:
        self.asked = True
        return super().winner()

    def move(self, row: int, col: int) -> None:
        try:
            super().move(row, col)
        except sound.InvalidMove:
            if self.asked:
                self.mover = sound.opponent(self.mover)
            self.asked = False
            raise


ROWS = [GoesOver, GoesOverAtTheThird, GoesOverAtTheFourth, GoesOverAtTheSixtieth]
"""The turn goes over after several refused moves in a row."""


@pytest.mark.parametrize("make", [*ROWS, GoesOverInTheSecondPosition, GoesOverWhenAsked])
def test_what_several_refused_calls_do_is_told_of_these(make: type) -> None:
    assert ["failed-call"] == rules(make)
    statuses = {each.rule: each.status for each in judge(make).rules}
    assert Status.FAIL is statuses["failed-call"]
    assert Status.FAIL is not statuses["queries-pure"]


@pytest.mark.parametrize("make", [*ROWS, GoesOverInTheSecondPosition, GoesOverWhenAsked])
def test_the_calls_of_the_verdict_show_it_and_without_one_of_the_idle_ones_do_not(
    make: type,
) -> None:
    (deviation,) = (fault.mismatch for fault in judge(make).faults)
    calls = [*deviation.history, deviation.culprit.call, deviation.step.call]
    assert deviation.reproduced
    assert (deviation.reply.exception or deviation.reply.output) == replies(make(), calls)[-1]
    due = deviation.step.expected.exception or deviation.step.expected.output
    idle = [*deviation.query_numbers, *deviation.rejected_numbers, len(deviation.history)]
    for number in idle:
        fewer = [call for n, call in enumerate(calls) if n != number]
        assert due == replies(make(), fewer)[-1]


@pytest.mark.parametrize("make", ROWS[:3])
def test_a_row_of_refused_calls_is_one_call_so_often_from_the_start(make: type) -> None:
    (deviation,) = (fault.mismatch for fault in judge(make).faults)
    row = (deviation.culprit.call,) * (make.most - 1)
    assert (Call("init"), *row) == deviation.history
    assert tuple(range(1, make.most)) == deviation.rejected_numbers
    assert 0 == deviation.moves
    assert Call("turn") == deviation.step.call


def test_the_report_tells_what_was_refused_or_asked_and_when() -> None:
    refused = {make: field(make, "refused") for make in (*ROWS[:3], GoesOverInTheSecondPosition)}
    call = {make: field(make, "call").partition(")")[0] + ")" for make in refused}
    assert [call[GoesOver]] == [refused[GoesOver]]
    assert f"{call[GoesOverAtTheThird]} twice" == refused[GoesOverAtTheThird]
    assert f"{call[GoesOverAtTheFourth]} 3 times" == refused[GoesOverAtTheFourth]
    assert refused[GoesOverInTheSecondPosition].endswith(" after init()")
    assert "winner()" == field(GoesOverWhenAsked, "asked")


@pytest.mark.xfail(strict=True, reason="of 59 refused calls in a row not one and the same is found")
def test_a_long_row_of_refused_calls_is_one_call_too() -> None:
    call = field(GoesOverAtTheSixtieth, "call").partition(")")[0] + ")"
    assert f"{call} 59 times" == field(GoesOverAtTheSixtieth, "refused")


@pytest.mark.parametrize("make", [GoesOverAtTheThird, GoesOverInTheSecondPosition])
def test_what_is_refused_is_no_move_of_the_game(make: type) -> None:
    (fault,) = data(make)["faults"]
    game = [call for n, call in enumerate(fault["history"]) if n not in fault["refused"]]
    assert fault["moves"] == len(game) - 1 == len(fault["transcript"].split())
    schema = loads(files("modcheck.verdict").joinpath("verdict.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(data(make))
    assert all(len(line) <= 80 for line in text(make).splitlines())


@pytest.mark.parametrize("make", [GoesOverAtTheThird, GoesOverInTheSecondPosition])
def test_the_page_draws_the_game_and_tells_what_was_refused(make: type) -> None:
    drawings = OthelloDrawings(OTHELLO)
    (fault,) = data(make)["faults"]
    told = field(make, "refused")
    *positions, last = drawings.frames(data(make), 0)
    assert fault["moves"] + 1 == len(positions)
    assert f"before it: {told}" == last.notes[0]
    shown = page(data(make), RULES, drawings)
    assert f"<dt>refused</dt><dd><code>{told}</code></dd>" in shown


def test_idle_calls_are_told_in_rows_and_not_all_if_they_are_many() -> None:
    history = ["init()", "a()", "a()", "go()", "b()", "a()", "a()", "a()"]
    assert "a() twice after init(), a() 3 times" == no_op_calls_text(history, [1, 2, 5, 6, 7], [4])
    assert "b()" == no_op_calls_text(history, [4], [1, 2, 5, 6, 7])
    assert "" == no_op_calls_text(history, [])
    many = ["init()", *(f"a({n})" for n in range(30))]
    assert no_op_calls_text(many, range(1, 31)).endswith("a(6), a(7), and 22 more")


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (lambda some: {3, 70} <= {*some}, [3, 70]),
        (lambda some: {3, 40, 41, 99} <= {*some}, [3, 40, 41, 99]),
        (lambda some: 42 in some, [42]),
        (lambda some: len(some) >= 3, [98, 99, 100]),
    ],
)
def test_of_many_calls_only_those_are_left_that_it_takes(
    wanted: Callable[[Sequence[int]], bool], expected: list[int]
) -> None:
    assert expected == sorted(fewest(range(101), wanted))


@pytest.mark.parametrize("number", [1, 2, 4, 7])
def test_if_calls_undo_each_other_so_few_are_left_that_the_first_round_shows_it(
    number: int,
) -> None:
    assert number == len(fewest(range(101), lambda some: len(some) // number % 2 == 1))


def test_the_calls_are_not_reduced_without_end() -> None:
    tried = []

    def is_wanted(some: Sequence[int]) -> bool:
        tried.append(len(some))
        return set(range(0, 2000, 2)) <= {*some}

    assert is_wanted(fewest(range(2000), is_wanted))
    assert len(tried) <= NO_OP_TRIES * 2


# -- games that leave something behind -------------------------------------------------------------


class CountsOn(sound.Othello):
    """A new game does not forget how many discs there were, if there were seven."""

    most = 0

    def discs(self) -> int:
        return super().count(sound.BLACK) + super().count(sound.WHITE)

    def move(self, row: int, col: int) -> None:
        super().move(row, col)
        self.most = max(self.most, self.discs())

    def count(self, player: str) -> int:
        return super().count(player) + (self.most >= 7 and self.discs() == 4)


class ThirdGame(sound.Othello):
    """The third game begins with another disc; the first board dates from the constructor."""

    games = -1

    def init(self) -> None:
        super().init()
        self.games += 1
        if self.games == 3:
            self.board[3][3] = sound.BLACK


def test_the_shortest_game_is_found_that_leaves_something_behind() -> None:
    """No disc gets to the last column in fewer than five moves."""
    (deviation,) = (fault.mismatch for fault in judge(ColumnStays).faults)
    assert ("setup", 5, True) == (*rules(ColumnStays), deviation.moves, deviation.shortest)
    assert "game 2 begins" in field(ColumnStays, "call")


def test_so_it_is_found_if_a_question_in_the_later_game_shows_it() -> None:
    (deviation,) = (fault.mismatch for fault in judge(CountsOn).faults)
    assert ("count", 3, True) == (*rules(CountsOn), deviation.moves, deviation.shortest)
    assert Call("init") == deviation.history[-1]


def test_where_no_move_is_needed_none_is_shown() -> None:
    (deviation,) = (fault.mismatch for fault in judge(ThirdGame).faults)
    assert [Call("init")] * 2 == [*deviation.history]
    assert "(none)" not in field(ThirdGame, "game")
    assert "init() game 3 begins" == field(ThirdGame, "call")


# -- the right exception by another name -----------------------------------------------------------


def raising(name: str) -> type:
    """A game that refuses moves by an exception of that name."""
    other = type(name, (Exception,), {})

    class Refuses(sound.Othello):
        def move(self, row: int, col: int) -> None:
            try:
                super().move(row, col)
            except sound.InvalidMove as error:
                raise other from error

    return Refuses


@pytest.mark.parametrize(
    "name", ["InvalidMoveError", "InvalidMoveException", "Invalid_Move", "INVALID_MOVE"]
)
def test_that_only_the_name_of_an_exception_differs_is_told(name: str) -> None:
    got = {fault["got"] for fault in data(raising(name))["faults"]}
    assert {f"exception {name} (where InvalidMove is due: only the name differs; rename it)"} == got


@pytest.mark.parametrize("name", ["IllegalMove", "Error", "ValueError", "OutOfBounds"])
def test_of_another_exception_it_is_not_told(name: str) -> None:
    got = {fault["got"] for fault in data(raising(name))["faults"]}
    assert {f"exception {name}"} == got


def test_a_program_that_breaks_down_at_the_first_question_of_a_later_script_is_told_so() -> None:
    """Nothing was called before, so nothing can be left out."""

    class ThirdScript(InProcess):
        scripts = 0

        def replies_to_the_end(
            self, traces: Iterable[Any], is_end: Any
        ) -> Iterator[list[Reply] | None]:
            some = [*traces]
            every = super().replies_to_the_end(some, is_end)
            for trace, replies in zip(some, every, strict=True):
                self.scripts += 1
                broken = [Reply(fault="broken", goes_on=True) for _ in trace.reply_numbers]
                yield broken if self.scripts == 3 else replies

    verdict = check(OTHELLO, lambda: ThirdScript(sound.Othello(), OTHELLO.routines))
    assert "" == verdict.faults[0].rule
