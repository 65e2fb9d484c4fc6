"""Calls through a module's name are read, run, printed and linked; ambiguous ones are refused."""

from __future__ import annotations

import ast
import importlib
import itertools
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from modspec import Module, OutsideNotation, SpecificationError, declare
from modspec.print import terminal
from modspec.print.document import tokens
from modspec.print.formula import formula
from modspec.run.evaluate import Environment, Evaluator
from modspec.run.machine import Machine
from modspec.sphinx.scope import Reference, reference
from modspec.syntax.expressions import Apply, walk
from modspec.syntax.module import Use
from modspec.syntax.relations import reachable

Shop = Callable[[str], Module]
"""Writes a package of two modules and declares the one that uses the other."""

_numbers = itertools.count()

QUEUE = '''
"""Queue: who is served next."""

from __future__ import annotations

from typing import Final, NamedTuple

from modspec import AbstractObject

__all__ = ["Full", "first", "init", "join", "length"]

ROOM: Final = 2
"""How many fit in."""


class Full(Exception):
    """There is no room."""


class Ticket(NamedTuple):
    """A number to wait with."""

    number: int


class Queue(AbstractObject):
    """Those who wait."""

    waiting: tuple[int, ...]
    """Their numbers, the first at the beginning."""


def init() -> Queue:
    """The queue is empty."""
    return Queue(waiting=())


def join(queue: Queue, number: int) -> Queue:
    """One more waits."""
    if len(queue.waiting) == ROOM:
        raise Full
    return Queue(waiting=(*queue.waiting, number))


def length(queue: Queue) -> int:
    """How many wait."""
    return len(queue.waiting)


def first(queue: Queue) -> int:
    """Who is served next."""
    return queue.waiting[0]
'''.lstrip()

OFFICE = '''
"""Office: two doors and those who wait there."""

from __future__ import annotations

from PACKAGE import queue
from PACKAGE.queue import Full, Queue

from modspec import AbstractObject

__all__ = ["first", "init", "join", "length"]


class Office(AbstractObject):
    """Both queues."""

    left: Queue
    """At the left door."""

    right: Queue
    """At the right door."""


def init() -> Office:
    """Open the office."""
    return Office(left=queue.init(), right=queue.init())


def join(office: Office, number: int) -> Office:
    """Join the shorter queue."""
    if length(office) == 4:
        raise Full
    shorter = queue.length(office.left) <= queue.length(office.right)
    return Office(
        left=queue.join(office.left, number) if shorter else office.left,
        right=office.right if shorter else queue.join(office.right, number),
    )


def length(office: Office) -> int:
    """How many wait."""
    return queue.length(office.left) + queue.length(queue=office.right)


def first(office: Office) -> int:
    """Who is served next at the left door."""
    return queue.first(office.left)
'''.lstrip()


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """Declares a module that may import the queue, in a package of its own."""
    monkeypatch.syspath_prepend(tmp_path)

    def write_and_declare(text: str) -> Module:
        package = f"shop_{next(_numbers)}"
        folder = tmp_path / package
        folder.mkdir()
        (folder / "__init__.py").write_text("", encoding="utf-8")
        (folder / "queue.py").write_text(QUEUE, encoding="utf-8")
        (folder / "office.py").write_text(text.replace("PACKAGE", package), encoding="utf-8")
        importlib.invalidate_caches()
        return declare(f"{package}.office")

    return write_and_declare


# -- what it means ---------------------------------------------------------------------------------


def package(module: Module) -> str:
    return module.python_name.partition(".")[0]


def test_what_is_called_through_a_module_is_part_of_its_use(shop: Shop) -> None:
    office = shop(OFFICE)
    called = ("init", "length", "join", "first")
    assert office.uses == (Use(f"{package(office)}.queue", ("Full", "Queue"), called),)
    assert office.uses[0].names_in_text[2:] == tuple(f"queue.{name}" for name in called)


def test_a_call_knows_whose_function_it_applies_and_through_what_name(shop: Shop) -> None:
    office = shop(OFFICE)
    output = office["length"].output
    assert output is not None
    calls = [part for part in walk(output.value) if isinstance(part, Apply)]
    queue = f"{package(office)}.queue"
    assert [(queue, "length", "queue")] * 2 == [(c.module, c.function, c.through) for c in calls]


def test_modules_with_the_same_names_are_run_each_as_its_own(shop: Shop) -> None:
    machine = Machine(shop(OFFICE))
    state = machine.initial()
    for number in (7, 8, 9):
        joined = machine.call(state, "join", (number,)).state
        assert joined is not None
        state = joined
    assert machine.call(state, "length").output == 3
    assert machine.call(state, "first").output == 7
    assert ((7, 9), (8,)) == (state.left.waiting, state.right.waiting)  # type: ignore[attr-defined]


def test_other_constants_reach_what_is_called_through_a_module(shop: Shop) -> None:
    machine = Machine(shop(OFFICE), constants={"ROOM": 0})
    assert machine.call(machine.initial(), "join", (7,)).exception == "Full"


def test_an_edit_reaches_what_is_called_through_a_module(shop: Shop) -> None:
    office = shop(OFFICE)

    def always_two(node: ast.FunctionDef) -> ast.FunctionDef:
        node.body[-1] = ast.Return(ast.Constant(2))
        return node

    machine = Machine(office, edits={(f"{package(office)}.queue", "length"): always_two})
    assert machine.call(machine.initial(), "length").output == 4


def test_the_evaluator_agrees_with_what_is_run(shop: Shop) -> None:
    office = shop(OFFICE)
    machine = Machine(office)
    state = machine.call(machine.initial(), "join", (7,)).state
    for routine in ("length", "first"):
        output = office[routine].output
        assert output is not None
        value = Evaluator(Environment(machine.instance, office.python_name, {}, state))(
            output.value
        )
        assert machine.call(state, routine).output == value


