"""Answers, over a pipe, the calls that a checker makes of a class in Python, whatever its routines
are.

    python serve.py module:Class

Its public methods are the routines; one object of it plays all games. The module is looked for in
the current folder and on PYTHONPATH. How to refuse requests that make no sense is shown by
`othello_pipe.py`; here the happy path is enough.
"""

import importlib
import json
import sys
from pathlib import Path
from typing import Any


def outcome(target: object, routine: str, *arguments: object) -> dict[str, Any]:
    """What came out of a call, or the exception that it raised."""
    try:
        return {"out": getattr(target, routine)(*arguments)}
    except Exception as error:  # noqa: BLE001  # which one it is, is for the checker to judge
        return {"exc": type(error).__name__}


def main() -> None:
    """Answer line after line until the input ends."""
    module, _, name = sys.argv[1].partition(":")
    sys.path.insert(0, str(Path.cwd()))
    target = getattr(importlib.import_module(module), name)()
    routines = [each for each in dir(target) if not each.startswith("_")]
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        if "hello" in request:
            reply |= {"hello": 1, "routines": routines}
        else:
            reply |= {"replies": [outcome(target, *call) for call in request["calls"]]}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
