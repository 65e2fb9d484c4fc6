"""The notation: constructs outside it are refused, with place and advice; those inside are read."""

from __future__ import annotations

import ast
import importlib
import itertools
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent

import pytest

from modspec import Module, OutsideNotation, SpecificationError, declare
from modspec.run.instance import Instance
from modspec.run.machine import Machine
from modspec.syntax.expressions import (
    And,
    Arithmetic,
    Literal,
    MapOf,
    Quantified,
    Quantifier,
    Variable,
    walk,
)
from modspec.syntax.module import Kind
from modspec.syntax.recursion import RECURSION
from modspec.syntax.relations import rules_cited
from modspec.syntax.scope import ADVICE
from modspec.syntax.types import INTEGER, SequenceOf, SetOfType

Declare = Callable[[str], Module]
"""Writes a module to a file and declares it."""

_numbers = itertools.count()

HEADER = '''
"""Specimen: a module made for a test."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from modspec import AbstractDataType, AbstractObject, replace

__all__ = ["f"]


class Colour(Enum):
    """One of two."""

    RED = 1
    BLUE = 2


class Pair(NamedTuple):
    """Two integers."""

    first: int
    second: int


class Wrong(Exception):
    """Something is wrong."""


class Counter(AbstractObject):
    """How far one has counted."""

    value: int
    """The number."""


NUMBERS: Final = frozenset({1, 2, 3})
"""Some numbers."""


def g(number: int) -> int:
    """The next number."""
    return number + 1


'''.lstrip()
"""What the specimens have in common. A mark « stands where the refusal should point to."""


def in_function(body: str) -> str:
    """A module with the statements in a function of an integer."""
    head = 'def f(x: int) -> int:\n    """F."""\n'
    return HEADER + head + indent(dedent(body).strip("\n"), "    ") + "\n"


def of_state(body: str) -> str:
    """A module with the statements in a function that yields the next state."""
    head = 'def f(counter: Counter, step: int) -> Counter:\n    """F."""\n'
    return HEADER + head + indent(dedent(body).strip("\n"), "    ") + "\n"


def in_module(text: str) -> str:
    """A module with the text at its end."""
    return HEADER + dedent(text).strip("\n") + "\n"


def with_transition(yields: str, result: str, mark: str = "") -> str:
    """A module with a function of the state that returns something."""
    return in_module(
        f'''
        def f(counter: Counter) -> {yields}:
            """F."""
            {mark}return {result}
        '''
    )


def place(text: str) -> tuple[int, int]:
    """The line and the column, both from 1, of the mark."""
    before = text[: text.index("«")]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.fixture
def module_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Declare:
    """A function that declares a module of a text, without the marks, under a name of its own."""
    monkeypatch.syspath_prepend(tmp_path)

    def write_and_declare(text: str) -> Module:
        name = f"specimen_{next(_numbers)}"
        (tmp_path / f"{name}.py").write_text(text.replace("«", ""), encoding="utf-8")
        importlib.invalidate_caches()
        return declare(name)

    return write_and_declare


# -- what is refused -------------------------------------------------------------------------------

BY_KIND: dict[type[ast.AST], str] = {
    ast.For: "«for i in range(x):\n    pass\nreturn x",
    ast.While: "«while x:\n    pass\nreturn x",
    ast.If: "«if x == 0:\n    return 1\nreturn x",
    ast.AugAssign: "y = x\n«y += 1\nreturn y",
    ast.Try: "«try:\n    pass\nfinally:\n    pass\nreturn x",
    ast.With: "«with x:\n    pass\nreturn x",
    ast.ListComp: "return sum(y for y in «[z for z in range(x)])",
    ast.Lambda: "y = «lambda z: z\nreturn x",
    ast.NamedExpr: "return («y := x)",
    ast.JoinedStr: 'return «f"{x}"',
    ast.Yield: "return («yield x)",
    ast.Global: "«global NUMBERS\nreturn x",
    ast.Delete: "y = x\n«del y\nreturn x",
    ast.Pass: "«pass\nreturn x",
    ast.AsyncFunctionDef: "«async def inner() -> None:\n    pass\nreturn x",
    ast.Assign: "«y = z = x\nreturn y",
    ast.AnnAssign: "«y: int = x\nreturn y",
    ast.Return: "«return",
    ast.Assert: "«assert x, x\nreturn x",
    ast.FunctionDef: "«def h(y: int) -> int:\n    return y\nreturn x",
    ast.List: "return «[x]",
    ast.Starred: "return g(«*(x,))",
    ast.Expr: "«g(x)\nreturn x",
}

