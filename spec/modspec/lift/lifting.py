"""Lifting: the functions of a specification, evaluated where not all is known.

``Lift(module)`` executes the same text as :class:`~modspec.run.instance.Instance` does, with other constants
or with edits if they are given, but each word of it is read as logic. Given known values a lifted
function computes what the plain one does; given symbolic ones it computes a term.
"""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import Any

import z3

from modspec.lift.desugar import PREFIX, desugar
from modspec.lift.integers import Integer
from modspec.lift.logic import conjunction, disjunction, equal, merge, negation
from modspec.lift.semantics import WORDS, Semantics, SumFrame, Undefined
from modspec.lift.symbols import Bool, Choice, Truth
from modspec.run.instance import Edit, Instance, Space
from modspec.syntax.module import Module
from modspec.syntax.types import INTEGER
from modspec.syntax.values import frozen


@dataclass(frozen=True)
class Lifted:
    """What a function amounts to for some arguments, symbolic ones among them."""

    value: Any
    """The output or the next state, as it is where the function means something and does not raise;
    None if it never does."""

    assumptions: tuple[Bool, ...] = ()
    """What the function assumes of its arguments."""

    exceptions: tuple[tuple[str, Bool], ...] = ()
    """For each exception clause, in order, when it is the one by which the function raises."""

    obligations: tuple[Bool, ...] = ()
    """What must hold, where all is as assumed, for every call on the way to mean something."""

    @property
    def assumptions_hold(self) -> Bool:
        """Whether all assumptions hold."""
        return conjunction(self.assumptions)

    @property
    def raises(self) -> Bool:
        """Whether the function raises, whichever exception."""
        return disjunction(condition for _, condition in self.exceptions)

    @property
    def is_defined(self) -> Bool:
        """Whether every call on the way means something."""
        return conjunction(self.obligations)


class Lift(Instance):
    """A module and those it uses, with every word read as logic."""

    def __init__(
        self,
        module: Module,
        constants: Mapping[str, object] | None = None,
        edits: Mapping[tuple[str, str], Edit] | None = None,
        semantics: Semantics | None = None,
        uninterpreted: Collection[str] = (),
    ) -> None:
        """Lift the module, with other constants or with edits as for :class:`Instance`.

        ``words`` says what the words mean; only a test has reason to give others. ``opaque`` names
        functions that are not looked into, predicates and those that yield an integer: nothing is known
        of them but that they answer the same to the same. What is shown of a specification with them
        holds whatever they say, and a term that would be large otherwise is a single variable.
        """
        self.semantics = semantics or Semantics()
        self._opaque = frozenset(uninterpreted)
        self._vocabulary = {PREFIX + word: getattr(self.semantics, word) for word in WORDS}
        self._vocabulary |= {PREFIX + "equal": equal, PREFIX + "negation": negation}
        super().__init__(module, constants, edits)

    @property
    def has_uninterpreted_integers(self) -> bool:
        """Whether it has integers without bounds: what a function that is opaque may yield."""
        return any(
            f.name in self._opaque and f.result == INTEGER
            for m in self.modules()
            for f in m.functions
        )

    def call(self, function: str, *arguments: Any) -> Lifted:
        """What a function of the module amounts to; the state, if it takes one, comes first."""
        return self.call_in(self.module.python_name, function, arguments)

    def call_in(self, module: str, function: str, arguments: tuple[Any, ...]) -> Lifted:
        """What a function of any module amounts to, by the module's Python name; the state comes first."""
        entry: Lifted = vars(self.function(module, function))["entry"](arguments)
        return entry

    def _altered(self, module: Module, node: ast.FunctionDef) -> ast.FunctionDef:
        return desugar(super()._altered(module, node) or copy.deepcopy(node))

    def _prepare(self, module: Module, functions: list[ast.FunctionDef], space: Space) -> None:
        space.update(self._vocabulary)
        for node in functions:
            self._wrap(module, node.name, space)

    def _wrap(self, module: Module, name: str, space: Space) -> None:
        plain = space[name]
        memory: dict[Any, tuple[Lifted, Any]] = {}

        def entry(arguments: tuple[Any, ...]) -> Lifted:
            key = _key(arguments)
            if key not in memory:
                memory[key] = (
                    self._evaluated(plain, arguments),
                    arguments,
                )  # kept: their ids are keys
            return memory[key][0]

        @functools.wraps(plain)
        def lifted(*arguments: Any, **named: Any) -> Any:
            known = entry((*arguments, *named.values()))
            self._demand(known)
            if known.value is None:
                raise Undefined
            return known.value

        lifted.entry = entry  # type: ignore[attr-defined]  # functions have no declared attributes
        space[name] = lifted

    def _evaluated(self, plain: Any, arguments: tuple[Any, ...]) -> Lifted:
        with self.semantics.function() as frame:
            try:
                value = (
                    _undisclosed(plain, arguments)
                    if plain.__name__ in self._opaque
                    else frozen(plain(*arguments))
                )
            except Undefined:
                value = None
            except LookupError:  # a mapping or sequence has no such element
                frame.obligations.append(False)
                value = None
        return _lifted(frame, value)

    def _demand(self, entry: Lifted) -> None:
        """In the function that calls: the call has to mean something, and may not raise."""
        for assumption in entry.assumptions:
            self.semantics.demand(assumption)
        for _, condition in entry.exceptions:
            self.semantics.demand(negation(condition))
        for obligation in entry.obligations:
            self.semantics.demand(obligation)


def _lifted(frame: SumFrame, value: Any) -> Lifted:
    return Lifted(
        value, tuple(frame.assumptions), tuple(frame.exceptions), tuple(frame.obligations)
    )


_KNOWN = (int, Enum)


def _key(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """What tells arguments apart: known values by what they are, all others by which object they are."""
    return tuple(
        argument
        if isinstance(argument, _KNOWN)
        or (isinstance(argument, tuple) and all(isinstance(part, _KNOWN) for part in argument))
        else id(argument)
        for argument in arguments
    )


def _undisclosed(function: Any, arguments: tuple[Any, ...]) -> Any:
    """The answer of a function of which nothing is known, for each value that an argument may have."""
    is_number = function.__annotations__["return"] == "int"
    answers: list[tuple[Bool, Any]] = []
    for known in product(*(_cases(argument) for argument in arguments)):
        labels = ",".join(str(_key((value,))[0]) for value, _ in known)
        name = f"{function.__name__}({labels})"
        answer = Integer(z3.Int(name)) if is_number else Truth(z3.Bool(name))
        answers.append((conjunction(condition for _, condition in known), answer))
    if is_number:
        return sum(
            merge(c, a, 0) if isinstance(c, Truth) else a for c, a in answers if c is not False
        )
    return disjunction(conjunction(answer) for answer in answers)


def _cases(argument: Any) -> list[tuple[Any, Bool]]:
    return list(argument.options.items()) if isinstance(argument, Choice) else [(argument, True)]
