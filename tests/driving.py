"""Driving: an implementation of a module, beside its specification and before the checker."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from modcheck.system import in_process
from modcheck.system.in_process import InProcess
from modcheck.testing.state_machine import state_machine
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Fault
from othello_spec import module
from othello_suite.domains import DOMAINS
from othello_suite.test_model import build_test_model

RUNS = 8


def drive(name: str, make: Callable[[], Any]) -> None:
    """Drive implementations of a module by Hypothesis, always the same way; may raise Deviated."""
    routines = [function.name for function in module(name).access_programs]
    run(state_machine(module(name), lambda: InProcess(make(), routines), DOMAINS, steps=40))


def run(driven: type[RuleBasedStateMachine], runs: int = RUNS, shrink: bool = False) -> None:
    """Run a state machine, the same way every time."""
    run_state_machine_as_test(
        driven,
        settings=settings(
            driven.TestCase.settings,
            max_examples=runs,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


def first_fault(name: str, implementation: str) -> Fault | None:
    """The first fault that the checker finds in ``package.module:Class``; None if it conforms."""
    of = build_test_model(name)
    verdict = check(of, lambda: in_process.load(implementation, of.routines))
    return next(iter(verdict.faults), None)


def rule_broken(name: str, implementation: str) -> str:
    """The rule for which the checker rejects an implementation; empty if none is certain."""
    fault = first_fault(name, implementation)
    return fault.rule if fault else ""


def model(name: str) -> Any:
    """The abstract object of the model."""
    return importlib.import_module(f"othello_model.{name}")
