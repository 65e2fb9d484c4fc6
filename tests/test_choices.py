"""Choices: an output that the specification leaves open, in each reading and when judged."""

from __future__ import annotations

import random
import sys
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from modcheck.system.in_process import InProcess
from modcheck.testing.choices import ChosenOutput, follow
from modcheck.testing.plan import CheckOptions
from modcheck.testing.state_machine import MismatchFound, state_machine
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict, expected_and_got
from modlab.commands.compare import compare_modules
from modlab.driver import Driver
from modlab.exercise.comparison import WayOfDiffering, answer_of, differences
from modlab.notation import Notation
from modlab.session import Session
from modlab.specification_course import SpecificationCourse
from modspec import Contract, ContractViolation, Module, OutsideNotation, prove_module, some, the
from modspec.explain.explain import explain_call
from modspec.explain.text import tree
from modspec.lint import Level, lint
from modspec.print import terminal
from modspec.prove.module_claims import ClaimStatus
from modspec.run.explore import explore
from modspec.run.machine import Call, Machine
from modspec.run.plain import plain
from modspec.syntax.choices import picking
from modspec.syntax.places import module_at
from plain_crosshair import crosshair

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
PROGRAMS = Path(__file__).parent / "library_programs"
TEXT = (LIBRARY / "cloakroom.py").read_text("utf-8")
PROGRAM = (PROGRAMS / "cloakroom.py").read_text("utf-8")
HAND_IN = "hook = some(h for h in range(HOOKS) if h not in room.coats)  # [free-hook]"


@cache
def cloakroom() -> Module:
    return module_at(str(LIBRARY / "cloakroom.py"))


@cache
def model() -> TestModel:
    return SpecificationCourse(str(LIBRARY / "cloakroom.py")).test_model("cloakroom", {}, {})


def coat(name: str) -> Any:
    return cloakroom().python.Coat[name]


def room(source: str) -> Any:
    """Return the class of a program."""
    python = ModuleType("a_cloakroom")
    exec(source, vars(python))
    return vars(python)["Room"]


def verdict_of(source: str, games: int = 2) -> Verdict:
    made = room(source)
    return check(
        model(),
        lambda: InProcess(made(), model().routines, "program", timeout=2.0, printed=None),
        CheckOptions(games=games, short=2),
    )


# -- the values ------------------------------------------------------------------------------------


def test_by_itself_the_first_value_in_order_is_chosen_and_another_one_if_it_was_made() -> None:
    assert 1 == some(n for n in (3, 1, 2))
    with picking(lambda value: value == 2) as pick:
        assert 2 == some(n for n in {3, 1, 2})
    assert (1, 2, 3) == pick.allowed
    with picking(lambda value: value == 9):
        assert 1 == some(n for n in (3, 1, 2))
    with pytest.raises(ValueError, match="nothing to choose from"):
        some(n for n in ())


def test_the_only_value_is_the_only_one() -> None:
    assert 2 == the(n for n in range(9) if 2 * n == 4)
    assert 2 == the(n for n in (2, 2))
    for values, number in (((), 0), ((1, 2), 2)):
        with pytest.raises(ValueError, match=f"there are {number} values"):
            the(n for n in values)


