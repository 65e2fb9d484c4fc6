"""A test to paste fails for the faulty program that it was written for, and passes when mended."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import pytest

from long_run import sample
from modcheck.report.own_names import OwnNames
from modcheck.report.pasted_test import SourceFile, _as_plain, _collection, pasted_tests
from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.plan import CheckOptions
from modcheck.testing.trace import Purpose, TraceStep
from modcheck.verdict.check import check
from modlab.commands.init import LANGUAGES, starter_kit
from modlab.commands.program_source import program_source
from modlab.specification_course import SpecificationCourse
from modspec.run.machine import Call, Outcome
from othello_mis.course import COURSE
from student_programs import KITS, PROGRAMS, filled_in
from test_kits import compile_program, run


class Toolchain(NamedTuple):
    """How a test to paste is compiled and run beside the program."""

    file: str
    commands: tuple[str, ...]


TESTS: Final = {
    "python": Toolchain("test_fault.py", ("python3 test_fault.py",)),
    "java": Toolchain(
        "FaultTest.java",
        ("javac -d build FaultTest.java Othello.java", "java -cp build FaultTest"),
    ),
    "c": Toolchain("fault.c", ("cc -Wall -Werror -o fault fault.c othello.c", "./fault")),
    "cpp": Toolchain(
        "fault.cpp", ("c++ -std=c++17 -Wall -Werror -o fault fault.cpp othello.cpp", "./fault")
    ),
    "javascript": Toolchain("fault.mjs", ("node fault.mjs",)),
    "typescript": Toolchain(
        "fault.ts",
        ("tsc --strict --noEmitOnError -t es2020 -m commonjs fault.ts", "node fault.js"),
    ),
    "rust": Toolchain("fault.rs", ("rustc --edition 2021 --test fault.rs", "./fault")),
}


def run_test(language: str, folder: Path, program: str = "othello") -> int:
    """Compile and run the test in a folder; return the exit code of the run."""
    *compilations, start = TESTS[language].commands
    for command in compilations:
        done = run(command.replace("othello", program).replace("Othello", program.title()), folder)
        assert 0 == done.code, done
    # a program is changed within a second, to a text as long: bytecode of it would count as fresh
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        shlex.split(start), cwd=folder, env=environment, capture_output=True, check=False
    ).returncode


@pytest.mark.parametrize("language", sample([*LANGUAGES], 4))
def test_the_test_fails_until_the_program_is_mended(language: str, tmp_path: Path) -> None:
    program, test = PROGRAMS[language], TESTS[language]
    if shutil.which(program.tool) is None:
        pytest.skip(f"there is no {program.tool}, for {language}")
    shutil.copytree(KITS / language, tmp_path, dirs_exist_ok=True)
    program.fault.apply(tmp_path)
    kit = starter_kit(COURSE, language)
    (tmp_path / kit.name).write_text(filled_in(kit.read_text(encoding="utf-8")), encoding="utf-8")
    check = compile_program(language, tmp_path)
    found = run(f"{check} --games 20 --report test={test.file}", tmp_path)
    assert 1 == found.code, found
    assert 0 != run_test(language, tmp_path)
    shutil.copytree(KITS / language, tmp_path, dirs_exist_ok=True)
    assert 0 == run_test(language, tmp_path), (tmp_path / test.file).read_text(encoding="utf-8")


def test_a_test_in_no_known_language_is_wrong_usage(tmp_path: Path) -> None:
    done = run("othello-mis check --impl ./othello --report test=fault.pas", tmp_path)
    assert 2 == done.code
    assert "a test is written in a file with one of .py, .java" in done.err


def test_a_program_is_not_overwritten_by_its_test(tmp_path: Path) -> None:
    shutil.copy(KITS / "python" / "othello.py", tmp_path)
    before = (tmp_path / "othello.py").read_bytes()
    done = run("othello-mis check othello.py --report test=othello.py", tmp_path)
    assert 2 == done.code
    assert "test=othello.py: there is another file; name a new one" in done.err
    assert before == (tmp_path / "othello.py").read_bytes()


def test_without_a_source_file_the_place_for_the_test_is_said(tmp_path: Path) -> None:
    (tmp_path / "program").mkdir()
    shutil.copy(KITS / "python" / "othello.py", tmp_path / "program")
    PROGRAMS["python"].fault.apply(tmp_path / "program")
    done = run("othello-mis check program/othello.py --games 5 --report test=fault.py", tmp_path)
    assert 2 == done.code
    assert "name a test in the folder of your program" in done.err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A:\n    def isValidMove(self): ...\n", "isValidMove"),
        ("bool othello_is_valid_move(int row) {\n", "othello_is_valid_move"),
        ("  isValidMove(row, col) {\n", "isValidMove"),
        ("if (is_valid_move(1)) {\n", None),
        ("x = is_valid_move(1)\n", None),
        ('"""Try\n  is_valid_move(1)\n"""\n', None),
        ("# is_valid_move(1)\n", None),
        ("/*\n is_valid_move(1) */\n  // is_valid_move(1)\n", None),
    ],
)
def test_a_routine_has_its_own_name_where_it_is_defined(text: str, expected: str | None) -> None:
    assert expected == OwnNames(text).routine("is_valid_move")


DIAL: Final = '''"""Dial: it is turned to some other place."""

from modspec import AbstractObject, some

__all__ = ["init", "turn", "place"]


class Dial(AbstractObject):
    """The one dial."""

    at: int
    """Where it stands."""


def init() -> Dial:
    """Begin at 0."""
    return Dial(at=0)


def turn(dial: Dial) -> tuple[Dial, int]:
    """Turn it to some other place."""
    chosen = some(n for n in range(3) if n != dial.at)
    return Dial(at=chosen), chosen


def place(dial: Dial) -> int:
    """Where it stands."""
    return dial.at
'''

DIALS: Final = {
    "python": "class Dial:\n    def init(self): self.at = 0\n"
    "    def turn(self):\n        self.at = (self.at + 1) % 3\n        return self.at\n"
    "    def place(self): return self.at\n",
    "java": "class Dial {\n    int at;\n    void init() { at = 0; }\n"
    "    int turn() {\n        at = (at + 1) % 3;\n        return at;\n    }\n"
    "    int place() { return at; }\n}\n",
    "c": "static int at;\nstatic inline void init(void) { at = 0; }\n"
    "static inline int turn(void) {\n    at = (at + 1) % 3;\n    return at;\n}\n"
    "static inline int place(void) { return at; }\n",
    "cpp": "struct Dial {\n    int at = 0;\n    void init() { at = 0; }\n"
    "    int turn() {\n        at = (at + 1) % 3;\n        return at;\n    }\n"
    "    int place() { return at; }\n};\n",
    "javascript": "export class Dial {\n  init() { this.at = 0; }\n"
    "  turn() {\n    this.at = (this.at + 1) % 3;\n    return this.at;\n  }\n"
    "  place() { return this.at; }\n}\n",
    "typescript": "export class Dial {\n  at = 0;\n  init() { this.at = 0; }\n"
    "  turn(): number {\n    this.at = (this.at + 1) % 3;\n    return this.at;\n  }\n"
    "  place(): number { return this.at; }\n}\n",
    "rust": "pub struct Dial { at: i32 }\nimpl Dial {\n"
    "    pub fn new() -> Dial { Dial { at: 0 } }\n"
    "    pub fn init(&mut self) { self.at = 0 }\n"
    "    pub fn turn(&mut self) -> i32 {\n        self.at = (self.at + 1) % 3;\n"
    "        return self.at;\n    }\n"
    "    pub fn place(&self) -> i32 { self.at }\n}\n",
}
"""A dial in each language."""

MISTAKES: Final = {
    "it stays": ("+ 1) % 3", "+ 3) % 3"),
    "it goes elsewhere than it says": (r"return ((?:self\.|this\.)?at)", r"return (\1 + 1) % 3"),
}
"""What is wrong with a dial, and the edit of the first place of its text that makes it so."""

FILES: Final = {
    "python": "dial.py",
    "java": "Dial.java",
    "c": "dial.h",
    "cpp": "dial.h",
    "javascript": "dial.mjs",
    "typescript": "dial.ts",
    "rust": "dial.rs",
}


def dial(language: str, old: str = "", new: str = "") -> str:
    """Return the text of a dial, with an edit."""
    return re.sub(old if "\\" in old else re.escape(old), new, DIALS[language], count=1)


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("language", sample([*DIALS], 2))
def test_a_test_allows_what_the_program_may_choose(
    language: str, mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which(PROGRAMS[language].tool) is None:
        pytest.skip(f"there is no {PROGRAMS[language].tool}, for {language}")
    monkeypatch.setattr(sys, "path", sys.path.copy())
    spec = tmp_path / "specification" / "dial.py"
    spec.parent.mkdir()
    spec.write_text(DIAL, encoding="utf-8")
    model = SpecificationCourse(str(spec)).test_model("dial", {}, {})
    python = ModuleType("a_dial")
    exec(dial("python", *MISTAKES[mistake]), vars(python))
    made = vars(python)["Dial"]
    verdict = check(
        model,
        lambda: InProcess(made(), model.routines, "dial"),
        CheckOptions(games=1, short=2),
    )
    found = [fault.mismatch for fault in verdict.faults]
    assert 1 == len(found)
    file, test = FILES[language], TESTS[language].file
    for ending in (".c", ".cpp"):  # the whole program is in the header
        (tmp_path / f"dial{ending}").write_text("int unused;\n", encoding="utf-8")
    source = SourceFile(file, OwnNames(DIALS[language]))
    text = pasted_tests(found, source, test, {"init", "turn"})
    (tmp_path / test).write_text(text, encoding="utf-8")
    for edit, is_right in (
        (MISTAKES[mistake], False),
        (("+ 1) % 3", "+ 2) % 3"), True),  # it chooses otherwise
        (("", ""), True),
    ):
        (tmp_path / file).write_text(dial(language, *edit), encoding="utf-8")
        assert is_right == (run_test(language, tmp_path, "dial") == 0), text


STACKS: Final = {
    "python": (
        "stack.py",
        """class Empty(Exception): pass
