"""The command ``compare``: do two modules say the same? If not, the fewest calls that show it."""

from __future__ import annotations

import itertools
import random
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import Any, Final

import click

from modlab.calls import read_calls, to_text
from modlab.commands.errors import Exit
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.progress import showing_progress
from modlab.commands.spec_argument import spec_of
from modlab.course import Course
from modlab.notation import Notation
from modlab.session import Session
from modlab.specification_file import specification_at
from modspec import Module, SpecificationError
from modspec.lint import Progress
from modspec.lint.findings import ignore_progress
from modspec.lint.pools import MOST, Pools
from modspec.lint.value_types import (
    BasicAtom,
    BoundedAtom,
    ElementAtom,
    ValueType,
    types_to_try,
)
from modspec.run.machine import Call, Machine, Outcome
from modspec.syntax.module import Function
from modspec.syntax.values import State

_HELP: Final = """Compare a module with the module OTHER, an older version say.

All calls of the access programs that both have are made, with the values that their types and
constants suggest, in all states that fewer calls reach first.
"""

_EXIT_CODES: Final = {
    Exit.CONFORMS: "no difference was found",
    Exit.DEVIATES: "the calls that show one are printed",
    Exit.USAGE: "a module cannot be read",
}

CALLS: Final = 150_000
"""Calls of each module that are made at most."""

ARGUMENTS: Final = 200
"""Calls of an access program in a state."""

UNDEFINED: Final = "means nothing"
"""What a call comes to that the specification does not define."""


@dataclass(frozen=True)
class TellingCalls:
    """Calls after which two modules say different things."""

    before: tuple[Call, ...]
    call: Call


@dataclass(frozen=True)
class ComparisonResult:
    """What a comparison has found."""

    difference: TellingCalls | None
    states: int
    """The pairs of states in which calls were made."""

    is_whole: bool
    """Whether calls lead to no other states."""

    has_all_values: bool = False
    """Whether the calls are passed all values of their parameters' types."""


def command(course: Course) -> click.Command:
    """Return the command for the default module of a course."""
    return CommandWithExitCodes(
        "compare",
        exit_codes=_EXIT_CODES,
        params=[click.Argument(["other"], type=spec_of(course))],
        callback=lambda other: print_comparison(course.spec, other),
        help=_HELP,
    )


def print_comparison(one: str, other: str) -> int:
    """Print how two modules differ; return the exit code."""
    modules = [specification_at(place) for place in (one, other)]
    with showing_progress("compare") as show:
        found = compare_modules(modules[0], modules[1], show)
    for line in _only_one_has(modules, (one, other)):
        click.echo(line)
    if found.difference is None:
        counted = "1 state" if found.states == 1 else f"{found.states:,} states"
        same = f"{one} and {other} say the same in {counted}"
        if found.is_whole and found.has_all_values:
            click.echo(f"{same}: all that calls reach")
        elif found.is_whole:
            click.echo(f"{same}: all that calls reach with the values that were tried")
        else:
            click.echo(f"no difference was found: {same}; other states were not tried")
        return Exit.CONFORMS
    calls = " ".join(map(to_text, found.difference.before)) or "no call"
    click.echo(f"{one} and {other} differ after {calls}\n\n> {to_text(found.difference.call)}")
    for place, module in zip((one, other), modules, strict=True):
        click.echo(f"\n  {place}")
        for line in _lines_about(module, found.difference):
            click.echo(f"    {line}")
    return Exit.DEVIATES


def _only_one_has(modules: Sequence[Module], places: Sequence[str]) -> Iterator[str]:
    """Yield a line for each module that has access programs which the other one lacks."""
    names = [[f.name for f in module.access_programs] for module in modules]
    for place, own, others in zip(places, names, reversed(names), strict=True):
        if only := [name for name in own if name not in others]:
            yield f"only {place} has {', '.join(only)}"


def _lines_about(module: Module, difference: TellingCalls) -> Iterator[str]:
    """Yield what a module makes of the call that shows a difference."""
    session = Session(Notation(module))
    texts = " ".join(map(to_text, (*difference.before, difference.call)))
    *before, last = read_calls(module, texts)
    for call in before:
        for _ in session.make(call):
            pass
    try:
        yield from session.make(last)
    except SpecificationError as error:
        yield str(error)


def compare_modules(
    one: Module, other: Module, progress: Progress = ignore_progress
) -> ComparisonResult:
    """Compare two modules call by call, in the states that the fewest calls reach first.

    ``progress`` is told how many of the calls were made that are made at most. Raises
    SpecificationError if they have no access program in common that begins.
    """
    names = {function.name for function in other.access_programs}
    common = [f for f in one.access_programs if f.name in names and _are_alike(f, other[f.name])]
    if not any(function in one.initializers for function in common):
        raise SpecificationError(f"{one.name} and {other.name} do not begin by the same call")
    if all(function in one.initializers for function in common):
        raise SpecificationError(
            f"{one.name} and {other.name} have only {common[0].name} in common"
        )
    return _Walk(one, other, common).comparison(progress)


