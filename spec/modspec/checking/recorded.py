"""Recordings: scripts whose expected replies were computed beforehand, by the specification.

To ask the specification takes much longer than to ask an implementation. What is always asked is therefore
recorded once, and stored. A recording says nothing that the specification does not: it carries a digest of
the sources that it was made from, and :meth:`RecordedScript.live` makes the same script again from these, as
soon as a reply deviates and there is something to explain.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import Any, Final, TypeAlias

from modspec.checking.implementation import Implementation, Json, Reply, encoded
from modspec.checking.script import Playwright, Purpose, Script, Step
from modspec.domains import elements
from modspec.module import Module, Parameter
from modspec.readings.run import Call, Machine

VERSION: Final = 1
"""The version of the file; it grows when its form changes."""

_MAGIC: Final = f"modspec recording {VERSION}\n".encode()
_LEVEL: Final = 9
"""Of compression: it is done once."""

CODE: Final = "H"
"""What the numbers of calls and replies are kept in: 16 bits, in a file the lower byte first."""

_LETTERS: Final = {purpose.value[0]: purpose for purpose in Purpose}
"""How a purpose is written."""


class RecordingError(Exception):
    """A file that is no recording, or one of something else; the message says which in one line."""


Wanted: TypeAlias = Callable[[Call, Purpose], bool]
"""Whether a call is to be made."""


@dataclass(frozen=True)
class Asked:
    """A call, and why it is made."""

    call: Call
    purpose: Purpose


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What the scripts of a recording consist of: a script is numbers of these."""

    asked: tuple[Asked, ...]
    replies: tuple[Reply, ...]


@dataclass(frozen=True)
class Difference:
    """A script in which an implementation replied otherwise than the specification says."""

    number: int
    """The first call that it did so at, counted from 0."""

    replies: list[Reply]
    """All its replies."""


@dataclass(frozen=True)
class RecordedScript:
    """Calls with the replies that the specification expects."""

    name: str
    """What it is for, in a few words."""

    vocabulary: Vocabulary = field(repr=False)
    asked: array[int] = field(repr=False)
    """The number of each call."""

    answers: array[int] = field(repr=False)
    """The number of each reply."""

    events: Mapping[str, int] = field(default_factory=dict)
    """How often rare things happen in it, by name."""

    def __len__(self) -> int:
        """How many calls it makes."""
        return len(self.asked)

    @property
    def calls(self) -> list[Call]:
        """All calls that it makes: transitions, observations, queries, and calls that raise."""
        asked = self.vocabulary.asked
        return [asked[number].call for number in self.asked]

    @property
    def purposes(self) -> list[Purpose]:
        """Why each of them is made."""
        asked = self.vocabulary.asked
        return [asked[number].purpose for number in self.asked]

    @property
    def expected(self) -> list[Reply]:
        """The replies to them; whatever a transition yields is right."""
        replies = self.vocabulary.replies
        return [replies[number] for number in self.answers]

    @cached_property
    def game(self) -> tuple[Call, ...]:
        """The transitions alone, an initialiser first. There may be another one on the way."""
        asked = self.vocabulary.asked
        return tuple(asked[n].call for n in self.asked if asked[n].purpose is Purpose.PLAY)

    @property
    def routines(self) -> Counter[str]:
        """How often it calls each routine."""
        total: Counter[str] = Counter()
        for number, count in Counter(self.asked).items():
            total[self.vocabulary.asked[number].call.routine] += count
        return total

    @property
    def exceptions(self) -> Counter[str]:
        """How often each exception is raised."""
        total: Counter[str] = Counter()
        for number, count in Counter(self.answers).items():
            if exception := self.vocabulary.replies[number].exception:
                total[exception] += count
        return total

    def only(self, wanted: Wanted) -> RecordedScript:
        """The script without the calls that are not wanted; no transition may be left out.

        Raises ValueError if one is: nothing after it would be as recorded.
        """
        return next(only([self], wanted))

    def _kept(self, kept: Mapping[int, bool]) -> RecordedScript:
        """The script with those of the calls that are kept, by their numbers."""
        if all(map(kept.__getitem__, self.asked)):
            return self
        for number in self.asked:
            asked = self.vocabulary.asked[number]
            if asked.purpose is Purpose.PLAY and not kept[number]:
                raise ValueError(f"{asked.call} leads to the next state and cannot be left out")
        stay = [kept[number] for number in self.asked]
        return replace(
            self,
            asked=array(CODE, compress(self.asked, stay)),
            answers=array(CODE, compress(self.answers, stay)),
        )

    def moves(self, number: int) -> int:
        """How many transitions lead to a call, by its number."""
        asked = self.vocabulary.asked
        return sum(asked[n].purpose is Purpose.PLAY for n in self.asked[:number])

    def replies(self, deviating: Mapping[int, Sequence[Reply]]) -> list[Reply]:
        """The expected replies, but for those given instead, by the number of the first of them."""
        replies = self.expected
        for first, others in deviating.items():
            replies[first : first + len(others)] = others
        return replies

    def compared(self, replies: list[Reply]) -> Difference | None:
        """How replies differ from those expected; None if they do not."""
        number = self.first_difference(replies)
        return None if number is None else Difference(number, replies)

    def first_difference(self, replies: Sequence[Reply]) -> int | None:
        """The first call to which the reply is not the expected one, None if there is none.

        Types count: ``1`` is not ``True``. Raises ValueError unless there is a reply to each call.
        """
        asked = self.vocabulary.asked
        for number, (expected, reply) in enumerate(zip(self.expected, replies, strict=True)):
            if reply is expected or (
                reply.exception == expected.exception
                and reply.fault is None
                and reply.output == expected.output
                and type(reply.output) is type(expected.output)
            ):
                continue
            plays = asked[self.asked[number]].purpose is Purpose.PLAY
            if not plays or reply.fault is not None or reply.exception != expected.exception:
                return number
        return None

    def live(
        self, playwright: Playwright, observed: bool = False, around: int | None = None
    ) -> Script:
        """The same script, from the specification itself; as far as it shows what happened ``around`` a call, if given.

        ``observed`` adds observations, so that it is seen which call has done what: after each transition,
        and after calls that ought not to change the state before others are made.
        """
        script: Script = []
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


