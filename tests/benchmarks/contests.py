"""Benchmarks: the same work done by the specification, by loops over a grid, by kernel and batch.

The positions and the games are random and always the same. Each contender computes the same
answers, as far as it gets.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from benchmarks import checking
from benchmarks.race import Contender, Race, RaceResult
from modspec.run.explore import explore
from modspec.run.machine import Call, Machine
from othello_model import batch
from othello_model.batch import Words
from othello_model.grid import Grid
from othello_model.kernel import STANDARD, Kernel, fill_by_doubling
from othello_proofs.counting import playouts
from othello_proofs.counting.perft import perft
from othello_proofs.counting.published import BIK
from othello_proofs.counting.worlds import StateSpace
from othello_spec import module
from othello_spec.board import BLACK, EMPTY, SIZE, SQUARES, WHITE, Cell, Player, Square
from othello_spec.lines import captures
from playouts_on_ints import final_discs

SEED: Final = 1

SPECIFICATION: Final = "specification"
GRID: Final = "loops over a grid"
INTS: Final = "kernel on ints"
BATCH: Final = "batch kernel"
OPEN_SPIEL: Final = "OpenSpiel"

SMALL: Final = 4
"""Rows, and columns, of the board that is explored."""

PLIES: Final = 10
"""The depth of perft."""


@dataclass(frozen=True)
class Demand:
    """How many times as fast one contender should be as another in a race; told, not enforced."""

    race: str
    faster: str
    slower: str
    factor: int

    def measured_factor(self, results: Sequence[RaceResult]) -> float | None:
        """Return the factor that was measured; None if one of the two did not take part."""
        for result in results:
            if result.name == self.race and result.has(self.faster) and result.has(self.slower):
                return result.ratio(self.faster, self.slower)
        return None


DEMANDS: Final = (
    Demand("valid moves", BATCH, INTS, 100),
    Demand("valid moves", BATCH, SPECIFICATION, 50_000),
    Demand("all states of 4x4", BATCH, SPECIFICATION, 10),
    Demand(checking.CHECKED, checking.RECORDED, checking.HYPOTHESIS, 80),
    Demand(checking.CHECKED, checking.KERNEL, checking.HYPOTHESIS, 15),
)


def races() -> Iterator[Race]:
    """All races, each prepared when it is its turn."""
    yield valid_moves()
    yield whole_games()
    yield all_states()
    yield all_ways()
    yield checking.calls_checked()


# -- valid moves -----------------------------------------------------------------------------------


def valid_moves(games: int = 1024) -> Race:
    """The valid moves of positions from all stages of games."""
    own, opponent = _positions(games)
    listed = list(zip(own[:1000].tolist(), opponent[:1000].tolist(), strict=True))
    boards = [_board(*position) for position in listed[:100]]
    grids = [_grid(board) for board in boards]
    by_kernel = partial(STANDARD.valid_moves, fill=fill_by_doubling)  # the quicker one of ints too
    return Race(
        "valid moves",
        "positions",
        (
            Contender(
                SPECIFICATION,
                lambda: [[s for s in SQUARES if captures(b, BLACK, s)] for b in boards],
                lambda found: [STANDARD.word(squares) for squares in found],
                len,
            ),
            Contender(
                GRID,
                lambda: [
                    [s for s in SQUARES if grid.accepts(BLACK, s.row, s.col)] for grid in grids
                ],
                lambda found: [STANDARD.word(squares) for squares in found],
                len,
            ),
            Contender(INTS, lambda: [by_kernel(*position) for position in listed], list, len),
            Contender(BATCH, lambda: batch.valid_moves(own, opponent), _list_of, len),
        ),
    )


def _positions(games: int) -> tuple[Words, Words]:
    """The positions of so many games, in an order that is not that of the games."""
    plies = list(playouts.playout(playouts.choices(games, SEED)))
    own = np.concatenate([ply.own for ply in plies])
    opponent = np.concatenate([ply.opponent for ply in plies])
    order = np.random.default_rng(SEED).permutation(own.size)
    return own[order], opponent[order]


def _board(own: int, opponent: int) -> dict[Square, Cell]:
    """The board on which Black has one's own discs."""

    def cell(square: Square) -> Cell:
        bit = STANDARD.bit(*square)
        return BLACK if own & bit else WHITE if opponent & bit else EMPTY

    return {square: cell(square) for square in sorted(SQUARES)}