REFUSED_BY_PYTHON = ("return await x", "nonlocal x\nreturn x", "return (")
"""What Python itself does not take."""


F = 'def f(x: int) -> int:\n    """F."""\n    return x\n'
"""A function that is as it should be."""


def refusal(declared: Declare, text: str) -> OutsideNotation:
    """The refusal of a module; where it points to is checked against the mark."""
    with pytest.raises(OutsideNotation) as caught:
        declared(text)
    refused = caught.value
    assert (refused.line, refused.column) == place(text)
    assert Path(refused.file).name.startswith("specimen_")
    start = f"{refused.file}:{refused.line}:{refused.column}: "
    assert str(refused) == f"{start}{refused.construct} is outside the notation; {refused.instead}"
    return refused


@pytest.mark.parametrize("kind", ADVICE)
def test_a_construct_outside_the_notation_is_refused_with_advice(
    module_of: Declare, kind: type[ast.AST]
) -> None:
    refused = refusal(module_of, in_function(BY_KIND[kind]))
    assert (refused.construct, refused.instead) == ADVICE[kind]


IN_A_FUNCTION = [
    (
        "«1j",
        "the literal 1j",
        "use numbers, strings, True, False, None, or an Enum's elements",
    ),
    ("«'a\\n'", r"the string 'a\n'", "write what can be printed, without quotes"),
    ("«g", "g as a value", "call it: g(...)"),
    ("«Pair", "Pair as a value", "call it: Pair(...)"),
    ("«unknown", "the name unknown", "use a parameter, a definition, or import or declare it"),
    ("«~x", "the operator Invert", "use not, or - on numbers"),
    ("«sqrt(x)", "the name sqrt", "write from math import sqrt"),
    ("«x ** 2", "the operator **", "write a product: x * x"),
    (
        "«x | x",
        "the operator | between what is no set",
        "of truth values: or; of sequences: (*s, *t)",
    ),
    ("«x & x", "the operator & between what is no set", "of truth values: and"),
    ("«NUMBERS + NUMBERS", "+ of sets", "use |, & or - on sets; the union is a | b"),
    (
        "«{y: y for y in NUMBERS} | {y: x for y in NUMBERS}",
        "| of mappings",
        "write {**m, key: value}, or {k: m[k] for k in m if k != key}",
    ),
    ("«NUMBERS.issubset(NUMBERS)", "a call of .issubset()", "write a <= b"),
    (
        "sum(1 for k in «{y: y for y in NUMBERS}.keys())",
        "a call of .keys()",
        "the domain of a mapping m is frozenset(m); k in m asks whether it has the key k",
    ),
    (
        "any(n > 3 for n in «int)",
        "the name int",
        "the integers have no end: quantify over range(low, high), a set or an enumeration",
    ),
    ("«lenn(NUMBERS)", "the name lenn", "did you mean len?"),
    (
        "«NUMBERS.add(x)",
        "a call of .add(), which changes a value,",
        "values never change; build the next one, such as (*s, x) for a sequence",
    ),
    ("(«lambda y: y)(x)", "a lambda", "write a local function with a name"),
    (
        "«set()",
        "the name set",
        "write {x for x in ...}; the empty set is frozenset(), the domain of m frozenset(m)",
    ),
    ("«x is x", "comparison by identity of other than None", "compare values with == or !="),
    (
        "«replace(x)",
        "replace within an expression",
        "end the function with it: return replace(state, variable=value, ...)",
    ),
    ("«(x, x)[::2]", "a slice with a step", "index the elements one by one"),
    (
        "sum(a for «(a, b) in NUMBERS)",
        "a dummy that is no single name",
        "quantify over one name",
    ),
    (
        "sum(x for «x in NUMBERS)",
        "the dummy x, which already means something",
        "choose another name",
    ),
    (
        "sum(1 for y in NUMBERS for «y in NUMBERS)",
        "the dummy y, which already means something",
        "choose another name",
    ),
    (
        "any(y == 1 and any(y == 2 for «y in NUMBERS) for y in NUMBERS)",
        "the dummy y, which already means something",
        "choose another name",
    ),
    (
        "«{y + 1: y for y in NUMBERS}",
        "a mapping that is not from its dummy",
        "write {x: value for x in SET}, with one dummy",
    ),
    (
        "«{y: y for y in NUMBERS for z in NUMBERS}",
        "a mapping that is not from its dummy",
        "write {x: value for x in SET}, with one dummy",
    ),
    ("«NUMBERS.union(NUMBERS)", "a call of .union()", "write a | b"),
    ("«NUMBERS.hash()", "a call of a method", "call a function of a specification module"),
    (
        "«max(x, 1)",
        "max of single values",
        "write a if a >= b else b",
    ),
    (
        "«Colour(1)",
        "a call of Colour",
        "call functions that this module or one that it uses declares",
    ),
    ("«Pair(x)", "Pair without all its parts", "give first, second"),
    ("«Pair(x, x, x)", "Pair without all its parts", "give first, second"),
    ("«Pair(x, third=x)", "Pair without all its parts", "give first, second"),
    ("«g()", "g with other arguments", "its arguments are number"),
    ("«g(x, x)", "g with other arguments", "its arguments are number"),
    ("«g(x, number=x)", "g with other arguments", "its arguments are number"),
    ("«g(n=x)", "g with other arguments", "its arguments are number"),
    ("«len(NUMBERS, NUMBERS)", "a call with other than one argument", "give one argument"),
    ("«any(NUMBERS)", "any of a collection", "write any(... for x in ...)"),
    ("«all(NUMBERS)", "all of a collection", "write all(... for x in ...)"),
    ("«sum(NUMBERS)", "sum of a collection", "write sum(... for x in ...)"),
    ("sum(y for y in «range(1, x, 2))", "a range with a step", "write range(low, high)"),
    (
        "«frozenset(NUMBERS)",
        "frozenset of a collection",
        "it is a set as it stands: leave out frozenset",
    ),
    (
        "«frozenset((x, x))",
        "frozenset of a collection",
        "write frozenset(... for x in ...); of a mapping it is the domain",
    ),
]


