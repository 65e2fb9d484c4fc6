"""The prover: theorems of a specification, proved case by case, or refuted by a counterexample.

A counterexample gets a second opinion. The solver's model is about terms; as plain values it goes
to the plain specification, which has to agree that the claim is false there. If the specification
disagrees, the lifting is wrong, and the counterexample says so.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import z3

from modspec.explain.explain import environment, explain
from modspec.explain.explanation import Explanation
from modspec.lift import Bits, Choice, Integer, Lift, Number, RealTerm, Truth
from modspec.lift import Collection as SymbolicSet
from modspec.lift.logic import conjunction, disjunction, negation
from modspec.lift.symbols import Bool, Symbolic, term
from modspec.prove.goals import Goal, goals
from modspec.prove.scope import Case, Scope, Symbols
from modspec.prove.solver import CASES, Proof, SolverAnswer, Witnesses, prove
from modspec.run.evaluate import Environment
from modspec.run.instance import Edit, Instance
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable
from modspec.syntax.types import BOOLEAN, INTEGER
from modspec.syntax.values import Map, State


@dataclass(frozen=True)
class Counterexample:
    """The arguments for which a claim fails."""

    arguments: Mapping[str, Any]
    confirmed: bool
    """Whether the plain specification agrees that the claim is false here."""
    explanation: Explanation | None = None
    """Why the claim is false, if there is an explanation."""


def value_in(value: Any, model: z3.ModelRef) -> Any:
    """Return the plain value of a symbolic one in a model; false or zero if undetermined."""
    match value:
        case Truth():
            return z3.is_true(model.eval(value.term, model_completion=True))
        case Choice():
            return next(option for option, holds in value.options.items() if _holds(holds, model))
        case SymbolicSet():
            return frozenset(item for item, holds in value.members.items() if _holds(holds, model))
        case Number():
            weights = [weighted for row in value.rows.values() for weighted in row]
            return value.constant + sum(w for w, holds in weights if _holds(Truth(holds), model))
        case Mapping():
            return Map({key: value_in(item, model) for key, item in value.items()})
        case State():
            return type(value)(**{n: value_in(getattr(value, n), model) for n in value.variables})
        case RealTerm():
            return _as_float(model.eval(value.term, model_completion=True))
        case Bits() | Integer():
            return model.eval(value.term, model_completion=True).as_long()
    return value


def _as_float(value: z3.RatNumRef | z3.AlgebraicNumRef) -> float:
    """Return the value of a real, rounded where no fraction is the same."""
    rational = value.approx(20) if isinstance(value, z3.AlgebraicNumRef) else value
    return float(rational.as_fraction())


def _holds(condition: bool | Truth, model: z3.ModelRef) -> bool:
    return condition is True or (isinstance(condition, Truth) and bool(value_in(condition, model)))


def values_in(goal: Goal, model: z3.ModelRef | None) -> dict[str, Any]:
    """Return the plain values of a goal's arguments in a model."""
    assert model is not None
    return {name: value_in(value, model) for name, value in goal.arguments.items()}


def counterexample(proof: Proof, theorem: Function, plain: Instance) -> Counterexample:
    """Return the values for which a theorem fails, as the plain specification sees them.

    ``plain`` executes the text that was lifted, with the same constants and edits.
    """
    arguments = values_in(proof.goal, proof.model)
    values = tuple(arguments.values())
    state, rest = (values[0], values[1:]) if theorem.state else (None, values)
    try:
        result = plain[theorem.name](*values)
    except AssertionError:
        # confirmed if the theorem's own assumptions hold, so that a call in its text assumes more;
        # the definitions are left out, since they may be undefined here
        names = {p.name: value for p, value in zip(theorem.parameters, rest, strict=True)}
        scope = Environment(plain, theorem.module, names, state)
        assumptions = (explain(clause.value, scope).value for clause in theorem.assumptions)
        return Counterexample(arguments, confirmed=all(map(bool, assumptions)))
    except Exception:  # noqa: BLE001  # the text is undefined here, as the proof says
        return Counterexample(arguments, confirmed=True)
    explanation = None
    if theorem.output is not None:
        scope = environment(plain, theorem, state, rest)
        explanation = explain(theorem.output.value, scope)
    return Counterexample(arguments, result is False, explanation)


