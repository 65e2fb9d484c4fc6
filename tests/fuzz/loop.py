"""The loop: draw an input, check the reaction to it, and stop at the first wrong one."""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

PATIENCE = 120.0
"""Seconds after which an input counts as one that makes what it is given to hang."""


class Broken(AssertionError):
    """A promise that was not kept; the message says which."""


class Fuzzer(Protocol):
    """Draws inputs, and tries them."""

    def draw(self, chance: Random) -> Any:
        """An input."""

    def try_input(self, given: Any) -> str:
        """Return the result in a word; raise :class:`Broken` or another error if it is wrong."""


@dataclass
class Outcome:
    """What came of all inputs."""

    tried: int = 0
    came: Counter[str] = field(default_factory=Counter)
    """How often each kind of thing came of them."""

    finding: str = ""
    """The first thing that went wrong, with the input; empty if nothing did."""

    number: int = -1
    """Which input that was."""


def fuzz(
    fuzzer: Fuzzer,
    seed: int,
    inputs: int | None = None,
    seconds: float | None = None,
    first: int = 0,
    stuck: Callable[[int, Any], None] | None = None,
) -> Outcome:
    """Try so many inputs, or for so many seconds, until something goes wrong.

    ``stuck`` is called with an input that takes far too long; by default the process ends there.
    """
    outcome = Outcome()
    end = None if seconds is None else time.monotonic() + seconds
    for number in itertools.count(first):
        if outcome.tried == inputs or (end is not None and time.monotonic() > end):
            return outcome
        given = fuzzer.draw(Random(f"{seed} {number}"))
        outcome.tried += 1
        try:
            with _watch(number, given, stuck or _give_up):
                outcome.came[fuzzer.try_input(given)] += 1
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001  # a system exit is as wrong as any other
            outcome.finding = f"{traceback.format_exc()}\ninput {number}: {short_repr(given)}"
            outcome.number = number
            return outcome
    raise AssertionError("counting does not end")


def short_repr(given: Any) -> str:
    """Return the text of an input, cut off where it is long."""
    text = repr(given)
    return text if len(text) < 4_000 else f"{text[:4_000]}... ({len(text)} characters)"


@contextmanager
def _watch(number: int, given: Any, stuck: Callable[[int, Any], None]) -> Iterator[None]:
    timer = threading.Timer(PATIENCE, stuck, (number, given))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _give_up(number: int, given: Any) -> None:
    """End the process, for nothing else ends what hangs."""
    print(f"more than {PATIENCE:g} s\ninput {number}: {short_repr(given)}", file=sys.__stderr__)
    os._exit(1)
