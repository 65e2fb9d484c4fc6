"""Test models: for each module, all that the checker knows about testing programs against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from modcheck.testing.conventions import Dialect
from modcheck.testing.plain_game import with_plain_idioms, without_changed
from modcheck.testing.test_model import CoveringSuite, Idiom, TestModel
from modspec.run.machine import Call
from modspec.syntax.variant import Variant, variant_in_use
from othello_spec import GAME, module
from othello_spec.board import SIZE
from othello_spec.records.squares import check_size
from othello_spec.rules import RULES
from othello_suite import variants
from othello_suite.conventions import conventions
from othello_suite.covering import SHORT, games, longer_recording, recording
from othello_suite.domains import domains
from othello_suite.idioms import GUESSES, IDIOMS
from othello_suite.scenarios import scenarios


def build_test_model(
    name: str = "othello", size: int = SIZE, declared: Mapping[str, str] | None = None
) -> TestModel:
    """Return the test model of a module, on a board of a size, under the declared conventions.

    Raises KeyError if programs cannot be checked against a module of that name, ValueError if no
    board has that size, ConventionError if a convention or its value is unknown.
    """
    if name not in GAME:
        raise KeyError(name)
    variant = variant_in_use()
    played = variant.name if variant else variants.PLAIN
    known = conventions(check_size(size)) if name == "othello" else ()
    if variant is not None:  # its text may have nothing that a convention would change
        known = tuple(convention.fit(module(name)) for convention in known)
    for value in Dialect(known, declared or {}).values:
        name = value.module or name
    idioms: Sequence[Idiom] = IDIOMS if name == "othello" else ()
    guesses: Sequence[Idiom] = GUESSES if name == "othello" else ()
    if variant is not None and name == "othello":
        idioms = with_plain_idioms(idioms, variant)
        guesses = without_changed(guesses, variant)
    is_recorded = name == "othello" and size == SIZE and variant is None
    return TestModel(
        module=module(name),
        rulebook=RULES,
        domains=domains(size),
        scenarios=games() if is_recorded else _scenarios(name, size, variant),
        goals=variants.goals(name, played),
        needs=variants.needs(played),
        constants={} if size == SIZE else {"SIZE": size},
        conventions=known,
        idioms=idioms,
        guesses=guesses,
        with_conventions=partial(build_test_model, "othello", size) if known else None,
        suite=suite if is_recorded else None,
        variant=variant,
        theorems=variants.derivations(played) if name == "othello" else None,
    )


def suite() -> CoveringSuite:
    """Return the recorded covering suite."""
    recorded = recording()
    short = [trace for trace in recorded.traces if trace.name not in games()]
    rest = recorded.traces[len(short) :]
    return CoveringSuite(SHORT, short, lambda: longer_recording().traces, rest, recorded.kills)


def _scenarios(name: str, size: int, variant: Variant | None) -> Mapping[str, Sequence[Call]]:
    """Return the scenarios of a module: games of the usual board, but a clock needs no board."""
    if name == "othello" and size == SIZE and variant is not None:
        return variants.games(variant.name)
    return scenarios(name) if size == SIZE or name == "clock" else {}
