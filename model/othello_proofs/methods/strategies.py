"""Strategies: positions of Othello for Hypothesis, any that there are and those that games reach.

A board chosen cell by cell hardly ever has a move that captures much, one player wiped out, or an end. So
the contents are drawn from palettes of different densities, and rows that can be captured are laid on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from modspec import Map, declare
from modspec.run.machine import Machine
from modspec.syntax.module import Function
from othello_proofs.obligations.surroundings import around
from othello_spec.board import (
    BLACK,
    CORNERS,
    EMPTY,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Direction,
    Player,
    Square,
)
from othello_spec.lines import opponent
from othello_spec.othello import Game
from othello_spec.theorems.symmetry import Symmetry
from othello_suite.scenarios import GAMES

ORDERED: Final = tuple(sorted(SQUARES))
"""The squares of the board, row by row."""

PLAYERS: Final[tuple[Player, ...]] = (BLACK, WHITE)

SYMMETRIES: Final[st.SearchStrategy[Symmetry]] = st.sampled_from(list(Symmetry))

SEEDS: Final = st.integers(0, 2**32)

SOMEWHERE: Final = st.sampled_from((*ORDERED, *sorted(CORNERS) * 4))
"""A square of the board, often a corner: of these much is said."""

PALETTES: Final[tuple[tuple[Cell, ...], ...]] = (
    (EMPTY, BLACK, WHITE),
    (*(EMPTY,) * 4, BLACK, WHITE),
    (*(EMPTY,) * 12, BLACK, WHITE),
    (*(EMPTY,) * 2, *(BLACK,) * 4, WHITE),
    (*(EMPTY,) * 2, *(WHITE,) * 4, BLACK),
    (EMPTY, *(BLACK, WHITE) * 4),
    (EMPTY, *(BLACK, WHITE) * 16),
    (EMPTY, BLACK),
    (EMPTY, WHITE),
    (BLACK, WHITE),
    (EMPTY,),
    (BLACK,),
    (WHITE,),
)
"""What the squares of a board are chosen from: even, sparse, lopsided, nearly full, of one colour, full."""


class BoardRow(NamedTuple):
    """A square, and the way to another at least two steps away: what lies between may be captured."""

    start: Square
    direction: Direction
    steps: int

    def at(self, step: int) -> Square:
        """The square that many steps from the start."""
        down, right = self.direction.value
        return Square(self.start.row + step * down, self.start.col + step * right)


ROWS: Final = tuple(
    row
    for square in ORDERED
    for direction in Direction
    for steps in range(2, SIZE)
    if (row := BoardRow(square, direction, steps)).at(steps) in SQUARES
)
"""All rows of the board."""


class SampledPosition(NamedTuple):
    """What a theorem may be about: a game, a player, a square, a way to look at the board, and more."""

    game: Game
    player: Player
    square: Square
    symmetry: Symmetry = Symmetry.IDENTITY
    seed: int = 0
    """What everything else is made from that a theorem may be about."""

    def arguments(self, function: Function) -> tuple[Any, ...]:
        """The arguments for a function, by the types of its parameters."""
        by_type: dict[str, object] = {
            "Game": self.game,
            "Board": self.game.board,
            "Player": self.player,
            "Square": self.square,
            "Symmetry": self.symmetry,
        }
        types = ((getattr(p.type, "name", ""), p.name) for p in function.parameters)
        return tuple(
            by_type[of] if of in by_type else around(self.seed, self.game, of, called)
            for of, called in types
        )


def _with_row(board: Board, player: Player, row: BoardRow) -> Board:
    """The board changed so that the player can capture the row from its start."""
    between = dict.fromkeys((row.at(step) for step in range(1, row.steps)), opponent(player))
    return {**board, row.start: EMPTY, **between, row.at(row.steps): player}


@st.composite
def arbitrary_positions(draw: st.DrawFn) -> SampledPosition:
    """Any of the 3^64 boards; where a row was laid, the square is one from which a player can capture it.

    That may or may not be the player whose turn it is, or the one that a theorem is about.
    """
    mover, turn, player = (draw(st.sampled_from(PLAYERS)) for _ in range(3))
    square = draw(SOMEWHERE)
    palette = draw(st.sampled_from(PALETTES))
    cells = draw(st.lists(st.sampled_from(palette), min_size=len(ORDERED), max_size=len(ORDERED)))
    board: Board = dict(zip(ORDERED, cells, strict=True))
    for row in draw(st.lists(st.sampled_from(ROWS), max_size=3)):
        board = _with_row(board, mover, row)
        square = row.start
    return SampledPosition(
        Game(board=Map(board), turn=turn), player, square, draw(SYMMETRIES), draw(SEEDS)
    )


def bare_rows() -> tuple[SampledPosition, ...]:
    """Rows from edge to edge on a board that is empty otherwise, each to be captured by Black."""
    empty: Board = dict.fromkeys(ORDERED, EMPTY)
    return tuple(
        SampledPosition(Game(board=Map(_with_row(empty, BLACK, row)), turn=BLACK), BLACK, row.start)
        for row in ROWS
        if row.steps == SIZE - 1
    )


def off_the_board() -> SampledPosition:
    """A square beyond the corner a1, from which Black, who has b2, would outflank White's disc there."""
    start = Machine(declare("othello_spec.othello")).initial()
    assert isinstance(start, Game)
    board = {**start.board, Square(0, 0): WHITE, Square(1, 1): BLACK}
    return SampledPosition(Game(board=Map(board), turn=BLACK), BLACK, Square(-1, -1))


