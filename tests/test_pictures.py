"""Pictures of boards, in text and as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from othello_spec.board import BLACK, EMPTY, WHITE, Board, Square
from othello_spec.othello import init
from othello_spec.records.diagrams import read_board
from othello_spec.records.squares import square
from othello_suite.pictures import description, diagram, side_by_side, svg

START = init().board
SVG = "{http://www.w3.org/2000/svg}"


def small(text: str) -> Board:
    """A board of any size from a diagram without coordinates."""
    cells = {".": EMPTY, "B": BLACK, "W": WHITE}
    return {
        Square(r, c): cells[letter]
        for r, line in enumerate(text.split())
        for c, letter in enumerate(line)
    }


def test_a_diagram_has_a_line_a_row_below_the_column_letters() -> None:
    assert diagram(START) == [
        "  a b c d e f g h",
        "1 . . . . . . . .",
        "2 . . . . . . . .",
        "3 . . . . . . . .",
        "4 . . . W B . . .",
        "5 . . . B W . . .",
        "6 . . . . . . . .",
        "7 . . . . . . . .",
        "8 . . . . . . . .",
    ]


def test_a_diagram_reads_back_as_the_board() -> None:
    rows = (line[1:] for line in diagram(START)[1:])
    assert read_board("\n".join(rows)) == START


@pytest.mark.parametrize(
    ("marked", "row"),
    [
        ("d4", "4 . . .[W]B . . ."),
        ("a4", "4[.]. . W B . . ."),
        ("h4", "4 . . . W B . .[.]"),
        ("d4 e4", "4 . . .[W|B]. . ."),
        ("c4 e4", "4 . .[.]W[B]. . ."),
    ],
)
def test_a_marked_square_stands_in_brackets(marked: str, row: str) -> None:
    assert row == diagram(START, {square(name) for name in marked.split()})[4]


def test_marks_leave_every_disc_in_its_column() -> None:
    plain, marked = diagram(START), diagram(START, START.keys())
    letters = [re.sub(r"[\[\]| ]", " ", line) for line in marked]
    assert [line.ljust(18) for line in plain] == [line.ljust(18) for line in letters]


def test_boards_side_by_side_stand_under_their_headings() -> None:
    board = small(".B W.")
    assert side_by_side([("before", board, ()), ("got", board, {Square(0, 1)})]) == [
        "  before      got",
        "  a b         a b",
        "1 . B       1 .[B]",
        "2 W .       2 W .",
    ]


def test_a_board_of_sixteen_rows_keeps_its_columns_below_one_another() -> None:
    board = {Square(r, c): EMPTY for r in range(16) for c in range(16)}
    lines = diagram(board)
    assert {len(lines[0])} == set(map(len, lines))
    assert lines[16].startswith("16 .")


def elements(picture: str, name: str) -> list[ElementTree.Element]:
    """The elements of that name in an SVG."""
    return list(ElementTree.fromstring(picture).iter(SVG + name))


def test_a_picture_has_a_circle_for_each_disc() -> None:
    assert len(elements(svg(START), "circle")) == 4


def test_a_picture_has_a_square_for_each_on_the_board_and_a_frame() -> None:
    assert len(elements(svg(START), "rect")) == 64 + 1


def test_a_picture_frames_the_marked_squares_and_dots_the_last_move() -> None:
    plain, marked = svg(START), svg(START, {square("d3")}, last=square("d4"))
    assert len(elements(plain, "rect")) + 1 == len(elements(marked, "rect"))
    assert len(elements(plain, "circle")) + 1 == len(elements(marked, "circle"))


def test_a_picture_tells_its_content_to_those_who_cannot_see_it() -> None:
    picture = svg(START, title="Black & White")
    assert ["Black & White"] == [each.text for each in elements(picture, "title")]
    assert [description(START)] == [each.text for each in elements(picture, "desc")]


def test_a_description_names_discs_marks_and_the_last_move() -> None:
    expected = "Black: e4, d5. White: d4, e5. Marked: c3. Last move: f5."
    assert expected == description(START, {square("c3")}, square("f5"))
    assert "White: no disc." in description(small("B. .."))
