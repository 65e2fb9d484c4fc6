"""Proof: that two texts of one function are the same, for all values in a scope, by the solver."""

from __future__ import annotations

import ast
import copy
import time
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from modlab.exercise.trial_calls import Arguments
from modspec import Module
from modspec.lift import Lift
from modspec.lift.lifting import Lifted
from modspec.lift.logic import conjunction, disjunction, equal, negation, same
from modspec.lift.symbols import Bool
from modspec.prove.goals import Goal
from modspec.prove.prover import values_in
from modspec.prove.scope import Case, Scope, Symbols
from modspec.prove.solver import CASES, SolverAnswer, prove
from modspec.prove.state_cases import by_variable, cases_of_state, in_case
from modspec.run.instance import Space
from modspec.syntax.module import Function
from modspec.syntax.values import State

PATIENCE: Final = 3_000_000
"""The steps of the solver for each case."""

MOST_CASES: Final = 500
"""Cases that are put to the solver; the rest is undecided."""

SECONDS: Final = 0.9
"""Processor time after which no other case is put to the solver. Steps do not count what it takes
to read a long text as logic, so this limit is a time: on another machine, other cases may be left
undecided."""


@dataclass(frozen=True)
class SameForAll:
    """The answer to whether two texts are the same for all values of a scope."""

    proved: int
    """The cases in which they are proved to be the same."""

    cases: int
    counterexample: Arguments | None = None
    """Arguments for which they differ, if the solver found any."""

    why: str = ""
    """Why nothing was proved, if nothing could be: a construct that has no reading as logic."""

    @property
    def is_proved(self) -> bool:
        """Whether they are the same in all cases."""
        return self.cases > 0 and self.proved == self.cases


class _AnswerLift(Lift):
    """A lift with one function edited that shares all others, and what they remember."""

    def __init__(self, base: Lift, node: ast.FunctionDef) -> None:
        self._base = base
        place = (base.module.python_name, node.name)
        edits = {place: lambda _: copy.deepcopy(node)}
        super().__init__(base.module, edits=edits, semantics=base.semantics)

    def _space(self, module: Module) -> Space:
        self._shared = self._base._spaces
        return super()._space(module)


class SameProver:
    """Compares texts of one function with the reference, for all values of a scope."""

    def __init__(self, module: Module, function: Function, scope: Scope) -> None:
        self._module, self._function = module, function
        self._lift, self._symbols = _base_lift(module.python_name, module), Symbols(scope)
        self._cases = [
            (*of_state, *case)
            for of_state in cases_of_state(self._state(), function.state or "")
            for case in scope.cases(function)
        ]
        self._due: dict[Case, tuple[tuple[Any, ...], Lifted]] = {}

    def _state(self) -> State | None:
        """Return the symbolic state that the function takes, if it takes one."""
        module, name = self._module, self._function.state
        if not (name and module.state):
            return None
        state: State = self._symbols.of(module, module.state.name, name)
        return state

    def _reference(self, case: Case) -> tuple[tuple[Any, ...], Lifted]:
        """Return the arguments of a case, and the meaning of the reference there."""
        if case not in self._due:
            known, module, function = dict(case), self._module, self._function
            arguments: tuple[Any, ...] = ()
            state = self._state()
            if state is not None and function.state:
                arguments = (in_case(state, function.state, case),)
            for parameter in function.parameters:
                symbolic = parameter.name not in known
                type_name = getattr(parameter.type, "name", "")
                arguments += (
                    self._symbols.of(module, type_name, parameter.name)
                    if symbolic
                    else known[parameter.name],
                )
            self._due[case] = arguments, self._lift.call(function.name, *arguments)
        return self._due[case]

    def prepare(self) -> None:
        """Read the reference as logic in all cases, so that checks need not."""
        for case in self._cases:
            self._reference(case)

    def compare(self, node: ast.FunctionDef, seconds: float = SECONDS) -> SameForAll:
        """Return whether a text is the same as the reference in all cases."""
        proved, begin = 0, time.process_time()
        try:
            lift = _AnswerLift(self._lift, node)
            for case in self._cases[:MOST_CASES]:
                if time.process_time() - begin > seconds:
                    break
                proof = prove(self._goal(lift, case), PATIENCE, logic=CASES)
                if proof.answer is SolverAnswer.NO:
                    values = values_in(proof.goal, proof.model)
                    return SameForAll(proved, len(self._cases), tuple(values.values()))
                proved += proof.answer is SolverAnswer.YES
        except Exception as error:  # noqa: BLE001  # what cannot be read as logic is not proved
            why = f"{type(error).__name__}: {error}".splitlines()[0]
            return SameForAll(0, len(self._cases), why=why)
        return SameForAll(proved, len(self._cases))

    def smallest(self, node: ast.FunctionDef, arguments: Arguments) -> Arguments | None:
        """Return the smallest arguments, in the case of the given ones, for which texts differ."""
        names = [*([self._function.state] if self._function.state else [])]
        names += [parameter.name for parameter in self._function.parameters]
        given = dict(zip(names, arguments, strict=True))
        if self._function.state:
            given |= by_variable(arguments[0], self._function.state)
        try:
            for case in self._cases:
                if all(given[name] == value for name, value in case):
                    goal = self._goal(_AnswerLift(self._lift, node), case)
                    proof = prove(goal, PATIENCE, logic=CASES)
                    if proof.answer is SolverAnswer.NO:
                        return tuple(values_in(proof.goal, proof.model).values())
        except Exception:  # noqa: BLE001  # what cannot be read as logic has no smallest model
            return None
        return None

    def _goal(self, lift: Lift, case: Case) -> Goal:
        arguments, due = self._reference(case)
        names = [*([self._function.state] if self._function.state else [])]
        names += [parameter.name for parameter in self._function.parameters]
        yours = lift.call(self._function.name, *arguments)
        return Goal(
            claim=f"{self._module.name}.{self._function.name}",
            case=case,
            constraint=self._symbols.constraint,
            premises=conjunction((due.assumptions_hold, due.is_defined)),
            conclusion=_are_same(due, yours),
            arguments=dict(zip(names, arguments, strict=True)),
            features=tuple(self._symbols.features),
        )


@cache
def _base_lift(name: str, module: Module) -> Lift:
    """Return the lift of a module, which all its exercises share."""
    del name
    return Lift(module)


def _are_same(due: Lifted, yours: Lifted) -> Bool:
    """Return that two meanings of a call are the same."""
    names = sorted({name for name, _ in (*due.exceptions, *yours.exceptions)})
    parts: list[Bool] = [same(due.assumptions_hold, yours.assumptions_hold), yours.is_defined]
    parts += [same(_raises(due, name), _raises(yours, name)) for name in names]
    if due.value is None or yours.value is None:
        parts.append(True if due.value is yours.value else due.raises)
    else:
        parts.append(disjunction((due.raises, equal(due.value, yours.value))))
    return conjunction(parts)


def _raises(lifted: Lifted, name: str) -> Bool:
    """Return that a call raises an exception: by a clause of its name, and by none before."""
    found: list[Bool] = []
    earlier: list[Bool] = []
    for each, condition in lifted.exceptions:
        if each == name:
            found.append(conjunction((condition, negation(disjunction(earlier)))))
        earlier.append(condition)
    return disjunction(found)
