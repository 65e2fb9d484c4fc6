"""What to write instead: for each construct of Python that the notation lacks, its equal in it.

A construct goes by what an author types: ``int()`` and ``.upper()`` are calls, ``**`` an operator.
The notation refuses the construct; a finding of the lint then says what is here.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

_NO_TEXT: Final = "the notation computes no text"
CHARACTERS: Final = (
    f"{_NO_TEXT}: declare a text of which the characters matter as a sequence, tuple[str, ...]"
)
"""What to write for what Python does with the characters of a string."""

_POSITIONS: Final = "quantify over positions: for i in range(len(s))"
_PARTS: Final = f"{_NO_TEXT}: yield the values themselves, with a NamedTuple for several"
_POWER: Final = (
    "write a product, x * x; where the exponent varies, look the power up in a constant: "
    "POWERS: Final[tuple[int, ...]] = (1, 2, 4, 8), then POWERS[n]"
)
_FLOOR: Final = (
    "of a quotient of integers write a // b, which is rounded down; of a real x "
    "the(k for k in range(low, high) if k <= x < k + 1)"
)
_FOLLOWS: Final = "the next value follows from nothing; leave it open: some(x for x in S)"
_OUTSIDE: Final = (
    "what comes from outside is a parameter; the section Environment Variables: says what it is"
)
_VALUES: Final = "values never change: there is no need of a copy"
_PREFIX: Final = f"{_NO_TEXT}; with s a tuple[str, ...] write s[0:n] == t"

_IMPORTS: Final = {
    "collections.abc": ("Mapping", "Set"),
    "enum": ("Enum", "IntEnum", "StrEnum"),
    "math": ("sqrt",),
    "modspec": ("AbstractDataType", "AbstractObject", "Nat", "replace", "some", "the"),
    "typing": (
        "Annotated", "Final", "Generic", "Literal", "NamedTuple", "TypeAlias", "TypeVar"
    ),
}  # fmt: skip
"""The names that specifications need, by the modules that have them."""

INSTEAD: Final[Mapping[str, str]] = {
    # names
    **{
        name: f"import it: from {module} import {name}"
        for module, names in _IMPORTS.items()
        for name in names
    },
    "self": "the state is the first parameter: call it by its name",
    # numbers
    "int()": f"{_FLOOR}; of a truth value 1 if p else 0",
    "floor()": _FLOOR,
    "ceil()": "of a quotient of integers write (a + b - 1) // b; of a real x "
    "the(k for k in range(low, high) if k - 1 < x <= k)",
    "trunc()": _FLOOR,
    "round()": "say which integer is meant: "
    "the(k for k in range(low, high) if 2 * k - 1 <= 2 * x < 2 * k + 1)",
    "float()": "leave it out: an integer is a real as it stands",
    "bool()": "leave it out, or compare: x != 0, len(s) > 0",
    "pow()": _POWER,
    "**": _POWER,
    "divmod()": "write the quotient a // b and the rest a % b",
    "prod()": "write a local function: 1 if len(s) < 1 else s[0] * product(s[1:])",
    "<<": "write a product: x * 2",
    ">>": "write a quotient: x // 2",
    "~": "of a truth value write not p; of a set, what is in another: S - a",
    "^": "of truth values write p != q; of sets (a - b) | (b - a)",
    "@": "write the sum of products: sum(a[i] * b[i] for i in range(len(a)))",
    "+x": "leave the sign out",
    # text
    "f-string": _PARTS,
    "str()": _PARTS,
    "repr()": _PARTS,
    "format()": _PARTS,
    ".format()": _PARTS,
    ".join()": f"{_NO_TEXT}; two tuples of strings are joined with (*s, *t)",
    **dict.fromkeys(
        (
            ".upper()",
            ".lower()",
            ".strip()",
            ".split()",
            ".replace()",
            ".find()",
            ".title()",
            ".capitalize()",
            ".isdigit()",
            ".isalpha()",
            ".isupper()",
            ".islower()",
            ".isalnum()",
            ".lstrip()",
            ".rstrip()",
            ".splitlines()",
            ".zfill()",
        ),
        CHARACTERS,
    ),
    ".startswith()": _PREFIX,
    ".endswith()": f"{_NO_TEXT}; with s a tuple[str, ...] write s[len(s) - n : len(s)] == t",
    "ord()": f"{_NO_TEXT}; say with an Enum or a constant mapping which character has which number",
    "chr()": f"{_NO_TEXT}; say with an Enum or a constant mapping which character has which number",
    # collections
    "enumerate()": f"{_POSITIONS}, where the element is s[i]",
    "zip()": f"{_POSITIONS}, where the elements are s[i] and t[i]",
    ".items()": "quantify over keys: for k in m, whose value is m[k]",
    ".count()": "write sum(1 for x in s if x == y)",
    ".index()": "say which position: the(i for i in range(len(s)) if s[i] == x)",
    "reversed()": "write tuple(s[len(s) - 1 - i] for i in range(len(s)))",
    "[::-1]": "write tuple(s[len(s) - 1 - i] for i in range(len(s)))",
    "map()": "write a comprehension: tuple(f(x) for x in s), or a set {f(x) for x in s}",
    "filter()": "write a comprehension: tuple(x for x in s if ...), or a set {x for x in s if ...}",
    "reduce()": "write sum(...), max(...), or a local function that calls itself for s[1:]",
    "iter()": _POSITIONS,
    "copy()": _VALUES,
    "deepcopy()": _VALUES,
    "Counter()": "write a mapping: {x: sum(1 for y in s if y == x) for x in S}",
    "defaultdict()": "write a mapping with all its keys: {x: 0 for x in S}",
    "dict()": "write {key: value}; the mapping without keys is {}",
    "set()": "write {x, y} or {x for x in s}; the set without elements is frozenset()",
    "list()": "write a sequence, (x, y) or tuple(x for x in s); the one without elements is ()",
    "max(key=)": "write the(x for x in S if all(f(y) <= f(x) for y in S)), or some(...) for any",
    "min(key=)": "write the(x for x in S if all(f(x) <= f(y) for y in S)), or some(...) for any",
    "a generator expression": "put it in tuple(...), {...}, any(...), all(...) or sum(...)",
    # what is left to the program, and what is around it
    "random()": _FOLLOWS,
    "randint()": _FOLLOWS,
    "choice()": _FOLLOWS,
    "shuffle()": _FOLLOWS,
    "input()": _OUTSIDE,
    "open()": _OUTSIDE,
    "time()": _OUTSIDE,
    "now()": _OUTSIDE,
    # whole constructs, as the notation calls them
    "the type None": "a routine that changes the state yields the next one: -> State",
    "a parameter or result without a type": "write it as in (n: int) -> bool",
    "a statement in a class": "write name: type; its first value is for the initialiser to say",
    "an assertion with a message": "leave the message out: assert condition",
    "sum of a collection": "write sum(x for x in s); of a mapping m sum(m[k] for k in m)",
    "max of a collection": "write max(x for x in s); of a mapping m max(m[k] for k in m)",
    "min of a collection": "write min(x for x in s); of a mapping m min(m[k] for k in m)",
    "any of a collection": "write any(condition for x in s)",
    "all of a collection": "write all(condition for x in s)",
    # statements
    "raise Exception()": "leave out the brackets, and what is in them: raise Exception",
    "state.x += 1": "values never change; return the next state: replace(state, x=state.x + 1)",
    "a match statement": "write a conditional expression: x if c else y if d else z",
    "a raise": "write a guard above the result: if condition: raise Exception",
    "an import": "write it at the top of the file",
    "a class within a function": "write it at the top level of the file",
    "break": "write a quantification: any(... for x in ...) looks no further than it has to",
    "continue": "write a condition of the quantification: for x in S if ...",
    "nonlocal": "state is a parameter and a result: def f(state) -> State",
    "an asynchronous statement": "a call is over when its routine yields: write it without async",
}
"""For each construct, by what an author types: what to write instead."""

NAMES: Final[Mapping[type[ast.AST], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.BitXor: "^",
    ast.Invert: "~",
    ast.UAdd: "+x",
    ast.JoinedStr: "f-string",
    ast.GeneratorExp: "a generator expression",
    ast.Match: "a match statement",
    ast.Raise: "a raise",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.ClassDef: "a class within a function",
    ast.Break: "break",
    ast.Continue: "continue",
    ast.Nonlocal: "nonlocal",
    ast.AsyncFor: "an asynchronous statement",
    ast.AsyncWith: "an asynchronous statement",
    ast.Await: "an asynchronous statement",
    ast.TryStar: "a try statement",
    ast.YieldFrom: "yield",
    ast.Slice: "a part of several dimensions",
}
"""What an author types, or calls it, for classes of Python's syntax tree."""