@pytest.mark.parametrize(
    ("expression", "construct", "instead"), IN_A_FUNCTION, ids=[case[0] for case in IN_A_FUNCTION]
)
def test_an_expression_outside_the_notation_is_refused(
    module_of: Declare, expression: str, construct: str, instead: str
) -> None:
    refused = refusal(module_of, in_function(f"return {expression}"))
    assert (refused.construct, refused.instead) == (construct, instead)


OF_A_FUNCTION = {
    "a guard after a definition": (
        in_function("y = x\n«if x == 0:\n    raise Wrong\nreturn y"),
        "a statement out of order",
        "the order is: assert, guards `if ...: raise`, definitions, one return",
    ),
    "an assumption after a guard": (
        in_function("if x == 0:\n    raise Wrong\n«assert x > 0\nreturn x"),
        "a statement out of order",
        "the order is: assert, guards `if ...: raise`, definitions, one return",
    ),
    "a definition after the return": (
        in_function("return x\n«y = x"),
        "a statement out of order",
        "the order is: assert, guards `if ...: raise`, definitions, one return",
    ),
    "a second return": (
        in_function("return x\n«return x + 1"),
        "a statement out of order",
        "the order is: assert, guards `if ...: raise`, definitions, one return",
    ),
    "a definition that hides a parameter": (
        in_function("«x = 1\nreturn x"),
        "a second meaning for x",
        "choose a name that nothing else on the page has",
    ),
    "a definition that changes another": (
        in_function("y = 1\n«y = 2\nreturn y"),
        "a second meaning for y",
        "choose a name that nothing else on the page has",
    ),
    "a definition that hides a state variable": (
        of_state("«value = step\nreturn Counter(value=value)"),
        "a second meaning for value",
        "choose a name that nothing else on the page has",
    ),
    "a dummy that hides the state": (
        of_state("return Counter(value=sum(1 for «counter in NUMBERS))"),
        "the dummy counter, which already means something",
        "choose another name",
    ),
    "a next state that some function makes": (
        in_module(
            '''
            def h() -> Counter:
                """H."""
                return Counter(value=0)


            def f(counter: Counter) -> Counter:
                """F."""
                return «h()
            '''
        ),
        "a next state that is not written out",
        "return State(variable=value, ...), or replace(state, variable=value)",
    ),
    "a change of no variable": (
        with_transition("Counter", "«replace(counter)"),
        "replace without a variable",
        "name the variables that change",
    ),
    "a change of what is no variable": (
        with_transition("Counter", "replace(counter, valu=«1)"),
        "the state variable valu",
        "did you mean value? the state has value",
    ),
    "a change of another state": (
        with_transition("Counter", "«replace(f, value=1)"),
        "replace of other than the state before the call",
        "write replace(counter, variable=value, ...)",
    ),
    "a next state without the output beside it": (
        with_transition("tuple[Counter, int]", "replace(counter, value=1)", "«"),
        "a return of other than a next state and an output",
        "return the next state and the output: return State(...), value",
    ),
    "a call of what yields two": (
        with_transition("tuple[Counter, int]", "replace(counter, value=1), 1")
        + '\n\ndef g(counter: Counter) -> int:\n    """G."""\n    return «f(counter)',
        "a call of f, which yields a next state and an output,",
        "a formula has one value: declare a function for each of both",
    ),
    "no docstring": (
        in_module("«def f(x: int) -> int:\n    return x"),
        "f without a docstring",
        "say in one line what it does or means",
    ),
    "no return": (
        in_module('«def f(x: int) -> int:\n    """F."""\n    y = x'),
        "f without a result",
        "end it with `return ...`",
    ),
    "a decorator": (
        in_module('@staticmethod\n«def f(x: int) -> int:\n    """F."""\n    return x'),
        "f with a decorator, default or star",
        "give it plain parameters",
    ),
    "a default": (
        in_module('«def f(x: int = 1) -> int:\n    """F."""\n    return x'),
        "f with a decorator, default or star",
        "give it plain parameters",
    ),
    "a star": (
        in_module('«def f(*x: int) -> int:\n    """F."""\n    return x'),
        "f with a decorator, default or star",
        "give it plain parameters",
    ),
    "a parameter by name only": (
        in_module('«def f(*, x: int) -> int:\n    """F."""\n    return 1'),
        "f with a decorator, default or star",
        "give it plain parameters",
    ),
    "a parameter without a type": (
        in_module('def f(«x) -> int:\n    """F."""\n    return x'),
        "a parameter or result without a type",
        "annotate it",
    ),
    "a result without a type": (
        in_module('«def f(x: int):\n    """F."""\n    return x'),
        "a parameter or result without a type",
        "annotate it",
    ),
    "an unknown type": (
        in_module('def f(«x: list[int]) -> int:\n    """F."""\n    return x'),
        "the type list[int]",
        "write tuple[int, ...]",
    ),
    "a tuple of two": (
        in_module('def f(«x: tuple[int, int]) -> int:\n    """F."""\n    return 1'),
        "the type tuple[int, int]",
        "declare a NamedTuple: a tuple has parts with names, a sequence any length",
    ),
}


