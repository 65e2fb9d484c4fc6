"""Output of programs, given to the parser of lines, and to a pipe through a program behind it."""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from fuzz.lines import Line, line
from fuzz.loop import Broken
from modcheck.system import protocol
from modcheck.system.implementation import DEEPEST, ImplementationError, Reply
from modcheck.system.pipe import MOST_CALLS, Pipe
from modspec.run.machine import Call

_LONGEST = 1_000
"""Characters that a message about a line has at most."""

CALLS = [Call("init"), Call("turn"), Call("move", (2, 3)), Call("count", ("white",))]

TURNS = """
import sys
for line, answer in zip(sys.stdin.buffer, open(sys.argv[1], "rb").read().split(b"\\0\\0\\0")):
    sys.stdout.buffer.write(answer)
    sys.stdout.flush()
"""
"""A program that answers each line by the next of those that it was given."""


class Reader:
    """Lines for the reader of the protocol."""

    def __init__(
        self,
        replies_in: Callable[[bytes, int, int], list[Reply]] = protocol.replies_in,
        greeting_in: Callable[[bytes], protocol.Greeting] = protocol.greeting_in,
    ) -> None:
        self._replies_in, self._greeting_in = replies_in, greeting_in

    def draw(self, chance: Random) -> Line:
        return line(chance)

    def try_input(self, given: Line) -> str:
        try:
            if given.number == 0:
                _demand_names(self._greeting_in(given.data))
                return "greeting"
            demand_replies(self._replies_in(given.data, given.number, given.calls), given.calls)
            return "replies"
        except protocol.ProtocolError as error:
            demand_one_line(str(error))
            return "refused"


@dataclass(frozen=True)
class Session:
    """What a program writes, and how it behaves."""

    answers: tuple[bytes, ...]
    ending: str
    """``turns``: it writes a line for each that it reads; ``at once``: it writes all together
    and ends; ``stays``: it does so, but does not end; ``echoes``: and then repeats its input."""


class EvenLines(Pipe):
    """Sends lines of as many calls as it can, however long a program takes: so answers are written.

    From the first line on: else it would be known which of a few calls hangs.
    """

    @property
    def _line_size(self) -> int:
        return MOST_CALLS


class Piped:
    """Sessions for a pipe."""

    def __init__(self, pipe: type[Pipe] = EvenLines, timeout: float = 0.25) -> None:
        self._pipe, self._timeout = pipe, timeout
        self._folder = tempfile.TemporaryDirectory()

    def draw(self, chance: Random) -> Session:
        answers = [b'{"id":0,"hello":1,"routines":["init","turn","move","count"]}']
        if chance.random() < 0.2:
            answers = [line(chance).data]
        for number in range(1, chance.randrange(2, 6)):
            if chance.random() < 0.4:
                answers.append(b'{"id":%d,"replies":[{},{"out":"black"},{},{"out":1}]}' % number)
            else:
                answers.append(line(chance).data)
        if chance.random() < 0.2:
            chance.shuffle(answers)
        end = chance.choice((b"\n", b"\n", b"\n", b"\r\n", b"", b"\n\n"))
        endings = ("turns", "at once", "at once", "stays", "echoes", "echoes")
        return Session(tuple(answer + end for answer in answers), chance.choice(endings))

    def try_input(self, given: Session) -> str:
        file = Path(self._folder.name) / "answers"
        between = b"\0\0\0" if given.ending == "turns" else b""
        file.write_bytes(between.join(given.answers))
        try:
            pipe = self._pipe(_command(given.ending, shlex.quote(str(file))), self._timeout)
        except ImplementationError as error:
            demand_one_line(str(error))
            return "not judged"
        try:
            broken = 0
            for _ in range(2):
                replies = pipe.answer(CALLS)
                demand_replies(replies, len(CALLS))
                broken += any(reply.fault for reply in replies)
            return "broken down" if broken else "replies"
        finally:
            pipe.close()


def _command(ending: str, file: str) -> str:
    match ending:
        case "turns":
            return f"{shlex.quote(sys.executable)} -S -I -c {shlex.quote(TURNS)} {file}"
        case "at once":
            return f"cat {file}"
        case "stays":
            return f"sh -c {shlex.quote(f'cat {file}; exec sleep 60')}"
    return f"cat {file} -"


# -- what is promised ------------------------------------------------------------------------------


def demand_replies(replies: list[Reply], calls: int) -> None:
    """One for each call, and nothing in them that could do harm where it is shown."""
    if calls != len(replies):
        raise Broken(f"{len(replies)} replies to {calls} calls")
    for reply in replies:
        outputs = list(_elements(reply.output))
        for output in outputs:
            if not isinstance(output, bool | int | str | None):
                raise Broken(f"{reply} is no value")
            if isinstance(output, int) and abs(output) >= protocol.LARGEST_INTEGER:
                raise Broken(f"{str(reply)[:99]} is too large")
        for text in (*outputs, reply.exception, reply.fault):
            if isinstance(text, str):
                demand_one_line(text)


def _elements(output: object, depth: int = 0) -> Iterator[object]:
    """Yield a value, or what an array is made of; arrays are within few others."""
    if not isinstance(output, tuple):
        yield output
        return
    if depth == DEEPEST:
        raise Broken(f"{str(output)[:99]} is too deep")
    for each in output:
        yield from _elements(each, depth + 1)


def demand_one_line(text: str) -> None:
    """It is printable, and not too long."""
    if not text.isprintable():
        raise Broken(f"{text!r} cannot be printed")
    if len(text) > _LONGEST:
        raise Broken(f"{text[:99]!r} goes on for {len(text)} characters")


def _demand_names(greeting: protocol.Greeting) -> None:
    said = [*greeting.routines, *greeting.conventions, *greeting.conventions.values()]
    if not all(isinstance(name, str) for name in said):
        raise Broken(f"{greeting} names what is no name")
