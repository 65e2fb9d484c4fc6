"""The input of the tests of reports: a small verdict in its JSON form, with one of everything."""

from __future__ import annotations

import copy
from typing import Any, Final

from modcheck.report.account import Account

START: Final = ["........"] * 3 + ["...WB...", "...BW..."] + ["........"] * 3
EXPECTED: Final = ["........"] * 2 + ["...B....", "...BB...", "...BW..."] + ["........"] * 3
GOT: Final = ["........"] * 2 + ["...B....", "...WB...", "...BW..."] + ["........"] * 3

HOSTILE: Final = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]><!-- -->&amp;<![CDATA[",
    "\x00\x07\x1b[31mred\x1b[0m\x7f\x9b",
    "\ud800\udfff",
    "\ufffe\uffff",
    "\u202etxt.exe",
    "javascript:alert('&quot;')",
    "x" * 5000,
)
"""What an implementation may say."""

WRONG_DISC: Final[dict[str, Any]] = {
    "rule": "capture-all",
    "other_rules": ["outflank"],
    "text": "Every disc that a move outflanks is flipped.",
    "phase": "all short games",
    "calls": 139,
    "given": [],
    "breakdown": False,
    "routine": "move",
    "call": ["move", 2, 3],
    "history": [["init"]],
    "between": [],
    "moves": 1,
    "shortest": True,
    "reproduced": True,
    "shown_by": ["cell", 3, 3],
    "expected": "black",
    "got": "white",
    "why": "",
    "clause": "board := after",
    "formula": "t ∈ flipped",
    "witness": {"t": "d4"},
    "hints": ["over 12 cases, the disc next to the new one stays as it is"],
    "behaves_as_if": {
        "change": "takes only part of",
        "function": "flips",
        "before": "range(1, k)",
        "after": "range(1, 1 + 1)",
        "answers_that_agree": 12,
    },
    "transcript": "",
    "boards": {"before": START, "expected": EXPECTED, "got": GOT},
}

CRASH: Final[dict[str, Any]] = {
    **{name: value for name, value in WRONG_DISC.items() if name != "behaves_as_if"},
    "rule": None,
    "other_rules": [],
    "text": None,
    "given": ["capture-all"],
    "breakdown": True,
    "routine": "game_over",
    "call": ["game_over"],
    "history": [["init"], ["move", 2, 3]],
    "moves": 1,
    "shortest": False,
    "reproduced": True,
    "shown_by": ["game_over"],
    "expected": "false",
    "got": "exited with status 3",
    "why": "",
    "clause": None,
    "formula": None,
    "witness": {},
    "hints": [],
    "transcript": "d3",
    "boards": {"position": EXPECTED},
}

VERDICT: Final[dict[str, Any]] = {
    "version": 3,
    "implementation": "./othello --pipe",
    "module": "othello",
    "conforms": False,
    "seed": 7,
    "conventions": {},
    "confinement": "bubblewrap",
    "routines": {
        "move": {"checked": "yes"},
        "game_over": {"checked": "derived", "from": ["has_valid_moves"]},
        "winner": {"checked": "no", "reason": "not offered"},
    },
    "rules": [
        {"id": "setup", "text": "Four discs lie in the centre.", "status": "pass"},
        {
            "id": "capture-all",
            "text": "Every disc is flipped.",
            "status": "fail",
            "reason": "move(2, 3), then cell(3, 3): expected black, got white",
        },
        {
            "id": "draw",
            "text": "As many is a draw.",
            "status": "inconclusive",
            "reason": "winner is not offered",
        },
    ],
    "phases": [{"name": "all short games", "games": 12, "calls": 345}],
    "exercised": {
        "games": 12,
        "calls": 345,
        "routines": {"move": 12},
        "exceptions": {"InvalidMove": 2},
        "events": {"a tie": 0, "a wipe-out": 3},
    },
    "faults": [WRONG_DISC, CRASH],
}
"""Of three rules one passes, one fails, one is inconclusive; and the program crashes."""

TEXTS: Final = ("  rule         capture-all\n  got          white\n", "  got          exited\n")


def sample(**changes: Any) -> dict[str, Any]:
    """The verdict, with other values for some of its members."""
    return copy.deepcopy({**VERDICT, **changes})


def sound() -> dict[str, Any]:
    """A verdict in which nothing is wrong."""
    rules = [
        {"id": rule["id"], "text": rule["text"], "status": "pass"} for rule in VERDICT["rules"]
    ]
    return sample(conforms=True, faults=[], rules=rules)


def sample_account(**changes: Any) -> Account:
    """The account of the sample."""
    verdict = sample(**changes)
    return Account(verdict, TEXTS[: len(verdict["faults"])])


def saying(words: str) -> Account:
    """The account of an implementation that has these words as its name and in all its texts."""
    faults = [
        {**fault, "got": words, "witness": {words: words}, "hints": [words], "expected": words}
        for fault in VERDICT["faults"]
    ]
    return Account(
        sample(faults=faults, implementation=words, confinement=words, conventions={words: words}),
        (words, words),
    )
