"""Contracts: the access programs of the model, run by CrossHair in all states at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from othello_proofs.evidence.method import ClaimVerdict, Finding, Method
from othello_spec import GAME, module
from othello_spec.board import SIZE, Square

if TYPE_CHECKING:  # these need CrossHair, and whoever has none is told so
    from modspec.crosshair.confirm import Confirmation
    from othello_proofs.obligations.access_programs import Obligation

_QUICK: Final = (Square(0, 0), Square(2, 4))
"""The squares that the quick run asks about: a corner, and an inner one."""

_LONG: Final = ("othello.game_over", "othello.has_valid_moves", "handicap.cell")
"""What is asked in one piece, and takes the longest; the quick run leaves it out."""

_LEFT_OUT: Final = (
    *_LONG,
    *(f"othello.{name}" for name in ("turn", "winner")),
    *(f"passing.{name}" for name in ("cell", "winner")),
    "clock.time_left",
    *(f"match.{name}" for name in ("grant", "begin", "is_granted", "cell", "is_valid_move")),
    *(f"match.{name}" for name in ("discs_left", "time_used", "time_left", "over")),
)
"""What the quick run does not ask: what takes the longest, where much the same is asked of another."""

_STATES: Final = {
    "othello": "all boards, either turn",
    "passing": "all boards, either turn",
    "supply": "all numbers of discs",
    "handicap": "all corners granted or not",
    "clock": "all times and limits, whichever clock runs",
    "match": "all boards, times and amounts that fit together",
}
"""In which states the access programs of a module are called; the arguments are any that there are."""


_ALWAYS: Final = (
    "modspec.crosshair.plugin",  # CrossHair loads it
    "othello_spec.lines:can_move",
    "othello_spec.lines:discs",
    "othello_spec.othello:next_turn",
)
"""The sources of every claim: the plugin, and what the specification says of boards."""


class CrossHair(Method):
    """What CrossHair can confirm of the model's code."""

    name = "crosshair"
    title = "CrossHair"
    shows = (
        "The Python code of the model's abstract objects does what the specification says, in every state "
        "there is: CrossHair ran the code on boards, times and amounts of which nothing was known, went along "
        "every path through it, and found the clauses to follow on each. Of all that may come of a call an example "
        "was run. Passing and match take for granted what is shown of othello's board."
    )
    does_not_show = (
        "That the specification is right, or that CrossHair and its solver are; and nothing of the abstract "
        "data type, whose loops have more paths than can be walked."
    )

    tools = ("crosshair-tool", "z3-solver")

    def units(self, quick: bool) -> Sequence[str]:
        """Each access program; those of othello that name a square row by row, as ``othello.move 0``."""
        rows = sorted({square.row for square in _QUICK}) if quick else range(SIZE)
        single, squared = [], []
        for name in GAME:
            for function in module(name).access_programs:
                claim = f"{name}.{function.name}"
                if name == "othello" and "row" in {p.name for p in function.parameters}:
                    squared += [f"{claim} {row}" for row in rows]
                if claim not in (_LEFT_OUT if quick else _LONG):
                    single.append(claim)
        return [*(() if quick else _LONG), *squared, *single]

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The access program."""
        del quick
        return (unit.split()[0],)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the access program, what the specification says of boards, and theorems that are known."""
        del unit
        owner, _, name = claim.partition(".")
        known = (
            f"othello_spec.theorems.{theory}:{theorem}" for theory, theorem in _known(owner, name)
        )
        return (f"othello_spec.{owner}:{name}", *_ALWAYS, *known)

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Ask all questions of a unit."""
        from modspec.crosshair.confirm import confirm

        asked = [(obligation, confirm(obligation.question)) for obligation in _of(unit, quick)]
        claim, *row = unit.split()
        tried = _STATES[claim.partition(".")[0]]
        if row:
            tried += f", {len(_QUICK) if quick else SIZE * SIZE} squares"
        if granted := list(dict.fromkeys(each for o, _ in asked for each in o.granted)):
            tried += f"; given {', '.join(granted)}"
        detail = [line for each in asked for line in _told(*each)]
        verdict = max((_verdict(*each) for each in asked), key=list(ClaimVerdict).index)
        yield Finding(claim, verdict, len(asked), tried, "\n".join(detail))

    def missing(self) -> str:
        """Whether CrossHair is there."""
        try:
            import crosshair  # noqa: F401  # asked for, and used elsewhere
            import z3  # noqa: F401
        except ImportError as error:
            return f"{error.name} is not installed: pip install 'othello-mis[verify]'"
        return ""


def _of(unit: str, quick: bool) -> Iterator[Obligation]:
    """What a unit asks: of a row, about its squares; else all that is not about a square of the board."""
    from othello_proofs.obligations.access_programs import obligations

    claim, *row = unit.split()
    for obligation in obligations(claim):
        square = obligation.square
        if square is None:
            if not row:
                yield obligation
        elif [str(square.row)] == row and (not quick or square in _QUICK):
            yield obligation


def _verdict(obligation: Obligation, answer: Confirmation) -> ClaimVerdict:
    from modspec.crosshair.confirm import ConfirmationStatus

    if answer.status is ConfirmationStatus.REFUTED:
        return ClaimVerdict.FAILS
    decided = answer.status is ConfirmationStatus.CONFIRMED and not obligation.unseen(
        answer.witnesses
    )
    return ClaimVerdict.HOLDS if decided else ClaimVerdict.UNDECIDED


def _told(obligation: Obligation, answer: Confirmation) -> Iterator[str]:
    """Why it does not hold; nothing if it does."""
    from modspec.crosshair.confirm import ConfirmationStatus
    from othello_proofs.obligations.faults import drawn

    if answer.status is ConfirmationStatus.REFUTED:
        assert answer.counterexample is not None
        yield from drawn(obligation.fault(*answer.counterexample))
    elif answer.status is ConfirmationStatus.UNDECIDED:
        yield f"{obligation.name}: {answer.detail}"
    elif unseen := obligation.unseen(answer.witnesses):
        yield f"{obligation.name}: in no state it comes to {', '.join(sorted(unseen))}"


def _known(owner: str, name: str) -> Sequence[tuple[str, str]]:
    """The theorems that the obligations of an access program take for granted."""
    from othello_proofs.obligations.judge import THEOREMS_KNOWN

    return THEOREMS_KNOWN.get((owner, name), ())
