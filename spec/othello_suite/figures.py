"""Figures: the figures and row examples of the sources, as data.

The documents and the rule ids are in :mod:`othello_spec.rules`. A figure shows a position and a
move made in it. In most of them centre squares are empty, which no game ever reaches: they are
figures of what a disc captures on a board, and say nothing about whose turn it is. Whole games are at
the end.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from othello_spec.board import (
    BLACK,
    EMPTY,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Direction,
    Player,
    Square,
    Winner,
)
from othello_spec.records.diagrams import read_board
from othello_spec.records.squares import square


class SourceFigure(NamedTuple):
    """A position, a move made in it, and what the source says that it does."""

    source: str
    """The document and the place in it."""

    before: Board
    """The position before the move; where a source shows the disc already placed, without it."""

    player: Player
    square: Square
    flipped: frozenset[Square]
    """The discs that flip, and no others."""

    @property
    def arguments(self) -> tuple[Board, Player, Square]:
        """The position, the player and the square, as the functions of lines take them."""
        return self.before, self.player, self.square

    @property
    def after(self) -> Board:
        """The position after the move: all else stays as it is."""
        return {**self.before, **dict.fromkeys((self.square, *self.flipped), self.player)}


class SourceEnding(NamedTuple):
    """A game, and what is so after its last move."""

    source: str
    """The document and the place in it that speak of such games."""

    moves: str
    """As a transcript."""

    black: int
    """How many squares are black."""

    white: int
    empty: int
    over: bool
    winner: Winner
    """Who has more discs, or that neither has."""


def squares(names: str) -> frozenset[Square]:
    """The squares of names that spaces separate."""
    return frozenset(map(square, names.split()))


def changed(board: Board, **discs: Cell) -> Board:
    """The board with other contents on the squares named by the keywords."""
    return {**board, **{square(name): disc for name, disc in discs.items()}}


# -- The start: World Othello Federation rules (wof), A minute to learn, figure 1 ------------------

FIGURE_1: Final = read_board(
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

# -- World Othello Federation rules: the example row and figures 2 to 6 ----------------------------

# The example shows five squares of some row of the board, without names; here they are a4 to e4.
ROW_BEFORE: Final = read_board(
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
ROW_AFTER: Final = read_board(
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
FIGURE_2: Final = read_board(
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
"""The disc is already placed on c7, and nothing flipped yet."""

FIGURE_3: Final = read_board(
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
FIGURE_4: Final = read_board(
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
"""The disc is already placed on a7, and nothing flipped yet."""

FIGURE_5: Final = read_board(
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
"""The disc is already placed on a2, and nothing flipped yet."""

FIGURE_6: Final = read_board(
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

# -- Game Play: the e3 example ---------------------------------------------------------------------

# The text names every disc that matters, so the board holds these and no others.
BEFORE_E3: Final = read_board(
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
AFTER_E3: Final = read_board(
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

# -- Twente: figure 1 ------------------------------------------------------------------------------

# The picture is missing. The text: black plays e6; white d5 is captured, white e5 is not; were e4
# white, then e3, e4 and e5 would be captured as well. What follows from it and the rules:
# - d5 lies north-west of e6, so that row is closed by a black disc, the nearest place being c4;
# - e3 and e5 are white already, and e2 or e1 closes the column with a black disc, e2 being nearest;
# - e4 is empty, for a white disc is only supposed there, and a black one would capture e5.
# This is the smallest such position. Text and rules agree on what e6 captures. But e4 is a centre
# square: occupied from the start, it is never empty in a game, so no game reaches this position.
# Nothing is told of the second pair of pictures, (c) and (d).
BEFORE_E6: Final = read_board(
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

# -- Reversi: the two examples ---------------------------------------------------------------------

# Example 2: the picture is missing. The text: a black disc flips one white disc, to its upper
# right; another white disc above it is not flipped, because of an empty square between the two.
# For the gap to be the reason there must be a black disc beyond that second white disc, which
# otherwise would be safe anyhow. The text names no square; here black plays c6, so that no centre
# square need be empty. Text and rules agree.
REVERSI_2: Final = read_board(
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

# Example 1: the picture is missing. The text: a black disc flips four white discs in three
# directions. Four discs in three rows are rows of two, one and one, each closed by a black disc:
# seven discs at least. The text tells neither the square nor the directions, hence every choice of
# three directions is tried, from d4, where a row of two has room to be closed in any of them. Text
# and rules agree.
REVERSI_1: Final = {
    "-".join(d.name.lower() for d in (long, *others)): {long: 2, others[0]: 1, others[1]: 1}
    for long in Direction
    for others in combinations([d for d in Direction if d != long], 2)
}
"""How many white discs lie in which directions, by a name for the choice."""


def star(centre: Square, rows: dict[Direction, int]) -> Board:
    """Rows of white discs around the centre, each closed by a black one, on an empty board."""
    board: dict[Square, Cell] = dict.fromkeys(SQUARES, EMPTY)
    for direction, length in rows.items():
        for k in range(1, length + 2):
            here = Square(centre.row + k * direction.drow, centre.col + k * direction.dcol)
            board[here] = WHITE if k <= length else BLACK
    return board


# -- All the moves in the figures ------------------------------------------------------------------


def _figure(source: str, before: Board, player: Player, name: str, flipped: str) -> SourceFigure:
    return SourceFigure(source, before, player, square(name), squares(flipped))


FIGURES: Final = {
    "wof-example": _figure(
        "World Othello Federation rules (wof), A minute to learn, example with discs A and B",
        *(ROW_BEFORE, WHITE, "e4", "b4 c4 d4"),
    ),
    "wof-figure-2": _figure(
        "World Othello Federation rules (wof), figures 2 and 3",
        *(changed(FIGURE_2, c7=EMPTY), WHITE, "c7", "c6 c5 c4 d6 e5 f4 d7"),
    ),
    "wof-figure-4": _figure(
        "World Othello Federation rules (wof), rule 4, figure 4",
        *(changed(FIGURE_4, a7=EMPTY), BLACK, "a7", "b7"),
    ),
    "wof-figure-5": _figure(
        "World Othello Federation rules (wof), rule 5, figures 5 and 6",
        *(changed(FIGURE_5, a2=EMPTY), BLACK, "a2", "a3 a4"),
    ),
    "gameplay-example": _figure(
        "Game Play (gameplay), Valid Moves, example",
        *(BEFORE_E3, WHITE, "e3", "e4 e5 e6"),
    ),
    "twente-figure-1": _figure(
        "Twente rules (twente), Rules, paragraph 2, figure 1",
        *(BEFORE_E6, BLACK, "e6", "d5"),
    ),
    "reversi-example-2": _figure(
        "Reversi overview (reversi), Play, example 2",
        *(REVERSI_2, BLACK, "c6", "d5"),
    ),
}
"""The figures that show a move."""

SUPPOSED: Final = {
    "twente-figure-1-white-e4": _figure(
        "Twente rules (twente), Rules, paragraph 2, figure 1, the supposition",
        *(changed(BEFORE_E6, e4=WHITE), BLACK, "e6", "d5 e3 e4 e5"),
    ),
    "twente-figure-1-black-e4": _figure(
        "Twente rules (twente), Rules, paragraph 2, figure 1: hence e4 is empty in the picture",
        *(changed(BEFORE_E6, e4=BLACK), BLACK, "e6", "d5 e5"),
    ),
    "reversi-example-2-without-a-gap": _figure(
        "Reversi overview (reversi), Play, example 2, the reason that the text gives",
        *(changed(REVERSI_2, c5=WHITE), BLACK, "c6", "d5 c5 c4"),
    ),
}
"""What the texts say would be so in positions that differ from those of the figures."""

STARS: Final = {
    f"reversi-example-1-{name}": SourceFigure(
        "Reversi overview (reversi), Play, example 1",
        *(board := star(square("d4"), rows), BLACK, square("d4")),
        frozenset(s for s in SQUARES if board[s] == WHITE),
    )
    for name, rows in REVERSI_1.items()
}
"""One black disc that flips four white discs in three directions, whichever these are."""

# -- Three ways a game ends, and one it does not ---------------------------------------------------

# No source shows a position in which a game ends, so these games are ours, found by playing at
# random. The second takes 9 moves; no game is shorter. In the third, of 12 moves, Black is left
# with one disc, on e8. The fourth goes on: after 8 moves, the fewest possible, Black cannot move,
# but White can.
FULL_BOARD: Final = SourceEnding(
    "Reversi overview (reversi), Play, first of the situations in which the game ends",
    (
        "f5 d6 c6 f6 e6 b6 e7 f8 b7 f4 a6 a8 c8 f7 f3 g2 b8 d8 h1 b5 "
        "e8 d7 c7 d3 c5 f2 e2 b4 g4 h4 h5 h6 a4 f1 a5 h3 a7 c4 g5 a3 "
        "e3 g3 c3 g6 g8 h8 g7 c2 e1 d1 b2 b3 d2 h7 a2 b1 a1 c1 h2 g1"
    ),
    *(19, 45, 0, True, WHITE),
)
WIPED_OUT: Final = SourceEnding(
    "Reversi overview (reversi), Play, second of the situations in which the game ends",
    "e6 f4 e3 f6 g5 d6 e7 f5 c5",
    *(13, 0, 51, True, BLACK),
)
STUCK: Final = SourceEnding(
    "Reversi overview (reversi), Play, third of the situations; notes to rule 8 (slides, wof)",
    "f5 f6 c4 f4 e6 b4 g6 f7 e8 g8 g5 h5",
    *(1, 15, 48, True, WHITE),
)
FORFEITED: Final = SourceEnding(
    "Slides (slides), rules 2 and 8; wof rules 2 and 8; gameplay, introduction, paragraph 4",
    "e6 f6 g6 g7 d3 h6 h8 f8",
    *(8, 4, 52, False, BLACK),
)

ENDINGS: Final = {
    "full-board": FULL_BOARD,
    "wiped-out": WIPED_OUT,
    "stuck": STUCK,
    "forfeited": FORFEITED,
}
"""The games, by what they show."""
