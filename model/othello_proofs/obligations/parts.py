"""Parts: a method of the board that an access program of Othello relies on, as a question of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from modspec.crosshair.confirm import Question
from modspec.lift import Bool, Number
from modspec.lift.logic import equal
from modspec.run.branchless import Word
from modspec.run.instance import Instance
from modspec.run.machine import Call
from othello_model.bitboard import Bitboard
from othello_proofs.obligations.faults import ObligationFault
from othello_proofs.obligations.judge import SPECIFIED, ObligationTerms
from othello_spec.board import PLAYERS, SIZE, Cell, Player, Square


@dataclass(frozen=True)
class ObligationPart:
    """The method: on any board, for either player."""

    judge: ObligationTerms
    routine: str
    method: str
    square: None = None
    granted: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The access program, and the method."""
        return f"{self.judge.object.name}.{self.routine} by {self.method}"

    @property
    def question(self) -> Question:
        """Whether the method computes what it has to."""
        return Question(
            name=self.name,
            function=self._value,
            parameters={"black": Word, "white": Word, "player": Cell},
            requires=self._allowed,
            ensures=self._kept,
        )

    def fault(self, black: int, white: int, player: Player) -> ObligationFault:
        """What the method computes, and what it should."""
        before: Any = self.judge.state((black, white, player))
        specified = Instance(self.judge.object.specification).function(*SPECIFIED[self.method])
        expected, got = specified(before.board, player), self._value(black, white, player)
        return ObligationFault(Call(self.method, (player,)), before, expected, got)

    def unseen(self, witnesses: Iterable[tuple[Any, ...]]) -> set[str]:
        """The values that it may have, as far as no example shows that it may."""
        seen = {self._value(*witness) for witness in witnesses}
        return {player.name for player in PLAYERS - seen} if self.method == "next_turn" else set()

    def _value(self, black: int, white: int, player: Player) -> Any:
        return getattr(Bitboard(black, white), self.method)(player)

    def _allowed(self, black: Any, white: Any, player: Player) -> Bool:
        return player in PLAYERS and Bitboard(black, white).sound

    def _kept(self, got: Any, black: Any, white: Any, player: Player) -> Bool:
        specified = self.judge.specified(self.method, Bitboard(black, white), player)
        return equal(specified, by_square(got))


def by_square(output: Any) -> Any:
    """A number of bits as a number of squares, which the specification counts."""
    if not isinstance(output, Number):
        return output
    rows: dict[Any, Any] = {
        (Square(*divmod(of, SIZE)),) if isinstance(of, int) else of: row
        for of, row in output.rows.items()
    }
    return Number(rows, output.constant)
