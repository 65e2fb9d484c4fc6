"""Derived operations: access programs that an implementation lacks, from those that it has.

Many programs have fewer access programs than a specification requires. Where a theorem says what
the output of a missing one equals, in terms of others, the checker asks the others, for all values
of the theorem's dummies, and evaluates the theorem's right-hand side with their replies. What
cannot be derived is not checked, and never counted as passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final

from modcheck.near import near_names, near_names_text
from modcheck.system.implementation import ATTRIBUTE, Implementation, Reply, encode
from modspec.run.domains import elements
from modspec.run.evaluate import Environment, Evaluator
from modspec.run.machine import Call, Machine
from modspec.syntax import expressions
from modspec.syntax.errors import SpecificationError
from modspec.syntax.expressions import Apply, Expression, Generator, Node, walk
from modspec.syntax.module import Function, Module


@dataclass(frozen=True)
class Support:
    """Which access programs of a specification an implementation has, and which are checked."""

    required: tuple[str, ...]
    """The access programs of the specification, in its order."""
    derived: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The access programs that are derived, and from which others."""
    unchecked: Mapping[str, str] = field(default_factory=dict)
    """The access programs that are not checked, and why."""

    @cached_property
    def checked_routines(self) -> frozenset[str]:
        """The access programs that are checked, directly or derived."""
        return frozenset(self.required) - frozenset(self.unchecked)


@dataclass(frozen=True, eq=False)
class DerivedOperation:
    """An expression that the output of an access program equals."""

    routine: str
    parameters: tuple[str, ...]
    """The names that stand for its arguments."""
    value: Expression
    module: str
    """The Python name of the module of the theorem."""
    sources: tuple[str, ...]
    """The access programs in the expression."""


def derived_operation(theorem: Function, module: Module) -> DerivedOperation:
    """Return a theorem as a derived operation of a module.

    Raises :class:`SpecificationError` unless it says ``routine(state, parameter, ...) == ...``.
    """
    assert theorem.output is not None
    match theorem.output.value:
        case expressions.Comparison(first=Apply() as left, rest=(("Eq", right),)) if _is_own(
            left, module
        ):
            names = [a.name for a in left.arguments[1:] if isinstance(a, expressions.Variable)]
            is_general = all(
                isinstance(a, expressions.TheState | expressions.Variable) for a in left.arguments
            )
            if is_general and len(names) == len(left.arguments) - 1:
                sources = dict.fromkeys(
                    part.function
                    for part in walk(right)
                    if isinstance(part, Apply) and _is_own(part, module)
                )
                return DerivedOperation(
                    left.function, tuple(names), right, theorem.module, tuple(sources)
                )
    raise SpecificationError(
        f"{theorem.name} does not say what an access program of {module.name} equals"
    )


def _is_own(part: Node, module: Module) -> bool:
    """Whether a part of an expression applies an access program of the module."""
    if not isinstance(part, Apply) or part.module != module.python_name:
        return False
    return part.function in _program_names(module)


@lru_cache
def _program_names(module: Module) -> frozenset[str]:
    return frozenset(program.name for program in module.access_programs)


def derived_operations(theorems: Module, module: Module) -> dict[str, DerivedOperation]:
    """Return the derived operations in a module of theorems, by the access program."""
    found = (derived_operation(f, module) for f in theorems.functions if f.exported)
    return {operation.routine: operation for operation in found}


NOT_OFFERED: Final = "not offered"
"""Why a routine is not checked that a program does not have."""


