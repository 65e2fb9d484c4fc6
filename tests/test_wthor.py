"""WTHOR files: read and written byte for byte by the format; an error is reported with its byte."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from othello_spec.board import Square
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import moves
from othello_spec.records.wthor import (
    GAME,
    HEADER,
    Header,
    Wthor,
    WthorGame,
    codes,
    read_game,
    read_header,
    read_wthor,
    wthor,
)

CREATED = datetime.date(2007, 5, 22)
HEAD = Header(1977, CREATED, 24)
ONE = WthorGame(moves("f5 d6 c3"), 34, 30, tournament=1, black=258, white=65535)
GAMES = (ONE, WthorGame((), 32), WthorGame(tuple(moves("a1 h8 b7")), 64, 0, 9, 8, 7))
FILE = wthor(Wthor(HEAD, GAMES))

numbers = st.integers(0, 65535)
scores = st.integers(0, 64)
lines = st.integers(0, 7)
contents = st.builds(
    Wthor,
    st.builds(Header, numbers, st.none() | st.dates(), st.integers(0, 255)),
    st.lists(
        st.builds(
            WthorGame,
            st.lists(st.builds(Square, lines, lines), max_size=60).map(tuple),
            scores,
            scores,
            numbers,
            numbers,
            numbers,
        ),
        max_size=5,
    ).map(tuple),
)


def with_bytes(at: int, *values: int) -> bytes:
    """The file with other bytes at a place."""
    return FILE[:at] + bytes(values) + FILE[at + len(values) :]


def complaint(data: bytes) -> Malformed:
    with pytest.raises(Malformed) as raised:
        read_wthor(data)
    return raised.value


# -- the format ------------------------------------------------------------------------------------


def test_a_header_has_16_bytes_with_the_lowest_first() -> None:
    assert 16 == HEADER.size
    assert bytes([20, 7, 5, 22, 3, 0, 0, 0, 0, 0, 0xB9, 0x07, 8, 0, 24, 0]) == FILE[:16]


def test_a_game_has_68_bytes_padded_with_zeros() -> None:
    assert 68 == GAME.size
    assert bytes([1, 0, 2, 1, 255, 255, 34, 30, 56, 64, 33]) + bytes(57) == FILE[16 : 16 + 68]


def test_a_file_has_a_header_and_its_games() -> None:
    assert 16 + 3 * 68 == len(FILE)


def test_a_move_is_ten_times_the_row_and_the_column_from_1() -> None:
    assert bytes([11, 18, 81, 88, 56]) == codes(moves("a1 h1 a8 h8 f5"))


@given(contents)
@example(Wthor(Header(1977, datetime.date(99, 12, 31)), ()))
def test_a_file_reads_back_as_what_was_written(content: Wthor) -> None:
    data = wthor(content)
    assert content == read_wthor(data)
    assert data == wthor(read_wthor(data))


def test_a_board_of_size_0_is_one_of_8_and_is_written_so() -> None:
    assert FILE == wthor(read_wthor(with_bytes(12, 0)))


def test_no_date_is_a_date_of_zeros() -> None:
    assert Header(1977, None, 24) == read_wthor(with_bytes(0, 0, 0, 0, 0)).header


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (replace(ONE, moves=ONE.moves * 21), "game 1: 63 moves; there is room for 60"),
        (replace(ONE, moves=(Square(8, 0),)), r"game 1: \(8, 0\) is off the board of 8x8"),
        (replace(ONE, score=65), "game 1: score is 65; it is 0 to 64"),
        (replace(ONE, theoretical=-1), "game 1: theoretical is -1"),
        (replace(ONE, black=65536), "game 1: black is 65536; it is 0 to 65535"),
    ],
)
def test_what_does_not_fit_is_not_written(game: WthorGame, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        wthor(Wthor(HEAD, (game,)))


@pytest.mark.parametrize("header", [Header(65536), Header(1977, depth=256), Header(-1)])
def test_a_header_that_does_not_fit_is_not_written(header: Header) -> None:
    with pytest.raises(ValueError, match="; it is 0 to "):
        wthor(Wthor(header, ()))


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "offset", "why"),
    [
        (b"", 0, "0 bytes, and no header"),
        (FILE[:15], 0, "15 bytes, and no header"),
        (with_bytes(12, 10), 12, "games of a board of 10x10; only those of 8x8 are read"),
        (with_bytes(12, 9), 12, "the size of the board is 9; it is 8, or 0 for the same"),
        (with_bytes(13, 1), 13, "the kind of game is 1"),
        (with_bytes(8, 1), 8, "the header counts 1 names"),
        (with_bytes(0, 20, 100, 5, 22), 0, "the date of the file is 20, 100, 5, 22"),
        (with_bytes(2, 13), 0, "the date of the file is 20, 7, 13, 22; it is century, year, month"),
        (with_bytes(4, 4), 4, "the header counts 4 games; the file has 3; 4 games take 288 bytes"),
        (with_bytes(4, *[255] * 4), 4, "the header counts 4294967295 games; the file has 3"),
        (with_bytes(4, 2), 4, "the header counts 2 games; the file has 3"),
        (FILE[:-1], 4, "the header counts 3 games; the file has 2 and 67 bytes"),
        (FILE + b"\0", 4, "the header counts 3 games; the file has 3 and 1 bytes"),
    ],
)
def test_what_is_wrong_with_a_header_is_told_with_its_byte(
    data: bytes, offset: int, why: str
) -> None:
    error = complaint(data)
    assert offset == error.offset
    assert why in str(error)


@pytest.mark.parametrize(
    ("at", "value", "ply", "why"),
    [
        (8, 10, 1, "10 names no square; a move is 10 * row + column, from 11 to 88"),
        (9, 19, 2, "19 names no square"),
        (10, 89, 3, "89 names no square"),
        (10, 255, 3, "255 names no square"),
        (10, 90, 3, "90 names no square"),
        (9, 0, 2, "nothing, but moves after it"),
        (67, 44, 4, "nothing, but moves after it"),
        (6, 65, None, "a score of 65; scores are 0 to 64"),
        (7, 200, None, "a theoretical score of 200"),
    ],
)
def test_what_is_wrong_with_a_game_is_told_with_its_move_and_byte(
    at: int, value: int, ply: int | None, why: str
) -> None:
    error = complaint(with_bytes(16 + at, value))
    expected = 16 + 8 + ply - 1 if ply else 16 + at
    assert (1, ply, expected) == (error.game, ply and error.ply, error.offset)
    assert why in str(error)


def test_a_game_that_is_cut_short_is_told() -> None:
    expected = "game 7, byte 1000: the file ends after 34 bytes of the game; it has 68"
    with pytest.raises(Malformed, match=f"^{expected}$"):
        read_game(FILE[16:50], 7, 1000)


def test_games_may_be_read_although_the_header_is_wrong() -> None:
    header, problems = read_header(with_bytes(4, 9)[:16], len(FILE))
    assert HEAD == header
    assert [4] == [problem.offset for problem in problems]


@given(
    st.binary(max_size=300)
    | st.integers(0, len(FILE) * 8 - 1).map(
        lambda bit: bytes(
            byte ^ (1 << bit % 8 if n == bit // 8 else 0) for n, byte in enumerate(FILE)
        )
    )
)
def test_whatever_the_bytes_they_are_a_file_or_malformed(data: bytes) -> None:
    try:
        content = read_wthor(data)
    except Malformed:
        return
    assert content == read_wthor(wthor(content))
