"""The lint: each kind of doubtful text is found at its place; sound modules have none."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from modspec import Rule, Rulebook, declare
from modspec.lint import Finding, FindingKind, Level, lint
from othello_spec import GAME
from othello_spec.rules import RULES

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
MODULES = tuple(sorted(file.stem for file in LIBRARY.glob("*.py")))
OTHELLO = ("board", "clock", "handicap", "lines", "match", "othello", "passing", "supply")

STACK, QUEUE, GAME_OF_NINE, MACHINE = "stack", "queue", "tic_tac_toe", "vending_machine"

FAULTS = [
    # types
    (STACK, "len(stack.items) == CAPACITY", "stack.items == CAPACITY", "types",
     "they can never be equal"),
    (STACK, "return len(stack.items)  # [depth]", "return stack.items  # [depth]", "types",
     "the output of depth has to be an integer; its size is len(stack.items)"),
    (STACK, "return len(stack.items)  # [depth]", "return len(stack.items) + stack.items", "types",
     "an operand of + has to be a number"),
    (STACK, "if len(stack.items) == 0:", "if not len(stack.items):", "types",
     "what `not` is said of has to be a truth value"),
    (STACK, "if len(stack.items) == 0:", "if len(stack.items):", "types",
     "the condition of Empty has to be a truth value; compare it: len(stack.items) > 0"),
    (STACK, "items=(*stack.items, item)", "items=(*stack.items, stack.items)", "types",
     "the state variable items has to be a sequence of integers"),
    (STACK, "items=(*stack.items, item)", "items=(*item, item)", "types",
     "only what has elements can be spliced with *"),
    (STACK, "return stack.items[len(stack.items) - 1]", "return stack.items[stack.items]", "types",
     "the index of a sequence has to be an integer"),
    (GAME_OF_NINE, "turn=CROSS,", "turn=EMPTY,", "types",
     "`EMPTY` is the Mark EMPTY; the state variable turn has to be a Player"),
    (GAME_OF_NINE, "board={s: EMPTY for s in SQUARES}", "board={s: 0 for s in SQUARES}", "types",
     "the state variable board has to be"),
    (GAME_OF_NINE, "has_line(game.board, player)  # [has-won]", "has_line(player, game.board)",
     "types", "the argument board of has_line has to be a Board"),
    (GAME_OF_NINE, "if Square(row, col) not in SQUARES:", "if row not in SQUARES:", "types",
     "it can never be in there"),
    (GAME_OF_NINE, "game.board[Square(row, col)] != EMPTY", "game.board[row] != EMPTY", "types",
     "maps from values of Square"),
    (GAME_OF_NINE, "return game.turn  # [in-turn]", "return game.turn.row", "types",
     "which has no field row"),
    (MACHINE, "machine.credit < PRICE", "machine.credit < Coin.QUARTER", "types",
     "only numbers are compared by size"),
    (MACHINE, "replace(machine, credit=0)", "replace(machine, stock=0)", "types",
     "the state variable stock has to be"),
    (MACHINE, "machine.credit + coin.value", "machine.credit + coin", "types",
     "an operand of + has to be a number"),
    (MACHINE, "machine.credit + coin.value", "coin.worth", "types", "has no field worth"),
    (MACHINE, "credit=0), machine.credit", "credit=0), machine.stock", "types",
     "the output of cancel has to be an integer"),
    (MACHINE, "    if machine.slot is None:\n        raise NothingToTake\n", "", "types",
     "the output of take has to be a Drink"),
    (MACHINE, "for d in Drink)", "for d in PRICE)", "types", "a dummy ranges over a set"),
    (MACHINE, "if machine.slot is None:", "if not machine.slot:", "types", "a truth value"),
    # names and parts
    (STACK, "(*stack.items, item)", "(*stack.items, 1)", "unused", "push never uses its parameter"),
    (STACK, "from typing import Final\n", "from typing import Final, Literal\n", "unused",
     "Literal is imported and never used"),
    (STACK, "        raise Full", "        raise Empty", "unused",
     "nothing raises the exception Full"),
    (STACK, '"Full", ', "", "export", 'push raises Full, which is not exported; add "Full"'),
    (STACK, "Assumptions:", "Asumptions:", "heading", "did you mean Assumptions:?"),
    (MACHINE, "Environment Variables:", "Environment variable:", "heading",
     "did you mean Environment Variables:?"),
    (STACK, "Assumptions:", "Preconditions:", "heading",
     "there are Environment Variables, Assumptions, Considerations"),
    (STACK, "[last-in-first-out]\n\n\ndef depth", "[last-in-last-out]\n\n\ndef depth", "label",
     "there is no rule last-in-last-out; did you mean last-in-first-out?"),
    (STACK, "items=stack.items[0 : len(stack.items) - 1]", "items=stack.items", "no-effect",
     "pop leaves every state variable as it is"),
    (STACK, "return len(stack.items)  # [depth]", "return 3", "no-effect",
     "depth always yields the same"),
    (STACK, '"init", ', "", "missing",
     "no access program makes the first Stack"),
    (STACK, "depth", "howMany", "naming", "name it how_many"),
    (STACK, "def depth(", "def depth_2(stack: Stack) -> int:\n"
     '    """The depth."""\n    return len(stack.items)\n\n\ndef depth(', "unused",
     "no access program uses the local function depth_2"),
    (MACHINE, "return machine.credit\n", "return PRICE\n", "no-effect", "credit always yields"),
    # calls
    (STACK, "    if len(stack.items) == 0:\n        raise Empty  # [empty]\n    return",
     "    return", "totality", "there is no element -1 in a sequence of 0 elements"),
    (STACK, "    if len(stack.items) == CAPACITY:\n        raise Full  # [capacity]\n", "",
     "invariant", "push breaks the invariant; seen in push("),
    (QUEUE, "return queue.waiting[0]", "return queue.waiting[1]", "totality",
     "there is no element 1 in a sequence of 1 element"),
    (QUEUE, "queue.waiting[1 : len(queue.waiting)]", "queue.waiting[2 : len(queue.waiting)]",
     "totality", "there is no part from 2 to 1 in a sequence of 1 element"),
    (GAME_OF_NINE, "    if Square(row, col) not in SQUARES:\n        raise OutOfBounds"
     "  # [nine-squares]\n    return", "    return", "totality", "the mapping has no value for"),
    ("game_2048", "for t in row)  # [greatest]", "for t in row if t != NONE)  # [greatest]",
     "totality", "there is nothing of which this is the max"),
    (MACHINE, "    if machine.credit < PRICE:\n        raise NotEnough\n", "", "invariant",
     "select breaks the invariant"),
    (MACHINE, "drink: CAPACITY}", "drink: CAPACITY + 1}", "invariant",
     "refill breaks the invariant; seen in refill("),
    (MACHINE, "credit=0, slot=None)", "credit=-1, slot=None)", "invariant",
     "init breaks the invariant"),
]  # fmt: skip
"""Module, what the text has, what it has instead, the kind of finding, and some of its words."""

LABELS = Rulebook(
    (),
    tuple(
        Rule(name, name, ())
        for name in ("begins-empty", "capacity", "depth", "empty", "last-in-first-out")
    ),
)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Whatever a test imports is gone after it."""
    before = {*sys.modules}
    yield
    for name in {*sys.modules} - before:
        if name.startswith("linted_"):
            del sys.modules[name]


