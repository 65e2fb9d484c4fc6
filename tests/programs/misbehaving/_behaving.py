"""What the misbehaving programs share: an Othello module that answers right, for them to spoil.

They are started by path, like anybody's program: python tests/programs/misbehaving/hangs.py
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# A script sees only its own folder; the pipe and the sound module are in the two above.
sys.path += map(str, Path(__file__).resolve().parents[1:3])

from othello_pipe import Json, answer, load

GAME = load("wrong_implementations.sound:Othello")


def requests() -> Iterator[Json]:
    """The requests on standard input, until it ends."""
    for line in sys.stdin.buffer:
        yield json.loads(line)


def right_answer(request: Json) -> Json:
    """The answer of the sound module."""
    return answer(GAME, request)


def send(reply: Any) -> None:
    """Write a reply as a line of JSON."""
    send_bytes(as_line(reply))


def as_line(reply: Any) -> bytes:
    """The reply as a line of JSON."""
    return json.dumps(reply, separators=(",", ":")).encode() + b"\n"


def send_bytes(output: bytes) -> None:
    """Write bytes as they are, at once."""
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


def is_handshake(request: Json) -> bool:
    """Whether the request is the first one, which asks for the routines."""
    return "hello" in request


def moves_in(request: Json) -> int:
    """How many of the calls of a request are moves."""
    return sum(call[0] == "move" for call in request.get("calls", []))
