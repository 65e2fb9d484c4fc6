"""Recorded scripts: calls whose expected replies were computed beforehand, by the specification.

To ask the specification takes much longer than to ask an implementation. What is always asked is therefore
recorded once. :meth:`RecordedScript.live` makes the same script again from the specification, as soon as a reply deviates and
there is something to explain.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import Final, TypeAlias

from modcheck.system.implementation import Implementation, Reply
from modcheck.testing.trace import Purpose, Trace, TraceGenerator
from modspec.run.machine import Call

CODE: Final = "H"
"""What the numbers of calls and replies are kept in: 16 bits."""

Wanted: TypeAlias = Callable[[Call, Purpose], bool]
"""Whether a call is to be made."""


@dataclass(frozen=True)
class RecordedCall:
    """A call, and why it is made."""

    call: Call
    purpose: Purpose


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What the scripts of a recording consist of: a script is numbers of these."""

    calls: tuple[RecordedCall, ...]
    replies: tuple[Reply, ...]


@dataclass(frozen=True)
class Difference:
    """A script in which an implementation replied otherwise than the specification says."""

    number: int
    """The first call that it did so at, counted from 0."""

    replies: list[Reply]
    """All its replies."""


@dataclass(frozen=True)
class RecordedTrace:
    """Calls with the replies that the specification expects."""

    name: str
    """What it is for, in a few words."""

    vocabulary: Vocabulary = field(repr=False)
    call_numbers: array[int] = field(repr=False)
    """The number of each call."""

    reply_numbers: array[int] = field(repr=False)
    """The number of each reply."""

    events: Mapping[str, int] = field(default_factory=dict)
    """How often rare things happen in it, by name."""

    def __len__(self) -> int:
        """How many calls it makes."""
        return len(self.call_numbers)

    @property
    def calls(self) -> list[Call]:
        """All calls that it makes: transitions, observations, queries, and calls that raise."""
        asked = self.vocabulary.calls
        return [asked[number].call for number in self.call_numbers]

    @property
    def purposes(self) -> list[Purpose]:
        """Why each of them is made."""
        asked = self.vocabulary.calls
        return [asked[number].purpose for number in self.call_numbers]

    @property
    def expected_replies(self) -> list[Reply]:
        """The replies to them; whatever a transition yields is right."""
        replies = self.vocabulary.replies
        return [replies[number] for number in self.reply_numbers]

    @cached_property
    def game(self) -> tuple[Call, ...]:
        """The transitions alone, an initialiser first. There may be another one on the way."""
        asked = self.vocabulary.calls
        return tuple(
            asked[n].call for n in self.call_numbers if asked[n].purpose is Purpose.COMMAND
        )

    @property
    def routines(self) -> Counter[str]:
        """How often it calls each routine."""
        total: Counter[str] = Counter()
        for number, count in Counter(self.call_numbers).items():
            total[self.vocabulary.calls[number].call.routine] += count
        return total

    @property
    def exceptions(self) -> Counter[str]:
        """How often each exception is raised."""
        total: Counter[str] = Counter()
        for number, count in Counter(self.reply_numbers).items():
            if exception := self.vocabulary.replies[number].exception:
                total[exception] += count
        return total

    def select_calls(self, wanted: Wanted) -> RecordedTrace:
        """The script without the calls that are not wanted; no transition may be left out.

        Raises ValueError if one is: nothing after it would be as recorded.
        """
        return next(select_calls([self], wanted))

    def _kept(self, kept: Mapping[int, bool]) -> RecordedTrace:
        """The script with those of the calls that are kept, by their numbers."""
        if all(map(kept.__getitem__, self.call_numbers)):
            return self
        for number in self.call_numbers:
            asked = self.vocabulary.calls[number]
            if asked.purpose is Purpose.COMMAND and not kept[number]:
                raise ValueError(f"{asked.call} leads to the next state and cannot be left out")
        stay = [kept[number] for number in self.call_numbers]
        return replace(
            self,
            call_numbers=array(CODE, compress(self.call_numbers, stay)),
            reply_numbers=array(CODE, compress(self.reply_numbers, stay)),
        )

    def moves(self, number: int) -> int:
        """How many transitions lead to a call, by its number."""
        asked = self.vocabulary.calls
        return sum(asked[n].purpose is Purpose.COMMAND for n in self.call_numbers[:number])

    def replies(self, deviating: Mapping[int, Sequence[Reply]]) -> list[Reply]:
        """The expected replies, but for those given instead, by the number of the first of them."""
        replies = self.expected_replies
        for first, others in deviating.items():
            replies[first : first + len(others)] = others
        return replies

    def difference_from(self, replies: list[Reply]) -> Difference | None:
        """How replies differ from those expected; None if they do not."""
        number = self.first_difference(replies)
        return None if number is None else Difference(number, replies)

    def first_difference(self, replies: Sequence[Reply]) -> int | None:
        """The first call to which the reply is not the expected one, None if there is none.

        Types count: ``1`` is not ``True``. Raises ValueError unless there is a reply to each call.
        """
        asked = self.vocabulary.calls
        for number, (expected, reply) in enumerate(
            zip(self.expected_replies, replies, strict=True)
        ):
            if reply is expected or (
                reply.exception == expected.exception
                and reply.fault is None
                and reply.output == expected.output
                and type(reply.output) is type(expected.output)
            ):
                continue
            plays = asked[self.call_numbers[number]].purpose is Purpose.COMMAND
            if not plays or reply.fault is not None or reply.exception != expected.exception:
                return number
        return None

    def recompute(
        self, playwright: TraceGenerator, observed: bool = False, around: int | None = None
    ) -> Trace:
        """The same script, from the specification itself; as far as it shows what happened ``around`` a call, if given.

        ``observed`` adds observations, so that it is seen which call has done what: after each transition,
        and after calls that ought not to change the state before others are made.
        """
        script: Trace = []
        state = None
        before = Purpose.OBSERVE
        for number, (call, purpose) in enumerate(zip(self.calls, self.purposes, strict=True)):
            if around is not None and number > around and purpose is not Purpose.OBSERVE:
                break
            if observed and state is not None and _needs_a_look(before, purpose):
                script += playwright.observation(state)
            script.append(playwright.step(state, call, purpose))
            state, before = script[-1].expected.state, purpose
        return script


def select_calls(scripts: Iterable[RecordedTrace], wanted: Wanted) -> Iterator[RecordedTrace]:
    """Scripts without the calls that are not wanted, as :meth:`RecordedScript.only`; of each call it is asked once."""
    decided: dict[Vocabulary, dict[int, bool]] = {}
    for script in scripts:
        kept = decided.setdefault(script.vocabulary, {})
        for number in set(script.call_numbers) - kept.keys():
            asked = script.vocabulary.calls[number]
            kept[number] = wanted(asked.call, asked.purpose)
        yield script._kept(kept)


def _needs_a_look(before: Purpose, now: Purpose) -> bool:
    """Whether the state should be observed between two calls."""
    return Purpose.OBSERVE not in (before, now) and (before is not now or now is Purpose.COMMAND)


def differences(
    implementation: Implementation, scripts: Sequence[RecordedTrace]
) -> Iterator[Difference | None]:
    """For each script in turn how an implementation differs from it, None if it does not.

    An implementation that has a quicker way than to answer them call by call offers a method
    ``differences``, which takes the scripts.
    """
    quicker = getattr(implementation, "differences", None)
    if quicker is not None:
        yield from quicker(scripts)
        return
    for script in scripts:
        yield script.difference_from(implementation.answer(script.calls))
