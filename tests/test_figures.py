"""The figures and examples of the sources, as tests.

The documents and the rule ids are in :mod:`othello_spec.rules`. A figure shows a position and a
move made in it. In most of them centre squares are empty, which no game ever reaches: they are
figures of what a disc captures on a board, and say nothing about whose turn it is. So they are put
to :mod:`othello_spec.lines`, which knows boards only; whole games are played in the last section.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from othello_spec.board import (
    BLACK,
    DRAW,
    EMPTY,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Direction,
    Player,
    Square,
)
from othello_spec.lines import captures, flips, placed
from othello_spec.othello import Game, count, game_over, init, is_valid_move, move, turn, winner
from othello_spec.transcript import read_board, square


def squares(names: str) -> set[Square]:
    """The squares of names that spaces separate."""
    return {square(name) for name in names.split()}


def changed(board: Board, **discs: Cell) -> Board:
    """The board with other contents on the squares named by the keywords."""
    return {**board, **{square(name): disc for name, disc in discs.items()}}


def holding(board: Board, content: Cell) -> set[Square]:
    """The squares of the board that hold the content."""
    return {s for s in SQUARES if board[s] == content}


def played(moves: str) -> Game:
    """The game after the moves, from the start; a move that is not valid raises an exception."""
    game = init()
    for name in moves.split():
        game = move(game, *square(name))
    return game


# -- The start -------------------------------------------------------------------------------------

FIGURE_1 = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . W B . . .
    . . . B W . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """
)


@pytest.mark.rule("setup")
def test_a_game_starts_as_figure_1_shows() -> None:
    """World Othello Federation rules (wof), A minute to learn, figure 1."""
    assert FIGURE_1 == init().board


@pytest.mark.rule("setup")
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_discs_of_one_colour_touch_diagonally_at_the_start(colour: Player) -> None:
    """Slides (slides), Starting board."""
    one, other = holding(init().board, colour)
    assert (1, 1) == (abs(one.row - other.row), abs(one.col - other.col))


@pytest.mark.rule("black-first")
def test_black_has_the_first_turn() -> None:
    """Slides (slides), Starting board and rule 1; wof rule 1; gameplay, Valid Moves."""
    assert BLACK == turn(init())


# -- World Othello Federation rules: the example row and figures 2 to 6 ----------------------------

# The example shows five squares of some row of the board, without names; here they are a4 to e4.
ROW_BEFORE = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    W B B B . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """
)
ROW_AFTER = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    W W W W W . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """
)


@pytest.mark.rule("outflank", "any-length", "capture-all")
def test_disc_b_and_disc_a_outflank_the_three_discs_between_them() -> None:
    """World Othello Federation rules (wof), A minute to learn, example with discs A and B."""
    assert ROW_AFTER == placed(ROW_BEFORE, WHITE, square("e4"))


FIGURE_2 = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . W . . . W .
    . . B . . B . .
    . . B . B . . .
    . . B B . . . .
    . . W B W . . .
    . . . . . . . .
    """
)
FIGURE_3 = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . W . . . W .
    . . W . . W . .
    . . W . W . . .
    . . W W . . . .
    . . W W W . . .
    . . . . . . . .
    """
)
BEFORE_FIGURE_2 = changed(FIGURE_2, c7=EMPTY)
"""Figure 2 has the disc already placed on c7 and nothing flipped yet."""


@pytest.mark.rule("directions", "any-length", "capture-all", "own-disc")
def test_white_c7_turns_figure_2_into_figure_3() -> None:
    """World Othello Federation rules (wof), figures 2 and 3."""
    assert FIGURE_3 == placed(BEFORE_FIGURE_2, WHITE, square("c7"))


@pytest.mark.rule("directions", "any-length", "capture-all")
def test_white_c7_captures_a_row_of_each_kind_at_once() -> None:
    """World Othello Federation rules (wof), figures 2 and 3: vertical, diagonal and horizontal."""
    vertical, diagonal, horizontal = squares("c6 c5 c4"), squares("d6 e5 f4"), squares("d7")
    expected = vertical | diagonal | horizontal
    assert expected == flips(BEFORE_FIGURE_2, WHITE, square("c7"))


