"""Patterns: what the wrong replies of one fault have in common, as its author can check it.

They are seen in many replies at once: a number is always one too small, only one player is
concerned, every second element is left out. Each has plain words here; a course says it in its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from modcheck.system.object_views import ObjectView


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
    given: tuple[tuple[str, Any], ...] = ()
    """Parameters, each with the argument of all cases that show the habit; with another one the
    implementation may be right."""

    @property
    def end(self) -> End:
        """Which end of the values the missed ones are, if these are numbers."""
        numbers = (*self.missed, *self.found)
        if not self.found or not all(type(value) is int for value in numbers):
            return ""
        if max(self.missed) < min(self.found):
            return "first"
        return "last" if min(self.missed) > max(self.found) else ""


End: TypeAlias = Literal["first", "last", ""]
"""Which end of a range what is passed over is; empty if it is neither."""


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
    end: End


@dataclass(frozen=True)
class Offset:
    """A number is wrong by the same amount in every wrong reply."""

    routine: str
    amount: int
    """What the reply is too large by; negative if it is too small."""
    is_always: bool
    """Whether no reply was right."""


@dataclass(frozen=True)
class Rounding:
    """Every wrong number is the one that is due without its fraction."""

    routine: str
    is_down: bool
    """Whether it is the next smaller number; else it is the one next to zero."""


@dataclass(frozen=True)
class Accumulation:
    """A number is too large once it was due to fall: it never falls during a game."""

    routine: str


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
    is_idle: bool | None
    """Whether such a call was seen to change nothing; None if not the whole state was seen."""


@dataclass(frozen=True)
class OtherException:
    """A call raises an exception of the module where another one, or a value, is due."""

    routine: str
    due: Any
    """The name of the exception, or the value."""
    got: str
    is_value: bool
    """Whether a value is due."""
    is_later: bool
    """Whether the specification tests for the exception that comes after the one that is due."""
    is_always: bool
    """Whether no reply was right where the same is due."""
    is_own: bool = False
    """Whether the routine should raise it elsewhere."""


@dataclass(frozen=True)
class ForeignException:
    """A call always raises an exception of another name where one is due."""

    routine: str
    due: str
    got: str


@dataclass(frozen=True)
class Unchecked:
    """A call does not refuse numbers beyond one end of their range."""

    routine: str
    parameters: tuple[str, ...]
    bound: int
    """The number at this end."""
    is_low: bool
    """Whether it is the lower end."""
    is_next: bool
    """Whether only the number next to the bound is not refused."""
    due: Any
    """The exception or the value that is due."""
    is_value: bool
    """Whether a value is due."""


@dataclass(frozen=True)
class Alias:
    """After a call all parts of the state along one parameter are the same, and should not be."""

    routine: str
    observer: str
    """The query that shows it."""
    parameter: str
    """The parameter of the query that makes no difference."""


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
    variable: str = ""
    """The state variable that is wrong after this call; empty if no observer shows which."""


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
    | Rounding
    | Accumulation
    | Confusion
    | Renaming
    | Acceptance
    | OtherException
    | ForeignException
    | Unchecked
    | Alias
    | Share
    | LaterGame
    | Circumstance
)

Advice: TypeAlias = Callable[[Pattern], str]
"""Describes a pattern to the person who wrote the program; empty if there is nothing to say."""

_OF_PYTHON: Final = """AttributeError IndexError KeyError NameError RecursionError StopIteration
TypeError UnboundLocalError ZeroDivisionError"""
_OF_JAVA: Final = """ArithmeticException ArrayIndexOutOfBounds ArrayIndexOutOfBoundsException
ClassCast ClassCastException IndexOutOfBounds IndexOutOfBoundsException NegativeArraySize
NoSuchElement NoSuchElementException NullPointer NullPointerException StringIndexOutOfBounds"""
_OF_OTHERS: Final = "RangeError ReferenceError bad_alloc bad_optional_access out_of_range"

BREAKDOWNS: Final = frozenset(f"{_OF_PYTHON} {_OF_JAVA} {_OF_OTHERS}".split())
"""Exceptions that languages raise themselves: none is another name for one of the module."""

LOOP: Final[Mapping[End, str]] = {
    "first": "Does a loop begin one too late?",
    "last": "Does a loop end one too early?",
    "": "Does a loop leave this out?",
}
"""Where to look for what is passed over, by the end at which it is."""


def general_advice(pattern: Pattern) -> str:
    """Return a pattern in the specification's own words."""
    match pattern:
        case Habit():
            return _habit_text(pattern)
        case Oversight(routine, part=part, value=value, end=end):
            where = f"those with {part} = {value}" if part else value_name(value)
            return f"{routine} passes over {where}. {LOOP[end]}"
        case Offset():
            return f"{offset_text(pattern)} Does a loop or a counter begin or end one step off?"
        case Rounding(routine, True):
            return f"{routine} rounds down what is due. Is there // where / is meant?"
        case Rounding(routine):
            return (
                f"{routine} cuts off the fraction of what is due. Is a number made an integer on "
                "the way?"
            )
        case Accumulation(routine):
            return (
                f"{routine} should fall during a game, and never does. "
                "Is a counter raised, but not lowered?"
            )
        case Confusion():
            return _confusion_text(pattern)
        case Renaming(routine, names):
            pairs = ", ".join(f"{json.dumps(got)} for {value_name(due)}" for due, got in names)
            return (
                f"{routine} has names of its own: {pairs}. Return the names of the specification, "
                "or translate them in an adapter; the command init writes one."
            )
        case Acceptance(routine, exception, True):
            return (
                f"{routine} changes nothing where {exception} is due, and does not raise it. Does "
                "it return instead of raising?"
            )
        case Acceptance(routine, exception, None):
            return f"{routine} raises nothing where {exception} is due. What does it check before?"
        case Acceptance(routine, exception):
            return f"{routine} goes on where {exception} is due. What does it check before?"
        case OtherException():
            return _exception_text(pattern)
        case ForeignException(routine, due, "SystemExit"):
            return f"{routine} ends the program wherever {due} is due. Raise {due} instead."
        case ForeignException(routine, due, got) if got in BREAKDOWNS:
            return (
                f"{routine} breaks down with {got} wherever {due} is due. Does it check for {due} "
                "before?"
            )
        case ForeignException(routine, due, got):
            return (
                f"{routine} raises {got} wherever {due} is due. Is this another name for {due}? "
                "Then rename it."
            )
        case Unchecked(routine, parameters, bound, is_low, True):
            number = bound - 1 if is_low else bound + 1
            where = f"{' or '.join(parameters)} = {number}"
            return (
                f"{routine} does not {_due_text(pattern)} for {where}. Is a bound one off, such as "
                "<= where < is meant?"
            )
        case Unchecked(routine, parameters, bound, is_low):
            beyond, is_right = ("below", "at least") if is_low else ("above", "at most")
            either = " or ".join(parameters)
            return (
                f"{routine} does not {_due_text(pattern)} for {either} {beyond} {bound}. Does it "
                f"check that {' and '.join(parameters)} {_be(parameters)} {is_right} {bound}?"
            )
        case Alias(routine, observer, parameter):
            return (
                f"After {routine}, {observer} says the same for every {parameter}. Are these one "
                "and the same list, as [[x] * n] * n makes them in Python?"
            )
        case Share():
            return _share_text(pattern)
        case LaterGame(initializer, ""):
            return (
                "The program goes wrong in a later game: something of the earlier one is left, "
                f"perhaps in a cache. Does {initializer} set all afresh?"
            )
        case LaterGame(initializer, variable):
            return (
                f"The program is right in a first game, but {initializer} does not reset "
                f"{variable} for a later one. Where does {initializer} set it afresh?"
            )
        case Circumstance():
            return _circumstance_text(pattern)