# -- the notation ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        (HAND_IN, HAND_IN.replace("some(", "0 + some("), "some within an expression"),
        ("coat}), hook", "coat}), 0", "the choice hook, which is not yielded"),
        (HAND_IN, f"{HAND_IN}\n    other = some(h for h in range(2))", "with two choices"),
        ("replace, some, the", "replace, the", "from modspec import some"),
        ("some(h for", "next(h for", "write some"),
        (
            "return hook not in room.coats",
            "return hand_in(room, Coat.CAPE) == hook",
            "which yields a next state and an output",
        ),
    ],
)
def test_a_choice_stands_where_a_reply_shows_it(
    right: str, wrong: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert right in TEXT
    monkeypatch.setattr(sys, "path", sys.path.copy())
    number = abs(hash(wrong))
    (tmp_path / f"wrong_{number}.py").write_text(TEXT.replace(right, wrong), encoding="utf-8")
    with pytest.raises(OutsideNotation, match=words):
        module_at(str(tmp_path / f"wrong_{number}.py"))


def test_a_function_that_chooses_is_applied_by_none_and_none_is_called_like_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    begin = '"""Numbers."""\n\nfrom modspec import some\n\n__all__ = ["one", "two"]\n\n\n'
    one = 'def one(n: int) -> int:\n    """A number."""\n    return some(k for k in range(n))\n'
    two = '\n\ndef two(n: int) -> int:\n    """A number."""\n    return 2 * one(n)\n'
    (tmp_path / "numbers_to_choose.py").write_text(begin + one + two, encoding="utf-8")
    with pytest.raises(OutsideNotation, match="a call of one, which chooses what it yields"):
        module_at(str(tmp_path / "numbers_to_choose.py"))
    own = begin.replace("from modspec import some\n\n", "").replace('"two"', '"the"')
    (tmp_path / "numbers_the.py").write_text(
        own + one.replace("some(k for k in range(n))", "n") + two.replace("two", "the"),
        encoding="utf-8",
    )
    with pytest.raises(OutsideNotation, match="a function called the"):
        module_at(str(tmp_path / "numbers_the.py"))


# -- run and explain -------------------------------------------------------------------------------


def test_the_next_state_follows_from_the_choice() -> None:
    machine = Machine(cloakroom())
    first = machine.call(machine.initial(), "hand_in", (coat("CAPE"),))
    assert (0, (0, 1), {0: "cape"}) == (first.output, first.allowed, first.state.coats)
    chosen = ChosenOutput(1, int)
    other = machine.call(machine.initial(), "hand_in", (coat("CAPE"),), chosen)
    assert (1, (0, 1), {1: "cape"}) == (other.output, other.allowed, other.state.coats)
    wrong = machine.call(machine.initial(), "hand_in", (coat("CAPE"),), ChosenOutput(True, bool))
    assert first == wrong


def test_an_exploration_makes_every_choice() -> None:
    calls = [Call("hand_in", (each,)) for each in cloakroom().python.Coat]
    states = explore(Machine(cloakroom()), calls).states
    assert 1 + 3 * 2 + 3 * 2 == len(states)


def test_what_is_allowed_is_told_with_what_is_chosen() -> None:
    session = Session(Notation(cloakroom()))
    assert "coats = {}" in [*session.begin()]
    assert "0, one of 0, 1" in [*session.make(Call("hand_in", (coat("CAPE"),)))]
    assert "1" in [*session.make(Call("hand_in", (coat("PARKA"),)))]


def test_an_explanation_names_the_conditions_that_the_choice_meets() -> None:
    machine = Machine(cloakroom())
    state = machine.call(machine.initial(), "hand_in", (coat("CAPE"),)).state
    explained = explain_call(machine.instance, cloakroom()["hand_in"], state, (coat("PARKA"),))
    lines = tree(explained[-1][1], plain)
    assert "(some h : 0..HOOKS - 1 | h ∉ dom(coats) : h) = 1" in " ".join(lines[0].split())
    assert ["h = 1: h = 1", "1 ∉ dom(coats) ✓"] == [line.strip(" └─") for line in lines[1:]]


# -- lint and proof: what holds of the first choice may not hold of another one --------------------

DIAL = '''"""Dial: it is turned to some other place."""

from modspec import AbstractObject, some

__all__ = ["init", "turn"]


class Dial(AbstractObject):
    """The one dial."""

    at: int
    """Where it stands."""


def invariant(dial: Dial) -> bool:
    """There are four places."""
    return 0 <= dial.at < 4


def init() -> Dial:
    """Begin at 0."""
    return Dial(at=0)


def turn(dial: Dial) -> tuple[Dial, int]:
    """Turn it to some other place."""
    place = some(n for n in range(4) if n != dial.at)
    return Dial(at=place), place
'''


@pytest.fixture
def dial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Module]:
    """Declares the dial, with one text in place of another."""
    monkeypatch.setattr(sys, "path", sys.path.copy())

    def declare_with(old: str, new: str) -> Module:
        assert old in DIAL
        name = f"dial_{zlib.crc32(new.encode())}"
        text = DIAL.replace(old, new)
        chooser = "some" if "some(" in text else "the"
        text = text.replace("AbstractObject, some", f"AbstractObject, {chooser}")
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return module_at(str(tmp_path / f"{name}.py"))

    return declare_with


