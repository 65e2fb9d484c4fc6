"""What to write instead: for each construct of Python that the notation lacks, its equal in it.

The tables are keyed by :mod:`patterns <modspec.lint.patterns>`: by Python in which a letter stands
for any expression. In an advice, the letters of each `code` become what an author wrote for them.
The words ``state``, ``State`` and ``variable`` become the parameter that is the state, its class,
and its first variable.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final, TypeAlias

Advice: TypeAlias = "str | tuple[str, str]"
"""What to write; or what is wrong, where that can be said better, and what to write."""

_NO_TEXT: Final = "the notation computes no text"
CHARACTERS: Final = (
    f"{_NO_TEXT}; if its characters matter, declare a sequence of them, tuple[str, ...]"
)
"""What to write for what Python does with the characters of a string."""

_PARTS: Final = f"{_NO_TEXT}: yield the values themselves, with a NamedTuple for several"
_POWER: Final = (
    "write a product, x * x; where the exponent varies, look the power up in a constant: "
    "POWERS: Final[tuple[int, ...]] = (1, 2, 4, 8), then POWERS[n]"
)
_QUOTIENT: Final = "write `a // b`, which is rounded down"
_FLOOR: Final = (
    "of a quotient of integers write a // b, which is rounded down; of a real "
    "`the(k for k in range(low, high) if k <= x < k + 1)`"
)
_FOLLOWS: Final = "the next value follows from nothing; leave it open: some(x for x in S)"
_OUTSIDE: Final = (
    "what comes from outside is a parameter; the section Environment Variables: says what it is"
)
_VALUES: Final = "values never change: there is no need of a copy"
_NEXT: Final = "values never change; the next"
_CODES: Final = (
    f"{_NO_TEXT}; say with an Enum or a constant mapping which character has which number"
)
_BACKWARDS: Final = "write `tuple(s[len(s) - 1 - i] for i in range(len(s)))`"

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

NAMED: Final[Mapping[str, str]] = {
    **{
        name: f"import it: from {module} import {name}"
        for module, names in _IMPORTS.items()
        for name in names
    },
    "String": "write str",
    "string": "write str",
    "Integer": "write int",
    "integer": "write int",
    "boolean": "write bool",
    "Boolean": "write bool",
    "double": "write float",
    "real": "write float",
    "void": "a routine that changes the state yields the next one: -> State",
    "Any": "name the type: int, str, or one that the module declares",
    "Sequence": "write tuple[T, ...]",
    "List": "write tuple[T, ...]",
    "Dict": "write Mapping[K, V]",
    "Map": "write Mapping[K, V]",
    "Optional": "write T | None",
    "true": "write True",
    "false": "write False",
    "null": "write None",
}
"""What to write for a name that means nothing in a file: most have to be imported."""

INSTEAD: Final[Mapping[str, Advice]] = {
    # names
    "self": "the state is the first parameter: write `state`",
    "this": "the state is the first parameter: write `state`",
    "S": "the class is a type; the state is the first parameter: write `state`",
    # numbers
    "int(a / b)": _QUOTIENT,
    "floor(a / b)": _QUOTIENT,
    "int(x)": f"{_FLOOR}; of a truth value `1 if x else 0`",
    "floor(x)": _FLOOR,
    "ceil(x)": "of a quotient of integers write (a + b - 1) // b; of a real "
    "`the(k for k in range(low, high) if k - 1 < x <= k)`",
    "trunc(x)": _FLOOR,
    "round(x)": "say which integer is meant: "
    "`the(k for k in range(low, high) if 2 * k - 1 <= 2 * x < 2 * k + 1)`",
    "float(x)": "leave it out, and write `x`: an integer is a real as it stands",
    "bool(x)": "leave it out, or compare: `x != 0`, `len(x) > 0`",
    "x ** 2": "write `x * x`",
    "pow(x, 2)": "write `x * x`",
    "x ** 3": "write `x * x * x`",
    "x ** n": _POWER,
    "pow(x, n)": _POWER,
    "divmod(a, b)": "write the quotient `a // b` and the rest `a % b`",
    "prod()": "write a local function: 1 if len(s) < 1 else s[0] * product(s[1:])",
    "x << n": "write a product: `x * 2`",
    "x >> n": "write a quotient: `x // 2`",
    "~x": "of a truth value write `not x`; of a set, what is in another: `S - x`",
    "a ^ b": "of truth values write `a != b`; of sets `(a - b) | (b - a)`",
    "a @ b": "write the sum of products: `sum(a[i] * b[i] for i in range(len(a)))`",
    "+x": "leave the sign out: `x`",
    "max(a, b, c)": "write `max(x for x in {a, b, c})`",
    "min(a, b, c)": "write `min(x for x in {a, b, c})`",
    "max(a, b)": "write `a if a >= b else b`",
    "min(a, b)": "write `a if a <= b else b`",
    "x is True": "write `x`",
    "x is False": "write `not x`",
    "x is y": "write `x == y`",
    "x is not y": "write `x != y`",
    # text
    "str()": _PARTS,
    "repr()": _PARTS,
    "format()": _PARTS,
    "x.format()": _PARTS,
    "x.toString()": _PARTS,
    "x.join()": f"{_NO_TEXT}; two tuples of strings are joined with (*s, *t)",
    **dict.fromkeys(
        (
            "s.upper()",
            "s.lower()",
            "s.strip()",
            "s.split()",
            "s.replace()",
            "s.find()",
            "s.title()",
            "s.capitalize()",
            "s.isdigit()",
            "s.isalpha()",
            "s.isupper()",
            "s.islower()",
            "s.isalnum()",
            "s.lstrip()",
            "s.rstrip()",
            "s.splitlines()",
            "s.zfill()",
            "s.charAt()",
            "s.substring()",
        ),
        CHARACTERS,
    ),
    "s.startswith(t)": f"{_NO_TEXT}; of a tuple[str, ...] write `s[0:n] == t`",
    "s.endswith(t)": f"{_NO_TEXT}; of a tuple[str, ...] write `s[len(s) - n : len(s)] == t`",
    "ord()": _CODES,
    "chr()": _CODES,
    # collections: their size, their elements
    **dict.fromkeys(("s.length()", "s.size()", "s.__len__()"), "write `len(s)`"),
    **dict.fromkeys(("s.isEmpty()", "s.is_empty()", "s.empty()"), "write `len(s) == 0`"),
    **dict.fromkeys(
        ("s.contains(x)", "s.includes(x)", "s.has(x)", "s.containsKey(x)", "s.has_key(x)"),
        "write `x in s`",
    ),
    "x.equals(y)": "write `x == y`",
    "s.count(x)": "write `sum(1 for y in s if y == x)`",
    "s.index(x)": "say which position: `the(i for i in range(len(s)) if s[i] == x)`",
    "s.indexOf(x)": "say which position: `the(i for i in range(len(s)) if s[i] == x)`",
    "enumerate(s)": "quantify over positions: `for i in range(len(s))`, where the element is "
    "`s[i]`",
    "zip(s, t)": "quantify over positions: `for i in range(len(s))`, where the elements are "
    "`s[i]` and `t[i]`",
    "reversed(s)": _BACKWARDS,
    "s[::-1]": _BACKWARDS,
    "s[-n]": "count from the start: `s[len(s) - n]`",
    "s[:-n]": "count from the start: `s[0:len(s) - n]`",
    "s[-n:]": "count from the start: `s[len(s) - n:]`",
    "map(lambda x: e, s)": "write `tuple(e for x in s)`, or a set `{e for x in s}`",
    "map(f, s)": "write `tuple(f(x) for x in s)`, or a set `{f(x) for x in s}`",
    "filter(lambda x: c, s)": "write `tuple(x for x in s if c)`, or a set `{x for x in s if c}`",
    "filter(f, s)": "write `tuple(x for x in s if f(x))`, or a set `{x for x in s if f(x)}`",
    "reduce()": "write sum(...), max(...), or a local function that calls itself for s[1:]",
    "iter(s)": "quantify over positions: `for i in range(len(s))`",
    "[e for x in s]": "write a sequence `tuple(e for x in s)`, or a set `{e for x in s}`",
    "[e for x in s if c]": "write a sequence `tuple(e for x in s if c)`, or a set "
    "`{e for x in s if c}`",
    "tuple(s)": "write `tuple(x for x in s)`",
    "tuple()": "write ()",
    "copy()": _VALUES,
    "deepcopy()": _VALUES,
    "s.copy()": _VALUES,
    "Counter(s)": "write a mapping: `{x: sum(1 for y in s if y == x) for x in S}`",
    "defaultdict()": "write a mapping with all its keys: {x: 0 for x in S}",
    "dict()": "write {key: value}; the mapping without keys is {}",
    "set(s)": "write `{x for x in s}`",
    "set()": "write {x, y} or {x for x in s}; the set without elements is frozenset()",
    "list(s)": "write a sequence, `tuple(x for x in s)`",
    "list()": "write a sequence, (x, y) or tuple(x for x in s); the one without elements is ()",
    # quantities
    **{
        f"{name}([e for x in s{condition}])": f"write `{name}(e for x in s{condition})`"
        for name in ("sum", "max", "min", "any", "all", "tuple", "frozenset")
        for condition in ("", " if c")
    },
    "max(s, key=...)": "write `the(x for x in s if all(f(y) <= f(x) for y in s))`, with the key "
    "for f, or some(...) for any of several",
    "min(s, key=...)": "write `the(x for x in s if all(f(x) <= f(y) for y in s))`, with the key "
    "for f, or some(...) for any of several",
    "max((e for x in s), default=d)": "write `max(e for x in s) if len(s) > 0 else d`",
    "min((e for x in s), default=d)": "write `min(e for x in s) if len(s) > 0 else d`",
    "max(s, default=d)": "write `max(x for x in s) if len(s) > 0 else d`",
    "min(s, default=d)": "write `min(x for x in s) if len(s) > 0 else d`",
    "sum(m.values())": "write `sum(m[k] for k in m)`",
    "max(m.values())": "write `max(m[k] for k in m)`",
    "min(m.values())": "write `min(m[k] for k in m)`",
    "max(*s)": "write `max(x for x in s)`",
    "min(*s)": "write `min(x for x in s)`",
    "sum(M)": "write `sum(M[k] for k in M)`",
    "max(M)": "write `max(M[k] for k in M)`, or `max(k for k in M)` of the keys",
    "min(M)": "write `min(M[k] for k in M)`, or `min(k for k in M)` of the keys",
    "sum(s)": "write `sum(x for x in s)`",
    "max(s)": "write `max(x for x in s)`",
    "min(s)": "write `min(x for x in s)`",
    "any(s)": "write any(condition for x in s)",
    "all(s)": "write all(condition for x in s)",
    # sets and mappings
    "a.union(b)": "write `a | b`",
    "a.intersection(b)": "write `a & b`",
    "a.difference(b)": "write `a - b`",
    "a.issubset(b)": "write `a <= b`",
    "a.issuperset(b)": "write `a >= b`",
    "a.isdisjoint(b)": "write `len(a & b) == 0`",
    "m.keys()": "the set of the keys is `frozenset(m)`; `k in m` asks whether k is one",
    "m.values()": "the set of the values is `{m[k] for k in m}`",
    "m.items()": "quantify over keys: `for k in m`, whose value is `m[k]`",
    "m.get(k, d)": "write `m[k] if k in m else d`",
    "M.get(k)": "write `M[k]`, and say what is meant without it: `M[k] if k in M else d`",
    "s.get(k)": "write `s[k]`",
    # what changes a value
    "s.append(x)": f"{_NEXT} sequence is `(*s, x)`",
    "s.push(x)": f"{_NEXT} sequence is `(*s, x)`",
    "A.add(x)": f"{_NEXT} set is `A | {{x}}`",
    "s.add(x)": f"{_NEXT} sequence is `(*s, x)`, of a set `s | {{x}}`",
    "s.extend(t)": f"{_NEXT} sequence is `(*s, *t)`",
    "s.insert(n, x)": f"{_NEXT} sequence is `(*s[0:n], x, *s[n:])`",
    "M.pop(k)": "the value is `M[k]`; the mapping without it is `{x: M[x] for x in M if x != k}`",
    "s.pop(0)": "the first element is `s[0]`; the sequence without it is `s[1:]`",
    "s.pop(k)": "the element is `s[k]`; the sequence without it is `(*s[0:k], *s[k + 1:])`",
    "s.pop()": "the last element is `s[len(s) - 1]`; the sequence without it is `s[0:len(s) - 1]`",
    "A.remove(x)": f"{_NEXT} set is `A - {{x}}`",
    "M.remove(k)": f"{_NEXT} mapping is `{{x: M[x] for x in M if x != k}}`",
    "s.remove(x)": f"{_NEXT} sequence is `tuple(y for y in s if y != x)`, of a set `s - {{x}}`",
    "s.discard(x)": f"{_NEXT} set is `s - {{x}}`",
    "s.clear()": "write the empty value: (), frozenset() or {}",
    "m.update({k: v})": f"{_NEXT} mapping is `{{**m, k: v}}`",
    "m.update(n)": f"{_NEXT} mapping is `{{**m, **n}}`",
    "m.put(k, v)": f"{_NEXT} mapping is `{{**m, k: v}}`",
    "del m[k]": f"{_NEXT} mapping is `{{x: m[x] for x in m if x != k}}`",
    "s.x += y": "values never change; return the next state: `replace(s, x=s.x + y)`",
    "s.x -= y": "values never change; return the next state: `replace(s, x=s.x - y)`",
    "s.m[k] += v": "values never change; return the next state: "
    "`replace(s, m={**s.m, k: s.m[k] + v})`",
    "s.m[k] -= v": "values never change; return the next state: "
    "`replace(s, m={**s.m, k: s.m[k] - v})`",
    "s.m[k] = v": "values never change; return the next state: `replace(s, m={**s.m, k: v})`",
    "s.x = y": "values never change; return the next state: `replace(s, x=y)`",
    "x += y": "a name has one value; give the sum another name, or write `x + y` where it is used",
    "x -= y": "a name has one value; give the difference another name, or write `x - y` where it "
    "is used",
    # what is left to the program, and what is around it
    "randint(a, b)": "the next value follows from nothing; leave it open: "
    "`some(x for x in range(a, b + 1))`",
    "choice(s)": "the next value follows from nothing; leave it open: `some(x for x in s)`",
    "random()": _FOLLOWS,
    "shuffle()": _FOLLOWS,
    "input()": _OUTSIDE,
    "open()": _OUTSIDE,
    "time()": _OUTSIDE,
    "now()": _OUTSIDE,
    "today()": _OUTSIDE,
    # statements
    **{
        f"if c:\n    print(){below}": ("a specification prints nothing", advice)
        for below, advice in {
            "": "leave it out; to refuse the call, declare an exception: `if c: raise Exception`",
            "\nelse:\n    ...": "leave it out; to refuse the call, declare an exception: "
            "`if c: raise Exception`",
            "\n    raise e": "leave the print out: `if c: raise e`",
            "\n    return x": "leave the print out, and write one return for both cases: "
            "`return x if c else ...`",
        }.items()
    },
    "if c:\n    raise": "name the exception: if condition: raise Exception",
    "if c:\n    raise e from f": "leave from out: `if c: raise e`",
    "if c:\n    raise e\nelif d:\n    raise f": (
        "a guard has no elif",
        "write a second guard below it: `if d: raise f`",
    ),
    "if c:\n    raise e\nelse:\n    ...": (
        "a guard has no else",
        "leave else out: what stands below a guard holds where its condition does not",
    ),
    "if c:\n    return x\nelse:\n    return y": "write `return x if c else y`",
    "if c:\n    return x\nelif d:\n    return y\nelse:\n    return z": (
        "write `return x if c else y if d else z`"
    ),
    "if c:\n    return x\nelse:\n    raise e": "write the guard first: `if not c: raise e`, and "
    "below it `return x`",
    'if __name__ == "__main__":\n    ...': "leave it out: a specification is read, and not run",
    "if c:\n    return x": "write one return for both cases: `return x if c else ...`",
    "if c:\n    n = x\nelse:\n    n = y": "write `n = x if c else y`",
    "for x in s:\n    if c:\n        return True": "write `return any(c for x in s)`",
    "for x in s:\n    if c:\n        return False": "write `return all(not c for x in s)`",
    "for x in s:\n    if c:\n        return x": "write `return the(x for x in s if c)`, or "
    "some(...) for any of several",
    "for x in s:\n    if c:\n        n += e": "write `n = sum(e for x in s if c)`",
    "for x in s:\n    n += e": "write `n = sum(e for x in s)`",
    "for x in s:\n    if c:\n        t.append(e)": "write `t = tuple(e for x in s if c)`",
    "for x in s:\n    n = n + e": "write `n = sum(e for x in s)`",
    "for x in s:\n    t.append(e)": "write `t = tuple(e for x in s)`",
    "for x in s:\n    t.add(e)": "write `t = {e for x in s}`",
}
"""For each construct that the notation refuses: what to write. The first pattern that fits counts,
and a call fits a pattern if it has its arguments, and maybe more."""

OF_CONSTRUCT: Final[Mapping[str, Mapping[str, Advice]]] = {
    "a constant without a type": {
        **dict.fromkeys(
            (
                *("x = []", "x = {}", "x = set()", "x = list()", "x = dict()"),
                *("x = ()", "x = None", "x = S()"),
            ),
            (
                "a module has no variables but those of its state",
                "write `x: T` in the class derived from AbstractObject, and its first value in "
                "the initialiser: `State(x=...)`",
            ),
        ),
        "x = y": "write `x: Final = y`",
    },
    "a variable of the module": {
        **dict.fromkeys(
            ("x: t = []", "x: t = {}", "x: t = set()", "x: t = None"),
            (
                "a module has no variables but those of its state",
                "write `x: t` in the class derived from AbstractObject, and its first value in "
                "the initialiser: `State(x=...)`",
            ),
        ),
        "x: t = y": "of a constant write `x: Final = y`; of a variable `x: t` in the class "
        "derived from AbstractObject",
        "x: t": "of a constant write `x: Final = value`; of a variable `x: t` in the class "
        "derived from AbstractObject",
    },
    "a default value": {
        "x: t = y": "write `x: t`; its first value is for the initialiser to say: `State(x=y)`",
    },
    "an annotated definition": {"x: t = y": "leave the type out: `x = y`"},
    "replace of other than the state before the call": {
        "...": "write `replace(state, variable=...)`, with each variable that changes",
    },
    "replace without a variable": {
        "...": "name the variables that change: `replace(state, variable=...)`",
    },
    "replace within an expression": {
        "...": "end the function with it: `return replace(state, variable=...)`",
    },
    "a second meaning for": {
        "Q = y": (
            "the state gets a new value here, and values never change",
            "write `return y` for the next state; another object needs another name",
        ),
    },
    "a statement out of order": {
        "return x": ("there is a second return", "write one return: `return x if c else y`"),
        "if c:\n    raise e": (
            "this guard stands too low",
            "write it above the definitions and the return",
        ),
        "x = y": ("this definition stands too low", "write it above the return"),
        "assert c": ("this assumption stands too low", "write it at the top, above the guards"),
    },
    "a value that nothing uses": {
        "print()": "leave it out: a specification has no effects",
        "...": "write return before it, or give it a name: name = expression",
    },
    "a list": {
        "[]": "write (), the sequence without elements, frozenset() or {}",
        "[x]": "write a sequence `(x,)`, or a set `{x}`",
        "[x, y]": "write a sequence `(x, y)`, or a set `{x, y}`",
        "[x, y, z]": "write a sequence `(x, y, z)`, or a set `{x, y, z}`",
    },
    "a return of other than a next state and an output": {
        "return x": "write the output beside the next state: `return State(...), value`",
    },
    "a statement in a class": {
        "x = y": "write `x: type`; its first value is for the initialiser to say",
        "...": "write name: type; its first value is for the initialiser to say",
    },
    "a next state that is not written out": {
        "(x, S())": (
            "the output stands before the next state",
            "write the next state first: `return S(...), x`",
        ),
        "(x, replace(s))": (
            "the output stands before the next state",
            "write the next state first: `return replace(s, ...), x`",
        ),
        "x if c else y": "choose the value of each variable: "
        "`return replace(state, variable=a if c else b)`",
        "...": "write `return State(variable=...)`, or `return replace(state, variable=...)`",
    },
    "the type": {
        "tuple[t, S]": (
            "the output stands before the next state",
            "write the state first: `tuple[S, t]`",
        ),
        "tuple[s, t]": "declare a NamedTuple of two parts with names; a sequence of any length "
        "is `tuple[s, ...]`",
        "tuple[s, t, u]": "declare a NamedTuple of three parts with names; a sequence of any "
        "length is `tuple[s, ...]`",
        "tuple[t]": "write `tuple[t, ...]`, a sequence of any length",
        "tuple": "say of what: tuple[int, ...] is a sequence of integers",
        "list": "say of what: tuple[int, ...] is a sequence of integers",
        "set": "say of what: Set[int] is a set of integers",
        "dict": "say of what: Mapping[str, int] maps strings to integers",
        "Union[s, t]": "write `s | t`",
        "None": "a routine that changes the state yields the next one: -> State",
    },
    "the operator | between what is no set": {
        "a | b": "of truth values write `a or b`; of sequences `(*a, *b)`",
    },
    "the operator & between what is no set": {"a & b": "of truth values write `a and b`"},
    "+ of sets": {"a + b": "the union is `a | b`; with one element more `a | {b}`"},
    "| of mappings": {"m | {k: v}": "write `{**m, k: v}`", "a | b": "write `{**a, **b}`"},
    "+ of mappings": {"a + b": "write `{**a, **b}`"},
    "a sum of truth values": {"sum(c for x in s)": "write `sum(1 for x in s if c)`"},
    "a field": dict.fromkeys(("s.length", "s.size", "s.len"), "write `len(s)`"),
    "an assertion with a message": {"assert c, m": "leave the message out: `assert c`"},
    "an f-string": {"...": _PARTS},
    "a generator expression": {
        "...": "put it in tuple(...), {...}, any(...), all(...) or sum(...)"
    },
    "a match statement": {"...": "write a conditional expression: x if c else y if d else z"},
    "a raise": {
        "raise e()": "write a guard above the result: `if condition: raise e`",
        "raise e": "write a guard above the result: `if condition: raise e`",
        "...": "write a guard above the result: if condition: raise Exception",
    },
    "an import": {"...": "write it at the top of the file"},
    "a class within a function": {"...": "write it at the top level of the file"},
    "break": {
        "...": "write a quantification: any(... for x in ...) looks no further than it has to"
    },
    "continue": {"...": "write a condition of the quantification: for x in S if ..."},
    "nonlocal": {"...": "state is a parameter and a result: def f(state) -> State"},
    "an asynchronous statement": {
        "...": "a call is over when its routine yields: write it without async"
    },
}
"""The same for constructs that the notation calls so; ``...`` is whatever else is called so."""

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
    r"the operator ([&|]) between what is no set": "{0} joins sets, and these are no sets",
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
    r"a call with other than one argument": "this call needs one argument, and no more",
    r"replace of other than the state before the call": "replace changes the state before the "
    "call, and nothing else",
    r"a return of other than a next state and an output": "this routine has to return a next "
    "state and an output",
    r"comparison by identity of other than None": "`is` compares with None only",
    r"a statement out of order": "this statement is out of order",
    r"a label where no clause ends": "this label stands where no clause ends",
    r"a second (\w+)": "{0} is declared twice",
    r"(\w+), which calls itself,": "{0} calls itself, and may never come to an end",
    r"(\w+) with other arguments": "{0} is called with other arguments than it has",
    r"(\w+) without all its parts": "a part of {0} is missing, or one too many is given",
}
"""For constructs that the notation does have, and that are wrong: how to say so."""
