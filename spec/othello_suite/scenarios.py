"""Scenarios: games that reach the rules which random play seldom reaches, by what they show.

The games and the matches are in ``scenarios.toml``; those of the clock, the supply and the corners
are here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any, Final

from modspec.run.machine import Call
from othello_spec.board import BLACK, CORNERS, WHITE, Player, Square
from othello_spec.clock import SHORTEST, UNLIMITED
from othello_spec.records.move_lists import PASS, Ply, moves, plies
from othello_spec.supply import EACH

_DATA: Final = tomllib.loads(
    (resources.files(__package__) / "scenarios.toml").read_text(encoding="utf-8")
)

GAMES_WITH_PASSES: Final[Mapping[str, tuple[Ply, ...]]] = {
    name: plies(text) for name, text in _DATA["games"].items()
}
"""Games with the passes that they force, by what they show."""

GAMES: Final[Mapping[str, tuple[Square, ...]]] = {
    name: tuple(ply for ply in game if ply is not PASS) for name, game in GAMES_WITH_PASSES.items()
}
"""The same games without the passes."""

_NOW: Final = 1_000_000
"""When a clock or a match is set up, if the time does not matter; in milliseconds."""

_TODAY: Final = 1_790_000_000_000
"""The milliseconds since 1970 that a computer's clock shows: more than words of 32 bits hold."""

_SIGNED, _UNSIGNED = 2**31, 2**32
"""The first numbers that are too large for words of 32 bits, with a sign and without."""


def _game(game: Iterable[Ply]) -> tuple[Call, ...]:
    calls = (Call("pass_turn") if ply is PASS else Call("move", tuple(ply)) for ply in game)
    return (Call("init"), *calls)


def _match(data: Mapping[str, Any]) -> tuple[Call, ...]:
    """Return the calls of a match: set up, corners granted, begun, and each move at its time."""
    now, seconds = data.get("now", _NOW), data.get("seconds", [2_000, 3_000])
    calls = [
        Call("init", (data.get("limit", SHORTEST), now)),
        *(Call("grant", tuple(corner)) for corner in moves(data.get("corners", ""))),
        Call("begin", (now,)),
    ]
    for number, square in enumerate(moves(data["moves"])):
        now += seconds[number % len(seconds)]
        calls.append(Call("move", (*square, now)))
    return tuple(calls)


def _turns(
    turns: Sequence[tuple[Player, int]], limit: int = SHORTEST, now: int = _NOW
) -> tuple[Call, ...]:
    """Return turns of so many milliseconds, a second apart, with clocks that are set up now."""
    calls = [Call("init", (limit, now))]
    for player, milliseconds in turns:
        start, now = now + 1_000, now + 1_000 + milliseconds
        calls += [Call("start", (player, start)), Call("stop", (now,))]
    return tuple(calls)


_SCENARIOS: Final[Mapping[str, Mapping[str, tuple[Call, ...]]]] = {
    "othello": {name: _game(game) for name, game in GAMES.items()},
    "passing": {name: _game(game) for name, game in GAMES_WITH_PASSES.items()},
    "supply": {
        f"{player.name.title()} takes every disc": (
            Call("init"),
            *[Call("take", (player,))] * (2 * EACH - 4),
        )
        for player in (BLACK, WHITE)
    },
    "handicap": {
        "all corners are granted": (
            Call("init"),
            *(Call("grant", tuple(corner)) for corner in sorted(CORNERS)),
        )
    },
    "clock": {
        "Black's time runs out to the millisecond": _turns([(BLACK, SHORTEST)], now=_TODAY),
        "White's time runs out to the millisecond": _turns(
            [(BLACK, 7), (WHITE, SHORTEST)], now=_SIGNED - SHORTEST // 2
        ),
        "both stop in their last millisecond, then Black is late": _turns(
            [(BLACK, SHORTEST - 1), (WHITE, SHORTEST - 1), (BLACK, 0), (BLACK, 1)],
            now=_UNSIGNED - SHORTEST,
        ),
        "White's time runs out in the third turn": _turns(
            [(WHITE, 200_000), (BLACK, 2), (WHITE, 99_999), (BLACK, 3), (WHITE, 5)], now=-200_000
        ),
        "without a limit it never does": _turns(
            [(BLACK, 7_200_000), (WHITE, _SIGNED), (BLACK, 1), (WHITE, _UNSIGNED)], limit=UNLIMITED
        ),
    },
    "match": {name: _match(data) for name, data in _DATA["matches"].items()},
}


def scenarios(name: str) -> Mapping[str, tuple[Call, ...]]:
    """Return the games of a module by name, as calls from an initialiser on."""
    return _SCENARIOS[name]
