"""Worlds: boards so small that all their states can be counted, and the best game found.

A state is one word of 64 bits: the discs of Black, those of White, and whose turn it is. States are found level
by level, a level being all that have so many discs, so that no more than two levels are ever kept.

Two ways to forfeit a turn lead to different states: where a forfeit is automatic, as in the specification, the
turn stays; where it is a pass, a state comes between in which the player can only pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from modspec import Map
from othello_model import batch
from othello_model.batch import Conditions, Words
from othello_model.kernel import Kernel
from othello_spec.board import BLACK, EMPTY, WHITE, Square
from othello_spec.othello import Game

PART: Final = 1 << 20
"""How many states are taken at a time; what they lead to takes some hundred megabytes."""


class Forfeit(Enum):
    """How a player who cannot move forfeits the turn."""

    AUTOMATIC = "automatic"
    """With the opponent's move: the turn comes back at once."""

    PASS = "pass"
    """By a transition of its own, the only one there is; not when the game is over."""


class MoverView(NamedTuple):
    """States as whoever has the turn sees them."""

    own: Words
    opponent: Words
    blacks: Conditions
    """Whether it is Black's turn."""


@dataclass(frozen=True)
class StateCounts:
    """What there is in a world."""

    states: int
    transitions: int
    """Moves and passes: pairs of a state and what can be done in it."""

    passes: int
    """The transitions that are passes."""

    terminal: int
    """The states in which the game is over."""

    boards_at_the_end: int
    """The boards of the terminal states: whose turn it would be means nothing then."""

    @property
    def situations(self) -> int:
        """The states, where a board on which the game is over is one, whoever's turn it would be."""
        return self.states - self.terminal + self.boards_at_the_end


