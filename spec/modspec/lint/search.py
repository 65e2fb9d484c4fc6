"""Search: calls that have no meaning, and calls that break the invariant.

States are reached by calls from the initialisers; what goes wrong there is an error. Other states
that satisfy the invariant are tried as well; what goes wrong there is a warning, since a reader
takes the invariant for all that is known. The search is the same at every run: it counts the
expressions that it evaluates, not seconds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from modspec.lint.findings import FindingKind, Level, Progress, Report, ignore_progress
from modspec.lint.pools import Pools
from modspec.lint.strict import Budget, BudgetSpent, NotAssumed, NoValue, StrictMachine
from modspec.lint.usage import keeps_all
from modspec.lint.value_types import RecordAtom, types_to_try
from modspec.run.plain import plain
from modspec.syntax import expressions as ex
from modspec.syntax.bounds import outlier, output_hint
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import Span
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import variables_read
from modspec.syntax.values import State

STEPS: Final = 400_000
"""Expressions that are evaluated at most, half of them in states that calls reach."""

CALLS: Final = 16
"""Calls of each access program that are tried in a state."""

NEIGHBOURS: Final = 3
"""States that are tried that differ from one that was reached in the same part."""

STATES: Final = 4000
"""States that are kept."""

LEAST: Final = 8
"""Calls that change nothing, before the lint says that none does."""


@dataclass
class SearchResult:
    """How far a search has come."""

    states: int = 0
    """The number of states that were reached."""

    tried: dict[str, int] = field(default_factory=dict)
    """For each access program the number of states in which a call of it was defined; for an
    initialiser, which needs no state, the number of such calls. None without such a call."""

    is_whole: bool = False
    """Whether calls lead to no other state, with the arguments that were tried."""


@dataclass(frozen=True)
class SeenFault:
    """A call that has no meaning, or breaks the invariant."""

    function: str
    """The access program that was called."""

    kind: FindingKind
    text: str

    is_allowed: bool
    """Whether the invariant allows the state, and no call was seen to lead to it."""


class Search:
    """Tries the access programs of one module."""

    def __init__(
        self,
        module: Module,
        report: Report,
        progress: Progress = ignore_progress,
        steps: int = STEPS,
    ) -> None:
        """Search one module. ``steps`` are the expressions that are evaluated at most."""
        self._module, self._report, self._progress = module, report, progress
        self._chance = random.Random(module.name)
        self.pools = Pools(module, self._chance)
        self._told: set[tuple[Span, FindingKind]] = set()
        self._changes: dict[str, list[bool]] = {}
        """Whether each call that yields a state has led to another one."""

        self._places: dict[str, Counter[State | None]] = {}
        """The states that calls reach, with the number of defined calls of each function there."""

        self._most = steps // 2
        self._budget = Budget(self._most)
        self._machine = StrictMachine(module, self._budget)
        self.result = SearchResult()
        self.seen: list[SeenFault] = []
        """What was found, those in states that calls reach first."""

        self._given: dict[State, bool] = {}
        """The objects that may be arguments, each with whether it satisfies the invariant."""

        self.reached: dict[State, None] = {}
        """The states that calls reach, in the order in which they were reached."""

    def run(self) -> SearchResult:
        """Search, report what is found, and return how far the search has come."""
        with suppress(BudgetSpent):
            self._reach(self.reached)
        self.result.states = len(self.reached)
        self.result.tried = {
            name: places[None] or len(places) for name, places in self._places.items()
        }
        self._budget.left = self._most
        with suppress(BudgetSpent):
            self._try_neighbours(list(self.reached))
        self._check_effects()
        return self.result

    def _check_effects(self) -> None:
        """Report access programs that yield a state, and always the one they were given.

        Those whose text says so are reported without a call.
        """
        for function in self._module.access_programs:
            changes = self._changes.get(function.name, [])
            if len(changes) >= LEAST and not any(changes) and not keeps_all(function):
                self._tell(
                    function.at,
                    Level.WARNING,
                    FindingKind.NO_EFFECT,
                    f"none of {len(changes)} calls of {function.name} changed the state",
                    "say what it changes, or leave it out",
                )

    def _reach(self, reached: dict[State, None]) -> None:
        """Make calls in all states that they reach; note the states."""
        waiting: list[State] = []
        for function in self._module.access_programs:
            if function.state is None:
                for arguments in self._arguments(function):
                    for state in self._try(function, None, arguments):
                        self._note(state, reached, waiting)
        while waiting:
            self._show("calls from the start")
            before = waiting.pop(0 if self._chance.random() < 0.5 else -1)
            for function in self._module.access_programs:
                if function.state is not None:
                    for arguments in self._arguments(function):
                        for state in self._try(function, before, arguments):
                            self._note(state, reached, waiting)
        self.result.is_whole = len(reached) < STATES

    def _show(self, phase: str) -> None:
        """Tell how much of what this half of the search may evaluate was evaluated, in percent."""
        self._progress(phase, 100 * (self._most - self._budget.left) // self._most, 100)

    def _note(self, state: State, reached: dict[State, None], waiting: list[State]) -> None:
        if state not in reached and len(reached) < STATES:
            reached[state] = None
            waiting.append(state)
            self.pools.states.setdefault(type(state), []).append(state)

    def _arguments(self, function: Function) -> list[tuple[Any, ...]]:
        hints = types_to_try(vars(self._module.python)[function.name])
        types = [hints[parameter.name] for parameter in function.parameters]
        given = self.pools.arguments(types, CALLS)
        return [each for each in given if all(map(self._may_be_given, each))]

    def _may_be_given(self, value: Any) -> bool:
        """Whether a value can be an argument: an object has to satisfy the invariant.

        One that does not was made by a call that is reported itself.
        """
        if not isinstance(value, State) or not self._is_own(value):
            return True
        if value not in self._given:
            self._given[value] = value in self.reached or self._is_allowed(value)
        return self._given[value]

    def _try(
        self,
        function: Function,
        before: State | None,
        arguments: tuple[Any, ...],
        allowed: str = "",
    ) -> list[State]:
        """Make a call, report what has no meaning, and return the states that it may lead to.

        ``allowed`` says what is odd in a state that the invariant allows and no call has reached.
        """
        level = Level.WARNING if allowed else Level.ERROR
        try:
            outcomes = [*self._machine.outcomes(function, before, arguments)]
        except NotAssumed:
            return []
        except NoValue as error:
            is_here = error.module == self._module.python_name
            at, where = (error.node.at, "") if is_here else (function.at, f" (in {error.module})")
            text = (
                f"{error.text}{where}; {self._circumstances(function, before, arguments, allowed)}"
            )
            self.seen.append(SeenFault(function.name, FindingKind.TOTALITY, text, bool(allowed)))
            self._tell(
                at,
                level,
                FindingKind.TOTALITY,
                text,
                _advice(error, function),
            )
            return []
        if not allowed:
            self._places.setdefault(function.name, Counter())[before] += 1
        output = output_hint(vars(self._module.python)[function.name])
        for outcome in (each for each in outcomes if not each.exception):
            wrong = outlier(outcome.state, type(outcome.state)) or outlier(outcome.output, output)
            if wrong is not None:
                seen = self._circumstances(function, before, arguments, allowed)
                text = f"{function.name} comes to {wrong}; {seen}"
                self.seen.append(SeenFault(function.name, FindingKind.RANGE, text, bool(allowed)))
                advice = "change the clause, or the bounds of the type"
                self._tell(function.at, level, FindingKind.RANGE, text, advice)
                return []
        for outcome in outcomes:
            found = outcome.output if outcome.state is None else outcome.state
            if before is not None and type(found) is type(before):
                self._changes.setdefault(function.name, []).append(found != before)
        states = [outcome.state for outcome in outcomes if outcome.state is not None]
        yielded = [each.output for each in outcomes if isinstance(each.output, State)]
        for number, after in enumerate((*states, *yielded)):
            seen = self._circumstances(function, before, arguments, allowed)
            try:
                if self._satisfies_invariant(after):
                    continue
            except NoValue as error:
                self._tell_of_invariant(error, function, level, seen)
                return []
            if number < len(states):
                text = f"{function.name} breaks the invariant; {seen}, and after it {_brief(after)}"
            else:
                shown = _brief(after)
                text = f"{function.name} yields what breaks the invariant: {shown}; {seen}"
            self.seen.append(SeenFault(function.name, FindingKind.INVARIANT, text, bool(allowed)))
            self._tell(
                self._culprit(function),
                level,
                FindingKind.INVARIANT,
                text,
                "change the clause, or weaken the invariant",
            )
            return []
        return states

    def _culprit(self, function: Function) -> Span:
        """Return where a call that breaks the invariant has its fault.

        A first state is wrong itself. Elsewhere a guard may be missing as well.
        """
        read = variables_read(self._module.invariant) if self._module.invariant else ()
        values = (each for each in function.transition if each.variable in read)
        first = next(values, None) if function.state is None else None
        return first.at if first else function.at

    def _satisfies_invariant(self, state: State) -> bool:
        """Whether the invariant is true in a state. Raises NoValue if it has no value there."""
        invariant = self._module.invariant
        if invariant is None or not self._is_own(state):
            return True
        try:
            return bool(self._machine.call(invariant, state, ()).output)
        except NotAssumed:
            return False

    def _tell_of_invariant(
        self, error: NoValue, function: Function, level: Level, seen: str
    ) -> None:
        """Report that the invariant has no value after a call of a function."""
        invariant = self._module.invariant
        assert invariant is not None  # it was evaluated
        is_here = error.module == self._module.python_name
        at, where = (error.node.at, "") if is_here else (invariant.at, f" (in {error.module})")
        after = seen.replace("seen in", "seen after", 1)
        text = f"the invariant has no value: {error.text}{where}; {after}"
        is_allowed = level is Level.WARNING
        self.seen.append(SeenFault(function.name, FindingKind.INVARIANT, text, is_allowed))
        advice = "let the invariant say first what excludes the case"
        self._tell(at, level, FindingKind.TOTALITY, text, advice)

    def _tell(self, at: Span, level: Level, kind: FindingKind, text: str, advice: str) -> None:
        if (at, kind) not in self._told:
            self._told.add((at, kind))
            self._report(at, level, kind, text, advice)

    @staticmethod
    def _circumstances(
        function: Function, before: State | None, arguments: tuple[Any, ...], allowed: str
    ) -> str:
        call = f"seen in {function.name}({', '.join(map(_brief, arguments))})"
        if before is None:
            return call
        if allowed:
            return f"{call} in a state that the invariant allows, where {allowed}"
        read = variables_read(function)
        shown = [f"{n} = {_brief(getattr(before, n))}" for n in before.variables if n in read]
        return f"{call} where {', '.join(shown)}" if shown else call

    def _try_neighbours(self, reached: list[State]) -> None:
        """Make calls in states that satisfy the invariant, though no call has reached them."""
        if self._module.invariant is None:
            return  # then every state is allowed: nothing is claimed of others
        for state, what in self._neighbours(reached):
            self._show("calls in other states")
            for function in self._module.access_programs:
                if function.state is not None:
                    for arguments in self._arguments(function)[: CALLS // 4]:
                        self._try(function, state, arguments, what)

    def _neighbours(self, reached: list[State]) -> Iterator[tuple[State, str]]:
        """Yield states that satisfy the invariant, each with what is new in it."""
        known = set(reached)
        own = [each for each in reached if self._is_own(each)]
        self._chance.shuffle(own)
        for state in own:
            kind = frozenset({RecordAtom(type(state))})
            for part, pairs in self.pools.neighbours(state, kind):
                for other, value in self._chance.sample(pairs, min(len(pairs), NEIGHBOURS)):
                    if other not in known:
                        known.add(other)
                        if self._is_allowed(other):
                            yield other, f"{part} = {_brief(value)}"

    def _is_allowed(self, state: State) -> bool:
        try:
            return self._satisfies_invariant(state)
        except NoValue:
            return False

    def _is_own(self, state: State) -> bool:
        own = self._module.state
        return own is not None and type(state) is vars(self._module.python)[own.name]


def _brief(value: Any) -> str:
    """Return a value in one line, with the number of its elements if not all are shown."""
    text = plain(value)
    is_cut = text.endswith("…") and hasattr(value, "__len__")
    return f"{text} ({len(value)} elements)" if is_cut else text


def _advice(error: NoValue, function: Function) -> str:
    """Return what to do about an expression without a value, which a call of a function came to."""
    match error.node:
        case ex.Index(target, ex.Size(measured)) if target == measured:
            return "elements count from 0: the last of s is s[len(s) - 1]"
        case ex.Index(_, key) if dummy := _dummy_of(key, declare(error.module)):
            return f"change the range of {dummy}, so that every place exists"
    exclude = "raise an exception, or assume that it does not occur"
    return f"exclude the case in {function.name}: {exclude}"


def _dummy_of(node: ex.Expression, module: Module) -> str:
    """Return the dummy that alone decides an expression; empty if something else does, too."""
    names = [each.name for each in ex.walk(node) if isinstance(each, ex.Variable)]
    above = [each for each in module.functions if each.at.line <= node.at.line]
    if not names or not above:
        return ""
    own = max(above, key=lambda each: each.at.line)
    given = {each.name for each in own.parameters} | {each.name for each in own.definitions}
    return "" if given & {*names} else names[0]