@st.composite
def reachable_positions(draw: st.DrawFn) -> SampledPosition:
    """A position of a game: of the landmarks and of games at random, the last of each more often."""
    game, moved = draw(st.sampled_from(last_positions()) | st.sampled_from(all_positions()))
    player = draw(st.just(game.turn) | st.sampled_from(PLAYERS))
    square = draw(st.just(moved or ORDERED[0]) | SOMEWHERE)
    return SampledPosition(game, player, square, draw(SYMMETRIES), draw(SEEDS))


Moment = tuple[Game, Square | None]
"""A game and the move that was made next, if any."""


@cache
def played_games(at_random: int = 5) -> tuple[tuple[Moment, ...], ...]:
    """The landmarks and some games at random, always the same, by the specification."""
    machine = Machine(declare("othello_spec.othello"))
    landmarks = [tuple(_replayed(machine, squares)) for squares in GAMES.values()]
    random = [tuple(_at_random(machine, Random(seed))) for seed in range(at_random)]
    return (*landmarks, *random)


@cache
def all_positions() -> tuple[Moment, ...]:
    """Every position of the games."""
    return tuple(moment for game in played_games() for moment in game)


@cache
def last_positions() -> tuple[Moment, ...]:
    """The position in which each game ends."""
    return tuple(game[-1] for game in played_games())


@cache
def rare_positions(seeds: int = 10) -> tuple[SampledPosition, ...]:
    """Positions before a move to which there is no answer, and at the end, each with several surroundings."""
    unanswered = [
        (game, square)
        for moments in played_games()
        for (game, square), (after, _) in pairwise(moments)
        if after.turn == game.turn
    ]
    return tuple(
        SampledPosition(game, game.turn, square or ORDERED[0], seed=seed)
        for number, (game, square) in enumerate((*unanswered, *last_positions()))
        for seed in range(number * seeds, (number + 1) * seeds)
    )


def _replayed(machine: Machine, squares: tuple[Square, ...]) -> Iterator[Moment]:
    state = machine.initial()
    for square in (*squares, None):
        assert isinstance(state, Game)
        yield state, square
        if square is not None:
            outcome = machine.call(state, "move", square)
            assert outcome.exception is None
            assert outcome.state is not None
            state = outcome.state


def _at_random(machine: Machine, random: Random) -> Iterator[Moment]:
    state = machine.initial()
    while True:
        assert isinstance(state, Game)
        outcomes = {square: machine.call(state, "move", square) for square in ORDERED}
        possible = [square for square, outcome in outcomes.items() if outcome.exception is None]
        if not possible:
            yield state, None
            return
        square = random.choice(possible)
        yield state, square
        after = outcomes[square].state
        assert after is not None
        state = after
