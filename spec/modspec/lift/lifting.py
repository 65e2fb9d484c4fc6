"""Lifting: the functions of a specification, evaluated on values that are not wholly known.

``Lift(module)`` executes the same text as :class:`~modspec.run.instance.Instance`, with other
constants or with edits if they are given, but reads each of its operators as logic. Of known values
a lifted function computes what the plain one does; of symbolic values it computes a term.
"""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import Any

import z3

from modspec.lift.desugar import PREFIX, desugar
from modspec.lift.integers import Integer
from modspec.lift.logic import conjunction, disjunction, equal, merge, negation
from modspec.lift.semantics import OPERATORS, Semantics, Undefined
from modspec.lift.symbols import Bool, Choice, Truth
from modspec.run.instance import Edit, Instance, Space
from modspec.syntax.module import Module
from modspec.syntax.types import INTEGER
from modspec.syntax.values import frozen


@dataclass(frozen=True)
class Unknown:
    """A variable that stands for the value of an uninterpreted function."""

    variable: Any
    """The variable, as a truth value or an integer."""
    module: str
    function: str
    arguments: tuple[Any, ...]
    """The arguments, known or symbolic, for which it stands."""


@dataclass(frozen=True)
class Lifted:
    """The meaning of a call with known or symbolic arguments."""

    value: Any
    """The output or the next state, where the call is defined and does not raise; None if never."""
    assumptions: tuple[Bool, ...] = ()
    """What the function assumes of its arguments."""
    exceptions: tuple[tuple[str, Bool], ...] = ()
    """For each exception clause, in order, when the function raises by this clause."""
    obligations: tuple[Bool, ...] = ()
    """What must hold, under the assumptions, for every call in the text to be defined."""

    @property
    def assumptions_hold(self) -> Bool:
        """Whether all assumptions hold."""
        return conjunction(self.assumptions)

    @property
    def raises(self) -> Bool:
        """Whether the function raises any exception."""
        return disjunction(condition for _, condition in self.exceptions)

    @property
    def is_defined(self) -> Bool:
        """Whether every call in the text is defined."""
        return conjunction(self.obligations)


class Lift(Instance):
    """A module and the modules that it uses, with every operator read as logic."""

    def __init__(
        self,
        module: Module,
        constants: Mapping[str, object] | None = None,
        edits: Mapping[tuple[str, str], Edit] | None = None,
        semantics: Semantics | None = None,
        uninterpreted: Collection[str] = (),
        replacements: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        """Lift the module, with other constants or with edits as for :class:`Instance`.

        ``semantics`` gives the operators their meaning; only a test needs another one.
        ``uninterpreted`` names predicates, and functions with an integer output, that are known
        only to return the same for the same arguments: a theorem about them holds whatever they
        return, and a term that would be large is a single variable. ``replacements`` gives
        functions to call in place of those with their names.
        """
        self.semantics = semantics or Semantics()
        self._uninterpreted = frozenset(uninterpreted)
        self._replacements = replacements or {}
        self.unknowns: list[Unknown] = []
        """The values of uninterpreted functions that have been asked for so far."""
        self._vocabulary = {PREFIX + name: getattr(self.semantics, name) for name in OPERATORS}
        self._vocabulary |= {PREFIX + "equal": equal, PREFIX + "negation": negation}
        super().__init__(module, constants, edits)

    @property
    def has_uninterpreted_integers(self) -> bool:
        """Whether an uninterpreted function returns an integer, which has no bounds then."""
        return any(
            f.name in self._uninterpreted and f.result == INTEGER
            for m in self.modules()
            for f in m.functions
        )

    def call(self, function: str, *arguments: Any) -> Lifted:
        """Return the meaning of a call in the module; the state, if there is one, comes first."""
        return self.call_in(self.module.python_name, function, arguments)

    def call_in(self, module: str, function: str, arguments: tuple[Any, ...]) -> Lifted:
        """Return the meaning of a call in a module, given by its Python name."""
        entry: Lifted = vars(self.function(module, function))["entry"](arguments)
        return entry

    def _edit(self, module: Module, node: ast.FunctionDef) -> ast.FunctionDef:
        return desugar(super()._edit(module, node) or copy.deepcopy(node))

    def _prepare(self, module: Module, functions: list[ast.FunctionDef], space: Space) -> None:
        space.update(self._vocabulary)
        for node in functions:
            self._wrap(module, node.name, space)

    def _wrap(self, module: Module, name: str, space: Space) -> None:
        plain = space[name]
        memo: dict[Any, tuple[Lifted, Any]] = {}

        def entry(arguments: tuple[Any, ...]) -> Lifted:
            key = _key(arguments)
            if key not in memo:  # keep the arguments: their ids are in the key
                memo[key] = self._evaluate(plain, arguments), arguments
            return memo[key][0]

        @functools.wraps(plain)
        def wrapper(*arguments: Any, **named: Any) -> Any:
            known = entry((*arguments, *named.values()))
            self._demand(known)
            if known.value is None:
                raise Undefined
            return known.value

        wrapper.entry = entry  # type: ignore[attr-defined]  # functions declare no attributes
        space[name] = wrapper

    def _evaluate(self, plain: Any, arguments: tuple[Any, ...]) -> Lifted:
        if plain.__name__ in self._replacements:
            return Lifted(self._replacements[plain.__name__](*arguments))
        value = None
        with self.semantics.function() as frame:
            try:
                if plain.__name__ in self._uninterpreted:
                    value = self._uninterpreted_value(plain, arguments)
                else:
                    value = frozen(plain(*arguments))
            except Undefined:
                pass
            except LookupError:  # a mapping or sequence has no such element
                frame.obligations.append(False)
        assumptions, obligations = tuple(frame.assumptions), tuple(frame.obligations)
        return Lifted(value, assumptions, tuple(frame.exceptions), obligations)

    def _uninterpreted_value(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        """Return a variable for the value of the function, for each value of the arguments."""
        is_number = function.__annotations__["return"] == "int"
        place = f"{function.__module__}.{function.__name__}"
        answers: list[tuple[Bool, Any]] = []
        for known in product(*(_cases(argument) for argument in arguments)):
            labels = ",".join(str(_key((value,))[0]) for value, _ in known)
            name = f"{place}({labels})"
            answer = Integer(z3.Int(name)) if is_number else Truth(z3.Bool(name))
            given = tuple(value for value, _ in known)
            self.unknowns.append(Unknown(answer, function.__module__, function.__name__, given))
            answers.append((conjunction(condition for _, condition in known), answer))
        if is_number:
            return sum(
                merge(c, a, 0) if isinstance(c, Truth) else a for c, a in answers if c is not False
            )
        return disjunction(conjunction(answer) for answer in answers)

    def _demand(self, entry: Lifted) -> None:
        """Demand in the calling function that the call is defined and does not raise."""
        for assumption in entry.assumptions:
            self.semantics.demand(assumption)
        for _, condition in entry.exceptions:
            self.semantics.demand(negation(condition))
        for obligation in entry.obligations:
            self.semantics.demand(obligation)


_KNOWN = (int, Enum)


def _key(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a key of the arguments: known values by themselves, all others by identity."""
    return tuple(
        argument
        if isinstance(argument, _KNOWN)
        or (isinstance(argument, tuple) and all(isinstance(part, _KNOWN) for part in argument))
        else id(argument)
        for argument in arguments
    )


def _cases(argument: Any) -> list[tuple[Any, Bool]]:
    return list(argument.options.items()) if isinstance(argument, Choice) else [(argument, True)]