WORDING: Final[Mapping[str, str]] = {
    r"a dummy that is no single name": "a quantification is over one name at a time",
    r"the name (\w+)": "the name {0} means nothing here",
    r"the state variable (\w+)": "there is no state variable {0}",
    r"the exception (\w+)": "the exception {0} is declared nowhere",
    r"(\w+) in __all__": "__all__ exports {0}, which is declared nowhere",
    r"(\w+) without a docstring": "{0} has no docstring",
    r"a module without a docstring": "the module has no docstring",
    r"(\w+) without a result": "{0} returns nothing",
    r"a parameter or result without a type": "a parameter or the result has no type",
    r"a constant without a type": "the constant has no type",
    r"a next state that is not written out": "the next state is not written out by its variables",
    r"a call with other than one argument": "this call has other than one argument",
    r"a statement out of order": "this statement is out of order",
    r"a label where no clause ends": "this label stands where no clause ends",
    r"a second meaning for (\w+)": "the name {0} means something already",
    r"the (parameter|dummy) (\w+), which already means something": "the {0} {1} has the name of "
    "something else",
    r"a second (\w+)": "{0} is declared twice",
    r"(\w+), which calls itself,": "{0} calls itself, and may never come to an end",
    r"(\w+) with other arguments": "{0} is called with other arguments than it has",
    r"(\w+) without all its parts": "a part of {0} is missing, or one too many is given",
}
"""For constructs that the notation does have, and that are wrong: how to say so."""
