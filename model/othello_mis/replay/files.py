"""Files of recorded games: WTHOR files and text, known by their content.

A file may be broken. What cannot be read is Malformed, with its place; the games around it are read
all the same, a chunk at a time, so that a large file takes no more memory than a small one.
"""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from othello_mis.replay.recorded_game import RecordedGame
from othello_mis.replay.text_games import TextGame, looks_like_games, text_games
from othello_spec.board import SIZE
from othello_spec.records import wthor
from othello_spec.records.malformed import Malformed

CHUNK: Final = 16384
"""How many games are read at a time."""

UNCOUNTED: Final = CHUNK
"""How many games of a WTHOR file are read beyond those that its header counts. A header may well be
a few games behind; a file of zeros would be read for minutes."""

_BEGINNING: Final = 4096
"""How many bytes decide what is in a file."""

_OTHER_TEXT: Final = (b"\xff\xfe", b"\xfe\xff")
"""How text in UTF-16 begins."""

NO_GAME: Final = "there is no game in this text"

RIGHT: Final = (
    "write moves such as f5 d6 c3, a game on each line, or give a WTHOR file, a game with tags as"
    " chess has them, or positions of 64 letters and whose turn it is"
)
"""What would be right where there is no game."""


@dataclass(frozen=True)
class Chunk:
    """A part of a file: the games that can be read, and what cannot."""

    games: list[RecordedGame]
    malformed: list[Malformed]
    done: int
    """How many bytes of the file have been read."""


@dataclass(frozen=True)
class RecordedGames:
    """A file of games, open for reading."""

    file: str
    kind: str
    """``wthor`` or ``text``."""

    size: int
    """In bytes."""

    chunks: Iterator[Chunk] = field(repr=False)
    header: wthor.Header | None = None
    missing: int = 0
    """How many games the header counts that the file does not have."""


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading. Raises Malformed if it is not there, or not a regular file."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Malformed("not a regular file", "give a file of games")
        return path.open("rb")
    except (OSError, ValueError) as error:
        if isinstance(error, Malformed):
            raise
        raise Malformed(f"cannot be read: {getattr(error, 'strerror', None) or error}") from error


def recorded_games(path: Path, stream: BinaryIO, board_size: int = SIZE) -> RecordedGames:
    """Return the games of a file.

    Raises Malformed if there is no game in it, or if it is a WTHOR file and the board is not 8x8.
    """
    size = os.fstat(stream.fileno()).st_size
    beginning = stream.read(_BEGINNING)
    stream.seek(0)
    if beginning.startswith(_OTHER_TEXT):
        raise Malformed("text in UTF-16", "save it as UTF-8")
    is_named_wthor = path.suffix.lower() == wthor.SUFFIX
    if b"\0" in beginning if beginning else is_named_wthor:
        if is_named_wthor or _is_wthor(beginning[: wthor.HEADER.size], size):
            return _wthor_games(path, stream, board_size, size)
        right = f"games are text, or a WTHOR file, whose name ends with {wthor.SUFFIX}"
        raise Malformed("this is no text", right, offset=beginning.index(b"\0"))
    if not beginning:
        raise Malformed("an empty file", "write a move list on each line, such as f5 d6 c3")
    if not looks_like_games(beginning):
        raise Malformed(NO_GAME, RIGHT)
    chunks = _chunks(text_games(stream, board_size))
    return RecordedGames(str(path), "text", size, chunks)


def one_game(path: Path, number: int = 1, board_size: int = SIZE) -> RecordedGame:
    """Return a game of a file, or a position, by its number from 1. Raises Malformed."""
    last = 0
    try:
        with open_file(path) as stream:
            for chunk in recorded_games(path, stream, board_size).chunks:
                for problem in chunk.malformed:
                    if problem.game == number:
                        raise problem
                    last = max(last, problem.game or 0)
                for game in chunk.games:
                    if game.number == number:
                        return game
                    last = max(last, game.number)
    except Malformed as error:
        raise error.at(file=str(path)) from None
    games = "1 game" if last == 1 else f"{last} games"
    raise Malformed(f"there is no game {number}", f"there are {games}", file=str(path))


def _chunks(games: Iterable[TextGame]) -> Iterator[Chunk]:
    """Yield games, some at a time."""
    going = iter(games)
    while some := list(itertools.islice(going, CHUNK)):
        read = [game for one in some for game in one.games]
        yield Chunk(read, [one.problem for one in some if one.problem], some[-1].done)


# -- WTHOR -----------------------------------------------------------------------------------------


def _is_wthor(header: bytes, size: int) -> bool:
    """Whether a file of that size may be a WTHOR file that has lost its name."""
    try:
        return not wthor.read_header(header, size)[1]
    except Malformed:
        return False


def _wthor_games(path: Path, stream: BinaryIO, board_size: int, size: int) -> RecordedGames:
    data = stream.read(wthor.HEADER.size)
    header, problems = wthor.read_header(data, size)
    if board_size != SIZE:
        why = f"a WTHOR file has games of 8x8, not of {board_size}x{board_size}"
        raise Malformed(why, "leave --size out")
    counted, there = wthor.HEADER.unpack(data)[4], (size - len(data)) // wthor.GAME.size
    missing, most = max(counted - there, 0), counted + UNCOUNTED
    if there > most:
        why = f"the last {there - most} games are not read"
        right = f"only {UNCOUNTED} are read that the header does not count"
        problems.append(Malformed(why, right, offset=wthor.file_size(most)))
    chunks = _wthor_chunks(stream, problems, most)
    return RecordedGames(str(path), "wthor", size, chunks, header, missing)


def _wthor_chunks(stream: BinaryIO, problems: list[Malformed], most: int) -> Iterator[Chunk]:
    """Yield the games, some at a time, and at most so many in all."""
    number, done = 0, wthor.HEADER.size
    while True:
        data = stream.read(min(CHUNK, most - number) * wthor.GAME.size)
        games = []
        for at in range(0, len(data) - wthor.GAME.size + 1, wthor.GAME.size):
            number += 1
            try:
                read = wthor.read_game(data[at : at + wthor.GAME.size], number, done + at)
                games.append(RecordedGame(read.moves, number, score=read.score))
            except Malformed as error:
                problems.append(error)
        done += len(data)
        yield Chunk(games, problems, done)
        if len(data) < CHUNK * wthor.GAME.size:
            return
        problems = []
