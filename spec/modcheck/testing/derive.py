"""Derive: the answers of an access program that is not offered, from what others answer.

A theorem that says what an access program's output equals, in terms of others, is read as a recipe: the others are
asked, of all values of its dummies, and the theorem's right-hand side is evaluated with what they answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from modcheck.system.implementation import Implementation, Json, Reply, encoded
from modcheck.system.support import Support
from modspec.run.domains import elements
from modspec.run.evaluate import COMPARE, Environment, Evaluator
from modspec.run.machine import Call, Machine
from modspec.syntax.declaration import declare
from modspec.syntax.errors import SpecificationError
from modspec.syntax.expressions import (
    And,
    Apply,
    Comparison,
    Conditional,
    Constant,
    Expression,
    Generator,
    Literal,
    Node,
    Not,
    Or,
    Quantified,
    Quantifier,
    TheState,
    Variable,
    walk,
)
from modspec.syntax.module import Function, Module


@dataclass(frozen=True, eq=False)
class DerivedOperation:
    """What the output of an access program equals."""

    routine: str
    parameters: tuple[str, ...]
    """The names that stand for its arguments."""

    value: Expression
    module: str
    """The Python name of the module of the theorem."""

    sources: tuple[str, ...]
    """The access programs that are asked instead."""


def derived_operation(theorem: Function, module: Module) -> DerivedOperation:
    """A theorem as a recipe for an access program of a module.

    Raises :class:`SpecificationError` unless it says ``routine(state, parameter, ...) == ...``.
    """
    assert theorem.output is not None
    value = theorem.output.value
    match value:
        case Comparison(first=Apply() as left, rest=(("Eq", right),)) if _is_own(left, module):
            arguments = [a for a in left.arguments if not isinstance(a, TheState | Variable)]
            names = tuple(a.name for a in left.arguments[1:] if isinstance(a, Variable))
            if not arguments and len(names) == len(left.arguments) - 1:
                asked = {
                    p.function: None
                    for p in walk(right)
                    if isinstance(p, Apply) and _is_own(p, module)
                }
                return DerivedOperation(left.function, names, right, theorem.module, tuple(asked))
    raise SpecificationError(
        f"{theorem.name} does not say what an access program of {module.name} equals"
    )


def _is_own(part: Apply, module: Module) -> bool:
    return part.module == module.python_name and part.function in {
        function.name for function in module.access_programs
    }


def _asks(part: Node, module: Module) -> bool:
    return isinstance(part, Apply) and _is_own(part, module)


def derived_operations(theory: Module, module: Module) -> dict[str, DerivedOperation]:
    """The recipes in a theory, by the access program of the module."""
    found = (
        derived_operation(function, module) for function in theory.functions if function.exported
    )
    return {each.routine: each for each in found}


def support_of(
    offered: frozenset[str], module: Module, known: Mapping[str, DerivedOperation]
) -> tuple[Support, dict[str, DerivedOperation]]:
    """What can be checked of an implementation that offers these, and the recipes needed."""
    demanded = tuple(function.name for function in module.access_programs)
    there = set(offered)
    used: dict[str, DerivedOperation] = {}
    while new := {
        name: each
        for name, each in known.items()
        if name in demanded and name not in there and there.issuperset(each.sources)
    }:
        used |= new
        there |= new.keys()
    unchecked = {name: "not offered" for name in demanded if name not in there}
    return Support(demanded, {name: each.sources for name, each in used.items()}, unchecked), used


class DerivingImplementation:
    """An implementation that offers more, derived from what it offers."""

    def __init__(
        self,
        implementation: Implementation,
        recipes: Mapping[str, DerivedOperation],
        machine: Machine,
    ) -> None:
        self._implementation = implementation
        self._recipes = _unfolding(machine, tuple(recipes.values()))
        programs = machine.module.access_programs
        self._queries = frozenset(each.name for each in programs if not each.is_transition)
        self.name = implementation.name
        self.routines = implementation.routines | frozenset(recipes)
        self.conventions = implementation.conventions

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """The replies to the calls; what is derived has the faults of what it is derived from."""
        unfolded = [self._recipes.unfolded(call) for call in calls]
        asking = _Asking(self._queries)
        places = [asking.places(*each) for each in zip(calls, unfolded, strict=True)]
        replies = self._implementation.answer(asking.calls)
        return [
            derived.reply(_DerivedReply(where, replies)) if derived else replies[where[call]]
            for call, derived, where in zip(calls, unfolded, places, strict=True)
        ]

    def close(self) -> None:
        """Let go of the implementation."""
        self._implementation.close()


_Places: TypeAlias = Mapping[Call, int]
"""The number of the reply to a call."""


@dataclass(frozen=True)
class _DerivedReply:
    """What was asked for, and the replies to it."""

    places: _Places
    replies: Sequence[Reply]

    def __getitem__(self, call: Call) -> Reply:
        return self.replies[self.places[call]]


_Meaning: TypeAlias = Callable[[_DerivedReply], Any]
"""What the value of an expression is, given what was heard."""


@dataclass(frozen=True)
class _Unfolded:
    """A derived call: what is asked for it, and what follows."""

    asks: tuple[Call, ...]
    meaning: _Meaning

    def reply(self, heard: _DerivedReply) -> Reply:
        """The reply to it."""
        try:
            return Reply(encoded(self.meaning(heard)))
        except _NoAnswer as none:
            return none.reply
        except TypeError as error:  # None is not less than 2
            return Reply(
                fault=f"nothing follows from what it is derived from: {error}", goes_on=True
            )


class _Asking:
    """The calls that are made of an implementation.

    For what is derived, nothing is asked again that was just asked: a transition changes that. Since a query may
    wrongly change something as well, so does one of another access program, and one that is made once more.
    """

    def __init__(self, queries: frozenset[str]) -> None:
        self.calls: list[Call] = []
        self._queries = queries
        self._places: dict[Call, int] = {}
        self._routine = ""

    def places(self, call: Call, derived: _Unfolded | None) -> _Places:
        """Where the replies will be that a call takes."""
        if derived is None and not self._is_of_the_same_kind(call):
            self._routine, self._places = call.routine, {}
        for each in derived.asks if derived else (call,):
            if each not in self._places:
                self._places[each] = len(self.calls)
                self.calls.append(each)
        return self._places

    def _is_of_the_same_kind(self, call: Call) -> bool:
        """Whether it goes on with the queries that were made last."""
        same = call.routine == self._routine and call.routine in self._queries
        return same and call not in self._places


class _NoAnswer(Exception):
    """What was asked has failed, and so does what follows from it."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(str(reply))
        self.reply = reply


