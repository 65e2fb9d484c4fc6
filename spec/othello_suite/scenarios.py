"""Landmarks: games that reach the rules which random play seldom does.

Each game is a whole one or ends where the rare thing has happened. The tests replay every one of them and
check that it shows what its name says. All are games of the usual board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from modspec.run.machine import Call
from othello_spec.board import BLACK, CORNERS, WHITE, Player, Square
from othello_spec.clock import SHORTEST, UNLIMITED
from othello_spec.records.move_lists import PASS, Ply, moves, plies
from othello_spec.supply import EACH

GAMES_WITH_PASSES: Final[Mapping[str, tuple[Ply, ...]]] = {
    name: plies(text)
    for name, text in {
        "Black forfeits after eight moves": "d3 c3 b3 b2 f5 a3 a1 c1 --",
        "White is wiped out after nine moves": "d3 c3 b3 d2 e1 d6 d7 e3 f4",
        "Black is wiped out": "e6 f6 f5 f4 e3 d7 c4 b4 d3 c5 d6 d2",
        "both forfeit, then a tie on a full board": (
            "e6 d6 c7 f6 d3 c6 g7 e3 d7 g6 h6 c3 b6 d8 c4 b8 b2 a6 c8 c5 a8 e7 f3 b3 a3 g5 f5 a2 f4 h4 "
            "b5 c2 a5 g4 c1 a7 a4 e2 g3 f2 d2 h8 h3 d1 h5 b7 e1 f7 b4 h7 e8 a1 f8 b1 -- g8 -- h2 g2 g1 "
            "f1 -- h1"
        ),
        "over with both colours and empty squares": (
            "c4 c3 e6 b4 b3 b2 a1 d3 c2 b1 a2 d2 a4 e3 f3 a5 a6 g3 f2 a3 h3 b5 c1 f6 c5 b6 c7 f5 c6 a7 "
            "e2 b7 g6 e1 d1 g2 f1 c8 b8 h1 f4 h2 d8 d7 a8 e7 d6 g7 f8 h6 h8 h4 g5"
        ),
    }.items()
}
"""Games, by what they show, with the passes that they force."""

GAMES: Final[Mapping[str, tuple[Square, ...]]] = {
    name: tuple(ply for ply in course if ply is not PASS)
    for name, course in GAMES_WITH_PASSES.items()
}
"""The same games without the passes."""


# -- matches ---------------------------------------------------------------------------------------

_SECONDS: Final = (2_000, 3_000)
"""Milliseconds that the moves of a match take, every other one longer."""

_ANYWHEN: Final = 1_000_000
"""When a match is set up, if that does not matter."""

_TODAY: Final = 1_790_000_000_000
"""The milliseconds since 1970 that a computer's clock shows, more than words of 32 bits hold."""

_SIGNED, _UNSIGNED = 2**31, 2**32
"""The first numbers that are too large for words of 32 bits, with a sign and without."""


def _match(
    text: str,
    corners: str = "",
    limit: int = SHORTEST,
    seconds: Sequence[int] = _SECONDS,
    now: int = _ANYWHEN,
) -> tuple[Call, ...]:
    """A match with corners granted that is set up now, of moves that take so long in turn."""
    calls = [Call("init", (limit, now)), *(Call("grant", tuple(c)) for c in moves(corners))]
    calls.append(Call("begin", (now,)))
    for number, square in enumerate(moves(text)):
        now += seconds[number % len(seconds)]
        calls.append(Call("move", (square.row, square.col, now)))
    return tuple(calls)


