"""Games and positions in text, as people have them.

A game is a move list: on a line of its own; on several lines up to a blank one, if it is plain that
these are one game; or after tags such as ``[Event "Club"]``, as chess programs write games. A
position is a line of letters for the squares, and one for whose turn it is. ``#`` begins a comment
up to the end of the line, braces enclose one, and results such as ``34-30`` are passed over.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import BinaryIO, Final

from othello_mis.replay.recorded_game import RecordedGame
from othello_mis.replay.replayed_game import replayed_game
from othello_spec.board import SIZE, Square
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import Ply, plies
from othello_spec.records.positions import read_position

LINE: Final = 1 << 16
"""How many bytes a line of text may have."""

_LINES: Final = 600
"""How many lines one game may have: a move on each, and passes."""

_TAG: Final = re.compile(rb'\s*\[\s*(\w+)\s+".*"\s*\]\s*')
_ELSEWHERE: Final = (b"fen", b"setup")
"""The tags of a game that does not begin as every game does."""

_POSITION: Final = re.compile(rb"(?=[^;%]*[XxOoBbWw*])\s*(?:[-.*XxOoBbWw]\s*){16,}")
_OPEN: Final = re.compile(rb"\{|#.*|\A\s*%.*", re.DOTALL)
"""What begins a comment, and is all of it if it ends with the line."""

_CLOSE: Final = re.compile(rb"\}")

_RESULT: Final = re.compile(
    rb"(?<!\S)(?:1-0|0-1|1/2-1/2|[0-9]{1,3}-[0-9]{1,3}|\*)\s*\Z|\$[0-9]+|\([^()]*\)"
)
"""A result at the end of a line, a mark, and another way to go on."""

_BEGINS: Final = re.compile(
    rb"\s*(?:[{%]|\[\s*\w|(?:[0-9]{1,4}[.):]*\s*)?(?:[a-p][0-9]{1,2}|--|@@|(?:pass|pa|ps)\b))",
    re.IGNORECASE,
)
"""How a line begins that may have a game."""

_FIRST: Final = re.compile(rb"\s*1[.):]")
"""How the first move of a game is numbered."""


@dataclass(frozen=True)
class TextGame:
    """A game or a position of a text, or why it cannot be read."""

    done: int
    """The bytes of the text up to its end."""

    games: tuple[RecordedGame, ...] = ()
    """The game; of a position, each of its moves."""

    problem: Malformed | None = None


@dataclass(frozen=True)
class _Line:
    """A line without its comments, for which there are as many blanks."""

    number: int
    at: int
    text: bytes
    is_comment: bool = False
    is_too_long: bool = False

    @property
    def end(self) -> int:
        return self.at + len(self.text)


@dataclass
class _Block:
    """Lines that follow one another, and whether they follow tags."""

    lines: list[_Line] = field(default_factory=list)
    tags: dict[bytes, int] = field(default_factory=dict)
    """The names of the tags, each with its line."""


def read_record(text: str, size: int = SIZE) -> RecordedGame:
    """Return the game of a move list, or the position of a line. Raises Malformed."""
    if is_position(text):
        return RecordedGame((), start=read_position(text, size), size=size)
    return RecordedGame(plies(text, size), size=size)


def is_position(text: str) -> bool:
    """Whether a text looks like the squares of a board, rather than like moves."""
    return _POSITION.match(text.encode("utf-8", "replace")) is not None


def looks_like_games(beginning: bytes) -> bool:
    """Whether a line at the beginning of a text may have a game, or there are only comments."""
    lines = beginning.removeprefix(codecs.BOM_UTF8).splitlines()
    lines = [line for line in lines if line.partition(b"#")[0].strip()]
    return not lines or any(_BEGINS.match(line) or _POSITION.match(line) for line in lines)


def text_games(stream: BinaryIO, size: int = SIZE) -> Iterator[TextGame]:
    """Yield the games and positions of a text, in their order."""
    number = 0
    for block in _blocks(stream):
        for game in _games(block, size):
            number += 1
            games = tuple(replace(each, number=number) for each in game.games)
            problem = game.problem and game.problem.at(game=number)
            yield TextGame(game.done, games, problem)


# -- lines and blocks ------------------------------------------------------------------------------


def _lines(stream: BinaryIO) -> Iterator[_Line]:
    """Yield the lines, cut off if they are too long, without their comments."""
    at = 0
    inside = False  # of braces
    for number, data in enumerate(iter(lambda: stream.readline(LINE + 1), b""), start=1):
        start, at = at, at + len(data)
        rest, is_too_long = data, len(data) > LINE
        while len(rest) > LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LINE + 1)
            at += len(rest)
        if number == 1 and data.startswith(codecs.BOM_UTF8):
            data = b"   " + data.removeprefix(codecs.BOM_UTF8)
        was_inside = inside
        text, inside = _without_comments(data, inside)
        is_comment = was_inside or (bool(data.strip()) and not text.strip())
        yield _Line(number, start, text, is_comment and not text.strip(), is_too_long)
    if inside:
        raise Malformed("a comment that does not end", "end it with }", line=number)


def _without_comments(data: bytes, inside: bool) -> tuple[bytes, bool]:
    """Return a line with blanks for its comments, and whether one goes on in the next line."""
    if not inside and _TAG.fullmatch(data):
        return data, False
    text, at = bytearray(data), 0
    while at < len(data):
        found = (_CLOSE if inside else _OPEN).search(data, at)
        end = found.end() if found else len(data)
        if inside:
            text[at:end] = b" " * (end - at)
        if found:
            text[found.start() : end] = b" " * len(found[0])
            inside = found[0] == b"{"
        at = end
    return _RESULT.sub(lambda found: b" " * len(found[0]), bytes(text)), inside


def _blocks(stream: BinaryIO) -> Iterator[_Block]:
    """Yield the lines between blank lines, and each position alone. Tags begin a block."""
    block = _Block()
    for line in _lines(stream):
        tag = _TAG.fullmatch(line.text)
        is_position = not block.tags and _POSITION.match(line.text) is not None
        is_long = len(block.lines) >= _LINES
        ends = not line.text.strip() and not line.is_comment and block.lines
        if block.lines and (tag or is_position or is_long or ends):
            yield block
            block = _Block()
        if tag:
            block.tags.setdefault(tag[1].lower(), line.number)
        elif is_position:
            yield _Block([line])
        elif line.text.strip():
            block.lines.append(line)
    if block.lines:
        yield block


# -- games -----------------------------------------------------------------------------------------


def _games(block: _Block, size: int) -> Iterator[TextGame]:
    """Yield the games of a block: one after tags, else one or a game on each line."""
    first = block.lines[0]
    if block.tags:
        elsewhere = [name for name in _ELSEWHERE if name in block.tags]
        if elsewhere:
            why = "a game that begins with another position"
            right = "only games from the start are read"
            error = Malformed(why, right, line=block.tags[elsewhere[0]])
            yield TextGame(block.lines[-1].end, problem=error)
            return
        lines = [replace(line, text=_without_remark(line.text)) for line in block.lines]
        yield _game(lines, size)
    elif _POSITION.match(first.text) and len(block.lines) == 1:
        yield _position(first, size)
    elif len(block.lines) > 1 and (whole := _whole_game(block.lines, size)):
        yield whole
    else:
        for line in block.lines:
            yield _game([line], size)


def _without_remark(text: bytes) -> bytes:
    """Return a line of a game with tags, without what follows a semicolon."""
    return text.partition(b";")[0]


def _whole_game(lines: list[_Line], size: int) -> TextGame | None:
    """Return the game of several lines; None if they are not plainly one game.

    They are if together they can be read and no square occurs twice, unless each line begins as a
    game does.
    """
    if len(lines) >= _LINES or sum(len(line.text) for line in lines) > LINE:
        return None
    whole = _game(lines, size)
    if whole.problem:
        return None
    [game] = whole.games
    squares = [ply for ply in game.plies if isinstance(ply, Square)]
    if len(squares) != len(set(squares)):
        return None
    return None if all(_begins_game(line, size) for line in lines) else whole


def _begins_game(line: _Line, size: int) -> bool:
    """Whether a line begins with the number 1, or with a move that may be the first of a game."""
    if _FIRST.match(line.text):
        return True
    first = _game([line], size).games
    return bool(first and first[0].plies and first[0].plies[0] in _opening_moves(size))


@cache
def _opening_moves(size: int) -> frozenset[Square]:
    return replayed_game((), size).valid_moves


def _game(lines: list[_Line], size: int) -> TextGame:
    try:
        game = RecordedGame(_plies(lines, size), line=lines[0].number, size=size)
    except Malformed as error:
        return TextGame(lines[-1].end, problem=error.at(line=_line_of(error, lines, size)))
    return TextGame(lines[-1].end, (game,))


def _line_of(error: Malformed, lines: list[_Line], size: int) -> int:
    """Return the number of the first line up to which a game has the same error."""
    for count, line in enumerate(lines, start=1):
        try:
            _plies(lines[:count], size)
        except Malformed as found:
            if str(found) == str(error):
                return line.number
    return lines[-1].number


def _plies(lines: list[_Line], size: int) -> tuple[Ply, ...]:
    for line in lines:
        if line.is_too_long:
            why = f"a line of more than {LINE} bytes"
            raise Malformed(why, "write a game on each line", offset=line.at)
        try:
            line.text.decode("ascii")
        except UnicodeDecodeError as error:
            why = f"the byte {line.text[error.start]} in a move list"
            raise Malformed(
                why, "write squares, such as f5", offset=line.at + error.start
            ) from None
    return plies("".join(line.text.decode("ascii") for line in lines), size)


def _position(line: _Line, size: int) -> TextGame:
    try:
        position = read_position(line.text.decode("utf-8", "replace"), size)
    except Malformed as error:
        return TextGame(line.end, problem=error.at(line=line.number))
    start = RecordedGame((), line=line.number, start=position, size=size)
    moves = tuple(replace(start, plies=(ply,)) for ply, _ in position.scores)
    return TextGame(line.end, moves or (start,))
