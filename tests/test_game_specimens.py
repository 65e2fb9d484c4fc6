"""The modules around the board: every specimen is rejected for the rule it breaks, the sound ones conform.

The verdicts are those of the checker; that what they say stands up to being replayed by hand is shown for
othello in `test_specimens.py`.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from long_run import IS_LONG
from modspec.checking import in_process
from modspec.checking.check import check
from modspec.checking.report import report
from modspec.checking.verdict import Verdict
from modspec.checking.verdict_json import to_json
from othello_spec import GAME
from othello_spec.presentation import PRESENTATION
from othello_spec.rules import RULES
from othello_spec.subject import subject
from specimen_table import uncollected
from wrong_implementations import Specimen, place, specimens

SCHEMA = json.loads(files("modspec.checking").joinpath("verdict.schema.json").read_text("utf-8"))
MODULES = tuple(name for name in GAME if name != "othello")
LONG_GAMES = (
    "clock_of_the_wrong_player",
    "clock_runs_on_after_the_end",
    "empty_squares_count_for_nobody",
    "forfeited_turn_is_timed",
)
"""Matches that are found out only late in a game: the long run alone tries all that there are."""

SPECIMENS = [
    each
    for name in MODULES
    for each in specimens(name)
    if IS_LONG or name != "match" or each.name not in LONG_GAMES
]


def judged(name: str, where: str) -> Verdict:
    against = subject(name)
    with uncollected():
        return check(against, lambda: in_process.load(where, against.routines))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(each, id=f"{each.module}.{each.name}", marks=pytest.mark.rule(each.breaks))
        for each in SPECIMENS
    ],
)
def case(request: pytest.FixtureRequest) -> tuple[Specimen, Verdict]:
    specimen: Specimen = request.param
    return specimen, judged(specimen.module, specimen.place)


@pytest.fixture(scope="module", params=MODULES)
def conforming(request: pytest.FixtureRequest) -> Verdict:
    return judged(request.param, place("sound", request.param))


@pytest.mark.parametrize("name", MODULES)
def test_each_module_has_at_least_five_specimens(name: str) -> None:
    assert len(specimens(name)) >= 5


def test_a_specimen_is_rejected_for_the_rule_it_breaks(case: tuple[Specimen, Verdict]) -> None:
    specimen, verdict = case
    assert specimen.breaks == verdict.faults[0].rule


def test_the_report_fits_the_terminal_and_the_json_its_schema(
    case: tuple[Specimen, Verdict],
) -> None:
    _, verdict = case
    assert verdict.faults
    shown = report(verdict, RULES, PRESENTATION)
    _, *lines = shown.splitlines()  # the first names the implementation, however long its name is
    assert all(len(line) <= 80 for line in lines), shown
    data = to_json(verdict, RULES, PRESENTATION.as_json)
    jsonschema.Draft202012Validator(SCHEMA).validate(data)


def test_a_sound_implementation_conforms_and_all_that_is_rare_happens(conforming: Verdict) -> None:
    assert conforming.conforms
    assert [] == [name for name, count in conforming.tally.events.items() if not count]


def test_all_routines_and_exceptions_are_exercised(conforming: Verdict) -> None:
    module = subject(conforming.module).module
    programs = module.access_programs
    assert {program.name for program in programs} == set(conforming.tally.routines)
    assert {name for program in programs for name in program.raises} == set(
        conforming.tally.exceptions
    )


@pytest.mark.parametrize("name", MODULES)
def test_the_model_conforms(name: str) -> None:
    found: Any = judged(name, f"othello_model.{name}")
    assert found.conforms
