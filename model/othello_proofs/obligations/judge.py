"""Judge: what calls of an object's access programs owe, by the specification; and what it takes for granted.

The rules of the board are shown of the abstract object :mod:`othello_model.othello`, which adds nothing to
what a bitboard does. The objects that use such a board need not have them shown again: their methods of the
board are taken to do as the specification says, whatever that is, as :mod:`.boards` has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from modspec.crosshair.conditions import VerificationConditions
from modspec.crosshair.confirm import Assumption
from modspec.lift import Bool
from modspec.lift.logic import conjunction
from modspec.lift.symbols import Symbol
from modspec.syntax.module import Function
from modspec.syntax.values import State
from othello_model.bitboard import Bitboard
from othello_proofs.obligations.boards import Boards
from othello_proofs.obligations.objects import MATCH, OTHELLO, PASSING, Object, Parts
from othello_spec.board import BLACK, Player, Square
from othello_spec.othello import Game

SPLIT: Final = {"move": "next_turn", "winner": "count"}
"""Access programs of Othello that are split, with the method of the board that has a question of its own."""

_LINES, _OTHELLO = "othello_spec.lines", "othello_spec.othello"

SPECIFIED: Final = {
    "can_move": (_LINES, "can_move"),
    "count": (_LINES, "discs"),
    "next_turn": (_OTHELLO, "next_turn"),
}
"""The functions of the specification that say what methods compute, of a board and a player."""

_IN_FULL: Final = {MATCH.name: ("begin",)}
"""Access programs that depend on what the board at the start is, so that nothing of it is taken for granted."""

_UNCOUNTED: Final = {MATCH.name: ("move", "winner", "score", "score_with_empty_squares")}
"""Access programs to which it does not matter how many discs there are, but only that both sides count the same."""

THEOREMS_KNOWN: Final = {
    (PASSING.name, "move"): [("captures", "the_centre_stays_occupied")],
    (MATCH.name, "move"): [
        ("captures", "a_move_adds_one_disc"),
        ("supplies", "whoever_can_move_gets_a_disc"),
    ],
}
"""What is known besides of the boards that moves lead to: theorems, which are proved for all boards."""


class ObligationTerms:
    """Says what calls of an object's access programs owe; remembers what it has worked out."""

    def __init__(self, of: Object = OTHELLO) -> None:
        self.object = of
        self.boards = Boards()
        self._duties: dict[Any, VerificationConditions[Parts]] = {}
        self._programs = {each.name: each for each in of.specification.access_programs}

    def routine(self, name: str) -> Function:
        """The access program of that name."""
        return self._programs[name]

    def relies(self, routine: str) -> bool:
        """Whether the access program uses a board that other questions are about."""
        name = self.object.name
        return self.object in (PASSING, MATCH) and routine not in _IN_FULL.get(name, ())

    def state(self, parts: Parts) -> State:
        """The specification's state that the parts stand for."""
        return self.object.state(self.object.made(*parts), self.boards.squares)

    def duties(self, routine: str = "") -> VerificationConditions[Parts]:
        """What an access program owes; for none in particular, all that stands in the specification."""
        given = self._given(routine)
        opaque = ("can_move",) if given or (self.object is OTHELLO and routine == "move") else ()
        key = (opaque, *given)
        if key not in self._duties:
            specification = self.object.specification
            self._duties[key] = VerificationConditions(specification, self.state, opaque, given)
        return self._duties[key]

    def specified(self, method: str, board: Bitboard, player: Player, routine: str = "") -> Any:
        """What a method of the board has to compute, as far as it matters to an access program."""
        squares = self.boards.squares(board)
        return self.duties(routine).value(*SPECIFIED[method], squares, player)

    def allowed(self, routine: str, parts: Parts, arguments: tuple[Any, ...]) -> Bool:
        """Whether an access program may be called, where the parts stand for a state.

        Of a match the invariant has to hold as well, without which its parts do not fit together.
        """
        fitting = self.object is MATCH and routine != "init"
        duties = self.duties(routine)
        if is_known((*parts, *arguments)):
            return duties.is_callable(routine, parts, arguments, fitting)
        assumed = duties.precondition(routine, parts, arguments)
        return conjunction((duties.invariant(parts), assumed)) if fitting else assumed

    # -- what is taken for granted

    def assumptions(self, routine: str) -> Sequence[Assumption]:
        """Methods of the board that do as they should, which other questions are about."""
        if self.object is OTHELLO:
            return [self._method(SPLIT[routine], routine)] if routine in SPLIT else []
        if not self.relies(routine):
            return []
        return [
            *(self._method(method, routine) for method in SPECIFIED),
            Assumption(Bitboard, "accepts", self._asked("is_valid_move", routine, _player_last)),
            Assumption(Bitboard, "place", self._place),
            Assumption(Bitboard, "holds", self._asked("cell", routine)),
            Assumption(Bitboard, "is_over", self._asked("game_over", routine)),
            Assumption(Bitboard, "leader", self._asked("winner", routine)),
        ]

    def granted(self, routine: str) -> Sequence[str]:
        """What is taken for granted that questions of other claims and theorems are about, in words."""
        if not self.relies(routine):
            return ()
        theorems = THEOREMS_KNOWN.get((self.object.name, routine), ())
        return ("othello's board", *(theorem for _, theorem in theorems))

    def known(self, routine: str, parts: Parts) -> Bool:
        """What theorems say of the boards that moves lead to."""
        theorems = THEOREMS_KNOWN.get((self.object.name, routine), ())
        return self.boards.known(theorems, self.state(parts), self._given(routine))

    def _given(self, routine: str) -> Mapping[str, Callable[..., Any]]:
        """Functions of the specification that are not looked into: what they say is not known."""
        if not self.relies(routine):
            return {}
        boards, uncounted = self.boards, _UNCOUNTED.get(self.object.name, ())
        given: dict[str, Callable[..., Any]] = {
            "captures": boards.captures,
            "placed": boards.placed,
        }
        return {**given, "discs": boards.discs} if routine in uncounted else given

    def _method(self, method: str, routine: str) -> Assumption:
        def value(board: Bitboard, player: Player) -> Any:
            return self.specified(method, board, player, routine)

        return Assumption(Bitboard, method, value)

    def _asked(
        self, query: str, routine: str, order: Callable[..., tuple[Any, ...]] = lambda *given: given
    ) -> Callable[..., Any]:
        """A method of the board that answers as a query of Othello does."""

        def value(board: Bitboard, *arguments: Any) -> Any:
            # whose turn it is makes no difference to any of these
            game = Game(board=self.boards.squares(board), turn=BLACK)
            return self.duties(routine).value(_OTHELLO, query, game, *order(*arguments))

        return value

    def _place(self, board: Bitboard, player: Player, row: Any, col: Any) -> Bitboard:
        return self.boards.led_to(self.boards.squares(board), player, Square(row, col))


def _player_last(player: Player, row: Any, col: Any) -> tuple[Any, ...]:
    return row, col, player


def is_known(values: Iterable[Any]) -> bool:
    """Whether none of the values is symbolic."""
    return not any(isinstance(value, Symbol) for value in values)
