"""Objects, reals and generic modules: what the notation refuses, and how values are compared."""

from __future__ import annotations

import math
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from modcheck.judging.expected.candidates import candidates
from modcheck.system import serve
from modcheck.system.implementation import Reply, encode_argument
from modcheck.system.in_process import InProcess, load
from modcheck.system.object_views import FURTHER, ObjectView, output_of, what_differs
from modcheck.system.pipe import Pipe
from modcheck.system.serve import Constructed
from modcheck.testing.output_forms import FormedImplementation, OutputForms
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import Verdict, check
from modcheck.verdict.rule_status import Status
from modlab.calls import read_calls, to_text
from modlab.driver import Driver
from modlab.modspec_command import cli
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse
from modspec import Module, SpecificationError
from modspec.lint import lint
from modspec.print import latex, terminal
from modspec.run.machine import QUERIES_PURE, Call, Machine, Outcome
from modspec.run.mutants import combine
from modspec.run.objects import make_object
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dist(point.old(0, 0))", "'old' makes no object of point; the initialisers are: new"),
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


ENDS = (".start.xcoord", ".start.ycoord", ".end.xcoord", ".end.ycoord")
MIDDLE = (".middle", ".middle.xcoord", ".middle.ycoord")
TURNED_AGAIN = (".turned", *(f".turned{path}" for path in ENDS))


@pytest.mark.parametrize(
    ("name", "unchecked", "call", "asked"),
    [
        ("line", "", Call("start"), (".xcoord", ".ycoord")),
        ("line", "", Call("turned"), (*ENDS, ".length", *MIDDLE, *TURNED_AGAIN)),
        ("line", "middle turned", Call("turned"), (*ENDS, ".length")),
        ("point", "", Call("moved", (1.0, 1.0)), (".xcoord", ".ycoord", ".is_origin")),
    ],
)
def test_an_object_of_the_own_type_is_asked_all_that_takes_nothing(
    name: str, unchecked: str, call: Call, asked: tuple[str, ...]
) -> None:
    first, *others = OutputForms(module(name), unchecked.split()).calls(call)
    assert call == first
    assert asked == tuple(each.routine for each in others)


def test_two_objects_are_the_same_in_what_both_are_asked() -> None:
    shown, other = ("start", 1), ("start", 2)
    asked, wrong = ((FURTHER, ObjectView([("length", number)])) for number in (3, 4))
    assert ObjectView([shown]) == ObjectView([shown, asked])
    assert ObjectView([shown, asked]) == ObjectView([shown, asked])
    assert ObjectView([shown, asked]) != ObjectView([shown, wrong])
    assert ObjectView([shown, asked]) != ObjectView([other, asked])
    assert (("start", 1),) != ObjectView([shown, asked])
    assert ((("length", 3),), (("length", 4),)) == what_differs(
        ObjectView([shown, asked]), ObjectView([shown, wrong])
    )
    assert hash(ObjectView([shown])) == hash(ObjectView([shown, asked]))


def test_a_mutant_shows_the_object_that_it_yields_in_its_own_way() -> None:
    line = module("line")
    points = [make_object(module("point"), [Call("new", (x, 0.0))]) for x in (0.0, 2.0)]
    machine = Machine(line)
    outcome = machine.call(machine.initial(*points), "turned")
    mutant = next(m for m in candidates(line) if "//" in m.after and "xcoord" in m.after)
    odd = machine.initial(*points[:1], make_object(module("point"), [Call("new", (1.0, 0.0))]))
    halved = machine.call(odd, "turned")
    edited = machine.with_edits(combine([mutant]))
    views = [output_of(each, of) for each in (outcome, halved) for of in (machine, edited)]
    middles = [view.further["middle"] for view in views if isinstance(view, ObjectView)]
    x = [middle.members["xcoord"] for middle in middles if isinstance(middle, ObjectView)]
    assert [1.0, 1.0, 0.5, 0.0] == x


def test_what_an_object_shows_is_kept_for_that_object_alone() -> None:
    near = [make_object(module("point"), [Call("new", (x, 0.0))]) for x in (1.0, 1.0 + 1e-12)]
    outcomes = [Outcome(state=None, output=each) for each in near]
    first, second, again = map(output_of, (*outcomes, outcomes[0]))
    assert again is first
    shown = [dict(view)["xcoord"] for view in (first, second) if isinstance(view, ObjectView)]
    assert [1.0, 1.0 + 1e-12] == [float(str(x)) for x in shown]


TURNED_LINE = """

class Wrong(Line):
    is_turned = False

    def other(self):
        line = type(self)(self.end(), self.p)
        line.is_turned = True
        return line

    def turned(self):
        return self.other()

"""
AGAIN = "def turned(self): return self if self.is_turned else self.other()"
MIDDLE_IS = "def middle(self): return {} if self.is_turned else Line.middle(self)"
LENGTH_IS = "def length(self): return {} if self.is_turned else Line.length(self)"


