"""Stated rules: a verdict shows the clause, the text and the edge of the rule that fails."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pytest

from modcheck.judging.hints.mutant_text import as_printed, as_written, signs_of_edge
from modcheck.report.fields import fault_line
from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, TraceStep
from modcheck.verdict.verdict import expected_and_got
from modlab.modspec_command import main
from modspec import Map, declare
from modspec.run.machine import Call, Outcome
from modspec.run.mutants import mutants
from modspec.run.plain import plain

METER = '''"""Meter: a parking meter, which takes coins and names.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modspec import AbstractObject, replace

__all__ = ["BOX", "Known", "LONGEST", "Refused", "init", "insert", "left", "name_of", "owner",
           "register"]

LONGEST: Final = 4
"""Minutes at most."""

BOX: Final = 3
"""Coins at most."""


class Refused(Exception):  # [longest]
    """The coin would give more time than the longest."""


class Known(Exception):  # [names]
    """The number has a name already."""


class Meter(AbstractObject):
    """The meter."""

    minutes: int
    """Minutes that are left."""

    coins: int
    """Coins in the box."""

    names: Mapping[int, str]
    """Who has paid, by number."""


def invariant(meter: Meter) -> bool:
    """Neither is ever too much."""
    return meter.minutes <= LONGEST and meter.coins <= BOX  # [box]


def init() -> Meter:
    """Begin with nothing."""
    return Meter(minutes=0, coins=0, names={})  # [begins-empty]


def insert(meter: Meter, gained: int) -> Meter:
    """Put a coin in that is worth some minutes."""
    assert gained in range(1, 4)
    if meter.minutes + gained > LONGEST:
        raise Refused  # [longest]
    if meter.coins + 1 > BOX:
        raise Refused  # [box]
    return replace(
        meter,
        minutes=meter.minutes + gained - (1 if all(k > 1 for k in {gained}) else 0),  # [time]
        coins=meter.coins + 1,  # [box]
    )


def register(meter: Meter, number: int, name: str) -> Meter:
    """Write down who has paid."""
    assert number in range(3)
    if number in meter.names:
        raise Known  # [names]
    return replace(meter, names={**meter.names, number: name})  # [names]


def left(meter: Meter) -> int:
    """Minutes that are left."""
    return meter.minutes  # [left]


def name_of(meter: Meter, number: int) -> str:
    """Who has a number; nobody has the empty name."""
    return meter.names[number] if number in meter.names else ""  # [owner]


def owner(meter: Meter, number: int) -> bool:
    """Whether somebody has a number."""
    return number in meter.names  # [owner]
