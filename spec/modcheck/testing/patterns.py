"""Patterns: what the wrong replies of one fault have in common, as its author can check it.

They are seen in many replies at once: a number is always one too small, only one player is
concerned, every second element is left out. Each has plain words here; a course says it in its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Habit:
    """A set of values that an implementation always misses."""

    dummy: str
    """The name of the dummy in the specification."""
    domain: str
    """The name of the set that the dummy ranges over, if it has one."""
    missed: tuple[Any, ...]
    """The values that the dummy never takes."""
    found: tuple[Any, ...]
    """The values that the dummy was seen to take."""
    cases: int
    """The number of cases that show the habit; none contradicts it."""
    given: tuple[tuple[str, Any], ...] = ()
    """Parameters, each with the argument of all these cases; with another one the implementation
    may be right."""


@dataclass(frozen=True)
class Oversight:
    """Elements that a query passes over: it counts the others, or asks only about the others."""

    routine: str
    missed: tuple[Any, ...]
    """The elements."""
    part: str
    """The component that all of them share; empty for a single element."""
    value: Any
    """The value of this component, or the element."""
    cases: int
    """The number of wrong replies."""


@dataclass(frozen=True)
class Offset:
    """A number is wrong by the same amount in every wrong reply."""

    routine: str
    amount: int
    """What the reply is too large by; negative if it is too small."""
    cases: int
    is_always: bool
    """Whether no reply was right."""


@dataclass(frozen=True)
class Accumulation:
    """A number is too large once it was due to fall: it never falls during a game."""

    routine: str
    cases: int


@dataclass(frozen=True)
class Confusion:
    """Where one value is due, another one comes; all replies where others are due are right."""

    routine: str
    due: Any
    got: Any
    cases: int
    exceptions: int = 0
    """The number of replies that are right where the value is due: few."""


@dataclass(frozen=True)
class Renaming:
    """A routine yields other names than the specification has, always the same for the same."""

    routine: str
    names: tuple[tuple[Any, Any], ...]
    """The value that is due, and the one that comes."""


@dataclass(frozen=True)
class Acceptance:
    """A call that should raise an exception never does."""

    routine: str
    exception: str
    cases: int
    is_idle: bool
    """Whether such a call was seen to change nothing."""


@dataclass(frozen=True)
class Share:
    """Of the elements that a call should change it changes only some, always in the same way."""

    routine: str
    counts: tuple[tuple[int, int], ...]
    """How many elements should change, and how many do, in ascending order."""
    dummy: str
    """The dummy: only one value of it is ever served; empty if the numbers tell."""
    domain: str
    """The name of the set that the dummy ranges over."""
    cases: int

    @property
    def is_every_second(self) -> bool:
        """Whether the first, third, fifth one change."""
        return all(done == (due + 1) // 2 for due, done in self.counts)


@dataclass(frozen=True)
class LaterGame:
    """The program is right in a first game, and wrong in a later one."""

    initializer: str
    """The call that begins a game."""


@dataclass(frozen=True)
class Circumstance:
    """What tells the wrong replies from the right ones."""

    name: str
    """A parameter, or a state variable."""
    value: Any
    """Its value in all wrong replies; if it is compared, whether the two are equal."""
    compared_with: str = ""
    """The state variable that a parameter is compared with; empty if it is not."""
    others: tuple[Any, ...] = ()
    """Its values in the right replies."""


Pattern: TypeAlias = (
    Habit
    | Oversight
    | Offset
    | Accumulation
    | Confusion
    | Renaming
    | Acceptance
    | Share
    | LaterGame
    | Circumstance
)

Advice: TypeAlias = Callable[[Pattern], str]
"""Describes a pattern to the person who wrote the program; empty if there is nothing to say."""


def general_advice(pattern: Pattern) -> str:
    """Return a pattern in the specification's own words."""
    match pattern:
        case Habit():
            return _habit_text(pattern)
        case Oversight(routine, part=part, value=value, cases=cases):
            where = f"those with {part} = {value}" if part else value_name(value)
            return (
                f"{routine} passes over {where}: all {cases} wrong replies are as if it did. "
                "Does a loop begin too late, or end too early?"
            )
        case Offset(routine, amount, cases, is_always):
            size = f"{abs(amount)} too {'large' if amount > 0 else 'small'}"
            often = f"in all {cases} replies" if is_always else f"in all {cases} wrong replies"
            return (
                f"{routine} is {size} {often}. Does a loop or a counter begin or end one step off?"
            )
        case Accumulation(routine, cases):
            return (
                f"{routine} never falls during a game, and is too large in {cases} replies. "
                "Is a counter raised, but not lowered?"
            )
        case Confusion(routine, due, got, cases, exceptions):
            where = f"{value_name(due)} is due"
            number = f"{cases:,} of {cases + exceptions:,}" if exceptions else f"all {cases:,}"
            return (
                f"{routine} says {value_name(got)} in {number} replies where {where}; all others "
                "are right. Is this case missing, or is its condition never true?"
            )
        case Renaming(routine, names):
            pairs = ", ".join(f"{json.dumps(got)} for {value_name(due)}" for due, got in names)
            return (
                f"{routine} has names of its own: {pairs}. Return the names of the specification, "
                "or translate them in an adapter; the command init writes one."
            )
        case Acceptance(routine, exception, cases, is_idle):
            idle = ", and changes nothing" if is_idle else ""
            return (
                f"{routine} never raises {exception}: it returns without an exception in all "
                f"{cases:,} calls where it is due{idle}. Does it return, or go on, instead of "
                "raising?"
            )
        case Share():
            return _share_text(pattern)
        case LaterGame(initializer):
            return (
                f"The program is right in a first game and wrong in a later one. Which variable, "
                f"such as a list or a cache, does {initializer} not reset?"
            )
        case Circumstance():
            return _circumstance_text(pattern)


def value_name(value: Any) -> str:
    """Return the name of an element of an enumeration, or another value as a text."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(getattr(value, "name", value))


def _habit_text(habit: Habit) -> str:
    missed = ", ".join(map(value_name, habit.missed))
    of = f" of {habit.domain}" if habit.domain else ""
    given = " and ".join(f"{name} = {value_name(value)}" for name, value in habit.given)
    program = f"For {given}, your program" if given else "Your program"
    replies = "reply" if habit.cases == 1 else "replies"
    return (
        f"{program} misses what it should find with {habit.dummy} = {missed}{of}, in {habit.cases} "
        f"{replies}. Does a loop leave this out?"
    )


def _share_text(share: Share) -> str:
    if share.dummy:
        return (
            f"{share.routine} serves one value of {share.dummy} in {share.domain} only, in "
            f"{share.cases} calls with several. Does a loop end after the first?"
        )
    example = ", ".join(f"{done} of {due}" for due, done in share.counts[:4])
    question = "Does a loop end too early?"
    if share.is_every_second:
        question = "Does a loop remove elements from the list that it goes through?"
    return f"{share.routine} changes {example} elements that should change. {question}"


def _circumstance_text(circumstance: Circumstance) -> str:
    """Return the end of a sentence, and a question."""
    if circumstance.compared_with:
        verb = "is" if circumstance.value else "is not"
        where = f"{circumstance.name} {verb} {circumstance.compared_with}"
        question = f"Is {circumstance.compared_with} read where {circumstance.name} is meant?"
    else:
        where = f"{circumstance.name} is {value_name(circumstance.value)}"
        question = "Does a condition ask for this where it should not?"
    return f"only where {where}; else it is right. {question}"
