"""Answers, over a pipe, the calls that a checker makes of an Othello module in Python.

    python othello_pipe.py module:Class

The class has the access programs of the game-state module as its methods; one object of it plays
all games. The module is looked for in the current folder and on PYTHONPATH. Reads one JSON object
per line and writes one per line:

    {"id":0,"hello":1}                               the names of the routines
    {"id":7,"calls":[["init"],["move",2,3]]}         one reply per call
"""

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]


def is_integer(value: object) -> bool:
    """Whether the value is an integer; in Python, true and false are some."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_player(value: object) -> bool:
    """Whether the value names a player."""
    return value in ("black", "white")


SYNTAX: Final[dict[str, tuple[Callable[[object], bool], ...]]] = {
    "init": (),
    "move": (is_integer, is_integer),
    "is_valid_move": (is_integer, is_integer, is_player),
    "cell": (is_integer, is_integer),
    "turn": (),
    "count": (is_player,),
    "winner": (),
    "game_over": (),
    "has_valid_moves": (is_player,),
}
"""What each routine takes."""


def answer(game: object, request: object) -> Json:
    """The reply to one request: a handshake, or a list of calls."""
    if not isinstance(request, dict):
        return {"id": None, "error": "a request is an object"}
    identity = {"id": request.get("id")}
    if "hello" in request:
        return identity | {"hello": 1, "routines": [name for name in SYNTAX if hasattr(game, name)]}
    if not isinstance(request.get("calls"), list):
        return identity | {"error": "expected hello, or a list of calls"}
    return identity | {"replies": [answer_call(game, call) for call in request["calls"]]}


def answer_call(game: object, call: object) -> Json:
    """The reply to one call: what came out, the exception it raised, or why it makes no sense."""
    if not (isinstance(call, list) and call and isinstance(call[0], str)):
        return {"error": "a call is a list that begins with the name of a routine"}
    name, *arguments = call
    if name not in SYNTAX or not hasattr(game, name):
        return {"error": f"no such routine: {name}"}
    takes = SYNTAX[name]
    if len(arguments) != len(takes) or not all(map(_understood, takes, arguments)):
        return {"error": f"{name} does not take {arguments}"}
    try:
        return {"out": getattr(game, name)(*arguments)}
    except Exception as exception:  # noqa: BLE001 - which one it is, is for the checker to judge
        return {"exc": type(exception).__name__}


def _understood(takes: Callable[[object], bool], argument: object) -> bool:
    return takes(argument)


def answer_line(game: object, line: bytes) -> bytes:
    """The reply to one line, as a line."""
    try:
        request = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        reply: Json = {"id": None, "error": f"not JSON: {problem}"}
    else:
        reply = answer(game, request)
    # What a module answers need not be JSON at all, an enumeration for instance: show it as text.
    return json.dumps(reply, separators=(",", ":"), default=repr).encode() + b"\n"


def load(place: str) -> object:
    """A new object of the class at that place, written module:Class."""
    module, _, name = place.partition(":")
    sys.path.insert(0, str(Path.cwd()))  # as python -m does: a script sees only its own folder
    return getattr(importlib.import_module(module), name)()


def main() -> None:
    """Answer line after line until the input ends."""
    if len(sys.argv) != 2 or ":" not in sys.argv[1]:
        sys.exit("usage: python othello_pipe.py module:Class")
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr  # so that what a module prints does not get among the replies
    game = load(sys.argv[1])
    for line in sys.stdin.buffer:
        replies.write(answer_line(game, line))
        replies.flush()


if __name__ == "__main__":
    main()
