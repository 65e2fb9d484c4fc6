"""Recordings: the covering suite of each variant, as ``tests/tools/variant_suites.py`` writes it.

A variant without a recording, or with one of another text, is judged as well, only slower: then the
specification plays the games for each program.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from importlib import resources
from importlib.resources.abc import Traversable

from modcheck.judging.play.suite import load_suite
from modcheck.testing.test_model import CoveringSuite, TestModel


def place_of(variant: str) -> Traversable:
    """Return the file of a variant, which need not be there."""
    return resources.files(__name__) / f"{variant}.bin"


def with_recording(model: TestModel) -> TestModel:
    """Return a test model of a variant with its suite, if there is one for its module and board."""
    assert model.variant is not None
    file = place_of(model.variant.name)
    if model.module.name != "othello" or model.constants or not file.is_file():
        return model
    return replace(model, suite=cache(partial(_suite, file, model)))


def _suite(file: Traversable, model: TestModel) -> CoveringSuite | None:
    return load_suite(file.read_bytes(), model)
