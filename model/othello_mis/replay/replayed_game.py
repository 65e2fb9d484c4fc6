"""Course: how a game on record goes by the specification, move by move, and why it goes no further.

The specification asked is ``passing``, in which a pass is a move of its own; a pass that is not written is
made where the rules force it. Standard library only: one game takes a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple

from modspec.explain.explain import environment
from modspec.explain.explanation import Explanation
from modspec.explain.text import formula_text, operands
from modspec.run.evaluate import Evaluator
from modspec.run.machine import Machine
from modspec.syntax.module import Function
from modspec.syntax.values import State
from othello_spec import module
from othello_spec.board import BLACK, SIZE, WHITE, Board, Player, Square
from othello_spec.passing import Passing, as_game
from othello_spec.records.move_lists import Pass, Ply, ply_text
from othello_spec.records.squares import check_size, name
from othello_spec.rules import RULES

NAMES: Final = {BLACK: "Black", WHITE: "White"}


class IllegalKind(StrEnum):
    """In what way a ply is against the rules."""

    MOVE = "move"
    """A disc on a square where the player may not place one."""

    PASS = "pass"
    """A pass of a player who may not pass."""

    AFTER_THE_END = "after the end"
    """Anything, when the game is over."""


class Reason(NamedTuple):
    """Why a ply is forbidden."""

    board: Board
    """Before the ply."""

    formula: str
    """What the specification says of it."""

    holds: bool
    """Whether the formula holds; that it does, or that it does not, is why the ply is forbidden."""


@dataclass(frozen=True)
class IllegalMove:
    """A ply that the rules forbid."""

    number: int
    """Which of the plies on record, from 1."""

    ply: Ply

    kind: IllegalKind

    player: Player
    """Whose turn it is; of no meaning after the end."""

    rule: str
    """The id of the rule that forbids it."""

    grounds: Reason | None
    """Why it does, if that is to be told."""

    size: int = SIZE

    @property
    def reason(self) -> str:
        """The rule, in a sentence."""
        return RULES[self.rule].text

    @property
    def told(self) -> str:
        """What happens, in a clause: ``Black plays a1``."""
        if self.kind is IllegalKind.AFTER_THE_END:
            return f"{ply_text(self.ply, self.size)} after the end of the game"
        if isinstance(self.ply, Pass):
            return f"{NAMES[self.player]} passes"
        return f"{NAMES[self.player]} plays {name(self.ply, self.size)}"

    @property
    def complaint(self) -> str:
        """What is wrong, in a line: the move, whose it is, the rule and its id."""
        what = "a pass" if isinstance(self.ply, Pass) else name(self.ply, self.size)
        is_late = self.kind is IllegalKind.AFTER_THE_END
        wrong = "comes after the end" if is_late else f"is not valid for {NAMES[self.player]}"
        return f"move {self.number}, {what}, {wrong}: {self.reason} [{self.rule}]"


@dataclass(frozen=True)
class ReplayedGame:
    """What has come of a game as far as it could be played."""

    state: Passing
    """After the last ply that is allowed, and the passes that are forced then."""

    played: tuple[Square, ...]
    """Where discs were placed."""

    forfeits: tuple[tuple[int, Player], ...]
    """The passes: after how many moves, and whose."""

    is_over: bool

    offence: IllegalMove | None = None
    """Why it went no further, unless it came to the end of the record."""

    size: int = SIZE

    @property
    def valid_moves(self) -> frozenset[Square]:
        """Where the player whose turn it is may place a disc."""
        machine, state = _machine(self.size), self.state
        return frozenset(
            square
            for square in state.board
            if machine.call(state, "is_valid_move", (*square, state.turn)).output
        )

    def count(self, player: Player) -> int:
        """How many discs of the player's are on the board."""
        number: int = _machine(self.size).call(self.state, "count", (player,)).output
        return number


def replayed_game(plies: Iterable[Ply], size: int = SIZE) -> ReplayedGame:
    """Play a game on the specification, to its end or to the first ply that is against the rules."""
    return _Play(size).all(plies)


class _Play:
    """A game that is being played."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.machine = _machine(check_size(size))
        self.state: Any = self.machine.initial()
        self.played: list[Square] = []
        self.forfeits: list[tuple[int, Player]] = []

    def all(self, plies: Iterable[Ply]) -> ReplayedGame:
        offence = None
        for number, ply in enumerate(plies, start=1):
            if not isinstance(ply, Pass):
                self.pass_if_forced()
            routine, arguments = (
                ("pass_turn", ()) if isinstance(ply, Pass) else ("move", tuple(ply))
            )
            outcome = self.machine.call(self.state, routine, arguments)
            if outcome.exception:
                offence = self.offence(number, ply)
                break
            if isinstance(ply, Pass):
                self.forfeits.append((len(self.played), self.state.turn))
            else:
                self.played.append(ply)
            self.state = outcome.state
        else:
            self.pass_if_forced()
        over = self.ask("game_over")
        played, forfeits = tuple(self.played), tuple(self.forfeits)
        return ReplayedGame(self.state, played, forfeits, over, offence, self.size)

    def ask(self, routine: str, *arguments: Any) -> Any:
        return self.machine.call(self.state, routine, arguments).output

    def pass_if_forced(self) -> None:
        if self.ask("is_valid_pass"):
            self.forfeits.append((len(self.played), self.state.turn))
            self.state = self.machine.call(self.state, "pass_turn").state

    def offence(self, number: int, ply: Ply) -> IllegalMove:
        state = self.state
        othello, lines, passing = map(module, ("othello", "lines", "passing"))
        if self.ask("game_over"):
            kind, part = (
                IllegalKind.AFTER_THE_END,
                self.answer(othello["game_over"], as_game(state)),
            )
        elif isinstance(ply, Pass):
            kind, part = IllegalKind.PASS, self.answer(passing["is_valid_pass"], state)
        else:
            arguments = (state.board, state.turn, ply)
            kind, part = IllegalKind.MOVE, self.answer(lines["captures"], None, *arguments)
        text, holds, rules = self.decisive(part)
        grounds = Reason(state.board, text, holds)
        return IllegalMove(number, ply, kind, state.turn, rules[0], grounds, self.size)

    def answer(self, function: Function, state: State | None, *arguments: Any) -> Explanation:
        """What a function answers, and what the names in its formula stand for."""
        assert function.output is not None
        scope = environment(self.machine.instance, function, state, arguments)
        node = function.output.value
        return Explanation(node, Evaluator(scope)(node), function.output.rules, scope=scope)

    def decisive(self, part: Explanation) -> tuple[str, bool, tuple[str, ...]]:
        """The part of a conjunction that fails, or all of it if none does; whether it holds; its rules."""
        failing = (operand for operand in operands(part, self.shown) if not operand[1])
        return next(failing, (formula_text(part, self.shown), bool(part.value), part.rules))

    def shown(self, value: Any) -> str:
        """A value as explanations show it."""
        if isinstance(value, Square):
            return name(value, self.size)
        return str(getattr(value, "name", value))


@cache
def _machine(size: int) -> Machine:
    return Machine(module("passing"), {"SIZE": size})
