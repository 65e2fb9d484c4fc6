"""Survivors: a rule passes only if each mistake that makes a difference would have been seen."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from library_programs.connect_four import WAYS, Grid
from library_programs.queue import Ring
from library_programs.tic_tac_toe import Game
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play import survivors
from modcheck.judging.play.survivors import _mixture
from modcheck.system.in_process import InProcess
from modcheck.testing.plan import CheckOptions
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse
from modspec.run.machine import Call, Machine
from modspec.syntax.places import module_at
from modspec.syntax.values import State
from python_stack import PythonStack

LIBRARY = Path(__file__).parent.parent / "docs" / "library"

SAFE = '''"""Safe: it opens by two bolts; who has drawn one long ago may draw the other as well."""

from __future__ import annotations

from modspec import AbstractObject

__all__ = ["draw_left", "draw_right", "init", "is_open"]


class Safe(AbstractObject):
    """The one safe."""

    left: bool
    right: bool
    calls: int


def init() -> Safe:
    """Both bolts are in place."""
    return Safe(left=False, right=False, calls=0)  # [closed]


def draw_left(safe: Safe) -> Safe:
    """Draw the left bolt: the right one falls back."""
    return Safe(left=True, right=False, calls=safe.calls + 1)  # [left]


def draw_right(safe: Safe) -> Safe:
    """Draw the right bolt: the left one falls back, but for the thirtieth time."""
    return Safe(left=safe.left and safe.calls > 30, right=True, calls=safe.calls + 1)  # [right]


def is_open(safe: Safe) -> bool:
    """Whether both bolts are drawn."""
    return safe.left and safe.right  # [opens]
'''


class AlwaysShut:
    """A safe that never opens."""

    def init(self) -> None:
        self.left, self.right, self.calls = False, False, 0

    def draw_left(self) -> None:
        self.left, self.right, self.calls = True, False, self.calls + 1

    def draw_right(self) -> None:
        self.left, self.right, self.calls = self.left and self.calls > 30, True, self.calls + 1

    def is_open(self) -> bool:
        return False


class Sound(AlwaysShut):
    """A safe that opens."""

    def is_open(self) -> bool:
        return self.left and self.right


def judge(make: type, model: TestModel, games: int = 0, short: int = 2) -> Verdict:
    options = CheckOptions(games=games, short=short)
    return check(model, lambda: InProcess(make(), model.routines, "program"), options)


def opens(verdict: Verdict) -> tuple[Status, str]:
    return next((each.status, each.reason) for each in verdict.rules if each.rule == "opens")


@pytest.fixture
def safe(tmp_path: Path) -> TestModel:
    file = tmp_path / "safe.py"
    file.write_text(SAFE, encoding="utf-8")
    model = SpecificationCourse(str(file)).test_model("safe", {}, {})
    return replace(model, tour_states=0)  # a tour would open the safe


@pytest.mark.parametrize("make", [Sound, AlwaysShut])
def test_what_no_game_showed_is_no_pass_and_the_reason_names_the_mutant(
    make: type, safe: TestModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survivors, "TELLING_CALLS", 0)
    verdict = judge(make, safe)
    status, reason = opens(verdict)
    assert (True, Status.INCONCLUSIVE) == (verdict.conforms, status)
    assert reason.startswith("no call that was judged would show this mistake: is_open, line")
    assert reason.endswith("safe.left and safe.right -> always False")


class Endless(PythonStack):
    """There is always room."""

    room = 1_000_000
    init = PythonStack.new


def test_a_rule_whose_exception_was_never_due_is_no_pass(tmp_path: Path) -> None:
    """No state is reached in which the mutant that never raises it differs."""
    file, text = tmp_path / "stack.py", (LIBRARY / "stack.py").read_text("utf-8")
    large = text.replace("CAPACITY: Final = 4", "CAPACITY: Final = 1_000")
    assert large != text
    file.write_text(large, encoding="utf-8")
    verdict = judge(
        Endless, SpecificationCourse(str(file)).test_model("stack", {}, {}), RANDOM_GAMES
    )
    assert verdict.conforms  # as far as it was checked
    open_ = {each.rule: each.reason for each in verdict.rules if each.status != Status.PASS}
    assert open_ == {"capacity": "no call was judged in which Full is due"}


def test_a_search_finds_the_calls_that_show_a_mutant_in_the_end(safe: TestModel) -> None:
    (fault,) = judge(AlwaysShut, safe).faults
    assert fault.mismatch.culprit.call.routine == "is_open"
    assert fault.mismatch.moves > 30


def test_once_games_are_long_enough_it_is_judged(safe: TestModel) -> None:
    assert Status.PASS == opens(judge(Sound, safe, games=4))[0]
    assert not judge(AlwaysShut, safe, games=4).conforms


@pytest.mark.parametrize(("name", "make"), [("queue", Ring), ("tic_tac_toe", Game)])
def test_a_mutant_that_means_the_same_takes_no_pass_away(name: str, make: type) -> None:
    model = SpecificationCourse(str(LIBRARY / f"{name}.py")).test_model(name, {}, {})
    verdict = judge(make, model, games=RANDOM_GAMES, short=3)
    assert {Status.PASS} == {each.status for each in verdict.rules}


def test_games_that_tell_mutants_make_up_for_few_games_at_random() -> None:
    model = SpecificationCourse(str(LIBRARY / "tic_tac_toe.py")).test_model("tic_tac_toe", {}, {})
    assert {Status.PASS} == {each.status for each in judge(Game, model).rules}


class NobodyComes(Ring):
    """Nobody is taken in."""

    def enqueue(self, number: int) -> None:
        del number


def test_a_mutant_that_a_reached_state_tells_makes_another_game() -> None:
    model = SpecificationCourse(str(LIBRARY / "queue.py")).test_model("queue", {}, {})
    model = replace(model, tour_states=0, whole_states=0)
    faults = judge(NobodyComes, model, short=0).faults  # no other game has a transition
    assert {("games that tell mutants", 1)} == {(f.stage, f.mismatch.moves) for f in faults}


class WithoutTheTopRow(Grid):
    """Sees no line in the top row: few games at random have one."""

    def has_won(self, player: str) -> bool:
        return any(
            all(self.at(row + k * up, col + k * right) == player[0] for k in range(4))
            for row in range(3)
            for col in range(4)
            for up, right in WAYS
        )


class WithoutTheLastColumn(Grid):
    """Sees no upright line in the last column: no single mutant of the specification does so."""

    def has_won(self, player: str) -> bool:
        last = self.columns[3]
        self.columns[3] = "?" * len(last) if last == 4 * player[0] else last
        try:
            return super().has_won(player)
        finally:
            self.columns[3] = last


@pytest.mark.parametrize("make", [WithoutTheTopRow, WithoutTheLastColumn])
def test_what_is_rare_is_seen_at_the_end_of_games_at_random(make: type) -> None:
    library = SpecificationCourse(str(LIBRARY / "connect_four.py"))
    verdict = judge(make, library.test_model("connect_four", {}, {}), games=0, short=0)
    assert not verdict.conforms
    assert verdict.faults[0].rule in ("", "line")
    assert verdict.faults[0].mismatch.step.call.routine in ("has_won", "is_over", "drop")


class Entry(NamedTuple):
    name: str
    level: int


class Entries(State):
    found: tuple[Entry, ...]


def test_a_mixture_of_states_has_records_where_they_have() -> None:
    one, other = (Entries(found=(Entry(name, level),)) for name, level in (("a", 1), ("b", 2)))
    for seed in range(5):
        mixed = _mixture(one, other, random.Random(seed))
        assert isinstance(mixed, Entries)
        assert all(isinstance(each, Entry) for each in mixed.found)


def test_a_state_that_no_specification_allows_has_no_outcome() -> None:
    module = module_at(str(LIBRARY / "queue.py"))
    oracle = Oracle(Machine(module), ())
    due = oracle.due(None, Call("init"))
    assert due is not None
    assert due.state is not None
    wrong = type(due.state)(**dict.fromkeys(due.state.variables, 7))
    assert oracle.due_if_possible(wrong, Call("front")) is None
    assert not oracle.is_defined(wrong)
    with pytest.raises(TypeError):
        oracle.due(wrong, Call("front"))