@pytest.fixture
def line_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Return what makes the place of a class of lines with another method of lines turned."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    right = (Path(__file__).parent / "library_programs" / "line.py").read_text("utf-8")

    def place(method: str) -> str:
        name = f"line_{tmp_path.name}"  # another name in each test
        text = f"{right}{TURNED_LINE}    {method}\n"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return f"{name}:Wrong"

    return place


def verdict_of(place: str, command: str = "", file: Path = LIBRARY / "line.py") -> Verdict:
    against = SpecificationCourse(str(file)).test_model(file.stem, {}, {})
    make = partial(Pipe, command) if command else partial(load, place, against.routines)
    return check(against, make, CheckOptions(games=RANDOM_GAMES))


WRONG = {
    MIDDLE_IS.format("self.p"): (
        "middle",
        "middle = (xcoord = 0.5, ycoord = 0.25)",
        "middle = (xcoord = 1, ycoord = 0.5)",
    ),
    LENGTH_IS.format("-1"): ("length", "length = 1.11803398875", "length = -1"),
    LENGTH_IS.format("'long'"): (
        "length",
        "length = 1.11803398875",
        "length = long (text, where a number is due)",
    ),
    MIDDLE_IS.format("1 / 0"): (
        "middle",
        "middle = (xcoord = 0.5, ycoord = 0.25)",
        "middle raises ZeroDivisionError",
    ),
    AGAIN: (
        "turned",
        "turned = (start = (xcoord = 0, ycoord = 0), end = (xcoord = 1, ycoord = 0.5))",
        "turned = (start = (xcoord = 1, ycoord = 0.5), end = (xcoord = 0, ycoord = 0))",
    ),
}


@pytest.mark.parametrize("is_served", [False, True], ids=["in process", "pipe"])
@pytest.mark.parametrize("method", WRONG)
def test_what_is_wrong_of_a_turned_line_is_the_fault_of_what_it_is_asked(
    method: str, is_served: bool, line_with: Callable[[str], str]
) -> None:
    rule, due, got = WRONG[method]
    place = line_with(method)
    verdict = verdict_of(place, shlex.join(serve.command(place)) if is_served else "")
    (fault,) = verdict.faults
    assert rule == fault.rule
    assert f"turned(): expected {due}, got {got}" == fault.summary
    assert {rule} == {each.rule for each in verdict.rules if each.status is Status.FAIL}
    passed = {each.rule for each in verdict.rules if each.status is Status.PASS}
    assert {"two-points", "parallel"} < passed


TURNS_ITS_ARGUMENT = """def is_parallel(self, m):
        found = Line.is_parallel(self, m)
        m.p, m.dx, m.dy = m.end(), -m.dx, -m.dy
        return found
"""
MEASURES_ITS_ARGUMENT = """def is_parallel(self, m):
        m.known_length = m.length()
        return Line.is_parallel(self, m)
"""


@pytest.mark.parametrize("is_served", [False, True], ids=["in process", "pipe"])
def test_a_query_that_changes_its_argument_is_not_pure(
    is_served: bool, line_with: Callable[[str], str]
) -> None:
    place = line_with(TURNS_ITS_ARGUMENT)
    verdict = verdict_of(place, shlex.join(serve.command(place)) if is_served else "")
    (fault,) = verdict.faults
    assert QUERIES_PURE == fault.rule
    assert "it changes its argument m: start yields something else" in fault.summary
    assert () == verdict.breakdowns


@pytest.mark.parametrize(
    ("method", "rules"),
    [
        (MEASURES_ITS_ARGUMENT, set()),
        ("def start(self): return Point(self.p.xcoord + 1, self.p.ycoord)", {"ends"}),
    ],
    ids=["keeps a length in it", "shows it wrongly"],
)
def test_a_call_that_leaves_its_argument_is_not_accused_of_changing_it(
    method: str, rules: set[str], line_with: Callable[[str], str]
) -> None:
    verdict = verdict_of(line_with(method))
    assert rules == {fault.rule for fault in verdict.faults}


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (MIDDLE_IS.format("None"), "middle is nothing, which has no xcoord"),
        ("turned = Line.turned", ""),
        ("def turned(self): return vars(self).setdefault('t', Wrong(self.end(), self.p))", ""),
        (MIDDLE_IS.format("Line.middle(self)"), ""),
    ],
)
def test_a_line_in_an_odd_style_is_right_and_a_missing_middle_is_said(
    method: str, words: str, line_with: Callable[[str], str]
) -> None:
    verdict = verdict_of(line_with(method))
    assert verdict.conforms is (not words)
    assert words in "".join(fault.summary for fault in verdict.faults)


def test_an_object_that_is_yielded_is_not_an_exception_that_its_observers_raise() -> None:
    file = Path(__file__).parent / "hidden_modules" / "chain.py"
    right = verdict_of("hidden_modules.chain_program:Chain", file=file)
    assert {Status.PASS} == {each.status for each in right.rules}
    (fault,) = verdict_of("hidden_modules.chain_program:Unending", file=file).faults
    assert ("rest", "rest(): expected rest raises Empty, got rest = (head raises Empty)") == (
        fault.rule,
        fault.summary,
    )


