"""Positions of Othello to try claims on, the same for the same seed.

A board chosen cell by cell hardly ever has a move that captures much, one player wiped out, or an
end. So the contents are drawn from palettes of different densities, and rows that can be captured
are laid on top. Positions of games are those of the recorded scenarios and of some games at random.

Claims may also be about a supply, corners, clocks or a match around a game. Values chosen freely
hardly ever fit together, and a theorem that assumes that they fit would never be tried. So half of
these values are as they may be in a match, and half are anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from modspec import Map
from modspec.run.machine import Machine
from modspec.syntax.module import Function
from othello_spec import module
from othello_spec.board import (
    BLACK,
    CENTRE,
    CORNERS,
    EMPTY,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Direction,
    Player,
    Square,
)
from othello_spec.clock import LONGEST, NOBODY, SHORTEST, UNLIMITED, Clock, Runner
from othello_spec.handicap import Handicap
from othello_spec.lines import can_move, captures, discs, opponent
from othello_spec.match import Match
from othello_spec.othello import Game, game_over, starting_cell
from othello_spec.passing import Passing
from othello_spec.supply import Supply
from othello_spec.theorems import handicaps
from othello_spec.theorems.symmetry import Symmetry
from othello_suite.scenarios import GAMES

ORDERED: Final = tuple(sorted(SQUARES))
"""The squares of the board, row by row."""

OFTEN_CORNERS: Final = (*ORDERED, *sorted(CORNERS) * 4)
"""The squares with the corners repeated: many claims are about corners."""

PLAYERS: Final[tuple[Player, ...]] = (BLACK, WHITE)

PALETTES: Final[tuple[tuple[Cell, ...], ...]] = (
    (EMPTY, BLACK, WHITE),
    (*(EMPTY,) * 4, BLACK, WHITE),
    (*(EMPTY,) * 12, BLACK, WHITE),
    (*(EMPTY,) * 2, *(BLACK,) * 4, WHITE),
    (*(EMPTY,) * 2, *(WHITE,) * 4, BLACK),
    (EMPTY, *(BLACK, WHITE) * 4),
    (EMPTY, *(BLACK, WHITE) * 16),
    (EMPTY, BLACK),
    (EMPTY, WHITE),
    (BLACK, WHITE),
    (EMPTY,),
    (BLACK,),
    (WHITE,),
)
"""The choices for a square: even, sparse, lopsided, nearly full, of one colour, full."""


def random_board(random: Random, palette: tuple[Cell, ...] = ()) -> Map[Square, Cell]:
    """Return a board with its squares chosen from a palette, or from one of the palettes."""
    palette = palette or random.choice(PALETTES)
    return Map({square: random.choice(palette) for square in ORDERED})


class BoardRow(NamedTuple):
    """A square and another at least two steps away; the squares between them may be captured."""

    start: Square
    direction: Direction
    steps: int

    def at(self, step: int) -> Square:
        """Return the square that many steps from the start."""
        down, right = self.direction.value
        return Square(self.start.row + step * down, self.start.col + step * right)

    def on(self, board: Board, player: Player) -> Board:
        """Return the board changed so that the player can capture the row from its start."""
        between = dict.fromkeys((self.at(n) for n in range(1, self.steps)), opponent(player))
        return {**board, self.start: EMPTY, **between, self.at(self.steps): player}


ROWS: Final = tuple(
    row
    for square in ORDERED
    for direction in Direction
    for steps in range(2, SIZE)
    if (row := BoardRow(square, direction, steps)).at(steps) in SQUARES
)
"""All rows of the board."""


class SampledPosition(NamedTuple):
    """The values that a theorem may be about: a game, a player, a square, a symmetry, and more."""

    game: Game
    player: Player
    square: Square
    symmetry: Symmetry = Symmetry.IDENTITY
    seed: int = 0
    """The seed of all other values."""

    def arguments(self, function: Function) -> tuple[Any, ...]:
        """Return the arguments for a function, by the types of its parameters."""
        by_type: dict[str, object] = {
            "Game": self.game,
            "Board": self.game.board,
            "Player": self.player,
            "Square": self.square,
            "Symmetry": self.symmetry,
        }
        types = ((getattr(p.type, "name", ""), p.name) for p in function.parameters)
        return tuple(
            by_type[of] if of in by_type else value_around(self.seed, self.game, of, name)
            for of, name in types
        )


# -- positions of games ----------------------------------------------------------------------------

Moment = tuple[Game, Square | None]
"""A game and the move that was made next, if any."""


@cache
def played_games(at_random: int = 5) -> tuple[tuple[Moment, ...], ...]:
    """Return the games of the scenarios and some games at random, played by the specification."""
    scenarios = [tuple(_moments(_replay(squares))) for squares in GAMES.values()]
    games = [tuple(_moments(_choose_at_random(Random(seed)))) for seed in range(at_random)]
    return (*scenarios, *games)


def _moments(choose: Callable[[Game], Square | None]) -> Iterator[Moment]:
    machine = Machine(module("othello"))
    state = machine.initial()
    while True:
        assert isinstance(state, Game)
        square = choose(state)
        yield state, square
        if square is None:
            return
        outcome = machine.call(state, "move", square)
        assert outcome.state is not None
        state = outcome.state


def _replay(squares: tuple[Square, ...]) -> Callable[[Game], Square | None]:
    remaining = iter(squares)
    return lambda _: next(remaining, None)


def _choose_at_random(random: Random) -> Callable[[Game], Square | None]:
    def choose(game: Game) -> Square | None:
        valid = [square for square in ORDERED if captures(game.board, game.turn, square)]
        return random.choice(valid) if valid else None

    return choose


@cache
def all_positions() -> tuple[Moment, ...]:
    """Return every position of the games."""
    return tuple(moment for game in played_games() for moment in game)


@cache
def last_positions() -> tuple[Moment, ...]:
    """Return the position in which each game ends."""
    return tuple(game[-1] for game in played_games())


@cache
def rare_positions(seeds: int = 10) -> tuple[SampledPosition, ...]:
    """Return the positions before a move that the opponent cannot answer, and those at the end.

    Each comes with several seeds.
    """
    unanswered = [
        (game, square)
        for moments in played_games()
        for (game, square), (after, _) in pairwise(moments)
        if after.turn == game.turn
    ]
    return tuple(
        SampledPosition(game, game.turn, square or ORDERED[0], seed=seed)
        for number, (game, square) in enumerate((*unanswered, *last_positions()))
        for seed in range(number * seeds, (number + 1) * seeds)
    )


# -- values around a game --------------------------------------------------------------------------

_LIMITS: Final = (UNLIMITED, SHORTEST, LONGEST)
_NO_LIMITS: Final = (-1, 1, SHORTEST - 1, LONGEST + 1)
_EARLIEST: Final = 1_000_000
"""The earliest moment of a clock."""


@lru_cache(1 << 14)
def value_around(seed: int, game: Game, type_name: str, name: str) -> Any:
    """Return a value of a type around a game, for the parameter of that name.

    The same arguments give the same value; values of one seed and game fit together as far as any
    do. Raises ``KeyError`` for a type that no theorem is about.
    """
    makers: dict[str, Callable[[], Any]] = {
        "allowed": lambda: _limit(Random(f"allowed {seed}")),
        "now": lambda: _moments_of_clock(seed)["now"],
        "later": lambda: _moments_of_clock(seed)["later"],
        "Player": lambda: Random(f"player {seed}").choice(PLAYERS),
        "Passing": lambda: _passing(seed, game),
        "Supply": lambda: _supply(Random(f"supply {seed}"), game),
        "Handicap": lambda: _handicap(Random(f"handicap {seed}")),
        "Clock": lambda: _clock(seed),
        "Match": lambda: _match(seed, game),
    }
    return makers[name if type_name == "integer" else type_name]()


def _passing(seed: int, game: Game) -> Passing:
    """Return the same board; a player who can only pass often has the turn."""
    board, other = game.board, opponent(game.turn)
    may_pass = not can_move(board, other) and Random(f"pass {seed}").random() < 0.5
    return Passing(board=board, turn=other if may_pass else game.turn)


def _supply(random: Random, game: Game, fits: bool | None = None) -> Supply:
    """Return the discs that the board has room for, or any number; often a player has none left."""
    if fits or (fits is None and random.random() < 0.5):
        beside = SIZE * SIZE - sum(discs(game.board, p) for p in PLAYERS)
        black = random.choice((0, beside, random.randint(0, beside)))
        return Supply(left=Map(dict(zip(PLAYERS, (black, beside - black), strict=True))))
    numbers = (0, 0, 0, -1, 1, random.randint(0, SIZE * SIZE))
    return Supply(left=Map({p: random.choice(numbers) for p in PLAYERS}))


def _handicap(random: Random) -> Handicap:
    return Handicap(granted=Map({c: random.random() < 0.5 for c in sorted(CORNERS)}))


def _limit(random: Random) -> int:
    lengths = (random.randint(SHORTEST, LONGEST), random.choice(_NO_LIMITS))
    return random.choice((*_LIMITS, *lengths))


def _clock(seed: int) -> Clock:
    random = Random(f"clock {seed}")
    limit = _limit(random)
    used = (0, limit - 1, limit, random.randint(0, 2 * LONGEST), -random.randint(1, LONGEST))
    runners: tuple[Runner, ...] = (*PLAYERS, NOBODY)
    return Clock(
        limit=limit,
        used=Map({p: random.choice((0, *used)) for p in PLAYERS}),
        running=random.choice(runners),
        latest=random.randint(_EARLIEST, 2 * _EARLIEST),
    )


def _moments_of_clock(seed: int) -> dict[str, int]:
    """Return when a turn is over, and a later moment, seen from the clock; a few are too early."""
    random, clock = Random(f"moments {seed}"), _clock(seed)
    rest = clock.limit - (0 if clock.running == NOBODY else clock.used[clock.running])
    passed = (0, 1, random.randint(0, SHORTEST), rest - 1, rest, random.randint(0, 3 * LONGEST))
    now = clock.latest + random.choice((*passed, -random.randint(1, LONGEST)))
    return {"now": now, "later": now + random.choice((*passed, -1))}


def _match(seed: int, game: Game) -> Match:
    """Return a match as it may be; often one part of it does not fit the others."""
    random = Random(f"match {seed}")
    handicap, clock = _handicap(random), _clock(seed)
    begun = random.random() < 0.7
    fitting_game = _sound_game(game) if begun else handicaps.start(handicap)
    runs = begun and not game_over(fitting_game)
    used = {p: random.randint(0, SHORTEST // 2) if begun else 0 for p in PLAYERS}
    fitting: dict[str, Any] = {
        "begun": begun,
        "handicap": handicap,
        "game": fitting_game,
        "supply": _supply(random, fitting_game, fits=True),
        "clock": Clock(
            limit=random.choice((*_LIMITS, SHORTEST)),
            used=Map(used),
            running=fitting_game.turn if runs else NOBODY,
            latest=clock.latest,
        ),
    }
    wrong: dict[str, Any] = {
        "begun": not begun,
        "handicap": _handicap(random),
        "game": game,
        "supply": _supply(random, fitting_game),
        "clock": clock,
    }
    spoilt = random.choice((*wrong, "clock", "clock", "clock", "", "", "", "", "", ""))
    return Match(**{name: wrong[name] if name == spoilt else fitting[name] for name in fitting})


def _sound_game(game: Game) -> Game:
    """Return the game with discs in the centre, and the turn with a player who can move."""
    cells = {
        s: starting_cell(s) if s in CENTRE and game.board[s] == EMPTY else game.board[s]
        for s in SQUARES
    }
    board = Map(cells)
    turn = game.turn if can_move(board, game.turn) else opponent(game.turn)
    return Game(board=board, turn=turn)
