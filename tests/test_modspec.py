"""The command modspec: every tool for any module, by its file; and the library of modules."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
from csv import DictReader
from pathlib import Path
from typing import Final, NamedTuple

import click
import pytest

from modlab.calls import read_calls, to_text
from modlab.command_line import run
from modlab.commands.compare import CALLS, compare_modules
from modlab.commands.errors import Exit
from modlab.commands.show import print_page
from modlab.modspec_command import main
from modspec import Map
from modspec.lint.pools import suggested_domains
from modspec.run.mutants import Operator, mutants
from modspec.syntax.places import module_at

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "docs" / "library"
PROGRAMS = Path(__file__).parent / "library_programs"
MODULES = sorted(file.stem for file in LIBRARY.glob("*.py"))
STACK = str(LIBRARY / "stack.py")
SHIFT = Operator.OFF_BY_ONE


class Printed(NamedTuple):
    """How the command ended, and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())


def modspec(*arguments: str) -> Printed:
    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["modspec", *arguments]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main()
            except SystemExit as ended:
                code = ended.code
    finally:
        sys.argv = before
    assert isinstance(code, int)
    return Printed(int(code), out.getvalue(), err.getvalue())


# -- names -----------------------------------------------------------------------------------------

INTERFACE = LIBRARY.parent / "reference" / "python-interface.md"


@pytest.mark.parametrize(
    "statement", re.findall(r"^\| `(from .*?)` \|", INTERFACE.read_text("utf-8"), re.M)
)
def test_the_page_of_the_python_interface_says_where_each_name_is(statement: str) -> None:
    scope: dict[str, object] = {}
    exec(statement, scope)
    names = statement.partition(" import ")[2].split(", ")
    package = sys.modules[statement.split()[1]]
    assert {*names} <= {*package.__all__}
    assert all(getattr(scope[name], "__doc__", "") for name in names)


def test_the_page_of_the_python_interface_has_an_example_of_each_name_that_is_called() -> None:
    page = INTERFACE.read_text("utf-8")
    table = re.findall(r"^\| `from .*? import (.*?)` \|", page, re.M)
    examples = " ".join(re.findall(r"^```(?:pycon|python)\n(.*?)^```", page, re.M | re.S))
    names = {name for row in table for name in row.split(", ")} - {"Outcome", "MismatchFound"}
    assert set() == {name for name in names if not re.search(rf"\b{name}\b", examples)}


def test_the_pages_import_the_names_of_the_interface_from_where_they_stay() -> None:
    stay, found = {*sys.modules["modspec"].__all__}, []
    pattern = re.compile(r"^(?:>>> )?from modspec\.\S+ import (.*)$", re.M)
    for page in INTERFACE.parents[1].rglob("*.md"):
        rows = [] if "decisions" in page.parts else pattern.findall(page.read_text("utf-8"))
        found += [(page.name, name) for row in rows for name in row.split(", ") if name in stay]
    assert [] == found


# -- commands --------------------------------------------------------------------------------------


def test_the_values_to_try_are_an_option_in_the_help_and_strings_stand_in_quotes() -> None:
    assert "--domain NAME=VALUES" in modspec("check", "--help").out
    refused = modspec("check", STACK, "--domain", "item=a,A", "--impl", "py:x")
    assert Exit.USAGE == refused.code
    assert """item='"a","A"'""" in " ".join(refused.err.split())


def test_an_element_of_a_generic_module_is_any_value() -> None:
    sequence = str(LIBRARY / "sequence.py")
    tried = modspec("run", sequence, "add(0, 5)", "add(1, 7)")
    assert tried.code == 0
    assert "items = <5, 7>" in tried.out
    assert "there is no value 'T'" in modspec("run", sequence, "add(0, T)").err


def test_the_help_lists_all_commands() -> None:
    shown = modspec("--help")
    assert Exit.CONFORMS == shown.code
    for command in ("check", "compare", "explain", "grade", "init", "lint", "new", "run", "show"):
        assert f"\n  {command} " in shown.out
        assert Exit.CONFORMS == modspec(command, "--help").code
    for line in ("Compare two modules.", "Explain a call.", "Prove theorems and the invariant."):
        assert f"  {line}\n" in shown.out


HOW_TO = {
    file.stem: file.read_text("utf-8")
    for folder in ("how-to", "reference")
    for file in (ROOT / "docs" / folder).glob("*.md")
}


@pytest.mark.parametrize("command", ["check", "explore", "grade", "lint", "prove", "test"])
def test_each_option_is_described_on_a_page_about_its_command(command: str) -> None:
    options = re.findall(r"^  (?:-\w, )?(--[a-z-]+)", modspec(command, "--help").out, re.M)
    pages = [text for text in HOW_TO.values() if re.search(rf"(mis|spec) {command}\b", text)]
    assert len(options) >= 3
    assert [] == [
        option
        for option in options
        if option not in ("--help", "--ascii")  # which all commands have
        and not any(re.search(rf"{option}(?![\w-])", text) for text in pages)
    ]


@pytest.mark.parametrize(
    ("line", "right"),
    [
        (("prove", STACK, "push"), f"push is too many; did you mean modspec prove {STACK} --only "),
        (("grade", STACK, "a", "b", "--seed", "3"), f"write modspec grade {STACK} a --seed 3"),
        (("prove", STACK, "laws.py"), f"prove takes one file; write modspec prove {STACK}"),
        (("course",), "no command is given; the commands are: new, pack, wheels (see modspec "),
        (("prove", "othello_spec.othello", "py:mine"), "did you mean othello-mis prove py:mine?"),
        (("prove", STACK, "py:mine"), f"alone; modspec check {STACK} py:mine judges a program"),
        (("new", "a", "b"), "b is too many; write modspec new a"),
        (("init", "python", STACK, "to", "b"), f"write modspec init python {STACK} to"),
    ],
)
def test_surplus_words_are_told_with_the_line_that_is_meant(
    line: tuple[str, ...], right: str
) -> None:
    told = modspec(*line)
    assert Exit.USAGE == told.code
    assert right in told.err
    assert 1 == told.err.count("\n")


def test_a_convention_that_a_module_does_not_have_is_wrong_usage() -> None:
    told = modspec("check", STACK, "py:library_programs.stack:Stack", "--convention", "x=y")
    assert (Exit.USAGE, "") == (told.code, told.out)
    assert "no convention 'x'; there is no convention" in told.err


def test_what_has_no_value_is_named_where_it_stands(tmp_path: Path) -> None:
    text = Path(STACK).read_text("utf-8")
    right = "return stack.items[len(stack.items) - 1]"
    assert right in text
    spec = tmp_path / "outside.py"
    spec.write_text(text.replace(right, "return stack.items[3]"), "utf-8")
    (place,) = (n for n, line in enumerate(text.splitlines(), 1) if right in line)
    missing = "there is no element 3 in a sequence of 1 element"
    said = f"top() has no value: {missing} ({spec}:{place}:12)"
    for command in (("run", "push(1) top()"), ("explain", "push(1) top()")):
        told = modspec(command[0], str(spec), command[1])
        assert Exit.USAGE == told.code
        assert f"modspec: {said}\n" == told.err