@dataclass(frozen=True)
class StateSpace:
    """All states that games on a small board can come to. Raises ValueError if they exceed a word."""

    kernel: Kernel
    forfeit: Forfeit = Forfeit.AUTOMATIC

    def __post_init__(self) -> None:
        """Refuse boards of which a word cannot hold two copies and the turn."""
        if 2 * self._width + 1 > 64:
            raise ValueError(
                f"{self.kernel.rows}x{self.kernel.columns}: a state in one word has 31 squares at most"
            )

    @property
    def _width(self) -> int:
        return self.kernel.rows * self.kernel.columns

    # -- states as words ---------------------------------------------------------------------------

    def packed(self, seen: MoverView) -> Words:
        """The words of states: Black's discs in the low bits, then White's, then 1 if it is White's turn."""
        black = np.where(seen.blacks, seen.own, seen.opponent)
        white = np.where(seen.blacks, seen.opponent, seen.own)
        turn = (~seen.blacks).astype(np.uint64)
        word: Words = black | white << self._width | turn << 2 * self._width
        return word

    def discs(self, states: Words) -> tuple[Words, Words]:
        """Black's discs and White's in each state."""
        black: Words = np.bitwise_and(states, self.kernel.board)
        white: Words = np.bitwise_and(states >> self._width, self.kernel.board)
        return black, white

    def seen(self, states: Words) -> MoverView:
        """The states as whoever has the turn sees them."""
        black, white = self.discs(states)
        blacks = states >> 2 * self._width == 0
        return MoverView(np.where(blacks, black, white), np.where(blacks, white, black), blacks)

    def word(self, game: Game) -> int:
        """The word of a state of the specification, on a board of this size."""
        discs = {
            player: self.kernel.word(s for s, cell in game.board.items() if cell == player)
            for player in (BLACK, WHITE)
        }
        turn = int(game.turn == WHITE)
        return discs[BLACK] | discs[WHITE] << self._width | turn << 2 * self._width

    def game(self, word: int) -> Game:
        """The state of the specification that a word stands for."""
        black = self.kernel.squares(word & self.kernel.board)
        white = self.kernel.squares(word >> self._width & self.kernel.board)
        cells = {s: BLACK if s in black else WHITE if s in white else EMPTY for s in self._squares}
        return Game(board=Map(cells), turn=WHITE if word >> 2 * self._width else BLACK)

    @cached_property
    def _squares(self) -> tuple[Square, ...]:
        return tuple(sorted(self.kernel.squares(self.kernel.board)))

    def initial(self) -> Words:
        """The one state before the first move."""
        own, opponent = (np.array([word], np.uint64) for word in self.kernel.start)
        return self.packed(MoverView(own, opponent, np.array([True])))

    # -- what can be done --------------------------------------------------------------------------

    def moves(self, states: Words) -> Words:
        """The squares on which who has the turn may place a disc."""
        seen = self.seen(states)
        return batch.valid_moves(seen.own, seen.opponent, self.kernel)

    def after(self, states: Words, square: Words) -> Words:
        """The state after a valid move in each; where forfeits are passes, before any pass."""
        own, opponent, blacks = self.seen(states)
        mover, other = batch.place(own, opponent, square, self.kernel)
        changes = np.ones_like(blacks)
        if self.forfeit is Forfeit.AUTOMATIC:
            changes = batch.valid_moves(other, mover, self.kernel) != 0
        own, opponent = np.where(changes, other, mover), np.where(changes, mover, other)
        return self.packed(MoverView(own, opponent, blacks ^ changes))

    def passed(self, states: Words) -> Words:
        """The states after a pass: the same boards, and the other's turn."""
        own, opponent, blacks = self.seen(states)
        return self.packed(MoverView(opponent, own, ~blacks))

    # -- all of them -------------------------------------------------------------------------------

    def levels(self) -> Iterator[Words]:
        """The states with 4 discs, with 5, and so on, each level in ascending order."""
        level = self.initial()
        while level.size:
            yield level
            level = union(self._following(part) for part in parts(level))

    def census(self, found: Callable[[int], None] = lambda levels: None) -> StateCounts:
        """Count what there is; ``found`` is told after each level how many there have been."""
        states = moves = passes = terminal = boards = 0
        for number, level in enumerate(self.levels(), start=1):
            over = []
            for part in parts(level):
                possible = self.moves(part)
                moves += int(batch.count(possible).sum(dtype=np.uint64))
                stuck = part[possible == 0]
                over.append(stuck[self.moves(self.passed(stuck)) == 0])
                passes += stuck.size - over[-1].size
            ended = np.concatenate(over)
            states += level.size
            terminal += ended.size
            boards += distinct(np.bitwise_and(ended, (1 << 2 * self._width) - 1)).size
            found(number)
        return StateCounts(states, moves + passes, passes, terminal, boards)

    def _following(self, states: Words) -> Words:
        """The states on the next level that the states lead to."""
        index, square = batch.each_square(self.moves(states))
        reached = distinct(self.after(states[index], square))
        if self.forfeit is Forfeit.AUTOMATIC:
            return reached
        stuck = reached[self.moves(reached) == 0]
        passed = self.passed(stuck)
        return distinct(np.concatenate([reached, passed[self.moves(passed) != 0]]))


def parts(states: Words) -> Iterator[Words]:
    """The states in parts of a size that takes little memory."""
    for first in range(0, states.size, PART):
        yield states[first : first + PART]


def distinct(words: Words) -> Words:
    """All words that occur, in ascending order; by sorting, which takes a fraction of ``numpy.unique``."""
    ordered = np.sort(words)
    differs = np.ones(ordered.size, np.bool_)
    differs[1:] = ordered[1:] != ordered[:-1]
    return ordered[differs]


def union(sets: Iterable[Words]) -> Words:
    """All words that occur, in ascending order; large unions are made of equally large ones."""
    runs = [np.empty(0, np.uint64)]
    for words in sets:
        runs.append(words)
        while len(runs) > 1 and runs[-2].size <= 2 * runs[-1].size:
            runs.append(distinct(np.concatenate([runs.pop(), runs.pop()])))
    while len(runs) > 1:
        runs.append(distinct(np.concatenate([runs.pop(), runs.pop()])))
    return runs[0]
