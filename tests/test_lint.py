"""The lint: each kind of doubtful text is found at its place; sound modules have none."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from modlab.modspec_command import cli
from modspec import Rule, Rulebook, declare
from modspec.lint import Finding, FindingKind, Level, lint
from modspec.lint.nearness import are_one_edit_apart
from modspec.lint.search import Search
from modspec.lint.template import OTHER_NAMES
from modspec.syntax.scope import NOTATION
from othello_spec import GAME
from othello_spec.rules import RULES

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
MODULES = tuple(sorted(file.stem for file in LIBRARY.glob("*.py")))
TUTORIAL = LIBRARY.parent / "tutorial" / "stack.py"
"""A stack of a hundred, which no search fills."""

OTHELLO = ("board", "clock", "handicap", "lines", "match", "othello", "passing", "supply")

STACK, QUEUE, GAME_OF_NINE, MACHINE = "stack", "queue", "tic_tac_toe", "vending_machine"
TABLE, FOUR = "symbol_table", "connect_four"
PUT = "    return SymbolTable(table={**symbols.table, name: kind})"

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
    (STACK, "items=(*stack.items, item)", "items=stack.items + (item,)", "types",
     "two sequences are joined with (*stack.items, item)"),
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
    (GAME_OF_NINE, "if Square(row, col) not in SQUARES:",
     "if Square(row, col) not in SQUARES | row > 2:", "types",
     "| binds more tightly than a comparison: it joins `SQUARES | row`; write Square(row, col) not "
     "in SQUARES or row > 2"),
    (GAME_OF_NINE, "game.board[Square(row, col)] != EMPTY", "game.board[row] != EMPTY", "types",
     "maps from values of Square"),
    (GAME_OF_NINE, "game.board[Square(row, col)] != EMPTY", "game.board[row, col] != EMPTY",
     "types", "write Square(row, col)"),
    (GAME_OF_NINE, "return game.turn  # [in-turn]", "return game.turn.row", "types",
     "which has no field row"),
    (MACHINE, "machine.credit < PRICE", "machine.credit < Coin.QUARTER", "types",
     "only numbers are compared by size"),
    (MACHINE, "replace(machine, credit=0)", "replace(machine, stock=0)", "types",
     "the state variable stock has to be"),
    (MACHINE, "machine.credit + coin.value", "machine.credit + coin", "types",
     "an operand of + has to be a number; its value is coin.value"),
    (MACHINE, "stock={**machine.stock, drink: machine.stock[drink] - 1}",
     "stock=machine.stock[drink] - 1", "types",
     "to change one entry, write {**machine.stock, drink: machine.stock[drink] - 1}"),
    (MACHINE, "machine.credit + coin.value", "coin.worth", "types", "has no field worth"),
    (MACHINE, "credit=0), machine.credit", "credit=0), machine.stock", "types",
     "the output of cancel has to be an integer"),
    (MACHINE, "    if machine.slot is None:\n        raise NothingToTake\n", "", "types",
     "exclude `none` first"),
    (QUEUE, "return len(queue.waiting)", "return len(queue.waiting) == CAPACITY", "types",
     "has to be an integer; write the number itself, or count it"),
    (QUEUE, "return len(queue.waiting)  # [length]", "return len(queue.waiting) / 2", "types",
     "write len(queue.waiting) // 2, which is rounded down, or declare a float"),
    (FOUR, "turn=Colour.RED,", 'turn="red",', "types", "write Colour.RED"),
    (FOUR, "game.turn == Colour.RED", 'game.turn == "r"', "types",
     "they can never be equal; write an element, such as Colour."),
    (TABLE, f"raise Full  # [capacity]\n{PUT}",
     f"raise Full\n{PUT.replace('name: kind', 'kind: name')}", "types",
     "`kind: name` maps a Type to a string"),
    (MACHINE, "for d in Drink)", "for d in PRICE)", "types", "a dummy ranges over a set"),
    (MACHINE, "if machine.slot is None:", "if not machine.slot:", "types", "a truth value"),
    (STACK, "return len(stack.items)  # [depth]", "return stack.items.count", "types",
     "which has no field count; write sum(1 for y in stack.items if y == x)"),
    (STACK, "return len(stack.items)  # [depth]", "return stack.items.length", "types",
     "which has no field length; write len(stack.items)"),
    (STACK, "return len(stack.items)  # [depth]", "return stack.items.deep", "types",
     "which has no field deep; of a sequence s write len(s), s[0], s[0:n] or x in s"),
    # what is one step away
    ("lending", "lending.loans[member] | batch}", "lending.loans | batch}", "types",
     "the other operand is a set; did you mean lending.loans[member]?"),
    ("lending", "lent(lending.loans) <= titles",
     "(lending.loans | titles(lending.catalogue)) <= titles", "types",
     "the other operand is a set; write a set of values of Title, or correct a type"),
    (QUEUE, "(*queue.waiting, number)", "queue.waiting + number", "types",
     "adds to a sequence, but + adds numbers; a longer sequence is written (*queue.waiting, "
     "number)"),
    (QUEUE, "len(queue.waiting) == CAPACITY", "frozenset() == queue.waiting | {number}", "types",
     "write the set of its elements: {x for x in queue.waiting}"),
    (QUEUE, "len(queue.waiting) == CAPACITY", "number in queue", "types",
     "only sets, sequences and mappings have elements; did you mean queue.waiting?"),
    (QUEUE, "len(queue.waiting) == CAPACITY", "len(queue) == CAPACITY", "types",
     "which has no size; did you mean queue.waiting?"),
    (QUEUE, "len(queue.waiting) == CAPACITY", "any(n == number for n in queue)", "types",
     "a dummy ranges over a set, a sequence or a mapping; did you mean queue.waiting?"),
    (QUEUE, "return queue.waiting[0]  # [first-in-first-out]", "return queue[0]", "types",
     "have elements in brackets; did you mean queue.waiting?"),
    (TABLE, "if name in RESERVED:", "if name in symbols:", "types", "did you mean symbols.table?"),
    (MACHINE, "if machine.stock[drink] == 0:", "if machine.stock == 0:", "types",
     "they can never be equal; did you mean machine.stock[drink]?"),
    (MACHINE, "coin.value", "Coin.DOLAR.value", "types", "did you mean Coin.DOLLAR?"),
    (MACHINE, "raise NotEnough", "raise Coin", "types", "Coin is no exception"),
    # what is no label, or another one
    ("lending", "raise NotBorrowed  # [give-back]", "raise NotBorrowed  # [give_back]",
     "label", "did you mean give-back?"),
    ("lending", "raise NotBorrowed  # [give-back]", "raise NotBorrowed  # (give-back)",
     "label", "write # [give-back]"),
    # what adds nothing
    (QUEUE, "len(queue.waiting) == CAPACITY", "(number in queue.waiting) == True", "redundant",
     "is a truth value, and is compared with True; write number in queue.waiting"),
    (QUEUE, "len(queue.waiting) == CAPACITY", "(number in queue.waiting) == False", "redundant",
     "is compared with False; write not (number in queue.waiting)"),
    # what is half written, and what is written for another kind of value
    (QUEUE, "len(queue.waiting) == CAPACITY", "number == 3 or 4", "types",
     "`4` is an integer, and compared with nothing; write number == 4"),
    (QUEUE, "len(queue.waiting) == CAPACITY", "number != 3 and 4", "types",
     "compared with nothing; write number != 4"),
    (TABLE, "SymbolTable(table={})", "SymbolTable(table=())", "types", "the empty one is {}"),
    (TABLE, "SymbolTable(table={})", "SymbolTable(table=None)", "types", "the empty one is {}"),
    (QUEUE, "len(queue.waiting) <= CAPACITY", "1", "types", "has to be a truth value; write True"),
    (QUEUE, '"""Nobody waits."""', "pass", "missing", "Empty has no docstring; say in a string"),
    (STACK, "if len(stack.items) == 0:", 'if "a" in stack.items:', "types",
     "it can never be in there; the notation computes no text"),
    (STACK, "if len(stack.items) == 0:", 'if "3" in stack.items:', "types",
     "it can never be in there; leave out the quotes: 3"),
    (STACK, "(*stack.items, item)", "(*stack.items, None)", "types",
     "has to be a sequence of integers; write a sequence of integers"),
    (STACK, "return len(stack.items)  # [depth]", "return None", "types",
     "`None` is none; the output of depth has to be an integer; if it may be missing, declare"),
    (GAME_OF_NINE, "has_line(game.board, player)  # [has-won]",
     "(player, player) in SQUARES", "types",
     "it can never be in there; write Square(player, player)"),
    (TABLE, "if name in RESERVED:", "if kind in RESERVED:", "types",
     "it can never be in there; its value is kind.value"),
    (TABLE, "if name in RESERVED:", "if name[0] in RESERVED:", "types",
     "if its characters matter, declare a sequence of them, tuple[str, ...]"),
    (MACHINE, "for d in Drink)", "for d in CAPACITY)", "types",
     "for 0 to CAPACITY - 1 write range(CAPACITY)"),
    (STACK, "(*stack.items, item)", "stack.items + (item > 0)", "types",
     "a longer sequence is written (*stack.items, item > 0)"),
    (STACK, "return len(stack.items)  # [depth]", "return len(CAPACITY > 3)", "types",
     "count what it holds for: sum(1 for x in s if ...)"),
    (STACK, "if len(stack.items) == 0:", "if (0 == 0) == stack.items:", "types",
     "they can never be equal; compare"),
    (MACHINE, "if machine.slot is None:", "if machine.stock == Drink.COLA:", "types",
     "they can never be equal; write Drink.COLA in machine.stock"),
    ("lending", "lending.loans[member]  # [loans]", "titles(lending.catalogue)[0]", "types",
     "a set has no order: quantify over it"),
    # names and parts
    (STACK, "from typing import Final\n", "", "notation",
     "the name Final means nothing here; import it: from typing import Final"),
    (STACK, "(*stack.items, item)", "(*stack.items, 1)", "unused", "push never uses its parameter"),
    (STACK, "from typing import Final\n", "from typing import Final, Literal\n", "unused",
     "Literal is imported and never used"),
    (STACK, "        raise Full", "        raise Empty", "unused",
     "nothing raises the exception Full"),
    (STACK, "        raise Full", "        raise Stack", "types",
     "Stack is no exception, so it cannot be raised; raise an exception"),
    (STACK, "def push(stack: Stack, item: int)", "def push(item: int, stack: Stack)", "types",
     "push takes the state stack after another parameter; write stack: Stack as the first"),
    (STACK, '"Full", ', "", "export", 'push raises Full, which is not exported; add "Full"'),
    (STACK, "Assumptions:", "Asumptions:", "heading", "did you mean Assumptions:?"),
    (MACHINE, "Environment Variables:", "Environment variable:", "heading",
     "did you mean Environment Variables:?"),
    (STACK, "Assumptions:", "Preconditions:", "heading",
     "there are Environment Variables, Assumptions, Considerations"),
    (STACK, "Assumptions:", "Assumptions", "heading", "write Assumptions: alone on its line"),
    (STACK, "Assumptions:", "Assumption", "heading", "write Assumptions: alone on its line"),
    (STACK, "Assumptions:\n   ", "Assumptions:", "heading",
     "begins no section of the page; write Assumptions: alone on its line"),
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
    ("game_2048", "NONE: Final = 0", "GOAL: Final = 2048\n\nNONE: Final = 0", "unused",
     "nothing uses the constant GOAL"),
    ("life", "class OutOfBounds(",
     'class Age(NamedTuple):\n    """How old."""\n\n    n: int\n\n\nclass OutOfBounds(', "unused",
     "nothing uses the type Age"),
    (QUEUE, "=())  # [begins-empty]", "=())  # [begins-empty] [begins-empty]", "label",
     "the label begins-empty stands twice on one clause"),
    (STACK, "def invariant(", "def invarant(", "unused", "did you mean invariant?"),
    (STACK, "CAPACITY: Final = 4\n", "len: Final = 4\n\nCAPACITY: Final = 4\n", "naming",
     "the constant len has the name of something in the notation, which it hides; choose another "
     "name, such as length"),
    (STACK, "items", "max", "naming", "the state variable max has the name of something"),
    (STACK, "item", "sum", "naming", "the parameter sum has"),
    (STACK, "    return len(stack.items)  # [depth]",
     "    len = 3\n    return len + CAPACITY  # [depth]", "naming", "the definition len has"),
    (MACHINE, "machine.stock[d] <= CAPACITY for d in", "machine.stock[the] <= CAPACITY for the in",
     "naming", "the dummy the has"),
    (STACK, "depth", "abs", "naming", "the function abs has"),
    # repetitions
    (FOUR, "if game.turn == Colour.RED else Colour.RED",
     "if game.turn == Colour.RED else Colour.YELLOW", "condition",
     "the value is the same whether this condition holds or not"),
    (FOUR, "if not 0 <= col < COLS:\n        raise OutOfBounds  # [places]\n    if",
     "if col < 0 or col >= COLS or col < 0:\n        raise OutOfBounds\n    if", "condition",
     "this operand of `or` stands twice"),
    (QUEUE, "# [begins-empty]", "# [capacty]", "label",
     "the label capacty is nearly capacity, which stands in line"),
    # calls
    (STACK, "    if len(stack.items) == 0:\n        raise Empty  # [empty]\n    return",
     "    return", "totality", "there is no element -1 in a sequence of 0 elements"),
    (STACK, "    if len(stack.items) == CAPACITY:\n        raise Full  # [capacity]\n", "",
     "invariant", "push breaks the invariant; seen in push("),
    (QUEUE, "return queue.waiting[0]", "return queue.waiting[1]", "totality",
     "there is no element 1 in a sequence of 1 element"),
    (QUEUE, "queue.waiting[1 : len(queue.waiting)]", "queue.waiting[1 : len(queue.waiting) + 1]",
     "totality", "there is no part from 1 to 2 in a sequence of 1 element"),
    (QUEUE, "queue.waiting[1 : len(queue.waiting)]", "queue.waiting[0 : 0 - 1]",
     "totality", "there is no part from 0 to -1 in a sequence of 2 elements"),
    (GAME_OF_NINE, "    if Square(row, col) not in SQUARES:\n        raise OutOfBounds"
     "  # [nine-squares]\n    return", "    return", "totality", "the mapping has no value for"),
    (STACK, "return stack.items[len(stack.items) - 1]", "return stack.items[len(stack.items)]",
     "totality", "elements count from 0: the last of s is s[len(s) - 1]"),
    ("game_2048", "row[SIZE - 1 - c] for c in range(SIZE)", "row[SIZE - c] for c in range(SIZE)",
     "totality", "change the range of c, so that every place exists"),
    ("game_2048", "for t in row)  # [greatest]", "for t in row if t != NONE)  # [greatest]",
     "totality", "there is nothing to take the maximum of"),
    (MACHINE, "    if machine.credit < PRICE:\n        raise NotEnough\n", "", "invariant",
     "select breaks the invariant"),
    (MACHINE, "drink: CAPACITY}", "drink: CAPACITY + 1}", "invariant",
     "refill breaks the invariant; seen in refill("),
    (MACHINE, "credit=0, slot=None)", "credit=-1, slot=None)", "invariant",
     "init breaks the invariant"),
    (TABLE, f"raise Undeclared  # [undeclared]\n{PUT}",
     f"raise Undeclared\n{PUT.replace('name: kind', 'name: symbols.table[name]')}", "no-effect",
     "calls of update changed the state"),
    ("line", "new(line.e, line.b)", "new(line.b, line.e)", "no-effect",
     "calls of turned changed the state"),
    # conditions
    (QUEUE, "len(queue.waiting) <= CAPACITY", "len(queue.waiting) >= 0", "condition",
     "this part of the invariant is always true, whatever the values"),
    (QUEUE, "len(queue.waiting) <= CAPACITY", "len(queue.waiting) < 0", "condition",
     "the invariant is never true, whatever the values"),
    (QUEUE, "if len(queue.waiting) == CAPACITY:", "if len(queue.waiting) > CAPACITY:", "condition",
     "the condition of Full is never true; the invariant rules it out"),
    (QUEUE, '"""Join at the end."""', '"""Join at the end."""\n    '
     "assert len(queue.waiting) > CAPACITY", "condition", "what enqueue assumes is never true"),
    (QUEUE, '"""Join at the end."""', '"""Join at the end."""\n    '
     "assert len(queue.waiting) < 4", "condition",
     "what enqueue assumes is always true; the invariant leaves no other case"),
    (TABLE, "if len(symbols.table) == CAPACITY:\n        raise Full",
     "if name in symbols.table and size(symbols) == CAPACITY:\n        raise Full", "condition",
     "the condition of Full is never true; the clause for Declared in line 86 rules it out"),
    (FOUR, "if not 0 <= col < COLS:\n        raise OutOfBounds  # [places]\n    if",
     "if col < 0 or col >= 0:\n        raise OutOfBounds\n    if", "condition",
     "the condition of OutOfBounds is always true, whatever the values"),
    (FOUR, "if game.turn == Colour.RED else Colour.RED",
     "if game.turn == Colour.RED else Colour.RED if game.turn == Colour.YELLOW else Colour.RED",
     "condition",
     "the condition of this case is always true; the case in line 118 leaves no other case"),
    (GAME_OF_NINE, "board[Square(k, k)] == player for k in range(3)",
     "board[Square(k, k)] == player for k in range(3, 3)", "condition", "the range is empty"),
    ("life", "range(cell.row - 1, cell.row + 2)", "range(cell.row + 2, cell.row - 1)", "condition",
     "the range is empty, whatever the values"),
    ("life", "if Cell(r, c) != cell and Cell(r, c) in CELLS", "if Cell(r, c) in CELLS and r > SIZE",
     "condition", "the condition of the range is never true"),
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
def test_a_fault_is_found_where_it_is(
    number: int, fault: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(LIBRARY)  # one of them uses another
    module, right, wrong, kind, words = fault
    text = (LIBRARY / f"{module}.py").read_text("utf-8")
    assert right in text
    text = text.replace(right, wrong)
    rulebook = LABELS if words.startswith("there is no rule") else None
    is_searched = kind in ("totality", "invariant", "condition") or "calls of" in words
    if kind == "condition":
        monkeypatch.setattr(Search, "run", lambda self: None)
    found = findings(text, f"linted_{module}_{number}", tmp_path, rulebook, is_searched)
    told = [each for each in found if words in f"{each.text}; {each.advice}"]
    assert told, [str(each) for each in found]
    assert FindingKind(kind) is told[0].kind
    assert 1 <= told[0].line <= len(text.splitlines())
    assert [] == [str(each) for each in found if not each.advice and each.level is not Level.HINT]


@pytest.mark.parametrize("name", MODULES)
def test_nothing_is_found_in_a_module_of_the_library(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(LIBRARY)  # one of them uses another
    text = (LIBRARY / f"{name}.py").read_text("utf-8")
    assert [] == findings(text, f"linted_{name}", tmp_path, None)


def test_nothing_is_found_in_the_stack_of_the_tutorial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modspec.lint.search.STEPS", 100_000)
    assert [] == findings(TUTORIAL.read_text("utf-8"), "linted_tutorial", tmp_path, None)


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


def lines_of(text: str, words: str) -> int:
    """Return the number of the first line that has some words, from 1."""
    return 1 + next(n for n, line in enumerate(text.splitlines()) if words in line)


def test_an_initialiser_is_wrong_where_its_first_state_is(tmp_path: Path) -> None:
    text = (LIBRARY / "life.py").read_text("utf-8").replace("{c: False for c in CELLS}", "{}")
    (found,) = findings(text, "linted_first_state", tmp_path, None)
    assert (FindingKind.INVARIANT, lines_of(text, "alive={}")) == (found.kind, found.line)


def test_an_invariant_without_a_value_is_told_of_at_its_place(tmp_path: Path) -> None:
    """It is not said to be broken: no clause of a transition is wrong."""
    text = (LIBRARY / "stack.py").read_text("utf-8")
    right = "len(stack.items) <= CAPACITY  # [capacity]"
    assert right in text
    text = text.replace(right, "len(stack.items) <= CAPACITY // 0  # [capacity]")
    (found,) = (
        each
        for each in findings(text, "linted_invariant", tmp_path, None)
        if each.kind in (FindingKind.TOTALITY, FindingKind.INVARIANT)
    )
    assert (Level.ERROR, FindingKind.TOTALITY) == (found.level, found.kind)
    assert lines_of(text, "CAPACITY // 0") == found.line
    assert found.text.startswith("the invariant has no value: a division by 0; seen after init()")


def test_a_bound_that_the_search_does_not_reach_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modspec.lint.search.STEPS", 100_000)
    text = (LIBRARY / "stack.py").read_text("utf-8")
    text = text.replace("CAPACITY: Final = 4", "CAPACITY: Final = 100")
    text = text.replace("if len(stack.items) == CAPACITY", "if len(stack.items) == CAPACITY + 1")
    found = findings(text, "linted_hundred", tmp_path, None)
    kinds = {(each.level, each.kind) for each in found}
    assert {(Level.WARNING, FindingKind.INVARIANT), (Level.ERROR, FindingKind.CONDITION)} == kinds
    assert any("(100 elements)" in each.text for each in found)


def test_an_access_program_is_no_invariant_whatever_its_name(tmp_path: Path) -> None:
    text = (LIBRARY / "stack.py").read_text("utf-8").replace("def invariant", "def is_well_formed")
    text = text.replace("depth", "invarient")
    found = findings(text, "linted_exported_invariant", tmp_path, None, is_searched=False)
    (told,) = (each for each in found if each.kind is FindingKind.NAMING)
    assert (Level.WARNING, "did you mean invariant? It is not exported") == (
        told.level,
        told.advice,
    )


@pytest.mark.parametrize("part", ["queue.waiting[1:]", "queue.waiting[0 : len(queue.waiting) - 1]"])
def test_all_but_one_element_of_none_is_none(part: str, tmp_path: Path) -> None:
    text = (LIBRARY / "queue.py").read_text("utf-8")
    text = text.replace("# [first-in-first-out]\n    )", "\n    )").replace("[0],", "[0]")
    leave = text[text.index("def leave") : text.index("def front")]
    drop = (
        "def drop(queue: Queue) -> Queue:\n"
        '    """The one at an end leaves, if there is any."""\n'
        f"    return Queue(waiting={part})\n\n\n"
    )
    text = text.replace(leave, drop).replace('"leave"', '"drop"')
    assert [] == findings(text, f"linted_drop_{len(part)}", tmp_path, None)


MOVED = (
    "def moved(point: Point, dx: float, dy: float) -> Point:\n"
    '    """The point so far to the right, and so far up."""\n'
)
MADE = "return new(point.xc + dx, point.yc + dy)"
CHANGED = "return Point(xc=point.xc + dx, yc=point.yc + dy)"
MOVE = MOVED.replace("moved", "move").replace("The point so", "Go so")


@pytest.mark.parametrize(
    ("head", "result", "level"),
    [
        (MOVED, MADE, None),
        (MOVED, CHANGED, Level.WARNING),
        (MOVED.replace("The point so", "Go so"), CHANGED, Level.WARNING),
        (MOVED.replace("moved", "move"), CHANGED, Level.WARNING),
        (MOVE, CHANGED, None),
        (MOVE.replace("dx: float", "q: Point, dx: float"), CHANGED, Level.HINT),
    ],
)
def test_a_transition_that_may_be_meant_to_yield_an_object_is_told(
    head: str, result: str, level: Level | None, tmp_path: Path
) -> None:
    text = (LIBRARY / "point.py").read_text("utf-8")
    assert MOVED in text
    assert MADE in text
    text = text.replace(MOVED, head).replace(MADE, result)
    name = head[4 : head.index("(")]
    text = text.replace('"moved"', f'"{name}"')
    found = findings(text, f"linted_{tmp_path.name}", tmp_path, None, is_searched=False)
    found = [each for each in found if each.kind is FindingKind.TRANSITION]
    assert [each.level for each in found] == ([] if level is None else [level])
    for each in found:
        assert each.text == f"{name} is a transition: it changes point, and yields nothing"
        assert "return what a function makes: new(...), or a local function" in each.advice


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        ("begins", "begin", True),
        ("begin", "bgein", True),
        ("begin", "began", True),
        ("begin", "xbegin", True),
        ("begin", "begin", False),
        ("begin", "nigeb", False),
        ("begin", "bagan", False),
        ("begin", "beginner", False),
        ("", "a", True),
    ],
)
def test_words_are_one_edit_apart(one: str, other: str, is_near: bool) -> None:
    assert is_near == are_one_edit_apart(one, other) == are_one_edit_apart(other, one)


def test_every_name_of_the_notation_has_another_that_may_be_given() -> None:
    assert {*NOTATION} - {"True", "False"} <= {*OTHER_NAMES}


def test_a_module_that_exports_nothing_is_told_only_that(tmp_path: Path) -> None:
    text = (LIBRARY / "queue.py").read_text("utf-8")
    text = "".join(line for line in text.splitlines(keepends=True) if "__all__" not in line)
    (found,) = findings(text, "linted_without_exports", tmp_path, None, is_searched=False)
    assert "the module does not say what it exports" == found.text


def test_every_kind_of_finding_has_a_reason() -> None:
    for kind in FindingKind:
        assert Finding("a.py", 1, 1, Level.HINT, kind, "").reason.endswith(".")


def test_a_module_that_exports_too_little_is_told_so_in_one_line(tmp_path: Path) -> None:
    function = 'def f{0}(n: int) -> int:\n    """F."""\n    return n + {0}\n'
    head = '"""Few: one of many is exported."""\n\n__all__ = ["f0"]\n'
    for count in (5, 6):
        text = "\n\n".join([head, *(function.format(number) for number in range(count + 1))])
        found = findings(text, f"linted_few_{count}", tmp_path, None)
        assert (5 if count == 5 else 1) == len(found)
    assert "no access program uses f1, nor 5 others" == found[0].text


def test_a_package_without_declarations_is_told_so_in_one_line() -> None:
    (found,) = lint(declare("othello_spec.records"))
    assert "nothing is declared: no constant, type, state or function" == found.text
    assert found.advice.startswith("it is a package: name a module in it, such as othello_spec.")


def test_without_z3_nothing_is_said_of_conditions_and_the_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (LIBRARY / "queue.py").read_text("utf-8").replace("<= CAPACITY", ">= 0")
    assert 1 == len(findings(text, "linted_with_z3", tmp_path, None))
    monkeypatch.setattr(sys.modules["modspec.lint.lint"], "find_spec", lambda name: None)
    assert [] == findings(text, "linted_without_z3", tmp_path, None)
    note = "note: z3 is not installed, so conditions that always or never hold"
    for options, is_told in (([], True), (["--quick"], False), (["--json"], True)):
        done = CliRunner().invoke(cli, ["lint", str(LIBRARY / "queue.py"), *options])
        assert (0, is_told) == (done.exit_code, note in done.stderr)
        assert note not in done.stdout


def test_the_same_is_found_again() -> None:
    module = declare("othello_spec.supply")
    assert lint(module) == lint(module)


def test_every_module_of_othello_is_looked_at() -> None:
    assert {*GAME} <= {*OTHELLO}


def test_a_finding_is_one_line() -> None:
    found = Finding("a.py", 3, 5, Level.ERROR, FindingKind.TYPES, "`x` is a y", "write z")
    assert "a.py:3:5: error: `x` is a y; write z [types]" == str(found)
    assert found.reason.endswith(".")