@pytest.mark.parametrize("case", OF_A_FUNCTION)
def test_a_function_outside_the_notation_is_refused(module_of: Declare, case: str) -> None:
    text, construct, instead = OF_A_FUNCTION[case]
    refused = refusal(module_of, text)
    assert (refused.construct, refused.instead) == (construct, instead)


OF_A_MODULE = {
    "no docstring": (
        "«from typing import Final\n",
        "a module without a docstring",
        "say in the first line what the module is",
    ),
    "an untyped constant": (
        in_module("«LIMIT = 3"),
        "a constant without a type",
        "write NAME: Final = value",
    ),
    "a variable": (
        in_module("«limit: int = 3"),
        "a variable of the module",
        "constants are Final: NAME: Final = value",
    ),
    "a variable without a value": (
        in_module("«limit: int"),
        "a variable of the module",
        "give a constant a value: NAME: Final = value",
    ),
    "a statement": (in_module("«for i in NUMBERS:\n    pass"), *ADVICE[ast.For]),
    "a call": (in_module("«g(1)"), *ADVICE[ast.Expr]),
    "a method": (
        in_module(
            'class P(NamedTuple):\n    """P."""\n\n    «def f(self) -> int:\n        return 1'
        ),
        "a method",
        "write a function of the module",
    ),
    "a class of another kind": (
        in_module('«class P:\n    """P."""'),
        "the class P",
        "derive it from AbstractObject, NamedTuple, Enum or Exception",
    ),
    "two states": (
        HEADER.replace('"""Specimen', '«"""Specimen')
        + 'class Other(AbstractObject):\n    """O."""\n\n    value: int\n',
        "a module with several states (Counter, Other)",
        "give each a module of its own",
    ),
    "an import under another name": (
        HEADER.replace("__all__", "«from stack import MAX_SIZE as LIMIT\n\n__all__"),
        "an import under another name",
        "import it by its own name",
    ),
}