def support_of(
    present: frozenset[str],
    module: Module,
    known: Mapping[str, DerivedOperation],
    left_out: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Support, dict[str, DerivedOperation]]:
    """Return what is checked of an implementation with these routines, and what is derived.

    The routines that are ``left_out``, each for a reason, are neither checked nor derived.
    """
    required = tuple(function.name for function in module.access_programs)
    available = set(present) - set(left_out)
    used: dict[str, DerivedOperation] = {}
    for attributes in ((), _attributes_as_queries(present, module)):  # what is derived comes first
        available |= {name for name in attributes if name not in left_out}
        while new := {
            name: operation
            for name, operation in known.items()
            if name in required
            and name not in {*available, *left_out}
            and available.issuperset(operation.sources)
        }:
            used |= new
            available |= new.keys()
    near = near_names(required, {name for name in present if not name.startswith(ATTRIBUTE)})
    unchecked = {
        name: left_out[name]
        if name in left_out
        else f"yours is an attribute that cannot be called; the specification calls it: {name}()"
        if ATTRIBUTE + name in present
        else f"{NOT_OFFERED}; rename {near_names_text({name: near[name]})}"
        if name in near
        else NOT_OFFERED
        for name in required
        if name not in available
    }
    derived = {name: operation.sources for name, operation in used.items()}
    return Support(required, derived, unchecked), used


def _attributes_as_queries(present: frozenset[str], module: Module) -> frozenset[str]:
    """Return the queries without parameters in whose place a program has an attribute."""
    return frozenset(
        each.name
        for each in module.access_programs
        if not each.is_transition and not each.parameters and ATTRIBUTE + each.name in present
    )


class DerivingImplementation:
    """An implementation with more access programs, derived from those that it has."""

    def __init__(
        self,
        implementation: Implementation,
        operations: Mapping[str, DerivedOperation],
        machine: Machine,
    ) -> None:
        """Add derived operations to an implementation of the machine's module."""
        self._implementation = implementation
        self._operations = _operations(machine, tuple(operations.values()))
        programs = machine.module.access_programs
        self._queries = frozenset(each.name for each in programs if not each.is_transition)
        self.name = implementation.name
        self.routines = implementation.routines | frozenset(operations)
        self.conventions = implementation.conventions

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return the replies to the calls; a derived one fails as those it is derived from."""
        requests = _Requests(self._operations, self._queries)
        groups = [requests.add(call) for call in calls]
        replies = self._implementation.answer(requests.calls)
        return [group.reply(call, replies) for call, group in zip(calls, groups, strict=True)]

    def close(self) -> None:
        """Close the implementation."""
        self._implementation.close()


@lru_cache(maxsize=2)
def _operations(machine: Machine, operations: tuple[DerivedOperation, ...]) -> _Operations:
    """Return the same object for all fresh implementations in a check."""
    return _Operations(machine, {operation.routine: operation for operation in operations})


class _Operations:
    """Derived operations, and the calls that each takes."""

    def __init__(self, machine: Machine, operations: Mapping[str, DerivedOperation]) -> None:
        self.machine = machine
        self._operations = operations
        self._requests: dict[Call, tuple[Call, ...] | None] = {}
        self._decoders: dict[str, dict[Any, Any]] = {}

    def requests(self, call: Call) -> tuple[Call, ...] | None:
        """Return the calls from whose replies a call is derived; None if it is made itself."""
        if call not in self._requests:
            self._requests[call] = None
            if operation := self._operations.get(call.routine):
                evaluator = Evaluator(self._environment(operation, call))
                found = dict.fromkeys(self._requests_in(operation.value, evaluator))
                self._requests[call] = tuple(found)
        return self._requests[call]

    def value(self, call: Call, answer: Callable[[Call], Any]) -> Any:
        """Return the value of a derived call, with the values of the calls in it."""
        operation = self._operations[call.routine]
        return _Answering(self._environment(operation, call), self, answer)(operation.value)

    def decode(self, call: Call, reply: Reply) -> Any:
        """Return a reply as a value of the specification. Raises :class:`_NoValue`."""
        if reply.exception is not None or reply.fault is not None:
            raise _NoValue(reply)
        if call.routine not in self._decoders:
            named = getattr(self.machine.routine(call.routine).result, "name", "")
            values = elements(vars(self.machine.module.python).get(named)) or ()
            self._decoders[call.routine] = {encode(value): value for value in values}
        return self._decoders[call.routine].get(reply.output, reply.output)

    def _environment(self, operation: DerivedOperation, call: Call) -> Environment:
        names = dict(zip(operation.parameters, call.arguments, strict=True))
        return Environment(self.machine.instance, operation.module, names)

    def _requests_in(self, node: Node, evaluator: Evaluator) -> Iterator[Call]:
        """Yield the calls in an expression, for all values of its dummies."""
        match node:
            case Apply() if _is_own(node, self.machine.module):
                call = Call(node.function, tuple(map(evaluator, node.arguments[1:])))
                yield from self.requests(call) or (call,)
            case expressions.Quantified():
                yield from self._requests_for(node.generators, node.body, evaluator)
            case expressions.SetOf() | expressions.MapOf() if any(
                _is_own(part, self.machine.module) for part in walk(node)
            ):
                raise SpecificationError(
                    f"a derived operation cannot call access programs in a {type(node).__name__}"
                )
            case expressions.SetOf() | expressions.MapOf():
                pass
            case _:
                for child in expressions.children(node):
                    yield from self._requests_in(child, evaluator)

    def _requests_for(
        self, generators: Sequence[Generator], body: Expression, evaluator: Evaluator
    ) -> Iterator[Call]:
        if not generators:
            yield from self._requests_in(body, evaluator)
            return
        first, *rest = generators
        for value in evaluator.elements(first.domain):
            inner = evaluator.within(evaluator.environment.bind(first.dummy, value))
            for condition in first.conditions:
                yield from self._requests_in(condition, inner)
            yield from self._requests_for(rest, body, inner)


class _Answering(Evaluator):
    """Evaluates an expression in which access programs have the values that they answered."""

    def __init__(
        self, environment: Environment, operations: _Operations, answer: Callable[[Call], Any]
    ) -> None:
        super().__init__(environment)
        self._operations, self._answer = operations, answer

    def within(self, environment: Environment) -> _Answering:
        return _Answering(environment, self._operations, self._answer)

    def apply(self, node: Apply) -> Any:
        if not _is_own(node, self._operations.machine.module):
            return super().apply(node)
        return self._answer(Call(node.function, tuple(map(self, node.arguments[1:]))))


class _NoValue(Exception):
    """A call failed, and so does a call that is derived from it."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(str(reply))
        self.reply = reply


