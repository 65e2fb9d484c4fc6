"""The prover: theorems of a specification, proved case by case, with what to show if they are not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from modspec.lift import Lift
from modspec.lift.logic import conjunction, disjunction, negation
from modspec.prove.counterexample import Counterexample, counterexample, value_in
from modspec.prove.goals import Goal, goals
from modspec.prove.scope import Case, Scope, Symbols
from modspec.prove.solver import CASES, Proof, SolverAnswer, Witnesses, prove
from modspec.run.instance import Edit, Instance
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable


@dataclass(frozen=True)
class ProofResult:
    """What came of trying to prove a claim."""

    claim: str
    goals: int
    """How many goals there were."""

    met: int = 0
    """For how many of them there are values that meet all that is assumed: with none, nothing was shown."""

    failed: tuple[Proof, ...] = ()
    """The goals that do not hold; the first of them, if the search ended there."""

    counterexample: Counterexample | None = None
    """Values for the first that does not hold."""

    rules: tuple[str, ...] = ()
    """The labels of the clause of the theorem that it is, if it has labels."""

    undecided: tuple[tuple[Case, str], ...] = ()
    """The cases for which the solver gave no answer, and what it said."""

    @property
    def is_proved(self) -> bool:
        """Whether all goals hold, and what they assume can be met."""
        return not self.failed and not self.undecided and self.met > 0


Lemmas = Callable[[Mapping[str, Any]], Iterable[tuple[str, str, tuple[Any, ...]]]]
"""For the arguments of a theorem: Python module and name of others that it follows from, and the arguments
with which it does."""


@dataclass
class Prover:
    """Proves the theorems of a module and of its edits.

    ``opaque`` names functions that theorems are tried without at first: what holds whatever they
    answer needs no more. Where that does not do, they are looked into. ``lemmas`` says from which other
    theorems one follows; that these are proved, and not from it, is for the caller to see to.
    """

    module: Module
    scope: Scope
    uninterpreted: Collection[str] = ()
    lemmas: Mapping[str, Lemmas] = field(default_factory=dict)
    constants: Mapping[str, object] | None = None
    edits: Mapping[tuple[str, str], Edit] | None = None
    _lifts: dict[tuple[str, ...], Lift] = field(default_factory=dict, init=False)
    _plain: Instance | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """The symbols are the same for all theorems, so that what was lifted for one serves the next."""
        self._symbols = Symbols(self.scope)
        self._witness = Witnesses()

    def goals(self, name: str, uninterpreted: bool = False) -> Iterator[Goal]:
        """What has to be shown for a theorem: with nothing left opaque, or with all that may be."""
        theorem = self.module[name]
        hidden = self._hidden(theorem) if uninterpreted else ()
        return self._goals(theorem, self.scope.cases(theorem), hidden)

    def prove(self, name: str) -> ProofResult:
        """Try to prove a theorem; the search ends at the first case in which it fails."""
        theorem = self.module[name]
        met = count = 0
        undecided: list[tuple[Case, str]] = []
        for proof, is_met in self._proofs(theorem):
            count += 1
            met += is_met
            if proof.answer is SolverAnswer.UNKNOWN:
                undecided.append((proof.goal.case, proof.why))
            elif proof.answer is SolverAnswer.NO:
                found = counterexample(proof, theorem, self.plain)
                claim, rules = proof.goal.claim, _rules(theorem, found)
                return ProofResult(claim, count, met, (proof,), found, rules, tuple(undecided))
        return ProofResult(f"{self.module.name}.{name}", count, met, undecided=tuple(undecided))

    @property
    def plain(self) -> Instance:
        """The same text, executed by Python as it stands."""
        if self._plain is None:
            self._plain = Instance(self.module, self.constants, self.edits, memo_size=1 << 12)
        return self._plain

    def _proofs(self, theorem: Function) -> Iterator[tuple[Proof, bool]]:
        """A proof for each case, and whether what it assumes is seen to be met."""
        hidden = self._hidden(theorem)
        is_any_met = False
        for case in self.scope.cases(theorem):
            if hidden:
                goal = self._goal(theorem, case, hidden)
                proof = prove(goal, plainest=False, logic=CASES)
                if proof.answer is SolverAnswer.YES:
                    is_met = self._meets(theorem, goal, self._witness(goal))
                    if not is_met and not is_any_met:
                        is_met = self._witness(self._goal(theorem, case, ())) is not None
                    is_any_met |= is_met
                    yield proof, is_met
                    continue
                hidden = ()
            goal = self._goal(theorem, case, ())
            yield prove(goal, logic=CASES), self._witness(goal) is not None

    def _meets(self, theorem: Function, goal: Goal, model: Any) -> bool:
        """Whether there is a model, and its plain values meet the assumptions as the terms said."""
        if model is None:
            return False
        arguments = (value_in(value, model) for value in goal.arguments.values())
        try:
            self.plain[theorem.name](*arguments)
        except AssertionError:
            return False
        return True

    def _goal(self, theorem: Function, case: Case, opaque: tuple[str, ...]) -> Goal:
        return next(self._goals(theorem, [case], opaque))

    def _goals(
        self, theorem: Function, cases: Iterable[Case], opaque: tuple[str, ...]
    ) -> Iterator[Goal]:
        lift, lemmas = self._lift(opaque), self.lemmas.get(theorem.name)
        for goal in goals(lift, theorem, self._symbols, cases):
            if lemmas is None:
                yield goal
                continue
            known = (
                lift.call_in(module, name, arguments)
                for module, name, arguments in lemmas(goal.arguments)
            )
            follow = [
                disjunction((negation(k.assumptions_hold), conjunction((k.is_defined, k.value))))
                for k in known
            ]
            yield replace(goal, lemmas=conjunction(follow))

    def _hidden(self, theorem: Function) -> tuple[str, ...]:
        """The opaque predicates that the theorem comes to."""
        used = {name for _, name in reachable([theorem])}
        return tuple(sorted(used & set(self.uninterpreted)))

    def _lift(self, opaque: tuple[str, ...]) -> Lift:
        if opaque not in self._lifts:
            self._lifts[opaque] = Lift(
                self.module, self.constants, self.edits, uninterpreted=opaque
            )
        return self._lifts[opaque]


def prove_all(claim: str, obligations: Iterable[Goal]) -> ProofResult:
    """Try goals that belong to one claim; the search ends at the first that fails."""
    count = met = 0
    undecided: list[tuple[Case, str]] = []
    witnesses = Witnesses()
    for goal in obligations:
        proof = prove(goal)
        count += 1
        met += witnesses(goal) is not None
        if proof.answer is SolverAnswer.UNKNOWN:
            undecided.append((goal.case, proof.why))
        elif proof.answer is SolverAnswer.NO:
            assert proof.model is not None
            arguments = {name: value_in(v, proof.model) for name, v in goal.arguments.items()}
            found = Counterexample(arguments, confirmed=False)
            return ProofResult(claim, count, met, (proof,), found, undecided=tuple(undecided))
    return ProofResult(claim, count, met, undecided=tuple(undecided))


def _rules(theorem: Function, found: Counterexample) -> tuple[str, ...]:
    """The labels of what decides, in the theorem's own text and not in what it calls."""
    parts = found.explanation.path() if found.explanation else ()
    own = (p.rules for p in parts if p.rules and p.scope and p.scope.module is theorem.module)
    return next(own, theorem.output.rules if theorem.output else ())