@pytest.mark.parametrize(
    ("old", "new", "found", "claim"),
    [
        ("range(4)", "range(4)", "", ""),
        ("range(4)", "range(5)", "turn breaks the invariant", "turn keeps the invariant"),
        ("!= dial", "> dial", "there is nothing to choose from", "turn has a value"),
        (
            "some(n for n in range(4) if n != dial.at)",
            "the(n for n in range(4) if n != dial.at)",
            "1 and 2 are both such a value, not only one",
            "turn has a value",
        ),
        (
            "some(n for n in range(4) if n != dial.at)",
            "the(n for n in range(4) if n == dial.at + 1)",
            "there is nothing that satisfies the condition",
            "turn has a value",
        ),
    ],
)
def test_a_claim_is_about_every_choice(
    old: str, new: str, found: str, claim: str, dial: Callable[[str, str], Module]
) -> None:
    module = dial(old, new)
    findings = [each for each in lint(module) if each.level is Level.ERROR]
    assert bool(found) == bool(findings)
    assert all(found in finding.text for finding in findings)
    results = prove_module(module)
    refuted = {each.claim.text for each in results if each.standing is ClaimStatus.REFUTED}
    assert ({claim} if claim else set()) == refuted
    assert ClaimStatus.TRIED not in {each.standing for each in results}


def test_two_modules_that_allow_different_choices_are_told_apart(
    dial: Callable[[str, str], Module],
) -> None:
    one = dial("range(4)", "range(4)")
    found = compare_modules(
        one, dial("range(4) if n != dial.at", "range(1, 5) if n != dial.at - 4")
    )
    assert found.difference is not None
    assert "turn()" == str(found.difference.call)
    same = compare_modules(one, dial("n != dial.at", "dial.at != n"))
    assert (None, False) == (same.difference, same.is_whole)


def test_an_answer_of_an_exercise_is_compared_by_what_it_allows() -> None:
    def least(numbers: frozenset[int]) -> int:
        return some(n for n in numbers)

    def positive(numbers: frozenset[int]) -> int:
        return some(n for n in numbers if n > 0)

    numbers = (frozenset({1, 2}),), (frozenset({-1, 2}),)
    due = [(each, answer_of(least, each)) for each in numbers]
    assert ([], 2) == differences(least, due)
    (difference,), _ = differences(positive, due)
    assert (frozenset({-1, 2}), frozenset({2})) == (difference.due.value, difference.yours.value)
    assert WayOfDiffering.TOO_FEW is difference.direction


# -- contracts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hook", "noted", "said"), [(1, 1, ""), (1, 0, "coats"), (7, 7, "0, 1")])
def test_a_contract_takes_any_choice_that_the_state_follows(
    hook: int, noted: int, said: str
) -> None:
    coats: dict[int, Any] = {}
    contract = Contract(cloakroom(), lambda: cloakroom().python.Cloakroom(coats=dict(coats)))

    @contract
    def hand_in(coat: Any) -> int:
        coats[noted] = coat
        return hook

    if not said:
        assert hook == hand_in(coat("CAPE"))
        return
    with pytest.raises(ContractViolation, match=said):
        hand_in(coat("CAPE"))


