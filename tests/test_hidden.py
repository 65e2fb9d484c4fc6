"""Hidden: of a program that offers few access programs the rule is found that is wrong in what nothing shows."""

from __future__ import annotations

import pytest

from modspec.checking.check import check
from modspec.checking.in_process import InProcess
from modspec.checking.verdict import Verdict
from othello_spec.subject import subject
from wrong_implementations import sound


def judged(make: type[sound.Othello], *offered: str) -> Verdict:
    """The verdict on a program that offers no more than this."""
    return check(subject(), lambda: InProcess(make(), offered))


class NeverForfeits(sound.Othello):
    """The turn always goes over."""

    def next_mover(self) -> str:
        return sound.opponent(self.mover)


class ForfeitsForBlackOnly(sound.Othello):
    """White's turn comes although White is blocked."""

    def next_mover(self) -> str:
        other = sound.opponent(self.mover)
        return super().next_mover() if other == sound.BLACK else other


class KeepsTheTurn(sound.Othello):
    """A new game begins with whoever has the turn in the last one."""

    mover = sound.BLACK

    def init(self) -> None:
        self.board = self.starting_board()


class WhiteBegins(sound.Othello):
    """White has the first move."""

    first_mover = sound.WHITE


class Mirrored(sound.Othello):
    """Begins with the colours exchanged."""

    def starting_board(self) -> list[list[str]]:
        return [line[::-1] for line in super().starting_board()]


@pytest.mark.parametrize("offered", ["turn", "count", "winner"])
def test_a_start_that_is_not_seen_is_told_from_another_player_s_turn_by_what_is_offered(
    offered: str,
) -> None:
    verdict = judged(Mirrored, "init", "move", offered)
    assert ["setup"] == [fault.rule for fault in verdict.faults]
    assert ("start", "mirrored") == verdict.suggestion


@pytest.mark.parametrize("offered", [(), ("cell",), ("is_valid_move",), ("game_over",)])
@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (NeverForfeits, "forfeit"),
        (ForfeitsForBlackOnly, "forfeit"),
        (KeepsTheTurn, "black-first"),
        (WhiteBegins, "black-first"),
    ],
)
def test_without_turn_the_rule_of_the_turn_is_found(
    make: type[sound.Othello], rule: str, offered: tuple[str, ...]
) -> None:
    assert [rule] == [fault.rule for fault in judged(make, "init", "move", *offered).faults]


def test_a_change_is_stated_only_of_what_it_explains_elsewhere() -> None:
    (never,), (black,) = (
        judged(make, "init", "move").faults for make in (NeverForfeits, ForfeitsForBlackOnly)
    )
    assert never.diagnosis.variant is not None
    assert black.diagnosis.variant is None


def test_a_convention_that_explains_everything_is_suggested_for_few_access_programs_too() -> None:
    assert ("first", "white") == judged(WhiteBegins, "init", "move").suggestion


def test_no_convention_is_suggested_that_takes_a_transition_which_is_not_offered() -> None:
    assert judged(NeverForfeits, "init", "move").suggestion is None