_MATCHES: Final[Mapping[str, tuple[Call, ...]]] = {
    "with four corners, White is wiped out after seven moves": _match(
        "d3 c3 b3 d2 d1 b2 f6", corners="h8 a8 h1 a1"
    ),
    "Black forfeits after eight moves in the last millisecond of each player": _match(
        "d3 c3 b3 b2 f5 a3 a1 c1",
        seconds=(SHORTEST - 1, SHORTEST - 1, *[0] * 6),
        now=_SIGNED - SHORTEST,
    ),
    "with four corners, Black is given discs and both forfeit": _match(
        "d3 e3 f3 c5 c6 c3 b6 g3 d2 b5 b2 b7 e2 b3 c2 e1 a3 c4 f6 b4 d1 a2 a4 c1 b1 e6 a6 a5 f1 g6 a7 c7 "
        "b8 f2 d8 d6 g1 c8 h3 e8 g7 f4 h6 g2 h2 d7 e7 f8 g5 h4 g4 f7 g8 f5 h7 h5",
        corners="h8 a1 a8 h1",
        now=_TODAY,
    ),
    "with four corners, Black is given discs and it ends in a tie": _match(
        "d3 c3 b3 b2 e6 d2 e3 f4 f3 f2 g4 a3 c2 c1 g3 h3 g2 f5 e1 f1 d1 c5 f6 f7 h4 e2 g6 h5 g1 b1 a2 g5 "
        "c4 h2 h6 b5 h7 b4 d6 c6 a5 a6 a7 d7 e7 b6 g7 a4 d8 c8 c7 b7 b8 f8 e8 g8",
        corners="h8 h1 a8 a1",
    ),
    "a tie with two empty squares": _match(
        "d3 c3 f5 f4 b2 c6 g4 f3 d6 h4 e3 c4 b3 a1 b6 e6 g3 c2 c5 f6 b1 b5 g7 e7 d8 c1 f7 e2 c7 f8 a4 g5 "
        "g2 a6 h3 g6 f2 h5 h6 a2 a5 a3 d7 f1 e1 d1 b4 g1 h2 g8 e8 h7 h8 c8 b7 d2 b8 a7"
    ),
    "without a limit, White is given discs and some squares stay empty": _match(
        "f5 f4 f3 d6 c4 b3 c5 b4 a2 g3 a4 a3 f6 a1 g4 a5 b5 c2 h2 c6 b2 c3 b6 a6 c7 c8 b7 b8 a7 a8 d8 g2 "
        "b1 c1 e2 e3 d3 d2 d1 e1 f2 f1 g1 e8 g7 e6 h1 g6 h3 g8 h4 g5 h8 f7 d7 h7 f8",
        limit=UNLIMITED,
        now=-100_000,
    ),
}


# -- the other modules -----------------------------------------------------------------------------


def _all_taken_by(player: Player) -> tuple[Call, ...]:
    return (Call("init"), *[Call("take", (player,))] * (2 * EACH - 4))


def _turns(
    *turns: tuple[Player, int], limit: int = SHORTEST, now: int = _ANYWHEN
) -> tuple[Call, ...]:
    """Turns of so many milliseconds, with a second between them; the clocks are set now."""
    calls = [Call("init", (limit, now))]
    for player, milliseconds in turns:
        calls += [
            Call("start", (player, now + 1_000)),
            Call("stop", (now + 1_000 + milliseconds,)),
        ]
        now += 1_000 + milliseconds
    return tuple(calls)


_CLOCKS: Final[Mapping[str, tuple[Call, ...]]] = {
    "Black's time runs out to the millisecond": _turns((BLACK, SHORTEST), now=_TODAY),
    "White's time runs out to the millisecond": _turns(
        (BLACK, 7), (WHITE, SHORTEST), now=_SIGNED - SHORTEST // 2
    ),
    "both stop in their last millisecond, then Black is late": _turns(
        (BLACK, SHORTEST - 1),
        (WHITE, SHORTEST - 1),
        (BLACK, 0),
        (BLACK, 1),
        now=_UNSIGNED - SHORTEST,
    ),
    "White's time runs out in the third turn": _turns(
        (WHITE, 200_000), (BLACK, 2), (WHITE, 99_999), (BLACK, 3), (WHITE, 5), now=-200_000
    ),
    "without a limit it never does": _turns(
        (BLACK, 7_200_000), (WHITE, _SIGNED), (BLACK, 1), (WHITE, _UNSIGNED), limit=UNLIMITED
    ),
}


def _played(squares: Iterable[Ply]) -> tuple[Call, ...]:
    return (
        Call("init"),
        *(
            Call("pass_turn") if square is PASS else Call("move", (square.row, square.col))
            for square in squares
        ),
    )


_LANDMARKS: Final[Mapping[str, Mapping[str, tuple[Call, ...]]]] = {
    "othello": {name: _played(game) for name, game in GAMES.items()},
    "passing": {name: _played(course) for name, course in GAMES_WITH_PASSES.items()},
    "supply": {
        "Black takes every disc": _all_taken_by(BLACK),
        "White takes every disc": _all_taken_by(WHITE),
    },
    "handicap": {
        "all corners are granted": (
            Call("init"),
            *(Call("grant", tuple(corner)) for corner in sorted(CORNERS)),
        )
    },
    "clock": _CLOCKS,
    "match": _MATCHES,
}


def scenarios(name: str) -> Mapping[str, tuple[Call, ...]]:
    """The games that reach the rare rules of a module, by what they show: calls from an initialiser on."""
    return _LANDMARKS[name]
