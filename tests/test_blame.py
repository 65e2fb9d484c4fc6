"""The rule that is broken is blamed: not one that shows it, nor one that is applied there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from modcheck.judging.rules.like_parts import rules_of_like_parts
from modcheck.system.in_process import load
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import Verdict, check
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse
from modspec.run.mutants import mutants
from modspec.syntax.places import module_at

MODULES = Path(__file__).parent / "hidden_modules"
LIBRARY = Path(__file__).parent.parent / "docs" / "library"
PROGRAMS = Path(__file__).parent / "library_programs"


class Edit(NamedTuple):
    """A wrong program: the right one with another text at one place."""

    right: str
    wrong: str


def verdict_of(module: Path, text: str, name: str, folder: Path, seed: int = 0) -> Verdict:
    program = folder / f"{module.stem}_of_{folder.name}.py"  # another name in each test
    program.write_text(text, encoding="utf-8")
    model = SpecificationCourse(str(module)).test_model(module.stem, {}, {})
    place = f"{program.stem}:{name}"
    options = CheckOptions(seed=seed, games=RANDOM_GAMES)
    return check(model, lambda: load(place, model.routines), options)


def rules(verdict: Verdict, status: str) -> set[str]:
    return {each.rule for each in verdict.rules if each.status.value == status}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def judge(name: str, edit: Edit | None, folder: Path, seed: int = 0) -> Verdict:
    text = (MODULES / f"{name}_program.py").read_text("utf-8")
    if edit is not None:
        assert edit.right in text
        text = text.replace(edit.right, edit.wrong, 1)
    return verdict_of(MODULES / f"{name}.py", text, name.capitalize(), folder, seed)


UNSTICK_KEEPS_THE_REQUEST = Edit(
    "self.presses = 0\n        self.wanted = False\n\n    def switch_off",
    "self.presses = 0\n\n    def switch_off",
)
SERVED_STAYS_WANTED = Edit(
    'self._show("amber")\n                self.wanted = False', 'self._show("amber")'
)
SECOND_PRESS_IS_IGNORED = Edit(
    "self.presses += 1\n",
    'if self.wanted and self.light == "green":\n            return\n        self.presses += 1\n',
)
AMBER_LASTS_TWICE_AS_LONG = Edit(
    'elif self.light == "amber":\n            self._show("red")',
    'elif self.light == "amber" and self.ticks == 1:\n            pass\n'
    '        elif self.light == "amber":\n            self._show("red")',
)
MINUS_IS_NEVER_ABSENT = Edit(
    "if not self.includes(other):\n            raise Absent\n        return Bag(self.inside -",
    "return Bag(self.inside -",
)
KINDS_OF_ONE = Edit("if times > 0", "if times == 1")


@pytest.mark.parametrize("name", ["pelican", "bag"])
def test_a_right_program_breaks_nothing(name: str, folder: Path) -> None:
    verdict = judge(name, None, folder)
    assert verdict.conforms
    assert not rules(verdict, "fail")


@pytest.mark.parametrize(
    ("name", "edit", "rule"),
    [
        ("pelican", UNSTICK_KEEPS_THE_REQUEST, "repair"),
        ("pelican", SERVED_STAYS_WANTED, "served"),
        ("pelican", AMBER_LASTS_TWICE_AS_LONG, "amber"),
        ("bag", MINUS_IS_NEVER_ABSENT, "minus-absent"),
        ("bag", KINDS_OF_ONE, "kinds"),
    ],
)
def test_the_broken_rule_alone_fails(name: str, edit: Edit, rule: str, folder: Path) -> None:
    assert rules(judge(name, edit, folder), "fail") == {rule}


@pytest.mark.parametrize(("seed", "is_certain"), [(0, False), (1, True)])
def test_the_broken_rule_is_certain_where_a_game_shows_that_the_button_sticks_rightly(
    seed: int, is_certain: bool, folder: Path
) -> None:
    """Chance decides whether there is such a game. Without it, the verdict names both rules."""
    (fault,) = judge("pelican", SECOND_PRESS_IS_IGNORED, folder, seed).faults
    assert fault.diagnosis.rules == (("count-presses",) if is_certain else ())
    assert {*fault.diagnosis.one_of} == (set() if is_certain else {"count-presses", "sticks"})


TWO_STACKS = """
class Empty(Exception): ...
class Full(Exception): ...