def _grid(board: dict[Square, Cell]) -> Grid:
    grid = Grid()
    grid.rows = [[board[Square(row, col)] for col in range(SIZE)] for row in range(SIZE)]
    return grid


def _list_of(words: Words) -> list[int]:
    listed: list[int] = words.tolist()
    return listed


# -- whole games -----------------------------------------------------------------------------------


def whole_games(games: int = 16384) -> Race:
    """Games at random from the start to the end; the answers are the discs at the end."""
    chance = playouts.choices(games, SEED)
    some = chance[:100].tolist()
    contenders = [
        Contender(GRID, lambda: [_grid_game(row) for row in some[:5]], _flat, _moves),
        Contender(INTS, lambda: final_discs(some), _flat, _moves),
        Contender(BATCH, lambda: _batch_games(chance), _flat, _moves),
    ]
    if importlib.util.find_spec("pyspiel") is not None:
        spiel = importlib.import_module("pyspiel").load_game("othello")
        run = lambda: [_spiel_game(spiel.new_initial_state(), row) for row in some]  # noqa: E731
        contenders.insert(2, Contender(OPEN_SPIEL, run, _flat, _moves))
    return Race("games at random", "moves", contenders)


def _batch_games(chance: playouts.Choices) -> list[tuple[int, int]]:
    *_, last = playouts.playout(chance)
    black, white = last.discs()
    return list(zip(black.tolist(), white.tolist(), strict=True))


def _grid_game(row: Sequence[int]) -> tuple[int, int]:
    grid = Grid()
    turn: Player = BLACK
    squares = sorted(SQUARES)
    for number in row:
        moves = [s for s in squares if grid.accepts(turn, s.row, s.col)]
        if not moves:
            break
        square = moves[number % len(moves)]
        grid.place(turn, square.row, square.col)
        turn = grid.next_turn(turn)
    black, white = (
        STANDARD.word(s for s in squares if grid.rows[s.row][s.col] == player)
        for player in (BLACK, WHITE)
    )
    return black, white


def _spiel_game(state: Any, row: Sequence[int]) -> tuple[int, int]:
    """Play a game of OpenSpiel, in which action n places a disc on square n, and SIZE² passes."""
    for number in row:
        moves = state.legal_actions()
        if moves[:1] == [SIZE * SIZE]:
            state.apply_action(moves[0])
            moves = state.legal_actions()
        if state.is_terminal():
            break
        state.apply_action(moves[number % len(moves)])
    shown = [line.split()[1:-1] for line in str(state).splitlines()[-SIZE - 1 : -1]]
    black, white = (
        STANDARD.word(s for s in SQUARES if shown[s.row][s.col] == letter) for letter in "xo"
    )
    return black, white


def _flat(games: Sequence[tuple[int, int]]) -> list[int]:
    return [word for discs in games for word in discs]


def _moves(games: Sequence[tuple[int, int]]) -> int:
    return sum((black | white).bit_count() - 4 for black, white in games)


# -- all states, all ways --------------------------------------------------------------------------


def all_states() -> Race:
    """Return the race for all states of games on 4x4, by number of discs and ascending word."""
    world = StateSpace(Kernel(SMALL, SMALL))
    calls = [Call("move", (row, col)) for row in range(SMALL) for col in range(SMALL)]
    return Race(
        f"all states of {SMALL}x{SMALL}",
        "states",
        (
            Contender(
                SPECIFICATION,
                lambda: explore(Machine(module("othello"), {"SIZE": SMALL}), calls).states,
                lambda states: sorted(map(world.word, states)),
                len,
            ),
            Contender(
                BATCH,
                lambda: np.concatenate(list(world.levels())),
                lambda states: sorted(_list_of(states)),
                len,
            ),
        ),
    )


def all_ways() -> Race:
    """Perft: the ways to play the first plies."""
    return Race(
        f"perft({PLIES})",
        "ways",
        (Contender(BATCH, lambda: perft(PLIES), lambda ways: [ways], int),),
        expected=[BIK.counts[PLIES - 1]],
    )
