"""Boards: what each square holds where the words are not known, and boards of which even less is known.

Whether a player may place a disc on a square of a board, and what the board is afterwards, is not
worked out here: it is a value of which no more is known than that it is the same wherever the same is asked,
and what the theorems say. What is shown so holds whatever the rules of the board may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import z3

from modspec import Map
from modspec.crosshair.conditions import MemoisedCall, identity
from modspec.crosshair.exchange import WIDTH
from modspec.crosshair.integers import widen
from modspec.lift import Bits, Bool, Integer, Lift, Truth
from modspec.lift.logic import conjunction, disjunction, negation
from modspec.syntax.values import State
from othello_model.bitboard import Bitboard
from othello_spec import module
from othello_spec.board import SQUARES, Cell, Player, Square

V = TypeVar("V")
Board = Map[Square, Cell]

_holds = Bitboard.holds


class Boards:
    """Boards, and the same unknown value for the same question about one."""

    def __init__(self) -> None:
        self.squares: MemoisedCall[Bitboard, Board] = MemoisedCall(_squares)
        """What each square of a bitboard holds."""

        self._unknown: dict[Any, tuple[Any, Board]] = {}
        self._moves: list[dict[str, Any]] = []
        self._theories: dict[str, Lift] = {}

    def captures(self, board: Board, player: Player, square: Square) -> Truth:
        """Whether the player may place a disc there."""
        return self._value("captures", lambda name: Truth(z3.Bool(name)), board, player, *square)

    def placed(self, board: Board, player: Player, square: Square) -> Board:
        """The board after the player has placed a disc there."""
        return self.squares(self.led_to(board, player, square))

    def discs(self, board: Board, player: Player) -> Integer:
        """How many discs show the player's colour."""
        return self._value("discs", lambda name: Integer(z3.Int(name)), board, player)

    def led_to(self, board: Board, player: Player, square: Square) -> Bitboard:
        """The words of the board after the player has placed a disc there."""

        def made(name: str) -> Bitboard:
            one, other = (z3.BitVec(f"{colour} {name}", 64) for colour in ("black", "white"))
            words: list[Any] = [Bits(widen(word, WIDTH)) for word in (one, other & ~one)]
            self._moves.append({"board": board, "player": player, "square": square})
            return Bitboard(*words)

        return self._value("placed", made, board, player, *square)

    def known(
        self,
        theorems: Iterable[tuple[str, str]],
        state: State,
        given: Mapping[str, Callable[..., Any]],
    ) -> Bool:
        """What theorems say of all these moves; each is named by its theory and itself.

        A theorem may also be about what else there is in a state.
        """
        facts: list[Bool] = []
        for theory, theorem in theorems:
            if theory not in self._theories:
                self._theories[theory] = Lift(
                    module(theory), uninterpreted=("can_move",), replacements=given
                )
            names = [parameter.name for parameter in module(theory)[theorem].parameters]
            for move in self._moves:
                said = {**{name: getattr(state, name) for name in state.variables}, **move}
                lifted = self._theories[theory].call(theorem, *(said[name] for name in names))
                facts.append(disjunction((negation(lifted.assumptions_hold), lifted.value)))
        return conjunction(facts)

    def _value(self, function: str, made: Callable[[str], V], board: Board, *others: Any) -> V:
        key = (function, id(board), *map(identity, others))
        if key not in self._unknown:  # the board is kept, for its id is in the key
            self._unknown[key] = made(f"{function} {len(self._unknown)}"), board
        value: V = self._unknown[key][0]
        return value


def _squares(board: Bitboard) -> Board:
    """What each square holds, whatever is assumed of the method meanwhile."""
    return Map({s: _holds(board, s.row, s.col) for s in SQUARES})