def test_crosshair_confirms_any_choice_and_refutes_one_that_is_not_allowed(tmp_path: Path) -> None:
    (tmp_path / "dial_spec.py").write_text(DIAL, encoding="utf-8")
    program = '''import dial_spec
from modspec import declare
from modspec.contract.contract import Contract

_at: int
contract = Contract(declare("dial_spec"), abstraction=lambda: dial_spec.Dial(at=_at))


@contract
def turn() -> int:
    """Turn it back."""
    global _at
    _at = (_at + 3) % 4
    return _at
'''
    (tmp_path / "dial.py").write_text(program, encoding="utf-8")
    done = crosshair("dial", tmp_path)
    assert (0, "") == (done.returncode, done.stderr)
    assert "confirmed: any arguments and any _at" in done.stdout
    wrong = program.replace("(_at + 3) % 4", "3 - _at if _at < 2 else 3")
    (tmp_path / "dial.py").write_text(wrong, encoding="utf-8")
    done = crosshair("dial", tmp_path)
    assert 1 == done.returncode
    assert "expected one of 0, 1, 2, got 3" in done.stdout


# -- the judge -------------------------------------------------------------------------------------

LAST = "hook = self.free.pop()"


@pytest.mark.parametrize(
    "choose",
    [
        LAST,
        "hook = min(self.free); self.free.remove(hook)",
        "hook = __import__('random').choice(self.free); self.free.remove(hook)",
    ],
)
def test_a_program_may_choose_as_it_likes(choose: str) -> None:
    random.seed(0)
    verdict = verdict_of(PROGRAM.replace(LAST, choose))
    assert verdict.conforms
    assert {Status.PASS} == {each.status for each in verdict.rules}


WRONG = {
    "a hook that is taken": (LAST, "self.free.pop(); hook = 0", "free-hook"),
    "another hook than it yields": ("return hook\n", "return 1 - hook\n", "free-hook"),
    "no hook at all": (LAST, "self.free.pop(); hook = 7", "free-hook"),
    "a hook that stays free": (LAST, "hook = self.free[-1]", "free-hook"),
    "a hook that stays taken": ("self.free.append(hook)", "pass", "fetch"),
    "a hook as text": ("return hook\n", "return str(hook)\n", "free-hook"),
    "the wrong exception": (
        "        if coat in self.hooks:\n            raise HangsHere\n",
        "        if not self.free:\n            raise Full\n"
        "        if coat in self.hooks:\n            raise HangsHere\n",
        "one-hook",
    ),
}

CERTAIN = {
    "a hook that stays free",
    "no hook at all",
    "a hook as text",
    "another hook than it yields",
    "a hook that is taken",
    "the wrong exception",
}
"""What shows in the reply itself, or in all queries; the rest shows in a part of the state."""


@pytest.mark.parametrize("name", WRONG)
def test_a_program_may_not_choose(name: str) -> None:
    right, wrong, rule = WRONG[name]
    verdict = verdict_of(PROGRAM.replace(right, wrong, 1))
    assert not verdict.conforms
    status = {each.rule: each.status for each in verdict.rules}
    assert {each for each in status if status[each] is Status.FAIL} <= {rule}
    assert status[rule] is not Status.PASS
    (fault,) = verdict.faults
    if name in CERTAIN:
        assert rule == fault.rule
    else:
        assert rule in fault.diagnosis.one_of


def test_a_verdict_lists_what_is_allowed_and_what_was_chosen_before() -> None:
    wrong = PROGRAM.replace(LAST, "self.free.pop(); hook = 1")
    (fault,) = verdict_of(wrong).faults
    assert ("0", "1") == expected_and_got(fault.mismatch)
    assert "hand_in(ANORAK) → 1" in {str(call) for call in fault.mismatch.transitions}
    assert "h ∉ dom(coats)" == (fault.formula and terminal.inline(fault.formula))
    assert {"h": 1} == dict(fault.witness)
    (fault, *_) = verdict_of(PROGRAM.replace(LAST, "self.free.pop(); hook = 7")).faults
    assert ("one of 0, 1", "7") == expected_and_got(fault.mismatch)
    assert fault.formula is None


