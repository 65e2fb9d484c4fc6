"""Programs in Python begin in many ways, and find their routines in many places."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from library_programs.stack import Stack
from library_programs.symbol_table import Table
from modcheck.system import serve
from modcheck.system.in_process import InProcess, load
from modcheck.system.pipe import Pipe
from modcheck.testing.argument_forms import argument_forms
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict_json import to_json
from modlab.specification_course import SpecificationCourse

LIBRARY: Final = Path(__file__).parent.parent / "docs" / "library"

CATALOGUE: Final = """
class Owned(Exception): pass
class Unknown(Exception): pass
class Shelf:
    def acquire(self, batch):
        if self.s & batch: raise Owned
        self.s |= batch
    def discard(self, batch):
        if batch - self.s: raise Unknown
        self.s -= batch
    def titles(self): return iter(self.s)
"""
BEGINNINGS: Final = {
    "a class method of the specification's name": """
class Catalogue(Shelf):
    @classmethod
    def no_titles(cls):
        made = cls()
        made.s = frozenset()
        return made
""",
    "the constructor": """
class Catalogue(Shelf):
    def __init__(self): self.s = frozenset()
""",
    "a method": """
class Catalogue(Shelf):
    def no_titles(self): self.s = frozenset()
""",
    "a static method that makes an object of a subclass": """
class Catalogue:
    @staticmethod
    def no_titles(): return Kept()
class Kept(Catalogue, Shelf):
    s = frozenset()
""",
    "a method, and another object has the rest": """
class Catalogue:
    def no_titles(self):
        self.shelf = Shelf()
        self.shelf.s = frozenset()
    def __getattr__(self, name):
        if name not in ("acquire", "discard", "titles"): raise AttributeError(name)
        return lambda *given: getattr(self.shelf, name)(*given)
""",
    "a method that makes the object to which all else is delegated": """
class Catalogue:
    def no_titles(self):
        self.shelf = Shelf()
        self.shelf.s = frozenset()
    def __getattr__(self, name): return getattr(self.shelf, name)
""",
    "a function of the module, beside a class": """
class Catalogue(Shelf):
    def __init__(self, titles): self.s = titles
def no_titles(): return Catalogue(frozenset())
""",
    "a function that hides the class": """
def no_titles():
    class Hidden(Shelf):
        s = frozenset()
    return Hidden()
""",
    "a function that yields a record of functions": """
from types import SimpleNamespace
def no_titles():
    made = Shelf()
    made.s = frozenset()
    return SimpleNamespace(acquire=made.acquire, discard=made.discard, titles=made.titles)
""",
}


@pytest.mark.parametrize("is_served", [False, True], ids=["in process", "pipe"])
@pytest.mark.parametrize("style", BEGINNINGS)
def test_an_initialiser_of_any_name_begins(
    style: str, is_served: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    name = f"catalogue_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(CATALOGUE + BEGINNINGS[style], encoding="utf-8")
    model = SpecificationCourse(str(LIBRARY / "catalogue.py")).test_model("catalogue", {}, {})
    has_class = "class Catalogue" in BEGINNINGS[style]
    forms, place = argument_forms(model.module), f"{name}:Catalogue" if has_class else name
    names = serve.initialisers_in(forms)
    served = partial(Pipe, shlex.join(serve.command(place, forms)))
    loaded = partial(load, place, model.routines, initialisers=names)
    verdict = check(model, served if is_served else loaded, CheckOptions(games=20))
    assert verdict.conforms
    assert not verdict.support.unchecked


POINTS: Final = {
    "a data class with default values": """
@dataclass
class Point(Plane):
    x: float = 0.0
    y: float = 0.0
    def __post_init__(self): check(self.x, self.y)
""",
    "default values": """
class Point(Plane):
    def __init__(self, x=0.0, y=0.0):
        self.x, self.y = x, y
        check(x, y)
""",
    "any number of arguments": """
class Point(Plane):
    def __init__(self, *pair):
        self.x, self.y = pair
        check(*pair)
""",
    "any number of arguments of a tuple": """
class Point(Plane, tuple):
    def __new__(cls, *pair):
        check(*pair)
        return tuple.__new__(cls, pair)
    x, y = (property(lambda self, n=n: self[n]) for n in (0, 1))
""",
}
PLANE: Final = """
from dataclasses import dataclass
from math import hypot
class OutOfPlane(Exception): pass
def check(x, y):
    if max(abs(x), abs(y)) > 100: raise OutOfPlane
class Plane:
    def xcoord(self): return self.x
    def ycoord(self): return self.y
    def is_origin(self): return self.x == self.y == 0
    def moved(self, dx, dy): return type(self)(self.x + dx, self.y + dy)
    def dist(self, q): return hypot(self.x - q.x, self.y - q.y)
