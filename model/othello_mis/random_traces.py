"""Random traces: many random games at once, with the kernel's replies to all that is asked in them.

The kernel is proved to do what the specification says, and on arrays it answers millions of
questions a second: traces are made as fast as a program behind a pipe can answer them. If a reply
differs, :meth:`RecordedTrace.recompute` has the specification itself say what is right.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from modcheck.system.implementation import Reply, encode
from modcheck.testing.recorded import CODE, RecordedCall, RecordedTrace, Vocabulary
from modcheck.testing.trace import Purpose
from modspec.run.machine import Call
from othello_model import batch
from othello_model.batch import Words
from othello_proofs.counting import playouts
from othello_proofs.counting.playouts import Positions
from othello_spec.board import BLACK, DRAW, EMPTY, SIZE, WHITE, Square

Codes = npt.NDArray[np.uint16]
"""Numbers of calls, or of replies, in the vocabulary: a row for each game."""

REFUSED: Final = 6
"""How many invalid moves are tried in each state."""

# -- the vocabulary --------------------------------------------------------------------------------

_SQUARES: Final = tuple(Square(row, col) for row in range(SIZE) for col in range(SIZE))
"""In the order of their bits."""

_OFF_BOARD: Final = tuple(
    place
    for line in (*range(-SIZE, 0), *range(SIZE, 2 * SIZE))
    for other in (*range(0, SIZE, 3), line)
    for place in (Square(line, other), Square(other, line))
)
"""Places off the board, near and far."""


def _calls(routine: str, arguments: Sequence[Sequence[Any]] = ((),), *more: Any) -> list[Call]:
    return [Call(routine, (*each, *more)) for each in arguments]


_PLAYERS: Final = ((BLACK,), (WHITE,))

_BLOCKS: Final = {
    "play": (Purpose.COMMAND, [*_calls("init"), *_calls("move", _SQUARES)]),
    "observe": (Purpose.OBSERVE, [*_calls("cell", _SQUARES), *_calls("turn")]),
    "query": (
        Purpose.QUERY,
        [
            *_calls("is_valid_move", _SQUARES, BLACK),
            *_calls("is_valid_move", _SQUARES, WHITE),
            *_calls("has_valid_moves", _PLAYERS),
            *_calls("count", _PLAYERS),
            *_calls("game_over"),
            *_calls("winner"),
        ],
    ),
    "invalid": (Purpose.REJECTED, _calls("move", _SQUARES)),
    "move off": (Purpose.REJECTED, _calls("move", _OFF_BOARD)),
    "cell off": (Purpose.REJECTED, _calls("cell", _OFF_BOARD)),
    "valid off": (
        Purpose.QUERY,
        [
            *_calls("is_valid_move", _OFF_BOARD, BLACK),
            *_calls("is_valid_move", _OFF_BOARD, WHITE),
        ],
    ),
}
"""The calls of the vocabulary, in blocks that are asked together."""

_LENGTH: Final = {block: len(calls) for block, (_, calls) in _BLOCKS.items()}
_FIRST: Final = dict(zip(_BLOCKS, accumulate([0, *_LENGTH.values()]), strict=False))
"""The number of the first call of each block."""

_OUTPUTS: Final = (None, False, True, EMPTY, BLACK, WHITE, DRAW, *range(SIZE * SIZE + 1))
_NOTHING, _FALSE, _EMPTY, _BLACK, _WHITE, _DRAW, _ZERO = 0, 1, 3, 4, 5, 6, 7
_INVALID_MOVE: Final = len(_OUTPUTS)
_OUT_OF_BOUNDS: Final = _INVALID_MOVE + 1

VOCABULARY: Final = Vocabulary(
    tuple(
        RecordedCall(call, purpose, is_silent=purpose is Purpose.COMMAND)
        for purpose, calls in _BLOCKS.values()
        for call in calls
    ),
    (
        *(Reply(encode(output)) for output in _OUTPUTS),
        Reply(exception="InvalidMove"),
        Reply(exception="OutOfBounds"),
    ),
)
"""The vocabulary of all random traces."""


# -- the traces ------------------------------------------------------------------------------------


def random_traces(games: int, seed: int) -> list[RecordedTrace]:
    """Return so many games, each from its start to its end; the same for the same seed."""
    random = np.random.default_rng(seed)
    calls, replies, is_made = [], [], []
    before: Positions | None = None
    for now in playouts.playout(playouts.choices(games, seed)):
        pairs = list(_calls_and_replies(before, now, random))
        calls.append(np.concatenate([numbers for numbers, _ in pairs], axis=1))
        replies.append(np.concatenate([numbers for _, numbers in pairs], axis=1))
        going = np.ones(games, np.bool_) if before is None else _new_disc(before, now) != 0
        made = np.repeat(going[:, None], calls[-1].shape[1], axis=1)
        made[:, _LENGTH["observe"]] &= ~batch.over(now.own, now.opponent)  # turn, after the cells
        is_made.append(made)
        before = now
    each_game = (np.stack(codes, axis=1) for codes in (calls, replies, is_made))
    return [
        RecordedTrace(
            f"random game {game} of seed {seed}",
            VOCABULARY,
            array(CODE, numbers[made].tobytes()),
            array(CODE, answers[made].tobytes()),
        )
        for game, (numbers, answers, made) in enumerate(zip(*each_game, strict=True))
    ]


def _new_disc(before: Positions, now: Positions) -> Words:
    """Return the square on which a disc was placed, if one was."""
    placed: Words = (before.own | before.opponent) ^ (now.own | now.opponent)
    return placed


def _calls_and_replies(
    before: Positions | None, now: Positions, random: np.random.Generator
) -> Iterator[tuple[Codes, Codes]]:
    """Yield the calls in each position and the replies to them, block by block."""
    games = now.own.size
    move = np.zeros(games, np.uint16) if before is None else 1 + _index(_new_disc(before, now))
    yield _numbers("play", move[:, None]), _all(games, 1, _NOTHING)
    black, white = now.discs()
    valid = batch.valid_moves(black, white), batch.valid_moves(white, black)
    yield _whole_block(
        "observe",
        _EMPTY + _bits(black) + 2 * _bits(white),
        np.where(now.blacks, _BLACK, _WHITE),
    )
    counts = np.bitwise_count(black).astype(np.int64), np.bitwise_count(white).astype(np.int64)
    yield _whole_block(
        "query",
        *(_FALSE + _bits(moves) for moves in valid),
        *(_FALSE + (moves != 0) for moves in valid),
        *(_ZERO + count for count in counts),
        _FALSE + ((valid[0] | valid[1]) == 0),
        np.select([counts[0] > counts[1], counts[0] < counts[1]], [_BLACK, _WHITE], _DRAW),
    )
    chance = random.random((games, SIZE * SIZE)) + _bits(np.where(now.blacks, *valid))
    invalid = np.argpartition(chance, REFUSED, axis=1)[:, :REFUSED]
    yield _numbers("invalid", invalid), _all(games, REFUSED, _INVALID_MOVE)
    for block, reply in (
        ("move off", _OUT_OF_BOUNDS),
        ("cell off", _OUT_OF_BOUNDS),
        ("valid off", _FALSE),
    ):
        which = random.integers(_LENGTH[block], size=(games, 1))
        yield _numbers(block, which), _all(games, 1, reply)


def _whole_block(block: str, *replies: npt.NDArray[Any]) -> tuple[Codes, Codes]:
    """Return every call of a block with the replies, in the order of the calls."""
    columns = [each if each.ndim == 2 else each[:, None] for each in replies]
    codes = np.concatenate(columns, axis=1).astype(np.uint16)
    return _numbers(block, np.broadcast_to(np.arange(_LENGTH[block]), codes.shape)), codes


def _numbers(block: str, places: npt.NDArray[Any]) -> Codes:
    """Return the numbers of calls, given their places in a block."""
    return (_FIRST[block] + places).astype(np.uint16)


def _all(games: int, calls: int, reply: int) -> Codes:
    return np.full((games, calls), reply, np.uint16)


def _bits(words: Words) -> npt.NDArray[np.int64]:
    """Return for each word 64 numbers: 1 where the word has the square."""
    octets = words.astype("<u8").view(np.uint8).reshape(-1, SIZE)
    bits: npt.NDArray[np.uint8] = np.unpackbits(octets, axis=1, bitorder="little")
    return bits.astype(np.int64)


def _index(words: Words) -> npt.NDArray[np.uint16]:
    """Return the number of the square of each word; of no meaning for a word without one."""
    below: npt.NDArray[np.uint8] = np.bitwise_count(words - np.uint64(1))
    return below.astype(np.uint16)