FIGURE_4 = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    B W B W W B . .
    . . . . . . . .
    """
)
BEFORE_FIGURE_4 = changed(FIGURE_4, a7=EMPTY)
"""Figure 4 has the disc already placed on a7 and nothing flipped yet."""


@pytest.mark.rule("no-skipping", "outflank")
def test_black_a7_flips_only_b7() -> None:
    """World Othello Federation rules (wof), rule 4, figure 4."""
    assert squares("b7") == flips(BEFORE_FIGURE_4, BLACK, square("a7"))


@pytest.mark.rule("no-skipping", "discs-stay")
def test_what_lies_beyond_the_black_disc_on_c7_stays_as_it_is() -> None:
    """World Othello Federation rules (wof), rule 4, figure 4."""
    assert changed(FIGURE_4, b7=BLACK) == placed(BEFORE_FIGURE_4, BLACK, square("a7"))


FIGURE_5 = read_board(
    """
    . . . . . . . .
    B . . . . . . .
    W . . . . . . .
    W W W B . . . .
    B . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """
)
FIGURE_6 = read_board(
    """
    . . . . . . . .
    B . . . . . . .
    B . . . . . . .
    B W W B . . . .
    B . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """
)
BEFORE_FIGURE_5 = changed(FIGURE_5, a2=EMPTY)
"""Figure 5 has the disc already placed on a2 and nothing flipped yet."""


@pytest.mark.rule("direct-line", "own-disc")
def test_black_a2_turns_figure_5_into_figure_6() -> None:
    """World Othello Federation rules (wof), rule 5, figures 5 and 6."""
    assert FIGURE_6 == placed(BEFORE_FIGURE_5, BLACK, square("a2"))


@pytest.mark.rule("direct-line")
def test_black_a2_flips_a3_and_a4_but_starts_no_chain_along_row_4() -> None:
    """World Othello Federation rules (wof), rule 5, figures 5 and 6: b4 and c4 stay white."""
    assert squares("a3 a4") == flips(BEFORE_FIGURE_5, BLACK, square("a2"))


# -- Game Play: the e3 example ---------------------------------------------------------------------

# The text names every disc that matters, so the board holds these and no others.
BEFORE_E3 = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . B . . .
    . . . . B . . .
    . . . . B . . .
    . . . . W . . .
    . . . . . . . .
    """
)
AFTER_E3 = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . . W . . .
    . . . . W . . .
    . . . . W . . .
    . . . . W . . .
    . . . . W . . .
    . . . . . . . .
    """
)


@pytest.mark.rule("outflank", "any-length", "capture-all")
def test_white_e3_flips_the_three_black_discs_up_to_e7() -> None:
    """Game Play (gameplay), Valid Moves, example."""
    assert AFTER_E3 == placed(BEFORE_E3, WHITE, square("e3"))


# -- Twente: figure 1 ------------------------------------------------------------------------------

# The picture is missing. The text: black plays e6; white d5 is captured, white e5 is not; were e4
# white, then e3, e4 and e5 would be captured as well. What follows from it and the rules:
# - d5 lies north-west of e6, so that row is closed by a black disc, the nearest place being c4;
# - e3 and e5 are white already, and e2 or e1 closes the column with a black disc, e2 being nearest;
# - e4 is empty, for a white disc is only supposed there, and a black one would capture e5.
# This is the smallest such position. Text and rules agree on what e6 captures. But e4 is a centre
# square: occupied from the start, it is never empty in a game, so no game reaches this position.
# Nothing is told of the second pair of pictures, (c) and (d).
BEFORE_E6 = read_board(
    """
    . . . . . . . .
    . . . . B . . .
    . . . . W . . .
    . . B . . . . .
    . . . W W . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """
)


@pytest.mark.rule("no-gaps", "directions")
def test_black_e6_captures_d5_and_not_e5() -> None:
    """Twente rules (twente), Rules, paragraph 2, figure 1."""
    assert squares("d5") == flips(BEFORE_E6, BLACK, square("e6"))


@pytest.mark.rule("capture-all", "any-length", "no-gaps")
def test_with_a_white_disc_on_e4_black_e6_would_capture_e3_e4_and_e5_too() -> None:
    """Twente rules (twente), Rules, paragraph 2, figure 1, the supposition."""
    board = changed(BEFORE_E6, e4=WHITE)
    assert squares("d5 e3 e4 e5") == flips(board, BLACK, square("e6"))


@pytest.mark.rule("no-gaps")
def test_a_black_disc_on_e4_would_let_e6_capture_e5() -> None:
    """Twente rules (twente), Rules, paragraph 2, figure 1: hence e4 is empty in the picture."""
    board = changed(BEFORE_E6, e4=BLACK)
    assert squares("d5 e5") == flips(board, BLACK, square("e6"))


# -- Reversi: the two examples ---------------------------------------------------------------------

# Example 1: the picture is missing. The text: a black disc flips four white discs in three
# directions. Four discs in three rows are rows of two, one and one, each closed by a black disc:
# seven discs at least. The text tells neither the square nor the directions, hence every choice of
# three directions is tried, from d4, where a row of two has room to be closed in any of them. Text
# and rules agree.
REVERSI_1 = [
    pytest.param(long, others, id="-".join(d.name.lower() for d in (long, *others)))
    for long in Direction
    for others in combinations([d for d in Direction if d != long], 2)
]


def star(centre: Square, rows: dict[Direction, int]) -> Board:
    """Rows of white discs around the centre, each closed by a black one, on an empty board."""
    board: dict[Square, Cell] = dict.fromkeys(SQUARES, EMPTY)
    for direction, length in rows.items():
        for k in range(1, length + 2):
            here = Square(centre.row + k * direction.drow, centre.col + k * direction.dcol)
            board[here] = WHITE if k <= length else BLACK
    return board


@pytest.mark.rule("directions", "capture-all", "any-length")
@pytest.mark.parametrize(("long", "others"), REVERSI_1)
def test_one_black_disc_flips_four_white_discs_in_three_directions(
    long: Direction, others: tuple[Direction, Direction]
) -> None:
    """Reversi overview (reversi), Play, example 1."""
    board = star(square("d4"), {long: 2, others[0]: 1, others[1]: 1})
    after = placed(board, BLACK, square("d4"))
    assert (4, 0) == (len(flips(board, BLACK, square("d4"))), len(holding(after, WHITE)))


# Example 2: the picture is missing. The text: a black disc flips one white disc, to its upper
# right; another white disc above it is not flipped, because of an empty square between the two.
# For the gap to be the reason there must be a black disc beyond that second white disc, which
# otherwise would be safe anyhow. The text names no square; here black plays c6, so that no centre
# square need be empty. Text and rules agree.
REVERSI_2 = read_board(
    """
    . . . . . . . .
    . . . . . . . .
    . . B . . . . .
    . . W . B . . .
    . . . W . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """
)


@pytest.mark.rule("no-gaps", "any-length")
def test_one_white_disc_to_the_upper_right_flips_and_the_one_beyond_a_gap_does_not() -> None:
    """Reversi overview (reversi), Play, example 2."""
    assert squares("d5") == flips(REVERSI_2, BLACK, square("c6"))


@pytest.mark.rule("no-gaps")
def test_the_gap_is_why_it_does_not_flip() -> None:
    """Reversi overview (reversi), Play, example 2, the reason that the text gives."""
    board = changed(REVERSI_2, c5=WHITE)
    assert squares("d5 c5 c4") == flips(board, BLACK, square("c6"))


# -- All the moves in the figures ------------------------------------------------------------------


@pytest.mark.rule("must-capture", "place-on-empty", "outflank")
@pytest.mark.parametrize(
    ("board", "player", "name"),
    [
        pytest.param(ROW_BEFORE, WHITE, "e4", id="wof-example"),
        pytest.param(BEFORE_FIGURE_2, WHITE, "c7", id="wof-figure-2"),
        pytest.param(BEFORE_FIGURE_4, BLACK, "a7", id="wof-figure-4"),
        pytest.param(BEFORE_FIGURE_5, BLACK, "a2", id="wof-figure-5"),
        pytest.param(BEFORE_E3, WHITE, "e3", id="gameplay-example"),
        pytest.param(BEFORE_E6, BLACK, "e6", id="twente-figure-1"),
        pytest.param(REVERSI_2, BLACK, "c6", id="reversi-example-2"),
    ],
)
def test_a_move_in_a_figure_may_be_made_once(board: Board, player: Player, name: str) -> None:
    """Every figure with a move: it captures, and afterwards the square is taken."""
    after = placed(board, player, square(name))
    once, again = captures(board, player, square(name)), captures(after, player, square(name))
    assert (True, False) == (once, again)


# -- Three ways a game ends, and one it does not ---------------------------------------------------

# No source shows a position in which a game ends, so these games are ours, found by playing at
# random. The second takes 9 moves; no game is shorter. In the third, of 12 moves, Black is left
# with one disc, on e8. The fourth goes on: after 8 moves, the fewest possible, Black cannot move,
# but White can.
FULL_BOARD = (
    "f5 d6 c6 f6 e6 b6 e7 f8 b7 f4 a6 a8 c8 f7 f3 g2 b8 d8 h1 b5 "
    "e8 d7 c7 d3 c5 f2 e2 b4 g4 h4 h5 h6 a4 f1 a5 h3 a7 c4 g5 a3 "
    "e3 g3 c3 g6 g8 h8 g7 c2 e1 d1 b2 b3 d2 h7 a2 b1 a1 c1 h2 g1"
)
WIPED_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
STUCK = "f5 f6 c4 f4 e6 b4 g6 f7 e8 g8 g5 h5"
FORFEITED = "e6 f6 g6 g7 d3 h6 h8 f8"


def tally(game: Game) -> tuple[int, int, int]:
    """How many squares are black, white and empty."""
    return count(game, BLACK), count(game, WHITE), len(holding(game.board, EMPTY))


@pytest.mark.rule("full-board-ends", "game-over", "majority", "count")
def test_a_game_ends_when_the_board_is_full() -> None:
    """Reversi overview (reversi), Play, first of the situations in which the game ends."""
    game = played(FULL_BOARD)
    assert ((19, 45, 0), True, WHITE) == (tally(game), game_over(game), winner(game))


@pytest.mark.rule("wipe-out-ends", "early-end", "game-over", "majority", "count")
def test_a_game_ends_when_a_player_has_no_disc_left() -> None:
    """Reversi overview (reversi), Play, second of the situations in which the game ends."""
    game = played(WIPED_OUT)
    assert ((13, 0, 51), True, BLACK) == (tally(game), game_over(game), winner(game))


@pytest.mark.rule("early-end", "game-over", "majority", "count")
def test_a_game_ends_when_neither_can_move_though_both_have_discs_and_squares_are_empty() -> None:
    """Reversi overview (reversi), Play, third of the situations; notes to rule 8 (slides, wof)."""
    game = played(STUCK)
    assert ((1, 15, 48), True, WHITE) == (tally(game), game_over(game), winner(game))


@pytest.mark.rule("game-over")
@pytest.mark.parametrize("moves", [FULL_BOARD, WIPED_OUT, STUCK])
def test_a_game_is_not_over_before_its_last_move(moves: str) -> None:
    """Slides (slides), rule 8; wof rule 8; gameplay, End of the Game."""
    assert not game_over(played(moves[:-2]))


@pytest.mark.rule("forfeit", "game-over", "no-voluntary-forfeit")
def test_a_game_goes_on_when_only_one_player_cannot_move() -> None:
    """Slides (slides), rules 2 and 8; wof rules 2 and 8; gameplay, introduction, paragraph 4."""
    game = played(FORFEITED)
    movers = {p for p in (BLACK, WHITE) for s in SQUARES if captures(game.board, p, s)}
    assert ({WHITE}, WHITE, False) == (movers, turn(game), game_over(game))


@pytest.mark.rule("game-over", "early-end")
@pytest.mark.parametrize("moves", [FULL_BOARD, WIPED_OUT, STUCK])
@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_no_move_is_valid_once_a_game_is_over(moves: str, player: Player) -> None:
    """Slides (slides), rule 8; wof rule 8; gameplay, End of the Game."""
    game = played(moves)
    assert set() == {s for s in SQUARES if is_valid_move(game, s.row, s.col, player)}


@pytest.mark.rule("draw", "who-is-winning")
def test_equal_numbers_of_discs_are_a_draw() -> None:
    """Twente rules (twente), Othello and Rules; reversi, Objective; gameplay, End of the Game."""
    assert DRAW == winner(init())