# -- proofs ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProofResult:
    """The result of trying to prove a claim."""

    claim: str
    goals: int
    """How many goals there were."""
    met: int = 0
    """How many goals have values that satisfy all assumptions; if none has, nothing was shown."""
    failed: tuple[Proof, ...] = ()
    """The goal that fails, if one does."""
    counterexample: Counterexample | None = None
    """Values for which the goal fails."""
    rules: tuple[str, ...] = ()
    """The rules of the clause of the theorem that decides."""
    undecided: tuple[tuple[Case, str], ...] = ()
    """The cases for which the solver gave no answer, with its reasons."""

    @property
    def is_proved(self) -> bool:
        """Whether all goals hold, and the assumptions of one can be satisfied."""
        return not self.failed and not self.undecided and self.met > 0


Lemma = tuple[str, str, tuple[Any, ...]]
"""The Python module and the name of a theorem, and its arguments, the state first."""

Lemmas = Callable[[Mapping[str, Any]], Iterable[Lemma]]
"""For the arguments of a theorem, the theorems that it follows from."""


def lemma_holds(lift: Lift, lemma: Lemma) -> Bool:
    """Return that a theorem holds of these arguments."""
    lifted = lift.call_in(*lemma)
    conclusion = conjunction((lifted.is_defined, lifted.value))
    return disjunction((negation(lifted.assumptions_hold), conclusion))


def about_lemmas(goal: Goal, lemmas: Iterable[Lemma], scope: Scope) -> Goal:
    """Return the goal that lemmas are used for what they were proved for, which is the scope."""
    covered = (scope.covers(declare(place)[name], arguments) for place, name, arguments in lemmas)
    return replace(goal, lemmas=True, conclusion=conjunction(covered))


