"""A check of few games, for tests of what a check does rather than of what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice

from modcheck.system.in_process import InProcess
from modcheck.verdict.check import CheckOptions, TestModel, check
from modcheck.verdict.verdict import Verdict
from othello_suite.test_model import build_test_model

LANDMARKS = 2
"""The number of scenarios played: one ends in a wipe-out, the other contains a forfeit."""


def few_games(declared: Mapping[str, str] | None = None) -> TestModel:
    """The subject without the recorded suite, and with few landmarks."""
    against = build_test_model("othello", declared=declared)
    games = dict(islice(against.scenarios.items(), LANDMARKS))
    needs = {**against.needs, "majority": ()}  # few games end in a narrow win
    return replace(against, suite=None, scenarios=games, with_conventions=few_games, needs=needs)


def verdict_on(
    make: Callable[[], object],
    declared: Mapping[str, str] | None = None,
    without: tuple[str, ...] = (),
) -> Verdict:
    """Return the verdict of few games on the objects of ``make``, without some routines."""
    against = few_games(declared)
    routines = (*against.routines, "has_valid_moves", "pass_turn", "is_valid_pass")
    offered = [name for name in routines if name not in without]
    options = CheckOptions(games=0, short=1, declared=declared or {}, effort=0)
    return check(against, lambda: InProcess(make(), offered), options)
