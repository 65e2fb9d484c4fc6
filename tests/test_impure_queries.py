"""A query that changes the state is found itself, also where it shares what it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from modcheck.system.in_process import load
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Verdict
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse
from modspec.run.machine import FAILED_CALL, QUERIES_PURE
from test_pasted_test import TAXI

LIBRARY = Path(__file__).parent.parent / "docs" / "library"

BEGINNING, _, _ = TAXI.partition("    def length")
LINE = f"""{BEGINNING}
    def length(self):
        way = self.q
        way.x -= self.p.x
        way.y -= self.p.y
        return hypot(way.x, way.y)
    def middle(self): return Point((self.p.x + self.q.x) / 2, (self.p.y + self.q.y) / 2)
    def turned(self): return Line(self.q, self.p)
    def is_parallel(self, m):
        one, other = self.q.moved(-self.p.x, -self.p.y), m.q.moved(-m.p.x, -m.p.y)
        return one.x * other.y == one.y * other.x
"""

STACK = """
class Empty(Exception): pass
class Full(Exception): pass

class Stack:
    def __init__(self): self.items = []
    def push(self, item):
        if len(self.items) == 4: raise Full
        self.items.append(item)
    def pop(self):
        if not self.items: raise Empty
        self.items.pop()
    def top(self):
        if not self.items: raise Empty
        last = self.items[-1]
        self.items.sort()
        return last
    def depth(self): return len(self.items)
    def listed(self): return self.items
"""

LISTED = '''

def listed(stack: Stack) -> tuple[int, ...]:
    """All of them."""
    return stack.items  # [listed]
'''

BAG_OF_TASKS = '''"""Bags: of numbers, which can be joined."""

from __future__ import annotations

from typing import Final

from modspec import AbstractDataType

__all__ = ["CAPACITY", "Bag", "Full", "add", "has_all", "joined", "listed", "new"]

CAPACITY: Final = 3
"""So many numbers are in a bag at most."""


class Full(Exception):  # [capacity]
    """There is no room."""


class Bag(AbstractDataType):
    """A bag."""

    items: tuple[int, ...]
    """What is in it."""


def new() -> Bag:
    """An empty bag."""
    return Bag(items=())  # [begin]


def add(bag: Bag, item: int) -> Bag:
    """Put a number in."""
    if len(bag.items) == CAPACITY:
        raise Full  # [capacity]
    return Bag(items=(*bag.items, item))  # [add]


def joined(bag: Bag, other: Bag) -> Bag:
    """A bag of the numbers of both."""
    if len(bag.items) + len(other.items) > CAPACITY:
        raise Full  # [capacity]
    return united(bag, other)  # [join]


def united(one: Bag, two: Bag) -> Bag:
    """Both."""
    return Bag(items=(*one.items, *two.items))  # [join]


def has_all(bag: Bag, other: Bag) -> bool:
    """Whether each number of the other is in this one."""
    return all(each in bag.items for each in other.items)  # [all]


def listed(bag: Bag) -> tuple[int, ...]:
    """All of them."""
    return bag.items  # [add]
'''

JOINS_ITSELF = """
class Full(Exception): pass

class Bag:
    def __init__(self): self.items = []
    def add(self, item):
        if len(self.items) == 3: raise Full
        self.items.append(item)
    def joined(self, other):
        if len(self.items) + len(other.items) > 3: raise Full
        self.items.extend(other.items)
        return self
    def has_all(self, other): return all(each in self.items for each in other.items)
    def listed(self): return list(self.items)
