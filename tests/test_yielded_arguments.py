"""Objects that calls yield are passed to other calls, where the program makes them so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from modcheck.system.implementation import Implementation, Reply
from modcheck.system.in_process import InProcess, load
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modlab.commands.errors import Exit
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse
from modspec.lint.pools import suggested_domains
from modspec.run.machine import Call
from modspec.run.objects import is_made_by_a_query, origin_text
from modspec.syntax.places import module_at
from test_kits import run

LIBRARY: Final = Path(__file__).parent.parent / "docs" / "library"

POINT: Final = """
from math import hypot

class OutOfPlane(Exception): pass

class Point:
    def __init__(self, x, y):
        if max(abs(x), abs(y)) > 100: raise OutOfPlane
        self.x, self.y, self.place, self.base = x, y, complex(x, y), None
    def xcoord(self): return self.x
    def ycoord(self): return self.y
    def is_origin(self): return self.x == self.y == 0
    def moved(self, dx, dy): return Point(self.x + dx, self.y + dy)
    def dist(self, q): return abs(self.place - q.place)
"""

STALE: Final = """
    def moved(self, dx, dy):
        found = Point(self.x + dx, self.y + dy)
        found.place = self.place
        return found
"""

FROM_THE_FIRST: Final = """
    def moved(self, dx, dy):
        base = self.base or self
        found = Point(base.x + dx, base.y + dy)
        found.base = base
        return found
"""

PROGRAMS: Final = {
    "right": POINT,
    "stale": POINT + STALE,
    "from the first": POINT + FROM_THE_FIRST,
}


def test_the_rare_objects_are_some_that_a_query_yields_once_and_twice() -> None:
    point, line = (module_at(str(LIBRARY / f"{name}.py")) for name in ("point", "line"))
    rare = suggested_domains(point).of(point, point["dist"], 0).rare
    once, twice = filter(is_made_by_a_query, rare)
    assert (1, 2) == (origin_text(once).count(".moved("), origin_text(twice).count(".moved("))
    rare = suggested_domains(line).of(line, line["new"], 0).rare
    assert not any(map(is_made_by_a_query, rare)), "a point is of another module"


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("is_confined", [False, True])
def test_what_a_yielded_object_keeps_is_seen(name: str, is_confined: bool, tmp_path: Path) -> None:
    """No query shows it of the object itself; and it may be either routine."""
    (tmp_path / "mine.py").write_text(PROGRAMS[name], encoding="utf-8")
    program = "mine.py" if is_confined else "py:mine:Point"
    done = run(f"modspec check {LIBRARY / 'point.py'} {program}", tmp_path)
    if name == "right":
        assert Exit.CONFORMS == done.code, done
        return
    assert Exit.DEVIATES == done.code, done
    assert "no rule fails" in done.out
    assert "dist or moved is at fault" in done.out
    assert ".moved(" in done.out


def test_a_test_of_such_a_fault_makes_the_object_by_the_same_calls(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAMS["stale"], encoding="utf-8")
    line = f"modspec check {LIBRARY / 'point.py'} py:mine:Point --report test=test_mine.py"
    assert Exit.DEVIATES == run(line, tmp_path).code
    assert 0 != run("python3 test_mine.py", tmp_path).code
    (tmp_path / "mine.py").write_text(POINT + "# mended\n", encoding="utf-8")
    done = run("python3 test_mine.py", tmp_path)
    assert 0 == done.code, done


class TakesNone(InProcess):
    """A program that makes no object by a call that yields it, and says so by saying nothing."""

    def __init__(self, inner: Implementation) -> None:
        self.inner, self.name, self.seen = inner, "takes none", list[Call]()
        self.routines, self.conventions = inner.routines, inner.conventions

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        self.seen += calls
        return self.inner.answer(calls)

    def close(self) -> None:
        self.inner.close()


def test_a_program_that_does_not_offer_it_is_passed_no_such_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "plain_point.py").write_text(PROGRAMS["stale"], encoding="utf-8")
    model = SpecificationCourse(str(LIBRARY / "point.py")).test_model("point", {}, {})
    made: list[TakesNone] = []

    def make() -> TakesNone:
        made.append(TakesNone(load("plain_point:Point", model.routines)))
        return made[-1]

    assert check(model, make, CheckOptions(games=RANDOM_GAMES)).conforms
    asked = [call for each in made for call in each.seen if call.routine == "dist"]
    assert asked
    assert not any(map(is_made_by_a_query, (q for call in asked for q in call.arguments)))