def test_of_two_wrong_answers_about_an_object_neither_rule_passes(
    line_with: Callable[[str], str],
) -> None:
    both = f"{MIDDLE_IS.format('self.p')}\n    {LENGTH_IS.format('-1')}"
    statuses = {each.rule: each.status for each in verdict_of(line_with(both)).rules}
    assert Status.FAIL is statuses["length"]
    assert Status.PASS is not statuses["middle"]
    assert Status.PASS is statuses["turned"]


def test_a_program_is_not_asked_for_what_it_does_not_have(line_with: Callable[[str], str]) -> None:
    lacking = "length = middle = None"
    assert verdict_of(line_with(lacking)).conforms
    verdict = verdict_of(line_with(f"{lacking}\n    {AGAIN}"))
    assert ["turned"] == [fault.rule for fault in verdict.faults]


def test_a_program_whose_initialiser_always_raises_gets_a_verdict(
    line_with: Callable[[str], str],
) -> None:
    verdict = verdict_of(line_with("def __init__(self, p, q): raise Degenerate"))
    assert {"two-points"} >= {fault.rule for fault in verdict.faults}
    assert not verdict.conforms


@pytest.mark.parametrize("method", [MIDDLE_IS.format("self.p"), AGAIN, LENGTH_IS.format("None")])
def test_a_test_to_paste_asserts_what_is_wrong_of_an_object(
    method: str, line_with: Callable[[str], str]
) -> None:
    name, _, kind = line_with(method).partition(":")
    program = Path(f"{name}.py")
    against = (
        "check",
        str(LIBRARY / "line.py"),
        f"py:{name}:{kind}",
        "--report",
        "test=test_it.py",
    )
    assert "1 rule fails" in CliRunner().invoke(cli, against).output
    run = [sys.executable, "test_it.py"]
    text = Path("test_it.py").read_text("utf-8").replace("Line(", f"{kind}(")
    Path("test_it.py").write_text(text.replace("import Line", f"import {kind}"), encoding="utf-8")
    assert 0 != subprocess.run(run, capture_output=True, check=False).returncode
    right = program.read_text("utf-8").partition("class Wrong")[0]
    program.write_text(f"{right}Wrong = Line\n", encoding="utf-8")
    subprocess.run(run, check=True)


def test_a_driver_says_what_is_wrong_of_an_object(
    tmp_path: Path, line_with: Callable[[str], str]
) -> None:
    driver = Driver(str(LIBRARY / "line.py"), f"py:{line_with(AGAIN)}", tmp_path)
    calls = "new(point.new(0, 0), point.new(1, 0.5))"
    driver.check(f"{calls} middle()")
    with pytest.raises(AssertionError, match=r'expected {"turned": {"start": {"xcoord": 0.0, "yc'):
        driver.check(f"{calls} turned()")


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
    assert f"modspec check {LIBRARY / 'point.py'} py:my_point:Point; a program in" in done.stderr
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


PLAIN_LINE = """
import math

class Degenerate(Exception): pass

class Point:
    def __init__(self, x, y):
        self.xcoord, self.ycoord = x, y

class Line:
    def __init__(self, p, q):
        if (p.xcoord, p.ycoord) == (q.xcoord, q.ycoord): raise Degenerate
        self.start = p
        self.end = q
    def rise(self): return self.end.ycoord - self.start.ycoord
    def run(self): return self.end.xcoord - self.start.xcoord
    def length(self): return math.hypot(self.rise(), self.run())
    def middle(self):
        x, y = self.start.xcoord + self.end.xcoord, self.start.ycoord + self.end.ycoord
        return Point(x / 2, y / 2)
    def turned(self): return Line(self.end, self.start)
    def is_parallel(self, m): return self.rise() * m.run() == m.rise() * self.run()
"""


def test_plain_attributes_are_judged_as_queries_and_so_is_a_pasted_test(tmp_path: Path) -> None:
    run = [sys.executable, "-c", "from modlab.modspec_command import main; main()", "check"]
    line = [*run, str(LIBRARY / "line.py"), "py:mine:Line", "--brief", "--report", "test=t.py"]

    def judge(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "mine.py").write_text(text, encoding="utf-8")
        return subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)

    def test() -> int:
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
        start = [sys.executable, "t.py"]
        return subprocess.run(start, cwd=tmp_path, capture_output=True, check=False).returncode

    done = judge(PLAIN_LINE.replace("self.end = q", "self.end = p"))
    assert (1, "") == (done.returncode, done.stderr)
    assert "then end(): expected xcoord = 1, ycoord = 0.5, got xcoord = 0" in done.stdout
    assert 1 == test()
    (tmp_path / "mine.py").write_text(PLAIN_LINE, encoding="utf-8")
    assert 0 == test()
    done = judge(PLAIN_LINE)
    assert (0, "✓ py:mine:Line conforms to line\n") == (done.returncode, done.stdout)


def test_an_initialiser_that_does_not_raise_where_it_should_leaves_no_state_to_ask_in() -> None:
    place = "odd_programs.point:W_PlaneIsAMillionthLarger"
    assert {"plane"} == {each.rule for each in verdict_of(place, file=LIBRARY / "point.py").faults}