class Queue:
    def init(self):
        self.inbox, self.outbox = [], []
    def enqueue(self, number):
        if len(self.inbox) + len(self.outbox) == 3:
            raise Full
        self.inbox.append(number)
    def _pour(self):
        if not self.outbox:
            while self.inbox:
                self.outbox.append(self.inbox.pop())
        if not self.outbox:
            raise Empty
    def leave(self):
        self._pour()
        return self.outbox.pop()
    def front(self):
        self._pour()
        return self.outbox[-1]
    def length(self):
        return len(self.inbox) + len(self.outbox)
"""
"""A queue whose front may pour: a query puts in order what the program keeps."""
LENGTH_OF_THE_INBOX = Edit("return len(self.inbox) + len(self.outbox)", "return len(self.inbox)")
CAPACITY_OF_THE_INBOX = Edit(
    "if len(self.inbox) + len(self.outbox) == 3", "if len(self.inbox) == 3"
)
POURS_ON_TOP = Edit("if not self.outbox:\n            while", "if True:\n            while")
FRONT_LEAVES = Edit("return self.outbox[-1]", "return self.outbox.pop()")


@pytest.mark.parametrize(
    ("edit", "broken"),
    [
        (LENGTH_OF_THE_INBOX, {"length"}),
        (CAPACITY_OF_THE_INBOX, {"capacity"}),
        (POURS_ON_TOP, {"first-in-first-out"}),
        (FRONT_LEAVES, {"queries-pure"}),
    ],
)
def test_a_query_is_blamed_only_if_nothing_is_wrong_without_it(
    edit: Edit, broken: set[str], folder: Path
) -> None:
    text = TWO_STACKS.replace(edit.right, edit.wrong, 1)
    assert text != TWO_STACKS
    verdict = verdict_of(LIBRARY / "queue.py", text, "Queue", folder)
    assert {rule for fault in verdict.faults for rule in fault.diagnosis.rules} == broken


def test_a_queue_of_two_stacks_is_right(folder: Path) -> None:
    assert verdict_of(LIBRARY / "queue.py", TWO_STACKS, "Queue", folder).conforms


CACHED_NAMES = """
class Declared(Exception): ...
class Full(Exception): ...
class Reserved(Exception): ...
class Undeclared(Exception): ...

class Symbols:
    def init(self):
        self.table, self.known = {}, None
    def declare(self, name, kind):
        if name in ("if", "while"):
            raise Reserved
        if name in self.table:
            raise Declared
        if len(self.table) == 2:
            raise Full
        self.table[name] = kind
        self.known = None
    def update(self, name, kind):
        if name not in self.table:
            raise Undeclared
        self.table[name] = kind
    def remove(self, name):
        if name not in self.table:
            raise Undeclared
        del self.table[name]
    def lookup(self, name):
        if name not in self.table:
            raise Undeclared
        return self.table[name]
    def is_declared(self, name):
        return name in self.table
    def names(self):
        if self.known is None:
            self.known = frozenset(self.table)
        return self.known
    def size(self):
        return len(self.names())
"""
"""A symbol table whose names are kept for the next time, and not forgotten by ``remove``."""


def test_an_old_reply_is_laid_to_the_routine_that_gives_it(folder: Path) -> None:
    verdict = verdict_of(LIBRARY / "symbol_table.py", CACHED_NAMES, "Symbols", folder)
    broken = {rule for fault in verdict.faults for rule in fault.diagnosis.rules}
    assert broken == {"names", "size"}


FLYWEIGHT = """
from math import hypot

class OutOfPlane(Exception): ...

class Point:
    made = {}
    def __new__(cls, x, y):
        return cls.made.setdefault((round(x), round(y)), object.__new__(cls))
    def __init__(self, x, y):
        if abs(x) > 100 or abs(y) > 100:
            raise OutOfPlane
        self.x, self.y = x, y
    def xcoord(self):
        return self.x
    def ycoord(self):
        return self.y
    def is_origin(self):
        return self.x == 0 and self.y == 0
    def moved(self, dx, dy):
        made = object.__new__(Point)
        made.__init__(self.x + dx, self.y + dy)
        return made
    def dist(self, q):
        return hypot(q.x - self.x, q.y - self.y)
