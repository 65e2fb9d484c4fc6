"""Batch: the kernel on many positions at once, in NumPy arrays.

A batch of positions is two arrays of ``uint64``, of one shape: the own discs and the opponent's,
each square a bit as in :mod:`othello_model.kernel`. The functions take and return such arrays,
compute in chunks that stay in a core's cache, and raise ValueError for the first position that is
none. The rules are the kernel's; this module adds what arrays need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from modspec.run.branchless import select
from othello_model.kernel import STANDARD, Fill, Kernel, fill_by_doubling

Words: TypeAlias = npt.NDArray[np.uint64]
"""A set of squares for each position."""

Conditions: TypeAlias = npt.NDArray[np.bool_]
"""A truth value for each position."""

CHUNK: Final = 16384
"""How many positions are computed at a time: 128 KiB a word, so that all words stay in cache."""

FILL: Final[Fill] = fill_by_doubling
"""The faster fill."""


@select.register(np.ndarray)
def _select(condition: Conditions, then: Any, otherwise: Any) -> Any:
    return np.where(condition, then, otherwise)


def valid_moves(own: Words, opponent: Words, kernel: Kernel = STANDARD) -> Words:
    """Return the squares on which an own disc may be placed, for each position."""
    _check_positions(kernel, own, opponent)
    return _each(partial(kernel.valid_moves, fill=FILL), own, opponent)


def over(own: Words, opponent: Words, kernel: Kernel = STANDARD) -> Conditions:
    """Whether the game has ended, for each position."""
    _check_positions(kernel, own, opponent)
    return _each(partial(kernel.over, fill=FILL), own, opponent)


def flips(own: Words, opponent: Words, square: Words, kernel: Kernel = STANDARD) -> Words:
    """Return the discs that flip when an own disc is placed on the square, for each position."""
    _check_squares(kernel, own, opponent, square)
    return _each(partial(kernel.flips, fill=FILL), own, opponent, square)


def place(
    own: Words, opponent: Words, square: Words, kernel: Kernel = STANDARD
) -> tuple[Words, Words]:
    """Return each position after a move on its square, still as the mover sees it.

    Raises ValueError for the first move that is not valid.
    """
    _check_squares(kernel, own, opponent, square)
    _refuse(
        "its square is occupied",
        lambda *words: (words[0] | words[1]) & words[2],
        own,
        opponent,
        square,
    )
    after = _each_pair(partial(kernel.place, fill=FILL), own, opponent, square)
    _refuse("a disc on its square flips nothing", np.equal, opponent, after[1])
    return after


def next_turn(own: Words, opponent: Words, kernel: Kernel = STANDARD) -> tuple[Words, Words]:
    """Return each position after a move, seen by the mover, as the next player sees it."""
    _check_positions(kernel, own, opponent)
    return _each_pair(partial(kernel.next_turn, fill=FILL), own, opponent)


def move(
    own: Words, opponent: Words, square: Words, kernel: Kernel = STANDARD
) -> tuple[Words, Words]:
    """Return each position after a move on its square, as the next player sees it.

    Raises ValueError for the first move that is not valid.
    """
    return next_turn(*place(own, opponent, square, kernel), kernel)


def each_square(words: Words) -> tuple[npt.NDArray[np.intp], Words]:
    """Return all squares of all words of a one-dimensional array: the word's index, and the square.

    Given valid moves, this is the list of all moves in all positions, in the order of the
    positions.
    """
    number = count(words)
    index = np.repeat(np.arange(words.size), number)
    square = np.empty(index.size, np.uint64)
    target = np.cumsum(number, dtype=np.intp) - number
    left = np.flatnonzero(words)
    while left.size:
        words, target = words[left], target[left]
        rest = words & (words - 1)  # without the lowest bit
        square[target] = words ^ rest
        words, target, left = rest, target + 1, np.flatnonzero(rest)
    return index, square


def count(words: Words) -> npt.NDArray[np.uint8]:
    """Return how many squares each word has."""
    return np.bitwise_count(_check_words("words", words))


# -- chunks ----------------------------------------------------------------------------------------


def _chunks(*arrays: Words) -> Iterator[tuple[Words, ...]]:
    """Yield the arrays in chunks, at least one, each with the same part of every array."""
    flat = [array.reshape(-1) for array in arrays]
    for first in range(0, max(flat[0].size, 1), CHUNK):
        yield tuple(array[first : first + CHUNK] for array in flat)


def _each(compute: Callable[..., Any], *arrays: Words) -> npt.NDArray[Any]:
    """Return the computed word of each position."""
    parts = [compute(*chunk) for chunk in _chunks(*arrays)]
    return np.concatenate(parts).reshape(arrays[0].shape)


def _each_pair(compute: Callable[..., Any], *arrays: Words) -> tuple[Words, Words]:
    """Return the two computed words of each position."""
    own, opponent = zip(*(compute(*chunk) for chunk in _chunks(*arrays)), strict=True)
    shape = arrays[0].shape
    return np.concatenate(own).reshape(shape), np.concatenate(opponent).reshape(shape)


# -- checks ----------------------------------------------------------------------------------------


def _check_positions(kernel: Kernel, own: Words, opponent: Words) -> None:
    _check_shapes(own=own, opponent=opponent)
    _refuse("both players have a disc on one square", np.bitwise_and, own, opponent)
    if kernel.board.bit_length() < 64:
        why = f"a disc lies off the board of {kernel.rows}x{kernel.columns}"
        _refuse(why, lambda *words: (words[0] | words[1]) > kernel.board, own, opponent)


def _check_squares(kernel: Kernel, own: Words, opponent: Words, square: Words) -> None:
    _check_positions(kernel, own, opponent)
    _check_shapes(own=own, square=square)
    _refuse("its square is not one square", lambda words: np.bitwise_count(words) != 1, square)
    if kernel.board.bit_length() < 64:
        why = f"its square is off the board of {kernel.rows}x{kernel.columns}"
        _refuse(why, lambda words: words > kernel.board, square)


def _check_shapes(**arrays: Words) -> None:
    (first, one), (second, other) = arrays.items()
    if _check_words(first, one).shape != _check_words(second, other).shape:
        raise ValueError(
            f"{first} has the shape {one.shape} and {second} {other.shape}; they need the same one"
        )


def _check_words(name: str, words: Words) -> Words:
    if not isinstance(words, np.ndarray) or words.dtype != np.uint64:
        is_array = isinstance(words, np.ndarray)
        given = f"an array of {words.dtype}" if is_array else type(words).__name__
        raise ValueError(f"{name} is {given}; it has to be an array of uint64")
    return words


def _refuse(why: str, wrong: Callable[..., npt.NDArray[Any]], *arrays: Words) -> None:
    """Raise ValueError for the first position, counted from 0, for which ``wrong`` is not zero."""
    for number, chunk in enumerate(_chunks(*arrays)):
        found = wrong(*chunk)
        if found.any():
            raise ValueError(f"position {number * CHUNK + int(np.argmax(found != 0))}: {why}")
