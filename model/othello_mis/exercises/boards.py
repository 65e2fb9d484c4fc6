"""Boards: the calls on which a learner's text about Othello is compared with the reference.

Most boards hold one line: discs of the opponent from a square on, and a disc of the player's at
the end, or all but that. So few discs show what is wrong. Others come from games, and some are
full or have as many discs of either colour.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from modlab.exercise.trial_calls import Arguments, TrialCalls, size_of
from modspec import Map, Module
from modspec.syntax.module import Function
from othello_spec.board import (
    BLACK,
    CENTRE,
    EMPTY,
    PLAYERS,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Direction,
    Player,
    Square,
)
from othello_spec.lines import along, can_move, captures, opponent, placed
from othello_spec.othello import Game, init
from othello_suite.pictures import diagram
from othello_suite.presentation import PRESENTATION

if TYPE_CHECKING:  # z3 comes with an extra
    from modspec.prove.scope import Scope

ORDERED: Final = tuple(sorted(SQUARES))

LINES: Final = 420
"""Boards with a line, or with two."""

GAMES: Final = 4
"""Random games from which positions are taken."""

PLAIN_CALLS: Final = 700
"""Calls that are tried at most."""


@dataclass(frozen=True)
class Situation:
    """A board, with a player and a place to look at."""

    board: Board
    player: Player
    square: Square
    direction: Direction
    k: int


@dataclass(frozen=True)
class OthelloCalls(TrialCalls):
    """The calls to try of functions about boards, players, squares and directions."""

    is_provable: bool = True
    """Whether a proof for all boards takes no longer than a learner waits."""

    def calls(self, module: Module, function: Function) -> list[Arguments]:
        """Return calls of a function, those with the fewest discs first.

        A function is tried on any board; so nothing that games reach is needed.
        """
        found: dict[Arguments, None] = {}
        for number, situation in enumerate(situations()):
            values = _values(situation, number)
            arguments = [values[parameter.name] for parameter in function.parameters]
            found[(*([values["game"]] if function.state else []), *arguments)] = None
        return sorted(found, key=size_of)[:PLAIN_CALLS]

    def scope(self) -> Scope | None:
        """Return all boards: squares, players and directions are tried one by one."""
        if not self.is_provable:
            return None
        from modspec.prove.scope import Scope

        beyond = range(-1, SIZE + 1)
        return Scope(
            each={
                "Square": ORDERED,
                "Player": sorted(PLAYERS),
                "Direction": tuple(Direction),
                "row": beyond,
                "col": beyond,
                "k": range(1, SIZE),
                "steps": range(-1, SIZE + 1),
            },
            keys={"Board": SQUARES},
        )

    def draw(self, arguments: Arguments) -> list[str]:
        """Return the board of a call, with its square marked."""
        boards = [a.board if isinstance(a, Game) else a for a in arguments]
        marked = [a for a in arguments if isinstance(a, Square) and a in SQUARES]
        for board in boards:
            if isinstance(board, Mapping):
                turns = [a.turn for a in arguments if isinstance(a, Game)]
                whose = [f"turn = {PRESENTATION.value(turn)}" for turn in turns]
                return [*diagram(board, marked), *whose]
        return []

    def text(self, value: Any) -> str:
        """Return a value as Othello players write it: squares are d3."""
        if isinstance(value, frozenset):
            return f"{{{', '.join(sorted(map(self.text, value)))}}}"
        is_on_board = isinstance(value, Square) and value in SQUARES
        if is_on_board or isinstance(value, Cell | Direction):
            return PRESENTATION.value(value)
        return super().text(value)


OTHELLO: Final = OthelloCalls()
TRIED_ONLY: Final = OthelloCalls(is_provable=False)


def _values(situation: Situation, number: int) -> dict[str, Any]:
    """Return a value for each parameter that functions about boards have."""
    square = situation.square
    far = (-1, SIZE, 0, SIZE - 1)[number % 4]
    is_beyond = number % 11 == 0  # a call off the board, now and then
    turn = situation.player if number % 3 else opponent(situation.player)
    return {
        "board": situation.board,
        "player": situation.player,
        "square": square,
        "direction": situation.direction,
        "k": situation.k,
        "steps": situation.k,
        "row": far if is_beyond and number % 3 != 1 else square.row,
        "col": far if is_beyond and number % 3 != 0 else square.col,
        "game": Game(board=situation.board, turn=turn),
    }


@cache
def situations() -> tuple[Situation, ...]:
    """Return what is tried, the same at every run."""
    chance = random.Random(8)
    return (*_lines(chance), *_positions(chance), *_full_boards(chance), *_blocked_boards())


def _lines(chance: random.Random) -> Iterator[Situation]:
    """Yield boards with a line from a square on, whole or with one disc that is different."""
    for number in range(LINES):
        cells = dict.fromkeys(ORDERED, EMPTY)
        player: Player = BLACK if chance.random() < 0.5 else WHITE
        square, direction = chance.choice(ORDERED), tuple(Direction)[number % 8]
        length = 1 + chance.randrange(SIZE - 1) * (number % 5 > 0) + (number % 5 == 0)
        for which in range(1 + (number % 6 == 0)):
            way = direction if which == 0 else chance.choice(tuple(Direction))
            reach = length if which == 0 else chance.randint(1, 3)
            for step in range(1, reach + 1):
                at = along(square, way, step)
                if at in SQUARES:
                    cells[at] = player if step == reach else opponent(player)
        odd = along(square, direction, chance.randint(0, length))
        if number % 2 and odd in SQUARES:
            cells[odd] = chance.choice((EMPTY, BLACK, WHITE))
        yield Situation(Map(cells), player, square, direction, length)


def _positions(chance: random.Random) -> Iterator[Situation]:
    """Yield positions of random games, from the first to the last."""
    for _ in range(GAMES):
        board: Board = Map(init().board)
        player: Player = BLACK
        while moves := [s for s in ORDERED if captures(board, player, s)]:
            for square in (chance.choice(moves), chance.choice(ORDERED)):
                way, k = chance.choice(tuple(Direction)), chance.randint(1, 4)
                yield Situation(board, player, square, way, k)
            board = Map(placed(board, player, chance.choice(moves)))
            other = opponent(player)
            player = other if can_move(board, other) else player
        yield Situation(board, player, chance.choice(ORDERED), Direction.EAST, 2)


def _blocked_boards() -> Iterator[Situation]:
    """Yield a board on which one player can move and the other cannot: it has to be thought of.

    The line from a corner can be outflanked only by the player who has the corner.
    """
    corner, *line = [Square(k, k) for k in range(SIZE // 2 + 1)]
    for player in (BLACK, WHITE):
        cells = dict.fromkeys(ORDERED, EMPTY)
        cells |= dict.fromkeys([*line, *CENTRE], opponent(player))
        cells[corner] = player
        for turn in (player, opponent(player)):
            yield Situation(Map(cells), turn, corner, Direction.EAST, 1)


def _full_boards(chance: random.Random) -> Iterator[Situation]:
    """Yield boards that are empty, full or nearly so, with as many discs of either colour."""
    yield Situation(Map(dict.fromkeys(ORDERED, EMPTY)), BLACK, ORDERED[0], Direction.EAST, 2)
    for holes in (0, 0, 1, 2, 3):
        discs = [BLACK, WHITE] * (len(ORDERED) // 2)
        chance.shuffle(discs)
        cells: dict[Square, Cell] = dict(zip(ORDERED, discs, strict=True))
        for square in chance.sample(ORDERED, holes):
            cells[square] = EMPTY
        for player in (BLACK, WHITE):
            yield Situation(Map(cells), player, chance.choice(ORDERED), Direction.WEST, 3)
