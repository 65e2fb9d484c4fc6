"""Records: written games read back, all common forms are read, errors are reported with place."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from othello_spec.board import BLACK, EMPTY, WHITE, Board, Cell, Square
from othello_spec.othello import init
from othello_spec.records.diagrams import board_rows, draw_frame, read_board
from othello_spec.records.malformed import Malformed, quote
from othello_spec.records.move_lists import PASS, Pass, Ply, move_list, moves, plies, ply_text
from othello_spec.records.positions import Position, position_line, read_position
from othello_spec.records.squares import SIZES, by_name, name, square
from othello_suite.pictures import diagram

START = init().board

sizes = st.sampled_from(SIZES)


def squares(size: int) -> st.SearchStrategy[Square]:
    lines = st.integers(0, size - 1)
    return st.builds(Square, lines, lines)


def plies_of(size: int) -> st.SearchStrategy[list[Ply]]:
    return st.lists(st.just(PASS) | squares(size), max_size=20)


@st.composite
def boards(draw: st.DrawFn, size: int) -> Board:
    cells = draw(st.lists(st.sampled_from(list(Cell)), min_size=size**2, max_size=size**2))
    return {Square(*divmod(number, size)): cell for number, cell in enumerate(cells)}


sized_plies = sizes.flatmap(lambda size: st.tuples(st.just(size), plies_of(size)))
sized_boards = sizes.flatmap(lambda size: st.tuples(st.just(size), boards(size)))


def complaint(read: Any, *arguments: Any) -> Malformed:
    """What a reader says of something malformed."""
    with pytest.raises(Malformed) as raised:
        read(*arguments)
    return raised.value


def complaint_of(read: Any, *arguments: Any) -> str:
    """What a reader complains of, if it does."""
    try:
        read(*arguments)
    except Malformed as error:
        return str(error)
    return ""


# -- squares ---------------------------------------------------------------------------------------


@given(sizes.flatmap(lambda size: st.tuples(st.just(size), squares(size))))
def test_a_square_reads_back_from_its_name(sized: tuple[int, Square]) -> None:
    size, each = sized
    assert each == square(name(each, size), size) == square(f" {name(each, size).upper()} ", size)


@pytest.mark.parametrize("size", SIZES)
def test_every_square_has_a_name_of_its_own(size: int) -> None:
    assert size**2 == len(set(by_name(size).values())) == len(by_name(size))
    assert Square(0, 0) == by_name(size)["a1"]
    assert Square(1, 2) == by_name(size)["c2"]


def test_a_square_off_the_board_is_named_by_row_and_column() -> None:
    assert "(8, 0)" == name(Square(8, 0))
    assert "a9" == name(Square(8, 0), 10)
    assert "(-1, 3)" == name(Square(-1, 3))


@pytest.mark.parametrize(
    "text",
    ["", "a", "1", "a0", "a9", "i1", "a01", "aa", "1a", "a1b", "a-1", "é1", "a１", "\0", "a1\0"],
)
def test_what_names_no_square_is_refused_with_what_would(text: str) -> None:
    error = complaint(square, text)
    assert f"{text!r} names no square" == error.why
    assert "write a column letter and a row, from a1 to h8" == error.right


def test_the_sign_of_the_kelvin_is_no_column() -> None:
    assert "names no square" in complaint(square, "\N{KELVIN SIGN}1", 16).why
    assert "names no square" in complaint(plies, "\N{KELVIN SIGN}1", 16).why


@pytest.mark.parametrize("size", [-2, 0, 2, 3, 7, 18, 10**9])
def test_there_are_no_boards_of_other_sizes(size: int) -> None:
    for read in (square, plies, moves, read_board, read_position):
        with pytest.raises(ValueError, match=f"no board of {size}x{size}; sizes are even, from 4"):
            read("a1", size)


# -- move lists ------------------------------------------------------------------------------------


@given(sized_plies)
def test_a_move_list_reads_back_as_what_was_written(sized: tuple[int, list[Ply]]) -> None:
    size, game = sized
    assert tuple(game) == plies(move_list(game, size), size)


@given(sized_plies, st.data())
def test_every_common_form_of_a_move_list_has_the_same_normal_form(
    sized: tuple[int, list[Ply]], data: st.DataObject
) -> None:
    size, game = sized
    pick = data.draw
    text = pick(st.sampled_from(["", " ", "\n"]))
    numbered = pick(st.sampled_from(["", "{}. ", "{}.", "{}) ", "{} ", "{}: "]))
    for number, ply in enumerate(game, start=1):
        forms = [ply_text(ply, size), ply_text(ply, size).upper()]
        if isinstance(ply, Pass):
            forms = ["--", "@@", "pass", "pa", "ps", "Pass", "PA"]
        gaps = (
            [" ", ", ", ";", "\n", "  ", " - "] if numbered else ["", " ", ", ", ";", "\t", "\r\n"]
        )
        text += numbered.format(number) + pick(st.sampled_from(forms)) + pick(st.sampled_from(gaps))
    assert move_list(game, size) == move_list(plies(text, size), size)


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3",
        "f5 d6 c3",
        "F5 D6 C3",
        "f5, d6, c3",
        "f5-d6-c3",
        "1. f5 2. d6 3. c3",
        "1.f5 2.d6 3.c3",
        "1. f5 d6 2. c3",
        "1 f5 2 d6 3 c3",
        " f5\n\td6;;c3\r\n",
    ],
)
def test_a_game_may_be_written_in_many_ways(text: str) -> None:
    assert (Square(4, 5), Square(5, 3), Square(2, 2)) == plies(text) == moves(text)


def test_passes_may_be_counted_or_not() -> None:
    assert plies("a1 -- b2 c3") == plies("1. a1 2. -- 3. b2 4. c3") == plies("1. a1 -- 2. b2 3. c3")


@pytest.mark.parametrize("written_pass", ["--", "pass", "PASS", "pa", "ps", "@@"])
def test_a_pass_may_be_written_in_many_ways(written_pass: str) -> None:
    assert (Square(4, 5), PASS, Square(5, 3)) == plies(f"f5 {written_pass} d6")
    assert (Square(4, 5), PASS, Square(5, 3)) == plies(f"f5{written_pass}d6")


def test_where_only_squares_are_asked_for_a_pass_is_refused() -> None:
    assert "move 2: a pass, where only squares are asked for; leave it out" == str(
        complaint(moves, "f5 -- d6")
    )


@pytest.mark.parametrize(
    ("text", "ply", "why"),
    [
        ("f5 d6 zz", 3, "'zz' names no square"),
        ("f5 -- i9", 3, "'i9' names no square"),
        ("f5d6i9", 3, "'i9' names no square"),
        ("f5 d66", 2, "'d66' names no square"),
        ("f5 ♞", 2, "'♞' names no square"),
        ("f5 \0 d6", 2, "'\\x00' names no square"),
        ("f5 d6\x1b[31m", 3, "'\\x1b[31m' names no square"),
        ("1. f5 3. d6", 2, "numbered 3."),
        ("2. f5", 1, "numbered 2."),
        ("1. 1. f5", 1, "numbered 1."),
        ("34 f5 d6", 1, "numbered 34"),
        ("1. f5 2.", 2, "nothing follows the number 2."),
        ("1" * 5000, 1, "numbered 1111"),
        ("passing", 2, "'ing' names no square"),
        ("f5 " + "x" * 100_000, 2, "'xxxxxxxxxxxxxxxxxxxxxxxx'… names no square"),
    ],
)
def test_what_is_no_move_list_is_told_with_its_ply(text: str, ply: int, why: str) -> None:
    error = complaint(plies, text)
    assert (ply, why) == (error.ply, error.why)
    assert str(error).startswith(f"move {ply}: ")
    assert error.right


# -- diagrams --------------------------------------------------------------------------------------


@given(sized_boards, st.data())
def test_a_diagram_reads_back_whatever_is_marked(
    sized: tuple[int, Board], data: st.DataObject
) -> None:
    size, board = sized
    marked = data.draw(st.sets(squares(size), max_size=5))
    assert board == read_board("\n".join(diagram(board, marked)), size)


@given(sized_boards)
def test_rows_of_letters_read_back(sized: tuple[int, Board]) -> None:
    size, board = sized
    assert board == read_board(board_rows(board), size)
    assert board_rows(board) == board_rows(read_board("\n".join(diagram(board)), size))


@given(sized_boards)
def test_a_framed_board_reads_back(sized: tuple[int, Board]) -> None:
    size, board = sized
    assert board == read_board(draw_frame(board), size)
    collapsed = re.sub(" +", " ", draw_frame(board))  # as where a page has lost its spaces
    assert draw_frame(board) == draw_frame(read_board(collapsed, size))


def test_a_frame_is_that_of_the_sources() -> None:
    first, second, *_ = draw_frame(START).splitlines()
    assert "+---+---+---+---+---+---+---+---+" == first
    assert "|   |   |   |   |   |   |   |   | 1" == second
    assert "|   |   |   | W | B |   |   |   | 4" in draw_frame(START)
    assert draw_frame(START).endswith("  a   b   c   d   e   f   g   h\n")


def test_arrows_and_captions_around_a_frame_are_notes() -> None:
    lines = draw_frame(START).splitlines()
    lines[1] = "| | | |⇩| | | | | 1 The start."
    lines[5] = "⇨ |   |   |   |   |   |   |   | ⇦ | 3"
    lines[6] += " FIGURE 1:"
    assert START == read_board("\n".join(lines))


@pytest.mark.parametrize("letters", [".BW", "-XO", ".xo", "-bw", ".*O"])
def test_discs_are_written_with_several_letters(letters: str) -> None:
    text = board_rows(START).translate(str.maketrans(".BW", letters))
    assert START == read_board(text) == read_board(" ".join(text))


def test_a_row_of_stars_and_dashes_is_no_frame() -> None:
    board = {**START, Square(0, 0): BLACK}
    assert board == read_board(board_rows(board).translate(str.maketrans(".BW", "-*O")))


@pytest.mark.parametrize("both", [False, True])
def test_rows_may_be_numbered_on_either_side(both: bool) -> None:
    rows = board_rows(START).split()
    right = [f"{'12345678'[r] if both else ''} {row} {r + 1}" for r, row in enumerate(rows)]
    assert START == read_board("\n".join(["abcdefgh", *right, "A B C D E F G H"]))


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("...WB...\n", "", "a board has 8 rows; the diagram has 7"),
        ("...WB...\n", "...WB...\n........\n", "a board has 8 rows; the diagram has 9"),
        ("...WB...", "...WB..", "row 4 of the diagram has 7 squares; a board has 8"),
        ("...WB...", "...WB....", "row 4 of the diagram has 9 squares; a board has 8"),
        ("...WB...", "...WQ...", "'Q' on e4 of the diagram; write . for an empty square"),
        ("...WB...", "...W\0...", "'\\x00' on e4 of the diagram"),
        ("...WB...", "3 ...WB...", "row 4 of the diagram is numbered '3'"),
        ("...WB...", "...WB... 5", "row 4 of the diagram is numbered '5'"),
    ],
)
def test_what_is_no_diagram_is_told_with_its_row(before: str, after: str, why: str) -> None:
    error = complaint(read_board, board_rows(START).replace(before, after, 1))
    assert str(error).startswith(why)


def test_a_frame_that_is_broken_is_told_with_its_row() -> None:
    assert "row 4 of the diagram is numbered '6'" == str(
        complaint(read_board, draw_frame(START).replace("| 4", "| 6"))
    )
    assert "row 4 of the diagram has 7 squares; a board has 8" == str(
        complaint(read_board, draw_frame(START).replace("|   |   |   | 4", "|   |   |"))
    )
    assert "'Z' on d4 of the diagram" in str(
        complaint(read_board, draw_frame(START).replace("W", "Z", 1))
    )


# -- positions -------------------------------------------------------------------------------------


@st.composite
def positions(draw: st.DrawFn, size: int) -> Position:
    scored = st.tuples(st.just(PASS) | squares(size), st.integers(-256, 256))
    turn = draw(st.sampled_from([BLACK, WHITE]))
    return Position(draw(boards(size)), turn, tuple(draw(st.lists(scored, max_size=4))))


@given(sizes.flatmap(lambda size: st.tuples(st.just(size), positions(size))))
def test_a_position_reads_back_from_its_line(sized: tuple[int, Position]) -> None:
    size, position = sized
    line = position_line(position)
    assert "\n" not in line
    assert position == read_position(line, size)
    other = line.lower().replace("-", ".").replace(":.", ":-").replace("..:", "--:")
    assert line == position_line(read_position(other, size))


def test_the_start_on_one_line_is_that_of_an_obf_file() -> None:
    line = f"{'-' * 27}OX------XO{'-' * 27} X;"
    assert line == position_line(Position(START, BLACK))
    for text in (
        line,
        line[:-1],
        line.replace("-", "."),
        line.replace("X", "*"),
        f"{line} % start",
    ):
        assert Position(START, BLACK) == read_position(text)


def test_moves_may_follow_a_position_with_their_scores() -> None:
    line = f"{board_rows(START)} O; F5:+2; d6:-4;--:0;"
    scores = ((Square(4, 5), 2), (Square(5, 3), -4), (PASS, 0))
    assert Position(START, WHITE, scores) == read_position(line)
    written_again = position_line(Position(START, WHITE, scores))
    assert written_again.endswith(" O; F5:+2; D6:-4; --:+0;")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a position has 64 squares and whose turn it is, 65 letters; this one has 0"),
        ("-" * 64, "65 letters; this one has 64"),
        ("-" * 65 + "X", "65 letters; this one has 66"),
        ("-" * 9 + "Q" + "-" * 54 + "X", "'Q' on b2 of the position; write - for an empty square"),
        ("-" * 64 + "-", "'-' for whose turn it is; write X for Black, O for White"),
        ("-" * 64 + "Q", "'Q' for whose turn it is"),
        ("-" * 64 + "X; F5", "'F5' after the position; write a move and its score, such as F5:+2"),
        ("-" * 64 + "X; F5:", "'F5:' after the position"),
        ("-" * 64 + "X; I5:+2", "'I5' after the position is no move"),
        ("-" * 64 + "X; F5D6:+2", "'F5D6' after the position is no move"),
        ("-" * 64 + "X; F5:99999", "'F5:99999' after the position"),
    ],
)
def test_what_is_no_position_is_told_with_its_square(text: str, why: str) -> None:
    assert why in str(complaint(read_position, text))


# -- anything --------------------------------------------------------------------------------------


@given(st.text() | st.text(alphabet="abh128-.BWXO|+ \n\0;:%@ps[]"), sizes)
@example("|" * 1000, 8)
@example("+--\n" * 8, 8)
@example("1", 4)
def test_whatever_is_read_is_a_record_or_malformed(text: str, size: int) -> None:
    for read in (square, plies, moves, read_board, read_position):
        said = complaint_of(read, text, size)
        assert "\n" not in said
        assert len(said) < 300


@pytest.mark.parametrize("text", ["B" + " " * 200_000 + "B", "1" * 200_000 + "x", "- " * 200_000])
def test_long_input_takes_no_longer_than_it_is(text: str) -> None:
    started = time.monotonic()
    for read in (square, plies, read_board, read_position):
        complaint_of(read, text)
    assert time.monotonic() - started < 5


@given(st.text())
def test_a_quotation_is_short_and_on_one_line(text: str) -> None:
    assert "\n" not in quote(text)
    assert len(quote(text)) <= 10 * 24 + 3


def test_a_place_is_told_from_the_outside_inwards() -> None:
    error = Malformed("why", "right", ply=5, offset=7).at(file="f", line=2, game=3)
    assert "f, line 2, game 3, move 5, byte 7: why; right" == str(error)
    assert "why" == str(Malformed("why"))


def test_a_board_may_have_any_content() -> None:
    assert {EMPTY, BLACK, WHITE} == set(read_board("BW.." + 3 * "\n....", 4).values())
