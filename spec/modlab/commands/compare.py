"""The command ``compare``: do two modules say the same? If not, the fewest calls that show it."""

from __future__ import annotations

import itertools
import random
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, prod
from typing import Any, Final

import click

from modlab.calls import read_calls, to_own_text, to_text
from modlab.commands.errors import Exit
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.progress import showing_progress
from modlab.commands.spec_argument import spec_of
from modlab.course import Course
from modlab.missing_value import missing_value
from modlab.notation import Notation
from modlab.session import Session
from modlab.specification_file import specification_at
from modlab.streams import wrap_lines
from modspec import Module, SpecificationError
from modspec.lint import Progress
from modspec.lint.findings import ignore_progress
from modspec.lint.pools import MOST, Pools, undefined_errors
from modspec.lint.value_types import (
    BasicAtom,
    BoundedAtom,
    ElementAtom,
    ValueType,
    types_to_try,
)
from modspec.run.machine import Call, Machine, Outcome
from modspec.syntax.module import Function, Kind
from modspec.syntax.values import State, with_origin

_HELP: Final = """Compare a module with the module OTHER, an older version say.

All calls of the access programs that both have are made, with the values that their types and
constants suggest, in all states that fewer calls reach first. An object of the module's own type
is passed as the calls that make it, and one that a call yields is compared by what queries yield of
it. If no call of an access program can be compared, the program is named.
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

WALK: Final = 24
"""Calls that are made to make objects of many calls."""

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

    not_compared: tuple[str, ...] = ()
    """The access programs that both have, without a compared call: they take other
    parameters, or no call of them that was tried has a meaning."""


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
        click.echo(wrap_lines(_sentence(found, f"{one} and {other}"), sys.stdout))
        return Exit.CONFORMS
    calls = (*found.difference.before, found.difference.call)
    *before, last = [to_own_text(modules[0], call) for call in calls]
    lines = [f"{one} and {other} differ after {' '.join(before) or 'no call'}", "", f"> {last}"]
    for place, module in zip((one, other), modules, strict=True):
        lines += ["", f"  {place}"]
        lines += [f"    {line}" for line in _lines_about(module, " ".join((*before, last)))]
    click.echo(wrap_lines("\n".join(lines), sys.stdout))
    return Exit.DEVIATES


def _sentence(found: ComparisonResult, places: str) -> str:
    """Return what is said of two modules if no difference was found."""
    counted = "1 state" if found.states == 1 else f"{found.states:,} states"
    said = f"{places} say the same in {counted}"
    if found.is_whole:
        said += ": all that calls reach"
        said += "" if found.has_all_values else " with the values that were tried"
    else:
        said += "; other states were not tried"
    if found.not_compared:
        said += f"; not compared: {', '.join(found.not_compared)}"
    is_certain = found.is_whole and not found.not_compared
    return said if is_certain else f"no difference was found: {said}"


def _only_one_has(modules: Sequence[Module], places: Sequence[str]) -> Iterator[str]:
    """Yield a line for each module that has access programs which the other one lacks."""
    names = [[f.name for f in module.access_programs] for module in modules]
    for place, own, others in zip(places, names, reversed(names), strict=True):
        if only := [name for name in own if name not in others]:
            yield f"only {place} has {', '.join(only)}"


def _lines_about(module: Module, calls: str) -> Iterator[str]:
    """Yield what a module makes of the last call, which shows a difference."""
    session = Session(Notation(module))
    *before, last = read_calls(module, calls)
    for call in before:
        for _ in session.make(call):
            pass
    try:
        yield from session.make(last)
    except (SpecificationError, ArithmeticError) as error:
        missing = missing_value(module, session.notation.machine, session.state, last)
        yield f"{last} has no value: {missing}" if missing else str(error)


def compare_modules(
    one: Module, other: Module, progress: Progress = ignore_progress
) -> ComparisonResult:
    """Compare two modules call by call, in the states that the fewest calls reach first.

    ``progress`` is told how many of the calls were made that are made at most. Raises
    SpecificationError if they have no access program in common that begins.
    """
    names = {function.name for function in other.access_programs}
    both = [function for function in one.access_programs if function.name in names]
    common = [function for function in both if _are_alike(function, other[function.name])]
    if not any(function in one.initializers for function in common):
        raise SpecificationError(f"{one.name} and {other.name} do not begin by the same call")
    if all(function in one.initializers for function in common):
        raise SpecificationError(
            f"{one.name} and {other.name} have only {common[0].name} in common"
        )
    walk = _Walk(one, other, common)
    found = walk.comparison(progress)
    not_compared = (each.name for each in both if each.name not in walk.compared)
    return replace(found, not_compared=tuple(not_compared))


class _Walk:
    """A walk through the states of two modules side by side."""

    def __init__(self, one: Module, other: Module, common: Sequence[Function]) -> None:
        self._one, self._other, self._common = one, other, common
        self._machines = Machine(one), Machine(other)
        self._pools = Pools(one, random.Random(0))
        self._other_pools = Pools(other, random.Random(0))
        self._translated: dict[Call, Call | None] = {}
        self._is_sampled = False
        self._made = 0
        self._alike: dict[tuple[State, State], bool] = {}
        self.compared: set[str] = set()
        """The access programs with a compared call."""

        if one.state is not None and one.kind is Kind.ABSTRACT_DATA_TYPE:
            own = vars(one.python)[one.state.name]
            self._pools.states[own] = [*self._objects_of_many_calls()]

    def comparison(self, progress: Progress) -> ComparisonResult:
        """Make calls in the states that the fewest calls reach first."""
        waiting = deque([_Pair((), None, None)])
        known: set[tuple[State | None, State | None]] = set()
        states = 0
        while waiting:
            if self._made > CALLS:
                return ComparisonResult(None, states, is_whole=False)
            pair = waiting.popleft()
            states += pair.one is not None
            progress("calls", min(self._made, CALLS), CALLS)
            for function in self._common:
                if (function.state is None) != (pair.one is None):
                    continue
                for call, same in self._calls(function):
                    one, other = self._outcomes(pair, call, same)
                    if not self._is_same(one, other, function):
                        difference = TellingCalls(pair.calls, call)
                        return ComparisonResult(difference, states, is_whole=False)
                    if not (isinstance(one, Outcome) and isinstance(other, Outcome)):
                        continue
                    self.compared.add(function.name)
                    self._is_sampled |= bool(one.allowed[1:])  # it goes on from the first choice
                    after = one.state, other.state
                    if function.is_transition and one.exception is None and after not in known:
                        known.add(after)
                        waiting.append(_Pair((*pair.calls, call), *after))
        is_whole = not self._is_sampled
        return ComparisonResult(None, states, is_whole, all(map(_has_few_values, self._types())))

    def _outcomes(self, pair: _Pair, call: Call, same: Call) -> tuple[Outcome | str, Outcome | str]:
        """Return what a call comes to in each of two states."""
        self._made += 1
        one = _outcome(self._machines[0], pair.one, call)
        return one, _outcome(self._machines[1], pair.other, same)

    def _objects_of_many_calls(self) -> Iterator[State]:
        """Yield objects that ever more calls of the one module make, which chance chooses.

        They are arguments, besides those that few calls make.
        """
        chance, machine = random.Random(0), self._machines[0]
        begins = [call for f in self._common if f.state is None for call, _ in self._calls(f)]
        transitions = [f for f in self._common if f.state is not None and f.is_transition]
        moves = [call for function in transitions for call, _ in self._calls(function)]
        state: State | None = None
        calls: tuple[Call, ...] = ()
        for _ in range(WALK):
            some = begins if state is None else moves
            if not some:
                return
            call = chance.choice(some)
            outcome = _outcome(machine, state, call)
            if isinstance(outcome, Outcome) and outcome.state not in (None, state):
                state, calls = outcome.state, (*calls, call)
                yield with_origin(state, calls)

    def _is_same(self, one: Outcome | str, other: Outcome | str, function: Function) -> bool:
        """Whether the same is seen of two results: the exception or the outputs, not the state."""
        if isinstance(one, str) or isinstance(other, str) or one.exception or other.exception:
            return _name_of(one) == _name_of(other)
        if function.output is None:
            return True
        ours, theirs = (each.allowed or (each.output,) for each in (one, other))
        return len(ours) == len(theirs) and all(map(self._is_same_value, ours, theirs))

    def _is_same_value(self, one: Any, other: Any) -> bool:
        """Whether two outputs are the same; objects of the modules' own types if they look alike.

        Their state variables are not seen, and may be others.
        """
        if _is_own(one, self._one) and _is_own(other, self._other):
            if (one, other) not in self._alike:
                self._alike[one, other] = self._look_alike(_Pair((), one, other))
            return self._alike[one, other]
        return to_text(one) == to_text(other)

    def _look_alike(self, pair: _Pair) -> bool:
        """Whether queries yield the same of two objects. What yields an object is not asked."""
        queries = [f for f in self._common if f.state is not None and not f.is_transition]
        plain = [function for function in queries if not self._takes_own(function)]
        for function in plain or queries:
            for call, same in itertools.islice(self._calls(function), MOST):
                one, other = self._outcomes(pair, call, same)
                if isinstance(one, Outcome) and _is_own(one.output, self._one):
                    continue
                if not self._is_same(one, other, function):
                    return False
        return True

    def _takes_own(self, function: Function) -> bool:
        """Whether a function takes an object of its own module besides the one it is called of."""
        own = self._one.state and self._one.state.name
        return any(getattr(each.type, "name", "") == own for each in function.parameters)

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
            (same,) = read_calls(self._other, to_own_text(self._one, call))
        except SpecificationError:
            return None
        except undefined_errors(self._machines[1]):
            return None  # what makes an object may have no meaning there
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
    except undefined_errors(machine):
        return UNDEFINED


def _name_of(result: Outcome | str) -> str:
    """Return the name of the exception that a call raises, if any; or that it means nothing."""
    return result if isinstance(result, str) else result.exception or ""


def _is_own(value: Any, module: Module) -> bool:
    """Whether a value is an object of a module's own type."""
    return module.state is not None and type(value) is vars(module.python)[module.state.name]