def findings(
    text: str, name: str, folder: Path, rulebook: Rulebook | None, is_searched: bool = True
) -> list[Finding]:
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    found = importlib.util.spec_from_file_location(name, file)
    assert found is not None
    assert found.loader is not None
    python = sys.modules[name] = importlib.util.module_from_spec(found)
    found.loader.exec_module(python)
    return list(lint(declare(name), rulebook, is_searched))


@pytest.mark.parametrize(("number", "fault"), [*enumerate(FAULTS)], ids=str)
def test_a_fault_is_found_where_it_is(number: int, fault: tuple[str, ...], tmp_path: Path) -> None:
    module, right, wrong, kind, words = fault
    text = (LIBRARY / f"{module}.py").read_text("utf-8")
    assert right in text
    text = text.replace(right, wrong)
    rulebook = LABELS if kind == "label" else None
    is_searched = kind in ("totality", "invariant")
    found = findings(text, f"linted_{module}_{number}", tmp_path, rulebook, is_searched)
    told = [each for each in found if words in f"{each.text}; {each.advice}"]
    assert told, [str(each) for each in found]
    assert FindingKind(kind) is told[0].kind
    assert 1 <= told[0].line <= len(text.splitlines())


@pytest.mark.parametrize("name", MODULES)
def test_nothing_is_found_in_a_module_of_the_library(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(LIBRARY)  # one of them uses another
    text = (LIBRARY / f"{name}.py").read_text("utf-8")
    assert [] == findings(text, f"linted_{name}", tmp_path, None)


@pytest.mark.parametrize("name", OTHELLO)
def test_no_text_of_othello_is_doubtful(name: str) -> None:
    found = lint(declare(f"othello_spec.{name}"), RULES, is_searched=False)
    assert [] == [str(each) for each in found if each.level is not Level.HINT]


@pytest.mark.parametrize("name", OTHELLO)
def test_every_call_of_a_module_of_othello_has_a_meaning(name: str) -> None:
    assert [] == [
        str(each)
        for each in lint(declare(f"othello_spec.{name}"), RULES)
        if each.level is not Level.HINT
    ]


def test_the_same_is_found_again() -> None:
    module = declare("othello_spec.supply")
    assert lint(module) == lint(module)


def test_every_module_of_othello_is_looked_at() -> None:
    assert {*GAME} <= {*OTHELLO}


def test_a_finding_is_one_line() -> None:
    found = Finding("a.py", 3, 5, Level.ERROR, FindingKind.TYPES, "`x` is a y", "write z")
    assert "a.py:3:5: error: `x` is a y; write z [types]" == str(found)
    assert found.reason.endswith(".")
