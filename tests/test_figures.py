"""The figures and examples of the sources, as tests.

The positions, and the statements of the sources about them, are in :mod:`othello_suite.figures`.
Most tests ask :mod:`othello_spec.lines`, which knows only boards; the last section plays games.
"""

from __future__ import annotations

import pytest

from othello_spec.board import (
    BLACK,
    DRAW,
    EMPTY,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Player,
    Square,
    Winner,
)
from othello_spec.lines import captures, flips, placed
from othello_spec.othello import Game, count, game_over, init, is_valid_move, move, turn, winner
from othello_spec.records.squares import square
from othello_suite.figures import (
    ENDINGS,
    FIGURE_1,
    FIGURES,
    STARS,
    SUPPOSED,
    SourceEnding,
    SourceFigure,
    squares,
    with_discs,
)


def holding(board: Board, content: Cell) -> set[Square]:
    """The squares of the board that hold the content."""
    return {s for s in SQUARES if board[s] == content}


def game_after(moves: str) -> Game:
    """The game after the moves, from the start; a move that is not valid raises an exception."""
    game = init()
    for name in moves.split():
        game = move(game, *square(name))
    return game


# -- The start -------------------------------------------------------------------------------------


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


@pytest.mark.rule("outflank", "any-length", "capture-all")
def test_disc_b_and_disc_a_outflank_the_three_discs_between_them() -> None:
    """World Othello Federation rules (wof), A minute to learn, example with discs A and B."""
    assert FIGURES["wof-example"].after_shown == placed(*FIGURES["wof-example"].arguments)


@pytest.mark.rule("directions", "any-length", "capture-all", "own-disc")
def test_white_c7_turns_figure_2_into_figure_3() -> None:
    """World Othello Federation rules (wof), figures 2 and 3."""
    assert FIGURES["wof-figure-2"].after_shown == placed(*FIGURES["wof-figure-2"].arguments)


@pytest.mark.rule("directions", "any-length", "capture-all")
def test_white_c7_captures_a_row_of_each_kind_at_once() -> None:
    """World Othello Federation rules (wof), figures 2 and 3: vertical, diagonal and horizontal."""
    vertical, diagonal, horizontal = squares("c6 c5 c4"), squares("d6 e5 f4"), squares("d7")
    expected = vertical | diagonal | horizontal
    assert expected == flips(*FIGURES["wof-figure-2"].arguments)


@pytest.mark.rule("no-skipping", "outflank")
def test_black_a7_flips_only_b7() -> None:
    """World Othello Federation rules (wof), rule 4, figure 4."""
    assert squares("b7") == flips(*FIGURES["wof-figure-4"].arguments)


@pytest.mark.rule("no-skipping", "discs-stay")
def test_what_lies_beyond_the_black_disc_on_c7_stays_as_it_is() -> None:
    """World Othello Federation rules (wof), rule 4, figure 4."""
    figure = FIGURES["wof-figure-4"]
    assert with_discs(figure.before, a7=BLACK, b7=BLACK) == placed(*figure.arguments)


@pytest.mark.rule("direct-line", "own-disc")
def test_black_a2_turns_figure_5_into_figure_6() -> None:
    """World Othello Federation rules (wof), rule 5, figures 5 and 6."""
    assert FIGURES["wof-figure-5"].after_shown == placed(*FIGURES["wof-figure-5"].arguments)


@pytest.mark.rule("direct-line")
def test_black_a2_flips_a3_and_a4_but_starts_no_chain_along_row_4() -> None:
    """World Othello Federation rules (wof), rule 5, figures 5 and 6: b4 and c4 stay white."""
    assert squares("a3 a4") == flips(*FIGURES["wof-figure-5"].arguments)


# -- Game Play: the e3 example ---------------------------------------------------------------------


@pytest.mark.rule("outflank", "any-length", "capture-all")
def test_white_e3_flips_the_three_black_discs_up_to_e7() -> None:
    """Game Play (gameplay), Valid Moves, example."""
    assert FIGURES["gameplay-example"].after_shown == placed(*FIGURES["gameplay-example"].arguments)


# -- Twente: figure 1 ------------------------------------------------------------------------------


@pytest.mark.rule("no-gaps", "directions")
def test_black_e6_captures_d5_and_not_e5() -> None:
    """Twente rules (twente), Rules, paragraph 2, figure 1."""
    assert squares("d5") == flips(*FIGURES["twente-figure-1"].arguments)


@pytest.mark.rule("capture-all", "any-length", "no-gaps")
def test_with_a_white_disc_on_e4_black_e6_would_capture_e3_e4_and_e5_too() -> None:
    """Twente rules (twente), Rules, paragraph 2, figure 1, the supposition."""
    figure = SUPPOSED["twente-figure-1-white-e4"]
    assert squares("d5 e3 e4 e5") == flips(*figure.arguments)


@pytest.mark.rule("no-gaps")
def test_a_black_disc_on_e4_would_let_e6_capture_e5() -> None:
    """Twente rules (twente), Rules, paragraph 2, figure 1: hence e4 is empty in the picture."""
    figure = SUPPOSED["twente-figure-1-black-e4"]
    assert squares("d5 e5") == flips(*figure.arguments)


# -- Reversi: the two examples ---------------------------------------------------------------------


@pytest.mark.rule("directions", "capture-all", "any-length")
@pytest.mark.parametrize("name", STARS)
def test_one_black_disc_flips_four_white_discs_in_three_directions(name: str) -> None:
    """Reversi overview (reversi), Play, example 1."""
    figure = STARS[name]
    after = placed(*figure.arguments)
    assert (4, set()) == (len(flips(*figure.arguments)), holding(after, WHITE))
    assert figure.after == after