@pytest.mark.parametrize("case", OF_A_MODULE)
def test_a_module_outside_the_notation_is_refused(module_of: Declare, case: str) -> None:
    text, construct, instead = OF_A_MODULE[case]
    refused = refusal(module_of, text)
    assert (refused.construct, refused.instead) == (construct, instead)


@pytest.mark.parametrize("text", REFUSED_BY_PYTHON)
def test_what_python_itself_refuses_is_refused_in_one_line(module_of: Declare, text: str) -> None:
    with pytest.raises(SpecificationError, match="cannot be imported: SyntaxError") as caught:
        module_of(in_function(text))
    assert "\n" not in str(caught.value)


def test_a_function_that_calls_itself_is_refused(module_of: Declare) -> None:
    refused = refusal(module_of, in_module('def f(x: int) -> int:\n    """F."""\n    return «f(x)'))
    assert refused.construct == "f, which calls itself,"
    assert refused.instead == RECURSION


@pytest.mark.parametrize(
    "body",
    [
        "f(s[1:])",
        "0 if len(s) < 1 else f(s)",
        "0 if len(s) < 1 else f(s[0:])",
        "0 if len(s) < 1 else f(s[2:])",
        "0 if len(s) < 2 else f(t[1:])",
        "f(s[1:]) if len(s) < 1 else 0",
        "0 if s[0] < 1 else f(s[1:])",
        "(0 if len(s) < 1 else 1) + f(s[1:])",
    ],
)
def test_recursion_without_an_end_is_refused(module_of: Declare, body: str) -> None:
    constant = 'T: Final = (1, 2)\n"""Two."""\n\n\n'
    head = 'def f(s: tuple[int, ...]) -> int:\n    """F."""\n    return '
    text = in_module(constant + head + body.replace("t[", "T[").replace("f(", "«f("))
    assert refusal(module_of, text).instead == RECURSION


def test_recursion_for_the_rest_of_a_sequence_ends(module_of: Declare) -> None:
    text = 'def f(s: tuple[int, ...]) -> int:\n    """F."""\n    return '
    module = module_of(in_module(text + "0 if len(s) == 0 else s[0] + f(s[1:])"))
    assert Instance(module)["f"]((1, 2, 4)) == 7