@lru_cache(maxsize=2)
def _unfolding(machine: Machine, recipes: tuple[DerivedOperation, ...]) -> _Unfolding:
    """The same for all fresh implementations in a check."""
    return _Unfolding(machine, {recipe.routine: recipe for recipe in recipes})


class _Unfolding:
    """Recipes whose dummies are replaced by all their values, once for each call."""

    def __init__(self, machine: Machine, recipes: Mapping[str, DerivedOperation]) -> None:
        self._machine = machine
        self._recipes = recipes
        self._known: dict[Call, _Unfolded] = {}

    def unfolded(self, call: Call) -> _Unfolded | None:
        """What a call is derived from; None if it is offered itself."""
        recipe = self._recipes.get(call.routine)
        if recipe is None:
            return None
        if call not in self._known:
            names = dict(zip(recipe.parameters, call.arguments, strict=True))
            environment = Environment(self._machine.instance, recipe.module, names)
            asks: dict[Call, None] = {}
            meaning = self._meaning(recipe.value, Evaluator(environment), asks)
            self._known[call] = _Unfolded(tuple(asks), meaning)
        return self._known[call]

    def _meaning(self, node: Expression, evaluator: Evaluator, asks: dict[Call, None]) -> _Meaning:
        """What a part means; what is asked for it, whatever else is answered, is added to ``asks``."""

        def meaning(part: Expression) -> _Meaning:
            return self._meaning(part, evaluator, asks)

        match node:
            case Literal() | Constant() | Variable():
                value = evaluator(node)
                return lambda heard: value
            case Apply() if _asks(node, self._machine.module):
                call = Call(node.function, tuple(map(evaluator, node.arguments[1:])))
                return self._answer(call, asks)
            case _ if not any(_asks(part, self._machine.module) for part in walk(node)):
                return lambda heard: evaluator(node)
            case Not():
                operand = meaning(node.operand)
                return lambda heard: not operand(heard)
            case And() | Or():
                operands = [meaning(each) for each in node.operands]
                holds = all if isinstance(node, And) else any
                return lambda heard: holds(each(heard) for each in operands)
            case Comparison(first=first, rest=((operator, second),)):
                compare, left, right = COMPARE[operator], meaning(first), meaning(second)
                return lambda heard: compare(left(heard), right(heard))
            case Conditional():
                cases = [(meaning(case.condition), meaning(case.value)) for case in node.cases]
                return lambda heard: next(value(heard) for holds, value in cases if holds(heard))
            case Quantified():
                fold = _FOLD[node.quantifier]
                bodies = list(self._bodies(node.generators, node.body, evaluator, asks))
                return lambda heard: fold(
                    body(heard) for those, body in bodies if all(each(heard) for each in those)
                )
        raise SpecificationError(f"a recipe asks for nothing within a {type(node).__name__}")

    def _bodies(
        self,
        generators: tuple[Generator, ...],
        body: Expression,
        evaluator: Evaluator,
        asks: dict[Call, None],
    ) -> Iterator[tuple[list[_Meaning], _Meaning]]:
        """For all values of the dummies the conditions on them, and the body."""
        if not generators:
            yield [], self._meaning(body, evaluator, asks)
            return
        first, *rest = generators
        for value in evaluator.elements(first.domain):
            inner = evaluator.within(evaluator.environment.bind(first.dummy, value))
            those = [self._meaning(condition, inner, asks) for condition in first.conditions]
            for more, meaning in self._bodies(tuple(rest), body, inner, asks):
                yield those + more, meaning

    def _answer(self, call: Call, asks: dict[Call, None]) -> _Meaning:
        """What a call yields, as a value of the specification."""
        if derived := self.unfolded(call):
            asks.update(dict.fromkeys(derived.asks))
            return derived.meaning
        asks[call] = None
        named = getattr(self._machine.routine(call.routine).result, "name", "")
        values = elements(vars(self._machine.module.python).get(named)) or ()
        decoded: dict[Json, Any] = {encoded(each): each for each in values}

        def answer(heard: _DerivedReply) -> Any:
            reply = heard[call]
            if reply.exception is not None or reply.fault is not None:
                raise _NoAnswer(reply)
            return decoded.get(reply.output, reply.output)

        return answer


_FOLD: Final[Mapping[Quantifier, Callable[[Iterable[Any]], Any]]] = {
    Quantifier.FOR_ALL: all,
    Quantifier.EXISTS: any,
    Quantifier.SUM: sum,
}


def theory(python_name: str) -> Module:
    """A module of theorems, by its Python name."""
    return declare(python_name)
