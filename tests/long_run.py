"""The long run: with ``OTHELLO_MIS_LONG=1`` all tests run, by default those that take little time.

A test function, with all its cases, has a budget of :data:`BUDGET`. If it takes longer, only so
many of its cases run by default as ``default_run.toml`` says; none if each takes longer. The cases
are drawn by lot, and the lot of a case is the same in all tests, so that what one case sets up for
several tests is set up once; a case that takes more than :data:`LONGEST` is drawn last.
:data:`KEPT` are the tests and files that run by default whatever they take. Write the file anew
with

    OTHELLO_MIS_LONG=1 pytest -n 2 --durations=0 --durations-min=0.01 | python tests/long_run.py

The same without the variable, and with ``--add`` at the end, writes a line for each test that takes
too long as it runs by default, and keeps the other lines.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    import pytest

T = TypeVar("T")

VARIABLE: Final = "OTHELLO_MIS_LONG"
"""The environment variable that, set to anything, has everything tried."""

IS_LONG: Final = bool(os.environ.get(VARIABLE))

BUDGET: Final = 1.2
"""Seconds that a test function, with all its cases, may take."""

LONGEST: Final = 5.0
"""Seconds that one case may take: one that takes longer runs only if all others do."""

FILE: Final = Path(__file__).with_name("default_run.toml")

KEPT: Final[Mapping[str, tuple[int, str]]] = {
    "test_specimens.py": (2, "what the checker is for"),
    "test_specimens.py::test_a_sound_implementation_conforms": (1, "what the checker is for"),
    "test_specimens.py::test_a_specimen_made_from_two_is_so_whichever_of_them_was_imported_anew": (
        0,
        "it takes as long as five specimens",
    ),
    "test_specimens.py::test_the_rare_things_are_among_what_was_exercised": (
        1,
        "what the checker is for",
    ),
    "test_specimens.py::test_all_routines_and_exceptions_were_exercised": (
        1,
        "what the checker is for",
    ),
    "test_specimens.py::test_every_rule_that_a_clause_states_was_exercised": (
        1,
        "what the checker is for",
    ),
    "test_game_specimens.py": (2, "the other modules"),
    "test_modspec.py::test_a_right_program_conforms": (1, "modspec judges any module"),
    "test_modspec.py::test_a_wrong_program_is_rejected_for_what_it_breaks": (
        1,
        "modspec judges any module",
    ),
    "test_module_kits.py::test_a_program_is_judged_through_a_kit": (1, "modspec and its kits"),
    "test_judge_properties.py::test_the_property_holds": (9, "the rule that is blamed is broken"),
    "test_second_process.py::test_the_verdict_is_the_same_with_a_second_process": (
        1,
        "a verdict is the same with one processor and with two",
    ),
    "test_breakdowns.py::test_where_a_query_hangs_all_is_judged_but_what_it_decides": (
        1,
        "one call that hangs hides no other rule",
    ),
    "test_constructs.py::test_the_table_has_a_row_for_each_construct_and_no_other": (
        1,
        "the page of the notation is current",
    ),
    "test_variants.py::test_the_recording_of_a_variant_is_of_its_text_and_of_its_mutants": (
        9,
        "what programs of a variant are asked is of its text",
    ),
    "test_course_box.py::test_students_get_neither_the_model_nor_the_proofs": (
        1,
        "no student gets the solution",
    ),
    "test_hostile.py::test_a_hostile_program_is_contained_and_gets_its_verdict": (
        2,
        "nothing gets out of the sandbox",
    ),
    "test_where_to_look.py::test_a_program_with_this_mistake_gets_the_sentence": (
        1,
        "what the author of a program reads first",
    ),
    "test_kits.py::test_a_sound_program_conforms": (1, "a kit, compiled and judged"),
    "test_kit_pages.py::test_a_reader_of_a_section_gets_what_it_shows": (
        1,
        "the pages of the kits do what they say",
    ),
    "test_pytest_plugin.py"
    "::test_a_broken_rule_fails_with_what_the_terminal_shows_and_others_pass_or_are_skipped": (
        1,
        "the plugin in a run of pytest",
    ),
    "test_grade_class.py::test_weights_make_points_and_hidden_rules_are_kept_from_students": (
        1,
        "a class from end to end",
    ),
    "test_readme.py::test_every_excerpt_and_output_of_the_readme_is_current": (
        1,
        "the first page that anybody reads",
    ),
    "test_documents.py::test_the_tutorial_leads_from_an_empty_folder_to_a_graded_class": (
        1,
        "the first page that a lecturer follows is current",
    ),
    "test_documents.py::test_an_output_on_a_page_is_what_the_command_prints": (
        2,
        "pages show what the commands print",
    ),
    "test_explorer_page.py::test_axe_finds_nothing_serious": (1, "the page is for everybody"),
    "test_architecture.py": (9, "the rules of the house"),
    "test_plain_crosshair.py::test_a_contract_is_shown_and_confirmed": (
        1,
        "the first thing that a reader types",
    ),
    "test_plain_crosshair.py::test_a_broken_model_is_refuted": (
        1,
        "the first thing that a reader types",
    ),
    "test_modspec_prove.py::test_what_is_true_is_proved_where_it_lifts_and_tried_elsewhere": (
        1,
        "modspec proves any module",
    ),
    "test_modspec_prove.py::test_a_claim_that_does_not_hold_is_refuted": (
        1,
        "modspec proves any module",
    ),
    "test_exercises.py::test_following_the_hints_leads_to_a_right_text": (
        2,
        "what a learner gets",
    ),
    "test_suspects.py::test_what_shows_late_is_laid_to_the_transition_and_to_no_innocent_rule": (
        1,
        "no innocent rule fails where the state is hidden",
    ),
    "test_pages.py::test_a_site_with_every_directive_and_role_builds_without_a_warning": (
        1,
        "Sphinx from end to end",
    ),
}
"""Tests that run by default though they take longer: how many of their cases, and why.