@pytest.mark.parametrize("command", [("check", "x.py"), ("prove",)])
def test_a_module_whose_invariant_has_no_value_is_refused(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    text = Path(STACK).read_text("utf-8").replace("<= CAPACITY  #", "<= CAPACITY // 0  #")
    spec = tmp_path / "divides.py"
    spec.write_text(text, "utf-8")
    told = modspec(command[0], str(spec), *command[1:])
    assert Exit.USAGE == told.code
    assert "the invariant has no value: a division by 0; seen after init()" in told.err
    assert "fix the specification first" in told.err


@pytest.mark.parametrize(
    "command",
    [("show",), ("run",), ("check",), ("compare", STACK), ("explain",), ("prove",), ("rules",)],
)
def test_a_syntax_error_is_told_as_the_lint_tells_it(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    spec = tmp_path / "unclosed.py"
    spec.write_text('"""Unclosed: an error."""\n\nfrom modspec import State\n\nBOUND = (1\n')
    name, *others = command
    program = ["x.py"] * (name == "check")
    told = modspec(name, str(spec), *others, *program)
    assert Exit.USAGE == told.code
    assert f"{spec}:5:9: Python cannot read this: '(' was never closed; close it" in told.err


def test_no_program_is_judged_by_a_part_that_a_sequence_does_not_have(tmp_path: Path) -> None:
    text = (LIBRARY / "queue.py").read_text("utf-8")
    spec = tmp_path / "long_queue.py"
    end = "waiting[1 : len(queue.waiting)"
    assert end in text
    spec.write_text(text.replace(end, f"{end} + 1"), "utf-8")
    (tmp_path / "class" / "ann").mkdir(parents=True)
    for given in (("check", str(spec), "x.py"), ("grade", str(spec), str(tmp_path / "class"))):
        told = modspec(*given)
        assert Exit.USAGE == told.code
        assert "there is no part from 1 to " in told.err
        assert "fix the specification first" in told.err


def test_a_part_that_a_sequence_does_not_have_is_told_when_it_is_tried(tmp_path: Path) -> None:
    text = (LIBRARY / "queue.py").read_text("utf-8")
    spec = tmp_path / "short_queue.py"
    spec.write_text(text.replace("waiting[1 : len(queue.waiting)]", "waiting[1:3]"), "utf-8")
    told = modspec("run", str(spec), "enqueue(5)", "leave()")
    assert Exit.USAGE == told.code
    assert "leave() has no value: there is no part from 1 to 3 in a sequence of 1" in told.err
    line = 1 + next(
        n for n, each in enumerate(spec.read_text("utf-8").splitlines()) if "1:3" in each
    )
    assert f"({spec}:{line}:23)" in told.err
    spec.write_text(text.replace("waiting[1 : len(queue.waiting)]", "waiting[1:]"), "utf-8")
    assert "waiting = <>" in modspec("run", str(spec), "enqueue(5)", "leave()").out


def test_a_label_that_names_no_rule_is_told_by_each_command_that_needs_it(tmp_path: Path) -> None:
    spec = tmp_path / "labelled_stack.py"
    text = Path(STACK).read_text("utf-8").replace("# [capacity]", "# [capacity, Full]")
    spec.write_text(text, encoding="utf-8")
    program = f"py:{PROGRAMS / 'stack.py'}:Stack"
    for told in (modspec("check", str(spec), program), modspec("rules", str(spec))):
        assert Exit.USAGE == told.code
        assert "the label [capacity, Full] is not lower-case words with hyphens" in told.err
        assert "write # [capacity] [full]" in told.err
    linted = modspec("lint", "--quick", str(spec))
    assert Exit.DEVIATES == linted.code
    assert linted.out.count("write # [capacity] [full]") == text.count("[capacity, Full]")


BAG = '''"""Bag: places of which one is drawn."""

from __future__ import annotations

from collections.abc import Set

import point
from modspec import AbstractObject, replace, some
from point import Point

__all__ = ["draw", "init", "put"]


class Bag(AbstractObject):
    """Places."""

    points: Set[Point]
    """What is in it."""


def init() -> Bag:
    """Begin with none."""
    return Bag(points=frozenset())


def put(bag: Bag, one: Point) -> Bag:
    """Put a place in."""
    return replace(bag, points=bag.points | {one})


def draw(bag: Bag) -> Point:
    """Any of them to the right of the middle."""
    assert any(point.xcoord(p) > 0 for p in bag.points)
    drawn = some(p for p in bag.points if point.xcoord(p) > 0)
    return drawn
'''


BAG_PROGRAM = """
class Bag:
    def init(self): self.points = []
    def put(self, one): self.points.append(one)
    def draw(self): return self.points[0]
"""


@pytest.mark.parametrize(
    "line",
    [
        ("run", "put(point.new(1.0, 2.0))", "put(point.new(3.0, 2.0))", "draw()"),
        ("check", "py:bag_program:Bag"),
        ("prove",),
        ("lint",),
    ],
    ids=lambda line: line[0],
)
def test_a_choice_among_objects_is_told_with_its_line(
    line: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(LIBRARY / "point.py", tmp_path)
    spec = tmp_path / "bag_of_places.py"
    spec.write_text(BAG, encoding="utf-8")
    (tmp_path / "bag_program.py").write_text(BAG_PROGRAM, encoding="utf-8")
    command, *rest = line
    told = modspec(command, str(spec), *rest)
    assert told.code in (Exit.USAGE, Exit.DEVIATES)
    said = told.out + told.err
    place = 1 + next(n for n, each in enumerate(BAG.splitlines()) if "some(p for" in each)
    assert "bag_of_places.py:" in said
    assert "no order" in said
    assert "keep them in a" in said
    if command == "lint":
        assert (
            f"{place}:13: error: some chooses among values of Point, and objects have no " in said
        )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("chek",), "there is no command 'chek'; did you mean check? (see modspec --help)"),
        ((STACK,), f"no command; did you mean modspec show {STACK}? (see modspec --help)"),
        (("show", "nothing.py"), "no file 'nothing.py'; give the path of a specification"),
        (("show", "othello_spec.captures"), "did you mean othello_spec.theorems.captures?"),
        (("show", "othello_spec.theorem.captures"), "mean othello_spec.theorems.captures?"),
        (("lint", "othello_spec.othelo"), "did you mean othello_spec.othello?"),
        (("lint", "no-name"), "give a path such as stack.py or a dotted name"),
        (("run", STACK, "pus(1)"), "stack has no access program 'pus'; did you mean push?"),
        (("run", STACK, "push(a)"), "there is no value 'a'; the named values are: CAPACITY"),
        (("run", STACK, "push(1"), "'push(1' is no call; write it as push(item)"),
        (("run", STACK, "pop("), "'pop(' is no call; write it as pop()"),
        (("run", STACK, "push(capacity)"), "no value 'capacity'; did you mean CAPACITY?"),
        (
            ("run", str(LIBRARY / "symbol_table.py"), "remove(x)"),
            'is a string; write it in quotes, "x", and the calls in others',
        ),
        (("run", STACK, "pop(1)"), "pop takes no arguments; write pop()"),
        (("run", STACK, "push()"), "push takes 1 argument; write push(item)"),
        (
            ("check", STACK, "x.py", "--domain", "x=0..3"),
            "no parameter 'x'; the parameters are: item",
        ),
        (("check", STACK, "x.py", "--domain", "item=3..0"), "the first number is the greater one"),
        (("check", STACK, "x.py", "--domain", 'item="a"'), "'a' is no value of push.item"),
        (
            ("check", STACK, "x.py", "--domain", "item=a"),
            "write item=0..5, or item=1,2,7; strings stand in quotes",
        ),
        (("check", STACK), "no program is given; name a file, as in stack.py or Stack.java"),
        (("lint", STACK, "--rules", "nowhere:X"), "give it as package.module:RULES"),
        (("check", STACK, "--games", "x"), "modspec check: Invalid value for '--games'"),
        (("check", STACK, "--games", "x"), "(see modspec check --help)"),
        (("new", "class"), "'class' is a keyword of Python; choose another name"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: tuple[str, ...], line: str) -> None:
    told = modspec(*arguments)
    assert Exit.USAGE == told.code
    assert line in told.err
    assert 1 == len(told.err.splitlines())


@pytest.mark.parametrize("name", MODULES)
def test_a_module_of_the_library_is_printed_and_nothing_in_it_is_doubtful(name: str) -> None:
    place = str(LIBRARY / f"{name}.py")
    heading = modspec("show", place).out.splitlines()[0]
    assert heading in ("Module", "Template Module", "Generic Template Module")
    assert "\\begin{" in modspec("show", place, "--latex").out
    assert (0, f"{place}: 0 errors, 0 warnings, 0 hints\n", "") == modspec("lint", place)


def test_a_module_is_tried_by_hand() -> None:
    tried = modspec("run", STACK, "push(3) push(-1)", "top", "pop() pop(); pop()")
    assert (
        """\
> init()
items = <>
> push(3)
items = <3>
> push(-1)
items = <3, -1>
> top()
-1
> pop()
items = <3>
> pop()
items = <>
> pop()
raises Empty    since |items| = 0 [empty]
"""
        == tried.out
    )


def test_elements_of_enumerations_are_written_by_name() -> None:
    machine = str(LIBRARY / "vending_machine.py")
    tried = modspec("run", machine, "insert(DOLLAR)", "select(Drink.COLA) slot take select(WATER)")
    assert "credit = 4\n" in tried.out
    assert "stock[COLA] = 1\ncredit = 1\nslot = COLA\n" in tried.out
    assert "> slot()\nCOLA\n> take()\nCOLA\nslot = none\n" in tried.out
    last = tried.out.splitlines()[-1]  # with a label, if a test before this one judged a program
    assert last.startswith("raises NotEnough    since credit < PRICE")


def test_what_decides_by_being_false_is_said_to_be_false() -> None:
    tried = modspec("run", "othello_spec.othello", "init() move(3, 3) move(0, 0)").out.splitlines()
    assert "raises InvalidMove    since board[d4] = EMPTY is false [place-on-empty]" in tried


def test_a_call_is_explained() -> None:
    shown = modspec("explain", STACK, "push(3)", "top()").out
    heading, exception, output = shown.split("\n\n")
    assert "top(): 3" == heading
    assert ["exception Empty, if", "|items| = 0 (1 = 0) ✗", "[empty]"] == words(exception)
    assert ["out :=", "items[0] = 3", "[last-in-first-out]"] == words(output)


def test_an_explanation_shows_the_values_that_a_clause_compares() -> None:
    machine = str(LIBRARY / "vending_machine.py")
    shown = modspec("explain", machine, "insert(QUARTER)", "select(COLA)").out
    # an earlier command of this process may have given the clauses the names of their routines
    plain = [re.sub(r" +\[select\]$", "", part.rstrip()) for part in shown.split("\n\n")]
    not_enough, waiting, sold_out = plain[1:]
    assert waiting.endswith("  slot ≠ none ✗")  # so both sides are none
    assert sold_out.endswith("  stock[COLA] = 0 (2 = 0) ✗")
    assert not_enough.endswith("  credit < PRICE (1 < 3) ✓")


def test_a_long_explanation_ends_with_the_number_of_the_lines_that_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("modlab.commands.explain.MOST", 3)
    calls = (str(LIBRARY / "tic_tac_toe.py"), "play(0, 0) is_over()")
    short = modspec("explain", *calls).out.splitlines()
    whole = modspec("explain", *calls, "--all").out.splitlines()
    assert whole[: len(short) - 1] == short[:-1]
    assert f"  ... and {len(whole) - len(short) + 1} more lines; --all prints them" == short[-1]


def words(text: str) -> list[str]:
    """The parts of some lines that many spaces separate."""
    return [part for line in text.splitlines() for part in re.split(r"\s{2,}", line) if part]


def test_a_new_module_runs_and_nothing_in_it_is_doubtful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Exit.CONFORMS == modspec("new", "lamp_post").code
    assert "lamp_post.py: 0 errors, 0 warnings, 0 hints\n" == modspec("lint", "lamp_post.py").out
    assert modspec("run", "lamp_post.py", "increase value").out.endswith("> value()\n1\n")
    assert "class LampPost(AbstractObject):" in (tmp_path / "lamp_post.py").read_text("utf-8")
    again = modspec("new", "lamp_post.py")
    assert (2, "modspec: lamp_post.py is there already; --force overwrites it\n") == again[::2]
    assert Exit.CONFORMS == modspec("new", "lamp_post", "--force").code


def test_the_rules_of_a_new_module_have_their_own_text_and_no_placeholder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A docstring is the text of a rule; what it is there for is said in a comment."""
    monkeypatch.chdir(tmp_path)
    assert Exit.CONFORMS == modspec("new", "turnstile").code
    source = (tmp_path / "turnstile.py").read_text("utf-8")
    rules = modspec("rules", "turnstile.py").out
    for text in ("Full: The counter is at its bound.", "Begin at zero.", "Count one more."):
        assert f"\n    {text}\n" in rules
    page = modspec("show", "turnstile.py").out
    for placeholder in ("An exported constant", "A transition: the exceptions come first"):
        assert f"# {placeholder}" in source
        assert placeholder not in page


# -- comparing -------------------------------------------------------------------------------------


def variant(module: str, folder: Path, right: str, wrong: str) -> str:
    text = (LIBRARY / f"{module}.py").read_text("utf-8")
    assert right in text
    file = folder / f"{module}_varied.py"
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    return str(file)


def test_the_fewest_calls_tell_two_versions_apart(tmp_path: Path) -> None:
    other = variant("stack", tmp_path, "CAPACITY: Final = 4", "CAPACITY: Final = 2")
    shown = modspec("compare", STACK, other)
    assert Exit.DEVIATES == shown.code
    assert (
        f"""\
{STACK} and {other} differ after init() push(0) push(0)

> push(0)

  {STACK}
    items = <0, 0, 0>

  {other}
    raises Full    since |items| = CAPACITY [capacity]
"""
        == shown.out
    )


def test_elements_of_two_enumerations_are_the_same_by_name(tmp_path: Path) -> None:
    machine = str(LIBRARY / "vending_machine.py")
    other = variant("vending_machine", tmp_path, "DOLLAR = 4", "DOLLAR = 5")
    shown = modspec("compare", machine, other).out
    assert "differ after init() insert(DOLLAR)\n\n> cancel()" in shown
    assert f"\n  {machine}\n    4\n    credit = 0\n\n  {other}\n    5\n" in shown


def test_two_texts_of_the_same_meaning_are_not_told_apart(tmp_path: Path) -> None:
    queue = str(LIBRARY / "queue.py")
    other = variant("queue", tmp_path, "queue.waiting[0]", "queue.waiting[1 - 1]")
    shown = modspec("compare", queue, other)
    assert (Exit.CONFORMS, "") == (shown.code, shown.err)
    assert shown.out.endswith(" states: all that calls reach with the values that were tried\n")


def test_values_of_which_the_other_module_speaks_are_tried(tmp_path: Path) -> None:
    queue = str(LIBRARY / "queue.py")
    for old, new in (("queue.waiting[0]", "queue.waiting[0] if queue.waiting[0] != 77 else 0"),):
        other = variant("queue", tmp_path, old, new)
        for pair in ((queue, other), (other, queue)):
            assert "differ after init() enqueue(77)" in modspec("compare", *pair).out


def test_the_states_of_a_comparison_are_those_that_calls_reach() -> None:
    lift = str(LIBRARY.parent / "tutorial" / "your-own-module" / "lift.py")
    floors, doors = 4, 2
    end = f" say the same in {floors * doors} states: all that calls reach\n"
    assert modspec("compare", lift, lift).out.endswith(end)


def test_a_great_number_of_states_is_printed_as_the_proof_prints_it() -> None:
    shown = modspec("compare", STACK, STACK).out
    assert re.search(r" say the same in \d,\d{3} states: all that calls reach with", shown)


def test_a_comparison_tells_how_far_it_has_come() -> None:
    told: list[int] = []
    stack = module_at(STACK)
    compare_modules(stack, stack, lambda phase, done, total: told.append(done))
    assert told == sorted(told)
    assert 0 == told[0] < told[-1] <= CALLS


def test_access_programs_of_one_of_them_are_named(tmp_path: Path) -> None:
    other = variant("stack", tmp_path, "depth", "height")
    lines = modspec("compare", STACK, other).out.splitlines()
    assert [f"only {STACK} has depth", f"only {other} has height"] == lines[:2]
    queue = str(LIBRARY / "queue.py")
    assert "queue and stack have only init in common" in modspec("compare", queue, STACK).err


@pytest.mark.parametrize("text", ["push(-1)", "play(0, 2)", "has_won(CROSS)"])
def test_a_call_is_written_as_it_is_read(text: str) -> None:
    module = module_at(str(LIBRARY / ("stack.py" if "push" in text else "tic_tac_toe.py")))
    (call,) = read_calls(module, text)
    assert text == to_text(call)


def test_a_value_of_each_type_is_written_as_it_is_read(tmp_path: Path) -> None:
    text = """\"\"\"Values: a function of many.\"\"\"

from collections.abc import Mapping, Set

__all__ = ["take"]


def take(a: int, b: tuple[int, ...], c: Set[int], d: Mapping[int, bool], e: str, f: str) -> bool:
    \"\"\"Whether there is one.\"\"\"
    return a in c
"""
    (tmp_path / "values.py").write_text(text, encoding="utf-8")
    values = (1, (2, 3), frozenset({4}), Map({5: True}), "two words", "")
    module = module_at(str(tmp_path / "values.py"))
    (again,) = read_calls(module, f"take({', '.join(map(to_text, values))})")
    assert values == again.arguments


@pytest.mark.parametrize(
    ("module", "call", "said"),
    [
        ("stack", "push('a')", 'item of push is an integer; given: "a"'),
        ("vending_machine", "insert(4)", "coin of insert is a Coin, such as DOLLAR; given: 4"),
        ("line", "new(1, 2)", "p of new is a Point; given: 1"),
    ],
)
def test_an_argument_of_another_type_is_refused_in_one_line(
    module: str, call: str, said: str
) -> None:
    for command in ("run", "explain"):
        done = modspec(command, str(LIBRARY / f"{module}.py"), call)
        assert (Exit.USAGE, f"modspec: {said}\n") == (done.code, done.err)


def test_an_empty_set_is_written_as_it_is_printed() -> None:
    (call,) = read_calls(module_at(str(LIBRARY / "catalogue.py")), "acquire({})")
    assert (frozenset(),) == call.arguments
    (call,) = read_calls(module_at(str(LIBRARY / "catalogue.py")), to_text(call))
    assert (frozenset(),) == call.arguments


@pytest.mark.parametrize(
    "command",
    ["show", "lint", "run", "prove", "docs", "explain FILE init()", "check FILE x", "init c"],
)
def test_the_file_of_an_exercise_is_no_module_and_the_line_says_what_reads_it(
    command: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "invariant.py")
    assert Exit.CONFORMS == modspec("exercise", "--begin", "park-invariant", file).code
    words = command.split() if "FILE" in command else [*command.split(), "FILE"]
    done = modspec(*(file if word == "FILE" else word for word in words))
    said = f"{file} is no whole module but the exercise park-invariant"
    assert f"modspec: {said}; modspec exercise {file} judges it\n" == done.err
    assert Exit.USAGE == done.code


def test_a_file_is_named_with_its_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(STACK, tmp_path / "my_stack.py")
    assert modspec("show", "my_stack").err.endswith("; did you mean my_stack.py?\n")


# -- mutants and values ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "function", "shifts"),
    [
        ("queue", "front", {"queue.waiting[1]", "queue.waiting[-1]"}),
        ("queue", "leave", {"queue.waiting[1]", "queue.waiting[-1]",
                            "queue.waiting[0:len(queue.waiting)]",
                            "queue.waiting[2:len(queue.waiting)]"}),
        ("sequence", "at", {"sequence.items[i + 1]", "sequence.items[i - 1]"}),
        ("connect_four", "disc", set()),
    ],
)  # fmt: skip
def test_mutants_take_the_element_beside_one_of_a_sequence(
    module: str, function: str, shifts: set[str]
) -> None:
    every = mutants(module_at(str(LIBRARY / f"{module}.py")))
    own = (each for each in every if (each.function, each.operator) == (function, SHIFT))
    assert shifts == {each.after for each in own}


def test_rare_values_differ_a_little_from_usual_ones_and_given_values_have_none() -> None:
    module = module_at(str(LIBRARY / "symbol_table.py"))
    name = suggested_domains(module).of(module, module["declare"], 0)
    assert {"a", "if"} <= {*name.usual}
    assert {"A", "IF", "aa", "a ", "a" * 70} <= {*name.rare}
    assert set() == {*name.usual} & {*name.rare}
    given = suggested_domains(module, {"name": ["x"]}).of(module, module["declare"], 0)
    assert (("x",), ()) == (given.usual, given.rare)
    game = module_at(str(LIBRARY / "game_2048.py"))
    assert (8, 65537) == suggested_domains(game).of(game, game["appear"], 2).rare
    counting = module_at(str(LIBRARY / "connect_four.py"))  # it counts up to a number
    assert 257 in suggested_domains(counting).of(counting, counting["drop"], 0).rare


NATURAL: Final = '''"""A meter."""

from modspec import AbstractObject, Nat, some

__all__ = ["Stopped", "init", "put", "shown", "stop", "some_less"]


class Stopped(Exception):  # [stopped]
    """It is stopped."""


class Meter(AbstractObject):
    """The one meter."""

    last: Nat
    """The last number."""

    is_stopped: bool
    """Whether it takes no more numbers."""


def init() -> Meter:
    """Begin."""
    return Meter(last=0, is_stopped=False)  # [begin]


def put(meter: Meter, number: Nat) -> Meter:
    """Take a number."""
    if meter.is_stopped:
        raise Stopped  # [stopped]
    return Meter(last=number, is_stopped=meter.is_stopped)  # [put]


def stop(meter: Meter) -> Meter:
    """Take no more numbers."""
    return Meter(last=meter.last, is_stopped=True)  # [stopped]


def shown(meter: Meter) -> Nat:
    """The last number."""
    return meter.last  # [put]


def some_less(meter: Meter) -> int:
    """Some number up to the last one."""
    return some(n for n in range(meter.last + 1))  # [less]
'''

METER: Final = """
class Stopped(Exception): pass

class Meter:
    def init(self): self.last, self.is_stopped = 0, False
    def put(self, number):
        if self.is_stopped: raise Stopped
        self.last = number
    def stop(self): self.is_stopped = True
    def shown(self): return self.last
    def some_less(self): return self.last
"""


def test_a_natural_number_may_be_large_and_no_choice_hides_what_later_calls_show(
    tmp_path: Path,
) -> None:
    spec, program = tmp_path / "meter.py", tmp_path / "mine.py"
    spec.write_text(NATURAL, encoding="utf-8")
    program.write_text(METER, encoding="utf-8")
    right = modspec("check", str(spec), str(program))
    assert Exit.CONFORMS == right.code
    assert "4 of 4 rules judged" in " ".join(right.out.split())
    program.write_text(METER.replace("= number", "= number & 0xFF"), encoding="utf-8")
    wrong = modspec("check", str(spec), str(program))
    assert Exit.DEVIATES == wrong.code
    assert "put(257)" in wrong.out  # a module that counts is passed no greater one
    refused = modspec("check", str(spec), str(program), "--domain", "number=-3..2")
    assert Exit.USAGE == refused.code
    assert "put.number is -3, which is not at least 0" in refused.err


@pytest.mark.parametrize("command", ["show", "check", "run", "rules"])
def test_a_folder_or_a_broken_file_is_no_specification(command: str, tmp_path: Path) -> None:
    folder, broken, program = (tmp_path / f"{name}.py" for name in ("folder", "broken", "mine"))
    folder.mkdir()
    broken.write_text("def f(:\n", encoding="utf-8")
    program.write_text(METER, encoding="utf-8")
    rest = [str(program)] if command == "check" else []
    told = modspec(command, str(folder), *rest)
    assert (Exit.USAGE, True) == (told.code, "is a folder; give the file of" in told.err), told
    told = modspec(command, str(broken), *rest)
    assert (Exit.USAGE, True) == (told.code, "broken.py:1:7: Python cannot read" in told.err), told


def test_objects_to_try_as_arguments_are_unlike_each_other() -> None:
    module = module_at(str(LIBRARY / "line.py"))
    lines = suggested_domains(module).of(module, module["is_parallel"], 0).usual
    assert any(line.b.xc == line.e.xc for line in lines)
    assert any(line.b.yc == line.e.yc for line in lines)
    assert {-1, 1} <= {(line.b.xc > line.e.xc) - (line.b.xc < line.e.xc) for line in lines}


# -- checking --------------------------------------------------------------------------------------

CLASSES = {
    "catalogue": "Shelf",
    "cloakroom": "Room",
    "connect_four": "Grid",
    "game_2048": "Board",
    "lending": "Desk",
    "life": "World",
    "line": "Line",
    "point": "Point",
    "route": "Trip",
    "sequence": "Sequence",
    "queue": "Ring",
    "stack": "Stack",
    "symbol_table": "Table",
    "tic_tac_toe": "Game",
    "vending_machine": "Machine",
}

FAULTS = [
    ("stack", "capacity", "self.used == 4", "self.used == 5"),
    ("stack", "last-in-first-out", "self.pile[self.used - 1]", "self.pile[0]"),
    ("stack", "last-in-first-out", "self.pile[self.used] = item", "self.pile[self.used] = 1"),
    ("stack", "depth", "return self.used", "return max(self.used, 1)"),
    ("stack", "empty", "if not self.used:\n            raise Empty\n", ""),
    ("queue", "capacity", "self.count == len(self.ring)", "self.count == 2"),
    ("queue", "first-in-first-out", "self.ring[self.first]", "self.ring[0]"),
    ("queue", "first-in-first-out", "(self.first + 1) % 3", "self.first"),
    ("queue", "first-in-first-out", "return self.ring[self.first]",
     "return self.ring[(self.first + 1) % 3 if self.count > 1 else self.first]"),
    ("queue", "length", "return self.count", "return self.count > 0"),
    ("cloakroom", "one-hook", "        if coat in self.hooks:\n            raise HangsHere\n", ""),
    ("cloakroom", "full", "raise Full", "return 0"),
    ("cloakroom", "hooks", "return hook in self.free", "return hook not in self.hooks"),
    ("cloakroom", "one-hook", "return self.hooks[coat]", "return len(self.hooks) - 1"),
    ("cloakroom", "free-hook", "return hook\n\n    def fetch", "return 0\n\n    def fetch"),
    ("catalogue", "acquired-once", "any(self.marks[title] for", "all(self.marks[title] for"),
    ("catalogue", "known", "not all(self.marks[title] for", "not any(self.marks[title] for"),
    ("catalogue", "acquire", "self.marks[title] = True", "self.marks[title] = len(some) < 2"),
    ("catalogue", "discard", "self.marks[title] = False",
     "self.marks = dict.fromkeys(self.marks, False)"),
    ("connect_four", "game-over", "full or self.has_won", "self.has_won"),
    ("connect_four", "full", "== 4:\n            raise Full", "== 3:\n            raise Full"),
    ("connect_four", "line", "(1, 1), (1, -1)", "(1, 1)"),
    ("connect_four", "red-first", 'self.mover = "red"', 'self.mover = "yellow"'),
    ("connect_four", "height", "return len(self.column(col))",
     "return min(3, len(self.column(col)))"),
    ("game_2048", "appear", "value not in (2, 4)", "value not in (2, 3, 4)"),
    ("game_2048", "appear", "value not in (2, 4)", "value not in (2, 4, 8)"),
    ("game_2048", "must-move", "if after == self.cells:", "if not any(self.cells):"),
    ("game_2048", "game-over", "all(self.cells) and all(", "all("),
    ("lending", "there", "for title in some):\n            raise Lent",
     "for title in list(some)[:1]):\n            raise Lent"),
    ("lending", "limit", "> 2", "> 3"),
    ("lending", "available", 'return self.borrowed("house")', "return {*self.place}"),
    ("lending", "give-back", "self.demand(some, member, NotBorrowed)",
     'self.demand([t for t in some if self.place.get(t) != "house"], member, NotBorrowed)'),
    ("life", "birth", "near == 3", "near == 2"),
    ("life", "survival", "near == 2 and", "near == 9 and"),
    ("life", "neighbours", "for row in rows) - self.grid[i][j]", "for row in rows)"),
    ("life", "toggle", "1 - self.grid[i][j]", "1"),
    ("life", "cells", "0 <= row < 3 and", "0 <= row < 4 and"),
    ("line", "two-points", "if self.dx == 0 and self.dy == 0:", "if False:"),
    ("line", "ends", "return self.p\n", "return Point(self.p.ycoord, self.p.xcoord)\n"),
    ("line", "length", "hypot(self.dx, self.dy)", "abs(self.dx) + abs(self.dy)"),
    ("line", "length", "return hypot", 'return float("nan") * hypot'),
    ("line", "middle", "return self.at(0.5)", "return self.at(0.5001)"),
    ("line", "turned", "Line(self.end(), self.p)", "Line(self.p, self.end())"),
    ("line", "parallel", "self.dx * m.dy ==", "self.dx * m.dy == -"),
    ("line", "parallel", "return self.dx * m.dy", "return self.dx and m.dx and self.dx * m.dy"),
    ("point", "coordinates", "self.z.imag\n\n    def is", "-self.z.imag\n\n    def is"),
    ("point", "plane", "<= y <= 100", "<= y < 100"),
    ("point", "origin", "not self.z", "not self.z.real"),
    ("point", "moved", "self.z.imag + dy)", "self.z.imag + abs(dy))"),
    ("point", "distance", "abs(self.z - q.z)", "abs(self.z + q.z)"),
    ("point", "distance", "abs(self.z - q.z)", "round(abs(self.z - q.z), 6)"),
    ("route", "longest", "if len(self.points) == 3:", "if len(self.points) == 2:"),
    ("route", "stops", "if not 0 <= i < len(self.points):", "if i >= len(self.points):"),
    ("route", "go", "self.points.append(p)", "self.points.insert(0, p)"),
    ("route", "undo", "self.points.pop()", "self.points.pop(0)"),
    ("route", "length", "self.total += dist(", "self.total += 2 * dist("),
    ("route", "count", "return len(self.points)", "return min(2, len(self.points))"),
    ("sequence", "positions", "if not 0 <= i < self.count:", "if i < 0:"),
    ("sequence", "capacity", "self.count >= 3", "self.count >= 2"),
    ("sequence", "order", "self.first = [item, self.first]", "self.first = [item, None]"),
    ("sequence", "order", "self.link(i - 1)[1] = link[1]", "self.link(i - 1)[1] = None"),
    ("sequence", "size", "return self.count", "return max(self.count, 1)"),
    ("symbol_table", "declared-once", "if self.is_declared(name):", "if False:"),
    ("symbol_table", "capacity", "== 2", "== 3"),
    ("symbol_table", "one-type", "raise Reserved\n",
     "raise Reserved\n        name = name.lower()\n"),
    ("symbol_table", "one-type", "raise Reserved\n",
     "raise Reserved\n        name = name.strip()\n"),
    ("symbol_table", "one-type", "raise Reserved\n", "raise Reserved\n        name = name[:8]\n"),
    ("symbol_table", "names", "{name for name, _ in", "{name for name, _ in [*self.pairs][:1] or"),
    ("symbol_table", "size", "return len(self.pairs)", "return bool(self.pairs)"),
    ("tic_tac_toe", "diagonal", ', "246")', ")"),
    ("tic_tac_toe", "game-over", " or full", ""),
    ("tic_tac_toe", "cross-first", 'self.mover = "cross"', 'self.mover = "nought"'),
    ("tic_tac_toe", "empty-square", 'self.squares[place] != "empty"', "False"),
    ("symbol_table", "reserved", "if name in (\"if\", \"while\"):", "if name == \"if\":"),
    ("symbol_table", "reserved", "            raise Reserved\n", "            return\n"),
    ("vending_machine", "select", "self.paid < 3", "self.paid < 4"),
    ("vending_machine", "select", "self.paid -= 3", "self.paid = 0"),
    ("vending_machine", "insert", "if self.served:\n            raise Waiting\n        self.paid",
     "self.paid"),
    ("vending_machine", "refill", "self.drinks[drink] = 2", "self.drinks[drink] += 1"),
    ("vending_machine", "cancel", "paid, self.paid = self.paid, 0", "paid = self.paid"),
    ("vending_machine", "cancel", "return paid", "return self.paid"),
    ("vending_machine", "cancel", "return paid", "return None"),
    ("vending_machine", "cancel", "return paid", "self.served = None\n        return paid"),
    ("vending_machine", "take", "return drink", "return 'cola'"),
    ("vending_machine", "take", "drink, self.served = self.served, None", "drink = self.served"),
    ("queue", "first-in-first-out", "        return number", "        return self.count"),
]  # fmt: skip
"""Module, label, and the change that breaks what bears the label."""


def run_check(module: str, program: Path) -> Printed:
    place = f"py:{program}:{CLASSES[module]}"
    return modspec("check", str(LIBRARY / f"{module}.py"), place, "--json")


def test_each_module_of_the_library_has_a_program() -> None:
    theorems = {name for name in MODULES if name.endswith("_theorems")}
    assert {*MODULES} - theorems == {*CLASSES}


@pytest.mark.parametrize("module", sorted(CLASSES))
def test_a_right_program_conforms(module: str) -> None:
    done = run_check(module, PROGRAMS / f"{module}.py")
    verdict = json.loads(done.out)
    assert (Exit.CONFORMS, "") == (done.code, done.err)
    assert verdict["rules"]
    assert {"pass"} == {rule["status"] for rule in verdict["rules"]}


def test_where_no_rule_is_certain_the_most_likely_one_is_told(tmp_path: Path) -> None:
    """Tiles of 2 are never merged. The same would show if they did not slide."""
    text = (PROGRAMS / "game_2048.py").read_text("utf-8")
    program = tmp_path / "wrong_game_2048.py"
    program.write_text(text.replace("end + 1, True", "end + 1, value > 2", 1), encoding="utf-8")
    (fault,) = json.loads(run_check("game_2048", program).out)["faults"]
    assert fault["rule"] is None
    assert ["merge"] == fault["one_of"]


@pytest.mark.parametrize(("module", "label", "right", "wrong"), FAULTS)
def test_a_wrong_program_is_rejected_for_what_it_breaks(
    module: str, label: str, right: str, wrong: str, tmp_path: Path
) -> None:
    text = (PROGRAMS / f"{module}.py").read_text("utf-8")
    assert text.replace(right, wrong, 1) != text
    program = tmp_path / f"wrong_{module}.py"
    program.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    done = run_check(module, program)
    verdict = json.loads(done.out)
    assert Exit.DEVIATES == done.code
    assert label == verdict["faults"][0]["rule"]
    assert len(verdict["faults"][0]["history"]) < 20


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ("", "", "✓ node line.mjs conforms to line"),
        (
            "this.run() / 2",
            "this.run()",
            "middle(): expected xcoord = 0.5, got xcoord = 1",
        ),
        (
            "Math.sqrt(",
            "Math.sqrt(-1 - ",
            "length(): expected 1.11803398875, got nothing (where a nu",
        ),
        ("ycoord: (point) => point.y,", "", "got ycoord raises TypeError"),
        (
            "new Line(this.q, this.p)",
            "Object.assign(new Line(this.q, this.p), { middle: () => this.p })",
            "turned(): expected middle = (xcoord = 0.5, ycoord = 0.25), got middle = (x",
        ),
        (
            "new Line(this.q, this.p)",
            "Object.assign(new Line(this.q, this.p), { turned: undefined })",
            "got turned raises TypeError",
        ),
        (
            "new Line(this.q, this.p)",
            "this",
            "turned(): expected start = (xcoord = 1, ycoord = 0.5), ",
        ),
    ],
)
def test_objects_travel_as_handles_in_lines(
    right: str, wrong: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    text = (PROGRAMS / "line.mjs").read_text("utf-8")
    assert right in text
    (tmp_path / "line.mjs").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = modspec("check", str(LIBRARY / "line.py"), "node line.mjs", "--brief")
    assert line in done.out
    assert (Exit.DEVIATES if right else Exit.CONFORMS) == done.code


def test_a_class_may_begin_by_its_constructor(tmp_path: Path) -> None:
    text = (PROGRAMS / "stack.py").read_text("utf-8")
    program = tmp_path / "constructed.py"
    program.write_text(text.replace("def init(", "def __init__("), encoding="utf-8")
    assert Exit.CONFORMS == modspec("check", STACK, str(program), "--unsafe").code
    tutorial = ROOT / "docs" / "tutorial" / "stack.py"  # whose first access program is new
    spec = tmp_path / "small_stack.py"
    spec.write_text(tutorial.read_text("utf-8").replace("= 100", "= 4"), encoding="utf-8")
    assert Exit.CONFORMS == modspec("check", str(spec), f"py:{program}:Stack").code


def grade(spec: Path, folder: Path) -> dict[str, str]:
    run = [sys.executable, "-c", "from modlab.modspec_command import main; main()"]
    command = [*run, "grade", spec, folder / "class", "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert Exit.CONFORMS == done.returncode, done.stderr
    with (folder / "class-graded" / "grades.csv").open(encoding="utf-8") as stream:
        return {row["submission"]: row["first fail"] or row["status"] for row in DictReader(stream)}


def test_a_class_is_graded_and_judged_anew_by_another_text(tmp_path: Path) -> None:
    text = (PROGRAMS / "stack.py").read_text("utf-8")
    for name, program in (("ann", text), ("bob", text.replace("== 4", "== 5"))):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "stack.py").write_text(program, encoding="utf-8")
    spec = tmp_path / "specification" / "stack.py"
    spec.parent.mkdir()
    spec.write_text(Path(STACK).read_text("utf-8"), encoding="utf-8")
    assert {"ann": "conforms", "bob": "capacity"} == grade(spec, tmp_path)
    spec.write_text(spec.read_text("utf-8").replace("Final = 4", "Final = 3"), encoding="utf-8")
    assert {"ann": "capacity", "bob": "capacity"} == grade(spec, tmp_path)


def test_a_specification_without_a_meaning_judges_nobody(tmp_path: Path) -> None:
    text = Path(STACK).read_text("utf-8")
    guard = "    if len(stack.items) == 0:\n        raise Empty  # [empty]\n    return stack.items["
    assert guard in text
    spec = tmp_path / "careless_stack.py"
    spec.write_text(text.replace(guard, "    return stack.items["), encoding="utf-8")
    told = modspec("check", str(spec), f"py:{PROGRAMS / 'stack.py'}:Stack")
    assert Exit.USAGE == told.code
    assert "there is no element -1 in a sequence of 0 elements" in told.err
    assert "fix the specification first" in told.err


def test_a_specification_without_a_meaning_is_shown_where_it_has_none(tmp_path: Path) -> None:
    text = Path(STACK).read_text("utf-8")
    text = text.replace("CAPACITY: Final", "SPARE: Final = 1\n\nCAPACITY: Final", 1)
    spec = tmp_path / "untidy_stack.py"
    guard = "    if len(stack.items) == 0:\n        raise Empty  # [empty]\n    return stack.items["
    spec.write_text(text.replace(guard, "    return stack.items["), encoding="utf-8")
    assert "nothing uses the constant SPARE" in modspec("lint", str(spec)).out
    told = modspec("check", str(spec), f"py:{PROGRAMS / 'stack.py'}:Stack")
    assert "there is no element -1 in a sequence of 0 elements" in told.err


@pytest.mark.parametrize("name", ["rules", "variants"])
def test_a_file_that_needs_its_package_is_refused_with_the_name_to_give(name: str) -> None:
    file = Path(__file__).parent.parent / "spec" / "othello_spec" / f"{name}.py"
    told = modspec("lint", str(file))
    assert Exit.USAGE == told.code
    assert told.err.endswith(f"by itself it lacks its package: give othello_spec.{name}\n")
    assert 1 == told.err.count("\n")


def test_the_values_that_are_tried_can_be_given(tmp_path: Path) -> None:
    program = tmp_path / "only_small.py"
    text = (PROGRAMS / "stack.py").read_text("utf-8")
    program.write_text(text.replace("= item", "= item % 50"), encoding="utf-8")
    place = ("check", STACK, f"py:{program}:Stack", "--brief")
    assert Exit.DEVIATES == modspec(*place).code  # -1 is tried, whose remainder is 49
    assert Exit.CONFORMS == modspec(*place, "--domain", "item=0..5").code
    found = modspec(*place, "--domain", "push.item=1,77")
    assert Exit.DEVIATES == found.code
    assert "expected 77, got 27" in found.out


# -- rules -----------------------------------------------------------------------------------------


def test_the_rules_of_a_module_are_its_labels() -> None:
    printed = modspec("rules", STACK)
    assert (0, "") == (printed.code, printed.err)
    assert printed.out.startswith("empty\n    Empty: There is nothing on the stack.\n\ncapacity\n")
    assert "no rule 'lif'" in modspec("rules", STACK, "lif").err
    notation = modspec("rules", STACK, "failed-call", "queries-pure").out
    assert notation.startswith(
        "failed-call\n    A call that raises an exception changes nothing.\n"
    )
    assert printed.out.endswith(f"\n\n{notation}")


@pytest.mark.parametrize(
    ("module", "calls", "last"),
    [
        (
            "game_2048",
            "appear(0, 0, 2) slide(LEFT)",
            "raises NothingMoves    since slid(board, LEFT) = board [must-move]",
        ),
        (
            "tic_tac_toe",
            "play(0,0) play(1,1) play(0,1) play(2,2) play(0,2) play(2,0)",
            "raises GameOver    since is_over(), for instance board[Square(0, 0)] = CROSS [row]",
        ),
        (
            "tic_tac_toe",
            "is_over()",
            "false    since, for instance, board[Square(0, 0)] = CROSS is false [row]",
        ),
    ],
)
def test_the_reason_of_a_reply_is_the_whole_one_or_an_instance(
    module: str, calls: str, last: str
) -> None:
    done = modspec("run", str(LIBRARY / f"{module}.py"), calls)
    assert last == done.out.splitlines()[-1]


@pytest.mark.parametrize("module", MODULES)
def test_a_page_in_ascii_is_as_narrow_as_any(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.BytesIO()
    with io.TextIOWrapper(data, "modlab_ascii") as in_ascii:
        monkeypatch.setattr(sys, "stdout", in_ascii)
        print_page(module_at(str(LIBRARY / f"{module}.py")), latex=False)
        in_ascii.flush()
        told = data.getvalue().decode("ascii")
    assert all(len(line) <= 80 for line in told.splitlines())
    assert "?" not in told.replace("= ?", "")  # where a type is another module's own


def test_a_fault_of_the_tools_names_the_variable_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.group()
    def broken() -> None: ...

    @broken.command()
    def fail() -> None:
        raise KeyError("x")

    monkeypatch.setattr(sys, "argv", ["modspec", "fail"])
    with pytest.raises(SystemExit):
        run(broken, "modspec")
    assert "set MODSPEC_TRACEBACK=1 to see where" in capsys.readouterr().err
    monkeypatch.setenv("MODSPEC_TRACEBACK", "1")
    with pytest.raises(KeyError):
        run(broken, "modspec")


NO_EXPORTS = '''"""Theorems."""


def two_is_even(n: int) -> bool:
    """Twice a number is even."""
    return (n + n) % 2 == 0
'''


@pytest.mark.parametrize("command", ["run", "prove", "rules", "explain"])
def test_a_module_that_exports_nothing_is_refused_with_the_line_that_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "even.py").write_text(NO_EXPORTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = modspec(command, "even.py")
    line = '__all__ = ["two_is_even"]'
    told = f"modspec: even.py exports no access program; write those that it has, as in {line}\n"
    assert (2, told) == (done.code, done.err)


@pytest.mark.parametrize(
    ("spec", "advice"),
    [
        (
            "tic_tac_toe_theorems.py",
            "tic_tac_toe_theorems states theorems: modspec prove tic_tac_toe_theorems.py proves "
            "them; a call is written as who_waits_does_not_win(game, row, col)",
        ),
        ("point.py", "write new(x, y) first"),
        (
            "othello_spec.lines",
            "lines has no state; a call is written as brackets(board, player, square, direction, "
            "k)",
        ),
    ],
)
def test_run_says_how_to_go_on_where_no_call_is_made(
    monkeypatch: pytest.MonkeyPatch, spec: str, advice: str
) -> None:
    monkeypatch.chdir(LIBRARY)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    done = modspec("run", spec)
    assert (2, "", f"modspec: no call is given; {advice}\n") == (done.code, done.out, done.err)


@pytest.mark.parametrize(
    ("argument", "told"),
    [
        ("new.moved(1, 2)", "new takes 2 arguments; write new(x, y)"),
        ("new", "new takes 2 arguments; write new(x, y)"),
        ("new(0, 0).moved", "moved takes 2 arguments; write moved(dx, dy)"),
        ("x.y", "'x.y' is no value; write a number or a name"),
    ],
)
def test_an_object_that_lacks_arguments_is_refused_with_the_call(argument: str, told: str) -> None:
    done = modspec("run", str(LIBRARY / "point.py"), f"new(0, 0) dist({argument})")
    assert (2, f"modspec: {told}\n") == (done.code, done.err)


def test_an_initialiser_without_arguments_needs_no_brackets_in_an_argument_either() -> None:
    bag = Path(__file__).parent / "hidden_modules" / "bag.py"
    for argument in ("new.add(APPLE, 2)", "new().add(APPLE, 2)", "bag.new.clear.add(APPLE, 2)"):
        done = modspec("run", str(bag), f"new add(APPLE, 2) is_equal({argument})")
        assert ("true", "") == (done.out.splitlines()[-1][:4], done.err)


DECISIVE = [
    (
        "connect_four.py",
        ("drop(9)",),
        ["drop(9): raises OutOfBounds", "", "exception OutOfBounds, if", "  ¬(0 ≤ 9 < COLS) ✓"],
        ("... and 516 more lines; --all prints them",),
    ),
    (
        "connect_four.py",
        ("drop(0) drop(1)", "height(0)"),
        ["height(0): 1", "", "exception OutOfBounds, if", "  ¬(0 ≤ 0 < COLS) ✗"],
        ("p = Place(0, 0): 1 = 1", "Place(0, 0).col = 0 ✓"),
    ),
    (
        "life.py",
        ("toggle(1, 1)", "step()"),
        ["step(): alive[Cell(1, 1)] = false", "", "alive :="],
        ("c = Cell(1, 1): 0 = 3 ∨ (alive[Cell(1, 1)] ∧ 0 = 2) ✗",),
    ),
    (
        "life.py",
        ("toggle(1, 1)", "population()"),
        ["population(): 1", "", "out :="],
        ("c = Cell(1, 1): 1 = 1", "alive[Cell(1, 1)] ✓"),
    ),
    (
        "game_2048.py",
        ("appear(0, 0, 2) appear(0, 1, 4)", "greatest()"),
        ["greatest(): 4", "", "out :="],
        ("row = <2, 4, 0>, t = 4: t = 4",),
    ),
    (
        "vending_machine.py",
        ("insert(DOLLAR) select(COLA)", "cancel()"),
        ["cancel(): 1; credit = 0", "", "credit :="],  # stock and slot stay
        ("credit = 1",),
    ),
]
"""Calls of modules in the library, how their explanations begin, and what stands in them."""


QUEUE = '''
"""Urgent: a queue in which the most urgent task is served first."""

from __future__ import annotations

from typing import NamedTuple

from modspec import AbstractDataType, Nat, replace

__all__ = ["Task", "Urgent", "add", "first", "joined", "new", "price", "serve"]


class Task(NamedTuple):
    """What is to be done."""

    urgency: Nat
    """How urgent it is."""

    name: str
    """What it is."""


class Urgent(AbstractDataType):
    """A queue of tasks."""

    waiting: tuple[Task, ...]
    """The tasks in the order in which they came."""


def new() -> Urgent:
    """Make an empty queue."""
    return Urgent(waiting=())


def add(urgent: Urgent, urgency: Nat, name: str) -> Urgent:
    """Put in a task."""
    return Urgent(waiting=(*urgent.waiting, Task(urgency, name)))  # [add]


def next_one(urgent: Urgent) -> int:
    """The position of the task that is served next."""
    return min(
        i
        for i in range(len(urgent.waiting))
        if all(t.urgency <= urgent.waiting[i].urgency for t in urgent.waiting)  # [most-urgent]
    )  # [first-come]


def first(urgent: Urgent) -> Task:
    """The task that is served next."""
    return urgent.waiting[next_one(urgent)]


def serve(urgent: Urgent) -> Urgent:
    """Serve a task."""
    n = next_one(urgent)
    return replace(urgent, waiting=(*urgent.waiting[:n], *urgent.waiting[n + 1 :]))  # [serve]


def together(one: Urgent, two: Urgent) -> Urgent:
    """The tasks of both."""
    return Urgent(waiting=(*one.waiting, *two.waiting))  # [both]


def joined(urgent: Urgent, other: Urgent) -> Urgent:
    """A new queue of the tasks of both."""
    return together(urgent, other)


def cost(tasks: Nat) -> int:
    """What so many tasks cost."""
    return 0 if tasks <= 1 else 2 * (tasks - 1)  # [cost]


def price(urgent: Urgent, more: Nat) -> int:
    """What the tasks cost, with some more."""
    return cost(len(urgent.waiting) + more)
'''


@pytest.mark.parametrize(
    ("call", "lines"),
    [
        (
            "first()",
            ["waiting[1]", "next_one() = 1", "[first-come]", "i = 1: i = 1", "[most-urgent]"],
        ),
        ("serve()", ["[serve]", "n = 1", "next_one() = 1", "[first-come]", "[most-urgent]"]),
        ("joined(new())", ["together(other)", "waiting || <>", "[both]"]),
        ("price(2)", ["cost(5) = 8", "(5 ≤ 1 ⇒ 0 | true ⇒ 2 · 4) = 8", "[cost]", "5 ≤ 1 ✗"]),
    ],
)
def test_an_explanation_shows_the_function_or_the_name_that_a_value_comes_from(
    call: str, lines: list[str], tmp_path: Path
) -> None:
    (tmp_path / "urgent.py").write_text(QUEUE.lstrip(), encoding="utf-8")
    tasks = 'add(1, "a") add(3, "b") add(3, "c")'
    shown = modspec("explain", str(tmp_path / "urgent.py"), tasks, call).out
    places = [shown.find(line) for line in lines]
    assert [] == [line for line, place in zip(lines, places, strict=True) if place < 0]
    assert sorted(places) == places


@pytest.mark.parametrize(("spec", "calls", "begins", "names"), DECISIVE)
def test_an_explanation_begins_by_what_decides_and_names_the_witness(
    spec: str, calls: tuple[str, ...], begins: list[str], names: tuple[str, ...]
) -> None:
    shown = modspec("explain", str(LIBRARY / spec), *calls).out
    lines = shown.splitlines()
    assert begins == [re.sub(r" +\[.*", "", line) for line in lines[: len(begins)]]
    assert [] == [name for name in names if name not in shown]
