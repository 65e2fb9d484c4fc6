"""Replies to recorded traces, some garbled: a pipe compares them as bytes before it parses."""

from __future__ import annotations

import json
import shlex
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from fuzz.chance import garble
from fuzz.lines import line
from fuzz.loop import Broken
from fuzz.protocol import EvenLines, demand_one_line, demand_replies
from modcheck.system.implementation import ImplementationError, Reply
from modcheck.system.pipe import MOST_CALLS, Pipe
from modcheck.testing.recorded import Difference, RecordedTrace, differences
from modcheck.testing.trace import Purpose
from othello_suite.test_model import build_test_model

_SCRIPTS = 2
"""So many are recited: the shortest there are."""

_WRONG: Final[Sequence[dict[str, object]]] = (
    {"out": 65},
    {"out": "green"},
    {"out": 1.0},
    {"exc": "Odd"},
    {"error": "why"},
)
"""Replies that are never right."""


@dataclass(frozen=True)
class Answers:
    """What a program writes, at once, before it repeats what it reads."""

    lines: tuple[bytes, ...]
    """The answers to the handshake and to each line of calls."""

    right: tuple[bool | None, ...]
    """Of each script, whether its answers are right; None: who knows."""


@cache
def scripts() -> Sequence[RecordedTrace]:
    """What is recited."""
    suite = build_test_model().suite
    assert suite is not None
    return suite().short[:_SCRIPTS]


class Recorded:
    """Answers to recorded scripts."""

    def __init__(self, pipe: type[Pipe] = EvenLines) -> None:
        self._pipe = pipe
        self._folder = tempfile.TemporaryDirectory()

    def draw(self, chance: Random) -> Answers:
        routines = json.dumps(build_test_model().routines)
        said = [f'{{"id":0,"hello":1,"routines":{routines}}}'.encode()]
        right: list[bool | None] = []
        for script in scripts():
            replies = list(map(_object, script.expected_replies))
            is_wrong = chance.random() < 0.4
            if is_wrong:
                replies[chance.choice(_telling(script))] = chance.choice(_WRONG)
            right.append(not is_wrong)
            for first in range(0, len(replies), MOST_CALLS):
                style = chance.choice(((",", ":"), (", ", ": "), (" ,", " :")))
                answer = {"id": len(said), "replies": replies[first : first + MOST_CALLS]}
                said.append(json.dumps(answer, separators=style).encode())
        if chance.random() < 0.5:
            at = chance.randrange(1, len(said))
            said[at] = chance.choice((garble(chance, said[at]), line(chance, at).data))
            right = [None] * len(right)
        return Answers(tuple(said), tuple(right))

    def try_input(self, given: Answers) -> str:
        file = Path(self._folder.name) / "answers"
        file.write_bytes(b"\n".join(given.lines) + b"\n")
        try:
            pipe = self._pipe(f"cat {shlex.quote(str(file))} -", 1.0)
        except ImplementationError as error:
            demand_one_line(str(error))
            return "not judged"
        try:
            found = list(differences(pipe, scripts()))
        finally:
            pipe.close()
        if len(found) != _SCRIPTS:
            raise Broken(f"{len(found)} judgements of {_SCRIPTS} scripts")
        for script, difference, right in zip(scripts(), found, given.right, strict=True):
            _demand_sense(script, difference)
            if right is not None and right is not (difference is None):
                raise Broken(
                    f"the answers are {'right' if right else 'wrong'}; found: {difference}"
                )
        return "as recorded" if not any(found) else "deviates"


def _telling(script: RecordedTrace) -> list[int]:
    """The calls whose output counts: not those that lead to the next state."""
    asked = [script.vocabulary.calls[number] for number in script.call_numbers]
    return [at for at, each in enumerate(asked) if each.purpose is not Purpose.COMMAND]


def _demand_sense(script: RecordedTrace, difference: Difference | None) -> None:
    if difference is None:
        return
    demand_replies(difference.replies, len(script))
    if not difference.wrong:
        raise Broken("it differs, and no reply is wrong")
    for number in difference.wrong:
        if difference.replies[number] == script.expected_replies[number]:
            raise Broken(f"reply {number} is as expected")


def _object(reply: Reply) -> dict[str, object]:
    return {"out": reply.output} if reply.exception is None else {"exc": reply.exception}
