"""Recorded traces: calls with the replies that the specification demands, computed beforehand.

To ask the specification takes much longer than to ask an implementation, so the covering suite is
recorded once. A recording is a file; it carries a digest of the sources that it was made from.
:meth:`RecordedTrace.recompute` computes a trace again from the specification, as soon as a reply
differs and there is something to explain.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import zlib
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, compress, starmap
from typing import Any, Final, TypeAlias

from modcheck.rest import with_results
from modcheck.system.implementation import Implementation, Json, Reply, encode, encode_argument
from modcheck.system.object_views import output_of
from modcheck.system.protocol import call_text
from modcheck.testing.budget import CALLS_TOGETHER, MEMO_SIZE
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.domains import elements
from modspec.run.machine import Call, Machine, Outcome
from modspec.syntax.module import Module, Parameter

VERSION: Final = 2
"""The version of the file; it grows when the form changes. Numbers have the lower byte first."""

CODE: Final = "H"
"""The array type of the numbers of calls and replies: 16 bits."""

_MAGIC: Final = f"modspec recording {VERSION}\n".encode()
_COMPRESSION: Final = 9
_LETTERS: Final = {purpose.value[0]: purpose for purpose in Purpose}
"""How a purpose is written."""

_STYLES: Final = ((",", ":"), (", ", ": "))
"""The separators in the JSON of most programs: without spaces, or with one after each."""

_DETAIL: Final = re.compile(
    rb'(?<="), ?"detail": ?'
    rb'"[ !#-\[\]-~]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-\[\]-~]*)*"(?=})'
)
"""The detail of an exception, in ASCII, as it ends a reply."""

CallFilter: TypeAlias = Callable[[Call, Purpose], bool]
"""Whether a call is to be made."""

EndPredicate: TypeAlias = Callable[[Call, Purpose, Reply], bool]
"""Whether a wrong reply to a call ends a trace: the program has left it for another state."""


class RecordingError(Exception):
    """A file that is no recording, or one of another module; the message is one line."""


# -- traces ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RecordedCall:
    """A call, and why it is made."""

    call: Call
    purpose: Purpose
    is_silent: bool = False
    """Whether it leads to the next state and yields nothing: any output is right."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The distinct calls and replies of a recording; a trace is numbers of these.

    Each is written in JSON once; a line of the protocol is then a matter of joining them.
    """

    calls: tuple[RecordedCall, ...]
    replies: tuple[Reply, ...]

    @cached_property
    def plain_calls(self) -> list[Call]:
        """The calls alone."""
        return [recorded.call for recorded in self.calls]

    @cached_property
    def routines(self) -> list[str]:
        """The routine of each call."""
        return [recorded.call.routine for recorded in self.calls]

    @cached_property
    def unchanging(self) -> list[str]:
        """The same for the calls that should change nothing; empty for transitions."""
        return ["" if c.purpose is Purpose.COMMAND else c.call.routine for c in self.calls]

    @cached_property
    def exceptions(self) -> list[str]:
        """The exception of each reply; empty for an output."""
        return [reply.exception or "" for reply in self.replies]

    @cached_property
    def purposes(self) -> list[Purpose]:
        """Why each call is made."""
        return [recorded.purpose for recorded in self.calls]

    @cached_property
    def transitions(self) -> frozenset[int]:
        """The numbers of the calls that lead to the next state."""
        return frozenset(n for n, why in enumerate(self.purposes) if why is Purpose.COMMAND)

    @cached_property
    def _written_calls(self) -> list[bytes]:
        return [call_text(recorded.call).encode() for recorded in self.calls]

    @cached_property
    def _styles(self) -> list[_Style]:
        return [_Style(self.replies, *separators) for separators in _STYLES]

    def request(self, number: int, calls: Iterable[int]) -> bytes:
        """Return the line of the protocol that makes calls, by their numbers."""
        written = b",".join(map(self._written_calls.__getitem__, calls))
        return b'{"id":%d,"calls":[%b]}\n' % (number, written)

    def is_expected(self, line: bytes, number: int, replies: Iterable[int]) -> bool:
        """Whether a line has these replies, written to the byte as most programs write them.

        A line that has not may still mean the same. The detail of an exception does not count.
        """
        if b'"detail"' in line:
            line = _DETAIL.sub(b"", line)
        for style in self._styles:
            if line == style.line(number, replies):
                if style is not self._styles[0]:
                    self._styles.reverse()  # the program goes on in the same style
                return True
        return False


class _Style:
    """Replies in one way to write JSON."""

    def __init__(self, replies: Iterable[Reply], comma: str, colon: str) -> None:
        rows = ({"out": r.output} if r.exception is None else {"exc": r.exception} for r in replies)
        self._comma = comma.encode()
        self._replies = [json.dumps(row, separators=(comma, colon)).encode() for row in rows]
        self._start = f'{{"id"{colon}%d{comma}"replies"{colon}['.encode()

    def line(self, number: int, replies: Iterable[int]) -> bytes:
        written = self._comma.join(map(self._replies.__getitem__, replies))
        return b"%b%b]}" % (self._start % number, written)


@dataclass(frozen=True)
class Difference:
    """All replies to a recorded trace, and the positions of the wrong ones, from 0."""

    wrong: list[int]
    replies: list[Reply]

    @property
    def breakdown(self) -> Reply | None:
        """The reply at which the program broke down for good, if it did."""
        wrong = (self.replies[number] for number in self.wrong)
        return next((reply for reply in wrong if reply.fault and not reply.goes_on), None)


@dataclass(frozen=True)
class RecordedTrace:
    """Calls with the replies that the specification demands."""

    name: str
    """What the trace is for, in a few words."""
    vocabulary: Vocabulary = field(repr=False)
    call_numbers: array[int] = field(repr=False)
    reply_numbers: array[int] = field(repr=False)
    events: Mapping[str, int] = field(default_factory=dict)
    """How often each coverage goal is met in the trace, by name."""
    origin: RecordedTrace | None = field(default=None, repr=False)
    """The trace from which calls were left out; None if none were."""
    kept: Sequence[int] | None = field(default=None, repr=False)
    """The positions, in that trace, of the calls that are left."""

    def original_number(self, number: int) -> int:
        """Return the position of a call in the original trace."""
        return number if self.kept is None else self.kept[number]

    def __len__(self) -> int:
        """Return the number of calls."""
        return len(self.call_numbers)

    @property
    def _recorded_calls(self) -> list[RecordedCall]:
        return [*map(self.vocabulary.calls.__getitem__, self.call_numbers)]

    @cached_property
    def calls(self) -> Sequence[Call]:
        """All calls: transitions, observations, queries, and calls that raise."""
        return [*map(self.vocabulary.plain_calls.__getitem__, self.call_numbers)]

    @cached_property
    def purposes(self) -> Sequence[Purpose]:
        """Why each of them is made."""
        return [*map(self.vocabulary.purposes.__getitem__, self.call_numbers)]

    @property
    def expected_replies(self) -> list[Reply]:
        """The replies to them; any output of a silent call is right."""
        return [*map(self.vocabulary.replies.__getitem__, self.reply_numbers)]

    @cached_property
    def commands(self) -> Sequence[int]:
        """The positions of the transitions."""
        transitions = self.vocabulary.transitions
        return [place for place, call in enumerate(self.call_numbers) if call in transitions]

    @cached_property
    def game(self) -> tuple[Call, ...]:
        """The transitions alone, an initialiser first; a later one starts another game."""
        return tuple(self.calls[place] for place in self.commands)

    def up_to(self, end: int) -> RecordedTrace:
        """Return the trace without the calls from a position on."""
        return replace(
            self, call_numbers=self.call_numbers[:end], reply_numbers=self.reply_numbers[:end]
        )

    @property
    def routines(self) -> Counter[str]:
        """How often the trace calls each routine."""
        return Counter(map(self.vocabulary.routines.__getitem__, self.call_numbers))

    @property
    def exceptions(self) -> Counter[str]:
        """How often each exception is raised."""
        return Counter(
            filter(None, map(self.vocabulary.exceptions.__getitem__, self.reply_numbers))
        )

    @property
    def numbers(self) -> Iterator[tuple[int, int]]:
        """The number of each call, with that of the reply that is due."""
        return zip(self.call_numbers, self.reply_numbers, strict=True)

    def places_of(self, numbers: Collection[tuple[int, int]]) -> Iterator[int]:
        """Yield the positions of calls with such numbers."""
        return (place for place, pair in enumerate(self.numbers) if pair in numbers)

    def moves(self, number: int) -> int:
        """Return how many transitions come before the call with that number."""
        return bisect_left(self.commands, number)

    def request(self, number: int, first: int, last: int) -> bytes:
        """Return the line that makes the calls from ``first`` to before ``last``."""
        return self.vocabulary.request(number, self.call_numbers[first:last])

    def is_expected(self, line: bytes, number: int, first: int, last: int) -> bool:
        """Whether a line is to the byte the reply that is demanded to that request."""
        return self.vocabulary.is_expected(line, number, self.reply_numbers[first:last])

    def replies(self, wrong: Mapping[int, Sequence[Reply]]) -> list[Reply]:
        """Return the expected replies, but for those given, by the number of the first of them."""
        replies = self.expected_replies
        for first, others in wrong.items():
            replies[first : first + len(others)] = others
        return replies

    def difference_from(self, replies: list[Reply]) -> Difference | None:
        """Return how replies differ from the expected ones; None if they do not."""
        wrong = self.wrong_positions(replies)
        return Difference(wrong, replies) if wrong else None

    def wrong_positions(self, replies: Sequence[Reply]) -> list[int]:
        """Return the positions of the replies that are not the expected ones.

        Types count: ``1`` is not ``True``; any output of a silent call is right. Raises ValueError
        unless there is a reply to each call.
        """
        pairs = enumerate(zip(self.expected_replies, replies, strict=True))
        return [
            n
            for n, (due, reply) in pairs
            if reply is not due
            and not (  # most replies are right, and to call a function for each takes long
                reply.fault is None
                and reply.exception == due.exception
                and reply.output == due.output
                and type(reply.output) is type(due.output)
            )
            and self._is_wrong(n, reply)
        ]

    def _is_wrong(self, number: int, reply: Reply) -> bool:
        expected = self.vocabulary.replies[self.reply_numbers[number]]
        if reply.fault is not None or reply.exception != expected.exception:
            return True
        is_silent = self.vocabulary.calls[self.call_numbers[number]].is_silent
        is_alike = type(reply.output) is type(expected.output) and reply.output == expected.output
        return not is_silent and not is_alike

    def end_after(
        self, places: Iterable[int], replies: Sequence[Reply], is_end: EndPredicate
    ) -> int | None:
        """Return where the trace ends by a wrong reply at one of some places; None if it goes on.

        It ends before the next transition: the calls up to there show what is wrong.
        """
        calls = self.vocabulary.calls
        for place in places:
            recorded, reply = calls[self.call_numbers[place]], replies[place]
            if self._is_wrong(place, reply) and is_end(recorded.call, recorded.purpose, reply):
                return next((n for n in self.commands if n > place), len(self))
        return None

    def recompute(self, generator: TraceGenerator, around: int | None = None) -> Trace:
        """Return the same trace, computed by the specification.

        With ``around``, only the part is computed that shows what happened around that call.
        """
        trace: Trace = []
        state = None
        for number, recorded in enumerate(self._recorded_calls):
            is_late = around is not None and number > around
            if is_late and recorded.purpose is not Purpose.OBSERVE:
                break
            trace.append(generator.step(state, recorded.call, recorded.purpose))
            state = trace[-1].expected.state
        return trace


def select_calls(traces: Iterable[RecordedTrace], is_wanted: CallFilter) -> Iterator[RecordedTrace]:
    """Yield traces without the calls that are not wanted. Each distinct call is decided once.

    Raises ValueError if a transition is not wanted: the replies after it would be wrong.
    """
    decisions: dict[Vocabulary, dict[int, bool]] = {}
    for trace in traces:
        keep = decisions.setdefault(trace.vocabulary, {})
        for number in set(trace.call_numbers) - keep.keys():
            recorded = trace.vocabulary.calls[number]
            keep[number] = is_wanted(recorded.call, recorded.purpose)
            if recorded.purpose is Purpose.COMMAND and not keep[number]:
                raise ValueError(f"{recorded.call} leads to the next state and cannot be left out")
        yield _select(trace, keep)


def _select(trace: RecordedTrace, keep: Mapping[int, bool]) -> RecordedTrace:
    stay = [*map(keep.__getitem__, trace.call_numbers)]
    if all(stay):
        return trace
    places = range(len(trace)) if trace.kept is None else trace.kept
    return replace(
        trace,
        call_numbers=array(CODE, compress(trace.call_numbers, stay)),
        reply_numbers=array(CODE, compress(trace.reply_numbers, stay)),
        origin=trace.origin or trace,
        kept=tuple(compress(places, stay)),
    )


def differences(
    implementation: Implementation,
    traces: Iterable[RecordedTrace],
    is_end: EndPredicate | None = None,
) -> Iterator[Difference | None]:
    """Yield for each trace how an implementation differs from it, None if it does not.

    With ``is_end``, the replies go up to where the trace ends, unless the program breaks down.

    An implementation that can tell quickly whether its replies are as expected offers a method
    ``unexpected_replies``: it takes the traces, maybe some of them ahead, and yields the replies to
    each, None if expected. If it can also leave out calls from the end of a trace on, it takes
    ``is_end`` as well, in a method ``replies_to_the_end``.
    """
    replies_to_the_end = getattr(implementation, "replies_to_the_end", None)
    if is_end is None or replies_to_the_end is None:
        for trace, replies in _unexpected_replies(implementation, traces):
            found = None if replies is None else trace.difference_from(replies)
            yield found if is_end is None or found is None else _cut(found, trace, is_end)
        return
    for trace, replies in with_results(traces, lambda some: replies_to_the_end(some, is_end)):
        yield None if replies is None else trace.up_to(len(replies)).difference_from(replies)


def _unexpected_replies(
    implementation: Implementation, traces: Iterable[RecordedTrace]
) -> Iterator[tuple[RecordedTrace, list[Reply] | None]]:
    unexpected_replies = getattr(implementation, "unexpected_replies", None)
    if unexpected_replies is None:
        return ((trace, implementation.answer(trace.calls)) for trace in traces)
    return with_results(traces, unexpected_replies)


def _cut(found: Difference, trace: RecordedTrace, is_end: EndPredicate) -> Difference:
    """Return a difference up to where the trace ends."""
    end = None if found.breakdown else trace.end_after(found.wrong, found.replies, is_end)
    if end is None:
        return found
    return Difference([n for n in found.wrong if n < end], found.replies[:end])


# -- recordings ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recording:
    """Traces, in the order in which they are to be played."""

    module: str
    """The Python name of the module that was specified."""
    digest: str
    """Of the sources that the replies were computed from: see :func:`digest`."""
    vocabulary: Vocabulary = field(repr=False)
    traces: tuple[RecordedTrace, ...]
    kills: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict, repr=False)
    """For each mutant some right replies that it would not give: trace number, position."""

    @classmethod
    def of(
        cls,
        machine: Machine,
        traces: Iterable[tuple[str, Trace]],
        events: Callable[[TraceStep], Iterable[str]] | None = None,
    ) -> Recording:
        """Record traces, each with its name; ``events`` names the coverage goals a step meets."""
        recorded = record(traces, events)
        vocabulary = recorded[0].vocabulary if recorded else Vocabulary((), ())
        return cls(machine.module.python_name, digest(machine), vocabulary, recorded)

    @property
    def calls(self) -> int:
        """The number of calls in all traces."""
        return sum(map(len, self.traces))

    def dump(self) -> bytes:
        """Return the recording as a file: the same for the same recording."""
        header = {
            "module": self.module,
            "digest": self.digest,
            "asked": [
                [c.purpose.value[0], c.call.routine, *map(encode_argument, c.call.arguments)]
                for c in self.vocabulary.calls
            ],
            "replies": [[r.output, r.exception] for r in self.vocabulary.replies],
            "traces": [[t.name, len(t), t.events] for t in self.traces],
            "kills": self.kills,
        }
        codes = [*(t.call_numbers for t in self.traces), *(t.reply_numbers for t in self.traces)]
        text = json.dumps(header, separators=(",", ":")).encode() + b"\n"
        numbers = b"".join(_lower_byte_first(each).tobytes() for each in codes)
        return _MAGIC + zlib.compress(text + numbers, _COMPRESSION)

    @classmethod
    def load(cls, data: bytes, module: Module) -> Recording:
        """Return the recording in a file, made from a module. Raises :class:`RecordingError`.

        Arguments are elements of the module's own enumerations, as in a generated trace.
        """
        if not data.startswith(_MAGIC):
            raise RecordingError(f"this is no recording of version {VERSION}: record it again")
        try:
            text, _, codes = zlib.decompress(data[len(_MAGIC) :]).partition(b"\n")
            header = json.loads(text)
            if header["module"] != module.python_name:
                raise RecordingError(f"this is a recording of {header['module']}")
            calls = _calls_in(header["asked"], module)
            replies = tuple(Reply(output, exception) for output, exception in header["replies"])
            vocabulary = Vocabulary(calls, replies)
            traces = tuple(_traces_in(header["traces"], codes, vocabulary))
        except (zlib.error, ValueError, KeyError, TypeError) as error:
            raise RecordingError(f"this recording is damaged ({error}): record it again") from error
        return cls(header["module"], header["digest"], vocabulary, traces, header["kills"])


def record(
    traces: Iterable[tuple[str, Trace]],
    events: Callable[[TraceStep], Iterable[str]] | None = None,
) -> tuple[RecordedTrace, ...]:
    """Record traces, each with its name; ``events`` names the coverage goals that a step meets."""
    numbers = _Numbers()
    rows: list[tuple[str, array[int], array[int], dict[str, int]]] = []
    for name, trace in traces:
        steps = {id(step): step for step in trace}  # a state is observed several times
        known = {key: numbers.of(step) for key, step in steps.items()}
        pairs = [known[id(step)] for step in trace]
        met = Counter(chain.from_iterable(map(events, trace))) if events else {}
        rows.append(
            (
                name,
                array(CODE, [call for call, _ in pairs]),
                array(CODE, [reply for _, reply in pairs]),
                dict(sorted(met.items())),
            )
        )
    vocabulary = numbers.vocabulary()
    return tuple(RecordedTrace(row[0], vocabulary, *row[1:]) for row in rows)


def record_in_parts(
    traces: Iterable[tuple[str, Trace]],
    events: Callable[[TraceStep], Iterable[str]] | None = None,
    is_alone: bool = False,
) -> Iterator[Sequence[RecordedTrace]]:
    """Record traces as they are generated: first one, then ever more together.

    Those that are recorded together share a vocabulary. The first ones come alone, since a program
    with a fault often shows it there; and all, if each ``is_alone``.
    """
    together = list[tuple[str, Trace]]()
    most, calls = 1, 0
    for name, trace in traces:
        together.append((name, trace))
        calls += len(trace)
        if len(together) == most or calls > CALLS_TOGETHER:
            yield record(together, events)
            together, most, calls = [], 1 if is_alone else 2 * most, 0
    yield record(together, events)


class _Numbers:
    """Numbers the distinct calls and replies of traces.

    Many steps share the call, or the outcome: what was numbered is known by its identity.
    """

    def __init__(self) -> None:
        self._calls: dict[tuple[Call, Purpose, bool], int] = {}
        self._replies: dict[tuple[type, str, Json, str | None], int] = {}
        self._known_calls: dict[tuple[int, int, bool], int] = {}
        self._known_outcomes: dict[int, int] = {}
        self._held: list[object] = []
        """What is known by its identity: for as long as it is held, no other value has it."""

    def of(self, step: TraceStep) -> tuple[int, int]:
        """Return the numbers of a call and of the reply that is due."""
        if len(self._held) > MEMO_SIZE:
            self._known_calls, self._known_outcomes, self._held = {}, {}, []
        outcome = step.expected
        key = id(step.call), id(step.purpose), outcome.is_silent
        call, reply = self._known_calls.get(key), self._known_outcomes.get(id(outcome))
        if call is None:
            made = step.call, step.purpose, outcome.is_silent
            call = self._known_calls[key] = self._calls.setdefault(made, len(self._calls))
            self._held.append(step.call)
        if reply is None:
            due = _key(outcome)
            reply = self._replies.setdefault(due, len(self._replies))
            self._known_outcomes[id(outcome)] = reply
            self._held.append(outcome)
        return call, reply

    def vocabulary(self) -> Vocabulary:
        """Return all calls and replies, in the order of their numbers."""
        replies = tuple(Reply(output, exception) for *_, output, exception in self._replies)
        return Vocabulary(tuple(starmap(RecordedCall, self._calls)), replies)


def digest(machine: Machine) -> str:
    """Return a digest of what the outcomes depend on: the sources, the constants, the edits."""
    instance = machine.instance
    total = hashlib.sha256(repr((sorted(instance.constants.items()), instance.has_edits)).encode())
    for module in instance.modules():
        total.update(f"\n{module.python_name}\n{module.source}".encode())
    return total.hexdigest()


def _key(outcome: Outcome) -> tuple[type, str, Json, str | None]:
    """Return a reply with the type of its output, since 1 and True are one key.

    So are reals that are nearly the same: their text is in the key.
    """
    output = output_of(outcome)
    text = repr(output) if isinstance(output, float | tuple) else ""
    return type(output), text, output, outcome.exception


def _lower_byte_first(codes: array[int]) -> array[int]:
    if sys.byteorder == "big":
        codes = codes[:]
        codes.byteswap()
    return codes


def _calls_in(rows: Sequence[Sequence[Any]], module: Module) -> tuple[RecordedCall, ...]:
    values = {
        function.name: [_values_by_json(module, p) for p in function.parameters]
        for function in module.access_programs
    }

    def call(routine: str, *arguments: Json) -> Call:
        pairs = zip(values[routine], arguments, strict=False)
        return Call(routine, tuple(known[value] if known else value for known, value in pairs))

    silent = {function.name for function in module.access_programs if function.output is None}
    return tuple(
        RecordedCall(
            call(*rest), purpose, is_silent=purpose is Purpose.COMMAND and rest[0] in silent
        )
        for purpose, *rest in ((_LETTERS[letter], *rest) for letter, *rest in rows)
    )


def _values_by_json(module: Module, parameter: Parameter) -> dict[Json, Any]:
    """Return the elements of the parameter's type by their JSON form, if it is an enumeration."""
    named = vars(module.python).get(getattr(parameter.type, "name", ""))
    return {encode(element): element for element in elements(named) or ()}


def _traces_in(
    rows: Sequence[tuple[str, int, dict[str, int]]], codes: bytes, vocabulary: Vocabulary
) -> Iterator[RecordedTrace]:
    numbers = array(CODE)
    numbers.frombytes(codes)
    numbers = _lower_byte_first(numbers)
    total = sum(length for _, length, _ in rows)
    if len(numbers) != 2 * total:
        raise ValueError(f"{len(numbers)} numbers for {total} calls")
    calls, replies = numbers[:total], numbers[total:]
    for these, distinct in ((calls, vocabulary.calls), (replies, vocabulary.replies)):
        if these and max(these) >= len(distinct):
            raise ValueError(f"number {max(these)} of {len(distinct)}")
    first = 0
    for name, length, events in rows:
        last = first + length
        yield RecordedTrace(name, vocabulary, calls[first:last], replies[first:last], events)
        first = last
