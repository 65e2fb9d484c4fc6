"""One recorded game, replayed by the specification: its last position, and why it stops there.

The specification is ``passing``, in which a pass is a move of its own; a pass that is not written
is made where the rules force it. Needs the standard library only; a game takes a tenth of a second.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from typing import Any, Final, NamedTuple

from modspec.explain.explain import environment
from modspec.explain.explanation import Explanation
from modspec.explain.text import formula_text, operands
from modspec.run.evaluate import Evaluator
from modspec.run.machine import Machine
from modspec.syntax.module import Function
from othello_spec import module
from othello_spec.board import BLACK, SIZE, WHITE, Board, Player, Square
from othello_spec.passing import Passing, as_game
from othello_spec.records.move_lists import Pass, Ply, move_list, ply_text
from othello_spec.records.squares import check_size, name
from othello_spec.rules import RULES
from othello_suite.pictures import diagram
from othello_suite.presentation import OthelloPresentation

NAMES: Final = {BLACK: "Black", WHITE: "White"}

WIDTH: Final = 80
"""The columns of a line, where no terminal says otherwise."""


class IllegalKind(StrEnum):
    """In what way a ply is against the rules."""

    MOVE = "move"
    """A disc on a square where the player may not place one."""

    PASS = "pass"
    """A pass of a player who may not pass."""

    AFTER_THE_END = "after the end"
    """Any ply when the game is over."""


class Reason(NamedTuple):
    """Why a ply is illegal."""

    board: Board
    """The board before the ply."""

    formula: str
    """The part of the specification that decides."""

    holds: bool
    """Whether the formula holds; that is why the ply is illegal, or that it does not."""


@dataclass(frozen=True)
class IllegalMove:
    """A ply that the rules forbid."""

    number: int
    """The number of the ply in the record, from 1."""

    ply: Ply

    kind: IllegalKind

    player: Player
    """The player whose turn it is; of no meaning after the end."""

    rule: str
    """The id of the rule that forbids the ply."""

    reason: Reason | None
    """Why the rule forbids it; None if that was not asked."""

    size: int = SIZE

    @property
    def rule_text(self) -> str:
        """The rule, in a sentence."""
        return RULES[self.rule].text

    @property
    def action(self) -> str:
        """The ply in a clause: ``Black plays a1``."""
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
        return f"move {self.number}, {what}, {wrong}: {self.rule_text} [{self.rule}]"


@dataclass(frozen=True)
class ReplayedGame:
    """A recorded game as far as the rules allow."""

    state: Passing
    """After the last legal ply, and the passes that are forced then."""

    moves: tuple[Square, ...]
    """The squares on which discs were placed."""

    forfeits: tuple[tuple[int, Player], ...]
    """The passes: after how many moves, and whose."""

    is_over: bool

    illegal_move: IllegalMove | None = None
    """The ply at which the game stopped; None if it came to the end of the record."""

    size: int = SIZE

    @property
    def valid_moves(self) -> frozenset[Square]:
        """The squares on which the player whose turn it is may place a disc."""
        machine, state = _machine(self.size), self.state
        return frozenset(
            square
            for square in state.board
            if machine.call(state, "is_valid_move", (*square, state.turn)).output
        )

    def count(self, player: Player) -> int:
        """Return how many discs of a player are on the board."""
        number: int = _machine(self.size).call(self.state, "count", (player,)).output
        return number


def replayed_game(
    plies: Iterable[Ply], size: int = SIZE, start: Passing | None = None
) -> ReplayedGame:
    """Replay a game to its end or to the first illegal ply. ValueError if no board has the size.

    The game begins with ``start``, a position on a board of that size; None: as every game begins.
    """
    machine = _machine(check_size(size))
    state: Any = machine.initial() if start is None else start
    moves: list[Square] = []
    forfeits: list[tuple[int, Player]] = []
    illegal_move = None
    for number, ply in enumerate((*plies, None), start=1):  # None: the end of the record
        is_pass = isinstance(ply, Pass)
        if not is_pass and machine.call(state, "is_valid_pass").output:
            forfeits.append((len(moves), state.turn))
            state = machine.call(state, "pass_turn").state
        if ply is None:
            break
        arguments = () if isinstance(ply, Pass) else tuple(ply)
        outcome = machine.call(state, "pass_turn" if is_pass else "move", arguments)
        if outcome.exception:
            illegal_move = _explain(machine, state, number, ply, size)
            break
        if isinstance(ply, Pass):
            forfeits.append((len(moves), state.turn))
        else:
            moves.append(ply)
        state = outcome.state
    is_over = machine.call(state, "game_over").output
    return ReplayedGame(state, tuple(moves), tuple(forfeits), is_over, illegal_move, size)


def _explain(machine: Machine, state: Any, number: int, ply: Ply, size: int) -> IllegalMove:
    """Return why a ply is illegal: the part of the specification that decides, and its rule."""
    answer = partial(_answer, machine)
    if machine.call(state, "game_over").output:
        kind = IllegalKind.AFTER_THE_END
        part = answer(module("othello")["game_over"], as_game(state))
    elif isinstance(ply, Pass):
        kind, part = IllegalKind.PASS, answer(module("passing")["is_valid_pass"], state)
    else:
        kind = IllegalKind.MOVE
        part = answer(module("lines")["captures"], None, state.board, state.turn, ply)
    show = OthelloPresentation(size).value
    failing = (operand for operand in operands(part, show) if not operand[1])
    formula, holds, rules = next(failing, (formula_text(part, show), bool(part.value), part.rules))
    reason = Reason(state.board, formula, holds)
    return IllegalMove(number, ply, kind, state.turn, rules[0], reason, size)


def _answer(machine: Machine, function: Function, state: Any, *arguments: Any) -> Explanation:
    """Return what a function answers, with the values of the names in its formula."""
    assert function.output is not None
    scope = environment(machine.instance, function, state, arguments)
    node = function.output.value
    return Explanation(node, Evaluator(scope)(node), function.output.rules, scope=scope)


@cache
def _machine(size: int) -> Machine:
    return Machine(module("passing"), {"SIZE": size})


# -- the position ----------------------------------------------------------------------------------


def position_lines(game: ReplayedGame, width: int = WIDTH) -> Iterator[str]:
    """Yield the moves and the forfeited turns, then the position."""
    if game.moves:
        number = len(game.moves)
        plural = "s" * (number > 1)
        yield from _wrap(f"after {number} move{plural}: {move_list(game.moves, game.size)}", width)
        for number, player in game.forfeits:
            yield f"  {NAMES[player]} forfeits a turn after move {number}"
        yield ""
    yield from board_lines(game, width)


def board_lines(game: ReplayedGame, width: int = WIDTH) -> Iterator[str]:
    """Yield the board with the valid moves in brackets, the turn, and the discs."""
    valid = game.valid_moves
    yield from (f"  {line}" for line in diagram(game.state.board, valid))
    yield ""
    if game.is_over:
        yield from _wrap(_result(game), width)
    else:
        moves = move_list(sorted(valid), game.size)
        what = f"valid moves: {moves}" if moves else "no valid move: a pass"
        yield from _wrap(f"{NAMES[game.state.turn]}'s turn, {what}", width)
    yield f"Black {game.count(BLACK)}, White {game.count(WHITE)}"


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent="  ")


def _result(game: ReplayedGame) -> str:
    """Return who has won, by the discs and as tournaments record it."""
    black, white = game.count(BLACK), game.count(WHITE)
    empty = game.size**2 - black - white
    if black == white:
        return "the game is over, a draw"
    most, fewest = max(black, white), min(black, white)
    winner = NAMES[BLACK if black > white else WHITE]
    record = f", {most + empty} to {fewest} with the empty squares" if empty else ""
    return f"the game is over, {winner} has won by {most} discs to {fewest}{record}"