class Full(Exception): pass
class Stack:
    def init(self): self.items = []
    def push(self, item):
        if len(self.items) == 4: raise Full
        self.items.append(item)
    def pop(self):
        if not self.items: raise Empty()
        self.items.pop()
    def top(self):
        if not self.items: raise Empty
        return self.items[-1]
    def depth(self): return len(self.items)
""",
    ),
    "javascript": (
        "stack.mjs",
        """class Empty extends Error {}
class Full extends Error {}
export class Stack {
  init() { this.items = []; }
  push(item) { this.items.push(item); }
  pop() { if (!this.items.length) throw new Empty(); this.items.pop(); }
}
""",
    ),
    "typescript": (
        "stack.ts",
        """class Empty extends Error {}
class Full extends Error {}
export class Stack {
  items: number[] = [];
  init() { this.items = []; }
  push(item: number) { this.items.push(item); }
  pop() { if (!this.items.length) throw new Empty(); this.items.pop(); }
}
""",
    ),
    "java": (
        "Stack.java",
        """public class Stack {
    java.util.ArrayList<Integer> items = new java.util.ArrayList<>();
    public void init() { items.clear(); }
    public void push(int item) { items.add(item); }
    public void pop() { if (items.size() == 0) throw new Empty(); items.remove(items.size() - 1); }
    static class Empty extends RuntimeException {}
    static class Full extends RuntimeException {}
}
""",
    ),
}
"""Stacks with exceptions of their own, of which the first one is judged."""


@pytest.mark.parametrize(
    ("file", "kind", "name"),
    [
        ("fault.py", "SymbolTable", "my_symbol_table"),
        ("fault.cpp", "stack", "my_stack"),
        ("fault.rs", "HTTPServer", "my_http_server"),
        ("FaultTest.java", "SymbolTable", "mySymbolTable"),
        ("fault.mjs", "Switch", "mySwitch"),
    ],
)
def test_the_object_has_the_name_of_its_class(file: str, kind: str, name: str) -> None:
    step = TraceStep(Call("pop"), None, Outcome(None, exception="Empty"), Purpose.REJECTED)
    source = SourceFile(f"program{Path(file).suffix}", OwnNames("pop"), judged_class=kind)
    written = pasted_tests([Mismatch(step, Reply(), step, ())], source, file, {"pop"})
    assert f"{name}.pop()" in written
    assert f" {name} = " in written or f"{kind} {name};" in written


@pytest.mark.parametrize("language", [*STACKS])
def test_a_test_tells_one_exception_from_another(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which(PROGRAMS[language].tool) is None:
        pytest.skip(f"there is no {PROGRAMS[language].tool}, for {language}")
    monkeypatch.setattr(sys, "path", sys.path.copy())
    spec = Path(__file__).parent.parent / "docs" / "library" / "stack.py"
    model = SpecificationCourse(str(spec)).test_model("stack", {}, {})
    python = ModuleType("a_stack")
    exec(STACKS["python"][1].replace("Empty()", "Full()"), vars(python))
    made = vars(python)["Stack"]
    (fault,) = check(model, lambda: InProcess(made(), model.routines, "stack")).faults
    assert "Full" == fault.mismatch.reply.exception
    file, text = STACKS[language]
    test = TESTS[language].file
    source = SourceFile(file, OwnNames(text))
    written = pasted_tests([fault.mismatch], source, test, {"init", "push", "pop"})
    (tmp_path / test).write_text(written, encoding="utf-8")
    for program, is_right in ((text, True), (text.replace("Empty()", "Full()"), False)):
        (tmp_path / file).write_text(program, encoding="utf-8")
        assert is_right == (run_test(language, tmp_path, "stack") == 0), written


LAMP: Final = '''"""Lamp: it has a colour."""

from enum import Enum

from modspec import AbstractObject

__all__ = ["Colour", "init", "paint", "colour"]


class Colour(Enum):
    """The colours that there are."""

    RED = 1
    BLUE = 2


class Lamp(AbstractObject):
    """The one lamp."""

    is_of: Colour
    """Its colour."""


def init() -> Lamp:
    """Begin with a red lamp."""
    return Lamp(is_of=Colour.RED)


def paint(lamp: Lamp, other: Colour) -> Lamp:
    """Give it another colour."""
    return Lamp(is_of=other)


def colour(lamp: Lamp) -> Colour:
    """Its colour."""
    return lamp.is_of
'''

ENUMERATION: Final = "from enum import Enum\nclass Colour(Enum):\n    RED = 1\n    BLUE = 2\n"

BASE: Final = """class Base:
    def init(self): self.now = FIRST
    def paint(self, colour): self.now = TAKEN
    def colour(self): return self.now
