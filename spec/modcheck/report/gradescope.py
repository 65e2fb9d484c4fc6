"""Gradescope: a verdict as the ``results.json`` of an autograder, one test for each rule, with its points.

What was not judged earns nothing, and says why. Hidden rules earn points as others do, but nothing tells how.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, Final

from modcheck.report.account import Account, printable
from modcheck.report.points import MAXIMUM, Points, earned, score

LIMIT: Final = 100 * 1024
"""Bytes that the platform takes."""

VISIBILITIES: Final = ("hidden", "after_due_date", "after_published")
"""When hidden rules are shown: never, or later, and then without a word beside the points."""

_LONGEST_NAME: Final = 200


def gradescope(
    account: Account,
    weights: Mapping[str, float] | None = None,
    maximum: Decimal | int | float = MAXIMUM,
    hidden: Collection[str] = (),
    visibility: str = VISIBILITIES[0],
    limit: int = LIMIT,
) -> str:
    """The account as ``results.json``, of at most ``limit`` bytes, all of them ASCII.

    Long outputs are cut so that it fits; there is a test for every rule all the same. Raises ValueError as
    :func:`.points.score` does, and if not even the tests without their outputs fit.
    """
    points = score(account.verdict, weights, maximum)
    tests = [_test(n, each, account, hidden, visibility) for n, each in enumerate(points, 1)]
    results = {
        "score": float(earned(points)),
        "output": printable(_summary(account, points, hidden)),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return _fitting(results, limit)


def _test(
    number: int, points: Points, account: Account, hidden: Collection[str], visibility: str
) -> dict[str, Any]:
    entry = points.entry
    is_hidden = entry.rule in hidden
    return {
        "name": entry.rule,
        "number": str(number),
        "score": float(points.earned),
        "max_score": float(points.of),
        "status": "passed" if entry.held is True else "failed",
        "output": "" if is_hidden else printable(_output(points, account)),
        "output_format": "text",
        "visibility": visibility if is_hidden else "visible",
    }


def _output(points: Points, account: Account) -> str:
    entry = points.entry
    if entry.held is None:
        return f"{entry.text}\n\nNot judged, and so without points: {entry.reason}."
    return "\n".join(account.texts[n] for n in entry.faults) or entry.text


def _summary(account: Account, points: Collection[Points], hidden: Collection[str]) -> str:
    if account.failure:
        return f"Could not be judged: {account.failure}"
    shown = [each.entry for each in points if each.entry.rule not in hidden]
    counts = [
        (sum(entry.held is True for entry in shown), "held"),
        (sum(entry.held is False for entry in shown), "broken"),
        (sum(entry.held is None for entry in shown), "not judged"),
    ]
    told = ", ".join(f"{count} {how}" for count, how in counts if count)
    name = account.verdict["implementation"][:_LONGEST_NAME]
    return f"{name}: of {len(shown)} rules that are shown, {told}."


def _fitting(results: dict[str, Any], limit: int) -> str:
    """The results as JSON, each output no longer than need be for the whole to fit."""
    longest = max(len(results["output"]), *(len(test["output"]) for test in results["tests"]))
    fits, too_long = 0, longest + 1
    if len(_written(results, fits)) > limit:
        raise ValueError(
            f"results of {len(results['tests'])} tests need {len(_written(results, 0))} bytes "
            f"without any output; the limit is {limit}"
        )
    while too_long - fits > 1:
        middle = longest if too_long > longest else (fits + too_long) // 2
        if len(_written(results, middle)) <= limit:
            fits = middle
        else:
            too_long = middle
    return _written(results, fits)


def _written(results: dict[str, Any], most: int) -> str:
    tests = [{**test, "output": _cut(test["output"], most)} for test in results["tests"]]
    cut = {**results, "output": _cut(results["output"], most), "tests": tests}
    return json.dumps(cut, allow_nan=False) + "\n"


def _cut(text: str, most: int) -> str:
    """At most so many characters of a text, and a remark if there are more."""
    if len(text) <= most:
        return text
    remark = f"\n[cut: {len(text)} characters]"
    return text[:most] + remark if most else ""