def test_what_a_part_of_the_state_shows_is_observed_through_its_module(shop: Shop) -> None:
    assert ["first"] == [function.name for function in Machine(shop(OFFICE)).observers]


def test_what_is_called_through_a_module_can_be_reached(shop: Shop) -> None:
    office = shop(OFFICE)
    assert (f"{package(office)}.queue", "length") in reachable([office["length"]])


# -- what it looks like ----------------------------------------------------------------------------


def test_a_call_is_printed_as_it_is_written(shop: Shop) -> None:
    output = shop(OFFICE)["length"].output
    assert output is not None
    assert terminal.inline(formula(output.value)) == "queue.length(left) + queue.length(right)"


def test_the_page_lists_what_is_called_among_what_is_used(shop: Shop) -> None:
    page = terminal.page(shop(OFFICE))
    (row,) = (line.split(maxsplit=1)[1] for line in page.splitlines() if "Full, Queue" in line)
    assert row == "Full, Queue, queue.init, queue.length, queue.join, queue.first"


def test_a_name_leads_to_the_module_through_which_it_is_called(shop: Shop) -> None:
    office = shop(OFFICE)
    clause = office["join"].definitions[0]
    shown = {t.text: reference(t, office.python_name) for t in tokens(formula(clause.value))}
    assert shown["queue.length"] == Reference("routine", "queue.length")
    guard = {t.text: t for t in tokens(formula(office["join"].exceptions[0].value))}
    assert reference(guard["length"], office.python_name) == Reference("routine", "office.length")


# -- what is refused -------------------------------------------------------------------------------

CALL = "queue.length(office.left) + queue.length(queue=office.right)"
REFUSED = {
    "an import of a module by its whole name": (
        "from PACKAGE import queue",
        "import PACKAGE.queue",
        "import PACKAGE.queue",
        "write from PACKAGE import queue",
    ),
    "a module under another name": (
        "from PACKAGE import queue",
        "from PACKAGE import queue as line",
        "an import under another name",
        "import it by its own name",
    ),
    "an import from where the file lies": (
        "from PACKAGE import queue",
        "from . import queue",
        "an import from where the file lies",
        "name the package or module in full: from package import module",
    ),
    "a module as a value": (
        CALL,
        "queue",
        "queue as a value",
        "call one of its functions: queue.function(...)",
    ),
    "a function of a module as a value": (
        CALL,
        "queue.length",
        "queue.length as a value",
        "call it, or import length by its own name",
    ),
    "a constant through its module": (
        CALL,
        "queue.ROOM",
        "queue.ROOM as a value",
        "call it, or import ROOM by its own name",
    ),
    "a function that the module does not declare": (
        CALL,
        "queue.leave(office.left)",
        "a call of queue.leave",
        "call a function that queue declares",
    ),
    "a tuple through its module": (
        CALL,
        "queue.Ticket(1).number",
        "a call of queue.Ticket",
        "call a function that queue declares",
    ),
    "other arguments": (
        CALL,
        "queue.length(office.left, 1)",
        "queue.length with other arguments",
        "its arguments are queue",
    ),
    "an exception through its module": (
        "if length(office) == 4:\n        raise Full",
        "if length(office) == 4:\n        raise queue.Full",
        "an if statement",
        "only the guard `if condition: raise Exception` is one; write `x if c else y`",
    ),
    "a type through its module": (
        "right: Queue",
        "right: queue.Queue",
        "the type queue.Queue",
        "use int, Nat, bool, float, Mapping[K, V], Set[T], tuple[T, ...], Literal, A | B, "
        "T | None, or a declared type",
    ),
    "a definition that hides a module": (
        "    shorter = queue.length(office.left) <= queue.length(office.right)",
        "    queue = 1\n    shorter = True",
        "a second meaning for queue",
        "choose a name that nothing else on the page has",
    ),
    "a parameter that hides a module": (
        "def join(office: Office, number: int)",
        "def join(office: Office, number: int, queue: int)",
        "the parameter queue, which already means something",
        "choose another name",
    ),
    "a dummy that hides a module": (
        CALL,
        "sum(1 for queue in range(3))",
        "the dummy queue, which already means something",
        "choose another name",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_call_of_a_function_of_the_module_is_refused(shop: Shop, case: str) -> None:
    old, new, construct, instead = REFUSED[case]
    assert old in OFFICE
    with pytest.raises(OutsideNotation) as caught:
        shop(OFFICE.replace(old, new))
    name = f"shop_{next(_numbers) - 1}"
    expected = (construct.replace("PACKAGE", name), instead.replace("PACKAGE", name))
    assert expected == (caught.value.construct, caught.value.instead)
    assert caught.value.line == OFFICE[: OFFICE.index(old)].count("\n") + 1


def test_a_module_that_is_imported_and_not_called_is_refused(shop: Shop) -> None:
    text = dedent(
        '''\
        """Idle: it uses nothing."""

        from __future__ import annotations

        from PACKAGE import queue

        __all__ = ["two"]


        def two() -> int:
            """The number after one."""
            return 2
        '''
    )
    with pytest.raises(OutsideNotation) as caught:
        shop(text)
    assert caught.value.construct == "queue, which nothing uses,"
    assert caught.value.instead == "leave it out, or call its functions: queue.function(...)"
    assert caught.value.line == 5


def test_a_name_that_a_module_lacks_is_an_error_where_it_is_imported(shop: Shop) -> None:
    with pytest.raises(SpecificationError, match="cannot be imported: ImportError"):
        shop(OFFICE.replace("import queue", "import que"))
