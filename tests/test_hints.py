"""A hint says what is likely for the routine, and true where one of several values is due."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from modcheck.system.in_process import InProcess, load
from modcheck.system.object_views import ObjectView
from modcheck.testing.patterns import value_name
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modlab.specification_course import SpecificationCourse

HERE: Final = Path(__file__).parent
LIBRARY: Final = HERE.parent / "docs" / "library"
PROGRAMS: Final = HERE / "library_programs"

DRAW: Final = '''

def some_hook(room: Cloakroom) -> Hook:
    """A hook."""
    return some(h for h in range(HOOKS))
'''
"""A query of a cloakroom that may yield any hook."""


def hints_for(specification: Path, program: str, name: str) -> tuple[str, ...]:
    """Return the hints for the only fault of a class, which is written in a text."""
    course = SpecificationCourse(str(specification))
    model = course.test_model(course.default_module, {}, {})
    module = ModuleType("a_program")
    exec(program, vars(module))
    made = vars(module)[name]
    options = CheckOptions(games=2)
    verdict = check(model, lambda: InProcess(made(), model.routines, "program"), options)
    (fault,) = verdict.faults
    return fault.hints


def test_a_routine_that_may_raise_an_exception_is_not_said_to_call_another_one() -> None:
    program = (PROGRAMS / "stack.py").read_text(encoding="utf-8")
    program = program.replace("if not self.used:", "if self.used < 2:")
    (hint,) = hints_for(LIBRARY / "stack.py", program, "Stack")
    assert hint.startswith("top raises Empty where ")
    assert hint.endswith(" is due. Is its condition for Empty true too often?")


@pytest.fixture
def cloakroom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cloakroom, with a query that may yield any hook."""
    text = (LIBRARY / "cloakroom.py").read_text(encoding="utf-8")
    file = tmp_path / "cloakroom.py"
    file.write_text(text.replace('    "coat_on",\n', '    "coat_on",\n    "some_hook",\n') + DRAW)
    monkeypatch.syspath_prepend(tmp_path)
    return file


ANY_HOOK: Final = "\n    def some_hook(self):\n        return 1\n"


def test_no_value_is_said_to_be_due_where_there_is_a_choice(cloakroom: Path) -> None:
    program = (PROGRAMS / "cloakroom.py").read_text(encoding="utf-8") + ANY_HOOK
    program = program.replace("if not self.free:", "if True:")
    (hint,) = hints_for(cloakroom, program, "Room")
    assert hint.startswith("hand_in raises Full where no exception is due.")
    program = (PROGRAMS / "cloakroom.py").read_text(encoding="utf-8") + ANY_HOOK
    assert () == hints_for(cloakroom, program.replace("return 1\n", "return 7\n"), "Room")


def test_that_a_call_changes_nothing_is_said_only_where_the_whole_state_is_shown() -> None:
    """What is declared by an update shows in the size, which is no part of the state."""
    program = (HERE / "odd_programs" / "symbol_table.py").read_text(encoding="utf-8")
    program = program.replace("        self[name]\n        self[name] = kind\n", "EDIT", 1)
    for update in ("        self[name] = kind\n", "        if name in self: self[name] = kind\n"):
        edited = program.replace("EDIT", update)
        (hint, *_) = hints_for(LIBRARY / "symbol_table.py", edited, "R_DictSub")
        assert ("update raises nothing where Undeclared is due. What does it check before?") == hint


IMMUTABLE: Final = """
class Empty(Exception): pass
class Full(Exception): pass
class Stack:
    def __init__(self, items=()): self.items = items
    def init(self): return Stack()
    def push(self, item):
        if len(self.items) == 4: raise Full
        return Stack((*self.items, item))
    def pop(self):
        if not self.items: raise Empty
        return Stack(self.items[:-1])
    def top(self):
        if not self.items: raise Empty
        return self.items[-1]
    def depth(self): return len(self.items)
"""
NEW_OBJECTS: Final = (
    "Your routines return an object of Stack and change nothing. In the specification push changes "
    "the object it is called on. Let the method change self instead of a new object."
)


def test_a_class_whose_methods_return_new_objects_is_told_that_its_object_has_to_change() -> None:
    stack = LIBRARY / "stack.py"
    assert (NEW_OBJECTS,) == hints_for(stack, IMMUTABLE, "Stack")
    written = f"{IMMUTABLE}    def __repr__(self): return f'Stack({{self.items}})'\n"
    assert (NEW_OBJECTS,) == hints_for(stack, written, "Stack")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("self.items[-1]", "self.items[0]"),
        ("return len(self.items)", "return len(self.items[:3])"),
        ("return len(self.items)", "return 0"),
        ("Stack(self.items[:-1])", "Stack(self.items[:-2])"),
        ("== 4", "== 2"),
    ],
)
def test_a_method_that_returns_its_object_is_not_said_to_change_nothing(
    right: str, wrong: str
) -> None:
    fluent = IMMUTABLE.replace(right, wrong).replace("return Stack(", "return self.__init__(")
    fluent = re.sub(r"return (self.__init__.*)", r"\1; return self", fluent)
    found = hints_for(LIBRARY / "stack.py", fluent, "Stack")
    assert not any(hint.startswith("Your routines return ") for hint in found)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (True, "true"),
        (None, "nothing"),
        (ObjectView((("size", 1), ("kinds", ("apple",)))), "an object"),
        (3, "3"),
        ((("x", 0), ("y", 1)), "another value"),
    ],
)
def test_no_hint_shows_a_value_as_python_writes_it(value: object, name: str) -> None:
    assert name == value_name(value)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (
            "Point((2 * self.p.xcoord + self.dx) // 2, (2 * self.p.ycoord + self.dy) // 2)",
            "middle rounds down what is due. Is there // where / is meant?",
        ),
        (
            "Point(int(self.at(0.5).xcoord), int(self.at(0.5).ycoord))",
            "middle cuts off the fraction of what is due. Is a number made an integer on the way?",
        ),
        ("Point(self.at(0.5).xcoord + 0.25, self.at(0.5).ycoord // 1)", ""),
    ],
)
def test_that_numbers_have_lost_their_fractions_is_said_only_of_all(
    text: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (PROGRAMS / "line.py").read_text(encoding="utf-8")
    file = tmp_path / f"lines_of_{tmp_path.name}.py"  # another name in each test
    file.write_text(program.replace("return self.at(0.5)", f"return {text}"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    model = SpecificationCourse(str(LIBRARY / "line.py")).test_model("line", {}, {})
    (fault,) = check(model, lambda: load(f"{file.stem}:Line", model.routines)).faults
    assert ((hint,) if hint else ()) == fault.hints


ONE_OFF: Final = (
    " replies are as if push said CAPACITY {} 1 instead of CAPACITY. Is a bound one too small, or "
    "one too large?"
)


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("self.used == 5", ONE_OFF.format("+")),
        ("self.used == 3", ONE_OFF.format("-")),
        ("self.used == 6", "push goes on where Full is due. What does it check before?"),
        ("self.used == 5 or (self.used == 4 and item)", ""),
    ],
)
def test_a_limit_that_is_one_off_is_told_and_no_other_one(condition: str, hint: str) -> None:
    program = (PROGRAMS / "stack.py").read_text(encoding="utf-8")
    program = program.replace("self.used == 4", condition).replace("[None] * 4", "[None] * 9")
    told = hints_for(LIBRARY / "stack.py", program, "Stack")
    assert [hint] == [each.lstrip("0123456789") for each in told] if hint else not told