def test_calls_that_have_no_meaning_after_a_choice_are_not_made() -> None:
    made = room(PROGRAM)()
    generator = TraceGenerator(Machine(cloakroom()), model().domains)
    calls = [
        (Call("init"), Purpose.COMMAND),
        (Call("hand_in", (coat("CAPE"),)), Purpose.COMMAND),
        (Call("fetch", (0,)), Purpose.COMMAND),  # the program chose the other hook
        (Call("fetch", (1,)), Purpose.REJECTED),
    ]
    program = InProcess(made, model().routines, "program", timeout=2.0, printed=None)
    trace, replies = follow(program, calls, generator)
    game = [step for step in trace if step.purpose is not Purpose.OBSERVE]
    assert [Purpose.COMMAND, Purpose.COMMAND, Purpose.REJECTED, Purpose.COMMAND] == [
        step.purpose for step in game
    ]
    assert len(trace) == len(replies)


WATCH = (
    DIAL.replace('["init", "turn"]', '["init", "set_to", "turn", "where"]')
    + '''

def set_to(dial: Dial, place: int) -> Dial:
    """Set it to a place."""
    assert 0 <= place < 4 and place != dial.at
    return Dial(at=place)


def where(dial: Dial) -> int:
    """Where it stands."""
    return dial.at
'''
)

WATCHED = """class Dial:
    def init(self):
        self.at = 0

    def turn(self):
        self.at = (self.at + 3) % 4
        return self.at

    def set_to(self, place):
        if not 0 <= place < 4 or place == self.at:
            raise SystemExit("this call has no meaning")
        self.at = place

    def where(self):
        return self.at
"""


@pytest.mark.parametrize(
    ("right", "wrong", "routine"),
    [
        ("self.at", "self.at", ""),
        ("self.at = (self.at + 3) % 4\n", "self.at = (self.at + self.at + 1) % 4\n", "turn"),
        (
            "        return self.at\n\n    def set",
            "        return (self.at + 1) % 4\n    def set",
            "turn",
        ),
        ("self.at = place", "self.at = 3", "set_to"),
    ],
)
def test_a_state_that_is_shown_is_judged_from_there_and_no_call_is_made_without_meaning(
    right: str, wrong: str, routine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    (tmp_path / "watch.py").write_text(WATCH, encoding="utf-8")
    watch = SpecificationCourse(str(tmp_path / "watch.py")).test_model("watch", {}, {})
    python = ModuleType("a_dial")
    assert right in WATCHED
    exec(WATCHED.replace(right, wrong), vars(python))
    made = vars(python)["Dial"]
    verdict = check(
        watch,
        lambda: InProcess(made(), watch.routines, "program", timeout=2.0, printed=None),
        CheckOptions(games=2, short=2),
    )
    culprits = {fault.mismatch.culprit.call.routine for fault in verdict.faults}
    assert ({routine} if routine else set()) == culprits
    assert not any(fault.mismatch.reply.fault for fault in verdict.faults)


# -- tests to keep ---------------------------------------------------------------------------------


def test_tests_follow_the_choices_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "attendant.py").write_text(PROGRAM, encoding="utf-8")
    driver = Driver(str(LIBRARY / "cloakroom.py"), "py:attendant:Room", tmp_path)
    driver.check("hand_in(CAPE) hook_of(CAPE) hand_in(PARKA) fetch(1) is_free(1) fetch(0)")
    wrong = PROGRAM.replace("return self.hooks[coat]", "return 0")
    (tmp_path / "porter.py").write_text(wrong, encoding="utf-8")
    driver = Driver(str(LIBRARY / "cloakroom.py"), "py:porter:Room", tmp_path)
    with pytest.raises(MismatchFound, match="hook_of"):
        driver.check("hand_in(CAPE) hook_of(CAPE)")


