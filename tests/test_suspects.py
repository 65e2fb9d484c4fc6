"""Suspects: where one access program shows the state, no innocent rule fails; the routines that may
be at fault are named."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from library_programs.stack import Stack
from modcheck.judging.expected.near_states import near_states
from modcheck.report.fields import fault_fields
from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess, load
from modcheck.testing.mismatch import Mismatch, by_the_second_of_equal_calls
from modcheck.testing.plan import CheckOptions
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose, TraceStep
from modcheck.verdict.check import Verdict, check
from modcheck.verdict.verdict_json import fault_json
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse
from modspec.run.machine import Call, Outcome
from modspec.syntax.values import Map, State, replace

MODULES = Path(__file__).parent / "hidden_modules"
PASTED = "self.before = self.before + self.clip"
RESTORED = "self.before, self.behind, self.old = self.old, [], None"


class _Part(State):
    items: tuple[str, ...]


class _Entry(NamedTuple):
    name: str
    level: int


class _State(State):
    number: int
    flag: bool
    items: tuple[str, ...]
    names: frozenset[str]
    prices: Any
    part: _Part
    entry: _Entry


STATE = _State(
    number=3,
    flag=True,
    items=("a", "b", "c"),
    names=frozenset("ab"),
    prices=Map({"a": 1, "b": 2}),
    part=_Part(items=("a", "b")),
    entry=_Entry("a", 1),
)
EARLIER = _State(
    number=7,
    flag=True,
    items=("d",),
    names=frozenset("d"),
    prices=Map({"d": 5, "b": 2}),
    part=_Part(items=("c",)),
    entry=_Entry("b", 7),
)


QUEUE = SpecificationCourse(str(MODULES / "pqueue.py")).test_model("pqueue", {}, {})
PLAYER = SpecificationCourse(str(MODULES / "player.py")).test_model("player", {}, {})
PROGRAMS = Path(__file__).parent / "library_programs"
LIBRARY = Path(__file__).parents[1] / "docs" / "library"
STACK = SpecificationCourse(str(LIBRARY / "stack.py")).test_model("stack", {}, {})
SYMBOLS = SpecificationCourse(str(LIBRARY / "symbol_table.py")).test_model("symbol_table", {}, {})
POINT = SpecificationCourse(str(LIBRARY / "point.py")).test_model("point", {}, {})
COFFEE = SpecificationCourse(str(MODULES / "coffee.py")).test_model("coffee", {}, {})
MODEL = SpecificationCourse(str(MODULES / "editor.py")).test_model("editor", {}, {})


def verdict_on_edit(
    right: str,
    wrong: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    model: TestModel = MODEL,
    file: Path | None = None,
) -> Verdict:
    """Return the verdict on the editor, or another program, with one text replaced."""
    monkeypatch.syspath_prepend(tmp_path)
    name = model.machine.module.name
    text = (file or MODULES / f"{name}_program.py").read_text("utf-8")
    assert right in text
    program = tmp_path / f"{name}_{tmp_path.name}.py"  # another name in each test
    program.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    place = program.stem if file else f"{program.stem}:{name.capitalize()}"
    return check(model, lambda: load(place, model.routines), CheckOptions(games=RANDOM_GAMES))


def rules_with_status(verdict: Verdict, status: str) -> set[str]:
    return {rule.rule for rule in verdict.rules if rule.status.value == status}


@pytest.mark.parametrize(
    ("right", "wrong", "broken"),
    [
        ("self.size() >= 4", "self.size() >= 5", {"room"}),
        ("> 4", "> 5", {"paste-room"}),
        ("self.clip = self.before\n", "self.clip = self.before[-2:]\n", {"clip-holds"}),
        ("        self.save()\n        " + PASTED, "        " + PASTED, {"undo-text", "undo-once"}),
        (
            "self.clip = self.before\n",
            "self.clip, self.behind = self.before, self.behind[-2:]\n",
            {"cut-before"},
        ),
        (RESTORED, RESTORED.replace("None", "self.old"), {"undo-restores", "undo-once"}),
    ],
)
def test_what_shows_late_is_laid_to_the_transition_and_to_no_innocent_rule(
    right: str, wrong: str, broken: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = verdict_on_edit(right, wrong, tmp_path, monkeypatch)
    failing = rules_with_status(verdict, "fail")
    assert failing
    assert failing <= broken
    assert not broken <= rules_with_status(verdict, "pass")


@pytest.mark.parametrize(
    ("right", "wrong", "rule", "suspects", "likely"),
    [
        (
            PASTED,
            PASTED + "[:: -1 if len(self.clip) == 3 else 1]",
            "paste-at-cursor",
            ("after", "left", "paste", "cut"),
            (),  # more than three rules are not listed
        ),
        (
            RESTORED,
            "self.clip = []\n        " + RESTORED,
            "undo-restores",
            ("paste", "undo"),
            ("clipboard", "undo-restores"),
        ),
    ],
)
def test_where_several_routines_may_be_at_fault_these_are_named_and_no_rule_fails(
    right: str,
    wrong: str,
    rule: str,
    suspects: tuple[str, ...],
    likely: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verdict = verdict_on_edit(right, wrong, tmp_path, monkeypatch)
    (fault,) = verdict.faults
    assert not rules_with_status(verdict, "fail")
    assert rule not in rules_with_status(verdict, "pass")
    assert (suspects, likely) == (fault.diagnosis.suspects, fault.diagnosis.one_of)
    data = fault_json(fault, MODEL.rulebook)
    assert [*suspects] == data["suspects"]
    (text,) = (f.text for f in fault_fields(data, MODEL.rulebook) if f.name == "rule")
    assert text.startswith("not certain: ")
    assert "is at fault" in text


@pytest.mark.parametrize(
    ("right", "fair"),
    [
        ("self.rep ^= 1", {"repeat"}),
        ("self.hist.pop()", {"back"}),
        ("self.q[:] = [x for x in self.q if x != song]", {"remove-wishes", "remove"}),
    ],
)
def test_a_transition_whose_effect_is_lost_later_does_not_ignore_its_call(
    right: str, fair: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = verdict_on_edit(right, f"{right}; self.q.clear()", tmp_path, monkeypatch, PLAYER)
    assert not verdict.conforms
    assert rules_with_status(verdict, "fail") <= fair


LISTENED = ("[*self.hist, s][-3:]", "[*self.hist, s][-4:]", "history")
LAST_WISH_FIRST = ("self.q.pop(0)", "self.q.pop()", "wishes")
TURNED = (
    "self.done, self.todo = deque(), self.done",
    "self.done, self.todo = deque(), deque([*self.done][::-1])",
    "repeat",
)
NO_WISH_LEFT = ("self.q[:] = [x for x in self.q if x != song]", "self.q.clear()", "remove-wishes")
FORGETS_WISHES = ("self.hist.pop()\n", "self.hist.pop()\n        self.q.clear()\n", "back")
UNWISHED = ("self.rep ^= 1", "self.rep ^= 1\n        self.q.clear()", "repeat")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (LISTENED, LAST_WISH_FIRST),
        (LISTENED, TURNED),
        (LISTENED, NO_WISH_LEFT),
        (NO_WISH_LEFT, FORGETS_WISHES),
        (LAST_WISH_FIRST, FORGETS_WISHES),
        (UNWISHED, FORGETS_WISHES),
    ],
)
def test_of_two_faults_neither_speaks_against_the_routine_of_the_other(
    one: tuple[str, str, str],
    other: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (MODULES / "player_program.py").read_text("utf-8")
    assert one[0] in text
    changed = text.replace(*one[:2], 1)
    verdict = verdict_on_edit(text, changed.replace(*other[:2], 1), tmp_path, monkeypatch, PLAYER)
    assert changed.replace(*other[:2], 1) != changed
    assert not verdict.conforms
    assert rules_with_status(verdict, "fail") <= {one[2], other[2]}
    assert not rules_with_status(verdict, "pass") & {one[2], other[2]}


@pytest.mark.parametrize(
    ("right", "wrong", "broken"),
    [
        ("self.water = 4", "self.water = 5", "fill"),
        ("self.water = 4", "self.water += 4", "fill"),
        ("self.water = 0", "self.water = 4", "empty"),
        ("self.water < need", "self.water < need - 1", "water"),
        ("else 2", "else 1", "need"),
    ],
)
def test_a_number_that_nothing_shows_is_laid_to_the_routine_that_puts_it_there(
    right: str, wrong: str, broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = verdict_on_edit(right, wrong, tmp_path, monkeypatch, COFFEE)
    assert {broken} == rules_with_status(verdict, "fail")


def test_if_one_number_less_shows_as_a_strict_condition_neither_rule_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = verdict_on_edit("self.water = 4", "self.water = 3", tmp_path, monkeypatch, COFFEE)
    assert not rules_with_status(verdict, "fail")
    (fault,) = verdict.faults
    assert {"water", "fill"} == {*fault.diagnosis.one_of}


@pytest.mark.parametrize(
    ("other", "instead", "broken"),
    [
        ("return self.count", "return self.count + (self.count == 2)", "count"),
        ("self.count += 1", "self.count += 2", "count"),
        ("self.water = 4", "self.water, self.count = 4, 0", "fill"),
    ],
)
def test_a_wrong_start_is_no_fault_of_what_shows_it_though_another_reply_speaks_against_it(
    other: str, instead: str, broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (MODULES / "coffee_program.py").read_text("utf-8")
    changed = text.replace("self.water = 0", "self.water = 4").replace(other, instead)
    verdict = verdict_on_edit(text, changed, tmp_path, monkeypatch, COFFEE)
    assert not verdict.conforms
    assert rules_with_status(verdict, "fail") <= {"empty", broken}
    assert not rules_with_status(verdict, "pass") & {"empty", broken}


class BeginsWithOne(Stack):
    """Begins with one element."""

    def init(self) -> None:
        super().init()
        self.used = 1


class PushesTwo(Stack):
    """Pushes another element as well, which is none."""

    def push(self, item: int) -> None:
        super().push(item)
        self.used += 1


@pytest.mark.parametrize(
    ("program", "broken"), [(BeginsWithOne, "begins-empty"), (PushesTwo, "last-in-first-out")]
)
def test_one_element_too_many_is_laid_to_the_transition_that_leaves_it(
    program: type[Stack], broken: str
) -> None:
    options = CheckOptions(games=RANDOM_GAMES)
    verdict = check(STACK, lambda: InProcess(program(), STACK.routines), options)
    assert {broken} == rules_with_status(verdict, "fail")


def test_if_a_second_call_shows_what_an_equal_one_did_both_are_in_the_game() -> None:
    push = Call("push", (1,))
    step = TraceStep(push, None, Outcome(None), Purpose.COMMAND)
    shows = TraceStep(push, None, Outcome(None), Purpose.COMMAND)
    mismatch = Mismatch(shows, Reply(exception="Full"), step, (Call("init"),))
    told = by_the_second_of_equal_calls(mismatch)
    assert (shows, (Call("init"), push)) == (told.culprit, told.history)
    other = dataclasses.replace(
        mismatch, culprit=TraceStep(Call("pop"), None, Outcome(None), step.purpose)
    )
    assert other is by_the_second_of_equal_calls(other)


class Latest:
    """The queue of ``pqueue``; of several that are equally urgent, the latest comes first."""

    def init(self) -> None:
        self.waiting: list[tuple[str, int]] = []

    def put(self, name: str, level: int) -> None:
        if len(self.waiting) == 5:
            raise Full
        self.waiting.append((name, level))

    def place(self) -> int:
        if not self.waiting:
            raise Empty
        return min(range(len(self.waiting)), key=lambda k: (self.waiting[k][1], -k))

    def take(self) -> None:
        del self.waiting[self.place()]

    def first(self) -> str:
        return self.waiting[self.place()][0]

    def urgency(self) -> int:
        return self.waiting[self.place()][1]

    def size(self) -> int:
        return len(self.waiting)


class Least(Latest):
    """The same, and who is least urgent comes first."""

    def place(self) -> int:
        if not self.waiting:
            raise Empty
        return max(range(len(self.waiting)), key=lambda k: self.waiting[k][1])


class Full(Exception):
    pass


class Empty(Exception):
    pass


@pytest.mark.parametrize("program", [Latest, Least])
def test_what_several_queries_apply_is_not_laid_to_a_transition(program: type[Latest]) -> None:
    verdict = check(QUEUE, lambda: InProcess(program(), QUEUE.routines))
    assert not verdict.conforms
    assert rules_with_status(verdict, "fail") <= {"most-urgent"}
    assert "most-urgent" not in rules_with_status(verdict, "pass")
    (first, *_) = verdict.faults
    assert "most-urgent" in (*first.diagnosis.rules, *first.diagnosis.one_of)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("number", 4),  # wrong by one
        ("number", 7),  # not changed
        ("flag", False),
        ("items", ("b", "c")),  # one element is lost
        ("items", ("c", "b", "a")),
        ("items", ("b", "a", "c")),
        ("items", ("a", "d", "c")),  # one of before is kept
        ("names", frozenset("b")),
        ("names", frozenset("bd")),
        ("prices", Map({"b": 2})),
        ("prices", Map({"a": 1, "b": 3})),
        ("prices", Map({"d": 5, "b": 2})),
        ("part", _Part(items=("a",))),
        ("part", _Part(items=("a", "c"))),
        ("entry", _Entry("a", 2)),
        ("entry", _Entry("b", 1)),
    ],
)
def test_near_states_differ_as_programs_do(name: str, value: Any) -> None:
    near = near_states(STATE, [EARLIER], ())
    assert STATE not in near
    assert ("a", "b", "c", "z") in [
        state.items for state in near_states(STATE, [], (), later=[replace(STATE, items=("z",))])
    ]
    assert 60 in [state.number for state in near_states(STATE, [EARLIER], (), [60])]
    assert value in [getattr(state, name) for state in near]
    assert value not in [getattr(each, name) for each in near_states(STATE, [EARLIER], {name})]


class Spot:
    """A place; ``told`` makes the output of its query."""

    def __init__(self, told: Callable[[int], object]) -> None:
        self.told = told

    def init(self) -> None:
        self.x = 0

    def move(self, x: int) -> None:
        self.x = x

    def where(self) -> object:
        return self.told(self.x)


@pytest.mark.parametrize(
    ("told", "is_right"),
    [
        (lambda x: (x, 0), True),
        (lambda x: (x, 1), False),
        (lambda x: (0, x), False),
        (lambda x: (x, "0"), False),
        (lambda x: "x", False),
        (lambda x: 5, False),
        (lambda x: None, False),
        (lambda x: {"x": x}, False),
    ],
)
def test_a_record_is_read_back_and_what_is_none_is_not(
    told: Callable[[int], object], is_right: bool
) -> None:
    file = Path(__file__).parent / "hidden_modules" / "spot.py"
    model = SpecificationCourse(str(file)).test_model("spot", {}, {})
    verdict = check(model, lambda: InProcess(Spot(told), model.routines))
    assert verdict.conforms == is_right
    assert is_right or verdict.faults


def test_where_several_queries_are_wrong_after_a_transition_the_state_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, wrong = "append((name, value))", "append((name[:8], value))"  # no near state has it
    verdict = verdict_on_edit(
        right, wrong, tmp_path, monkeypatch, SYMBOLS, PROGRAMS / "symbol_table.py"
    )
    (fault,) = verdict.faults
    assert ("one-type", "declare") == (fault.rule, fault.mismatch.culprit.call.routine)


@pytest.mark.parametrize(
    ("right", "wrong", "failed"),
    [
        ("-100 <= x", "-100 < x", {"plane"}),
        ("complex(x, y)", "complex(int(x), int(y))", {"coordinates"}),
        ("abs(self.z - q.z)", "abs(self.z + q.z)", {"distance"}),
    ],
)
def test_who_is_passed_an_object_is_not_blamed_for_how_the_program_makes_it(
    right: str,
    wrong: str,
    failed: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verdict = verdict_on_edit(right, wrong, tmp_path, monkeypatch, POINT, PROGRAMS / "point.py")
    assert failed == rules_with_status(verdict, "fail")
    if "distance" not in failed:
        assert "distance" in rules_with_status(verdict, "inconclusive")