class _Requests:
    """The calls that are made of an implementation, in groups.

    Within a group, no call is made twice for what is derived. A transition begins another group.
    So does a query of another access program, and a query that is made once more, since a query
    may wrongly change something as well.
    """

    def __init__(self, operations: _Operations, queries: frozenset[str]) -> None:
        self.calls: list[Call] = []
        self._operations = operations
        self._queries = queries
        self._group = _RequestGroup(operations)
        self._routine = ""

    def add(self, call: Call) -> _RequestGroup:
        """Make a call, or those it is derived from; return the group that has its reply."""
        derived_from = self._operations.requests(call)
        if derived_from is None:
            is_same_query = call.routine == self._routine and call.routine in self._queries
            if not is_same_query or call in self._group.numbers:
                self._routine, self._group = call.routine, _RequestGroup(self._operations)
        for each in (call,) if derived_from is None else derived_from:
            if each not in self._group.numbers:
                self._group.numbers[each] = len(self.calls)
                self.calls.append(each)
        return self._group


class _RequestGroup:
    """Calls between which nothing should change."""

    def __init__(self, operations: _Operations) -> None:
        self.numbers: dict[Call, int] = {}
        """The number of the reply to each call."""

        self._operations = operations
        self._values: dict[Call, Any] = {}

    def reply(self, call: Call, replies: Sequence[Reply]) -> Reply:
        """Return the reply to a call, derived or made."""
        if self._operations.requests(call) is None:
            return replies[self.numbers[call]]
        try:
            return Reply(encode(self._value(call, replies)))
        except _NoValue as none:
            return none.reply
        except TypeError as error:  # None is not less than 2
            return Reply(
                fault=f"nothing follows from what it is derived from: {error}", goes_on=True
            )

    def _value(self, call: Call, replies: Sequence[Reply]) -> Any:
        if self._operations.requests(call) is None:
            return self._operations.decode(call, replies[self.numbers[call]])
        if call not in self._values:
            self._values[call] = self._operations.value(
                call, lambda inner: self._value(inner, replies)
            )
        return self._values[call]