"""
"""Points of which those are one object that lie near each other, unless one is moved."""


def test_an_object_that_another_one_changes_is_laid_to_no_query(folder: Path) -> None:
    verdict = verdict_of(LIBRARY / "point.py", FLYWEIGHT, "Point", folder)
    assert not verdict.conforms
    assert not rules(verdict, "fail")
    assert "coordinates" in rules(verdict, "inconclusive")
    assert all("coordinates" in fault.diagnosis.one_of for fault in verdict.faults)


LISTS_OUT_OF_STEP = """
class Declared(Exception): ...
class Full(Exception): ...
class Reserved(Exception): ...
class Undeclared(Exception): ...

class Symbols:
    def init(self):
        self.keys, self.kinds = [], []
    def declare(self, name, kind):
        if name in self.keys:
            raise Declared
        if name in ("if", "while"):
            raise Reserved
        if len(self.keys) == 2:
            raise Full
        self.keys.append(name)
        self.kinds.append(kind)
    def _find(self, name):
        if name not in self.keys:
            raise Undeclared
        return self.keys.index(name)
    def update(self, name, kind):
        self.kinds[self._find(name)] = kind
    def remove(self, name):
        del self.keys[self._find(name)]
    def lookup(self, name):
        return self.kinds[self._find(name)]
    def is_declared(self, name):
        return name in self.keys
    def names(self):
        return frozenset(self.keys)
    def size(self):
        return len(self.keys)
"""
"""A symbol table in two lists; ``remove`` leaves the type of a name behind, which nothing shows."""


def test_what_a_transition_leaves_unseen_is_not_laid_to_the_next_one(folder: Path) -> None:
    verdict = verdict_of(LIBRARY / "symbol_table.py", LISTS_OUT_OF_STEP, "Symbols", folder)
    assert {rule for fault in verdict.faults for rule in fault.diagnosis.rules} == {"remove"}


TWO_IN_A_ROW = """
class GameOver(Exception): ...
class OutOfBounds(Exception): ...
class Taken(Exception): ...

class Game:
    def init(self):
        self.board, self.player = [["empty"] * 3 for _ in range(3)], "cross"
    def play(self, row, col):
        if self.is_over():
            raise GameOver
        if self.mark(row, col) != "empty":
            raise Taken
        self.board[row][col] = self.player
        self.player = "nought" if self.player == "cross" else "cross"
    def mark(self, row, col):
        if not (0 <= row < 3 and 0 <= col < 3):
            raise OutOfBounds
        return self.board[row][col]
    def turn(self):
        return self.player
    def has_won(self, player):
        b = self.board
        return (
            any(b[i][0] == b[i][2] == player for i in range(3))
            or any(b[0][i] == b[1][i] == b[2][i] == player for i in range(3))
            or b[0][0] == b[1][1] == b[2][2] == player
            or b[0][2] == b[1][1] == b[2][0] == player
        )
    def is_over(self):
        full = all(mark != "empty" for row in self.board for mark in row)
        return self.has_won("cross") or self.has_won("nought") or full
"""
"""Noughts and crosses in which two of a row suffice: no candidate is wrong in this way."""


def test_a_rule_is_likely_only_if_it_explains_each_reply(folder: Path) -> None:
    verdict = verdict_of(LIBRARY / "tic_tac_toe.py", TWO_IN_A_ROW, "Game", folder)
    assert not verdict.conforms
    assert not rules(verdict, "fail")
    assert all(fault.diagnosis.one_of in {(), ("row",)} for fault in verdict.faults)


@pytest.mark.parametrize(
    ("name", "kind", "edit", "rule"),
    [
        (
            "tic_tac_toe",
            "Game",
            Edit("in LINES)", 'in LINES if line != "258")'),
            "column",
        ),
        (
            "route",
            "Trip",
            Edit("            raise NoStop\n        last", "            return\n        last"),
            "stops",
        ),
    ],
)
def test_the_only_rule_that_explains_each_reply_is_certain(
    name: str, kind: str, edit: Edit, rule: str, folder: Path
) -> None:
    text = (PROGRAMS / f"{name}.py").read_text("utf-8")
    assert edit.right in text
    text = text.replace(edit.right, edit.wrong)
    verdict = verdict_of(LIBRARY / f"{name}.py", text, kind, folder)
    assert {rule} == rules(verdict, "fail")


SHIFTED_FROM_THE_WRONG_END = """
class Full(Exception): pass
class NoPosition(Exception): pass

