"""Worlds: boards so small that all their states can be counted, and the best game found.

A state is one word of 64 bits: Black's discs, White's discs, and whose turn it is. States are found
level by level: a level is all states with so many discs, so that counting never stores more than
two levels.

There are two ways to forfeit a turn. In the specification a forfeit is automatic: the turn stays.
Where a forfeit is a pass, there is a state more, in which the player can only pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from modspec import Map
from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import Kernel
from othello_proofs.counting.playouts import Positions
from othello_spec.board import BLACK, EMPTY, WHITE, Square
from othello_spec.othello import Game

PART: Final = 1 << 20
"""How many states are expanded at a time; their successors take some hundred megabytes."""

Leads: TypeAlias = npt.NDArray[np.int8]
"""By how many discs Black is ahead at the end, for each state."""


class Forfeit(Enum):
    """How a player who cannot move forfeits the turn."""

    AUTOMATIC = "automatic"
    """With the opponent's move: the turn comes back at once."""

    PASS = "pass"
    """By a transition of its own, the only one in that state; not when the game is over."""


@dataclass(frozen=True)
class StateCounts:
    """How many states and transitions a world has."""

    states: int
    transitions: int
    """Moves and passes: pairs of a state and what can be done in it."""

    passes: int
    """The transitions that are passes."""

    terminal: int
    """The states in which the game is over."""

    boards_at_the_end: int
    """The boards of the terminal states, without the turn, which means nothing then."""

    @property
    def situations(self) -> int:
        """The states, where all terminal states with the same board count as one."""
        return self.states - self.terminal + self.boards_at_the_end


@dataclass(frozen=True)
class BestGame:
    """A game of best moves; of several best moves it has the first in the order of squares."""

    squares: tuple[Square, ...]
    black: int
    """How many discs show black at the end."""

    white: int


@dataclass(frozen=True)
class StateSpace:
    """The states of a board. Raises ``ValueError`` if a state does not fit into 64 bits."""

    kernel: Kernel
    forfeit: Forfeit = Forfeit.AUTOMATIC

    def __post_init__(self) -> None:
        if 2 * self._width + 1 > 64:
            size = f"{self.kernel.rows}x{self.kernel.columns}"
            raise ValueError(f"{size}: a state in one word has 31 squares at most")

    @property
    def _width(self) -> int:
        return self.kernel.rows * self.kernel.columns

    # -- states as words ---------------------------------------------------------------------------

    def pack(self, positions: Positions) -> Words:
        """Return words: Black's discs in the low bits, then White's, then 1 for White's turn."""
        black, white = positions.discs()
        turn = (~positions.blacks).astype(np.uint64)
        word: Words = np.bitwise_or(black, white << self._width | turn << 2 * self._width)
        return word

    def discs(self, states: Words) -> tuple[Words, Words]:
        """Return Black's discs and White's in each state."""
        black: Words = np.bitwise_and(states, self.kernel.board)
        white: Words = np.bitwise_and(states >> self._width, self.kernel.board)
        return black, white

    def positions(self, states: Words) -> Positions:
        """Return the states as the player who has the turn sees them."""
        black, white = self.discs(states)
        blacks = states >> 2 * self._width == 0
        return Positions(np.where(blacks, black, white), np.where(blacks, white, black), blacks)

    def word(self, game: Game) -> int:
        """Return the word of a state of the specification, on a board of this size."""
        black, white = (
            self.kernel.word(s for s, cell in game.board.items() if cell == player)
            for player in (BLACK, WHITE)
        )
        return black | white << self._width | int(game.turn == WHITE) << 2 * self._width

    def game(self, word: int) -> Game:
        """Return the state of the specification that a word stands for."""
        black = self.kernel.squares(word & self.kernel.board)
        white = self.kernel.squares(word >> self._width & self.kernel.board)
        cells = {s: BLACK if s in black else WHITE if s in white else EMPTY for s in self._squares}
        return Game(board=Map(cells), turn=WHITE if word >> 2 * self._width else BLACK)

    @cached_property
    def _squares(self) -> tuple[Square, ...]:
        return tuple(sorted(self.kernel.squares(self.kernel.board)))

    def initial(self) -> Words:
        """Return the one state before the first move."""
        own, opponent = (np.array([word], np.uint64) for word in self.kernel.start)
        return self.pack(Positions(own, opponent, np.array([True])))

    # -- transitions -------------------------------------------------------------------------------

    def moves(self, states: Words) -> Words:
        """Return the squares on which the player who has the turn may place a disc."""
        own, opponent, _ = self.positions(states)
        return batch.valid_moves(own, opponent, self.kernel)

    def after(self, states: Words, square: Words) -> Words:
        """Return the state after a valid move in each; if forfeits are passes, before a pass."""
        own, opponent, blacks = self.positions(states)
        mover, other = batch.place(own, opponent, square, self.kernel)
        changes = np.ones_like(blacks)
        if self.forfeit is Forfeit.AUTOMATIC:
            changes = batch.valid_moves(other, mover, self.kernel) != 0
        own, opponent = np.where(changes, other, mover), np.where(changes, mover, other)
        return self.pack(Positions(own, opponent, blacks ^ changes))

    def after_pass(self, states: Words) -> Words:
        """Return the states after a pass: the same boards, and the other player's turn."""
        own, opponent, blacks = self.positions(states)
        return self.pack(Positions(opponent, own, ~blacks))

    # -- all states --------------------------------------------------------------------------------

    def levels(self) -> Iterator[Words]:
        """Yield the states with 4 discs, with 5, and so on, each level in ascending order."""
        level = self.initial()
        while level.size:
            yield level
            level = union(self._next_level(part) for part in parts(level))

    def _next_level(self, states: Words) -> Words:
        """Return the states with one disc more that the states lead to."""
        index, square = batch.each_square(self.moves(states))
        reached = distinct(self.after(states[index], square))
        if self.forfeit is Forfeit.AUTOMATIC:
            return reached
        stuck = reached[self.moves(reached) == 0]
        after = self.after_pass(stuck)
        return distinct(np.concatenate([reached, after[self.moves(after) != 0]]))

    def census(self, progress: Callable[[int], None] = lambda levels: None) -> StateCounts:
        """Count states and transitions; ``progress`` gets the number of levels that are counted."""
        states = moves = passes = terminal = boards = 0
        for number, level in enumerate(self.levels(), start=1):
            over = []
            for part in parts(level):
                possible = self.moves(part)
                moves += int(batch.count(possible).sum(dtype=np.uint64))
                stuck = part[possible == 0]
                over.append(stuck[self.moves(self.after_pass(stuck)) == 0])
                passes += stuck.size - over[-1].size
            ended = np.concatenate(over)
            states += level.size
            terminal += ended.size
            boards += distinct(np.bitwise_and(ended, (1 << 2 * self._width) - 1)).size
            progress(number)
        return StateCounts(states, moves + passes, passes, terminal, boards)