def only(scripts: Iterable[RecordedScript], wanted: Wanted) -> Iterator[RecordedScript]:
    """Scripts without the calls that are not wanted, as :meth:`RecordedScript.only`; of each call it is asked once."""
    decided: dict[Vocabulary, dict[int, bool]] = {}
    for script in scripts:
        kept = decided.setdefault(script.vocabulary, {})
        for number in set(script.asked) - kept.keys():
            asked = script.vocabulary.asked[number]
            kept[number] = wanted(asked.call, asked.purpose)
        yield script._kept(kept)


def _needs_a_look(before: Purpose, now: Purpose) -> bool:
    """Whether the state should be observed between two calls."""
    return Purpose.OBSERVE not in (before, now) and (before is not now or now is Purpose.PLAY)


@dataclass(frozen=True)
class Recording:
    """Scripts, in the order in which they are to be played."""

    module: str
    """The Python name of the module that was specified."""

    digest: str
    """Of the sources that the replies were computed from: see :func:`digest`."""

    vocabulary: Vocabulary = field(repr=False)
    scripts: tuple[RecordedScript, ...]

    @classmethod
    def of(
        cls,
        machine: Machine,
        scripts: Iterable[tuple[str, Script]],
        events: Callable[[Step], Iterable[str]] = lambda step: (),
    ) -> Recording:
        """Record scripts, each with its name. ``events`` names what rare things a step brings about."""
        asked: dict[Asked, int] = {}
        replies: dict[tuple[Any, ...], int] = {}
        made: list[tuple[str, array[int], array[int], dict[str, int]]] = []
        for name, script in scripts:
            calls = array(CODE, (asked.setdefault(_asked(s), len(asked)) for s in script))
            answers = array(CODE, (replies.setdefault(_key(s), len(replies)) for s in script))
            happened = Counter(event for step in script for event in events(step))
            made.append((name, calls, answers, dict(sorted(happened.items()))))
        kept = tuple(Reply(output, exception) for _, output, exception in replies)
        vocabulary = Vocabulary(tuple(asked), kept)
        return cls(
            machine.module.python_name,
            digest(machine),
            vocabulary,
            tuple(
                RecordedScript(name, vocabulary, calls, answers, counted)
                for name, calls, answers, counted in made
            ),
        )

    @property
    def calls(self) -> int:
        """How many there are in all scripts."""
        return sum(map(len, self.scripts))

    # -- files -------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The recording as a file: the same for the same recording."""
        header = {
            "module": self.module,
            "digest": self.digest,
            "asked": [
                [a.purpose.value[0], a.call.routine, *map(encoded, a.call.arguments)]
                for a in self.vocabulary.asked
            ],
            "replies": [[r.output, r.exception] for r in self.vocabulary.replies],
            "scripts": [[s.name, len(s), s.events] for s in self.scripts],
        }
        codes = [*(s.asked for s in self.scripts), *(s.answers for s in self.scripts)]
        text = json.dumps(header, separators=(",", ":")).encode() + b"\n"
        return _MAGIC + zlib.compress(text + b"".join(map(_written, codes)), _LEVEL)

    @classmethod
    def load(cls, data: bytes, module: Module) -> Recording:
        """The recording in a file, made from a module. Raises :class:`RecordingError`.

        Arguments are elements of the module's own enumerations, as in a script from the specification.
        """
        if not data.startswith(_MAGIC):
            raise RecordingError(f"this is no recording of version {VERSION}: make it anew")
        try:
            text, _, codes = zlib.decompress(data[len(_MAGIC) :]).partition(b"\n")
            header = json.loads(text)
            if header["module"] != module.python_name:
                raise RecordingError(f"this is a recording of {header['module']}")
            asked = _distinct_calls(header["asked"], module)
            replies = tuple(Reply(output, exception) for output, exception in header["replies"])
            vocabulary = Vocabulary(asked, replies)
            scripts = tuple(_scripts(header["scripts"], codes, vocabulary))
        except (zlib.error, ValueError, KeyError, TypeError) as error:
            raise RecordingError(f"this recording is damaged ({error}): make it anew") from error
        return cls(header["module"], header["digest"], vocabulary, scripts)


