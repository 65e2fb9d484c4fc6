"""Hiding: a verdict for somebody who is not to know how some of the rules stand.

Rules may be kept back, so that students do not tune their programs to the checker. A verdict gives them away in more than
one place: by their faults, as a reason why others were not judged, and by how much could be exercised.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

UNTOLD: Final = "it could not be judged"
"""The reason why a rule was not judged, if the true one names a rule that is hidden."""

_TELLING: Final = ("phases", "exercised", "suggestion")
"""What depends on how far the check came, or on all faults at once."""


def visible(verdict: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    """A verdict, in its JSON form, without what it says of the hidden rules; ``hidden`` is how many there were.

    It conforms if nothing that is left is wrong. Without rules to hide it is the verdict itself.
    """
    found = dict(verdict)
    named = {rule["id"] for rule in verdict["rules"]} | {f["rule"] for f in verdict["faults"]}
    untold = named & set(hidden)
    if not untold:
        return found
    for key in _TELLING:
        found.pop(key, None)
    found["rules"] = [
        _untold(rule, hidden) for rule in verdict["rules"] if rule["id"] not in hidden
    ]
    found["faults"] = [
        {
            **fault,
            "other_rules": [rule for rule in fault["other_rules"] if rule not in hidden],
            "given": [rule for rule in fault["given"] if rule not in hidden],
        }
        for fault in verdict["faults"]
        if fault["rule"] not in hidden
    ]
    found["conforms"] = not found["faults"]
    found["hidden"] = len(untold)
    return found


def _untold(rule: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    if any(name in rule.get("reason", "") for name in hidden):
        return {**rule, "reason": UNTOLD}
    return dict(rule)
