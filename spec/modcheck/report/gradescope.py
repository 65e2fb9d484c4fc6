"""Gradescope: a verdict as an autograder's ``results.json``, one test with points for each rule.

An inconclusive rule earns nothing, and its output says why. Hidden rules earn points as
others do, but have no output.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, Final

from modcheck.report.account import Account, ReportEntry, entries, printable, visible
from modcheck.report.fields import headline
from modcheck.report.points import MAXIMUM, score, total
from modcheck.verdict.rule_status import Status

LIMIT: Final = 100 * 1024
"""Bytes that the platform takes."""

VISIBILITIES: Final = ("hidden", "after_due_date", "after_published")
"""When hidden rules are shown: never, or later, and then only with their points."""

_LONGEST_NAME: Final = 200


def gradescope(
    account: Account,
    weights: Mapping[str, float] | None = None,
    maximum: Decimal | int | float = MAXIMUM,
    hidden: Collection[str] = (),
    visibility: str = VISIBILITIES[0],
    limit: int = LIMIT,
) -> str:
    """Return the account as ``results.json``, of at most ``limit`` bytes, all of them ASCII.

    Long outputs are cut so that it fits; every rule has a test all the same. Raises ValueError as
    :func:`.points.score` does, and if the tests do not fit even without their outputs.
    """
    points = score(account.verdict, weights, maximum)
    reasons = {entry.rule: entry.reason for entry in entries(visible(account.verdict, hidden))}
    results = {
        "score": float(total(points)),
        "output": printable(_summary(account, hidden)),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": [
            {
                "name": each.entry.rule,
                "number": str(number),
                "score": float(each.earned),
                "max_score": float(each.of),
                "status": "passed" if each.entry.status is Status.PASS else "failed",
                "output": ""
                if is_hidden
                else printable(_output(each.entry, reasons[each.entry.rule], account)),
                "output_format": "text",
                "visibility": visibility if is_hidden else "visible",
            }
            for number, each in enumerate(points, 1)
            for is_hidden in [each.entry.rule in hidden]
        ],
    }
    return _fit(results, limit)


def _output(entry: ReportEntry, reason: str, account: Account) -> str:
    """Return the output of a test; the reason of an inconclusive rule names no hidden rule."""
    if entry.status is Status.INCONCLUSIVE:
        return f"{entry.text}\n\nInconclusive, and so without points: {reason}."
    return "\n".join(account.texts[number] for number in entry.faults) or entry.text


def _summary(account: Account, hidden: Collection[str]) -> str:
    """Return the headline of what students see."""
    if account.failure:
        return f"Could not be judged: {account.failure}"
    shown = visible(account.verdict, hidden)
    name = shown["implementation"][:_LONGEST_NAME]
    limits = ", by the rules that are shown" if "hidden" in shown else ""
    return f"{headline({**shown, 'implementation': name})}{limits}."


def _fit(results: dict[str, Any], limit: int) -> str:
    """Return the results as JSON, with the outputs cut to the greatest length that fits."""
    longest = max(len(results["output"]), *(len(test["output"]) for test in results["tests"]))
    whole = _json(results, longest)
    if len(whole) <= limit:
        return whole
    lengths = range(longest + 1)
    fitting = bisect_right(lengths, limit, key=lambda length: len(_json(results, length)))
    if not fitting:
        raise ValueError(
            f"results of {len(results['tests'])} tests need {len(_json(results, 0))} bytes "
            f"without any output; the limit is {limit}"
        )
    return _json(results, fitting - 1)


def _json(results: dict[str, Any], length: int) -> str:
    tests = [{**test, "output": _cut(test["output"], length)} for test in results["tests"]]
    cut = {**results, "output": _cut(results["output"], length), "tests": tests}
    return json.dumps(cut, allow_nan=False) + "\n"


def _cut(text: str, length: int) -> str:
    """Return the beginning of a text, and a remark if there is more."""
    if len(text) <= length:
        return text
    return f"{text[:length]}\n[cut: {len(text)} characters]" if length else ""