"""


def verdict_of(specification: Path, text: str, kind: str, folder: Path) -> Verdict:
    (folder / f"of_{folder.name}.py").write_text(text, encoding="utf-8")
    model = SpecificationCourse(str(specification)).test_model(specification.stem, {}, {})
    place = f"of_{folder.name}:{kind}"
    return check(model, lambda: load(place, model.routines), CheckOptions(games=RANDOM_GAMES))


@pytest.mark.parametrize("name", ["line", "stack", "bag"])
def test_the_query_that_changes_something_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`turned` shares its points with its line, `top` is asked before `listed`, `joined` is passed
    an object that is made meanwhile: none of them, no transition and no initialiser is to blame."""
    monkeypatch.syspath_prepend(tmp_path)
    own = tmp_path / "bag.py"
    own.write_text(BAG_OF_TASKS, encoding="utf-8")
    stack = (LIBRARY / "stack.py").read_text("utf-8")
    listing = tmp_path / "stack.py"
    listing.write_text(stack.replace('"init", ', '"init", "listed", ') + LISTED, encoding="utf-8")
    specification, text, kind, culprit, shown_by = {
        "line": (LIBRARY / "line.py", LINE, "Line", "length", "end"),
        "stack": (listing, STACK, "Stack", "top", "listed"),
        "bag": (own, JOINS_ITSELF, "Bag", "joined", "listed"),
    }[name]
    verdict = verdict_of(specification, text, kind, tmp_path)
    (fault,) = verdict.faults
    assert (QUERIES_PURE,) == fault.diagnosis.rules
    assert culprit == fault.mismatch.culprit.call.routine
    assert shown_by == fault.mismatch.step.call.routine


FLYWEIGHTS = """
class OutOfPlane(Exception): pass

class Point:
    known = {}
    def __new__(cls, x, y):
        if abs(x) > 100 or abs(y) > 100: raise OutOfPlane
        return cls.known.setdefault((int(x), int(y)), super().__new__(cls))
    def __init__(self, x, y):
        if not hasattr(self, "x"): self.x, self.y = x, y
    def xcoord(self): return self.x
    def ycoord(self): return self.y
    def is_origin(self): return self.x == self.y == 0
    def moved(self, dx, dy): return Point(self.x + dx, self.y + dy)
    def dist(self, q): return ((self.x - q.x) ** 2 + (self.y - q.y) ** 2) ** 0.5
"""


def test_a_query_that_yields_an_object_is_not_blamed_for_how_objects_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program keeps one point for all points with the same whole coordinates."""
    monkeypatch.syspath_prepend(tmp_path)
    (fault,) = verdict_of(LIBRARY / "point.py", FLYWEIGHTS, "Point", tmp_path).faults
    assert ("new", "coordinates") == (fault.mismatch.culprit.call.routine, fault.rule)


DEQUE = """
from collections import deque

class Full(Exception): pass
class Empty(Exception): pass

class Queue:
    def init(self): self.waiting = deque(maxlen=3)
    def enqueue(self, item):
        is_full = len(self.waiting) == 3
        self.waiting.append(item)
        if is_full: raise Full
    def leave(self):
        if not self.waiting: raise Empty
        return self.waiting.popleft()
    def front(self):
        if not self.waiting: raise Empty
        return self.waiting[0]
    def length(self): return len(self.waiting)
"""

COUNTED = """
class Full(Exception): pass
class Declared(Exception): pass
class Undeclared(Exception): pass
class Reserved(Exception): pass

class Table:
    def init(self): self.types, self.count = {}, 0
    def declare(self, name, kind):
        if name in ("if", "while"): raise Reserved
        if name in self.types: raise Declared
        if len(self.types) == 2: raise Full
        self.types[name] = kind
        self.count += 1
    def update(self, name, kind):
        if name not in self.types: raise Undeclared
        self.types[name] = kind
    def remove(self, name):
        self.count -= 1
        if name not in self.types: raise Undeclared
        del self.types[name]
    def lookup(self, name):
        if name not in self.types: raise Undeclared
        return self.types[name]
    def is_declared(self, name): return name in self.types
    def names(self): return {*self.types}
    def size(self): return self.count
"""


@pytest.mark.parametrize(
    ("name", "kind", "text", "moves", "culprit", "shown_by"),
    [
        ("queue", "Queue", DEQUE, 3, "enqueue", "front"),
        ("symbol_table", "Table", COUNTED, 0, "remove", "size"),
    ],
)
def test_one_refused_call_is_enough_where_it_changes_something(
    name: str,
    kind: str,
    text: str,
    moves: int,
    culprit: str,
    shown_by: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three zeros in a queue miss the first one after three calls; and a size is no old answer."""
    monkeypatch.syspath_prepend(tmp_path)
    (fault,) = verdict_of(LIBRARY / f"{name}.py", text, kind, tmp_path).faults
    assert (FAILED_CALL,) == fault.diagnosis.rules
    mismatch = fault.mismatch
    assert (culprit, shown_by) == (mismatch.culprit.call.routine, mismatch.step.call.routine)
    assert moves + 1 == len(mismatch.history)
