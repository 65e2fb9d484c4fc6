"""Generated games: WTHOR files of random games, for trials of speed. Needs NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from othello_mis.replay.kernel_replay import blacks_record
from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import STANDARD
from othello_proofs.counting.playouts import choices, playout
from othello_spec.records import wthor

CHUNK: Final = 16384
"""How many games are generated at a time; which games they are depends on it."""


def generate_games(games: int, seed: int) -> Iterator[bytes]:
    """Yield a WTHOR file of random games in parts: the header, then some games at a time.

    The same seed gives the same file. The games have scores, and no names.
    """
    yield wthor.write_header(wthor.Header(), games)
    for part, first in enumerate(range(0, games, CHUNK)):
        rows = np.zeros((min(CHUNK, games - first), wthor.GAME.size), np.uint8)
        positions = playout(choices(len(rows), (seed << 32) + part))
        before = last = next(positions)
        for ply, last in enumerate(positions):
            placed = (before.own | before.opponent) ^ (last.own | last.opponent)
            rows[:, wthor.MOVES_AT + ply] = _move_bytes(placed)
            before = last
        black, white = (batch.count(discs).astype(np.intp) for discs in last.discs())
        rows[:, 6] = rows[:, 7] = blacks_record(black, white)
        yield rows.tobytes()


def _move_bytes(squares: Words) -> npt.NDArray[np.uint8]:
    """Return the byte of each move in a WTHOR file; 0 where there is no move."""
    row, col = np.divmod(batch.count(squares - (squares != 0)), STANDARD.columns)
    return np.where(squares != 0, 10 * (row + 1) + col + 1, 0).astype(np.uint8)
