"""Wrong states: where observers show a part of the state only, the transition or the observer that
is wrong is at fault, and no routine that shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from modcheck.system.in_process import load
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import Verdict, check
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse

MODULES = Path(__file__).parent / "hidden_modules"
Judge: TypeAlias = Callable[..., Verdict]
CLASSES = {"garage": "Garage", "playlist": "Playlist", "undo": "Counter"}
CLEARED = "        self.undone.clear()\n"
COUNTED = "return dict(self._cars)[plate]"
FIRST = "elif self._i == len(self._l):\n            self._i = 0"
AGAIN = "else:\n            self._i = 0"


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Return what judges the right program of a module, or one with another text somewhere."""
    monkeypatch.syspath_prepend(tmp_path)

    def verdict(name: str, right: str = "", wrong: str = "") -> Verdict:
        text = (MODULES / f"{name}_program.py").read_text("utf-8")
        assert right in text
        program = tmp_path / f"{name}_{tmp_path.name}.py"  # another name in each test
        program.write_text(text.replace(right, wrong, 1) if right else text, encoding="utf-8")
        model = SpecificationCourse(str(MODULES / f"{name}.py")).test_model(name, {}, {})
        place = f"{program.stem}:{CLASSES[name]}"
        return check(model, lambda: load(place, model.routines), CheckOptions(games=RANDOM_GAMES))

    return verdict


@pytest.mark.parametrize("name", CLASSES)
def test_a_right_program_earns_all_rules(name: str, judge: Judge) -> None:
    verdict = judge(name)
    assert verdict.conforms
    assert {"pass"} == {rule.status.value for rule in verdict.rules}


@pytest.mark.parametrize(
    ("name", "right", "wrong", "rule"),
    [
        ("undo", CLEARED, "", "forget"),
        ("undo", "deque(maxlen=3)", "deque(maxlen=4)", "depth"),
        ("garage", "if p == plate:", 'if p == plate or plate == "":', "leave"),
        ("playlist", FIRST, FIRST.replace("= 0", "= max(0, self._i - 1)"), "remove"),
        ("playlist", AGAIN, AGAIN.replace("= 0", "= len(self._l) == 3"), "advance"),
    ],
)
def test_the_transition_that_leaves_the_state_wrong_is_at_fault(
    name: str, right: str, wrong: str, rule: str, judge: Judge
) -> None:
    (fault,) = judge(name, right, wrong).faults
    assert rule == (fault.rule or fault.diagnosis.one_of[0])
    assert fault.mismatch.moves <= 9


@pytest.mark.parametrize(
    "wrong",
    ["return (dict(self._cars)[plate], self._cars[0][1])[1]", f"{COUNTED} - (self._cash > 60)"],
)
def test_an_observer_is_at_fault_if_other_routines_know_better(wrong: str, judge: Judge) -> None:
    (fault,) = judge("garage", COUNTED, wrong).faults
    assert ("since", "since") == (fault.rule, fault.mismatch.culprit.call.routine)


def test_the_whole_depth_of_a_hidden_history_is_tried(judge: Judge) -> None:
    kept = "self.undone = self.undone[-1:] + [n]"
    verdict = judge("undo", "self.undone.append(n)", kept)
    assert not verdict.conforms


def test_no_game_is_called_the_shortest_if_those_with_another_start_were_not_tried(
    judge: Judge,
) -> None:
    (fault,) = judge("playlist", FIRST, FIRST.replace("= 0", "= max(0, self._i - 1)")).faults
    assert fault.mismatch.moves > 1
    assert not fault.mismatch.shortest
