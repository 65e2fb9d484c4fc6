"""Obligations: what each access program of the model's abstract objects owes, in any state, as questions.

The questions are about the functions themselves, those of :mod:`othello_model.othello` and the others. Before
a call the state of the module is set to anything that it can be: any two words that stand for a board,
any times and amounts, whether or not there is a game that leads there. What is owed is all in the
specification.

Of Othello there is a question for each square of the board, and one for all the rows and columns that are not of
the board. Two of its access programs are split, as the whole would take long. What ``move`` does to the board is
asked for each square, and whose turn it is then once for all boards. That ``winner`` compares two numbers is
asked apart from what these numbers are. Of the other objects there is one question for each access
program, since what a board does is taken for granted there, as :mod:`.judge` has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any, Final, Protocol

import z3

from modspec.contract.contract import without_checks
from modspec.crosshair.conditions import CallResult, OffBoard, call_result
from modspec.crosshair.confirm import Question
from modspec.crosshair.exchange import WIDTH
from modspec.lift import Bits, Bool, Integer, Truth
from modspec.lift.logic import conjunction, disjunction, negation
from modspec.run.branchless import Word
from modspec.run.machine import Call
from othello_proofs.obligations.faults import ObligationFault
from othello_proofs.obligations.judge import SPLIT, ObligationTerms, is_known
from othello_proofs.obligations.objects import OBJECTS, OTHELLO, Parts
from othello_proofs.obligations.parts import ObligationPart, by_square
from othello_proofs.obligations.played import played
from othello_spec.board import BLACK, EMPTY, PLAYERS, SQUARES, WHITE, Cell, Square
from othello_spec.records.squares import name as square_name

_KINDS: Final[dict[str, type]] = {
    "row": int, "col": int, "player": Cell, "now": int, "allowed": int,
}  # fmt: skip
"""What parameters are that may have any value."""

_ROW, _COL = OffBoard(), OffBoard()


class Obligation(Protocol):
    """One question, and what a counterexample to it shows."""

    @property
    def name(self) -> str:
        """What it is about, in a few words."""

    @property
    def square(self) -> Square | None:
        """The one square that it is about, if it is."""

    @property
    def question(self) -> Question:
        """The question to put to CrossHair."""

    @property
    def granted(self) -> Sequence[str]:
        """What is taken for granted, that questions of other claims and theorems are about; in words."""

    def fault(self, *arguments: Any) -> ObligationFault:
        """What is wrong with the call that is the counterexample."""

    def unseen(self, witnesses: Iterable[tuple[Any, ...]]) -> set[str]:
        """What the specification lets happen that happens in none of these examples, in words."""


def obligations(claim: str, judge: ObligationTerms | None = None) -> Iterator[Obligation]:
    """All that an access program owes, such as ``othello.move``.

    A judge that was asked before need not work out all again.
    """
    name, routine = claim.split(".")
    judge = judge or ObligationTerms(OBJECTS[name])
    if name != OTHELLO.name:
        yield Calls(judge, routine)
        return
    if "row" in {parameter.name for parameter in judge.routine(routine).parameters}:
        for square in sorted(SQUARES):
            yield Calls(judge, routine, square)
        yield Calls(judge, routine, elsewhere=True)
    else:
        yield Calls(judge, routine)
    if routine in SPLIT:
        yield ObligationPart(judge, routine, SPLIT[routine])


@dataclass(frozen=True)
class Calls:
    """Calls of an access program: of one square, of any that is not of the board, or all there are."""

    judge: ObligationTerms
    routine: str
    square: Square | None = None
    elsewhere: bool = False

    @property
    def name(self) -> str:
        """The access program, and the square."""
        place = "elsewhere" if self.elsewhere else square_name(self.square) if self.square else ""
        return f"{self.judge.object.name}.{self.routine} {place}".strip()

    @property
    def question(self) -> Question:
        """Whether the calls do what they owe, in any state."""
        return Question(
            name=self.name,
            function=self.call,
            parameters=self._parameters,
            requires=self._allowed,
            ensures=self._kept,
            assumptions=self.judge.assumptions(self.routine),
            examples=self._examples if self.granted else tuple,
        )

    @property
    def granted(self) -> Sequence[str]:
        """What is taken for granted, that other questions and theorems are about."""
        return self.judge.granted(self.routine)

    def call(self, *values: Any) -> CallResult[Parts]:
        """Make one call in the state that is given, and tell what it has led to."""
        of = self.judge.object
        parts, arguments = self._parted(values)
        state = vars(of.program)
        made = of.made(*parts)
        kept = {name: state[name] for name in made if name in state}
        state |= made
        routine = state[self.routine]
        try:
            with without_checks():
                return call_result(lambda: routine(*arguments), lambda: of.taken(state))
        finally:
            for name in made:
                del state[name]
            state |= kept

    def fault(self, *values: Any) -> ObligationFault:
        """The first clause that a call does not keep."""
        parts, arguments = self._parted(values)
        led_to, judge = self.call(*values), self.judge
        call, before = Call(self.routine, arguments), judge.state(parts)
        if not judge.object.sound(*led_to.state):
            return ObligationFault(call, before, "a state that the parts stand for", led_to.state)
        breach = judge.duties(self.routine).violation(self.routine, parts, arguments, led_to)
        if breach is None:
            raise ValueError(f"{call} does what it owes in {before}: that is no counterexample")
        after = judge.state(led_to.state)
        return ObligationFault(call, before, breach.expected, breach.got, breach.formula, after)

    def unseen(self, witnesses: Iterable[tuple[Any, ...]]) -> set[str]:
        """The exceptions, and to raise none, as far as no example shows that a call may come to it.

        Where something is taken for granted, a witness may be of no state that there is; so games are played too.
        """
        missing: set[str] = set()
        for unknown in self._unknown():
            parts, arguments = self._parted(unknown)
            given = self._as_specified(arguments)
            missing |= self.judge.duties(self.routine).outcomes(self.routine, parts, given)
        for values in chain(witnesses, self._examples() if self.granted else ()):
            if not missing:
                break
            if self._allowed(*values) is True:
                missing.discard(self.call(*values).exception or "no exception")
        return missing

    # -- the conditions, on symbolic values and on plain ones

    def _allowed(self, *values: Any) -> Bool:
        """Whether the parts stand for a state, and the call is one of these."""
        parts, arguments = self._parted(values)
        named = dict(zip(self._parameters, values, strict=True))
        if named.get("player", BLACK) not in PLAYERS:
            return False
        sound = self.judge.object.sound(*parts)
        if sound is False:
            return False
        return conjunction(
            (
                sound,
                not self.elsewhere or _is_elsewhere(named["row"], named["col"]),
                self.judge.allowed(self.routine, parts, self._as_specified(arguments)),
            )
        )

    def _kept(self, led_to: CallResult[Parts], *values: Any) -> Bool:
        """Whether the call did what it owes, and left parts that stand for a state.

        Plain values are judged by the clauses as they stand, which owe nothing to the lifted ones.
        """
        parts, arguments = self._parted(values)
        duties, sound = self.judge.duties(self.routine), self.judge.object.sound
        if is_known(values):
            breach = duties.violation(self.routine, parts, arguments, led_to)
            return sound(*led_to.state) and breach is None
        led_to = replace(led_to, output=by_square(led_to.output))
        kept = duties.postcondition(self.routine, parts, self._as_specified(arguments), led_to)
        claim = conjunction((sound(*led_to.state), kept))
        return disjunction((negation(self.judge.known(self.routine, parts)), claim))

    def _examples(self) -> Iterator[tuple[Any, ...]]:
        """Calls in states that calls lead to."""
        judge = self.judge

        def make(call: Call, parts: Parts) -> Parts:
            return Calls(judge, call.routine).call(*parts, *call.arguments).state

        yield from played(judge.object, judge.routine(self.routine), make)

    # -- the arguments

    @property
    def _parameters(self) -> dict[str, type]:
        """All that may have any value: the parts of the state, and parameters of the access program."""
        fixed = ("row", "col") if self.square else ()
        names = (p.name for p in self.judge.routine(self.routine).parameters)
        free = {name: _KINDS[name] for name in names if name not in fixed}
        return {**self.judge.object.parts, **free}

    def _parted(self, values: tuple[Any, ...]) -> tuple[Parts, tuple[Any, ...]]:
        """The parts of the state, and all arguments."""
        parts = len(self.judge.object.parts)
        named = dict(zip(self._parameters, values, strict=True))
        if self.square:
            named |= self.square._asdict()
        arguments = (named[p.name] for p in self.judge.routine(self.routine).parameters)
        return values[:parts], tuple(arguments)

    def _as_specified(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments for the specification: of any square not of the board, only that it is not."""
        if not self.elsewhere:
            return arguments
        names = (p.name for p in self.judge.routine(self.routine).parameters)
        return tuple(
            {"row": _ROW, "col": _COL}.get(name, value) if isinstance(value, Integer) else value
            for name, value in zip(names, arguments, strict=True)
        )

    def _unknown(self) -> Iterator[tuple[Any, ...]]:
        """Values of which nothing is known, for each that may be of an enumeration."""
        choices: list[Sequence[Any]] = []
        for name, kind in self._parameters.items():
            if kind is Cell:
                choices.append((EMPTY, BLACK, WHITE) if name == "running" else (BLACK, WHITE))
            else:
                choices.append([_UNKNOWN[kind](name)])
        yield from product(*choices)


_UNKNOWN: Final[dict[type, Callable[[str], Any]]] = {
    Word: lambda name: Bits(z3.BitVec(name, WIDTH)),
    int: lambda name: Integer(z3.Int(name)),
    bool: lambda name: Truth(z3.Bool(name)),
}


def _is_elsewhere(row: Any, col: Any) -> Bool:
    """Whether no square of the board is in that row and column."""
    if is_known((row, col)):
        return Square(row, col) not in SQUARES
    there = (z3.And(row.term == s.row, col.term == s.col) for s in sorted(SQUARES))
    return Truth(z3.Not(z3.Or(list(there))))
