"""A hint says what is likely for the routine, and true where one of several values is due."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from modcheck.system.in_process import InProcess
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
        assert (
            "update never raises Undeclared: it raises nothing where the exception is due. What "
            "does it check before?"
        ) == hint
