"""WTHOR files: the games of a year of tournaments, 68 bytes each.

The format of the French Othello federation. A header of 16 bytes: the date of the file (century,
year, month, day), the number of games (4 bytes) and of names (2, none in a file of games), the year
of the games (2), the size of the board, the kind of game, the depth to which the theoretical scores
were computed, and an unused byte. Then the games: the numbers of the tournament and of both players
in files of their own (2 each), Black's score and the score with best play (1 each), and 60 moves of
one byte. Numbers of several bytes have the lowest first.

A move is ``10 * row + column``, counted from 1: f5 is 56. Zeros follow the last move. Passes are
not recorded. The score gives empty squares to the winner, so both players' scores add up to 64.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from struct import Struct
from typing import Final

from othello_spec.board import Square
from othello_spec.records.malformed import Malformed

SUFFIX: Final = ".wtb"
"""The end of the names of such files."""

SIZE: Final = 8
"""The size of the board: there are files of 10x10 boards, which are not read here."""

HEADER: Final = Struct("<4B I H H 4B")
"""Century, year, month, day; games; names; year of the games; size, kind, depth, to spare."""

GAME: Final = Struct("<3H 2B 60s")
"""Tournament, Black, White; score, theoretical score; moves."""

MOVES_AT: Final = 8
"""Where in a game its moves begin."""

LIMIT: Final = SIZE * SIZE
"""The highest score."""

_SQUARES: Final = {
    10 * (row + 1) + col + 1: Square(row, col) for row in range(SIZE) for col in range(SIZE)
}
"""The square of each byte that is a move."""

_CODES: Final = {square: code for code, square in _SQUARES.items()}


@dataclass(frozen=True)
class Header:
    """The data about all games of a file."""

    year: int = 0
    """The year in which the games were played; 0 to 65535."""

    created: datetime.date | None = None
    """The date of the file, if it has one."""

    depth: int = 0
    """The number of empty squares from which best play gives the theoretical scores; 0 to 255."""


@dataclass(frozen=True)
class WthorGame:
    """A game as it is recorded, legal or not."""

    moves: tuple[Square, ...]
    """At most 60, without passes."""

    score: int
    """Black's score, 0 to 64: discs, and empty squares if Black has won; half of them in a draw."""

    theoretical: int = 0
    """The score with best play from some point on; 0 to 64."""

    tournament: int = 0
    """A number of the file of tournaments; 0 to 65535."""

    black: int = 0
    """A number of the file of players; 0 to 65535."""

    white: int = 0
    """A number of the file of players; 0 to 65535."""


@dataclass(frozen=True)
class Wthor:
    """A file of games."""

    header: Header
    games: tuple[WthorGame, ...] = field(repr=False)


def read_wthor(data: bytes) -> Wthor:
    """Return the games of a file. Malformed names the first error, and its byte."""
    header, problems = read_header(data[: HEADER.size], len(data))
    if problems:
        raise problems[0]
    starts = range(HEADER.size, len(data), GAME.size)
    games = (read_game(data[at : at + GAME.size], n, at) for n, at in enumerate(starts, start=1))
    return Wthor(header, tuple(games))


def wthor(content: Wthor) -> bytes:
    """Return the file. Raises ValueError if a number is out of range or a game has 61 moves."""
    parts = [write_header(content.header, len(content.games))]
    for number, game in enumerate(content.games, start=1):
        try:
            parts.append(_game(game))
        except ValueError as error:
            raise ValueError(f"game {number}: {error}") from None
    return b"".join(parts)


def write_header(header: Header, games: int) -> bytes:
    """Return the header of a file of games. Raises ValueError if a number is out of range."""
    created = header.created
    date = (*divmod(created.year, 100), created.month, created.day) if created else (0, 0, 0, 0)
    count, year = _within("games", games, 2**32 - 1), _within("year", header.year, 65535)
    return HEADER.pack(*date, count, 0, year, SIZE, 0, _within("depth", header.depth, 255), 0)


def file_size(games: int) -> int:
    """Return the number of bytes of a file of games."""
    return HEADER.size + games * GAME.size