"""


@pytest.mark.parametrize("style", POINTS)
def test_a_constructor_that_raises_leaves_the_last_object_as_it_was(
    style: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    name = f"point_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(PLANE + POINTS[style], encoding="utf-8")
    model = SpecificationCourse(str(LIBRARY / "point.py")).test_model("point", {}, {})
    loaded = partial(load, f"{name}:Point", model.routines)
    assert check(model, loaded, CheckOptions(games=20)).conforms


@pytest.mark.parametrize("number", ["Fraction(1, 2)", "Decimal('0.5')"])
def test_an_exact_number_is_a_real(number: str) -> None:
    space: dict[str, object] = {}
    exec("from fractions import Fraction\nfrom decimal import Decimal", space)
    found = serve.as_text(eval(number, space))
    assert isinstance(found, serve.NumberText)
    assert found.number == 0.5


# -- a function beside the class -----------------------------------------------------------------

LINE: Final = """
from typing import NamedTuple
class Degenerate(Exception): pass
class Point(NamedTuple):
    xcoord: float
    ycoord: float
class Line(NamedTuple):
    start: Point
    end: Point
    def step(self): return complex(*self.end) - complex(*self.start)
    def length(self): return abs(self.step())
    def middle(self):
        middle = (complex(*self.start) + complex(*self.end)) / 2
        return Point(middle.real, middle.imag)
    def turned(self): return new(self.end, self.start)
    def is_parallel(self, m): return (self.step() * m.step().conjugate()).imag == 0
def new(p, q):
    if p == q: raise Degenerate
    return Line(p, q)
"""
PLACE: Final = """
from math import hypot
from typing import NamedTuple
class OutOfPlane(Exception): pass
class Place(NamedTuple):
    xcoord: float
    ycoord: float
    def is_origin(self): return self == (0, 0)
    def moved(self, dx, dy): return new(self.xcoord + dx, self.ycoord + dy)
    def dist(self, q): return hypot(self.xcoord - q.xcoord, self.ycoord - q.ycoord)
def new(x, y):
    if max(abs(x), abs(y)) > 100: raise OutOfPlane
    return Place(x, y)
"""


@pytest.mark.parametrize(
    ("module", "text", "kind"),
    [("line", LINE, ":Line"), ("point", PLACE, "")],
    ids=["objects of another class have a constructor", "the only class has another name"],
)
def test_a_function_beside_the_class_makes_its_objects(
    module: str, text: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    name = f"{module}_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    model = SpecificationCourse(str(LIBRARY / f"{module}.py")).test_model(module, {}, {})
    verdict = check(model, partial(load, name + kind, model.routines), CheckOptions(games=20))
    assert verdict.conforms
    assert not verdict.support.unchecked


# -- what an initialiser leaves --------------------------------------------------------------------


class NeverEmptied(Stack):
    """The initialiser leaves what is on the stack."""

    def __init__(self) -> None:
        super().init()

    def init(self) -> None:
        pass


class NeverEmptiedNorFull(NeverEmptied):
    """And the stack is never deeper than three."""

    def depth(self) -> int:
        return min(super().depth(), 3)


def verdict_json(module: str, kind: type) -> dict[str, Any]:
    """Return the verdict on a class as programs get it."""
    model = SpecificationCourse(str(LIBRARY / f"{module}.py")).test_model(module, {}, {})
    verdict = check(model, lambda: InProcess(kind(), model.routines), CheckOptions(games=20))
    return to_json(verdict, model.rulebook)


def rules_with(status: Status, verdict: dict[str, Any]) -> set[str]:
    return {each["id"] for each in verdict["rules"] if each["status"] == status}


@pytest.mark.parametrize("kind", [NeverEmptied, NeverEmptiedNorFull])
def test_where_an_initialiser_leaves_something_no_other_fault_passes(
    kind: type[NeverEmptied],
) -> None:
    """Observers do not show what is on the stack: a second fault may be behind the first one."""
    verdict = verdict_json("stack", kind)
    assert [each["rule"] for each in verdict["faults"]] == ["begins-empty"]
    assert rules_with(Status.PASS, verdict) == {"capacity", "empty"}


class Counted(Table):
    """The initialiser leaves the number of names."""

    def __init__(self) -> None:
        self.number = 0

    def declare(self, name: str, value: str) -> None:
        super().declare(name, value)
        self.number += 1

    def remove(self, name: str) -> None:
        super().remove(name)
        self.number -= 1

    def size(self) -> int:
        return self.number


class CountedUp(Counted):
    """And the number never falls."""

    def remove(self, name: str) -> None:
        super().remove(name)
        self.number += 1


@pytest.mark.parametrize(
    ("kind", "open_"), [(Counted, set()), (CountedUp, {"one-type", "remove", "size"})]
)
def test_what_is_wrong_without_an_earlier_game_does_not_come_of_the_initialiser(
    kind: type[Counted], open_: set[str]
) -> None:
    verdict = verdict_json("symbol_table", kind)
    assert [each["rule"] for each in verdict["faults"]] == ["begins-empty"]
    assert rules_with(Status.INCONCLUSIVE, verdict) == open_
