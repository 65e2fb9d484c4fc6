"""Sixty odd Othello programs: none right is accused, no fault passes, no innocent rule fails."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from specimen_table import json_verdict

PROGRAMS = Path(__file__).parent / "odd_othello"


class OddProgram(NamedTuple):
    """A class of a module; for each of its faults, the rules that it would be fair to name."""

    module: str
    name: str
    faults: tuple[frozenset[str], ...]

    @property
    def place(self) -> str:
        return f"odd_othello.{self.module}:{self.name}"


def programs() -> list[OddProgram]:
    found = []
    for file in sorted(PROGRAMS.glob("[a-z]*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name.startswith(("R_", "W_")):
                rules = (ast.get_docstring(node) or "").partition(":")[0]
                faults = rules.split(" & ") if node.name.startswith("W_") else []
                fair = tuple(frozenset(fault.split("|")) for fault in faults)
                found.append(OddProgram(file.stem, node.name, fair))
    return found


EVERY = programs()


def problems(odd: OddProgram, verdict: dict[str, Any]) -> list[str]:
    """Return what the verdict gets wrong about the program, a line for each problem."""
    status = {rule["id"]: rule["status"] for rule in verdict["rules"]}
    failed = {rule for rule in status if status[rule] == "fail"}
    if not odd.faults:
        accused = sorted(rule for rule in status if status[rule] != "pass")
        return [f"false rejection: {accused}"] if accused or not verdict["conforms"] else []
    found = ["accepted"] if verdict["conforms"] else []
    found += [
        f"false pass: {'|'.join(sorted(fault))}"
        for fault in odd.faults
        if {status.get(rule, "pass") for rule in fault} == {"pass"}
    ]
    fair = frozenset[str]().union(*odd.faults)
    found += [f"innocent rule: {rule}" for rule in sorted(failed - fair)]
    return found


def test_there_are_enough_of_each_kind() -> None:
    wrong = [odd for odd in EVERY if odd.faults]
    assert len(EVERY) - len(wrong) >= 12
    assert len(wrong) >= 48
    assert sum(len(odd.faults) > 1 for odd in wrong) >= 12


@pytest.mark.parametrize("odd", EVERY, ids=lambda odd: f"{odd.module}-{odd.name}")
def test_a_program_is_judged_as_it_deserves_and_no_innocent_rule_is_named(odd: OddProgram) -> None:
    assert [] == problems(odd, json_verdict(odd.place))
