"""Shown games: the game by which a verdict shows a fault is short, is whole, and shows the fault.

Each program is checked as a file, as a student checks it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from modcheck.report.fields import fault_fields
from modlab.specification_course import SpecificationCourse

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
PROGRAMS = Path(__file__).parent / "library_programs"

MODSPEC: Final = shutil.which("modspec") or "modspec"

Shown = Callable[..., dict[str, Any]]


@pytest.fixture
def first_fault(tmp_path: Path) -> Shown:
    """A function that checks a program with changes and returns the verdict's first fault."""

    def shown_fault(module: str, *changes: tuple[str, str]) -> dict[str, Any]:
        text = (PROGRAMS / f"{module}.py").read_text("utf-8")
        for before, after in changes:
            assert 1 == text.count(before)
            text = text.replace(before, after)
        program, report = tmp_path / f"wrong_{module}.py", tmp_path / "verdict.json"
        program.write_text(text, encoding="utf-8")
        command = [MODSPEC, "check", str(LIBRARY / f"{module}.py")]
        subprocess.run(
            [*command, str(program), "--report", f"json={report}"], capture_output=True, check=False
        )
        fault: dict[str, Any] = json.loads(report.read_text("utf-8"))["faults"][0]
        return fault

    return shown_fault


MERGED_TWICE: Final = (
    "                    can_merge = False\n",
    "                    can_merge = True\n",
)
LENT_ONE_BY_ONE: Final = (
    "        if len(self.borrowed(member)) + len(some) > 2:\n            raise TooMany\n"
    "        for title in some:\n            self.place[title] = member\n",
    "        for title in some:\n            if len(self.borrowed(member)) == 2:\n"
    "                raise TooMany\n            self.place[title] = member\n",
)
TOP: Final = "        return self.pile[self.used - 1]\n"
CACHED_TOP: Final = """\
        if self.cached is None:
            self.cached = self.pile[self.used - 1]
        return self.cached
"""


def test_a_query_that_keeps_its_answer_is_shown_with_the_query_before(first_fault: Shown) -> None:
    """No earlier game is needed, though the fault was met in a later one."""
    fault = first_fault(
        "stack",
        ("class Stack:\n", "class Stack:\n    cached = None\n"),
        ("        self.used -= 1\n", "        self.used -= 1\n        self.cached = None\n"),
        (TOP, CACHED_TOP),
    )
    assert fault["reproduced"]
    assert ["init", "push", "top", "push"] == [
        *(call[0] for call in fault["history"][:2]),
        fault["history"][fault["asked"][0]][0],
        fault["history"][-1][0],
    ]
    assert (["top"], "last-in-first-out") == (fault["call"], fault["rule"])


LENGTH: Final = "        return self.total\n"


def test_an_answer_that_is_kept_in_one_game_is_not_laid_to_the_initialiser(
    first_fault: Shown,
) -> None:
    """It is kept for a number of stops, which the next game soon has again."""
    keeps = "        return self.kept.setdefault(len(self.points), self.total)\n"
    fault = first_fault(
        "route", ("class Trip:\n", "class Trip:\n    kept = {}\n\n"), (LENGTH, keeps)
    )
    assert ("length", ["length"]) == (fault["rule"], fault["call"])
    asked = fault["history"][fault["asked"][0]]
    moves = [call[0] for call in fault["history"] if call != asked]
    assert ["init", "go", "go", "undo", "go"] == moves
    assert not fault["hints"]


def test_an_answer_that_is_kept_up_to_the_next_game_is_laid_to_the_initialiser(
    first_fault: Shown,
) -> None:
    keeps = (
        "        if self.kept is None:\n            self.kept = self.total\n"
        "        return self.kept\n"
    )
    fault = first_fault(
        "route",
        ("class Trip:\n", "class Trip:\n    kept = None\n\n"),
        (
            "        last = self.points.pop()\n",
            "        last, self.kept = self.points.pop(), None\n",
        ),
        ("        self.points.append(p)\n", "        self.kept = self.points.append(p)\n"),
        (LENGTH, keeps),
    )
    assert "begins-empty" == fault["rule"]


def test_what_one_object_keeps_for_others_is_shown_with_both(first_fault: Shown) -> None:
    fault = first_fault(
        "line",
        ("class Line:\n", "class Line:\n    known = {}\n\n"),
        (
            "    def length(self):\n        return ",
            "    def length(self):\n        begin = self.p.xcoord, self.p.ycoord\n"
            "        return self.known.setdefault(begin, self._length())\n\n"
            "    def _length(self):\n        return ",
        ),
    )
    assert (True, "length") == (fault["reproduced"], fault["rule"])
    assert ["new", "length", "new"] == [call[0] for call in fault["history"]]
    assert not fault["hints"]  # not that new should forget something


