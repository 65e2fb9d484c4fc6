"""Files of games on record: WTHOR files, and text with a move list on each line.

Nothing is taken for granted of a file. What cannot be read of it is Malformed and tells its place; the games
around it are read nevertheless, a chunk at a time, so that a large file takes no more memory than a small one.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from othello_mis.replay.batch_replay import END, Numbers, Plies, as_row
from othello_spec.board import SIZE, Square
from othello_spec.records import wthor
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import Ply
from othello_spec.records.move_lists import plies as read_plies

CHUNK: Final = 16384
"""How many games are replayed at a time."""

LINE: Final = 1 << 16
"""How many bytes a line of text may have."""

_COMMENT: Final = b"#"
_BEGINNING: Final = 4096
"""How many bytes tell whether a file is text."""

_BAD: Final = 254
"""What stands for a byte that is no move."""


@dataclass(frozen=True)
class Games:
    """Some games of a file."""

    numbers: Numbers
    """Which of the games of the file they are, from 1."""

    plies: Plies

    scores: npt.NDArray[np.uint8] | None = None
    """Black's score as it is recorded, if it is."""

    lines: Numbers | None = None
    """The lines of the file that they stand on, from 1, if it has lines."""


@dataclass(frozen=True)
class Chunk:
    """A part of a file: the games that can be read, and what cannot."""

    games: Games
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
    """How many games the header tells of that the file does not have."""


