"""Objects that share one state are found: another one is made, and the earlier one is asked."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from modlab.modspec_command import cli

LIBRARY: Final = Path(__file__).parent.parent / "docs" / "library"

SEQUENCE: Final = """
class Full(Exception): pass
class NoPosition(Exception): pass

class Sequence:
    def __init__(self): self.items = []
    def add(self, i, item):
        if not 0 <= i <= len(self.items): raise NoPosition
        if len(self.items) == 3: raise Full
        self.items.insert(i, item)
    def remove(self, i):
        if not 0 <= i < len(self.items): raise NoPosition
        del self.items[i]
    def at(self, i):
        if not 0 <= i < len(self.items): raise NoPosition
        return self.items[i]
    def size(self): return len(self.items)
"""
IN_THE_CLASS: Final = SEQUENCE.replace("self.items = []", "Sequence.items = []")
IN_THE_MODULE: Final = (
    SEQUENCE.replace("self.items = []", "items.clear()")
    .replace("self.items", "items")
    .replace("class Full", "items = []\nclass Full")
)
BEGINS_ANEW: Final = SEQUENCE.replace("__init__", "new")

POINT: Final = (Path(__file__).parent / "library_programs" / "point.py").read_text("utf-8")


def verdict_of(text: str, module: str, folder: Path, *options: str) -> dict[str, Any]:
    """Return the verdict on the text of a program, which is called ``program.py``."""
    program = folder / "program.py"
    program.write_text(text, encoding="utf-8")
    command = ["check", str(LIBRARY / f"{module}.py"), str(program), "--json", *options]
    found = CliRunner().invoke(cli, command)
    assert found.stderr == ""
    return dict(json.loads(found.stdout))


@pytest.mark.parametrize("text", [IN_THE_CLASS, IN_THE_MODULE], ids=["class", "module"])
def test_objects_that_share_one_state_are_told_by_the_shortest_game(
    text: str, tmp_path: Path
) -> None:
    (fault,) = verdict_of(text, "sequence", tmp_path)["faults"]
    assert ["new()", "add(0, 0)"] == fault["written"]["history"]
    assert ("new()", None) == (fault["written"]["call"], fault["rule"])
    assert "other objects are left as they were" == fault["expected"]
    assert "it changes the object that was made before: size yields something else" == fault["got"]
    (hint,) = fault["hints"]
    assert "Does new keep it in the class" in hint


@pytest.mark.parametrize(
    ("text", "module"),
    [(SEQUENCE, "sequence"), (BEGINS_ANEW, "sequence"), (POINT, "point")],
    ids=["constructor", "begins anew", "reals"],
)
def test_objects_with_states_of_their_own_conform(text: str, module: str, tmp_path: Path) -> None:
    """A class with a method ``new`` has one object that begins anew: there is no earlier one."""
    assert verdict_of(text, module, tmp_path)["conforms"]


def test_the_test_to_paste_fails_until_each_object_has_a_state(tmp_path: Path) -> None:
    test = tmp_path / "test_sequence.py"
    verdict_of(IN_THE_CLASS, "sequence", tmp_path, "--report", f"test={test}")
    for text, code in [(IN_THE_CLASS, 1), (SEQUENCE, 0)]:
        (tmp_path / "program.py").write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, "-B", test], check=False, capture_output=True)
        assert code == done.returncode, done.stderr


def test_a_fault_of_another_kind_is_told_first(tmp_path: Path) -> None:
    """Whether objects share a state is asked of a program that is right otherwise."""
    text = IN_THE_CLASS.replace("== 3: raise Full", "== 2: raise Full")
    (fault,) = verdict_of(text, "sequence", tmp_path)["faults"]
    assert "capacity" == fault["rule"]
