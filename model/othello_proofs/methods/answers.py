"""Answers: what was asked of a subject, what is known, and the findings that this comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, NamedTuple

from othello_proofs.evidence.method import ClaimVerdict, Finding
from othello_spec.board import Cell
from othello_spec.records.squares import name
from othello_suite.pictures import side_by_side

_SHOWN = 3
"""So many answers that are wrong are shown of each claim."""


class RoutineAnswer(NamedTuple):
    """What came of one question."""

    claim: str
    """The claim that it is about."""

    asked: str
    """Of whom, and what, in words."""

    expected: Any
    got: Any


def findings(answers: Iterable[RoutineAnswer], tried: str) -> Iterator[Finding]:
    """A finding for each claim, in the order in which they are first asked about."""
    by_claim: dict[str, list[RoutineAnswer]] = {}
    for answer in answers:
        by_claim.setdefault(answer.claim, []).append(answer)
    for claim, asked in by_claim.items():
        wrong = [answer for answer in asked if answer.expected != answer.got]
        verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
        detail = "\n".join(line for answer in wrong[:_SHOWN] for line in _shown(answer))
        yield Finding(claim, verdict, len(asked), tried, detail)


def _shown(answer: RoutineAnswer) -> Iterator[str]:
    expected, got = answer.expected, answer.got
    if not (_is_board(expected) and _is_board(got)):
        yield f"{answer.asked}: expected {_told(expected)}, got {_told(got)}"
        return
    differing = [square for square in expected if expected[square] != got[square]]
    yield answer.asked
    yield from side_by_side([("expected", expected, ()), ("got", got, differing)])


def _is_board(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(cell, Cell) for cell in value.values())


def _told(value: Any) -> str:
    if isinstance(value, Set):
        return " ".join(sorted(map(name, value))) or "no square"
    return str(getattr(value, "value", value))