@pytest.mark.rule("no-gaps", "any-length")
def test_one_white_disc_to_the_upper_right_flips_and_the_one_beyond_a_gap_does_not() -> None:
    """Reversi overview (reversi), Play, example 2."""
    assert squares("d5") == flips(*FIGURES["reversi-example-2"].arguments)


@pytest.mark.rule("no-gaps")
def test_the_gap_is_why_it_does_not_flip() -> None:
    """Reversi overview (reversi), Play, example 2, the reason that the text gives."""
    figure = SUPPOSED["reversi-example-2-without-a-gap"]
    assert squares("d5 c5 c4") == flips(*figure.arguments)


# -- All the moves in the figures ------------------------------------------------------------------


@pytest.mark.rule("must-capture", "place-on-empty", "outflank")
@pytest.mark.parametrize("figure", [pytest.param(f, id=name) for name, f in FIGURES.items()])
def test_a_move_in_a_figure_may_be_made_once(figure: SourceFigure) -> None:
    """Every figure with a move: it captures, and afterwards the square is taken."""
    board, player, place = figure.arguments
    once, again = captures(*figure.arguments), captures(placed(board, player, place), player, place)
    assert (True, False) == (once, again)


@pytest.mark.parametrize("name", [*FIGURES, *SUPPOSED])
def test_a_figure_flips_what_is_said_of_it(name: str) -> None:
    """The data of each figure, for all that use it."""
    figure = {**FIGURES, **SUPPOSED}[name]
    actual = flips(*figure.arguments), placed(*figure.arguments)
    assert (figure.flipped, figure.after) == actual


# -- Three ways a game ends, and one it does not ---------------------------------------------------


def outcome(ending: SourceEnding) -> tuple[tuple[int, int, int], bool, Winner]:
    """Return the outcome of a game: black, white and empty squares, whether it is over, winner."""
    return (ending.black, ending.white, ending.empty), ending.over, ending.winner


def tally(game: Game) -> tuple[int, int, int]:
    """How many squares are black, white and empty."""
    return count(game, BLACK), count(game, WHITE), len(holding(game.board, EMPTY))


FULL_BOARD, WIPED_OUT, STUCK, FORFEITED = (
    ENDINGS[name] for name in ("full-board", "wiped-out", "stuck", "forfeited")
)


@pytest.mark.rule("full-board-ends", "game-over", "majority", "count")
def test_a_game_ends_when_the_board_is_full() -> None:
    """Reversi overview (reversi), Play, first of the situations in which the game ends."""
    game = game_after(FULL_BOARD.moves)
    assert outcome(FULL_BOARD) == (tally(game), game_over(game), winner(game))


@pytest.mark.rule("wipe-out-ends", "early-end", "game-over", "majority", "count")
def test_a_game_ends_when_a_player_has_no_disc_left() -> None:
    """Reversi overview (reversi), Play, second of the situations in which the game ends."""
    game = game_after(WIPED_OUT.moves)
    assert outcome(WIPED_OUT) == (tally(game), game_over(game), winner(game))


@pytest.mark.rule("early-end", "game-over", "majority", "count")
def test_a_game_ends_when_neither_can_move_though_both_have_discs_and_squares_are_empty() -> None:
    """Reversi overview (reversi), Play, third of the situations; notes to rule 8 (slides, wof)."""
    game = game_after(STUCK.moves)
    assert outcome(STUCK) == (tally(game), game_over(game), winner(game))


@pytest.mark.rule("game-over")
@pytest.mark.parametrize("moves", [FULL_BOARD.moves, WIPED_OUT.moves, STUCK.moves])
def test_a_game_is_not_over_before_its_last_move(moves: str) -> None:
    """Slides (slides), rule 8; wof rule 8; gameplay, End of the Game."""
    assert not game_over(game_after(moves[:-2]))


@pytest.mark.rule("forfeit", "game-over", "no-voluntary-forfeit")
def test_a_game_goes_on_when_only_one_player_cannot_move() -> None:
    """Slides (slides), rules 2 and 8; wof rules 2 and 8; gameplay, introduction, paragraph 4."""
    game = game_after(FORFEITED.moves)
    movers = {p for p in (BLACK, WHITE) for s in SQUARES if captures(game.board, p, s)}
    assert ({WHITE}, WHITE, False) == (movers, turn(game), game_over(game))


@pytest.mark.rule("game-over", "early-end")
@pytest.mark.parametrize("moves", [FULL_BOARD.moves, WIPED_OUT.moves, STUCK.moves])
@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_no_move_is_valid_once_a_game_is_over(moves: str, player: Player) -> None:
    """Slides (slides), rule 8; wof rule 8; gameplay, End of the Game."""
    game = game_after(moves)
    assert set() == {s for s in SQUARES if is_valid_move(game, s.row, s.col, player)}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_game_ends_as_is_said_of_it(name: str) -> None:
    """The data of each game, for all that use it."""
    game = game_after(ENDINGS[name].moves)
    assert outcome(ENDINGS[name]) == (tally(game), game_over(game), winner(game))


@pytest.mark.rule("draw", "who-is-winning")
def test_equal_numbers_of_discs_are_a_draw() -> None:
    """Twente rules (twente), Othello and Rules; reversi, Objective; gameplay, End of the Game."""
    assert DRAW == winner(init())
