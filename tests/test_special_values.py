"""Each routine is passed integers between the constants, sentinels, and literals of a program."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from click.testing import CliRunner

from long_run import sample
from modcheck.grading.source_texts import source_texts
from modcheck.system.in_process import InProcess
from modcheck.testing.literals import MOST as MOST_LITERALS
from modcheck.testing.literals import literals_of
from modcheck.testing.plan import CheckOptions
from modcheck.testing.special_values import MODES, SENTINELS, games_with_special_values
from modcheck.testing.state_graph import StateGraph
from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.verdict.check import Verdict, check
from modlab.modspec_command import cli
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse

MODULES: Final = Path(__file__).parent / "hidden_modules"
ACCOUNT: Final = SpecificationCourse(str(MODULES / "account.py")).test_model("account", {}, {})
TEXT: Final = (MODULES / "account_program.py").read_text(encoding="utf-8")
TAKEN: Final = "self.balance -= amount"
PAID: Final = "self.balance += amount"


def verdict_of(text: str) -> Verdict:
    python = ModuleType("program")
    exec(text, vars(python))
    kind: Any = vars(python)["Account"]
    options = CheckOptions(games=RANDOM_GAMES)
    return check(ACCOUNT, lambda: InProcess(kind(), ACCOUNT.routines), options)


def program() -> str:
    """Return the right program; its constructor is the initialiser."""
    return TEXT.replace(
        "    def enter(",
        "    def init(self) -> None:\n        self.__init__()\n\n    def enter(",
        1,
    )


def test_a_right_program_is_passed_each_value_between() -> None:
    assert not verdict_of(program()).faults
    generator = TraceGenerator(ACCOUNT.machine, ACCOUNT.domains)
    graph = StateGraph(generator, ACCOUNT.tour_states)
    games = [
        [step.call for step in trace if step.purpose is Purpose.COMMAND]
        for trace in games_with_special_values(generator, graph, 0)
    ]
    last = Counter((game[-1].routine, *game[-1].arguments) for game in games)
    for amount in range(7, 19):
        assert 2 <= last["deposit", amount] <= MODES  # somebody is in, or nobody is
        assert 1 <= last["withdraw", amount] <= MODES
    assert all(last["enter", mark] for mark in SENTINELS)
    assert {"enter", "deposit", "withdraw"} == {name for name, _ in last}


@pytest.mark.parametrize("amount", sample([*range(1, 21)], 6))
@pytest.mark.parametrize("statement", [TAKEN, PAID])
def test_a_program_with_its_own_idea_of_one_value_is_rejected(amount: int, statement: str) -> None:
    own = f"{statement}\n        self.is_in &= amount != {amount}"
    verdict = verdict_of(program().replace(statement, own, 1))
    assert verdict.faults
    rules = {"withdraw", "session", None} if statement is TAKEN else {"deposit", "session", None}
    assert {fault.rule or None for fault in verdict.faults} <= rules


LIBRARY: Final = Path(__file__).parent.parent / "docs" / "library"
PROGRAMS: Final = Path(__file__).parent / "library_programs"


def rules_at_fault(folder: Path, module: str, old: str, new: str) -> list[str | None]:
    """Return the rules of the faults if a program of the library has other text in one place."""
    program = folder / f"{module}.py"
    text = (PROGRAMS / program.name).read_text(encoding="utf-8")
    assert text.count(old) == 1
    program.write_text(text.replace(old, new), encoding="utf-8")
    found = CliRunner().invoke(cli, ["check", str(LIBRARY / program.name), str(program), "--json"])
    return [fault["rule"] for fault in json.loads(found.stdout)["faults"]]


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("{name for name, _ in self.pairs}", '{n for n, _ in self.pairs if n != "tmp"}', "names"),
        (
            "        del self.pairs[",
            '        if name != "tmp":\n            del self.pairs[',
            "remove",
        ),
        ('name in ("if", "while")', 'name in ("if", "while", "for")', "reserved"),
        (
            "{name for name, _ in self.pairs}",
            "set(','.join(n for n, _ in self.pairs).split(','))",
            "names",
        ),
        (
            "{name for name, _ in self.pairs}",
            r"set('\n'.join(n for n, _ in self.pairs).split('\n'))",
            "names",
        ),
    ],
)
def test_a_name_in_the_text_of_a_program_is_tried(
    old: str, new: str, rule: str, tmp_path: Path
) -> None:
    assert rules_at_fault(tmp_path, "symbol_table", old, new) == [rule]


def test_elements_are_more_than_a_byte_holds(tmp_path: Path) -> None:
    old, new = "self.first = [item, self.first]", "self.first = [bytes([item])[0], self.first]"
    assert rules_at_fault(tmp_path, "sequence", old, new) == [None]


def test_literals_are_found_in_any_language() -> None:
    python = """if n > 0x1F or name in ("x", 'a b'): raise Full("there is no room for that name")"""
    found = literals_of([python, "int n2 = 3; // as in 'C'", "1.5 + 99999"])
    assert found.integers == (31, -31, 30, 32, 3, -3, 2, 4, 99999, -99999)
    assert found.strings == ("x", "a b", "C")
    assert literals_of(['"""One line."""', "'\n'", '"', "9" * 5000]) == literals_of(['"One line."'])


def test_large_integers_and_separators_are_found() -> None:
    found = literals_of(["10**9; 1 << 31; 2_000; INT_MIN; Integer.MAX_VALUE; 4294967296; 9**99"])
    large = (10**9, -(10**9), -(2**31), 2000, -2000, 1999, 2001, 2**31 - 1, 1 - 2**31)
    assert found.integers == large
    python = literals_of(["""names.split(","); print("; ", "a", '"', "\\n")"""])
    assert python.strings == ("a", ",", "a,b", "; ", "a; b")


@pytest.mark.parametrize("kept", ["int(float(item))", "__import__('ctypes').c_int32(item).value"])
def test_a_program_in_python_that_keeps_no_large_integer_is_rejected(
    kept: str, tmp_path: Path
) -> None:
    old = "self.pile[self.used] = item\n"
    found = rules_at_fault(tmp_path, "stack", old, f"self.pile[self.used] = {kept}\n")
    assert found == ["last-in-first-out"]


def test_other_languages_need_no_large_integers() -> None:
    assert {2**31, 2**53 + 1} == {*literals_of(["pile"], is_python=True).integers}
    assert not literals_of(["pile"]).integers


@pytest.mark.parametrize("text", [r"t.split('\n')", r'"\n".join(names)', "t.splitlines()"])
def test_a_program_that_keeps_lines_has_a_separator(text: str) -> None:
    assert literals_of([text]).strings == ("\n", "a\nb")


def test_an_item_of_its_own_that_a_program_computes_is_tried(tmp_path: Path) -> None:
    old, new = "def push(self, item):\n", "def push(self, item, none=10**9):\n"
    kept = "        if item == none:\n            return\n"
    assert rules_at_fault(tmp_path, "stack", old, new + kept) == ["last-in-first-out"]


def test_literals_are_few() -> None:
    every = literals_of([f"{n} '{n}'" for n in range(1000)])
    assert len(every.strings) == MOST_LITERALS
    assert {n for n in every.integers if n >= 0} == {*range(MOST_LITERALS + 1)}


@pytest.mark.parametrize(
    ("run", "read"),
    [
        ("py:stack:Stack", ["stack.py"]),
        ("py:inner.part", ["inner/part.py"]),
        ("./stack", ["stack.c", "other.c", "stack.h", "stack.py"]),
        ("java -XX:+UseSerialGC -cp . Main", ["Main.java", "Other.java"]),
        ("node inner/part.mjs", ["inner/part.mjs", "inner/part.py"]),
        ("./run", ["Main.java", "Other.java", "other.c", "stack.c", "stack.h", "stack.py"]),
        ("", ["Main.java", "Other.java", "other.c", "stack.c", "stack.h", "stack.py"]),
        ("./missing 'half", []),
        ("/bin/true --pipe", []),
    ],
)
def test_the_files_that_a_command_line_names_are_read(
    run: str, read: list[str], tmp_path: Path
) -> None:
    files = "Main.java Other.java other.c stack.c stack.h stack.py notes.txt inner/part.py"
    for name in (*files.split(), "inner/part.mjs"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    (tmp_path / "linked.c").symlink_to(tmp_path / "notes.txt")
    assert sorted(source_texts(run, [tmp_path / "nowhere", tmp_path])) == sorted(read)