"""

OF_WORDS: Final = BASE.replace("FIRST", '"red"').replace("TAKEN", "str(colour)")
OF_MEMBERS: Final = "from colours import Colour\n" + BASE.replace("FIRST", "Colour.RED").replace(
    "TAKEN", "Colour[colour.upper()]"
)

DERIVED: Final = "class Lamp(Base):\n    def paint(self, colour): pass\n"
MENDED: Final = "class Lamp(Base): pass\n"


@pytest.mark.parametrize("base", [OF_WORDS, OF_MEMBERS])
@pytest.mark.parametrize(
    ("named", "file"),
    [
        ("py:mine:Lamp", "mine.py"),
        ("mine.py:Lamp", "mine.py"),
        ("lamp.py:Lamp", "lamp.py"),  # which is the name of the specification, too
        ("py:package.mine:Lamp", "package/mine.py"),
    ],
)
def test_a_test_calls_the_class_that_was_judged(
    base: str, named: str, file: str, tmp_path: Path
) -> None:
    texts = {
        "specification/lamp.py": LAMP,
        "base.py": base,
        "colours.py": ENUMERATION,  # which a program of words does not import
        file: f"from base import Base\n{DERIVED}",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run(f"modspec check specification/lamp.py {named} --report test=test_fault.py", tmp_path)
    assert 1 == done.code, done
    written = (tmp_path / "test_fault.py").read_text(encoding="utf-8")
    assert (base is OF_MEMBERS) == ("import Colour" in written)
    assert 'paint("blue")' in written
    assert 0 != run_test("python", tmp_path)
    (tmp_path / file).write_text(f"from base import Base\n{MENDED}", encoding="utf-8")
    assert 0 == run_test("python", tmp_path), written


TAXI: Final = '''"""Lines as a taxi drives: new(Point(0, 0), Point(1, 1)) is 2 long."""
from math import hypot

class OutOfPlane(Exception): pass
class Degenerate(Exception): pass

class Point:
    def __init__(self, x, y): self.x, self.y = x, y
    def xcoord(self): return self.x
    def ycoord(self): return self.y
    def is_origin(self): return self.x == self.y == 0
    def moved(self, dx, dy): return Point(self.x + dx, self.y + dy)
    def dist(self, q): return hypot(self.x - q.x, self.y - q.y)

class Line:
    def __init__(self, p, q):
        if p.dist(q) == 0: raise Degenerate
        self.p, self.q = p, q
    def start(self): return self.p
    def end(self): return self.q
    def length(self): return abs(self.p.x - self.q.x) + abs(self.p.y - self.q.y)
'''


def test_a_constructor_that_a_text_mentions_is_called_and_reals_may_differ_a_little(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.py").write_text(TAXI, encoding="utf-8")
    specification = Path(__file__).parent.parent / "docs" / "library" / "line.py"
    done = run(f"modspec check {specification} py:mine:Line --report test=test_fault.py", tmp_path)
    assert 1 == done.code, done
    assert 0 != run_test("python", tmp_path)
    nearly = "self.p.dist(self.q) * (1 + 1e-7)"  # TOLERANCE of the module is 1e-6
    mended = re.sub(r"abs.*", nearly, TAXI)
    assert nearly in mended
    (tmp_path / "mine.py").write_text(mended, encoding="utf-8")
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
    assert 0 == run_test("python", tmp_path)


class Pair(NamedTuple):
    """A record."""

    first: int
    second: str


@pytest.mark.parametrize(
    ("value", "yielded", "wrong"),
    [
        ((Pair(0, ""), Pair(1, "a")), [(0, ""), (1, "a")], [(1, "a"), (0, "")]),
        ((Pair(0, ""), Pair(1, "a")), ([0, ""], [1, "a"]), ([0, ""],)),
        (((), (1, 2)), [[], (1, 2)], [[], (2, 1)]),
        ((((1, 2), (3,)), ((),)), [[(1, 2), [3]], [()]], [[(1, 2)], [()]]),
        ((), (), (1,)),
        (Pair(0, ""), [0, ""], [0, "a"]),
        ((frozenset({1}), frozenset()), [{1}, frozenset()], [{1}, {1}]),
        (frozenset({(1, 2), (3, 4)}), {(1, 2), Pair(3, "4")._replace(second=4)}, {(1, 2)}),
        (frozenset({(1,)}), {(1,)}, {(2,)}),
        ({"a": (1, 2)}, {"a": [1, 2]}, {"a": [1]}),
        ({(1, 2): "b"}, {(1, 2): "b"}, {(2, 1): "b"}),
        ({}, {}, {"a": 1}),
    ],
)
def test_a_collection_is_compared_whatever_holds_its_elements(
    value: Any, yielded: Any, wrong: Any
) -> None:
    test = f"{_as_plain('yielded', value)} == {_collection(value, _literal)}"
    assert eval(test, {"yielded": yielded}), test
    assert not eval(test, {"yielded": wrong}), test


def _literal(value: Any) -> str:
    """What stands for a value in a test: collections inside as the writer has them."""
    return repr(value) if isinstance(value, int | str) else _collection(value, _literal)


POINT: Final = """
from math import hypot
class OutOfPlane(Exception): pass
class Point:
    NEW
    def __init__(self, x=0, y=0): self.put(x, y)
    def put(self, x, y):
        if max(abs(x), abs(y)) > 100: raise OutOfPlane
        self.x, self.y = x, y
    def xcoord(self): return self.x
    def ycoord(self): return self.y
    def is_origin(self): return self.x == self.y == 0
    def moved(self, dx, dy): return Point(self.x + dx, self.y + dy)
    def dist(self, q): return hypot(self.x - q.x, self.y - q.y)
