"""The kernel computes what the specification says, on ints, arrays and bit-vectors."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
import z3

from othello_model import batch, kernel
from othello_model.kernel import STANDARD, Fill, Kernel, fill_by_doubling, fill_by_steps
from othello_spec.board import BLACK, EMPTY, SIZE, SQUARES, WHITE, Board, Cell, Square
from othello_spec.lines import can_move, captures, flips, placed
from othello_spec.othello import starting_cell

FILLS = pytest.mark.parametrize("fill", [fill_by_steps, fill_by_doubling])
BITS = [1 << number for number in range(64)]


class Position(NamedTuple):
    """A position, and what the specification says of it; Black's discs are one's own."""

    own: int
    opponent: int
    moves: int
    flips: tuple[int, ...]
    """The flips of a disc on each square, in the order of the bits, even on occupied squares."""


def board(own: int, opponent: int) -> Board:
    def cell(square: Square) -> Cell:
        bit = STANDARD.bit(*square)
        return BLACK if own & bit else WHITE if opponent & bit else EMPTY

    return {square: cell(square) for square in SQUARES}


def position(own: int, opponent: int) -> Position:
    cells = board(own, opponent)
    squares = [Square(*divmod(number, SIZE)) for number in range(64)]
    return Position(
        own,
        opponent,
        STANDARD.word(s for s in squares if captures(cells, BLACK, s)),
        tuple(STANDARD.word(flips(cells, BLACK, s)) for s in squares),
    )


def random_positions(number: int, random: Random) -> Iterator[tuple[int, int]]:
    """Boards with few and with many discs, mostly of one colour and of both alike."""
    for _ in range(number):
        empty, own = random.random(), random.random()
        words = [0, 0]
        for bit in BITS:
            if random.random() > empty:
                words[random.random() > own] |= bit
        yield words[0], words[1]


def stars() -> Iterator[tuple[int, int]]:
    """From each of some squares all lines that can be captured, as long as they can be."""
    for square in (Square(0, 0), Square(0, 7), Square(7, 0), Square(7, 7), Square(3, 4)):
        edge = STANDARD.word(s for s in SQUARES if {s.row, s.col} & {0, 7} and s != square)
        inside = STANDARD.board ^ edge
        yield edge, inside & ~STANDARD.bit(*square)


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    chosen = [STANDARD.start, *stars(), *random_positions(80, Random(3))]
    return [position(*words) for words in chosen]


# -- the rules -------------------------------------------------------------------------------------


@FILLS
def test_on_ints_it_computes_what_the_specification_says(
    fill: Fill, positions: list[Position]
) -> None:
    for each in positions:
        assert each.moves == STANDARD.valid_moves(each.own, each.opponent, fill)
        flipped = tuple(STANDARD.flips(each.own, each.opponent, bit, fill) for bit in BITS)
        assert each.flips == flipped


@FILLS
def test_on_arrays_it_computes_what_the_specification_says(
    fill: Fill, positions: list[Position]
) -> None:
    own, opponent, moves = (np.array([each[i] for each in positions], np.uint64) for i in range(3))
    computed = STANDARD.valid_moves(own, opponent, fill)
    assert np.uint64 == computed.dtype
    assert moves.tolist() == computed.tolist()
    for number, bit in enumerate(BITS):
        flipped = STANDARD.flips(own, opponent, np.full_like(own, bit), fill)
        assert [each.flips[number] for each in positions] == flipped.tolist()


@FILLS
@pytest.mark.parametrize("width", [64, 128])
def test_on_bit_vectors_it_computes_what_the_specification_says(
    fill: Fill, width: int, positions: list[Position]
) -> None:
    def value(word: Any) -> int:
        number = z3.simplify(word)
        assert isinstance(number, z3.BitVecNumRef)
        return number.as_long()

    for each in positions[:12]:
        own, opponent = z3.BitVecVal(each.own, width), z3.BitVecVal(each.opponent, width)
        assert each.moves == value(STANDARD.valid_moves(own, opponent, fill))
        for number in range(0, 64, 9):
            bit = z3.BitVecVal(1 << number, width)
            assert each.flips[number] == value(STANDARD.flips(own, opponent, bit, fill))


@FILLS
def test_the_arrays_given_to_it_stay_as_they_are(fill: Fill) -> None:
    words = np.array(list(random_positions(50, Random(5))), np.uint64).T
    own, opponent, square = words[0].copy(), words[1].copy(), np.full(50, 1, np.uint64)
    STANDARD.move(own, opponent, square, fill)
    STANDARD.over(own, opponent, fill)
    assert words.tolist() == [own.tolist(), opponent.tolist()]
    assert {1} == set(square.tolist())


def test_a_move_is_that_of_the_specification_and_so_is_the_turn_after_it(
    positions: list[Position],
) -> None:
    alternated = []
    for each in positions:
        before = board(each.own, each.opponent)
        for square in sorted(STANDARD.squares(each.moves))[:4]:
            bit = STANDARD.bit(*square)
            mover, other = STANDARD.place(each.own, each.opponent, bit)
            after = placed(before, BLACK, square)
            assert after == board(mover, other)
            alternates = can_move(after, WHITE)
            assert alternates == STANDARD.turn_alternates(mover, other)
            following = (other, mover) if alternates else (mover, other)
            assert following == STANDARD.next_turn(mover, other)
            assert following == STANDARD.move(each.own, each.opponent, bit)
            alternated.append(alternates)
    assert {True, False} == set(alternated)


def test_it_is_over_when_neither_can_move(positions: list[Position]) -> None:
    ends = []
    for own, opponent, *_ in positions:
        cells = board(own, opponent)
        assert can_move(cells, BLACK) == STANDARD.can_move(own, opponent)
        assert can_move(cells, WHITE) == STANDARD.can_move(opponent, own)
        ends.append(not can_move(cells, BLACK) and not can_move(cells, WHITE))
        assert ends[-1] == STANDARD.over(own, opponent)
    assert {True, False} == set(ends)


def test_the_start_is_that_of_the_specification() -> None:
    assert {s: starting_cell(s) for s in SQUARES} == board(*STANDARD.start)


# -- faulty kernels --------------------------------------------------------------------------------

MUTANTS = {
    "the first step may arrive anywhere": (
        "    reached = shift(start, step.distance) & open_to\n    for",
        "    reached = shift(start, step.distance) & step.inside\n    for",
    ),
    "lines continue on the other side": (
        "open_to = through & step.inside\n    reached",
        "open_to = through\n    reached",
    ),
    "lines continue on the other side, by doubling": (
        "open_to = through & step.inside  #",
        "open_to = through  #",
    ),
    "the longest line is cut short": ("range(step.longest - 1)", "range(step.longest - 2)"),
    "the longest line is cut short, by doubling": (
        "while covered < step.longest",
        "while covered < step.longest - 2",
    ),
    "gaps are jumped": ("            open_to &= shift", "            open_to |= shift"),
    "jumps are not checked on the way": (
        "            open_to &= shift(open_to, jump * step.distance)\n",
        "",
    ),
    "right is left": ("word >> -distance", "word << -distance"),
    "a step too few is tried first": (
        "reached |= shift(reached, step.distance) & open_to",
        "reached = shift(reached, step.distance) & open_to",
    ),
    "lines need not be closed": (
        "flipped |= fill(square, step, opponent) & fill(own, back, opponent)",
        "flipped |= fill(square, step, opponent)",
    ),
    "lines may be closed anywhere": (
        "flipped |= fill(square, step, opponent) & fill(own, back, opponent)",
        "flipped |= fill(square, step, opponent) & opponent",
    ),
    "only the last direction flips": (
        "flipped |= fill(square, step",
        "flipped = fill(square, step",
    ),
    "a direction is missing": (
        "for step, back in self.steps:",
        "for step, back in self.steps[1:]:",
    ),
    "the last direction is missing from moves": (
        "for step, _ in self.steps:",
        "for step, _ in self.steps[:-1]:",
    ),
    "colours are confused": (
        "shift(fill(own, step, opponent)",
        "shift(fill(opponent, step, own)",
    ),
    "moves are where lines end": (
        "beyond |= shift(fill(own, step, opponent), step.distance)",
        "beyond |= fill(own, step, opponent)",
    ),
    "occupied squares are valid": ("beyond & (self.board ^ (own | opponent))", "beyond"),
    "squares of the opponent are valid": (
        "self.board ^ (own | opponent)",
        "self.board ^ own",
    ),
    "rows and columns are confused in a step": (
        "self.columns * drow + dcol",
        "self.columns * dcol + drow",
    ),
    "the edge is a square wider": ("and self._has(row + drow, col + dcol)", ""),
}


def faulty_kernel(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> ModuleType:
    """The kernel with a change in its text."""
    text = inspect.getsource(kernel)
    assert 1 == text.count(old), f"{old!r} is not to be found, or not in one place alone"
    faulty = ModuleType("faulty")
    monkeypatch.setitem(sys.modules, "faulty", faulty)  # dataclasses look their module up
    exec(text.replace(old, new), faulty.__dict__)  # the kernel's own text, and a fault
    return faulty


def agrees(other: ModuleType, positions: list[Position]) -> bool:
    """Whether a kernel computes what the specification says, by both fills."""
    standard = other.Kernel(SIZE, SIZE)
    return all(
        each.moves == standard.valid_moves(each.own, each.opponent, fill)
        and all(
            each.flips[number] == standard.flips(each.own, each.opponent, bit, fill)
            for number, bit in enumerate(BITS)
        )
        for each in positions
        for fill in (other.fill_by_steps, other.fill_by_doubling)
    )


def test_the_kernel_as_it_stands_agrees(
    monkeypatch: pytest.MonkeyPatch, positions: list[Position]
) -> None:
    assert agrees(faulty_kernel(monkeypatch, "flipped = 0", "flipped = 0"), positions)


@pytest.mark.parametrize("fault", MUTANTS)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_a_faulty_kernel_is_noticed(
    monkeypatch: pytest.MonkeyPatch, fault: str, positions: list[Position]
) -> None:
    assert not agrees(faulty_kernel(monkeypatch, *MUTANTS[fault]), positions)


# -- boards of other sizes -------------------------------------------------------------------------


def flips_by_walking(size: Kernel, own: int, opponent: int, row: int, col: int) -> int:
    """What flips by a disc on a square, found by walking."""
    flipped = 0
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            run, r, c = 0, row + down, col + right
            while 0 <= r < size.rows and 0 <= c < size.columns and opponent & size.bit(r, c):
                run |= size.bit(r, c)
                r, c = r + down, c + right
            if 0 <= r < size.rows and 0 <= c < size.columns and own & size.bit(r, c):
                flipped |= run
    return flipped


@FILLS
@pytest.mark.parametrize(
    "size", [Kernel(4, 4), Kernel(4, 6), Kernel(6, 4), Kernel(6, 10), Kernel(4, 16)], ids=str
)
def test_boards_of_other_sizes_work_alike(size: Kernel, fill: Fill) -> None:
    squares = [(row, col) for row in range(size.rows) for col in range(size.columns)]
    for own, opponent in random_positions(25, Random(7)):
        own, opponent = own & size.board, opponent & size.board
        empty = [s for s in squares if not (own | opponent) & size.bit(*s)]
        expected = {s: flips_by_walking(size, own, opponent, *s) for s in empty}
        moves = size.word(s for s, flipped in expected.items() if flipped)
        assert moves == size.valid_moves(own, opponent, fill)
        for s, flipped in expected.items():
            assert flipped == size.flips(own, opponent, size.bit(*s), fill)


def test_words_and_squares_are_two_ways_to_write_the_same() -> None:
    for size in (STANDARD, Kernel(4, 6)):
        assert size.board == size.word(size.squares(size.board))
        assert size.board.bit_length() == len(size.squares(size.board))
    assert {Square(0, 0), Square(1, 5)} == Kernel(4, 6).squares(1 | 1 << 11)
    assert 1 << 63 == STANDARD.bit(7, 7)


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (0, -1), (8, 0), (0, 8)])
def test_what_is_off_the_board_has_no_bit(row: int, col: int) -> None:
    with pytest.raises(ValueError, match=f"row {row}, column {col} is not on a board of 8x8"):
        STANDARD.bit(row, col)


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        (5, 8, "5 rows: a board has an even number of them, at least 4"),
        (8, 2, "2 columns: a board has an even number of them, at least 4"),
        (8, 10, "8x10 squares: a word holds 64 at most"),
    ],
)
def test_boards_that_cannot_be_are_refused(rows: int, columns: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Kernel(rows, columns)


def test_the_batch_runs_this_very_kernel() -> None:
    assert batch.STANDARD is STANDARD