def value_name(value: Any) -> str:
    """Return the name of an element of an enumeration, or another value as a text."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "nothing"
    if isinstance(value, ObjectView):
        return "an object"
    if isinstance(value, tuple) and any(isinstance(part, tuple) for part in value):
        return "another value"  # too long for a sentence
    return str(getattr(value, "name", value))


def _habit_text(habit: Habit) -> str:
    missed = ", ".join(map(value_name, habit.missed))
    of = f" of {habit.domain}" if habit.domain else ""
    given = " and ".join(f"{name} = {value_name(value)}" for name, value in habit.given)
    program = f"For {given}, your program" if given else "Your program"
    return (
        f"{program} misses what it should find with {habit.dummy} = {missed}{of}. {LOOP[habit.end]}"
    )


def offset_text(offset: Offset) -> str:
    """Return by how much a number is wrong, and when."""
    size = f"{abs(offset.amount)} too {'large' if offset.amount > 0 else 'small'}"
    often = "in every reply" if offset.is_always else "whenever it is wrong"
    return f"{offset.routine} is {size} {often}."


def _confusion_text(confusion: Confusion) -> str:
    routine, cases, exceptions = confusion.routine, confusion.cases, confusion.exceptions
    got, due = value_name(confusion.got), value_name(confusion.due)
    if not exceptions:
        return (
            f"{routine} says {got} wherever {due} is due; all its other replies are right. Is the "
            f"case of {due} missing, or is its condition never true?"
        )
    return (
        f"{routine} says {got} in {cases:,} of {cases + exceptions:,} replies where {due} is due; "
        f"where something else is due it is right. Is the condition for {due} true too seldom?"
    )


def _exception_text(other: OtherException) -> str:
    routine, got = other.routine, other.got
    due = "no exception" if other.due is None else value_name(other.due)
    if other.is_value and other.is_own:
        return (
            f"{routine} raises {got} where {due} is due. Is its condition for {got} true too often?"
        )
    if other.is_value:
        return (
            f"{routine} raises {got} where {due} is due; by the specification it never raises "
            f"{got}. Does it check what only other routines check, or call one of them?"
        )
    if other.is_later:
        return (
            f"{routine} raises {got} where {due} is due. Does it test for {due} before it tests "
            f"for {got}?"
        )
    if other.is_always:
        return f"{routine} raises {got} wherever {due} is due. Is the wrong exception named?"
    return (
        f"{routine} raises {got} here, and {due} only in other calls where it is due. Is this case "
        f"part of the condition for {got}?"
    )


def _due_text(unchecked: Unchecked) -> str:
    due = value_name(unchecked.due)
    return f"return {due}" if unchecked.is_value else f"raise {due}"


def _be(words: Sequence[str]) -> str:
    return "are" if len(words) > 1 else "is"


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
    return f"only where {where}. {question}"
