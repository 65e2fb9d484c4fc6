"""The modules around the board: each specimen fails for its rule, the sound ones conform.

The verdicts are those of the checker. `test_specimens.py` shows for othello that they can be
replayed by hand.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import jsonschema
import pytest

from forked import call_in_fork
from long_run import IS_LONG
from modcheck.report.text import report
from modcheck.system import in_process
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Verdict
from modcheck.verdict.verdict_json import to_json
from othello_spec import GAME
from othello_spec.rules import RULES
from othello_suite.presentation import PRESENTATION
from othello_suite.test_model import build_test_model
from specimen_table import no_garbage_collection
from wrong_implementations import Specimen, place, specimens

SCHEMA = json.loads(files("modcheck.verdict").joinpath("verdict.schema.json").read_text("utf-8"))
MODULES = tuple(name for name in GAME if name != "othello")
SPECIMENS = [
    each
    for name in MODULES
    for each in specimens(name)
    if IS_LONG or name != "match"  # half a minute each
]


UNEXPLAINED = (
    "clock_of_the_wrong_player",
    "clock_runs_on_after_the_end",
    "corners_are_extra_discs",
    "discs_below_zero",
    "gift_is_not_taken_from_the_opponent",
    "one_pile_for_both",
    "unlimited_time_is_none",
)
"""Specimens that no candidate explains: another rule is named than the one that they break."""
UNCERTAIN = (
    "any_limit_goes",
    "gift_includes_the_rest",
    "late_move_accepted",
    "time_in_32_bits",
)
"""Specimens whose fault may lie in several functions: the rule is one of those that are named."""


class Judged(NamedTuple):
    """What a verdict says: as it is reported, and as programs get it."""

    report: str
    data: dict[str, Any]


def verdict_on(where: str, against: TestModel) -> Verdict:
    with no_garbage_collection():
        return check(against, lambda: in_process.load(where, against.routines))


@cache
def warm(name: str) -> TestModel:
    """Return a module with warm memos, which copies of this process inherit."""
    against = build_test_model(name)
    verdict_on(place("sound", name), against)
    return against


def judge(name: str, where: str) -> Judged:
    """The verdict on an implementation of a module."""
    against = warm(name)

    def report_and_json() -> tuple[str, dict[str, Any]]:
        verdict = verdict_on(where, against)
        shown = report(verdict, RULES, PRESENTATION)
        return shown, to_json(verdict, RULES, PRESENTATION.as_json)

    return Judged(*call_in_fork(report_and_json))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(each, id=f"{each.module}.{each.name}", marks=pytest.mark.rule(each.breaks))
        for each in SPECIMENS
    ],
)
def case(request: pytest.FixtureRequest) -> tuple[Specimen, Judged]:
    specimen: Specimen = request.param
    return specimen, judge(specimen.module, specimen.place)


@pytest.fixture(scope="module", params=MODULES)
def conforming(request: pytest.FixtureRequest) -> Judged:
    return judge(request.param, place("sound", request.param))


@pytest.mark.parametrize("name", MODULES)
def test_each_module_has_at_least_five_specimens(name: str) -> None:
    assert len(specimens(name)) >= 5


def test_a_specimen_is_rejected_for_the_rule_it_breaks(
    case: tuple[Specimen, Judged], request: pytest.FixtureRequest
) -> None:
    specimen, verdict = case
    if specimen.name in UNEXPLAINED:
        reason = "no candidate explains it, and localising it names another rule"
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))
    fault = verdict.data["faults"][0]
    if specimen.name in UNCERTAIN:
        assert fault["rule"] is None
        assert specimen.breaks in fault["one_of"]
    else:
        assert specimen.breaks == fault["rule"]


def test_the_report_fits_the_terminal_and_the_json_its_schema(
    case: tuple[Specimen, Judged],
) -> None:
    _, verdict = case
    assert verdict.data["faults"]
    _, *lines = verdict.report.splitlines()  # the first names it, however long its name is
    assert all(len(line) <= 80 for line in lines), verdict.report
    jsonschema.Draft202012Validator(SCHEMA).validate(verdict.data)


def test_a_sound_implementation_conforms_and_all_that_is_rare_happens(conforming: Judged) -> None:
    assert conforming.data["conforms"]
    events = conforming.data["exercised"]["events"]
    assert [] == [name for name, count in events.items() if not count]


def test_all_routines_and_exceptions_are_exercised(conforming: Judged) -> None:
    programs = build_test_model(conforming.data["module"]).module.access_programs
    exercised = conforming.data["exercised"]
    assert {program.name for program in programs} == set(exercised["routines"])
    assert {name for program in programs for name in program.raises} == set(exercised["exceptions"])


@pytest.mark.parametrize("name", MODULES)
def test_the_model_conforms(name: str) -> None:
    assert judge(name, f"othello_model.{name}").data["conforms"]
