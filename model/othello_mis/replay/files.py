"""Files of recorded games: WTHOR files, and text with a move list on each line.

A file may be broken. What cannot be read is Malformed, with its place; the games around it are read
all the same, a chunk at a time, so that a large file takes no more memory than a small one.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
import numpy.typing as npt

from othello_mis.replay.batch_replay import END, Numbers, Plies, blacks_record, ply_codes
from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import STANDARD
from othello_proofs.counting.playouts import choices, playout
from othello_spec.board import SIZE, Square
from othello_spec.records import wthor
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import Ply
from othello_spec.records.move_lists import plies as read_plies

CHUNK: Final = 16384
"""How many games are read, or generated, at a time; which games are generated depends on it."""

LINE: Final = 1 << 16
"""How many bytes a line of text may have."""

_BEGINNING: Final = 4096
"""How many bytes decide whether a file is text."""


@dataclass(frozen=True)
class Games:
    """Some games of a file."""

    numbers: Numbers
    """The numbers of the games in the file, from 1."""

    plies: Plies

    scores: npt.NDArray[np.uint8] | None = None
    """Black's recorded scores, if the file has scores."""

    lines: Numbers | None = None
    """The lines of the games in the file, from 1, if the file has lines."""


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
    """Return the games of a file, known by the end of its name or else by its first bytes.

    Raises Malformed if the file is of neither kind, or a WTHOR file and the board is not 8x8.
    """
    size = os.fstat(stream.fileno()).st_size
    beginning = stream.read(_BEGINNING)
    stream.seek(0)
    if path.suffix.lower() == wthor.SUFFIX or (
        b"\0" in beginning and _is_wthor(beginning[: wthor.HEADER.size], size)
    ):
        data = stream.read(wthor.HEADER.size)
        header, problems = wthor.read_header(data, size)
        if board_size != SIZE:
            why = f"a WTHOR file has games of 8x8, not of {board_size}x{board_size}"
            raise Malformed(why, "leave --size out")
        missing = max(wthor.HEADER.unpack(data)[4] - (size - len(data)) // wthor.GAME.size, 0)
        chunks = _wthor_chunks(stream, problems)
        return RecordedGames(str(path), "wthor", size, chunks, header, missing)
    if not beginning:
        raise Malformed("an empty file", "write a move list on each line, such as f5 d6 c3")
    if b"\0" in beginning:
        right = f"a file of move lists is text; the name of a WTHOR file ends with {wthor.SUFFIX}"
        raise Malformed("this is no text", right, offset=beginning.index(b"\0"))
    return RecordedGames(str(path), "text", size, _text_chunks(stream, board_size))


# -- WTHOR -----------------------------------------------------------------------------------------

_BAD: Final = END + 1
"""The code of a byte that is no move."""


def _wthor_codes() -> Plies:
    """Return the ply of each byte of a WTHOR file."""
    table = np.full(256, _BAD, np.uint16)
    table[0] = END
    for row in range(SIZE):
        for col in range(SIZE):
            (code,) = wthor.codes([Square(row, col)])
            table[code] = SIZE * row + col
    return table


_PLIES: Final = _wthor_codes()


def _is_wthor(header: bytes, size: int) -> bool:
    """Whether a file of that size may be a WTHOR file that has lost its name."""
    try:
        return not wthor.read_header(header, size)[1]
    except Malformed:
        return False


def _wthor_chunks(stream: BinaryIO, problems: list[Malformed]) -> Iterator[Chunk]:
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
        bad = [_problem(rows[i], first + int(i)) for i in np.flatnonzero(is_bad)]
        good = np.flatnonzero(~is_bad)
        games = Games(good + first, plies[good], rows[good, 6])
        yield Chunk(games, [*problems, *bad], done)
        if there < CHUNK:
            return
        first, problems = first + there, []


def _problem(row: npt.NDArray[np.uint8], number: int) -> Malformed:
    """Return what is wrong with a game, as the reader of single games says."""
    at = wthor.HEADER.size + (number - 1) * wthor.GAME.size
    try:
        wthor.read_game(row.tobytes(), number, at)
    except Malformed as error:
        return error
    raise AssertionError(f"game {number} was taken for malformed, and is not")


def generate_games(games: int, seed: int) -> Iterator[bytes]:
    """Yield a WTHOR file of random games in parts: the header, then some games at a time.

    The same seed gives the same file. The games have scores, and no names.
    """
    yield wthor.write_header(wthor.Header(), games)
    for part, first in enumerate(range(0, games, CHUNK)):
        rows = np.zeros((min(CHUNK, games - first), wthor.GAME.size), np.uint8)
        positions = playout(choices(len(rows), (seed << 32) + part))
        before = last = next(positions)
        for ply, last in enumerate(positions):
            placed = (before.own | before.opponent) ^ (last.own | last.opponent)
            rows[:, wthor.MOVES_AT + ply] = _move_bytes(placed)
            before = last
        black, white = (batch.count(discs).astype(np.intp) for discs in last.discs())
        rows[:, 6] = rows[:, 7] = blacks_record(black, white)
        yield rows.tobytes()


def _move_bytes(squares: Words) -> npt.NDArray[np.uint8]:
    """Return the byte of each move in a WTHOR file; 0 where there is no move."""
    row, col = np.divmod(batch.count(squares - (squares != 0)), STANDARD.columns)
    return np.where(squares != 0, 10 * (row + 1) + col + 1, 0).astype(np.uint8)


# -- text ------------------------------------------------------------------------------------------


def _text_chunks(stream: BinaryIO, size: int) -> Iterator[Chunk]:
    numbers, lines, rows, bad = [], [], [], []
    game = done = 0
    for line, at, data in _lines(stream):
        content = data.partition(b"#")[0]  # a comment
        done = at + len(data)
        if not content.strip():
            continue
        game += 1
        try:
            rows.append(ply_codes(_read_line(content, len(data), at, size), size))
            numbers.append(game)
            lines.append(line)
        except Malformed as error:
            bad.append(error.at(line=line, game=game))
        if len(rows) + len(bad) == CHUNK:
            yield Chunk(_text_games(numbers, lines, rows), bad, done)
            numbers, lines, rows, bad = [], [], [], []
    yield Chunk(_text_games(numbers, lines, rows), bad, done)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    """Yield the number, the place and the bytes of each line, cut off if it is too long."""
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


def _read_line(content: bytes, length: int, at: int, size: int) -> tuple[Ply, ...]:
    if length > LINE:
        raise Malformed(f"a line of more than {LINE} bytes", "write a game on each line", offset=at)
    try:
        return read_plies(content.decode("ascii"), size)
    except UnicodeDecodeError as error:
        byte = content[error.start]
        why, right = f"the byte {byte} in a move list", "write squares, such as f5"
        raise Malformed(why, right, offset=at + error.start) from None


def _text_games(numbers: list[int], lines: list[int], rows: list[list[int]]) -> Games:
    plies = np.full((len(rows), max(map(len, rows), default=0)), END, np.uint16)
    for each, codes in zip(plies, rows, strict=True):
        each[: len(codes)] = codes
    return Games(np.array(numbers, np.intp), plies, None, np.array(lines, np.intp))
