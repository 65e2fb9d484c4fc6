"""What a module claims of itself: proved for all values where it lifts, tried where it does not.

A module that specifies access programs claims that each call has a value where it is assumed to
be made, and that the initialisers establish the invariant and all transitions keep it. A module
whose access programs all yield truth values states theorems. A claim is first lifted to logic and
put to the solver. If the text needs what has no symbolic value, such as a sequence of any length,
the claim is tried with the values that the lint tries, in the states that calls reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import chain, islice, product
from typing import Any, Final, get_origin, get_type_hints

from modspec.explain.explain import environment, explain
from modspec.explain.explanation import Explanation
from modspec.lift import Lift, Lifted
from modspec.lift.logic import conjunction, disjunction, negation
from modspec.lift.semantics import EveryChoice
from modspec.lift.symbols import Bool
from modspec.lint.findings import FindingKind
from modspec.lint.search import Search
from modspec.lint.strict import Budget, BudgetSpent, NotAssumed, NoValue, StrictMachine
from modspec.lint.value_types import UNKNOWN, RecordAtom, describe, types_to_try
from modspec.prove.goals import Goal
from modspec.prove.limits import limits_of_collections, takes_collection
from modspec.prove.prover import values_in
from modspec.prove.scope import Case, Scope, Symbols
from modspec.prove.solver import CASES, SolverAnswer, Witnesses, prove
from modspec.prove.state_cases import cases_of_state, in_case
from modspec.run.domains import elements
from modspec.run.objects import is_object_type
from modspec.run.plain import plain
from modspec.syntax import expressions as ex
from modspec.syntax.bounds import bounded_hints, bounds_of, holds_bounds, outlier
from modspec.syntax.declaration import declare
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Function, Module
from modspec.syntax.order import sorted_elements
from modspec.syntax.relations import reachable
from modspec.syntax.types import BOOLEAN, INTEGER, Named
from modspec.syntax.values import Map, State, values_of

PATIENCE: Final = 100_000_000
"""The steps of the solver for one goal: some ten seconds."""

GLANCE: Final = 1_000_000
"""The steps of the solver for a goal in which predicates are unknowns."""

CASES_AT_MOST: Final = 400
"""Goals of a claim; with more, the claim is tried."""

FEW: Final = 16
"""Elements of a type that are tried one by one at most, where the solver cannot take them all."""

TRIES: Final = 20_000
"""Calls of a theorem that are tried."""


class ClaimKind(Enum):
    """What is claimed of a function."""

    THEOREM = "is true"
    VALUE = "has a value"
    INVARIANT = "keeps the invariant"


class ClaimStatus(Enum):
    """What came of a claim."""

    PROVED = "proved"
    """It is true of all values of its types."""

    TRIED = "tried"
    """No counterexample was found among some values."""

    REFUTED = "refuted"
    """There is a counterexample."""

    UNREACHED = "not proved"
    """It is false in a state that the invariant allows, to which no call was seen to lead."""

    EMPTY = "about nothing"
    """Nothing meets what it assumes."""


@dataclass(frozen=True)
class ModuleClaim:
    """A claim about one function of a module."""

    function: Function
    kind: ClaimKind

    @property
    def text(self) -> str:
        """The claim in words."""
        name = self.function.name
        if self.kind is ClaimKind.THEOREM:
            return name
        if self.kind is ClaimKind.INVARIANT and _makes_object(self.function):
            return f"{name} establishes the invariant"
        return f"{name} {self.kind.value}"


@dataclass(frozen=True)
class ClaimResult:
    """What came of a claim, and over what."""

    claim: ModuleClaim
    standing: ClaimStatus
    over: str
    """For whom it is true: ``all values``, ``1,024 calls``; empty if it is refuted."""

    values: Mapping[str, Any] | None = None
    """The values of a counterexample, by the names in the function's text."""

    explanation: Explanation | None = None
    """Why a theorem is false there."""

    note: str = ""
    """What was wrong, why it was only tried, or what the proof takes for granted."""


def module_claims(module: Module) -> list[ModuleClaim]:
    """Return what a module claims."""
    programs = module.access_programs
    if module.states_theorems:
        return [ModuleClaim(each, ClaimKind.THEOREM) for each in programs]
    found = [ModuleClaim(each, ClaimKind.VALUE) for each in programs]
    if module.invariant is not None or has_bounded_state(module):
        keep = (each for each in programs if each.is_transition or _yields_own(module, each))
        found += [ModuleClaim(each, ClaimKind.INVARIANT) for each in keep]
    return found


