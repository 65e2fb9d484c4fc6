"""Mistakes of authors of specifications, and what `modspec lint` says of each.

Run this file to print the list that the documents show. Each mistake is a right module of the
library in which a few words are replaced.
"""

from __future__ import annotations

import contextlib
import io
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from modlab.modspec_command import main as modspec

WIDTH: Final = 100
"""The characters of a line of the list."""

_LIBRARY: Final = Path(__file__).parent.parent / "docs" / "library"


@dataclass(frozen=True)
class SpecificationMistake:
    """A mistake in a module of the library."""

    name: str
    """What the author did, in a few words."""
    module: str
    right: str
    """Words of the module, which occur once."""
    wrong: str
    """The words in their place."""

    def text(self) -> str:
        """Return the module with the mistake. Raises ValueError if its words do not occur once."""
        text = _text_of(self.module)
        if text.count(self.right) != 1:
            raise ValueError(f"{self.name}: {self.right!r} occurs {text.count(self.right)} times")
        return text.replace(self.right, self.wrong)

    def excerpt(self) -> str:
        """Return the lines that the author wrote, or left out."""
        if not self.wrong:
            return f"without: {self.right.strip()}"
        before, _, after = _text_of(self.module).partition(self.right)
        return before.rpartition("\n")[2] + self.wrong + after.partition("\n")[0]

    def report(self) -> list[str]:
        """Return what the lint says of the module, in lines."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / f"{self.module}.py"
            file.write_text(self.text(), encoding="utf-8")
            return [line.replace(f"{folder}/", "") for line in _lint(file)]


def _text_of(module: str) -> str:
    return (_LIBRARY / f"{module}.py").read_text(encoding="utf-8")


def _lint(file: Path) -> list[str]:
    out, path, arguments = io.StringIO(), sys.path[:], sys.argv
    sys.argv = ["modspec", "lint", str(file)]
    sys.path.append(str(_LIBRARY))  # for the modules that it uses
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(out),
            contextlib.suppress(SystemExit),
        ):
            modspec()
    finally:
        sys.argv, sys.path[:] = arguments, path
    return [line for line in out.getvalue().splitlines() if not line.startswith(f"{file}: ")]


_POP: Final = "return Stack(items=stack.items[0 : len(stack.items) - 1])  # [last-in-first-out]"
_TOP: Final = "return stack.items[len(stack.items) - 1]  # [last-in-first-out]"
_DEPTH: Final = "return len(stack.items)  # [depth]"

MISTAKES: Final = (
    SpecificationMistake("a typing error in a name", "stack", _DEPTH, "return len(stak.items)"),
    SpecificationMistake("a typing error in a field", "stack", _DEPTH, "return len(stack.item)"),
    SpecificationMistake("an exception that is not declared", "stack", "raise Full", "raise Ful"),
    SpecificationMistake("no type", "stack", "item: int) -> Stack", "item) -> Stack"),
    SpecificationMistake(
        "no docstring", "stack", '    """How many integers are on the stack."""\n', ""
    ),
    SpecificationMistake("a loop", "stack", _DEPTH, "for item in stack.items:\n        pass"),
    SpecificationMistake("a change of a list", "stack", _POP, "return stack.items.pop()"),
    SpecificationMistake(
        "an assignment to the state", "stack", _POP, "stack.items = ()\n    return stack"
    ),
    SpecificationMistake("a print", "stack", _TOP, "print(stack.items)\n    " + _TOP),
    SpecificationMistake("no return", "stack", _DEPTH, "size = len(stack.items)"),
    SpecificationMistake("an index from the end", "stack", _TOP, "return stack.items[-1]"),
    SpecificationMistake("a sequence where a number is due", "stack", _DEPTH, "return stack.items"),
    SpecificationMistake(
        "a truth value where a number is due", "stack", _DEPTH, "return len(stack.items) > 0"
    ),
    SpecificationMistake(
        "a quotient where an integer is due", "stack", _DEPTH, "return len(stack.items) / 2"
    ),
    SpecificationMistake(
        "a string for an element of an enumeration",
        "connect_four",
        "turn=Colour.RED,",
        'turn="red",',
    ),
    SpecificationMistake(
        "a key and its value exchanged",
        "connect_four",
        "Place(fallen(game.discs, col), col): game.turn",
        "game.turn: Place(fallen(game.discs, col), col)",
    ),
    SpecificationMistake(
        "the state of another module",
        "lending",
        "return replace(lending, catalogue=acquire(lending.catalogue, batch))",
        "return acquire(lending.catalogue, batch)",
    ),
    SpecificationMistake(
        "a comparison that is never true",
        "stack",
        "if len(stack.items) == CAPACITY:",
        "if stack.items == CAPACITY:",
    ),
    SpecificationMistake(
        "no guard",
        "stack",
        "    if len(stack.items) == 0:\n        raise Empty  # [empty]\n    return stack.items[len",
        "    return stack.items[len",
    ),
    SpecificationMistake(
        "an invariant that is not kept", "stack", "== CAPACITY:", "== CAPACITY + 1:"
    ),
    SpecificationMistake(
        "an initialiser that breaks the invariant", "stack", "items=()", "items=(1, 2, 3, 4, 5)"
    ),
    SpecificationMistake("a misspelt heading", "stack", "Assumptions:", "Asumptions:"),
    SpecificationMistake(
        "a local function that nothing uses",
        "symbol_table",
        "def init() -> ",
        'def twice(n: int) -> int:\n    """Twice."""\n    return n + n\n\n\ndef init() -> ',
    ),
    SpecificationMistake(
        "a parameter that nothing uses", "stack", "(*stack.items, item)", "(*stack.items, 1)"
    ),
    SpecificationMistake(
        "an export that is not declared", "stack", '"depth", "init"', '"depth", "size", "init"'
    ),
    SpecificationMistake(
        "a transition that changes nothing",
        "vending_machine",
        "return replace(machine, credit=machine.credit + coin.value)",
        "return replace(machine, credit=machine.credit)",
    ),
    SpecificationMistake(
        "a transition that puts back what is there",
        "vending_machine",
        "stock={**machine.stock, drink: CAPACITY})",
        "stock={**machine.stock, drink: machine.stock[drink]})",
    ),
    SpecificationMistake(
        "a guard that is never met",
        "queue",
        "if len(queue.waiting) == CAPACITY:",
        "if len(queue.waiting) > CAPACITY:",
    ),
    SpecificationMistake(
        "a guard that comes too late",
        "symbol_table",
        "if len(symbols.table) == CAPACITY:",
        "if name in RESERVED and len(symbols.table) == CAPACITY:",
    ),
    SpecificationMistake(
        "an invariant about nothing",
        "queue",
        "return len(queue.waiting) <= CAPACITY",
        "return len(queue.waiting) >= 0",
    ),
    SpecificationMistake(
        "an assumption that never holds",
        "queue",
        '    """Join at the end."""',
        '    """Join at the end."""\n    assert len(queue.waiting) > CAPACITY',
    ),
    SpecificationMistake(
        "a range turned round",
        "life",
        "range(cell.row - 1, cell.row + 2)",
        "range(cell.row + 2, cell.row - 1)",
    ),
    SpecificationMistake(
        "a constant that nothing uses",
        "queue",
        "CAPACITY: Final = 3",
        "PLACES: Final = 3\n\nCAPACITY: Final = 3",
    ),
    SpecificationMistake(
        "a change of what is no variable",
        "vending_machine",
        "replace(machine, credit=0)",
        "replace(machine, credits=0)",
    ),
    SpecificationMistake(
        "no output beside the next state",
        "vending_machine",
        "return replace(machine, credit=0), machine.credit",
        "return replace(machine, credit=0)",
    ),
    SpecificationMistake(
        "an optional value where there has to be one",
        "vending_machine",
        "    if machine.slot is None:\n        raise NothingToTake\n",
        "",
    ),
    SpecificationMistake(
        "a sum of sets", "catalogue", "catalogue.owned | batch", "catalogue.owned + batch"
    ),
    SpecificationMistake(
        "a method of sets", "catalogue", "catalogue.owned | batch", "catalogue.owned.union(batch)"
    ),
    SpecificationMistake(
        "the max of two", "stack", _DEPTH, "return max(len(stack.items), CAPACITY)"
    ),
    SpecificationMistake(
        "a quantification without an end",
        "vending_machine",
        "for d in Drink)",
        "for d in int)",
    ),
    SpecificationMistake("a function of Python's", "stack", _DEPTH, "return int(CAPACITY / 2)"),
    SpecificationMistake(
        "a quantification over pairs",
        "stack",
        "return len(stack.items) <= CAPACITY",
        "return all(i < CAPACITY for i, x in enumerate(stack.items))",
    ),
    SpecificationMistake(
        "a method of strings",
        "symbol_table",
        "if name in RESERVED:",
        "if name.lower() in RESERVED:",
    ),
    SpecificationMistake("a text that is put together", "stack", _DEPTH, 'return f"{CAPACITY}"'),
    SpecificationMistake("a power", "stack", _DEPTH, "return 2 ** len(stack.items)"),
    SpecificationMistake(
        "a bracket that is never closed", "stack", _DEPTH, "return len(stack.items"
    ),
    SpecificationMistake("an import that is missing", "stack", "from typing import Final\n\n", ""),
    SpecificationMistake("a heading without its colon", "stack", "Assumptions:", "Assumptions"),
    SpecificationMistake(
        "an invariant that is misspelt", "stack", "def invariant(", "def invarant("
    ),
    SpecificationMistake(
        "a name of the notation",
        "stack",
        "CAPACITY: Final = 4\n",
        "CAPACITY: Final = 4\n\nlen: Final = 3\n",
    ),
    SpecificationMistake(
        "cases that say the same",
        "connect_four",
        "if game.turn == Colour.RED else Colour.RED",
        "if game.turn == Colour.RED else Colour.YELLOW",
    ),
    SpecificationMistake(
        "an index beyond the end", "stack", _TOP, "return stack.items[len(stack.items)]"
    ),
    SpecificationMistake(
        "a tuple for a record",
        "tic_tac_toe",
        "game.board[Square(row, col)] != EMPTY",
        "game.board[row, col] != EMPTY",
    ),
    SpecificationMistake(
        "an exception with a message", "queue", "raise Full", 'raise ValueError("no room")'
    ),
    SpecificationMistake(
        "two cases of one guard",
        "queue",
        "        raise Full  # [capacity]\n",
        "        raise Full\n    elif number < 0:\n        raise Empty\n",
    ),
    SpecificationMistake(
        "a constructor",
        "queue",
        "    waiting: tuple[int, ...]  # [first-in-first-out]\n"
        '    """Who waits, by number; the first one is served next."""\n',
        "    def __init__(self):\n        self.waiting = ()\n",
    ),
    SpecificationMistake(
        "the output before the next state", "queue", "tuple[Queue, int]", "tuple[int, Queue]"
    ),
    SpecificationMistake(
        "a loop that adds up",
        "queue",
        "return len(queue.waiting)  # [length]",
        "n = 0\n    for w in queue.waiting:\n        n += w\n    return n",
    ),
    SpecificationMistake(
        "the state for its variable", "queue", "len(queue.waiting) == CAPACITY:", "number in queue:"
    ),
    SpecificationMistake(
        "a mapping for the value of a key",
        "lending",
        "member: lending.loans[member] | batch",
        "member: lending.loans | batch",
    ),
    SpecificationMistake(
        "an operator of another language",
        "queue",
        "len(queue.waiting) == CAPACITY:",
        "number > 0 && number < 3:",
    ),
)
"""Mistakes that authors make, those of the notation first."""


def report() -> str:
    """Return the list of all mistakes, each with what the lint says of it."""
    return "\n".join(block(number) for number in range(len(MISTAKES)))


def block(number: int) -> str:
    """Return the part of the list about one mistake."""
    mistake = MISTAKES[number]
    lines = [
        f"{number + 1}. {mistake.name}",
        *(f"   > {line}".rstrip() for line in mistake.excerpt().splitlines()),
        *(line for text in mistake.report() for line in _wrap(text)),
    ]
    return "\n".join(lines) + "\n"


def _wrap(text: str) -> list[str]:
    indent = " " * (3 + len(text) - len(text.lstrip()))
    return textwrap.wrap(
        text.strip(), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  "
    )


if __name__ == "__main__":
    print(report(), end="")
