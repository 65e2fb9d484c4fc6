"""What implementations are checked against: a specification, and what there is to know of playing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from modcheck.testing.conventions import Dialect
from modcheck.testing.test_model import CoveringSuite, TestModel
from modspec.run.machine import Call
from othello_spec import GAME, module
from othello_spec.board import SIZE
from othello_spec.records.squares import check_size
from othello_spec.rules import RULES
from othello_suite.advice import describe_habit
from othello_suite.conventions import conventions
from othello_suite.coverage_goals import GOALS, NEEDS
from othello_suite.covering import SHORT, games, longer, recording
from othello_suite.domains import domains
from othello_suite.scenarios import scenarios


def build_test_model(
    name: str = "othello", size: int = SIZE, declared: Mapping[str, str] | None = None
) -> TestModel:
    """The subject of that name, on a board of so many rows and columns, as the declared conventions have it.

    KeyError if implementations cannot be checked against a module of that name, ValueError if there is
    no board of that size, ConventionError if there is no such convention. The landmarks are games of the usual
    board; on others there are none, but for the clock, which knows of no board.
    """
    if name not in GAME:
        raise KeyError(name)
    known = conventions(check_size(size)) if name == "othello" else ()
    for value in Dialect(known, declared or {}).values:
        name = value.module or name
    return TestModel(
        module=module(name),
        rulebook=RULES,
        domains=domains(size),
        scenarios=_landmarks(name, size),
        goals=GOALS[name],
        needs=NEEDS,
        constants={} if size == SIZE else {"SIZE": size},
        conventions=known,
        with_conventions=partial(build_test_model, "othello", size) if known else None,
        advice=describe_habit,
        suite=suite if name == "othello" and size == SIZE else None,
        theorems=module("derivations") if name == "othello" else None,
    )


def suite() -> CoveringSuite:
    """The covering suite, recorded."""
    scripts = recording().traces
    short = [script for script in scripts if script.name not in games()]
    return CoveringSuite(SHORT, short, lambda: longer().traces, scripts[len(short) :])


def _landmarks(name: str, size: int) -> Mapping[str, Sequence[Call]]:
    if size == SIZE and name == "othello":
        return games()
    return scenarios(name) if size == SIZE or name == "clock" else {}