def recording(path: Path, stream: BinaryIO) -> RecordedGames:
    """What a file records, by the end of its name or else by its first bytes; Malformed if it is neither."""
    size = os.fstat(stream.fileno()).st_size
    beginning = stream.read(_BEGINNING)
    stream.seek(0)
    if path.suffix.lower() == wthor.SUFFIX or (
        b"\0" in beginning and _fits(beginning[: wthor.HEADER.size], size)
    ):
        data = stream.read(wthor.HEADER.size)
        header, problems = wthor.read_header(data, size)
        missing = max(wthor.HEADER.unpack(data)[4] - (size - len(data)) // wthor.GAME.size, 0)
        return RecordedGames(str(path), "wthor", size, _of_wthor(stream, problems), header, missing)
    if not beginning:
        raise Malformed("an empty file", "write a move list on each line, such as f5 d6 c3")
    if b"\0" in beginning:
        right = f"a file of move lists is text; the name of a WTHOR file ends with {wthor.SUFFIX}"
        raise Malformed("this is no text", right, offset=beginning.index(b"\0"))
    return RecordedGames(str(path), "text", size, _of_text(stream))


def opened(path: Path) -> BinaryIO:
    """The file, to be read; Malformed if there is none, or if it is a folder, a pipe or a device."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Malformed("not a regular file", "give a file of games")
        return path.open("rb")
    except (OSError, ValueError) as error:
        if isinstance(error, Malformed):
            raise
        raise Malformed(f"cannot be read: {getattr(error, 'strerror', None) or error}") from error


# -- WTHOR -----------------------------------------------------------------------------------------


def _codes() -> npt.NDArray[np.uint8]:
    """The ply that each byte of a WTHOR file stands for."""
    table = np.full(256, _BAD, np.uint8)
    table[0] = END
    for row in range(SIZE):
        for col in range(SIZE):
            (code,) = wthor.codes([Square(row, col)])
            table[code] = SIZE * row + col
    return table


_PLIES: Final = _codes()


def _fits(header: bytes, size: int) -> bool:
    """Whether a file of that size may be a WTHOR file that has lost its name."""
    try:
        return not wthor.read_header(header, size)[1]
    except Malformed:
        return False


def _of_wthor(stream: BinaryIO, problems: list[Malformed]) -> Iterator[Chunk]:
    first, done = 1, wthor.HEADER.size
    while True:
        data = stream.read(CHUNK * wthor.GAME.size)
        there = len(data) // wthor.GAME.size
        done += len(data)
        rows = np.frombuffer(data, np.uint8, there * wthor.GAME.size).reshape(-1, wthor.GAME.size)
        plies = _PLIES[rows[:, wthor.MOVES_AT :]]
        ended = plies == END
        is_bad = (
            (plies == _BAD).any(axis=1)
            | (ended[:, :-1] & ~ended[:, 1:]).any(axis=1)
            | (rows[:, 6:8] > wthor.LIMIT).any(axis=1)
        )
        bad = [_why(rows[i], first + int(i)) for i in np.flatnonzero(is_bad)]
        good = np.flatnonzero(~is_bad)
        games = Games(good + first, plies[good], rows[good, 6])
        yield Chunk(games, [*problems, *bad], done)
        if there < CHUNK:
            return
        first, problems = first + there, []


def _why(row: npt.NDArray[np.uint8], number: int) -> Malformed:
    """What is wrong with a game, as the reader of single games says."""
    at = wthor.HEADER.size + (number - 1) * wthor.GAME.size
    try:
        wthor.read_game(row.tobytes(), number, at)
    except Malformed as error:
        return error
    raise AssertionError(f"game {number} was taken for malformed, and is not")


# -- text ------------------------------------------------------------------------------------------


class TextFile(NamedTuple):
    """A game of a file of move lists."""

    number: int
    """Which of the games of the file it is, from 1."""

    line: int
    """The line that it stands on, from 1."""

    plies: tuple[Ply, ...] | Malformed
    done: int
    """How many bytes of the file have been read."""


def texts(stream: BinaryIO, size: int = SIZE) -> Iterator[TextFile]:
    """The games of a file of move lists, on a board of that size, one at a time."""
    game = 0
    for line, at, data in _lines(stream):
        content = data.partition(_COMMENT)[0]
        if not content.strip():
            continue
        game += 1
        plies: tuple[Ply, ...] | Malformed
        try:
            plies = _read(content, len(data), at, size)
        except Malformed as error:
            plies = error.at(line=line, game=game)
        yield TextFile(game, line, plies, at + len(data))


def _of_text(stream: BinaryIO) -> Iterator[Chunk]:
    numbers, lines, rows, bad = [], [], [], []
    done = 0
    for game, line, plies, done in texts(stream):
        if isinstance(plies, Malformed):
            bad.append(plies)
        else:
            rows.append(as_row(plies))
            numbers.append(game)
            lines.append(line)
        if len(rows) + len(bad) == CHUNK:
            yield Chunk(_games(numbers, lines, rows), bad, done)
            numbers, lines, rows, bad = [], [], [], []
    yield Chunk(_games(numbers, lines, rows), bad, done)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    """The number, the place and the bytes of each line; of one that is too long, its beginning."""
    at = 0
    for number, data in enumerate(iter(lambda: stream.readline(LINE + 1), b""), start=1):
        start, at = at, at + len(data)
        rest = data
        while len(rest) > LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LINE + 1)
            at += len(rest)
        if number == 1 and data.startswith(codecs.BOM_UTF8):
            data = b"   " + data.removeprefix(codecs.BOM_UTF8)
        yield number, start, data


def _read(content: bytes, length: int, at: int, size: int) -> tuple[Ply, ...]:
    if length > LINE:
        raise Malformed(f"a line of more than {LINE} bytes", "write a game on each line", offset=at)
    try:
        return read_plies(content.decode("ascii"), size)
    except UnicodeDecodeError as error:
        byte = content[error.start]
        why, right = f"the byte {byte} in a move list", "write squares, such as f5"
        raise Malformed(why, right, offset=at + error.start) from None


def _games(numbers: list[int], lines: list[int], rows: list[list[int]]) -> Games:
    plies = np.full((len(rows), max(map(len, rows), default=0)), END, np.uint8)
    for each, codes in zip(plies, rows, strict=True):
        each[: len(codes)] = codes
    return Games(np.array(numbers, np.intp), plies, None, np.array(lines, np.intp))