def prove_module(module: Module) -> list[ClaimResult]:
    """Return what comes of each claim of a module: proved, tried, or refuted by values."""
    prover = ModuleProver(module)
    return [prover.result(claim) for claim in module_claims(module)]


class _NotLifted(Exception):
    """A claim cannot be put to the solver. The message says why."""


_UNLIFTED: Final = (SpecificationError, TypeError, AttributeError, NotImplementedError)
"""What is raised where a text has no reading as logic: by the lift itself, or by Python where a
symbolic value lacks an operation or an attribute."""


_UNSUPPORTED: Final = re.compile(r"unsupported operand type\(s\) for (\S+): ")
"""What Python says of an operation that a symbolic value lacks."""

_OPERATIONS: Final = {
    "//": ("FloorDiv", "cannot divide by an unknown integer"),
    "%": ("Mod", "cannot divide by an unknown integer"),
    "/": ("Div", "cannot divide by an unknown integer"),
}
"""Operations of Python, each with its name in the notation, and what the solver cannot do."""


class ModuleProver:
    """Proves the claims of one module, or tries them."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._machine = StrictMachine(module, Budget(1 << 40))
        self._lift = Lift(module, semantics=EveryChoice())
        self._witnesses = Witnesses()

    def result(self, claim: ModuleClaim) -> ClaimResult:
        """Prove a claim, or try it."""
        whole = self._symbols.scope
        for scope in (whole, self._one_by_one(claim.function)):
            try:
                return self._proof(claim, scope)
            except _NotLifted as error:
                why = str(error)
        return self._try(claim, why)

    def _try(self, claim: ModuleClaim, why: str) -> ClaimResult:
        """Try a claim that was not lifted, as ``why`` says."""
        if claim.kind is ClaimKind.THEOREM:
            return self._try_theorem(claim, why)
        return self._try_program(claim, why)

    # -- what is known of the module's states ------------------------------------------------------

    @cached_property
    def _searches(self) -> dict[str, Search]:
        """The searches of the modules with a state, by name: the module's own comes first."""
        names = {place for place, _ in reachable(self.module.functions)} | {self.module.python_name}
        names |= {use.module for use in self.module.uses}
        modules = sorted(map(declare, names), key=lambda each: each is not self.module)
        found = {}
        for module in modules:
            if module.state is not None:
                search = Search(module, lambda *_: None)
                search.run()
                found[module.python_name] = search
        return found

    @cached_property
    def _known_states(self) -> list[State]:
        """The states that calls reach, the fewest calls first."""
        return [state for each in self._searches.values() for state in each.reached]

    @cached_property
    def _symbols(self) -> Symbols:
        listed = {name: values for name, (_, values) in self._tuples.items()}
        return Symbols(Scope(keys={**self._keys(), **listed}, each=listed))

    @cached_property
    def _limits(self) -> str:
        """What the proofs take for granted of the mappings and sets in states."""
        states = dict.fromkeys(map(type, self._known_states))
        return "; ".join(limits_of_collections(self._keys(), self._tuples, states))

    def _keys(self) -> dict[str, list[Any]]:
        """Return the arguments of each type of mapping, if all states have the same.

        A type without a name goes by the variable that has it.
        """
        found: dict[str, set[frozenset[Any]]] = {}
        for state in self._known_states:
            variables = declare(type(state).__module__).state
            assert variables is not None
            for variable in variables.variables:
                value = getattr(state, variable.name)
                name = getattr(variable.type, "name", variable.name)
                if isinstance(value, Map):
                    found.setdefault(name, set()).add(frozenset(value))
        return {name: list(*sets) for name, sets in found.items() if len(sets) == 1}

    @cached_property
    def _tuples(self) -> dict[str, tuple[str, list[Any]]]:
        """The tuples of each type that a constant lists, with the constant's name."""
        found: dict[str, tuple[str, list[Any]]] = {}
        for name, value in vars(self.module.python).items():
            kinds = {type(each) for each in value} if isinstance(value, frozenset) else set()
            if len(kinds) == 1 and hasattr(kind := kinds.pop(), "_fields"):
                known = found.get(kind.__name__)
                if known is None or len(known[1]) < len(value):
                    found[kind.__name__] = name, sorted_elements(value)
        return found

    def _one_by_one(self, function: Function) -> Scope:
        """Return a scope in which each element of an enumeration is a case, and each integer.

        Integers are those of the module's tuples, and one beyond on either side.
        """
        spoken = {
            part
            for constant in vars(self.module.python).values()
            if isinstance(constant, frozenset)
            for each in constant
            if isinstance(each, tuple)
            for part in each
            if type(part) is int
        }
        spoken |= {min(spoken, default=0) - 1, max(spoken, default=1) + 1}
        integers = {p.name: sorted(spoken) for p in function.parameters if p.type == INTEGER}
        kinds = get_type_hints(vars(self.module.python)[function.name])
        each = {p.name: list(elements(kinds[p.name]) or ()) for p in function.parameters}
        listed = {name: values for name, values in each.items() if 0 < len(values) <= FEW}
        every = {**self._symbols.scope.each, **listed, **integers}
        return replace(self._symbols.scope, each=every)

    @cached_property
    def _pools(self) -> Any:
        """The values that the lint would try, with the states of all modules."""
        pools = Search(self.module, lambda *_: None).pools
        for search in self._searches.values():
            for kind, states in search.pools.states.items():
                pools.states.setdefault(kind, []).extend(states)
        return pools

    # -- proofs ------------------------------------------------------------------------------------

    def _proof(self, claim: ModuleClaim, scope: Scope) -> ClaimResult:
        """Put a claim to the solver, case by case. Raises _NotLifted."""
        of_state = self._cases_of_state(claim.function)
        cases = [(*one, *other) for one in of_state for other in scope.cases(claim.function)]
        if len(cases) > CASES_AT_MOST:
            raise _NotLifted(f"it has {len(cases)} cases")
        is_met, rough = False, self._rough_lift
        for case in cases:
            is_met = is_met or self._witnesses(self._goal(claim, case, self._lift)) is not None
            if rough is not None:
                if self._holds(self._goal(claim, case, rough)):
                    continue
                rough = None  # what the predicates say matters, and so it does in other cases
            goal = self._goal(claim, case, self._lift)
            proof = prove(goal, PATIENCE, logic=CASES)
            if proof.answer is SolverAnswer.UNKNOWN:
                raise _NotLifted("the solver gave no answer")
            if proof.answer is SolverAnswer.NO:
                return self._refutation(claim, values_in(goal, proof.model))
        if not is_met:
            return ClaimResult(claim, ClaimStatus.EMPTY, "", note="nothing meets what it assumes")
        takes_some = takes_collection(vars(self.module.python)[claim.function.name])
        note = self._limits if takes_some else ""
        return ClaimResult(claim, ClaimStatus.PROVED, self._over(claim.function, scope), note=note)

    @staticmethod
    def _holds(goal: Goal) -> bool:
        return prove(goal, GLANCE, plainest=False, logic=CASES).answer is SolverAnswer.YES

    @cached_property
    def _rough_lift(self) -> Lift | None:
        """The module, with total predicates of other modules as unknowns; None if it uses none.

        What holds whatever they say holds in any case, and is proved much sooner: whose turn is
        next does not depend on when a player can move.
        """
        own = {function.name for function in self.module.functions}
        places = reachable(self.module.functions)
        others = {(place, name) for place, name in places if name not in own}
        total = {name for place, name in others if self._is_total_predicate(place, name)}
        if not total:
            return None
        return Lift(self.module, semantics=EveryChoice(), uninterpreted=total)

    def _is_total_predicate(self, place: str, name: str) -> bool:
        """Whether a function yields a truth value for all arguments of its types."""
        module = declare(place)
        function = next((each for each in module.functions if each.name == name), None)
        if function is None or function.result != BOOLEAN or function.state:
            return False
        kinds = bounded_hints(vars(module.python)[name])
        cases = list(islice(self._symbols.scope.cases(function), CASES_AT_MOST + 1))
        if len(cases) > CASES_AT_MOST:
            return False
        try:
            return all(self._is_total(place, function, kinds, dict(case)) for case in cases)
        except _UNLIFTED:
            return False

    def _is_total(
        self,
        place: str,
        function: Function,
        kinds: Mapping[str, Any],
        known: Mapping[str, Any],
    ) -> bool:
        arguments = tuple(
            known[p.name]
            if p.name in known
            else self._symbols.of_annotation(kinds[p.name], getattr(p.type, "name", ""), p.name)
            for p in function.parameters
        )
        called = self._lift.call_in(place, function.name, arguments)
        return not called.assumptions and not called.exceptions and called.is_defined is True

    def _over(self, function: Function, scope: Scope) -> str:
        """Return the values for which a claim was proved."""
        integers = (p.name for p in function.parameters if p.type == INTEGER)
        bounded = [name for name in integers if name in scope.each]
        if bounded:
            low, *_, high = scope.each[bounded[0]]
            verb = "is" if len(bounded) == 1 else "are"
            return f"all values where {' and '.join(bounded)} {verb} from {low} to {high}"
        listed = {
            f"{p.name} in {self._tuples[p.type.name][0]}"
            for p in function.parameters
            if isinstance(p.type, Named) and p.type.name in self._tuples
        }
        return "; ".join(["all values", *sorted(listed)])

    def _cases_of_state(self, function: Function) -> list[Case]:
        """Return the cases of the state that a function takes. Raises _NotLifted."""
        try:
            return cases_of_state(self._state(function), function.state or "")
        except _UNLIFTED as error:
            raise _NotLifted(self._why_not(function, error)) from error

    def _state(self, function: Function) -> State | None:
        """Return the symbolic state that a function takes, if it takes one."""
        if not (function.state and self.module.state):
            return None
        state: State = self._symbols.of(self.module, self.module.state.name, function.state)
        return state

    def _goal(self, claim: ModuleClaim, case: Case, lift: Lift) -> Goal:
        try:
            return self._lifted_goal(claim, dict(case), lift)
        except _UNLIFTED as error:
            raise _NotLifted(self._why_not(claim.function, error)) from error

    def _why_not(self, function: Function, error: Exception) -> str:
        """Return in a few words why something in a function has no symbolic value."""
        text = str(error).partition(";")[0].partition("\n")[0]
        if operation := _UNSUPPORTED.match(text):
            return self._not_solved(function, operation[1])
        found = re.match(r"no symbolic value for ([\w.]+)", text)
        if not found:
            return text
        first, *fields = found[1].split(".")
        kind = types_to_try(vars(self.module.python)[function.name]).get(first, UNKNOWN)
        for name in fields:
            records = [atom.record for atom in kind if isinstance(atom, RecordAtom)]
            kind = types_to_try(records[0]).get(name, UNKNOWN) if records else UNKNOWN
        what = f", {describe(kind, self.module)}" if kind else ""
        return f"z3 has no value for {found[1]}{what}"

    def _not_solved(self, function: Function, symbol: str) -> str:
        """Return that the solver lacks an operation, and where a function needs it."""
        operator, what = _OPERATIONS.get(symbol, ("", f"has no {symbol} of such values"))
        applied = {name for _, name in reachable((function,))}
        others = (each for each in self.module.functions if each.name in applied)
        for each in (function, *others):
            clauses = (*each.exceptions, *each.transition, *filter(None, [each.output]))
            for node in (part for clause in clauses for part in ex.walk(clause.value)):
                match node:
                    case ex.Arithmetic(_, _, ex.Literal() | ex.Constant()):
                        continue
                    case ex.Arithmetic(sign) if sign == operator:
                        return f"the solver {what} ({self.module.file.name}:{node.at.line})"
        return f"the solver {what}"

    def _lifted_goal(self, claim: ModuleClaim, known: Mapping[str, Any], lift: Lift) -> Goal:
        function, module = claim.function, self.module
        kinds = bounded_hints(vars(module.python)[function.name])
        arguments: dict[str, Any] = {}
        premises: list[Bool] = []
        state = self._state(function)
        if state is not None and function.state:
            state = in_case(state, function.state, tuple(known.items()))
            arguments[function.state] = state
            premises += self._invariant_holds(state, lift)
        for parameter in function.parameters:
            name, of = parameter.name, getattr(parameter.type, "name", "")
            if name in known:
                value = known[name]
            else:
                value = self._symbols.of_annotation(kinds[name], of, name)
            arguments[name] = value
            premises += self._invariant_holds(value, lift)
        called = lift.call(function.name, *arguments.values())
        match claim.kind:
            case ClaimKind.THEOREM:
                value = False if called.value is None else called.value
                conclusion = conjunction((called.is_defined, value))
            case ClaimKind.VALUE:
                conclusion = called.is_defined
            case ClaimKind.INVARIANT:
                keeps = called.value is None or self._keeps_invariant(function, called, lift)
                conclusion = disjunction((called.raises, keeps))
        return Goal(
            f"{module.name}.{function.name}",
            tuple(known.items()),
            self._symbols.constraint,
            conjunction((*premises, called.assumptions_hold)),
            conclusion,
            arguments,
            has_integers=True,
            features=tuple(self._symbols.features),
        )

    def _keeps_invariant(self, function: Function, called: Lifted, lift: Lift) -> Bool:
        """Return that the state after a call satisfies the invariant."""
        has_both = function.is_transition and function.output is not None
        after = called.value[0] if has_both else called.value
        return conjunction(self._invariant_holds(after, lift))

    def _invariant_holds(self, value: Any, lift: Lift) -> list[Bool]:
        """Return that a state, and each object in it, satisfies the invariant of its module."""
        if not isinstance(value, State):
            return []
        parts = [each for each in values_of(value) if is_object_type(type(each))]
        within = (self._invariant_holds(each, lift) for each in parts)
        return [*self._own_invariant(value, lift), *chain(*within)]

    def _own_invariant(self, value: State, lift: Lift) -> list[Bool]:
        place = type(value).__module__
        invariant = declare(place).invariant
        kinds = bounded_hints(type(value))
        types = [_within(name, getattr(value, name), kind) for name, kind in kinds.items()]
        if invariant is None:
            return types
        held = lift.call_in(place, invariant.name, (value,))
        return [*types, held.is_defined, False if held.value is None else held.value]

    def _refutation(self, claim: ModuleClaim, values: Mapping[str, Any]) -> ClaimResult:
        """Return that values refute a claim, if the plain text agrees. Raises _NotLifted."""
        wrong = self._complaint(claim, tuple(values.values()))
        if not wrong:
            raise _NotLifted("its formula and its text do not agree")
        states = [value for value in values.values() if isinstance(value, State)]
        standing = ClaimStatus.REFUTED
        if any(state not in self._known_states for state in states):
            tried = self._try(claim, "")
            if tried.standing is ClaimStatus.REFUTED:
                return tried  # in a state that calls reach, which is worth more
            standing = ClaimStatus.UNREACHED
        why = self._explanation(claim, tuple(values.values()))
        return ClaimResult(claim, standing, "", values, why, wrong)

    # -- plain values ------------------------------------------------------------------------------

    def _complaint(self, claim: ModuleClaim, values: Sequence[Any]) -> str | None:
        """Return what is wrong with a claim for plain values; None if nothing is assumed of them.

        Empty: nothing is wrong.
        """
        function = claim.function
        state, rest = (values[0], values[1:]) if function.state else (None, values)
        try:
            outcomes = [*self._machine.outcomes(function, state, tuple(rest))]
        except NotAssumed:
            return None
        except NoValue as error:
            return "" if claim.kind is ClaimKind.INVARIANT else error.text
        if claim.kind is ClaimKind.THEOREM:
            return "" if all(each.output is True for each in outcomes) else "it is false"
        if claim.kind is ClaimKind.VALUE:
            return ""
        after = (each.output if each.state is None else each.state for each in outcomes)
        states = (each for each in after if isinstance(each, State))
        wrong = next((each for each in states if not self._has_invariant(each)), None)
        return "" if wrong is None else f"after it the invariant does not hold: {plain(wrong)}"

    def _has_invariant(self, state: State) -> bool:
        """Whether the invariant holds in a state, by the plain text."""
        if outlier(state, type(state)) is not None:
            return False
        if self.module.invariant is None:
            return True
        try:
            return bool(self._machine.call(self.module.invariant, state, ()).output)
        except (NoValue, NotAssumed):
            return False

    def _explanation(self, claim: ModuleClaim, values: Sequence[Any]) -> Explanation | None:
        """Return why a theorem is false of plain values."""
        function = claim.function
        if claim.kind is not ClaimKind.THEOREM or function.output is None:
            return None
        with suppress(Exception):  # where the text has no value, there is nothing to explain
            scope = environment(self._machine.instance, function, None, tuple(values))
            return explain(function.output.value, scope)
        return None

    def _try_theorem(self, claim: ModuleClaim, why: str) -> ClaimResult:
        function = claim.function
        met = 0
        for values in self._values_to_try(function):
            complaint = self._complaint(claim, values)
            if complaint:
                named = dict(zip((p.name for p in function.parameters), values, strict=True))
                reason = self._explanation(claim, values)
                return ClaimResult(claim, ClaimStatus.REFUTED, "", named, reason, complaint)
            met += complaint is not None
        if not met:
            return ClaimResult(claim, ClaimStatus.EMPTY, "", note="nothing that was tried meets it")
        return ClaimResult(claim, ClaimStatus.TRIED, f"{met:,} calls", note=why)

    def _values_to_try(self, function: Function) -> Iterator[tuple[Any, ...]]:
        """Yield values for the parameters: all combinations if they are few, else some of them."""
        hints = types_to_try(vars(self.module.python)[function.name])
        kinds = vars(self.module.python)
        pools = []
        for parameter in function.parameters:
            kind = kinds.get(getattr(parameter.type, "name", ""))
            is_state = isinstance(kind, type) and issubclass(kind, State)
            states = [state for state in self._known_states if type(state) is kind]
            pools.append(states if is_state else self._pools.of(hints[parameter.name]))
        for number, values in enumerate(product(*pools)):
            if number == TRIES:
                return
            yield values

    def _try_program(self, claim: ModuleClaim, why: str) -> ClaimResult:
        """Return what the search of the lint says of a claim."""
        search = self._searches.get(self.module.python_name)
        if search is None:
            return self._try_function(claim, why)
        is_value = claim.kind is ClaimKind.VALUE
        kept = (FindingKind.INVARIANT, FindingKind.RANGE)
        wanted = (FindingKind.TOTALITY,) if is_value else kept
        for seen in search.seen:
            if seen.function == claim.function.name and seen.kind in wanted:
                standing = ClaimStatus.UNREACHED if seen.is_allowed else ClaimStatus.REFUTED
                return ClaimResult(claim, standing, "", note=seen.text)
        number = search.result.tried.get(claim.function.name, 0)
        if not number:
            return ClaimResult(claim, ClaimStatus.EMPTY, "", note="no call of it could be tried")
        over = f"{number:,} call{'s' * (number != 1)}"
        if claim.function.state:
            is_all = search.result.is_whole and number == search.result.states
            some = f"all {number:,} state{'s' * (number != 1)}"
            over = f"{some if is_all else f'{number:,} of the states'} that tried calls reach"
        return ClaimResult(claim, ClaimStatus.TRIED, over, note=why)

    def _try_function(self, claim: ModuleClaim, why: str) -> ClaimResult:
        """Try a function of a library."""
        number = 0
        with suppress(BudgetSpent):
            for values in self._values_to_try(claim.function):
                complaint = self._complaint(claim, values)
                if complaint:
                    names = (p.name for p in claim.function.parameters)
                    named = dict(zip(names, values, strict=True))
                    return ClaimResult(claim, ClaimStatus.REFUTED, "", named, note=complaint)
                number += complaint is not None
        if not number:
            return ClaimResult(claim, ClaimStatus.EMPTY, "", note="no values to try are known")
        return ClaimResult(claim, ClaimStatus.TRIED, f"{number:,} calls", note=why)


def _makes_object(function: Function) -> bool:
    """Whether a function that has to do with the invariant makes a state from none."""
    return function.state is None or not function.is_transition


def _yields_own(module: Module, function: Function) -> bool:
    """Whether an access program yields another object of its own module."""
    if module.state is None or function.output is None:
        return False
    own = vars(module.python)[module.state.name]
    kind = get_type_hints(vars(module.python)[function.name]).get("return")
    return own in (kind, get_origin(kind))


def has_bounded_state(module: Module) -> bool:
    """Whether a state variable of a module has a type with bounds, which has to be kept."""
    return module.state is not None and holds_bounds(vars(module.python)[module.state.name])


def _within(name: str, value: Any, kind: Any) -> Bool:
    """Whether the symbolic value of a state variable is within the bounds of its type.

    What a sequence, a set or a mapping holds is not looked at: such a claim is tried.
    """
    bounds = bounds_of(kind)
    if bounds is None:
        if holds_bounds(kind) and not is_object_type(kind):
            raise _NotLifted(f"z3 is not asked about the bounds of what {name} holds")
        return True
    above = negation(value < bounds.low)
    below = True if bounds.high is None else negation(value > bounds.high)
    return conjunction((above, below))