def differences(
    implementation: Implementation, scripts: Sequence[RecordedScript]
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
        yield script.compared(implementation.answer(script.calls))


def digest(machine: Machine) -> str:
    """A digest of what the answers of a specification depend on: its sources, its constants, edits."""
    instance = machine.instance
    found = hashlib.sha256(repr((sorted(instance.constants.items()), instance.edited)).encode())
    for module in machine.instance.modules():
        found.update(f"\n{module.python_name}\n{module.source}".encode())
    return found.hexdigest()


# -- in a file -------------------------------------------------------------------------------------


def _asked(step: Step) -> Asked:
    return Asked(step.call, step.purpose)


def _key(step: Step) -> tuple[type, Json, str | None]:
    """A reply with the type of its output, since 1 and True are one key."""
    output = encoded(step.expected.output)
    return type(output), output, step.expected.exception


def _written(codes: array[int]) -> bytes:
    return _lower_byte_first(codes).tobytes()


def _lower_byte_first(codes: array[int]) -> array[int]:
    if sys.byteorder == "big":
        codes = codes[:]
        codes.byteswap()
    return codes


def _distinct_calls(rows: Sequence[Sequence[Any]], module: Module) -> tuple[Asked, ...]:
    values = {
        function.name: [_values(module, parameter) for parameter in function.parameters]
        for function in module.access_programs
    }
    return tuple(
        Asked(Call(routine, tuple(map(_decoded, values[routine], given))), _LETTERS[letter])
        for letter, routine, *given in rows
    )


def _values(module: Module, parameter: Parameter) -> dict[Json, Any]:
    """The elements of the parameter's type by how they travel, if it is an enumeration."""
    named = vars(module.python).get(getattr(parameter.type, "name", ""))
    return {encoded(element): element for element in elements(named) or ()}


def _decoded(values: Mapping[Json, Any], value: Json) -> Any:
    return values[value] if values else value


def _scripts(
    rows: Sequence[tuple[str, int, dict[str, int]]], codes: bytes, vocabulary: Vocabulary
) -> Iterator[RecordedScript]:
    numbers = array(CODE)
    numbers.frombytes(codes)
    numbers = _lower_byte_first(numbers)
    total = sum(length for _, length, _ in rows)
    if len(numbers) != 2 * total:
        raise ValueError(f"{len(numbers)} numbers for {total} calls")
    asked, answers = numbers[:total], numbers[total:]
    for these, known in ((asked, vocabulary.asked), (answers, vocabulary.replies)):
        if these and max(these) >= len(known):
            raise ValueError(f"number {max(these)} of {len(known)}")
    first = 0
    for name, length, events in rows:
        last = first + length
        yield RecordedScript(name, vocabulary, asked[first:last], answers[first:last], events)
        first = last
