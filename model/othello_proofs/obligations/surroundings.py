"""Surroundings: what else there is beside a board, at random: supplies, corners, clocks and whole matches.

Where all is chosen freely, hardly anything fits together, and a theorem that assumes as much is not tried.
So half of what is made here is as it might be in a match, and half is anything.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Final

from modspec import Map
from othello_spec.board import CENTRE, CORNERS, EMPTY, PLAYERS, SIZE, SQUARES, Player
from othello_spec.clock import LONGEST, NOBODY, SHORTEST, UNLIMITED, Clock, Runner
from othello_spec.handicap import Handicap
from othello_spec.lines import can_move, discs, opponent
from othello_spec.match import Match
from othello_spec.othello import Game, game_over, starting_cell
from othello_spec.passing import Passing
from othello_spec.supply import Supply
from othello_spec.theorems import handicaps

_ORDERED: Final[tuple[Player, ...]] = tuple(sorted(PLAYERS))
_LIMITS: Final = (UNLIMITED, SHORTEST, LONGEST)
_NO_LIMITS: Final = (-1, 1, SHORTEST - 1, LONGEST + 1)
_BEGINNING: Final = 1_000_000
"""No moment that is tried is much earlier."""


@lru_cache(1 << 14)
def around(seed: int, game: Game, type_name: str, name: str) -> Any:
    """A value of a type, for the parameter of that name; many theorems ask for the same."""
    return Surroundings(seed, game).of(type_name, name)


class Surroundings:
    """Values of every type that a theorem may speak of, around a game; for the same seed, the same."""

    def __init__(self, seed: int, game: Game) -> None:
        """Take the game as it is, for whatever has one."""
        self._seed, self._game = seed, game

    def of(self, type_name: str, name: str) -> Any:
        """A value of the type, for the parameter of that name."""
        match type_name, name:
            case "integer", "allowed":
                return self._limit(self._random("allowed"))
            case "integer", _:
                return self._moments()[name]
            case "Player", _:
                return self._random("player").choice(_ORDERED)
            case "Passing", _:
                return self._passing()
            case "Supply", _:
                return self._supply(self._random("supply"), self._game)
            case "Handicap", _:
                return self._handicap(self._random("handicap"))
            case "Clock", _:
                return self._clock()
            case "Match", _:
                return self._match()
        raise KeyError(type_name)

    def _random(self, purpose: str) -> Random:
        return Random(f"{purpose} {self._seed}")

    def _passing(self) -> Passing:
        """The same board; where a player can only pass, it is often that player's turn."""
        board, turn = self._game.board, self._game.turn
        may_pass = not can_move(board, opponent(turn)) and self._random("pass").random() < 0.5
        return Passing(board=board, turn=opponent(turn) if may_pass else turn)

    # -- discs and corners

    def _supply(self, random: Random, game: Game, fits: bool | None = None) -> Supply:
        """Of as many discs as the board has room for, or any number; players run out quite often."""
        if fits or (fits is None and random.random() < 0.5):
            beside = SIZE * SIZE - sum(discs(game.board, p) for p in PLAYERS)
            black = random.choice((0, beside, random.randint(0, beside)))
            return Supply(left=Map(dict(zip(_ORDERED, (black, beside - black), strict=True))))
        numbers = (0, 0, 0, -1, 1, random.randint(0, SIZE * SIZE))
        return Supply(left=Map({p: random.choice(numbers) for p in _ORDERED}))

    def _handicap(self, random: Random) -> Handicap:
        return Handicap(granted=Map({c: random.random() < 0.5 for c in sorted(CORNERS)}))

    # -- times

    def _limit(self, random: Random) -> int:
        lengths = (random.randint(SHORTEST, LONGEST), random.choice(_NO_LIMITS))
        return random.choice((*_LIMITS, *lengths))

    def _clock(self) -> Clock:
        random = self._random("clock")
        limit = self._limit(random)
        used = (0, limit - 1, limit, random.randint(0, 2 * LONGEST), -random.randint(1, LONGEST))
        runners: tuple[Runner, ...] = (*_ORDERED, NOBODY)
        return Clock(
            limit=limit,
            used=Map({p: random.choice((0, *used)) for p in _ORDERED}),
            running=random.choice(runners),
            latest=random.randint(_BEGINNING, 2 * _BEGINNING),
        )

    def _moments(self) -> dict[str, int]:
        """When a turn is over, and a later moment, seen from the clocks; a few are too early."""
        random = self._random("moments")
        clock = self._clock()
        rest = clock.limit - (0 if clock.running == NOBODY else clock.used[clock.running])
        passed = (0, 1, random.randint(0, SHORTEST), rest - 1, rest, random.randint(0, 3 * LONGEST))
        now = clock.latest + random.choice((*passed, -random.randint(1, LONGEST)))
        return {"now": now, "later": now + random.choice((*passed, -1))}

    # -- matches

    def _match(self) -> Match:
        """A match as it may be; often one part of it does not fit the others."""
        random = self._random("match")
        handicap, clock = self._handicap(random), self._clock()
        begun = random.random() < 0.7
        game = _sound(self._game) if begun else handicaps.start(handicap)
        runs = begun and not game_over(game)
        used = {p: random.randint(0, SHORTEST // 2) if begun else 0 for p in _ORDERED}
        match: dict[str, Any] = {
            "begun": begun,
            "handicap": handicap,
            "game": game,
            "supply": self._supply(random, game, fits=True),
            "clock": Clock(
                limit=random.choice((*_LIMITS, SHORTEST)),
                used=Map(used),
                running=game.turn if runs else NOBODY,
                latest=clock.latest,
            ),
        }
        wrong: dict[str, Any] = {
            "begun": not begun,
            "handicap": self._handicap(random),
            "game": self._game,
            "supply": self._supply(random, game),
            "clock": clock,
        }
        spoilt = random.choice((*wrong, "clock", "clock", "clock", "", "", "", "", "", ""))
        return Match(**{name: wrong[name] if name == spoilt else match[name] for name in match})


def _sound(game: Game) -> Game:
    """The game with discs in the centre, and with the turn given to a player who can move."""
    board = Map(
        {s: starting_cell(s) if s in CENTRE and game.board[s] == EMPTY else game.board[s]
         for s in SQUARES}
    )  # fmt: skip
    turn = game.turn if can_move(board, game.turn) else opponent(game.turn)
    return Game(board=board, turn=turn)
