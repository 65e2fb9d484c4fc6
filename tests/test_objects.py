"""Objects, reals and generic modules: what the notation refuses, and how values are compared."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from modcheck.system.implementation import Reply, encode_argument
from modcheck.system.in_process import InProcess
from modcheck.system.object_views import ObjectView
from modcheck.system.serve import Constructed
from modcheck.testing.output_forms import FormedImplementation, OutputForms
from modlab.calls import read_calls, to_text
from modspec import Module, SpecificationError
from modspec.lint import lint
from modspec.print import latex, terminal
from modspec.run.machine import Call, Machine
from modspec.run.objects import make_object, observer_paths
from modspec.run.reals import Real, tolerance_of
from modspec.syntax.places import module_at

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
CHANGES: dict[str, list[tuple[str, str, str]]] = {
    "sequence": [
        ("item, *sequence.items[i:]", "item + 1, *sequence.items[i:]", "`item` is a T; an operand"),
        ("return len(sequence.items)  #", "return sequence.items[0]  #", "has to be an integer"),
        ("T = TypeVar", "U = TypeVar", "name 'T' is not defined"),
    ],
    "route": [
        ("route.way), p))", "route.way), 3))", "argument item of add has to be a Point"),
        ("-> Point:", "-> float:", "`sequence.at(route.way, i)` is a Point; the output of stop"),
        ("sequence.size(route.way) - 1", "sequence.at(route.way, 0)", "the argument i of remove"),
    ],
    "line": [
        ("point.xcoord(line.b) +", "line.b.xc +", "xc is a state variable of point"),
        ("new(line.e, line.b)", "new(line.e, line)", "the argument q of new has to be a Point"),
        ("import point\n", "import point as p\n", "import point as p"),
    ],
    "point": [
        ("sqrt(dx * dx + dy * dy)", "sqrt(dx * dx - dy * dy)", "the square root of a negative num"),
        ("sqrt(dx * dx + dy * dy)", "sqrt(q)", "the argument of sqrt has to be a number"),
        (
            "point.xc + dx, point.yc",
            "point.xc // dx, point.yc",
            "an operand of // has to be an int",
        ),
        ("return point.xc  #", "return point.xc / point.yc  #", "a division by 0"),
    ],
}


def module(name: str) -> Module:
    return module_at(str(LIBRARY / f"{name}.py"))


@pytest.mark.parametrize(
    ("name", "before", "after", "words"),
    [(name, *change) for name, changes in CHANGES.items() for change in changes],
)
def test_a_mistake_is_found(
    name: str, before: str, after: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = (LIBRARY / f"{name}.py").read_text("utf-8")
    text = right.replace(before, after, 1)
    assert text != right
    file = tmp_path / f"wrong_{name}_{abs(hash(after))}.py"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(LIBRARY), *sys.path])
    try:
        found = [each.text for each in lint(module_at(str(file)))]
    except SpecificationError as error:
        found = [str(error)]
    assert words in " ".join(found)


def test_a_real_equals_what_is_within_its_tolerance() -> None:
    assert Real(0.3) == 0.1 + 0.2 != 0.3
    assert Real(1e9) == 1e9 + 0.5
    assert Real(1e-12) == 0
    assert Real(2.0, 0.01) == 2.01
    assert Real(2.0, 0.01) != 2.03
    for other in (math.nan, math.inf, True, "0.3", None, 0.31):
        assert Real(0.3) != other
    assert Real(math.nan) != math.nan
    assert (1e-6, 1e-9) == (tolerance_of(module("line")), tolerance_of(module("point")))


def test_the_page_of_a_template_names_its_parameter_and_its_instances() -> None:
    shown = terminal.page(module("sequence"))
    assert shown.startswith("Generic Template Module\n")
    assert "T : type\n" in shown
    assert "Sequence(T) = ?" in shown
    assert "items : seq of T" in shown
    assert "Sequence(Point), sequence.size" in terminal.page(module("route"))
    assert r"\mathbb{R}" in latex.page(module("point"))
    assert r"\surd " in latex.page(module("point"))
    constructor = re.search(r"new\(x, y\)(.|\n)*?out := self", terminal.page(module("point")))
    assert constructor
    assert constructor[0].count("output") == 1


def test_an_object_is_told_in_calls() -> None:
    (call,) = read_calls(module("line"), "is_parallel(new(point.new(0, 0), point.new(3, 0.5)))")
    text = "is_parallel(line.new(point.new(0, 0), point.new(3, 0.5)))"
    assert text == str(call) == to_text(call)
    given = [{"object": [["Point.new", 0, 0]]}, {"object": [["Point.new", 3, 0.5]]}]
    assert {"object": [["Line.new", *given]]} == encode_argument(call.arguments[0])
    assert (".start.xcoord", ".start.ycoord", ".end.xcoord", ".end.ycoord") == observer_paths(
        module("line")
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dist(point.old(0, 0))", "'old' makes no object of point; there are new"),
        ("dist(point.new(200, 0))", "raises, and so makes no object"),
        ("dist(other.new(0, 0))", "is no value"),
        ("dist(moved(1, 2))", "of point; write an object as new(x, y).moved(1, 2)"),
        ("dist(new(0, 0) moved(1, 2))", "write it as dist(new(0, 0).moved(1, 2))"),
        ("dist(new(0, 0); moved(1, 2))", "write it as dist(new(0, 0).moved(1, 2))"),
        ("new(0 1)", "'new(0 1)' is no call; write it as new(x, y)"),
        ("new(x=0, y=1)", "arguments have no names; write 'new(x=0, y=1)' as new(x, y)"),
    ],
)
def test_what_makes_no_object_is_told(text: str, words: str) -> None:
    with pytest.raises(SpecificationError) as told:
        [*read_calls(module("point"), text)]
    assert words in str(told.value)


def test_calls_may_have_dots_between_them_as_those_of_an_object_have() -> None:
    spaced = [*read_calls(module("point"), "new(0, 1) moved(1, 0.5) xcoord")]
    assert spaced == [*read_calls(module("point"), "new(0, 1).moved(1, 0.5).xcoord")]
    assert [each.routine for each in spaced] == ["new", "moved", "xcoord"]


class Point:
    """A point as a program has it, with a field for one coordinate."""

    def __init__(self, x: Any, y: Any) -> None:
        self.xcoord, self.y = x, y

    def ycoord(self) -> Any:
        return self.y


class Line:
    """A line that keeps what it is given."""

    def __init__(self, p: Point, q: Point) -> None:
        assert isinstance(p, Point)
        self.p, self.q = p, q

    def start(self) -> Any:
        return self.p

    def end(self) -> Any:
        return None

    def middle(self) -> Any:
        return Point(math.nan, "far")


def test_a_program_is_given_objects_of_its_own_classes_and_shows_them() -> None:
    specification = module("line")
    points = [
        make_object(module("point"), [Call("new", (x, 0.5))]) for x in (1.0, 2.0)
    ]  # each knows how it was made
    calls = [Call("new", tuple(points)), Call("start"), Call("end"), Call("middle")]
    inner = InProcess(Constructed(Line), [call.routine for call in calls])
    begun, start, end, middle = FormedImplementation(inner, OutputForms(specification)).answer(
        calls
    )
    assert Reply() == begun
    assert ObjectView((("xcoord", Real(1.0)), ("ycoord", Real(0.5)))) == start.output
    assert "nothing, which has no xcoord" == end.fault
    assert (("xcoord", "nan, which is no number"), ("ycoord", "far")) == middle.output
    due = Machine(specification).call(None, "new", points)
    assert due.state is not None


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("-> Point:", "-> tuple[Point, ...]:", "yields objects within something else"),
        ("-> float:", "-> Set[float]:", "yields reals within a set or a mapping"),
    ],
)
def test_outputs_that_nobody_can_compare_are_refused(
    before: str, after: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        (LIBRARY / "line.py").read_text("utf-8").replace("return line.b  #", "return (line.b,)  #")
    )
    text = text.replace("return point.dist(line.b, line.e)", "return {point.dist(line.b, line.e)}")
    text = text.replace("from typing", "from collections.abc import Set\nfrom typing")
    file = tmp_path / f"unfit_{words.split()[1]}.py"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(LIBRARY), *sys.path])
    with pytest.raises(SpecificationError, match=words):
        OutputForms(module_at(str(file)))


def test_a_kit_says_that_it_passes_on_no_objects(tmp_path: Path) -> None:
    run = [sys.executable, "-c", "from modlab.modspec_command import main; main()"]
    command = [*run, "init", "python", str(LIBRARY / "point.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "point takes or yields objects, which a kit does not pass on" in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_the_session_on_the_protocols_page_is_one() -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    page = (LIBRARY.parent / "reference" / "protocol.md").read_text("utf-8")
    session = page.partition("## Objects")[2].partition("```none\n")[2].partition("```")[0]
    asked, due = (line[2:] for line in session.splitlines())
    program = Path(__file__).parent / "library_programs" / "line.mjs"
    done = subprocess.run(
        ["node", program], input=f"{asked}\n", capture_output=True, text=True, check=True
    )
    assert due == done.stdout.strip()