class _Walk:
    """A walk through the states of two modules side by side."""

    def __init__(self, one: Module, other: Module, common: Sequence[Function]) -> None:
        self._one, self._other, self._common = one, other, common
        self._machines = Machine(one), Machine(other)
        self._pools = Pools(one, random.Random(0))
        self._other_pools = Pools(other, random.Random(0))
        self._translated: dict[Call, Call | None] = {}
        self._is_sampled = False

    def comparison(self, progress: Progress) -> ComparisonResult:
        """Make calls in the states that the fewest calls reach first."""
        waiting = deque([_Pair((), None, None)])
        known: set[tuple[State | None, State | None]] = set()
        made = states = 0
        while waiting:
            if made > CALLS:
                return ComparisonResult(None, states, is_whole=False)
            pair = waiting.popleft()
            states += pair.one is not None
            progress("calls", made, CALLS)
            for function in self._common:
                if (function.state is None) != (pair.one is None):
                    continue
                for call, same in self._calls(function):
                    made += 1
                    one = _outcome(self._machines[0], pair.one, call)
                    other = _outcome(self._machines[1], pair.other, same)
                    if _text(one, function) != _text(other, function):
                        difference = TellingCalls(pair.calls, call)
                        return ComparisonResult(difference, states, is_whole=False)
                    if not (isinstance(one, Outcome) and isinstance(other, Outcome)):
                        continue
                    self._is_sampled |= bool(one.allowed[1:])  # it goes on from the first choice
                    after = one.state, other.state
                    if function.is_transition and one.exception is None and after not in known:
                        known.add(after)
                        waiting.append(_Pair((*pair.calls, call), *after))
        is_whole = not self._is_sampled
        return ComparisonResult(None, states, is_whole, all(map(_has_few_values, self._types())))

    def _types(self) -> Iterator[ValueType]:
        """Yield the types of the parameters of both modules."""
        for module in (self._one, self._other):
            for function in self._common:
                hints = types_to_try(vars(module.python)[function.name])
                yield from (hints[p.name] for p in module[function.name].parameters)

    def _calls(self, function: Function) -> Iterator[tuple[Call, Call]]:
        """Yield calls of a function of the one module, each with the same call of the other."""
        values = [*self._values(function)]
        every: Iterable[tuple[Any, ...]] = itertools.product(*values)
        if prod(map(len, values)) > ARGUMENTS:
            self._is_sampled = True
            chance = random.Random(0)  # the same calls in each state
            every = (tuple(map(chance.choice, values)) for _ in range(ARGUMENTS))
        for arguments in every:
            call = Call(function.name, arguments)
            if call not in self._translated:
                self._translated[call] = self._translation(call)
            same = self._translated[call]
            if same is not None:
                yield call, same

    def _values(self, function: Function) -> Iterator[Sequence[Any]]:
        """Yield the values for each parameter: those that either module mentions."""
        ours = types_to_try(vars(self._one.python)[function.name])
        theirs = types_to_try(vars(self._other.python)[function.name])
        same = self._other[function.name].parameters
        for mine, other in zip(function.parameters, same, strict=True):
            found = self._pools.of(ours[mine.name])
            more = self._other_pools.of(theirs[other.name]) if found else ()
            kinds = {type(each) for each in found} & {int, str, float}
            yield [*found, *(each for each in more if type(each) in kinds and each not in found)]

    def _translation(self, call: Call) -> Call | None:
        """Return a call with the values of the other module; None if it lacks one of them."""
        try:
            (same,) = read_calls(self._other, to_text(call))
        except SpecificationError:
            return None
        return same


@dataclass(frozen=True)
class _Pair:
    """Two states to which the same calls lead."""

    calls: tuple[Call, ...]
    one: State | None
    other: State | None


def _has_few_values(kind: ValueType) -> bool:
    """Whether all values of a type are tried: those of an enumeration, or of few integers."""
    return all(
        isinstance(atom, ElementAtom)
        or atom in (BasicAtom("bool"), BasicAtom("None"))
        or (isinstance(atom, BoundedAtom) and (atom.bounds.high or inf) - atom.bounds.low < MOST)
        for atom in kind
    )


def _are_alike(one: Function, other: Function) -> bool:
    return len(one.parameters) == len(other.parameters) and bool(one.state) == bool(other.state)


def _outcome(machine: Machine, state: State | None, call: Call) -> Outcome | str:
    try:
        return machine.call(state, call.routine, call.arguments)
    except machine.undefined_errors:
        return UNDEFINED


def _text(result: Outcome | str, function: Function) -> str:
    """Return what is seen of a result: the exception, or all outputs allowed; not the state."""
    if isinstance(result, str):
        return result
    if result.exception:
        return f"raises {result.exception}"
    if function.output is None:
        return ""
    return " or ".join(map(to_text, result.allowed or (result.output,)))