@pytest.mark.parametrize("is_right", [True, False])
def test_a_state_machine_follows_the_choices_of_the_program(is_right: bool) -> None:
    from hypothesis import settings
    from hypothesis.stateful import run_state_machine_as_test

    made = room(PROGRAM if is_right else PROGRAM.replace(LAST, "self.free.pop(); hook = 0"))
    machine = state_machine(
        cloakroom(),
        lambda: InProcess(made(), model().routines, "program", timeout=2.0, printed=None),
        model().domains,
        steps=8,
    )
    chosen = settings(max_examples=8, derandomize=True, database=None, deadline=None)
    if is_right:
        run_state_machine_as_test(machine, settings=chosen)
        return
    with pytest.raises(MismatchFound):
        run_state_machine_as_test(machine, settings=chosen)


AT_RANDOM = """import random

def chance(seed):
    global drawn
    drawn = random.Random(seed)

class Room:
    def init(self):
        self.hooks = [None, None]

    def hand_in(self, coat):
        if coat in self.hooks:
            raise HangsHere
        free = [n for n in (0, 1) if self.hooks[n] is None]
        if not free:
            raise Full
        hook = drawn.choice(free)
        self.hooks[hook] = coat
        return hook

    def fetch(self, hook):
        return self.coat_on(hook)

    def hook_of(self, coat):
        if coat not in self.hooks:
            raise NotHere
        return self.hooks.index(coat)

    def is_free(self, hook):
        return self.hooks[hook] is None

    def coat_on(self, hook):
        if self.hooks[hook] is None:
            raise Empty
        return self.hooks[hook]

class HangsHere(Exception): pass
class Full(Exception): pass
class NotHere(Exception): pass
class Empty(Exception): pass
"""


def test_a_call_that_is_made_again_is_passed_what_the_program_chooses_this_time() -> None:
    generator = TraceGenerator(Machine(cloakroom()), model().domains)
    calls = [
        (Call("init"), Purpose.COMMAND),
        (Call("hand_in", (coat("CAPE"),), ChosenOutput(0, int)), Purpose.COMMAND),
        (Call("fetch", (0,)), Purpose.COMMAND),
        (Call("hand_in", (coat("CAPE"),), ChosenOutput(1, int)), Purpose.COMMAND),
        (Call("fetch", (1,)), Purpose.COMMAND),
    ]
    program = InProcess(room(PROGRAM)(), model().routines, "program", timeout=2.0, printed=None)
    trace, _ = follow(program, calls, generator)
    assert [Purpose.COMMAND] * 5 == [step.purpose for step in trace]
    assert [(1,), (1,)] == [each.call.arguments for each in trace if each.call.routine == "fetch"]


def verdict_at_random(source: str, seed: int) -> Verdict:
    python = ModuleType("a_cloakroom")
    exec(source, vars(python))
    vars(python)["chance"](seed)
    made, routines = vars(python)["Room"], model().routines
    return check(
        model(),
        lambda: InProcess(made(), routines, "program", timeout=2.0, printed=None),
        CheckOptions(games=2, short=2),
    )


@pytest.mark.parametrize("seed", range(8))
def test_what_one_game_shows_is_shown_in_one_game_though_the_program_draws_at_random(
    seed: int,
) -> None:
    (fault,) = verdict_at_random(AT_RANDOM, seed).faults
    assert "fetch" == fault.rule
    assert ["init", "hand_in", "fetch"] == [call.routine for call in fault.mismatch.history]


ONE_TOO_MANY = AT_RANDOM.replace(
    "        free = [n for n in (0, 1) if self.hooks[n] is None]\n",
    "        free = [n for n in (0, 1) if self.hooks[n] is None]\n"
    "        if not free and coat == 'parka':\n            free = [1]\n",
).replace(
    "        return self.coat_on(hook)\n",
    "        coat, self.hooks[hook] = self.coat_on(hook), None\n        return coat\n",
)


@pytest.mark.parametrize("seed", range(8))
def test_a_state_that_a_choice_left_is_as_sure_as_another_if_the_program_chooses_so_again(
    seed: int,
) -> None:
    """The program makes the same calls again until it chooses as before: so they can be judged."""
    (fault,) = verdict_at_random(ONE_TOO_MANY, seed).faults
    assert ("full", ()) == (fault.rule, fault.diagnosis.suspects)
