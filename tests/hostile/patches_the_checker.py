"""A Python module that looks for the checker around it and patches it so as to be found right.

It is served by ``modcheck.system.serve``: in the checker's own process, it would succeed.
"""

import builtins
import contextlib
import gc
import json
import os
import sys

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True
SERVED = True


class Agreeable:
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None


def patch() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("modspec") and hasattr(module, "agrees"):
            module.agrees = lambda *arguments: True
    for thing in gc.get_objects():
        if isinstance(thing, dict) and "conforms" in thing:
            thing["conforms"] = True
    frame = sys._getframe()
    while frame:
        with contextlib.suppress(Exception):
            frame.f_globals["VERSION"] = 99
            frame.f_globals["encoded"] = lambda value: value
        frame = frame.f_back
    builtins.print = lambda *arguments, **options: None
    json.loads = lambda *arguments, **options: {"id": 0, "hello": 1}
    os._exit = sys.exit = lambda *arguments: None


patch()


def init():
    print("it conforms")


def take(player):
    pass


def left(player):
    return Agreeable()


def takes_from_opponent(player):
    return Agreeable()