@dataclass
class Prover:
    """Proves the theorems of a module and of its edits.

    A theorem is tried first with the ``uninterpreted`` functions as unknowns; if that proof fails,
    their texts are used. ``lemmas`` gives the theorems from which each theorem follows; the caller
    has to make sure that these are proved, and not from that theorem.
    """

    module: Module
    scope: Scope
    uninterpreted: Collection[str] = ()
    lemmas: Mapping[str, Lemmas] = field(default_factory=dict)
    lemma_scope: Scope = field(default_factory=Scope)
    """What the lemmas were proved for."""
    constants: Mapping[str, object] | None = None
    edits: Mapping[tuple[str, str], Edit] | None = None
    _lifts: dict[tuple[str, ...], Lift] = field(default_factory=dict, init=False)
    _assumptions: dict[str, Lift] = field(default_factory=dict, init=False)
    _common: dict[str, Collection[int]] = field(default_factory=dict, init=False)
    _used: dict[tuple[int, int], tuple[SolverAnswer, z3.BoolRef]] = field(
        default_factory=dict, init=False
    )
    _meeting: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict, init=False)
    _plain: Instance | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Share the symbols among all theorems, so that each function is lifted once."""
        self._symbols = Symbols(self.scope)
        self._witness = Witnesses()

    def goals(self, name: str, uninterpreted: bool = False) -> Iterator[Goal]:
        """Yield the goals of a theorem, with or without uninterpreted functions."""
        theorem = self.module[name]
        hidden = self._hidden(theorem) if uninterpreted else ()
        return self._goals(theorem, self.scope.cases(theorem), hidden)

    def prove(self, name: str) -> ProofResult:
        """Try to prove a theorem; stop at the first case in which it fails."""
        theorem = self.module[name]
        result = _result(
            f"{self.module.name}.{name}",
            self._proofs(theorem),
            lambda proof: counterexample(proof, theorem, self.plain),
        )
        found = result.counterexample
        return replace(result, rules=_rules(theorem, found)) if found else result

    def says_nothing(self, name: str, patience: int = 10_000_000) -> bool:
        """Whether a theorem holds in its first case whatever the functions that it applies mean.

        A theorem such as "who is late now is late now" is true, and notices no fault. Only the
        functions that return truth values and integers are made unknown, so that some theorems that
        follow from a definition are found too.
        """
        theorem = self.module[name]
        plain = {
            (each.python_name, function.name)
            for each in self._lift(()).modules()
            for function in each.functions
            if function.result in (BOOLEAN, INTEGER)
        }
        unknown = {place[1] for place in reachable([theorem]) if place in plain} - {name}
        case = next(self.scope.cases(theorem))
        lift = Lift(self.module, self.constants, self.edits, uninterpreted=unknown)
        try:
            goal = next(goals(lift, theorem, Symbols(self.scope), [case]))
        except Symbolic:  # it needs to know what they mean
            return False
        return prove(goal, patience, plainest=False, logic=CASES).answer is SolverAnswer.YES

    @property
    def plain(self) -> Instance:
        """The same text, executed by Python as it stands."""
        if self._plain is None:
            self._plain = Instance(self.module, self.constants, self.edits, memo_size=1 << 12)
        return self._plain

    def _proofs(self, theorem: Function) -> Iterator[tuple[Proof, bool]]:
        """Yield a proof for each case, and whether its assumptions are known to be satisfiable."""
        hidden = self._hidden(theorem)
        for case in self.scope.cases(theorem):
            assumed = self._goal_of_assumptions(theorem, case)
            is_met = self._is_met(theorem, assumed)
            use = self._use_of_lemmas(theorem, assumed)
            if use.answer is not SolverAnswer.YES:
                yield use, is_met
                continue
            if hidden:
                goal = self._goal(theorem, case, hidden)
                proof = prove(goal, plainest=False, logic=CASES)
                if proof.answer is SolverAnswer.YES:
                    yield proof, is_met
                    continue
                hidden = ()
            yield prove(self._goal(theorem, case, ()), logic=CASES), is_met

    def _use_of_lemmas(self, theorem: Function, assumed: Goal) -> Proof:
        """Return the proof that the theorem uses its lemmas for what they were proved for.

        What all cases assume is mostly enough, and then one proof serves all of them.
        """
        if theorem.name not in self.lemmas:
            return Proof(assumed, SolverAnswer.YES)
        goal = about_lemmas(assumed, self.lemmas[theorem.name](assumed.arguments), self.lemma_scope)
        parts = _conjuncts(term(assumed.premises))
        common = self._common.setdefault(theorem.name, parts.keys())
        premises = z3.And([part for number, part in parts.items() if number in common])
        key = premises.get_id(), term(goal.conclusion).get_id()
        if key not in self._used:
            proof = prove(replace(goal, premises=Truth(premises)), logic=CASES)
            self._used[key] = proof.answer, premises  # keep the term: its id may be used again
        if self._used[key][0] is SolverAnswer.YES:
            return Proof(goal, SolverAnswer.YES)
        return prove(goal, logic=CASES)

    def _is_met(self, theorem: Function, assumed: Goal) -> bool:
        """Whether there are plain values that satisfy the assumptions, and all lemmas.

        Values that meet one case often meet others, which is tried before the solver is asked.
        """
        known = self._meeting.setdefault(theorem.name, [])
        for values in reversed(known):
            if self._meets(theorem, {**values, **dict(assumed.case)}):
                return True
        model = self._witness(assumed)
        if model is None:
            return False
        known.append(values_in(assumed, model))
        return self._meets(theorem, known[-1])

    def _meets(self, theorem: Function, values: Mapping[str, Any]) -> bool:
        """Whether values satisfy the assumptions of a theorem, and all its lemmas.

        Lemmas that contradict one another would prove anything.
        """
        if _truth(self.plain[theorem.name], values.values()) is None:
            return False
        find = self.lemmas.get(theorem.name)
        return find is None or all(
            _truth(self.plain.function(place, name), arguments) is not False
            for place, name, arguments in find(values)
        )

    def _goal_of_assumptions(self, theorem: Function, case: Case) -> Goal:
        """Return a goal with the assumptions of a theorem, as they are written, that it is true.

        It is met where the theorem says something, and it is made faster than the theorem's goal.
        """
        if theorem.name not in self._assumptions:
            place = (theorem.module, theorem.name)
            edit: Edit = (self.edits or {}).get(place, copy.deepcopy)
            edits = {**(self.edits or {}), place: lambda node: without_output(edit(node))}
            self._assumptions = {theorem.name: Lift(self.module, self.constants, edits)}
        return next(goals(self._assumptions[theorem.name], theorem, self._symbols, [case]))

    def _goal(self, theorem: Function, case: Case, uninterpreted: tuple[str, ...]) -> Goal:
        return next(self._goals(theorem, [case], uninterpreted))

    def _goals(
        self, theorem: Function, cases: Iterable[Case], uninterpreted: tuple[str, ...]
    ) -> Iterator[Goal]:
        lift, lemmas = self._lift(uninterpreted), self.lemmas.get(theorem.name)
        for goal in goals(lift, theorem, self._symbols, cases):
            if lemmas is None:
                yield goal
                continue
            known = [*lemmas(goal.arguments)]
            follow = conjunction(lemma_holds(lift, lemma) for lemma in known)
            yield replace(goal, lemmas=follow)

    def _hidden(self, theorem: Function) -> tuple[str, ...]:
        """Return the uninterpreted functions that the theorem reaches."""
        used = {name for _, name in reachable([theorem])}
        return tuple(sorted(used & set(self.uninterpreted)))

    def _lift(self, uninterpreted: tuple[str, ...]) -> Lift:
        if uninterpreted not in self._lifts:
            self._lifts[uninterpreted] = Lift(
                self.module, self.constants, self.edits, uninterpreted=uninterpreted
            )
        return self._lifts[uninterpreted]


def _conjuncts(formula: z3.BoolRef) -> dict[int, z3.BoolRef]:
    """Return the parts of a conjunction by their ids."""
    if not z3.is_and(formula):
        return {formula.get_id(): formula}
    return {
        number: part for each in formula.children() for number, part in _conjuncts(each).items()
    }


def _truth(theorem: Callable[..., Any], arguments: Iterable[Any]) -> bool | None:
    """Return whether a theorem is true of plain values; None if it is not about them."""
    try:
        return bool(theorem(*arguments))
    except AssertionError:
        return None
    except Exception:  # noqa: BLE001  # it has no meaning there: the prover says so
        return True


def without_output(theorem: ast.FunctionDef) -> ast.FunctionDef:
    """Have a theorem say nothing: up to its last assumption it is the same, and then it is true."""
    body = theorem.body
    while body and not isinstance(body[-1], ast.Assert):
        last = body.pop()
    body.append(ast.copy_location(ast.Return(ast.Constant(True)), last))
    return ast.fix_missing_locations(theorem)


def prove_all(claim: str, obligations: Iterable[Goal]) -> ProofResult:
    """Try the goals of one claim; stop at the first that fails."""
    witnesses = Witnesses()
    proofs = ((prove(goal), witnesses(goal) is not None) for goal in obligations)
    return _result(
        claim, proofs, lambda proof: Counterexample(values_in(proof.goal, proof.model), False)
    )


def _result(
    claim: str,
    proofs: Iterable[tuple[Proof, bool]],
    refute: Callable[[Proof], Counterexample],
) -> ProofResult:
    """Return the result of some proofs, each with whether its assumptions can be satisfied."""
    count = met = 0
    undecided: list[tuple[Case, str]] = []
    for proof, is_met in proofs:
        count += 1
        met += is_met
        if proof.answer is SolverAnswer.UNKNOWN:
            undecided.append((proof.goal.case, proof.why))
        elif proof.answer is SolverAnswer.NO:
            found = refute(proof)
            return ProofResult(claim, count, met, (proof,), found, undecided=tuple(undecided))
    return ProofResult(claim, count, met, undecided=tuple(undecided))


def _rules(theorem: Function, found: Counterexample) -> tuple[str, ...]:
    """Return the rules of the deciding clause in the theorem's own text."""
    parts = found.explanation.path() if found.explanation else ()
    own = (p.rules for p in parts if p.rules and p.scope and p.scope.module is theorem.module)
    return next(own, theorem.output.rules if theorem.output else ())
