"""Serving a Python module or class: it answers as in process, and hurts only itself."""

from __future__ import annotations

import enum
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modcheck.system import serve
from modcheck.system.implementation import ImplementationError, Reply
from modcheck.system.in_process import load
from modcheck.system.pipe import Pipe
from modcheck.testing.argument_forms import argument_forms
from modlab.specification_course import SpecificationCourse
from modspec.run.machine import Call
from othello_spec import MODULES, module

MODULE = """
import enum, functools, itertools, os, sys
class Colour(enum.Enum):
    RED = "RED"
    BLUE = 1
class Piece(enum.Enum):
    BLACK = "B"
    W = "white"
class Side(enum.Flag):
    LEFT = 1
class Refused(Exception): ...
state = 0
def init():
    global state
    state = 0
def add(n):
    global state
    state += n
    print("noise", os.system("echo more noise"))
    return state
def red(): return Colour.RED
def blue(): return Colour.BLUE
def black(): return Piece.BLACK
def white(): return Piece.W
def neither(): return Side(0)
def listed(): return [1, "two"]
def nan(): return float("nan")
def huge(): return 10 ** 5000
def escape(): return "\\x1b[2J"
def refuse(): raise Refused
def leave(): sys.exit(0)
def deep(): return deep()
def read(): return sys.stdin.read()
def unprintable():
    class Odd:
        def __repr__(self): raise ValueError
    return Odd()
def missing_argument(n): ...
class Counter:
    def __init__(self): self.n = 0
    def init(self): self.n = 0
    def add(self, n): self.n += n; return self.n
class Needy:
    def __init__(self, n): ...
def fatal(): os._exit(0)
def keys(): return {"b": 1, "a": 2}.keys()
def values(): return {"b": 2, "a": 1}.values()
def generated(): return (n for n in range(3))
def counted(): return range(2)
def endless(): return itertools.count()
def raw(): return b"ab"
class Tank:
    def init(self): self.litres = 0
    def fill(self): self.litres += 5
    @property
    def level(self): return self.litres
    @functools.cached_property
    def first(self): return self.litres
class Base:
    def __init__(self, n):
        self.low, self._hidden = 0, n
        n.other = 3
class Meter(Base):
    shown = None
    def __init__(self, n):
        super().__init__(self)
        self.high: int = n
        self.start = self.low
    def start(self): return self.low
class Later:
    def init(self): self.level = None
    def fill(self): self.level = 3
"""
ROUTINES = (
    *("init", "red", "blue", "listed", "nan", "escape", "refuse", "leave", "deep"),
    *("unprintable", "missing_argument", "black", "white", "neither"),
)
Serve = Callable[[str], Pipe]


