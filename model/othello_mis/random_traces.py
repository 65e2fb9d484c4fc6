"""Random scripts: games at random, many at once, with the answers of the kernel to all that is asked in them.

The kernel is proved to do what the specification says, and on arrays it answers millions of questions in a
second. So these scripts are made as fast as a program behind a pipe can answer them. Should a reply differ,
:meth:`RecordedScript.live` has the specification itself say what is right.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from modcheck.system.implementation import Reply, encode
from modcheck.testing.recorded import CODE, RecordedCall, RecordedTrace, Vocabulary
from modcheck.testing.trace import Purpose
from modspec.run.machine import Call
from othello_model import batch
from othello_model.batch import Conditions, Words
from othello_proofs.counting import playouts
from othello_proofs.counting.playouts import Positions
from othello_spec.board import BLACK, DRAW, EMPTY, SIZE, WHITE, Square

Codes = npt.NDArray[np.uint16]
"""Numbers of calls, or of replies, in the vocabulary: a row for each position."""

REFUSED: Final = 6
"""How many moves that are not valid are tried in each state."""

# -- the vocabulary --------------------------------------------------------------------------------

_SQUARES: Final = tuple(Square(row, col) for row in range(SIZE) for col in range(SIZE))
"""In the order of their bits."""

_OFF: Final = tuple(
    place
    for line in (*range(-SIZE, 0), *range(SIZE, 2 * SIZE))
    for other in (*range(0, SIZE, 3), line)
    for place in (Square(line, other), Square(other, line))
)
"""Places off the board, near and far."""


def _calls(
    routine: str, purpose: Purpose, places: Sequence[Square], *more: Any
) -> list[RecordedCall]:
    return [RecordedCall(Call(routine, (*place, *more)), purpose) for place in places]


_BLOCKS: Final = {
    "play": [
        RecordedCall(Call("init"), Purpose.COMMAND),
        *_calls("move", Purpose.COMMAND, _SQUARES),
    ],
    "seen": [
        *_calls("cell", Purpose.OBSERVE, _SQUARES),
        RecordedCall(Call("turn"), Purpose.OBSERVE),
    ],
    "asked": [
        *_calls("is_valid_move", Purpose.QUERY, _SQUARES, BLACK),
        *_calls("is_valid_move", Purpose.QUERY, _SQUARES, WHITE),
        *(
            RecordedCall(Call("has_valid_moves", (player,)), Purpose.QUERY)
            for player in (BLACK, WHITE)
        ),
        *(RecordedCall(Call("count", (player,)), Purpose.QUERY) for player in (BLACK, WHITE)),
        RecordedCall(Call("game_over"), Purpose.QUERY),
        RecordedCall(Call("winner"), Purpose.QUERY),
    ],
    "invalid": _calls("move", Purpose.REJECTED, _SQUARES),
    "move off": _calls("move", Purpose.REJECTED, _OFF),
    "cell off": _calls("cell", Purpose.REJECTED, _OFF),
    "valid off": [
        *_calls("is_valid_move", Purpose.QUERY, _OFF, BLACK),
        *_calls("is_valid_move", Purpose.QUERY, _OFF, WHITE),
    ],
}
_LENGTHS: Final = [len(block) for block in _BLOCKS.values()]
_FIRST: Final = dict(zip(_BLOCKS, accumulate([0, *_LENGTHS]), strict=False))
"""The number of the first call of each block."""

_OUTPUTS: Final = (None, False, True, EMPTY, BLACK, WHITE, DRAW, *range(SIZE * SIZE + 1))
_NOTHING, _FALSE, _EMPTY, _BLACK, _WHITE, _DRAW, _ZERO = 0, 1, 3, 4, 5, 6, 7
_INVALID_MOVE: Final = len(_OUTPUTS)
_OUT_OF_BOUNDS: Final = _INVALID_MOVE + 1

VOCABULARY: Final = Vocabulary(
    tuple(asked for block in _BLOCKS.values() for asked in block),
    (
        *(Reply(encode(output)) for output in _OUTPUTS),
        Reply(exception="InvalidMove"),
        Reply(exception="OutOfBounds"),
    ),
)
"""Of all random scripts."""


# -- the scripts -----------------------------------------------------------------------------------


class _Part(NamedTuple):
    """Some calls in each position, the same for all, and the replies to them."""

    asked: Codes
    answers: Codes


def random_traces(games: int, seed: int) -> list[RecordedTrace]:
    """So many games, each from its beginning to its end; the same for the same seed."""
    random = np.random.default_rng(seed)
    asked, answers, made = [], [], []
    before: Positions | None = None
    for position in playouts.playout(playouts.choices(games, seed)):
        parts = list(_parts(before, position, random))
        asked.append(np.concatenate([part.asked for part in parts], axis=1))
        answers.append(np.concatenate([part.answers for part in parts], axis=1))
        made.append(_made(before, position, asked[-1].shape[1]))
        before = position
    each_game = (np.stack(codes, axis=1) for codes in (asked, answers, made))
    return [
        RecordedTrace(
            f"random game {game} of seed {seed}",
            VOCABULARY,
            call_numbers=_codes(calls[kept]),
            reply_numbers=_codes(replies[kept]),
        )
        for game, (calls, replies, kept) in enumerate(zip(*each_game, strict=True))
    ]


def _codes(codes: Codes) -> array[int]:
    return array(CODE, codes.tobytes())


def _made(before: Positions | None, now: Positions, calls: int) -> Conditions:
    """Which calls are made: none in games that are over since the last ply; whose turn, only before."""
    going = np.ones(now.own.size, np.bool_)
    if before is not None:
        going = _placed(before, now) != 0
    made = np.repeat(going[:, None], calls, axis=1)
    turn = len(_BLOCKS["seen"])  # after the one that is played, and the cells
    made[:, turn] &= ~batch.over(now.own, now.opponent)
    return made


def _placed(before: Positions, now: Positions) -> Words:
    """The square on which a disc was placed, if one was."""
    placed: Words = (before.own | before.opponent) ^ (now.own | now.opponent)
    return placed


def _parts(
    before: Positions | None, now: Positions, random: np.random.Generator
) -> Iterator[_Part]:
    """What is asked in each position, and what the answers are."""
    games = now.own.size
    played = np.zeros(games, np.uint16) if before is None else 1 + _index(_placed(before, now))
    yield _Part(_number("play", played[:, None]), _all(games, 1, _NOTHING))
    black, white = now.discs()
    valid = batch.valid_moves(black, white), batch.valid_moves(white, black)
    cells = _EMPTY + _bits(black) + 2 * _bits(white)
    turn = np.where(now.blacks, _BLACK, _WHITE)
    yield _each("seen", cells, turn)
    counts = np.bitwise_count(black).astype(np.int64), np.bitwise_count(white).astype(np.int64)
    yield _each(
        "asked",
        *(_FALSE + _bits(moves) for moves in valid),
        *(_FALSE + (moves != 0) for moves in valid),
        *(_ZERO + count for count in counts),
        _FALSE + ((valid[0] | valid[1]) == 0),
        np.select([counts[0] > counts[1], counts[0] < counts[1]], [_BLACK, _WHITE], _DRAW),
    )
    own = np.where(now.blacks, *valid)
    chance = random.random((games, SIZE * SIZE)) + _bits(own)
    invalid = np.argpartition(chance, REFUSED, axis=1)[:, :REFUSED]
    yield _Part(_number("invalid", invalid), _all(games, REFUSED, _INVALID_MOVE))
    for block, answer in (
        ("move off", _OUT_OF_BOUNDS),
        ("cell off", _OUT_OF_BOUNDS),
        ("valid off", _FALSE),
    ):
        which = random.integers(len(_BLOCKS[block]), size=(games, 1))
        yield _Part(_number(block, which), _all(games, 1, answer))


def _each(block: str, *answers: npt.NDArray[Any]) -> _Part:
    """Every call of a block, with these answers, in the order of the calls."""
    columns = [each if each.ndim == 2 else each[:, None] for each in answers]
    replies = np.concatenate(columns, axis=1).astype(np.uint16)
    calls = np.arange(len(_BLOCKS[block]))
    return _Part(_number(block, np.broadcast_to(calls, replies.shape)), replies)


def _number(block: str, places: npt.NDArray[Any]) -> Codes:
    """The numbers of calls, by their places in a block."""
    return (_FIRST[block] + places).astype(np.uint16)


def _all(games: int, calls: int, answer: int) -> Codes:
    return np.full((games, calls), answer, np.uint16)


def _bits(words: Words) -> npt.NDArray[np.int64]:
    """For each word 64 numbers: 1 where it has the square."""
    octets = words.astype("<u8").view(np.uint8).reshape(-1, SIZE)
    bits: npt.NDArray[np.uint8] = np.unpackbits(octets, axis=1, bitorder="little")
    return bits.astype(np.int64)


def _index(words: Words) -> npt.NDArray[np.uint16]:
    """The number of the square of each word; whatever for one that has none."""
    below: npt.NDArray[np.uint8] = np.bitwise_count(words - np.uint64(1))
    return below.astype(np.uint16)