'''

RIGHT = """
class Refused(Exception): pass
class Known(Exception): pass

class Meter:
    def __init__(self):
        self.minutes = self.coins = 0
        self.names = {}
    def insert(self, minutes):
        if self.minutes + minutes > 4: raise Refused
        if self.coins + 1 > 3: raise Refused
        self.minutes += minutes - (1 if minutes > 1 else 0)
        self.coins += 1
    def register(self, number, name):
        if number in self.names: raise Known
        self.names[number] = name
    def left(self): return self.minutes
    def name_of(self, number): return self.names.get(number, "")
    def owner(self, number): return number in self.names
"""

Check = Callable[..., str]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Judge the program with another text at one place; return what is printed in one line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    number = len(list(tmp_path.parent.iterdir()))

    def judge(before: str, after: str, *options: str) -> str:
        assert RIGHT.count(before) == 1
        program = f"meter_program_{number}"
        (tmp_path / f"{program}.py").write_text(RIGHT.replace(before, after), encoding="utf-8")
        spec = tmp_path / f"meter_{number}.py"
        spec.write_text(METER, encoding="utf-8")
        out = io.StringIO()
        monkeypatch.setattr(
            sys, "argv", ["modspec", "check", str(spec), f"py:{program}:Meter", *options]
        )
        with contextlib.redirect_stdout(out), pytest.raises(SystemExit):
            main()
        return " ".join(out.getvalue().split())

    return judge


def test_the_program_that_all_are_made_from_conforms(check: Check) -> None:
    assert "conforms" in check("self.coins += 1", "self.coins += 1", "--brief")


def test_the_clause_is_that_of_the_rule_and_an_edge_is_told_as_one(check: Check) -> None:
    told = check("+ 1 > 3", "+ 1 >= 3", "--why")
    assert "rule box: Put a coin in that is worth some minutes." in told
    assert "clause coins + 1 > BOX ⇒ Refused" in told
    assert "as if insert said ≥ instead of > in coins + 1 > BOX. What is due where both" in told
    assert "as if equal values were compared the other way" in told


def test_the_text_is_that_of_the_exception_only_if_that_is_due(check: Check) -> None:
    assert "rule longest: The coin would give more time" in check("+ minutes > 4", "+ minutes > 5")
    told = check("self.names[number] = name", "pass")
    assert "rule names: Write down who has paid." in told
    assert "has a name already" not in told


def test_a_clause_that_keeps_a_variable_is_not_shown(check: Check) -> None:
    told = check("self.names[number] = name", "self.names[number] = name; self.minutes = 0", "-v")
    assert "register(" in told
    assert "minutes := minutes" not in told


def test_a_line_in_brief_has_strings_in_quotes(check: Check) -> None:
    told = check('.get(number, "")', '.get(number, "none")', "--brief")
    assert 'name_of(0): expected "", got "none"' in told


def test_every_report_has_strings_in_quotes(check: Check) -> None:
    """Also those that are made of the verdict's JSON: annotations, pages, tables of a class."""
    data = json.loads(check("if number in self.names: raise Known", "pass", "--json"))
    line = 'register(0, ""): expected exception Known, got no exception'
    assert line == fault_line(data["faults"][0])
    del data["faults"][0]["written"]  # a verdict of an older version is shown as well as can be
    assert line.replace('""', "") == fault_line(data["faults"][0])


def test_strings_in_collections_are_in_quotes_and_elements_are_not() -> None:
    class Colour(Enum):
        RED = 1
        BLUE = 2

    step = TraceStep(None, Call("all_of"), Outcome(None, ("ann", Colour.RED)), Purpose.OBSERVE)
    mismatch = Mismatch(step, Reply(output=("bob", "red", "blue", "eve")), step, ())
    assert ('["ann", red]', '["bob", red, blue, "eve"]') == expected_and_got(mismatch)


def test_a_string_in_a_call_and_in_a_state_is_written_as_on_the_page() -> None:
    assert 'register(0, "it is \\"Ann\\"")' == str(Call("register", (0, 'it is "Ann"')))
    assert '{0: "ann"}' == plain(Map({0: "ann"}))


# -- texts of mutants ------------------------------------------------------------------------------


def test_what_a_mutant_changes_is_printed_as_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "printed_meter.py").write_text(METER, encoding="utf-8")
    printed = {as_printed(each) for each in mutants(declare("printed_meter"))}
    assert {
        "number ↦ name",
        "coins := coins + 1",
        "number ∈ dom(names) ⇒ Known",
        "(∀ k : {gained} | : k > 1)",
        "coins + 1 > BOX",
    } <= printed
    assert not any("all((" in text for text in printed)


def test_only_comparisons_of_the_same_sides_differ_of_equal_values() -> None:
    assert (">", "≥") == signs_of_edge("a > b", "a >= b")
    assert ("≤", "<") == signs_of_edge("a <= b", "a < b")
    for after in ("b >= a", "a < b", "a > b", "a >= b + 1", "(nothing)", "a >= b if c"):
        assert signs_of_edge("a > b", after) is None


def test_a_text_has_no_needless_parentheses() -> None:
    assert "all(k > 1 for k in s)" == as_written("all((k > 1 for k in s))")
    for text in ("f((a, b))", "for k in ((1, 2))", "(nothing)"):
        assert text == as_written(text)
