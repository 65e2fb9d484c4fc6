"""Derive: the answers of an access program that is not offered, from what others answer.

A theorem that says what an access program's output equals, in terms of others, is read as a recipe: the others are
asked, of all values of its dummies, and the theorem's right-hand side is evaluated with what they answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from modspec.checking.implementation import Implementation, Json, Reply, encoded
from modspec.checking.offer import Offer
from modspec.declaration import declare
from modspec.domains import elements
from modspec.errors import SpecificationError
from modspec.expressions import (
    Apply,
    Comparison,
    Expression,
    Generator,
    MapOf,
    Node,
    Quantified,
    SetOf,
    TheState,
    Variable,
    children,
    walk,
)
from modspec.instance import Instance
from modspec.module import Function, Module
from modspec.readings.evaluate import Environment, Evaluator
from modspec.readings.run import Call, Machine


@dataclass(frozen=True)
class Derivation:
    """What the output of an access program equals."""

    routine: str
    parameters: tuple[str, ...]
    """The names that stand for its arguments."""

    value: Expression
    module: str
    """The Python name of the module of the theorem."""

    sources: tuple[str, ...]
    """The access programs that are asked instead."""


def derivation(theorem: Function, module: Module) -> Derivation:
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
                return Derivation(left.function, names, right, theorem.module, tuple(asked))
    raise SpecificationError(
        f"{theorem.name} does not say what an access program of {module.name} equals"
    )


def _is_own(part: Apply, module: Module) -> bool:
    return part.module == module.python_name and part.function in {
        function.name for function in module.access_programs
    }


def _asks(part: Node, module: Module) -> bool:
    return isinstance(part, Apply) and _is_own(part, module)


def derivations(theory: Module, module: Module) -> dict[str, Derivation]:
    """The recipes in a theory, by the access program of the module."""
    found = (derivation(function, module) for function in theory.functions if function.exported)
    return {each.routine: each for each in found}


def offer_of(
    offered: frozenset[str], module: Module, known: Mapping[str, Derivation]
) -> tuple[Offer, dict[str, Derivation]]:
    """What can be checked of an implementation that offers these, and the recipes needed."""
    demanded = tuple(function.name for function in module.access_programs)
    there = set(offered)
    used: dict[str, Derivation] = {}
    while new := {
        name: each
        for name, each in known.items()
        if name in demanded and name not in there and there.issuperset(each.sources)
    }:
        used |= new
        there |= new.keys()
    unchecked = {name: "not offered" for name in demanded if name not in there}
    return Offer(demanded, {name: each.sources for name, each in used.items()}, unchecked), used


class Deriving:
    """An implementation that offers more, derived from what it offers."""

    def __init__(
        self, implementation: Implementation, recipes: Mapping[str, Derivation], machine: Machine
    ) -> None:
        self._implementation = implementation
        self._recipes = recipes
        self._machine = machine
        self.name = implementation.name
        self.routines = implementation.routines | frozenset(recipes)
        self.conventions = implementation.conventions

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """The replies to the calls; what is derived has the faults of what it is derived from."""
        asked = [list(self._asked(call)) for call in calls]
        replies = iter(self._implementation.answer([call for some in asked for call in some]))
        answers = []
        for call, some in zip(calls, asked, strict=True):
            heard = {each: next(replies) for each in some}
            answers.append(_Answers(self._recipes, self._machine, heard).to(call))
        return answers

    def close(self) -> None:
        """Let go of the implementation."""
        self._implementation.close()

    def _asked(self, call: Call) -> Iterator[Call]:
        """The calls that are made for one, each once."""
        recipe = self._recipes.get(call.routine)
        if recipe is None:
            yield call
            return
        evaluator = _Asking(recipe, call, self._machine)
        found = (made for part in evaluator.calls(recipe.value) for made in self._asked(part))
        yield from dict.fromkeys(found)


def _environment(recipe: Derivation, call: Call, instance: Instance) -> Environment:
    names = dict(zip(recipe.parameters, call.arguments, strict=True))
    return Environment(instance, recipe.module, names)


class _Asking:
    """Which calls of access programs the evaluation of a recipe may need."""

    def __init__(self, recipe: Derivation, call: Call, machine: Machine) -> None:
        self._module = machine.module
        self._evaluator = Evaluator(_environment(recipe, call, machine.instance))

    def calls(self, node: Node, evaluator: Evaluator | None = None) -> Iterator[Call]:
        """Those in a part, for all values of its dummies."""
        evaluator = evaluator or self._evaluator
        if isinstance(node, Apply) and _asks(node, self._module):
            yield Call(node.function, tuple(map(evaluator, node.arguments[1:])))
        elif isinstance(node, Quantified):
            yield from self._within(node.generators, node.body, evaluator)
        elif isinstance(node, SetOf | MapOf):
            raise SpecificationError("a recipe asks for no sets")
        else:
            for child in children(node):
                yield from self.calls(child, evaluator)

    def _within(
        self, generators: tuple[Generator, ...], body: Expression, evaluator: Evaluator
    ) -> Iterator[Call]:
        """Those in a body and in the conditions on its dummies, whatever the answers to these will be."""
        if not generators:
            yield from self.calls(body, evaluator)
            return
        first, *rest = generators
        for value in evaluator.elements(first.domain):
            inner = evaluator.within(evaluator.environment.bind(first.dummy, value))
            for condition in first.conditions:
                yield from self.calls(condition, inner)
            yield from self._within(tuple(rest), body, inner)


class _Answers:
    """What was heard, and what follows from it."""

    def __init__(
        self, recipes: Mapping[str, Derivation], machine: Machine, heard: Mapping[Call, Reply]
    ) -> None:
        self._recipes, self._machine, self._heard = recipes, machine, heard

    def to(self, call: Call) -> Reply:
        """The reply to a call."""
        recipe = self._recipes.get(call.routine)
        if recipe is None:
            return self._heard[call]
        environment = _environment(recipe, call, self._machine.instance)
        try:
            return Reply(encoded(_Evaluator(environment, self)(recipe.value)))
        except _NoAnswer as none:
            return none.reply

    def value(self, call: Call) -> Any:
        """What a call yields, as a value of the specification."""
        reply = self.to(call)
        if reply.exception is not None or reply.fault is not None:
            raise _NoAnswer(reply)
        return _decoded(reply.output, self._machine.routine(call.routine), self._machine)


def _decoded(output: Json, function: Function, machine: Machine) -> Any:
    named = vars(machine.module.python).get(getattr(function.result, "name", ""))
    return {encoded(each): each for each in elements(named) or ()}.get(output, output)


class _NoAnswer(Exception):
    """What was asked has failed, and so does what follows from it."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(str(reply))
        self.reply = reply


class _Evaluator(Evaluator):
    """Evaluates a recipe with what an implementation has answered."""

    def __init__(self, environment: Environment, answers: _Answers) -> None:
        super().__init__(environment)
        self._answers = answers

    def within(self, environment: Environment) -> _Evaluator:
        return _Evaluator(environment, self._answers)

    def _Apply(self, node: Apply) -> Any:
        if _asks(node, self._answers._machine.module):
            return self._answers.value(Call(node.function, tuple(map(self, node.arguments[1:]))))
        return super()._Apply(node)


def theory(python_name: str) -> Module:
    """A module of theorems, by its Python name."""
    return declare(python_name)
