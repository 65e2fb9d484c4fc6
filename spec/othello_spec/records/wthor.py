"""WTHOR files: the games of a year of tournaments, 68 bytes each.

The format of the French Othello federation. A header of 16 bytes: the date of the file (century, year, month,
day), how many games there are (4 bytes) and how many names (2, none in a file of games), the year of the games (2),
the size of the board, the kind of game, the depth to which the theoretical scores were computed, and a byte to
spare. Then the games: the numbers of the tournament and of both players in files of their own (2 each),
Black's score and what it would have been with best play (1 each), and 60 moves of one byte. Numbers of several
bytes have the lowest first.

A move is ``10 * row + column``, counted from 1: f5 is 56. After the last one there are zeros. Passes are not
recorded. The score gives empty squares to the winner, so that both players' scores add up to 64.
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
"""How the names of such files end."""

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
    """What is said of all games of a file."""

    year: int = 0
    """In which the games were played; 0 to 65535."""

    created: datetime.date | None = None
    """When the file was written, if that is told."""

    depth: int = 0
    """How many squares were empty where best play set in, for the theoretical scores; 0 to 255."""


@dataclass(frozen=True)
class WthorGame:
    """A game as it is recorded, whether the rules allow it or not."""

    moves: tuple[Square, ...]
    """At most 60, without passes."""

    score: int
    """Black's, 0 to 64: the discs at the end, and the empty squares if Black has won, half of them in a draw."""

    theoretical: int = 0
    """What the score would have been with best play from some point on; 0 to 64."""

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
    """The games of a file; Malformed tells the first thing that is wrong, and its byte."""
    header, problems = read_header(data[: HEADER.size], len(data))
    if problems:
        raise problems[0]
    starts = range(HEADER.size, len(data), GAME.size)
    games = (read_game(data[at : at + GAME.size], n, at) for n, at in enumerate(starts, start=1))
    return Wthor(header, tuple(games))


def wthor(content: Wthor) -> bytes:
    """The file of the games. Raises ValueError if a number is out of its range or a game has 61 moves."""
    parts = [write_header(content.header, len(content.games))]
    for number, game in enumerate(content.games, start=1):
        try:
            parts.append(_game(game))
        except ValueError as error:
            raise ValueError(f"game {number}: {error}") from None
    return b"".join(parts)


def write_header(header: Header, games: int) -> bytes:
    """The first bytes of a file of so many games. Raises ValueError if a number is out of its range."""
    created = header.created
    date = (*divmod(created.year, 100), created.month, created.day) if created else (0, 0, 0, 0)
    count, year = _within("games", games, 2**32 - 1), _within("year", header.year, 65535)
    return HEADER.pack(*date, count, 0, year, SIZE, 0, _within("depth", header.depth, 255), 0)


def file_size(games: int) -> int:
    """How many bytes a file of so many games has."""
    return HEADER.size + games * GAME.size


def read_header(data: bytes, length: int) -> tuple[Header, list[Malformed]]:
    """What the first bytes of a file of that length say, and what is wrong with it but leaves games to read.

    Raises Malformed if there is no header, or if it says that the games are of another board.
    """
    if len(data) < HEADER.size:
        raise Malformed(
            f"{len(data)} bytes, and no header", f"a WTHOR file begins with {HEADER.size}", offset=0
        )
    century, of_century, month, day, games, names, year, size, kind, depth, _ = HEADER.unpack(data)
    if size == 10:
        raise Malformed("games of a board of 10x10", "only those of 8x8 are read", offset=12)
    created, problems = None, list(_wrong(games, names, size, kind, length))
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
    """A game, of so many bytes; Malformed tells the move and the byte that are wrong.

    The number of the game and its place in the file are those that the message tells.
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
    """The moves as the bytes that they are in a file, without the zeros; KeyError for one off the board."""
    return bytes(map(_CODES.__getitem__, moves))


def _wrong(games: int, names: int, size: int, kind: int, length: int) -> Iterator[Malformed]:
    """What is wrong with a header although the games can be read."""
    there, rest = divmod(length - HEADER.size, GAME.size)
    if games != there or rest:
        surplus = f" and {rest} bytes" if rest else ""
        yield Malformed(
            f"the header tells of {games} games; the file has {there}{surplus}",
            f"{games} games take {file_size(games)} bytes, and there are {length}",
            offset=4,
        )
    if names:
        right = "there is none in a file of games"
        yield Malformed(f"the header tells of {names} names", right, offset=8)
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
