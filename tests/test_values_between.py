"""Each routine is passed the integers between the constants of a specification."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from long_run import sampled
from modcheck.system.in_process import InProcess
from modcheck.testing.plan import CheckOptions
from modcheck.testing.state_graph import StateGraph
from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.testing.values_between import MODES, SENTINELS, games_with_values_between
from modcheck.verdict.check import Verdict, check
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse

MODULES: Final = Path(__file__).parent / "hidden_modules"
ACCOUNT: Final = SpecificationCourse(str(MODULES / "account.py")).test_model("account", {}, {})
TEXT: Final = (MODULES / "account_program.py").read_text(encoding="utf-8")
TAKEN: Final = "self.balance -= amount"
PAID: Final = "self.balance += amount"


def verdict_of(text: str) -> Verdict:
    python = ModuleType("program")
    exec(text, vars(python))
    kind: Any = vars(python)["Account"]
    options = CheckOptions(games=RANDOM_GAMES)
    return check(ACCOUNT, lambda: InProcess(kind(), ACCOUNT.routines), options)


def program() -> str:
    """Return the right program; its constructor is the initialiser."""
    return TEXT.replace(
        "    def enter(",
        "    def init(self) -> None:\n        self.__init__()\n\n    def enter(",
        1,
    )


def test_a_right_program_is_passed_each_value_between() -> None:
    assert not verdict_of(program()).faults
    generator = TraceGenerator(ACCOUNT.machine, ACCOUNT.domains)
    graph = StateGraph(generator, ACCOUNT.tour_states)
    games = [
        [step.call for step in trace if step.purpose is Purpose.COMMAND]
        for trace in games_with_values_between(generator, graph, 0)
    ]
    last = Counter((game[-1].routine, *game[-1].arguments) for game in games)
    for amount in range(7, 19):
        assert 2 <= last["deposit", amount] <= MODES  # somebody is in, or nobody is
        assert 1 <= last["withdraw", amount] <= MODES
    assert all(last["enter", mark] for mark in SENTINELS)
    assert {"enter", "deposit", "withdraw"} == {name for name, _ in last}


@pytest.mark.parametrize("amount", sampled([*range(1, 21)], 6))
@pytest.mark.parametrize("statement", [TAKEN, PAID])
def test_a_program_with_its_own_idea_of_one_value_is_rejected(amount: int, statement: str) -> None:
    own = f"{statement}\n        self.is_in &= amount != {amount}"
    verdict = verdict_of(program().replace(statement, own, 1))
    assert verdict.faults
    rules = {"withdraw", "session", None} if statement is TAKEN else {"deposit", "session", None}
    assert {fault.rule or None for fault in verdict.faults} <= rules
