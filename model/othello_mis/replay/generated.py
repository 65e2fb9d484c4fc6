"""Generated games: WTHOR files of games played at random, always the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from othello_mis.replay.batch_replay import blacks_record
from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import STANDARD
from othello_proofs.counting.playouts import choices, playout
from othello_spec.records import wthor

CHUNK: Final = 16384
"""How many games are played at a time; which games these are depends on it."""


def generate_games(games: int, seed: int) -> Iterator[bytes]:
    """A WTHOR file of so many games, in parts: the header, then some games at a time."""
    yield wthor.write_header(wthor.Header(), games)
    for part, first in enumerate(range(0, games, CHUNK)):
        yield _games(min(CHUNK, games - first), seed, part)


def _games(games: int, seed: int, part: int) -> bytes:
    """Whole games, with their scores and without names."""
    rows = np.zeros((games, wthor.GAME.size), np.uint8)
    positions = playout(choices(games, (seed << 32) + part))
    before = last = next(positions)
    for ply, last in enumerate(positions):
        placed = (before.own | before.opponent) ^ (last.own | last.opponent)
        rows[:, wthor.MOVES_AT + ply] = _codes(placed)
        before = last
    black, white = (batch.count(discs).astype(np.intp) for discs in last.discs())
    rows[:, 6] = rows[:, 7] = blacks_record(black, white)
    return rows.tobytes()


def _codes(squares: Words) -> npt.NDArray[np.uint8]:
    """The byte that each move is in a file; 0 where there is none."""
    row, col = np.divmod(batch.count(squares - (squares != 0)), STANDARD.columns)
    return np.where(squares != 0, 10 * (row + 1) + col + 1, 0).astype(np.uint8)
