"""Climb: put a project to the rungs of its ladder until one of them notices something.

This runs as a program, in an interpreter of its own that finds the mutant's packages first. The
task comes on standard input, and the results go to standard output, both as JSON.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> None:
    """Say before each unit which it is, and at the end what was noticed."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a rung prints is no answer
    asked = json.load(sys.stdin)
    for said in answers(asked):
        print(json.dumps({**said, "seconds": cpu_seconds()}), file=out, flush=True)


def answers(asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield each unit before it runs, with the claim and the verdict of what ends the climb."""
    try:
        changed = import_module(asked["module"])
        from othello_proofs.methods import LADDER
        from othello_spec import module

        module("othello")
    except Exception as error:  # noqa: BLE001  # that it is no program at all
        yield {"stillborn": f"{type(error).__name__}: {error}"}
        return
    assert changed.__file__ is not None
    assert Path(changed.__file__).is_relative_to(asked["folder"]), "the mutant is not what is run"
    done = set()
    for name, pattern in asked["plan"]:
        try:
            rung = method_at(LADDER.methods[name])
            units = () if rung.missing() else matching(rung, pattern, asked["quick"])
        except Exception as error:  # noqa: BLE001  # the ladder has no verdict then, and says so
            yield {"rung": name, "unit": "", **broken("to begin with", error)}
            return
        for unit in units:
            if (name, unit) in done:
                continue
            done.add((name, unit))
            if name == "z3" and not concerns(unit, asked["module"], asked["function"]):
                continue
            yield {"rung": name, "unit": unit}
            allow_seconds(asked["patience"])
            noticed = first_fault(rung, unit, asked["quick"])
            if noticed:
                yield {"rung": name, "unit": unit, **noticed}
                return
    yield {"rung": ""}


def allow_seconds(seconds: int) -> None:
    """End this process if it computes for more than so many seconds from now."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds + 1, hard))


def matching(rung: Any, pattern: str, quick: bool) -> list[str]:
    """Return the units of a pattern, the shortest first; if haste has none, those without it."""
    units = [[unit for unit in rung.units(q) if fnmatchcase(unit, pattern)] for q in (quick, False)]
    return list(reversed(units[0] or units[1]))


def method_at(place: str) -> Any:
    """Return the method of verification that stands at a place, ``module:attribute``."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)()


def broken(claim: str, error: Exception) -> dict[str, str]:
    """That a rung breaks down."""
    why = f"{type(error).__name__}: {error}"
    return {"claim": claim, "verdict": "breaks down", "why": why}


def concerns(unit: str, changed: str, function: str) -> bool:
    """Whether a mutant can affect a unit; a theorem depends only on the functions it applies."""
    from modspec.syntax.relations import reachable
    from othello_spec import GAME, THEOREMS, module

    owner, name, *_ = unit.split()
    if not function or owner not in (*THEOREMS, *GAME):
        return True
    return (changed, function) in reachable([module(owner)[name]])


def first_fault(rung: Any, unit: str, quick: bool) -> dict[str, str]:
    """The first claim that fails, gets no verdict, or at which the rung breaks down."""
    open_claims = list(rung.about(unit, quick))
    try:
        for finding in rung.attempt(unit, quick):
            if finding.verdict != "holds":
                return {"claim": finding.claim, "verdict": finding.verdict, "why": finding.detail}
            if finding.claim in open_claims:
                open_claims.remove(finding.claim)
    except Exception as error:  # noqa: BLE001  # the same
        return broken(unit, error)
    if open_claims:
        return {"claim": open_claims[0], "verdict": "no verdict", "why": ""}
    return {}


def cpu_seconds() -> float:
    """What this process and those that it started have computed."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