class Sequence:
    def __init__(self):
        self.items, self.count = [None] * 3, 0
    def add(self, i, item):
        if not 0 <= i <= self.count: raise NoPosition
        if self.count == 3: raise Full
        for k in range(i, self.count):
            self.items[k + 1] = self.items[k]
        self.items[i] = item
        self.count += 1
    def remove(self, i):
        if not 0 <= i < self.count: raise NoPosition
        self.items = [*self.items[:i], *self.items[i + 1:], None]
        self.count -= 1
    def at(self, i):
        if not 0 <= i < self.count: raise NoPosition
        return self.items[i]
    def size(self): return self.count
"""


def test_a_rule_is_certain_if_all_that_may_be_wrong_has_it(folder: Path) -> None:
    """One call shows all that is wrong, and it may be wrong itself: both have one rule."""
    verdict = verdict_of(LIBRARY / "sequence.py", SHIFTED_FROM_THE_WRONG_END, "Sequence", folder)
    assert {"order"} == rules(verdict, "fail")


def test_a_hint_says_in_words_that_a_variable_stays(folder: Path) -> None:
    text = (Path(__file__).parent / "library_programs" / "cloakroom.py").read_text("utf-8")
    keeps = text.replace("                del self.hooks[coat]\n", "").replace(
        "self.free.append(hook)\n", "pass\n"
    )
    assert keeps != text
    verdict = verdict_of(LIBRARY / "cloakroom.py", keeps, "Room", folder)
    (fault,) = verdict.faults
    (hint,) = fault.hints
    assert "fetch left coats as it was" in hint


def test_where_a_dead_cell_is_born_that_should_survive_only_neither_rule_passes(
    folder: Path,
) -> None:
    """A program that counts two or three neighbours breaks one rule or the other."""
    text = (PROGRAMS / "life.py").read_text("utf-8")
    wrong = text.replace("near == 3 or (near == 2 and self.grid[i][j])", "near in (2, 3)")
    assert wrong != text
    verdict = verdict_of(LIBRARY / "life.py", wrong, "World", folder)
    (fault,) = verdict.faults
    assert ("birth", "survival") == fault.diagnosis.one_of
    assert not {"birth", "survival"} & rules(verdict, "pass")
    assert "as if step were without alive[c]" in fault.hints[0]


def test_a_part_of_a_condition_is_like_another_only_if_it_reads_the_same() -> None:
    def like(module: str) -> dict[str, tuple[str, ...]]:
        every = mutants(module_at(str(LIBRARY / f"{module}.py")))
        return {each.before: found for each in every if (found := rules_of_like_parts(each))}

    assert {"world.alive[c]": ("birth",)} == like("life")
    assert not like("tic_tac_toe")


def test_an_element_that_is_there_by_chance_shows_the_missing_guard(folder: Path) -> None:
    """Below 0 a list has elements, or breaks down: without its guard the routine does either."""
    text = (PROGRAMS / "sequence.py").read_text("utf-8")
    list_of_its_own = """

class ListSequence(Sequence):
    def __init__(self):
        self.items = []

    def add(self, i, item):
        if not 0 <= i <= len(self.items):
            raise NoPosition
        if len(self.items) == 3:
            raise Full
        self.items.insert(i, item)

    def remove(self, i):
        if not 0 <= i < len(self.items):
            raise NoPosition
        del self.items[i]

    def at(self, i):
        if i >= len(self.items):
            raise NoPosition
        return self.items[i]

    def size(self):
        return len(self.items)
"""
    verdict = verdict_of(LIBRARY / "sequence.py", text + list_of_its_own, "ListSequence", folder)
    assert rules(verdict, "fail") == {"positions"}
    assert rules(verdict, "pass") == {"capacity", "order", "begins-empty", "size"}
