"""Refusal advice: a mistake is told where it is, with the author's own words to write instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from modspec.lint import Finding
from modspec.lint.instead import INSTEAD, OF_CONSTRUCT
from modspec.lint.patterns import LONGEST, code_in, fill, match, parse

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
QUEUE = (LIBRARY / "queue.py").read_text("utf-8")
TABLE = (LIBRARY / "symbol_table.py").read_text("utf-8")
MACHINE = (LIBRARY / "vending_machine.py").read_text("utf-8")

Write = Callable[[str], list[Finding]]


SEQUENCE, SET, MAPPING = "s: tuple[int, ...]", "a: Set[int]", "m: Mapping[int, int]"

REWRITES = [
    (SEQUENCE, "int", "s.length()", "len(s)"),
    (SEQUENCE, "int", "s.size()", "len(s)"),
    (SEQUENCE, "bool", "s.isEmpty()", "len(s) == 0"),
    (SEQUENCE, "bool", "s.contains(3)", "3 in s"),
    (SEQUENCE, "int", "s.count(3)", "sum(1 for y in s if y == 3)"),
    ("s: tuple[int, ...], y: int", "int", "s.count(y)", "sum(1 for a in s if a == y)"),
    (SEQUENCE, "int", "s.index(3)", "the(i for i in range(len(s)) if s[i] == 3)"),
    (SEQUENCE, "tuple[int, ...]", "s[::-1]", "tuple(s[len(s) - 1 - i] for i in range(len(s)))"),
    (SEQUENCE, "int", "s[-2]", "s[len(s) - 2]"),
    (SEQUENCE, "tuple[int, ...]", "s[:-1]", "s[0:len(s) - 1]"),
    (SEQUENCE, "tuple[int, ...]", "s[-2:]", "s[len(s) - 2:]"),
    (SEQUENCE, "tuple[int, ...]", "map(abs, s)", "tuple(abs(x) for x in s)"),
    (SEQUENCE, "tuple[int, ...]", "map(lambda n: n + 1, s)", "tuple(n + 1 for n in s)"),
    (SEQUENCE, "tuple[int, ...]", "filter(lambda n: n > 1, s)", "tuple(n for n in s if n > 1)"),
    (SEQUENCE, "tuple[int, ...]", "[n for n in s]", "tuple(n for n in s)"),
    (SEQUENCE, "int", "sum([n for n in s if n > 1])", "sum(n for n in s if n > 1)"),
    (SEQUENCE, "bool", "any([n > 1 for n in s])", "any(n > 1 for n in s)"),
    (SEQUENCE, "int", "sum(n > 1 for n in s)", "sum(1 for n in s if n > 1)"),
    (SEQUENCE, "int", "sum(s)", "sum(x for x in s)"),
    (SEQUENCE, "int", "max(s)", "max(x for x in s)"),
    (SEQUENCE, "int", "max(*s)", "max(x for x in s)"),
    (SEQUENCE, "int", "max(s, default=0)", "max(x for x in s) if len(s) > 0 else 0"),
    (SEQUENCE, "int", "min((-n for n in s), default=0)", "min(-n for n in s) if len(s) > 0 else 0"),
    (SEQUENCE, "tuple[int, ...]", "s.append(3)", "(*s, 3)"),
    (SEQUENCE, "tuple[int, ...]", "s.insert(1, 3)", "(*s[0:1], 3, *s[1:])"),
    (SEQUENCE, "tuple[int, ...]", "s.pop()", "s[0:len(s) - 1]"),
    (SEQUENCE, "int", "s.pop(0)", "s[0]"),
    (SEQUENCE, "tuple[int, ...]", "s.remove(3)", "tuple(y for y in s if y != 3)"),
    ("n: int", "int", "max(n, 3)", "n if n >= 3 else 3"),
    ("n: int", "int", "min(n, 3, 4)", "min(x for x in {n, 3, 4})"),
    ("n: int", "int", "(n + 1) ** 2", "(n + 1) * (n + 1)"),
    ("n: int", "int", "int(n / 2)", "n // 2"),
    ("n: int", "bool", "(n > 3) is True", "n > 3"),
    ("n: int", "bool", "(n > 3) is False", "not n > 3"),
    ("n: int", "bool", "n.equals(3)", "n == 3"),
    (MAPPING, "int", "max(m)", "max(m[k] for k in m)"),
    (MAPPING, "int", "sum(m.values())", "sum(m[k] for k in m)"),
    (MAPPING, "int", "m.get(3, 0)", "m[3] if 3 in m else 0"),
    (MAPPING, "bool", "m.containsKey(3)", "3 in m"),
    (MAPPING, "Set[int]", "m.keys()", "frozenset(m)"),
    (MAPPING, "Mapping[int, int]", "m.put(1, 2)", "{**m, 1: 2}"),
    (MAPPING, "Mapping[int, int]", "m | {1: 2}", "{**m, 1: 2}"),
    (MAPPING, "Mapping[int, int]", "m.update({1: 2})", "{**m, 1: 2}"),
    (MAPPING, "Mapping[int, int]", "m.pop(3)", "{x: m[x] for x in m if x != 3}"),
    (SET, "Set[int]", "a.add(3)", "a | {3}"),
    (SET, "Set[int]", "a.remove(3)", "a - {3}"),
    (SET, "Set[int]", "a.union({3})", "a | {3}"),
    (SET, "bool", "a.isdisjoint({3})", "len(a & {3}) == 0"),
    (SET, "Set[int]", "a + {3}", "a | {3}"),
    (SET, "bool", "3 in [3]", "(3,)"),
]  # fmt: skip
"""Parameters, result, what is refused, and what is to be written."""


@pytest.mark.parametrize("rewrite", REWRITES, ids=lambda each: each[2])
def test_what_is_advised_is_in_the_notation(rewrite: tuple[str, ...], findings_in: Write) -> None:
    parameters, result, wrong, right = rewrite
    text = (
        '"""Text: a library."""\n\nfrom __future__ import annotations\n\n'
        "from collections.abc import Mapping, Set\n\nfrom modspec import the\n\n"
        f'__all__ = ["f"]\n\n\ndef f({parameters}) -> {result}:\n    """F."""\n    return %s\n'
    )
    (found,) = findings_in(text % wrong)
    assert right in found.advice
    assert [] == findings_in(text % right)


COUNTER = (
    '"""Counter: two numbers."""\n\nfrom __future__ import annotations\n\n'
    "from modspec import AbstractObject, replace\n\n"
    '__all__ = ["init", "f"]\n\n\n'
    'class Counter(AbstractObject):\n    """Two numbers."""\n\n'
    '    n: int\n    """One."""\n\n    m: int\n    """The other."""\n\n\n'
    'def init() -> Counter:\n    """Begin."""\n    return Counter(n=0, m=0)\n\n\n'
    'def f(counter: Counter, k: int) -> %s:\n    """F."""\n    %s\n'
)
"""A module with a function of some result, and a body."""

BOTH = "replace(counter, n=k if k > 0 else counter.n, m=counter.m if k > 0 else k)"

CHOICES = [
    ("Counter", "if k > 0:\n        return replace(counter, n=k)\n    return counter",
     "replace(counter, n=k if k > 0 else counter.n)"),
    ("Counter", "if k > 0:\n        return replace(counter, n=k)\n    return replace(counter, m=k)",
     BOTH),
    ("Counter", "return replace(counter, n=k) if k > 0 else replace(counter, m=k)", BOTH),
    ("Counter", "if k > 0:\n        return Counter(n=k, m=0)\n    else:\n"
     "        return Counter(n=0, m=k)", "Counter(n=k if k > 0 else 0, m=0 if k > 0 else k)"),
    ("Counter", "if k > 2:\n        return replace(counter, n=1)\n    elif k > 1:\n"
     "        return replace(counter, n=2)\n    return replace(counter, n=3)",
     "replace(counter, n=1 if k > 2 else 2 if k > 1 else 3)"),
    ("tuple[Counter, int]", "if k > 0:\n        return replace(counter, n=k), 3\n"
     "    return counter, k", "replace(counter, n=k if k > 0 else counter.n), 3 if k > 0 else k"),
    ("int", "if k > 0:\n        return k\n    else:\n        return 0", "k if k > 0 else 0"),
]  # fmt: skip
"""Result, a choice between results as the notation has none, and what is to be returned."""


@pytest.mark.parametrize(("result", "wrong", "right"), CHOICES)
def test_a_choice_that_is_advised_is_in_the_notation(
    result: str, wrong: str, right: str, findings_in: Write
) -> None:
    (found,) = findings_in(COUNTER % (result, wrong))
    assert f"write return {right}" == found.advice
    assert [] == findings_in(COUNTER % (result, found.advice.removeprefix("write ")))


def test_a_choice_that_is_too_long_is_advised_in_general(findings_in: Write) -> None:
    long = " + ".join(["k"] * 90)
    body = f"if k > 0:\n        return replace(counter, n={long})\n    return counter"
    (found,) = findings_in(COUNTER % ("Counter", body))
    assert "choose the value of each variable: return replace(counter, n=...)" == found.advice


STRAY = [
    "return (\n        k  # [a]\n        if k > 0  # [b]\n        else 0  # [c]\n    )",
    "return (\n        k  # [a]\n        if k > 0\n        else counter.m  # [c]\n        if k > 3"
    "\n        else 0  # [d]\n    )",
    "return (  # [a]\n        counter.n\n        + k  # [b]\n    )  # [c]",
]
"""Bodies with labels where no clause ends."""


@pytest.mark.parametrize("body", STRAY)
def test_all_stray_labels_are_told_and_fit_where_they_are_to_be_put(
    body: str, findings_in: Write
) -> None:
    text = COUNTER % ("int", body)
    found = findings_in(text)
    lines = text.splitlines()
    for each in found:
        label = lines[each.line - 1].partition("  # ")[2]
        lines[each.line - 1] = lines[each.line - 1].partition("  # ")[0]
        there = re.fullmatch(r".*put \[\w\] .*line (\d+).*", each.advice)
        assert there, each.advice
        at = int(there[1]) - 1
        lines[at] += f" {label}" if "#" in lines[at] else f"  # {label}"
    assert found
    assert [] == findings_in("\n".join(lines))
    assert "\n".join(lines).count("[") == text.count("[")


def test_a_label_that_stands_twice_in_a_case_is_to_be_left_out(findings_in: Write) -> None:
    body = "return (\n        k  # [a]\n        if k > 0  # [a]\n        else 0\n    )"
    (found,) = findings_in(COUNTER % ("int", body))
    assert found.advice.endswith("leave it out, since it stands in line 29")


GUARD = "if len(queue.waiting) == CAPACITY:"
FIRST = "Queue(waiting=queue.waiting[1 : len(queue.waiting)]),  # [first-in-first-out]\n        "
VARIABLE = "    waiting: tuple[int, ...]  # [first-in-first-out]\n"
MEANING = '    """Who waits, by number; the first one is served next."""\n'
LENGTH = "return len(queue.waiting)  # [length]"
LOOKED_UP = "if name not in symbols.table:\n        raise Undeclared"
PUT = "return SymbolTable(table={**symbols.table, name: kind})"

MISTAKES = [
    # exceptions
    ("raise Full", "raise Ful", "raise Ful", "the exception Ful is declared nowhere",
     "did you mean Full? If not, declare it: class Ful(Exception) with a docstring"),
    ("raise Full", "raise full", "raise full", "the exception full is declared nowhere",
     "did you mean Full?"),
    ("raise Full", "raise ValueError", "raise ValueError",
     "ValueError is an exception of Python, not of the module",
     "declare an exception of the module's own, class Name(Exception) with a docstring"),
    ("raise Full", "raise ValueError('it is full')", "raise ValueError(",
     "ValueError has a message or brackets; an exception is raised by its name",
     "declare an exception of the module's own, class Name(Exception) with a docstring, and raise "
     "it by its name alone: raise Name"),
    ("raise Full", "raise Full('no')", "raise Full(", "Full has a message", "write raise Full"),
    ("raise Full", "raise", GUARD, "an if statement is outside the notation", "name the exception"),
    (f"{GUARD}\n        raise Full", "raise Full", "raise Full", "a raise is outside the notation",
     "write a guard above the result: if condition: raise Full"),
    ("raise Full  # [capacity]\n", "raise Full\n    elif number < 0:\n        raise Empty\n",
     GUARD, "a guard has no elif", "write a second guard below it: if number < 0: raise Empty"),
    ("raise Full  # [capacity]\n    return", "raise Full\n    else:\n        return",
     GUARD, "a guard has no else", "leave else out: what stands below a guard holds where"),
    # statements
    ("raise Full  # [capacity]\n", "return queue\n", GUARD, "an if statement is outside",
     "write return replace(queue, waiting=queue.waiting if len(queue.waiting) == CAPACITY else "
     "(*queue.waiting, number))"),
    ("return len(queue.waiting)  # [length]",
     "n = 0\n    for w in queue.waiting:\n        n += w\n    return n", "for w in",
     "a for loop is outside the notation", "write n = sum(w for w in queue.waiting)"),
    ("return len(queue.waiting)  # [length]",
     "for w in queue.waiting:\n        if w > 3:\n            return True\n    return False",
     "for w in", "a for loop is outside", "write return any(w > 3 for w in queue.waiting)"),
    ("return len(queue.waiting)  # [length]", "queue.waiting = ()\n    return 3",
     "queue.waiting = (",
     "a change of queue.waiting is outside the notation",
     "return the next state: replace(queue, waiting=())"),
    # the order of results
    ("tuple[Queue, int]", "tuple[int, Queue]", "tuple[int, Queue]",
     "the output stands before the next state", "write the state first: tuple[Queue, int]"),
    (f"{FIRST}queue.waiting[0],  # [first-in-first-out]\n", "queue.waiting[0], Queue(waiting=())\n",
     "queue.waiting[0], Queue", "the output stands before the next state",
     "write the next state first: return Queue(...), queue.waiting[0]"),
    # the state
    (f"{VARIABLE}{MEANING}", "    def __init__(self):\n        self.waiting = ()\n",
     "def __init__", "the class Queue has a method __init__",
     "list its variables with their types, waiting: type; their first values are for a function of "
     "the module to say: def init() -> Queue: return Queue(waiting=...)"),
    (VARIABLE, f"{VARIABLE}    def size(self, n: int):\n        return 3\n\n", "def size",
     "the class Queue has a method size",
     "write a function of the module: def size(queue: Queue, n: int)"),
    (f"{VARIABLE}{MEANING}", "    pass\n", "class Queue(", "the class Queue has no variables",
     "list each with its type: waiting: type"),
    ("    waiting: tuple[int, ...]", "    waiting = ()", "waiting = ()",
     "a statement in a class is outside", "write waiting: type; its first value is for"),
    ("waiting: tuple[int, ...]", "waiting: tuple[int, ...] = ()", "waiting: tuple",
     "a default value", "write waiting: tuple[int, ...]; its first value is for the initialiser to "
     "say: Queue(waiting=())"),
    # types
    ("waiting: tuple[int, ...]", "waiting: tuple[int]", "tuple[int]  #", "the type tuple[int] is",
     "write tuple[int, ...], a sequence of any length"),
    ("waiting: tuple[int, ...]", "waiting: tuple[int, int]", "tuple[int, int]", "tuple[int, int]",
     "declare a NamedTuple of two parts with names; a sequence of any length is tuple[int, ...]"),
    ("waiting: tuple[int, ...]", "waiting: list", "list  #", "the type list is outside",
     "say of what: tuple[int, ...] is a sequence of integers"),
    # methods
    (GUARD, "if queue.waiting.length() == 3:", "queue.waiting.length()", ".length() is outside",
     "write len(queue.waiting)"),
    (GUARD, "if queue.waiting.size() == 3:", "queue.waiting.size()", ".size() is outside",
     "write len(queue.waiting)"),
    (GUARD, "if queue.waiting.contains(number):", "queue.waiting.contains(", ".contains()",
     "write number in queue.waiting"),
    (GUARD, "if queue.length() == 3:", "queue.length()", "length is called as a method",
     "write length(queue)"),
    # parameters
    ("def front", "@property\ndef front", "property", "front has the decorator @property",
     "leave it out: a routine is a plain function"),
    ("number: int)", "number: int = 3)", "3)", "the parameter number has a default value, 3",
     "write number: int, and give the value in each call"),
    ("number: int)", "*number: int)", "number: int)", "*number stands for any number of values",
     "take them as a sequence: number: tuple[int, ...]"),
    ("number: int)", "*, number: int)", "number: int)", "number can be given by its name only",
     "leave out the star before it: number: int"),
    ("number: int)", "**number: int)", "number: int)", "**number stands for values of any name",
     "write each parameter with its name and its type"),
    ("number: int)", "number: int, /)", "queue: Queue, number", "queue cannot be given by its name",
     "leave out the stroke after it: queue: Queue"),
    # arguments
    ("Queue(waiting=())", "Queue()", "Queue()", "Queue is given no value for waiting",
     "write Queue(waiting=...)"),
    ("Queue(waiting=())", "Queue(waiting=(), n=3)", "Queue(waiting=(), n", "Queue has no part n",
     "write Queue(waiting=...)"),
    ("Queue(waiting=())", "Queue(witing=())", "Queue(witing", "Queue has no part witing",
     "did you mean waiting?"),
    ("Queue(waiting=())", "Queue(())", "Queue(())", "the parts of Queue have no names",
     "write Queue(waiting=())"),
    (GUARD, "if length() == 3:", "length()", "length is given no value for queue",
     "write length(queue)"),
    (GUARD, "if length(queue, 3) == 3:", "length(queue, 3)",
     "length is given 2 arguments, and has 1", "write length(queue)"),
    # & and | between conditions
    (GUARD, "if number in queue.waiting & len(queue.waiting) == CAPACITY:", "number in",
     "& binds more tightly than a comparison: it joins `queue.waiting & len(queue.waiting)`",
     "write number in queue.waiting and len(queue.waiting) == CAPACITY"),
    (GUARD, "if number == 0 | number < 2 & len(queue.waiting) == CAPACITY:", "number == 0",
     "| binds more tightly than a comparison: it joins `0 | number`",
     "write number == 0 or number < 2 and len(queue.waiting) == CAPACITY"),
    (GUARD, "if (number > 0) & (number < 3):", "(number",
     "& joins sets, and these are no sets", "write number > 0 and number < 3"),
    # output on a terminal
    (GUARD, f"{GUARD}\n        print('full')", GUARD, "a specification prints nothing",
     "leave the print out: if len(queue.waiting) == CAPACITY: raise Full"),
    ("raise Full", "print('full')", GUARD, "a specification prints nothing",
     "leave it out; to refuse the call, declare an exception: if len(queue.waiting) == CAPACITY"),
    # types that are not imported
    ("waiting: tuple[int, ...]", "waiting: Optional[int]", "Optional", "the name Optional means",
     "write int | None"),
    ("waiting: tuple[int, ...]", "waiting: Dict[str, int]", "Dict", "the name Dict means",
     "write Mapping[str, int]"),
    # quantities and truth values
    (GUARD, "if max(queue.waiting, default=0) == 3:", "max(", "needs one argument",
     "write max(x for x in queue.waiting) if len(queue.waiting) > 0 else 0"),
    (GUARD, "if max((n for n in queue.waiting), default=0) == 3:", "max(", "needs one argument",
     "write max(n for n in queue.waiting) if len(queue.waiting) > 0 else 0"),
    (GUARD, "if (number in queue.waiting) is True:", "(number in", "`is` compares with None only",
     "write number in queue.waiting"),
    # variables of the module
    ("CAPACITY: Final = 3", "items = []\n\nCAPACITY: Final = 3", "items = []",
     "a module has no variables but those of its state",
     "write items: T in the class derived from AbstractObject, and its first value in the "
     "initialiser: Queue(items=...)"),
    ("CAPACITY: Final = 3", "CAPACITY = 3", "CAPACITY = 3", "the constant has no type",
     "write CAPACITY: Final = 3"),
    # what Python cannot read
    (GUARD, "if number > 0 && number < 3:", "&&", "Python cannot read this: invalid syntax",
     "write and in place of &&"),
    (GUARD, "if number > 0 || number < 3:", "||", "Python cannot read this",
     "write or in place of"),
    (GUARD, "if !number:", "!number", "Python cannot read this", "write not number"),
    (GUARD, "if !(number > 3):", "!(", "Python cannot read this", "write not in place of !"),
]  # fmt: skip
"""What the queue has, what it has instead, where the finding is, what is wrong, what to write."""


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each[1])
def test_a_mistake_has_one_finding_in_the_words_of_its_author(
    mistake: tuple[str, ...], findings_in: Write
) -> None:
    right, wrong, place, words, advice = mistake
    assert right in QUEUE
    text = QUEUE.replace(right, wrong, 1)
    (found,) = findings_in(text)
    assert words in found.text
    assert advice in found.advice
    assert text.splitlines()[found.line - 1][found.column - 1 :].startswith(place)


OTHERS = [
    # names
    (QUEUE, "len(queue.waiting)  # [length]", "len(this.waiting)", "this.waiting",
     "the name this means nothing here", "the state is the first parameter: write queue"),
    (QUEUE, "def length(queue: Queue)", "def length()", "queue.waiting", "the name queue means",
     "take the state as the first parameter: length(queue: Queue)"),
    (QUEUE, f'length(queue: Queue) -> int:\n    """How many wait."""\n    {LENGTH}',
     'length(self) -> int:\n    """How many wait."""\n    return len(self.waiting)', "self",
     "the parameter self has no type",
     "write the state: queue: Queue"),
    (QUEUE, "number: int)", "number)", "number)", "the parameter number has no type",
     "write its type: number: int"),
    (QUEUE, "def length(queue: Queue) -> int", "def length(queue: Queue)", "def length",
     "the result of length has no type", "-> bool for a truth value, -> Queue for the next state"),
    (QUEUE, "len(queue.waiting)  # [length]", "hex(3)", "hex",
     "hex is outside the notation", "use a parameter"),
    (QUEUE, LENGTH, "return len(Queue.waiting)", "Queue.", "Queue as a value", "write queue"),
    (QUEUE, "number: int)", "CAPACITY: int)", "CAPACITY",
     "the parameter CAPACITY has the name of a constant",
     "give it another name, such as new_capacity"),
    (QUEUE, "number: int)", "length: int)", "length",
     "the parameter length has the name of a function", "such as new_length"),
    (QUEUE, LENGTH, "return max(queue for queue in queue.waiting)", "queue in queue",
     "the dummy queue has the name of the state", "give it another name, such as q"),
    (QUEUE, LENGTH, "return max(any(n > 2 for n in range(n)) for n in queue.waiting)", "n in range",
     "the dummy n has the name of a dummy further out", "give it another name, such as x"),
    (QUEUE, LENGTH, "n = 3\n    n = n + 1\n    return n", "n = n + 1",
     "the definition n has the name of the definition in line ",
     "a name has one value, which never changes: give it another name, such as new_n"),
    (QUEUE, "return Queue(waiting=(*queue.waiting, number))",
     "number = number + 1\n    return Queue(waiting=(*queue.waiting, number))", "number =",
     "the definition number has the name of a parameter of enqueue", "such as new_number"),
    (QUEUE, LENGTH, "waiting = queue.waiting\n    return len(waiting)", "waiting =",
     "the definition waiting has the name of a state variable", "such as new_waiting"),
    (QUEUE, LENGTH, "return true", "true", "the name true means nothing here", "write True"),
    (MACHINE, "slot=None)\n", "slot=COLA)\n", "COLA", "the name COLA", "did you mean Drink.COLA?"),
    (MACHINE, "slot=None)\n", "slot=Drink('cola'))\n", "Drink(", "Drink is an enumeration",
     "write Drink.COLA"),
    (QUEUE, "def length(queue: Queue)", "def length(queue: 'Queue')", "'Queue'",
     "a type stands without quotes", "write Queue"),
    # changes
    (TABLE, PUT, "symbols.table[name] = kind\n    return symbols", "symbols.table[name]",
     "a change of symbols.table[name]", "replace(symbols, table={**symbols.table, name: kind})"),
    (TABLE, PUT, "symbols.table[name] += 1\n    return symbols", "symbols.table[name]",
     "an assignment that changes a value",
     "replace(symbols, table={**symbols.table, name: symbols.table[name] + 1})"),
    (TABLE, PUT, "symbols = SymbolTable(table={})\n    return symbols", "symbols =",
     "the state gets a new value here, and values never change",
     "write return SymbolTable(table={}) for the next state; another object needs another name"),
    (TABLE, PUT, "return symbols", "symbols", "the next state is not written out",
     "write return SymbolTable(table=...), or return replace(symbols, table=...)"),
    # the order and the form of statements
    (QUEUE, LENGTH, f"{LENGTH}\n    return 2", "return 2", "there is a second return",
     "write one return"),
    (QUEUE, LENGTH, f"n = 3\n    {GUARD}\n        raise Full\n    return n", GUARD,
     "this guard stands too low", "write it above the definitions and the return"),
    (QUEUE, LENGTH, "n: int = 3\n    return n", "n: int", "an annotated definition",
     "leave the type out: n = 3"),
    (QUEUE, LENGTH, "len(queue.waiting)", "len(queue", "a value that nothing uses",
     "write return before it"),
    (QUEUE, LENGTH, "if 3 in queue.waiting:\n        return 1\n    else:\n        raise Empty",
     "if 3", "an if statement", "write the guard first: if not 3 in queue.waiting: raise Empty, "
     "and below it return 1"),
    (QUEUE, LENGTH, "if 3 in queue.waiting:\n        n = 1\n    else:\n        n = 2\n    return n",
     "if 3", "an if statement", "write n = 1 if 3 in queue.waiting else 2"),
    (QUEUE, LENGTH, f"{LENGTH}\n\n\nif __name__ == '__main__':\n    init()", "if __name__",
     "an if statement", "leave it out: a specification is read, and not run"),
    (QUEUE, "-> Queue:\n    \"\"\"Join", "-> None:\n    \"\"\"Join", "None", "the type None",
     "a routine that changes the state yields the next one"),
    # classes
    (QUEUE, "class Full(Exception)", "class Full", "class Full",
     "the class Full is derived from nothing", "write class Full(Exception): an exception"),
    (QUEUE, "class Queue(AbstractObject)", "class Queue", "class Queue",
     "the class Queue is derived from nothing", "write class Queue(AbstractObject): the state"),
    (QUEUE, "class Full(Exception)", "class Seat:\n    n: int\n\n\nclass Full(Exception)",
     "class Seat", "the class Seat is derived", "write class Seat(NamedTuple): a tuple of parts"),
    (QUEUE, '    """No more can wait."""', '    """No more."""\n\n    def __init__(self, n):\n'
     "        self.n = n", "def __init__", "the class Full has a method __init__",
     "leave it out: an exception has a name, and nothing else"),
    # imports
    (QUEUE, "from typing import Final", "import pytest\nfrom typing import Final", "import pytest",
     "pytest is a library of Python, and no specification", "leave the import out"),
    (QUEUE, "from typing import Final", "import pytest as p\nfrom typing import Final", "import py",
     "pytest is a library of Python, and no specification", "leave the import out"),
    (QUEUE, "import AbstractObject", "import AbstractObjekt", "from modspec",
     "Python cannot import this: cannot import name 'AbstractObjekt' from 'modspec'",
     "did you mean AbstractObject?"),
    (QUEUE, "from typing import Final", "import nosuchthing\nfrom typing import Final",
     "import nosuch", "No module named 'nosuchthing'", "correct the name, or leave the import out"),
    (QUEUE, "CAPACITY: Final = 3", "1 / 0\n\nCAPACITY: Final = 3", "1 / 0", "division by zero",
     "leave it out: a specification is read, and not run"),
    # other languages
    (QUEUE, LENGTH, "return 3 > 2 ? 1 : 0", "3 > 2 ?", "Python cannot", "write 1 if 3 > 2 else 0"),
    (QUEUE, LENGTH, "n++\n    return n", "n++", "Python cannot", "write n + 1 where that is meant"),
    (QUEUE, LENGTH, "int n = 3\n    return n", "int n", "Python cannot", "the type: n = ..."),
    (QUEUE, "return Queue(waiting=())", "return new Queue(waiting=())", "new Queue",
     "Python cannot", "leave new out: Queue(...)"),
    (QUEUE, "def length(queue: Queue) -> int:", "public int length(Queue queue):", "public",
     "Python cannot", "write def length(...)"),
    (QUEUE, "def length(queue: Queue) -> int:", "def length(queue: Queue) -> int {", "{",
     "Python cannot", "leave out ; and { }"),
    (QUEUE, GUARD, "if number < 0 or > 3:", "or > 3", "Python cannot", "comparison: or x > 3"),
    (QUEUE, "raise Full  # [capacity]\n",
     "raise Full\n    else if number < 0:\n        raise Empty\n",
     "else if", "Python cannot", "write a second guard below it"),
    (QUEUE, GUARD, "if len(queue.waiting) = CAPACITY:", "len(", "Python cannot", "write == to"),
    (QUEUE, "class Full(Exception)", "class Full(Exeption)", "Exeption", "the name Exeption means",
     "did you mean Exception?"),
    (MACHINE, "class Drink(", "LEAST: Final = Coins.DOLLAR\n\n\nclass Drink(", "Coins.DOLLAR",
     "the name Coins means nothing here", "did you mean Coin?"),
    (MACHINE, "class Drink(", "LEAST: Final = Coin.DOLAR\n\n\nclass Drink(", "Coin.DOLAR",
     "the enumeration Coin has no element DOLAR", "did you mean Coin.DOLLAR?"),
    (MACHINE, "machine.stock[drink] - 1", "machine.stock[drink]--", "machine.stock[drink]--",
     "Python cannot", "write machine.stock[drink] - 1"),
    (QUEUE, "return len(queue.waiting)", "return fornt(queue)", "fornt", "the name fornt means",
     "did you mean front?"),
]  # fmt: skip
"""The same for any module of the library."""


@pytest.mark.parametrize("mistake", OTHERS, ids=lambda each: each[2])
def test_a_mistake_of_another_language_has_one_finding(
    mistake: tuple[str, ...], findings_in: Write
) -> None:
    module, right, wrong, place, words, advice = mistake
    assert right in module
    text = module.replace(right, wrong, 1)
    (found,) = findings_in(text)
    assert words in found.text
    assert advice in found.advice
    assert text.splitlines()[found.line - 1][found.column - 1 :].startswith(place)


def test_what_follows_from_a_type_that_is_refused_is_not_told(findings_in: Write) -> None:
    text = TABLE.replace("Mapping[str, Type]", "dict[str, Type]")
    assert ["write Mapping[str, Type]"] == [each.advice for each in findings_in(text)]


def test_an_import_that_is_missing_is_told_once(findings_in: Write) -> None:
    text = MACHINE.replace(
        "from modspec import AbstractObject, replace", "from modspec import AbstractObject"
    )
    assert ["import it: from modspec import replace"] == [each.advice for each in findings_in(text)]


# -- patterns --------------------------------------------------------------------------------------


def none_is_known(letter: str, node: ast.AST) -> bool:
    """Whether something is declared as what a letter of patterns stands for."""
    return False


def rewritten(pattern: str, advice: str, text: str) -> str:
    meanings = match(parse(pattern), parse(text), none_is_known)
    assert meanings is not None
    return fill(advice, meanings)


def test_a_letter_stands_for_the_same_wherever_it_is() -> None:
    assert match(parse("x == x"), parse("f(3) == f(3)"), none_is_known) is not None
    assert match(parse("x == x"), parse("f(3) == f(4)"), none_is_known) is None
    assert match(parse("x is True"), parse("y is 1"), none_is_known) is None
    assert match(parse("max(A)"), parse("max(s)"), none_is_known) is None


def test_a_call_fits_with_more_arguments_and_through_a_module() -> None:
    for text in ("floor(a, b)", "math.floor(a)", "floor(a, n=3)"):
        assert match(parse("floor(x)"), parse(text), none_is_known) is not None
    for text in ("floor()", "a.b().floor(c)", "ceil(a)"):
        assert match(parse("floor(x)"), parse(text), none_is_known) is None


def test_a_dummy_of_an_advice_does_not_catch_a_name_of_the_author() -> None:
    advice = "write `sum(1 for y in s if y == x)`"
    assert "write sum(1 for a in t if a == y)" == rewritten("s.count(x)", advice, "t.count(y)")


def test_what_is_long_stays_a_letter_and_other_code_is_filled_by_its_letters() -> None:
    long = "t" * (LONGEST + 1)
    assert "write len(s)" == rewritten("s.size()", "write `len(s)`", f"{long}.size()")
    assert "for k in t.m" == rewritten("m.items()", "`for k in m`", "t.m.items()")


def test_every_pattern_and_every_code_of_an_advice_is_python() -> None:
    for table in (INSTEAD, *OF_CONSTRUCT.values()):
        for pattern, advice in table.items():
            assert isinstance(parse(pattern), ast.AST)
            text = advice if isinstance(advice, str) else advice[1]
            for code in code_in(text):
                parse(re.sub(r"^(for .*|\w: T)$", "0", code))