@pytest.mark.parametrize("bits", [8, 16])
def test_a_rare_value_is_shown_by_the_first_call_that_takes_it(
    bits: int, first_fault: Shown
) -> None:
    half = 2 ** (bits - 1)
    kept = f"% 3] = (number + {half}) % {2 * half} - {half}\n"
    fault = first_fault("queue", ("% 3] = number\n", kept))
    assert ([["init"]], ["enqueue", 65537]) == (fault["history"], fault["call"])
    assert (["front"], "65537", "1") == (fault["shown_by"], fault["expected"], fault["got"])


def test_what_a_refused_call_changes_is_shown_at_once_and_by_the_first_such_call(
    first_fault: Shown,
) -> None:
    fault = first_fault(
        "queue",
        (
            "        if self.count == len(self.ring):\n            raise Full\n",
            "        if self.count >= len(self.ring):\n            self.count += 1\n"
            "            raise Full\n",
        ),
    )
    assert [["init"], *[["enqueue", 0]] * 3] == fault["history"]
    assert (["enqueue", 0], ["length"]) == (fault["call"], fault["shown_by"])
    assert [] == fault["between"]


def test_what_a_refused_call_changes_is_shown_by_an_observation_if_there_is_one(
    first_fault: Shown,
) -> None:
    fault = first_fault(
        "catalogue",
        (
            "        if any(self.marks[title] for title in some):\n            raise Owned\n"
            "        for title in some:\n            self.marks[title] = True\n",
            "        is_owned = any(self.marks[title] for title in some)\n"
            "        for title in some:\n            self.marks[title] = True\n"
            "        if is_owned:\n            raise Owned\n",
        ),
    )
    assert [["no_titles"], ["acquire", ["dune"]]] == fault["history"]
    assert (["acquire", ["dune", "emma"]], ["titles"]) == (fault["call"], fault["shown_by"])


def test_a_call_that_should_do_something_is_shown_rather_than_a_refused_one_later(
    first_fault: Shown,
) -> None:
    """A name in capitals is the same name: it shows at the second call, and in a full table."""
    fault = first_fault(
        "symbol_table",
        (
            "        if self.is_declared(name):\n",
            "        if any(name.lower() == known.lower() for known, _ in self.pairs):\n",
        ),
    )
    assert ["declare", "declare"] == [fault["history"][-1][0], fault["call"][0]]
    assert (2, 1) == (len(fault["history"]), fault["moves"] - 1)


def test_a_move_is_left_out_if_another_one_changes(first_fault: Shown) -> None:
    """A tile that is merged twice is shown by three tiles, and no slide before."""
    fault = first_fault("game_2048", MERGED_TWICE)
    assert ["init", "appear", "appear", "appear"] == [call[0] for call in fault["history"]]
    assert "slide" == fault["call"][0]


def test_a_refused_call_that_another_one_undoes_is_found_in_a_shorter_game(
    first_fault: Shown,
) -> None:
    """After three titles are bought, what `borrow` does wrongly is given back before it is seen."""
    fault = first_fault("lending", LENT_ONE_BY_ONE)
    every = ["dune", "emma", "ulysses"]
    assert [["init"], ["buy", every]] == fault["history"]
    assert ["borrow", every] == [fault["call"][0], fault["call"][2]]
    assert fault["shortest"]


def test_a_set_has_the_elements_that_it_takes(first_fault: Shown) -> None:
    """Who gives one title back gives all back: one title is enough to show it."""
    fault = first_fault(
        "lending",
        (
            "        self.demand(some, member, NotBorrowed)\n        for title in some:\n",
            "        self.demand(some, member, NotBorrowed)\n"
            "        for title in self.borrowed(member):\n",
        ),
    )
    bought, borrowed = fault["history"][1:]
    assert ["give_back", []] == [fault["call"][0], fault["call"][2]]
    assert ("buy", "borrow", 1) == (bought[0], borrowed[0], len(bought[1]))
    assert bought[1] == borrowed[2]


def test_an_exception_of_other_routines_has_a_hint_that_names_both_ways(first_fault: Shown) -> None:
    fault = first_fault(
        "vending_machine",
        (
            "        paid, self.paid = self.paid, 0\n",
            "        if self.slot() is not None:\n            raise Waiting\n"
            "        paid, self.paid = self.paid, 0\n",
        ),
    )
    assert "cancel" == fault["call"][0]
    assert fault["hints"][0].endswith(
        "by the specification it never raises Waiting. Does it check what only other routines "
        "check, or call one of them?"
    )


def test_of_very_many_calls_the_first_and_the_last_are_shown(first_fault: Shown) -> None:
    fault = first_fault("queue", ("return number", "return self.count"))
    rulebook = SpecificationCourse(str(LIBRARY / "queue.py")).rulebook
    start, *calls = fault["history"]
    for number in (20, 500):
        data = {
            **fault,
            "written": None,
            "history": [start, *(["enqueue", n] for n in range(number)), *calls],
        }
        fields = {field.name: field.text for field in fault_fields(data, rulebook)}
        assert fields["first"].startswith("init(), enqueue(0), enqueue(1), ")
        assert ("--report json=FILE lists ..." in fields["first"]) == (number == 500)
        assert "enqueue(100)" not in fields["first"]
        assert f"enqueue({number - 1})" in fields["first"]