"""

INITIALISERS: Final = {
    "the class": ("@classmethod\n    def new(cls, x, y): return cls(x, y)", "Point.new("),
    "no object": ("@staticmethod\n    def new(x, y): return Point(x, y)", "Point.new("),
    "an object": ("def new(self, x, y): self.put(x, y)", "my_point.new("),
    "the constructor": ("", "Point("),
}


@pytest.mark.parametrize("belongs_to", INITIALISERS)
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("self.y - q.y", "self.y + q.y"),
        ("self.x, self.y = x", "self.x, self.y = y"),
        ("> 100", ">= 100"),
    ],
)
def test_a_test_makes_objects_as_the_program_does(
    belongs_to: str, right: str, wrong: str, tmp_path: Path
) -> None:
    initialiser, expected = INITIALISERS[belongs_to]
    text = POINT.replace("NEW", initialiser)
    (tmp_path / "mine.py").write_text(f"{text.replace(right, wrong)}# wrong", encoding="utf-8")
    specification = Path(__file__).parent.parent / "docs" / "library" / "point.py"
    done = run(f"modspec check {specification} py:mine:Point --report test=test_fault.py", tmp_path)
    assert 1 == done.code, done
    assert expected in (tmp_path / "test_fault.py").read_text(encoding="utf-8")
    assert 0 != run_test("python", tmp_path)
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    assert 0 == run_test("python", tmp_path)
    done = run(f"modspec check {specification} py:mine:Point", tmp_path)
    assert 0 == done.code, done


def test_a_test_imports_nothing_of_another_students_program(tmp_path: Path) -> None:
    base, spec = "from other import Base, ann\n", tmp_path / "specification" / "lamp.py"
    texts = {
        "specification/lamp.py": LAMP,
        "ann.py": f"{ENUMERATION}{OF_MEMBERS}",
        "other.py": f"{ENUMERATION}{OF_MEMBERS}ann = 1\n",
        "mine.py": f"import enum  # not as in ann\n{base}{ENUMERATION}{DERIVED}",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    routines, test = ["init", "paint", "colour"], tmp_path / "test_fault.py"
    source = program_source(test, "py:mine:Lamp", routines, {}, (), spec)
    assert ["mine", "other"] == [*source.modules]
    assert "mine" == source.module_of("Colour")


@pytest.mark.parametrize(
    ("command", "ending", "text"),
    [
        ("node mine.mjs", ".mjs", STACKS["javascript"][1]),
        ("java -cp . mine", ".java", STACKS["java"][1]),
        ("java -XX:+UseSerialGC -cp . mine", ".java", STACKS["java"][1]),
        ("./mine", ".c", "int init(void) { return 0; }"),
        ("python3 mine.py", ".py", OF_WORDS),
        ("python3 use.py", ".py", OF_WORDS),
    ],
)
def test_a_test_is_for_the_program_that_the_command_line_names(
    command: str, ending: str, text: str, tmp_path: Path
) -> None:
    for name in ("ann", "mine"):
        (tmp_path / f"{name}{ending}").write_text(text, encoding="utf-8")
    (tmp_path / "use.py").write_text("import mine\n", encoding="utf-8")
    test = tmp_path / f"test_fault{ending}"
    source = program_source(test, command, ["init"], {}, (), tmp_path / "lamp.py")
    assert f"mine{ending}" == source.name


COLLECTIONS = {
    "symbol_table": (
        "Table",
        "return {name for name, _ in self.pairs}",
        'return {name for name, _ in self.pairs if name != "b"}',
    ),
    "catalogue": ("Shelf", "if any(self.marks[title]", "if all(self.marks[title]"),
}


@pytest.mark.parametrize("module", COLLECTIONS)
def test_a_test_compares_sets_and_passes_once_the_fault_is_fixed(
    module: str, tmp_path: Path
) -> None:
    name, right, wrong = COLLECTIONS[module]
    here = Path(__file__).parent
    text = (here / "library_programs" / f"{module}.py").read_text(encoding="utf-8")
    assert right in text
    (tmp_path / "mine.py").write_text(text.replace(right, wrong), encoding="utf-8")
    shutil.copy(here.parent / "docs" / "library" / f"{module}.py", tmp_path)
    line = f"modspec check {module}.py py:mine:{name} --report test=test_fault.py"
    assert 1 == run(line, tmp_path).code
    assert 0 != run_test("python", tmp_path)
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
    assert 0 == run_test("python", tmp_path)