def read_header(data: bytes, length: int) -> tuple[Header, list[Malformed]]:
    """Return the header of a file of that length, and the errors that leave games to read.

    Raises Malformed if there is no header, or if the board is 10x10.
    """
    if len(data) < HEADER.size:
        raise Malformed(
            f"{len(data)} bytes, and no header", f"a WTHOR file begins with {HEADER.size}", offset=0
        )
    century, of_century, month, day, games, names, year, size, kind, depth, _ = HEADER.unpack(data)
    if size == 10:
        raise Malformed("games of a board of 10x10", "only those of 8x8 are read", offset=12)
    created, problems = None, list(_header_problems(games, names, size, kind, length))
    if any((century, of_century, month, day)):
        try:
            created = datetime.date(100 * century + of_century, month, day)
            if of_century > 99:
                raise ValueError
        except ValueError:
            date = f"{century}, {of_century}, {month}, {day}"
            right = "it is century, year, month and day"
            problems.append(Malformed(f"the date of the file is {date}", right, offset=0))
    return Header(year, created, depth), problems


def read_game(data: bytes, game: int = 1, offset: int = 0) -> WthorGame:
    """Return a game. Malformed names the move and the byte that are wrong.

    ``game`` and ``offset`` are the number of the game and its place in the file, for the message.
    """
    if len(data) < GAME.size:
        raise Malformed(
            f"the file ends after {len(data)} bytes of the game",
            f"it has {GAME.size}",
            game=game,
            offset=offset,
        )
    tournament, black, white, score, theoretical, codes = GAME.unpack(data)
    for at, (what, number) in enumerate((("score", score), ("theoretical score", theoretical)), 6):
        if number > LIMIT:
            why = f"a {what} of {number}"
            raise Malformed(why, f"scores are 0 to {LIMIT}", game=game, offset=offset + at)
    moves = []
    for ply, code in enumerate(codes.rstrip(b"\0"), start=1):
        square = _SQUARES.get(code)
        if square is None:
            why = f"{code} names no square" if code else "nothing, but moves after it"
            right = "a move is 10 * row + column, from 11 to 88"
            at = offset + MOVES_AT + ply - 1
            raise Malformed(why, right, game=game, ply=ply, offset=at)
        moves.append(square)
    return WthorGame(tuple(moves), score, theoretical, tournament, black, white)


def codes(moves: Iterable[Square]) -> bytes:
    """Return the bytes of moves, without the zeros. Raises KeyError for a move off the board."""
    return bytes(map(_CODES.__getitem__, moves))


def _header_problems(
    games: int, names: int, size: int, kind: int, length: int
) -> Iterator[Malformed]:
    """Yield the errors of a header that leave games to read."""
    there, rest = divmod(length - HEADER.size, GAME.size)
    if games != there or rest:
        surplus = f" and {rest} bytes" if rest else ""
        yield Malformed(
            f"the header counts {games} games; the file has {there}{surplus}",
            f"{games} games take {file_size(games)} bytes, and there are {length}",
            offset=4,
        )
    if names:
        right = "there is none in a file of games"
        yield Malformed(f"the header counts {names} names", right, offset=8)
    if size not in (0, SIZE):
        right = f"it is {SIZE}, or 0 for the same"
        yield Malformed(f"the size of the board is {size}", right, offset=12)
    if kind:
        right = "it is 0; the positions of solitaires, 1, are not read"
        yield Malformed(f"the kind of game is {kind}", right, offset=13)


def _game(game: WthorGame) -> bytes:
    if len(game.moves) > LIMIT - 4:
        raise ValueError(f"{len(game.moves)} moves; there is room for {LIMIT - 4}")
    for square in game.moves:
        if square not in _CODES:
            raise ValueError(f"{tuple(square)} is off the board of {SIZE}x{SIZE}")
    return GAME.pack(
        _within("tournament", game.tournament, 65535),
        _within("black", game.black, 65535),
        _within("white", game.white, 65535),
        _within("score", game.score, LIMIT),
        _within("theoretical", game.theoretical, LIMIT),
        codes(game.moves),
    )


def _within(what: str, number: int, limit: int) -> int:
    if not 0 <= number <= limit:
        raise ValueError(f"{what} is {number}; it is 0 to {limit}")
    return number