The name of a file stands for all tests in it that have more cases and no entry of their own.
"""


SLOW_FIXTURES: Final = frozenset(
    {
        "test_grade_class.py::in_time",
        "test_several_faults.py::verdicts",
        "test_traceability.py::site",
        "test_site.py::documents",
        "test_site_in_browser.py::documents",
    }
)
"""Fixtures that take long to set up: the tests that use one run in the long run only."""


def default_cases() -> dict[str, int]:
    """Return how many cases of a test, or of each test in a file, run by default, if not all do."""
    with FILE.open("rb") as stream:
        found: dict[str, int] = tomllib.load(stream)["cases"]
    by_time = {name: cases for name, cases in found.items() if name.split("::")[0] not in KEPT}
    return {**by_time, **{name: cases for name, (cases, _) in KEPT.items()}}


def slow_cases() -> frozenset[str]:
    """Return the files and cases that take more than :data:`LONGEST`."""
    with FILE.open("rb") as stream:
        return frozenset(tomllib.load(stream)["slow"])


def sample(every: Sequence[T], one_in: int) -> Sequence[T]:
    """Return all elements in the long run, else one in ``one_in``, beginning with the first."""
    return every if IS_LONG else every[::one_in]


def family(item: pytest.Item) -> str:
    """Return the file and the function of a test, without its case."""
    return f"{item.path.name}::{getattr(item, 'originalname', item.name)}"


def _fixtures(item: pytest.Item) -> Sequence[str]:
    """Return the names of the fixtures that a test uses, and those that they use."""
    names: Sequence[str] = getattr(item, "fixturenames", ())
    return names


def _place(item: pytest.Item) -> str:
    """Return the file of a test and its case, as the list of slow cases has them."""
    return f"{item.path.name}::{item.name.partition('[')[2].removesuffix(']')}"


def lot(item: pytest.Item) -> str:
    """Return what decides whether a case is drawn: the same in all tests that have the case."""
    case = item.name.partition("[")[2]
    return sha256(case.encode("utf-8", "surrogatepass")).hexdigest()


def split(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that run, and those that only the long run runs."""
    if IS_LONG:
        return [*items], []
    most = default_cases()
    families: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not any(f"{item.path.name}::{each}" in SLOW_FIXTURES for each in _fixtures(item)):
            families[family(item)].append(item)
    slow = slow_cases()
    drawn: set[pytest.Item] = set()
    for name, cases in families.items():
        number = most.get(name, most.get(name.partition("::")[0], len(cases)))
        drawn.update(sorted(cases, key=lambda item: (_place(item) in slow, lot(item)))[:number])
    return [item for item in items if item in drawn], [item for item in items if item not in drawn]


_TIME: Final = re.compile(
    r"^\s*([\d.]+)s (call|setup|teardown)\s+(?:[^\[]*/)?(test_\w+\.py)::(\w+)(.*)$"
)
"""What pytest says of one test: the seconds, the phase, the file, the test, the case."""


def _times(lines: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield seconds, phase, file, test and case of each line that says what a test took."""
    for match in filter(None, map(_TIME.match, map(str.rstrip, lines))):
        yield match.groups()


def slow_by_time(lines: Iterable[str]) -> set[str]:
    """Return the files and cases that take more than :data:`LONGEST` in one test."""
    seconds: defaultdict[tuple[str, str, str], float] = defaultdict(float)
    for time, _, file, name, case in _times(lines):
        seconds[file, name, case] += float(time)
    return {
        f"{file}::{case[1:-1]}"
        for (file, _, case), time in seconds.items()
        if case and time > LONGEST
    }


def cases_by_time(lines: Iterable[str]) -> dict[str, int]:
    """Return how many cases of each slow test run by default, from what pytest says of times.

    What sets a case up is shared by all tests of the file that have the case: each takes its part.
    """
    found = list(_times(lines))
    sharing: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for _, _, file, name, case in found:
        sharing[file, case].add(name)
    seconds: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for time, phase, file, name, case in found:
        names = {name} if phase == "call" or not case else sharing[file, case]
        for each in names:
            seconds[f"{file}::{each}"][case] += float(time) / len(names)
    return {
        name: int(BUDGET * len(times) / sum(times.values()))
        for name, times in sorted(seconds.items())
        if sum(times.values()) > BUDGET
    }


def text_of(cases: Mapping[str, int], slow: Iterable[str]) -> str:
    """Return the text of the file."""
    left = [f"    {json.dumps(place)}," for place in sorted(slow)]
    lines = [f'"{name}" = {number}' for name, number in sorted(cases.items())]
    head = "# Written by tests/long_run.py, as it says."
    return "\n".join((head, "slow = [", *left, "]", "[cases]", *lines, ""))


if __name__ == "__main__":
    said = list(sys.stdin)
    cases, slow = cases_by_time(said), slow_by_time(said)
    if "--add" in sys.argv:
        before = tomllib.loads(FILE.read_text(encoding="utf-8"))
        cases, slow = {**before["cases"], **cases}, {*before["slow"], *slow}
    FILE.write_text(text_of(cases, slow), encoding="utf-8")