def test_functions_that_call_each_other_in_a_circle_are_refused(module_of: Declare) -> None:
    text = in_module(
        '''
        def even(x: int) -> bool:
            """Even."""
            return «odd(x - 1)


        def odd(x: int) -> bool:
            """Odd."""
            return not even(x)
        '''
    )
    assert refusal(module_of, text).construct == "even, which calls itself,"


def test_a_module_that_does_not_exist_is_an_error_that_names_it() -> None:
    with pytest.raises(
        SpecificationError, match="no module 'no_such_module'; give the dotted name"
    ):
        declare("no_such_module")


def test_a_module_is_declared_once(module_of: Declare) -> None:
    module = module_of(in_function("return x"))
    assert declare(module.python_name) is module


# -- labels ----------------------------------------------------------------------------------------

LABELLED = in_module(
    '''
    class Strange(Exception):  # [of-exception]
        """Strange."""


    class Shade(Enum):  # [of-type]
        """A shade."""

        DARK = 1


    class Rest(NamedTuple):
        """What is left."""

        left: int


    LIMIT: Final = 3  # [of-constant]
    """A limit."""


    def f(counter: Counter, step: int) -> Counter:
        """F."""
        assert step > 0  # [of-assumption]
        if step > LIMIT:
            raise Strange  # [of-guard]
        if (
            step == 1  # [of-disjunct]
            or step == 2  # [of-other-disjunct] [and-another]
        ):
            raise Wrong
        after = counter.value + step  # [of-definition]
        return Counter(
            value=after,  # [of-assignment]
        )


    def h(x: int) -> int:
        """H."""
        return (
            1
            if x == 0  # [of-case]
            else 2
            if x == 1  # [of-second-case]
            else 3  # [of-last-case]
        )


    def of_return(x: int) -> int:
        """R."""
        return x + 1  # [of-return]


    def all_of(x: int) -> bool:
        """A."""
        return (
            x > 0  # [of-conjunct]
            and all(
                y < x  # [of-element]
                for y in NUMBERS  # [of-generator]
                if y > 1  # [of-condition]
            )
        )
    '''
)

LABELS = [
    "and-another",
    "of-assignment",
    "of-assumption",
    "of-case",
    "of-condition",
    "of-conjunct",
    "of-constant",
    "of-definition",
    "of-disjunct",
    "of-element",
    "of-exception",
    "of-generator",
    "of-guard",
    "of-last-case",
    "of-other-disjunct",
    "of-return",
    "of-second-case",
    "of-type",
]


def test_each_kind_of_clause_bears_its_label(module_of: Declare) -> None:
    assert sorted(rules_cited(module_of(LABELLED))) == LABELS


def test_a_label_is_cited_where_it_stands(module_of: Declare) -> None:
    lines = LABELLED.splitlines()
    for rule, places in rules_cited(module_of(LABELLED)).items():
        [(_, where)] = places
        if rule not in ("of-exception", "of-type"):  # these stand at the head of what they label
            assert f"[{rule}]" in lines[where.end_line - 1]


def test_a_clause_bears_the_label_of_its_own_line(module_of: Declare) -> None:
    f = module_of(LABELLED)["f"]
    assert [clause.rules for clause in f.clauses()] == [
        ("of-assumption",),
        ("of-guard",),
        (),
        ("of-definition",),
        ("of-assignment",),
    ]


def test_a_label_where_no_clause_ends_is_refused(module_of: Declare) -> None:
    text = in_function("return g(\n«# [lost]\nx)").replace("    «", "«")
    refused = refusal(module_of, text)
    assert refused.construct == "a label where no clause ends"
    assert refused.instead == "put it on the last line of a clause"


def test_a_comment_that_is_no_label_says_nothing(module_of: Declare) -> None:
    module = module_of(in_function("return x  # see [there] for more"))
    assert rules_cited(module) == {}


# -- what an expression means ----------------------------------------------------------------------


def test_any_is_an_existential_with_a_dummy(module_of: Declare) -> None:
    module = module_of(in_function("return any(y == x for y in NUMBERS if y > 1)"))
    output = module["f"].output
    assert output is not None
    assert isinstance(output.value, Quantified)
    assert output.value.quantifier is Quantifier.EXISTS
    assert [generator.dummy for generator in output.value.generators] == ["y"]
    assert len(output.value.generators[0].conditions) == 1