# -- best play -------------------------------------------------------------------------------------


def best_game(kernel: Kernel) -> BestGame:
    """Find a game in which each player ends as far ahead, or as little behind, as possible.

    Stores all states: fit for boards of 4x4.
    """
    world = StateSpace(kernel)
    levels = list(world.levels())
    leads = leads_by_level(world, levels)
    squares: list[Square] = []
    state = world.initial()
    for level, lead in zip(levels[1:], leads[1:], strict=True):
        moves = world.moves(state)
        if not moves.any():
            break
        index, square = batch.each_square(moves)
        reached = world.after(state[index], square)
        worth = lead[np.searchsorted(level, reached)]
        best = np.argmax(worth) if world.positions(state).blacks[0] else np.argmin(worth)
        squares += kernel.squares(int(square[best]))
        state = reached[best : best + 1]
    black, white = (int(discs[0]).bit_count() for discs in world.discs(state))
    return BestGame(tuple(squares), black, white)


def leads_by_level(world: StateSpace, levels: list[Words]) -> list[Leads]:
    """Return Black's lead under best play for each state of each level."""
    leads: list[Leads] = []
    following, worth = np.empty(0, np.uint64), np.empty(0, np.int8)
    for level in reversed(levels):
        worth = _leads(world, level, following, worth)
        following = level
        leads.append(worth)
    return leads[::-1]


def _leads(world: StateSpace, level: Words, following: Words, worth: Leads) -> Leads:
    """Return the leads of a level, given the next level and its leads."""
    own, opponent, blacks = world.positions(level)
    sign = np.where(blacks, 1, -1).astype(np.int8)  # from Black's view to that of the mover
    moves = world.moves(level)
    index, square = batch.each_square(moves)
    reached = worth[np.searchsorted(following, world.after(level[index], square))]
    best = np.full(level.size, np.iinfo(np.int8).min, np.int8)
    np.maximum.at(best, index, sign[index] * reached)
    now = batch.count(own).astype(np.int8) - batch.count(opponent).astype(np.int8)
    return sign * np.where(moves != 0, best, now).astype(np.int8)


# -- sets of words ---------------------------------------------------------------------------------


def parts(states: Words) -> Iterator[Words]:
    """Yield the states in parts of a size that takes little memory."""
    for first in range(0, states.size, PART):
        yield states[first : first + PART]


def distinct(words: Words) -> Words:
    """Return each word once, in ascending order; much faster than ``numpy.unique``."""
    ordered = np.sort(words)
    differs = np.ones(ordered.size, np.bool_)
    differs[1:] = ordered[1:] != ordered[:-1]
    return ordered[differs]


def union(sets: Iterable[Words]) -> Words:
    """Return each word once, in ascending order; merges sets of about the same size."""
    runs = [np.empty(0, np.uint64)]
    for words in sets:
        runs.append(words)
        while len(runs) > 1 and runs[-2].size <= 2 * runs[-1].size:
            runs.append(distinct(np.concatenate([runs.pop(), runs.pop()])))
    while len(runs) > 1:
        runs.append(distinct(np.concatenate([runs.pop(), runs.pop()])))
    return runs[0]