@pytest.fixture
def pipe_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """A function that serves a module of the student and returns the pipe to it."""
    (tmp_path / "student.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    started: list[Pipe] = []

    def start(place: str) -> Pipe:
        started.append(Pipe(shlex.join(serve.command(place))))
        return started[-1]

    yield start
    for pipe in started:
        pipe.close()
    sys.modules.pop("student", None)


def test_a_module_answers_as_in_process(pipe_to: Serve) -> None:
    calls = [Call(name) for name in ROUTINES]
    calls += [Call("add", (3,)), Call("add", (4,))]
    expected = load("student", [*ROUTINES, "add"]).answer(calls)
    assert expected == pipe_to("student").answer(calls)


def test_elements_have_their_names_out_of_process_too(pipe_to: Serve) -> None:
    calls = [Call(name) for name in ("black", "white", "neither")]
    said = [reply.output for reply in pipe_to("student").answer(calls)]
    assert ["black", "white", "Side <Side: 0>"] == said


def test_a_class_answers_as_in_process(pipe_to: Serve) -> None:
    calls = [Call("init"), Call("add", (3,)), Call("add", (4,))]
    assert [Reply(), Reply(3), Reply(7)] == pipe_to("student:Counter").answer(calls)


def test_what_yields_elements_is_an_array(pipe_to: Serve) -> None:
    calls = [Call(name) for name in ("keys", "values", "generated", "counted", "endless", "raw")]
    arrays = (("a", "b"), (2, 1), (0, 1, 2), (0, 1))
    replies = pipe_to("student").answer(calls)
    assert [*map(Reply, arrays), Reply("count count(10001)"), Reply("bytes b'ab'")] == replies
    names = [call.routine for call in calls]
    assert load("student", names).answer(calls) == replies


def test_a_property_is_as_good_as_a_method_without_parameters(pipe_to: Serve) -> None:
    calls = [Call(name) for name in ("init", "level", "fill", "level", "first", "fill", "first")]
    due = [None, 0, None, 5, 5, None, 5]
    assert [Reply(each) for each in due] == pipe_to("student:Tank").answer(calls)
    tank = load("student:Tank", ["init", "fill", "level", "first"])
    assert {"init", "fill", "level", "first"} == tank.routines
    assert [Reply(each) for each in due] == tank.answer(calls)
    (asked,) = tank.answer([Call("level", (1,))])
    assert "TypeError" == asked.exception


def test_an_attribute_that_the_beginning_sets_is_listed_and_answers(pipe_to: Serve) -> None:
    program = pipe_to("student:Meter")
    assert {"init", "new", "start", "@high", "@low"} == program.routines
    due = [None, 0, 7, "str"]
    calls = [Call("new", (7,)), Call("low"), Call("high")]
    assert [Reply(each) for each in due[:3]] == program.answer(calls)
    meter = load("student:Meter", ["new", "low", "high", "start", "other", "shown"])
    assert {"new", "@low", "@high", "start"} == meter.routines
    assert [Reply(each) for each in due[:3]] == meter.answer(calls)
    later = load("student:Later", ["init", "fill", "level"])
    assert {"init", "fill", "@level"} == later.routines
    asked = [Call("init"), Call("level"), Call("fill"), Call("level")]
    assert [None, None, None, 3] == [reply.output for reply in later.answer(asked)]


def test_a_number_of_too_many_digits_is_no_number(pipe_to: Serve) -> None:
    [reply] = pipe_to("student").answer([Call("huge")])
    assert Reply("int of too many digits") == reply


def test_who_ends_the_process_ends_only_its_own(pipe_to: Serve) -> None:
    _, reply = pipe_to("student").answer([Call("init"), Call("fatal")])
    assert reply.fault is not None
    assert "it ended with exit status 0" in reply.fault


def test_there_is_nothing_to_read_for_a_module(pipe_to: Serve) -> None:
    assert [Reply("")] == pipe_to("student").answer([Call("read")])


def test_a_routine_that_is_not_there_is_a_fault(pipe_to: Serve) -> None:
    [reply] = pipe_to("student").answer([Call("nothing")])
    assert Reply(fault="it says: it has no routine nothing", goes_on=True) == reply


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("nowhere", "no module 'nowhere'; give a dotted name that Python can import from here"),
        ("student:Nobody", "student has no class 'Nobody'; it has "),
        ("loud:Nope", "loud has no class 'Nope'; it has Machine"),
        ("types:Othello", "Python has a module types itself: give your file another name"),
        ("student:Needy", "student:Needy cannot be made without arguments: TypeError"),
        ("cut", "cut.py, line 2: SyntaxError: '(' was never closed"),
        ("wants", "wants.py, line 2, imports nowhere_at_all, which is not installed"),
        ("leaves", "leaves.py, line 1: SystemExit: 0"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(
    place: str, why: str, pipe_to: Serve, tmp_path: Path
) -> None:
    (tmp_path / "leaves.py").write_text("import sys; sys.exit(0)", encoding="utf-8")
    (tmp_path / "cut.py").write_text("x = 1\ny = (\n", encoding="utf-8")
    (tmp_path / "wants.py").write_text("import os\nimport nowhere_at_all\n", encoding="utf-8")
    loud = "class Machine: pass\nclass Nope_(Exception): pass\n"
    (tmp_path / "loud.py").write_text(loud, encoding="utf-8")
    with pytest.raises(ImplementationError) as refused:
        pipe_to(place)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


class Colour(enum.Enum):
    RED = "RED"
    BLUE = 1


class Disc(enum.IntEnum):
    BLACK = 1


class Side(enum.StrEnum):
    WHITE = "White"


class Piece(enum.Enum):
    BLACK = "B"
    WHITE = "\x1b[37m\u25cf"
    EMPTY = "no disc"
    D = "Draw"


class Letter(enum.StrEnum):
    BLACK = "b"


class Ends(enum.Flag):
    LEFT = 1
    RIGHT = 2


class Bits(enum.IntFlag):
    ONE = 1


class Sly(int):
    """Claims to equal anything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class SlyText(str):
    """As above."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


SCALARS = (np.int64(3), np.bool_(True), np.float64(1.5), np.str_("x"), np.array(7), np.array([7]))
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([sign * 10**200 + by for sign in (1, -1) for by in (-1, 0, 1)]),
    st.text(st.characters()),
    st.text(max_size=3).map(lambda text: text * 100),
    st.floats(),
    st.binary(),
    st.lists(st.integers() | st.text()),
    st.dictionaries(st.text(), st.booleans()),
    st.sampled_from(
        [Colour.RED, Colour.BLUE, Disc.BLACK, Side.WHITE, Sly(3), SlyText("a"), *SCALARS]
    ),
    st.sampled_from([*Piece, *Letter, Ends(0), Ends(1), Ends(3), Bits(0), Bits(1), Bits(6)]),
    st.sampled_from([object, Colour, len, ..., NotImplemented, 1j, range(3), frozenset({2})]),
)


def parts_of(value: serve.Json, depth: int = 0) -> Iterator[serve.Json]:
    """Yield what an array is made of, and a value itself."""
    assert depth <= serve.DEEPEST
    if not isinstance(value, tuple):
        yield value
        return
    assert len(value) <= serve.MOST_ELEMENTS
    for each in value:
        yield from parts_of(each, depth + 1)


@pytest.mark.parametrize("make", [lambda inner: [inner], lambda inner: {1: inner}])
def test_what_is_within_itself_or_too_large_travels_as_text(make: Callable[[Any], Any]) -> None:
    endless: list[Any] = []
    endless.append(endless)
    deep: Any = 1
    for _ in range(serve.DEEPEST + 1):
        deep = make(deep)
    for value in (endless, deep, make(range(3)), [0] * (serve.MOST_ELEMENTS + 1)):
        assert len(str(serve.encode(value))) <= 240
    assert serve.encode([{2, 1}, {3: (4, 5)}]) == ((1, 2), ((3, (4, 5)),))


@settings(max_examples=400, derandomize=True, database=None, deadline=None)
@given(VALUES)
def test_a_value_travels_as_json_of_bounded_length(value: object) -> None:
    encoded = serve.encode(value)
    for part in parts_of(encoded):
        assert type(part) in (bool, int, str, serve.NumberText, type(None))
        assert part is None or len(str(part)) <= 201
    if type(value) in (bool, type(None)) or (type(value) is int and abs(value) < 10**200):
        assert (type(value), value) == (type(encoded), encoded)


@pytest.mark.parametrize(
    ("element", "word"),
    [
        (Colour.RED, "red"),
        (Colour.BLUE, "blue"),
        (Disc.BLACK, "black"),
        (Side.WHITE, "white"),
        (Piece.BLACK, "black"),
        (Piece.WHITE, "white"),
        (Piece.EMPTY, "empty"),
        (Letter.BLACK, "black"),
        (Piece.D, "draw"),
    ],
)
def test_an_element_has_its_name_or_a_value_that_is_a_longer_word(
    element: enum.Enum, word: str
) -> None:
    assert word == serve.encode(element)


def test_flags_without_a_name_are_no_words() -> None:
    assert ["left", "Ends <Ends: 0>", 0] == [
        serve.encode(flag) for flag in (Ends(1), Ends(0), Bits(0))
    ]


def test_enumerations_of_the_specifications_have_names_like_their_values() -> None:
    modules = [vars(module(name).python).values() for name in MODULES]
    kinds = {
        k for some in modules for k in some if isinstance(k, type) and issubclass(k, enum.Enum)
    }
    named = [each for kind in kinds for each in kind]
    assert {"BLACK", "EMPTY", "DRAW"} <= {each.name for each in named}
    values = [each for each in named if isinstance(each, str)]
    assert [each.value.lower() for each in values] == [each.name.lower() for each in values]
    assert [each.name.lower() for each in named] == [serve.encode(e) for e in named]


def test_what_claims_to_equal_anything_travels_as_what_it_is() -> None:
    assert 4 not in [serve.encode(Sly(3))]  # not by !=, about which they are honest
    assert "b" not in [serve.encode(SlyText("a"))]


DECLARING = """
class One: CONVENTIONS = {"squares": "1-based", 2: 3}
class Two: CONVENTIONS = [("squares", "1-based")]
class Three: pass
class Four:
    @property
    def CONVENTIONS(self): raise OSError("not\\ntoday")
class Five:
    @property
    def init(self): raise OSError("not\\ntoday")
CONVENTIONS = {"first": "white"}
"""


@pytest.mark.parametrize(
    "place", ["declaring", *(f"declaring:{n}" for n in ("One", "Two", "Three"))]
)
def test_conventions_are_those_that_are_declared_in_process(
    place: str, pipe_to: Serve, tmp_path: Path
) -> None:
    (tmp_path / "declaring.py").write_text(DECLARING, encoding="utf-8")
    assert load(place, []).conventions == pipe_to(place).conventions
    sys.modules.pop("declaring")


@pytest.mark.parametrize("place", ["declaring:Four", "declaring:Five"])
def test_who_cannot_say_what_it_offers_cannot_be_judged(
    place: str, pipe_to: Serve, tmp_path: Path
) -> None:
    (tmp_path / "declaring.py").write_text(DECLARING, encoding="utf-8")
    for start in (lambda: load(place, ["init"]), lambda: pipe_to(place)):
        with pytest.raises(ImplementationError, match="OSError: not") as refused:
            start()
        assert "\n" not in str(refused.value)
    sys.modules.pop("declaring")


def test_it_says_how_it_is_used() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "modcheck.system.serve"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (2, "", serve._USAGE + "\n") == (run.returncode, run.stdout, run.stderr)


def test_it_needs_the_standard_library_alone(pipe_to: Serve, tmp_path: Path) -> None:
    request = '{"id":0,"hello":1}\n'
    run = subprocess.run(
        [sys.executable, "-I", "-S", serve.__file__, "student:Counter"],
        input=request,
        capture_output=True,
        text=True,
        check=True,
    )
    routines, can = '["add","init","@n"]', '"arguments":true,"yielded":true,"afresh":true'
    offered = f'"routines":{routines},"conventions":{{}},{can}'
    assert run.stdout == f'{{"id":0,"hello":1,{offered}}}\n'


PARTS = '''"""Parts of a set."""


def init():
    global seen
    seen = set()


def keep(some, pairs, order):
    global seen
    seen |= some - {pairs.get("left out")}
    return order[0] if isinstance(order, list) else None


def kept():
    return seen
'''
LENDING = Path(__file__).parent.parent / "docs" / "library" / "lending.py"


def test_a_served_program_is_given_sets_and_mappings_as_in_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parts.py").write_text(PARTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    keep = Call("keep", (frozenset({"a", ("b", 1)}), {"left out": "a"}, (1, 2)))
    forms = {"keep": [serve.SET, serve.MAPPING, ""]}
    pipe = Pipe(shlex.join(serve.command("parts", forms)))
    replies = pipe.answer([Call("init"), keep, Call("kept")])
    pipe.close()
    assert [None, 1, (("b", 1),)] == [reply.output for reply in replies]


def test_arguments_of_an_object_that_is_passed_have_their_form_as_well() -> None:
    made = {serve.OBJECT: [["new"], ["acquire", ["x", "y"]]]}
    (_, given) = serve.in_form(["plus", made], {"acquire": [serve.SET]})
    assert given == {serve.OBJECT: [["new"], ["acquire", frozenset({"x", "y"})]]}


def test_the_forms_of_a_module_are_those_of_its_sets_and_mappings() -> None:
    module = SpecificationCourse(str(LENDING)).specification
    assert argument_forms(module) == {
        serve.BEGINS: ["init"],
        serve.WANTED: [each.name for each in module.access_programs],
        "buy": [serve.SET],
        "sell": [serve.SET],
        "borrow": ["", serve.SET],
        "give_back": ["", serve.SET],
    }


BEGINS_BY_ITSELF = '''"""A class without a constructor: its objects share what the class has."""


class Shelf:
    books = ()
    owned = []

    def put(self, book):
        self.books = (*self.books, book)
        self.owned.append(book)

    def count(self):
        return [len(self.books), len(self.owned)]
'''


def test_a_class_without_a_constructor_begins_with_a_new_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shelves.py").write_text(BEGINS_BY_ITSELF, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    pipe = Pipe(shlex.join(serve.command("shelves:Shelf")))
    calls = [Call("init"), Call("put", ("a",)), Call("count"), Call("init"), Call("count")]
    replies = [reply.output for reply in pipe.answer(calls)]
    pipe.close()
    assert [None, None, (1, 1), None, (0, 1)] == replies
