"""Comparison: what two texts of one function come to, call by call, and how the answers differ."""

from __future__ import annotations

import ast
import copy
import math
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from modlab.exercise.trial_calls import Arguments
from modspec.run.instance import Instance
from modspec.run.plain import plain
from modspec.syntax.choices import picking
from modspec.syntax.values import frozen


class WayOfDiffering(Enum):
    """How an answer differs from the reference's, as a sentence about the learner's text."""

    TOO_WEAK = "too weak: it allows what it should not"
    TOO_STRONG = "too strong: it excludes what it should allow"
    TOO_MANY = "too weak: its set has elements too many"
    TOO_FEW = "too strong: its set lacks elements"
    SELDOM = "too weak: it raises no exception where one is due"
    OFTEN = "too strong: it raises an exception where none is due"
    OTHER_EXCEPTION = "wrong: it raises another exception than is due"
    MEANINGLESS = "not total: it has no value there"
    OTHER_VALUE = "wrong: it has another value"


@dataclass(frozen=True)
class Answer:
    """What a text comes to in a call: a value, or an exception."""

    value: Any = None
    """The value; of an output that is chosen, the set of those that are allowed."""

    exception: str = ""
    problem: str = ""
    """Why there is no value; empty if there is one, or a declared exception."""

    is_assumed_away: bool = False
    """Whether the call does not satisfy an assumption of the text."""

    assumed_by: str = field(default="", compare=False)
    """The function whose assumption does not hold: the text itself, or one that it uses."""

    allowed: AbstractSet[Any] = frozenset()
    """The values that the text chooses from, if it chooses."""


@dataclass(frozen=True)
class TextDifference:
    """A call in which the learner's text and the reference differ."""

    arguments: Arguments
    due: Answer
    yours: Answer

    @property
    def direction(self) -> WayOfDiffering:
        """How they differ."""
        due, yours = self.due, self.yours
        if yours.problem or yours.is_assumed_away:
            return WayOfDiffering.MEANINGLESS
        if due.exception or yours.exception:
            if not yours.exception:
                return WayOfDiffering.SELDOM
            return WayOfDiffering.OTHER_EXCEPTION if due.exception else WayOfDiffering.OFTEN
        if type(due.value) is bool and type(yours.value) is bool:
            return WayOfDiffering.TOO_WEAK if yours.value else WayOfDiffering.TOO_STRONG
        if isinstance(due.value, AbstractSet) and isinstance(yours.value, AbstractSet):
            if due.value < yours.value:
                return WayOfDiffering.TOO_MANY
            if yours.value < due.value:
                return WayOfDiffering.TOO_FEW
        return WayOfDiffering.OTHER_VALUE


def answer_of(function: Callable[..., Any], arguments: Arguments) -> Answer:
    """Return what a function comes to; nothing that it raises is raised."""
    try:
        with picking(None) as pick:
            value = frozen(function(*arguments))
    except AssertionError as error:
        innermost = error.__traceback__
        while innermost and innermost.tb_next:
            innermost = innermost.tb_next
        name = innermost.tb_frame.f_code.co_name if innermost else ""
        return Answer(is_assumed_away=True, assumed_by=name)
    except NoElement as error:
        return Answer(problem=str(error))
    except (LookupError, TypeError, AttributeError, ArithmeticError, ValueError, NameError) as e:
        return Answer(problem=f"{type(e).__name__}: {e}")
    except Exception as error:  # noqa: BLE001  # an exception that the module declares, of any name
        return Answer(exception=type(error).__name__)
    allowed = frozenset(pick.allowed)
    return Answer(allowed if value in pick.allowed else value, allowed=allowed)


def is_same(due: Answer, yours: Answer) -> bool:
    """Whether two answers are the same. Where the reference says nothing, any answer is right."""
    if due.is_assumed_away:
        return True
    if due.problem or yours.problem:
        return bool(due.problem) and bool(yours.problem)
    if type(due.value) is bool or type(yours.value) is bool:
        return due == yours and type(due.value) is type(yours.value)
    return due == yours


def differences(
    function: Callable[..., Any], due: Sequence[tuple[Arguments, Answer]], seconds: float = math.inf
) -> tuple[list[TextDifference], int]:
    """Return the calls in which a function does not come to what is due, and how many were tried.

    After so many seconds of processor time no other call is tried.
    """
    found, tried, begin = [], 0, time.process_time()
    for arguments, expected in due:
        if time.process_time() - begin > seconds:
            break
        tried += 1
        got = answer_of(function, arguments)
        if not is_same(expected, got):
            found.append(TextDifference(arguments, expected, got))
    return found, tried


_FUTURE = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)


_ELEMENT: Final = "_element_at"


class NoElement(LookupError):
    """There is no element at a place: elements are counted from 0, and -1 is no place."""


def _element(values: Any, index: Any) -> Any:
    """Return an element. Raises NoElement if there is none."""
    if isinstance(values, tuple) and type(index) is int and not 0 <= index < len(values):
        raise NoElement(f"there is no place {index} in {plain(values)}")
    if isinstance(values, Mapping) and index not in values:
        raise NoElement(f"there is no entry for {plain(index)}")
    return values[index]


class _CheckedIndices(ast.NodeTransformer):
    """Refuses what Python allows and the notation does not mean: an index from the end."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:  # the name is Python's
        """Return the element at a place that is checked; a slice as it is."""
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice | ast.Constant):
            return node
        return ast.Call(ast.Name(_ELEMENT, ast.Load()), [node.value, node.slice], [])


def compile_text(node: ast.FunctionDef, instance: Instance) -> Callable[..., Any]:
    """Return a function of a syntax tree, among the other functions of an instance."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    space: dict[str, Any] = {}
    for name in names:
        try:
            space[name] = instance[name]
        except KeyError:  # a parameter, a dummy or a built-in function
            continue
    space[_ELEMENT] = _element
    counted = _CheckedIndices().visit(copy.deepcopy(node))
    tree = ast.fix_missing_locations(ast.Module([_FUTURE, counted], []))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an edit may well be odd: it is tried, not shown
        exec(compile(tree, "<exercise>", "exec", optimize=0), space)
    found: Callable[..., Any] = space[node.name]
    return found