def test_parameters_definitions_and_dummies_are_variables(module_of: Declare) -> None:
    module = module_of(in_function("y = x\nreturn any(z == y + x for z in NUMBERS)"))
    output = module["f"].output
    assert output is not None
    names = [part.name for part in walk(output.value) if isinstance(part, Variable)]
    assert ["z", "y", "x"] == names


def test_operators_bind_as_in_python(module_of: Declare) -> None:
    output = module_of(in_function("return x + 2 * x"))["f"].output
    assert output is not None
    x = Variable("x")
    assert output.value == Arithmetic("Add", x, Arithmetic("Mult", Literal(2), x))


def test_a_dictionary_comprehension_is_a_mapping(module_of: Declare) -> None:
    output = module_of(in_function("return {y: y + x for y in NUMBERS}"))["f"].output
    assert output is not None
    assert isinstance(output.value, MapOf)
    assert output.value.generator.dummy == "y"


def test_a_conjunction_keeps_its_order(module_of: Declare) -> None:
    output = module_of(in_function("return x > 0 and g(x) > 1 and x < 3"))["f"].output
    assert output is not None
    assert isinstance(output.value, And)
    assert len(output.value.operands) == 3


# -- modules of each kind --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("othello_spec.board", Kind.TYPES),
        ("othello_spec.lines", Kind.LIBRARY),
        ("othello_spec.othello", Kind.ABSTRACT_OBJECT),
        ("stack", Kind.ABSTRACT_DATA_TYPE),
    ],
)
def test_the_kind_of_a_module_follows_from_what_it_declares(name: str, kind: Kind) -> None:
    assert declare(name).kind is kind


def test_a_constant_without_a_declared_type_has_that_of_its_value(module_of: Declare) -> None:
    types = {c.name: c.type for c in module_of(in_module(F + "\n\n\nLIMIT: Final = 3")).constants}
    assert types == {"NUMBERS": SetOfType(INTEGER), "LIMIT": INTEGER}


def test_a_docstring_has_a_title_a_text_and_sections(module_of: Declare) -> None:
    head = dedent(
        '''
        """Specimen: a title.

        A text
        of two lines.

        Assumptions:
            Something holds.

        Considerations:
            Something else
            matters.
        """
        '''
    ).lstrip()
    module = module_of(head + HEADER.partition("\n")[2] + F)
    assert module.title == "Specimen: a title."
    assert module.text == "A text\nof two lines."
    assert module.assumptions == "Something holds."
    assert module.considerations == "Something else\nmatters."


STACK = declare("stack")


@pytest.fixture
def stack() -> Machine:
    return Machine(STACK)


def test_a_stack_declares_a_sequence_as_its_state() -> None:
    assert STACK.state is not None
    [content] = STACK.state.variables
    assert (content.name, content.type) == ("content", SequenceOf(INTEGER))


def test_what_was_pushed_last_is_popped_first(stack: Machine) -> None:
    state = stack.initial()
    for value in (1, 2, 3):
        pushed = stack.call(state, "push", [value]).state
        assert pushed is not None
        state = pushed
    seen = []
    for _ in range(3):
        seen.append(stack.call(state, "top").output)
        popped = stack.call(state, "pop").state
        assert popped is not None
        state = popped
    assert seen == [3, 2, 1]
    assert state == stack.initial()


@pytest.mark.parametrize("routine", ["pop", "top"])
def test_an_empty_stack_has_nothing_to_give(stack: Machine, routine: str) -> None:
    assert stack.call(stack.initial(), routine).exception == "Empty"


def test_a_stack_is_full_at_its_greatest_size() -> None:
    small = Machine(STACK, constants={"MAX_SIZE": 1})
    full = small.call(small.initial(), "push", [7]).state
    outcome = small.call(full, "push", [8])
    assert (outcome.exception, outcome.state) == ("Full", full)
    assert small.call(full, "depth").output == 1
