"""What the hostile programs share: a sound supply of discs to hide behind, and where to reach for
what is outside.

A specimen tries to break out when it starts, and says what worked: each name of an escape that did
is among the routines that it offers. Everything else is seen from outside. It says in itself, as
plain data,

ATTEMPTS  which escapes of :class:`modcheck.sandbox.backend.Escape` it tries;
VERDICT   the right verdict: "conforms", "faulty", or "not judged" if it does not even shake hands;
HARMLESS  whether it may run unconfined, which shows that it does break out where nothing stops it:
          it must then touch nothing but its own folder and what ``OUTSIDE`` names;

and some have more: HANGS, that it never answers; SAYS, what the verdict has to tell; SERVED, that
it is a module, served by the checker's own server.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

OUTSIDE: dict[str, Any] = json.loads((HERE / "outside.json").read_text())
"""What there is to reach for: see ``Outside`` in the tests."""

WORKED: list[str] = []


def attempt(escape: str, try_it: Callable[..., object], *arguments: object) -> None:
    """Try to escape, and remember if it works; what is refused does not."""
    try:
        if try_it(*arguments):
            WORKED.append(escape)
    except (OSError, MemoryError):
        pass


class Supply:
    """The discs beside the board, as they should be."""

    def __init__(self) -> None:
        self.init()

    def init(self) -> None:
        self.discs = {"black": 30, "white": 30}

    def take(self, player: str) -> None:
        if not any(self.discs.values()):
            raise NoDiscs
        giver = player if self.discs[player] else {"black": "white", "white": "black"}[player]
        self.discs[giver] -= 1

    def left(self, player: str) -> int:
        return self.discs[player]

    def takes_from_opponent(self, player: str) -> bool:
        return not self.discs[player]


class NoDiscs(Exception):
    """Neither player has a disc left."""


SUPPLY = Supply()


def requests() -> Iterator[dict[str, Any]]:
    for line in sys.stdin.buffer:
        yield json.loads(line)


def right_answer(request: dict[str, Any]) -> dict[str, Any]:
    if "hello" in request:
        offered = ["init", "take", "left", "takes_from_opponent", *WORKED]
        return {"id": request["id"], "hello": 1, "routines": offered}
    return {"id": request["id"], "replies": [_outcome(*call) for call in request["calls"]]}


def _outcome(routine: str, *arguments: str) -> dict[str, Any]:
    try:
        return {"out": getattr(SUPPLY, routine)(*arguments)}
    except NoDiscs:
        return {"exc": "NoDiscs"}


def as_line(reply: object) -> bytes:
    return json.dumps(reply).encode() + b"\n"


def send(output: bytes) -> None:
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


def behave() -> None:
    """Answer everything as it should be."""
    for request in requests():
        send(as_line(right_answer(request)))


def misbehave(spoil: Callable[[dict[str, Any]], bytes]) -> None:
    """Shake hands, and then write what ``spoil`` makes of the right answers."""
    for request in requests():
        answer = right_answer(request)
        send(as_line(answer) if "hello" in answer else spoil(answer))
