"""Recordings: scripts with the replies that the specification gives, made once and stored in a file.

A recording says nothing that the specification does not: it carries a digest of the sources that it was made from.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from modcheck.system.implementation import Json, Reply, encoded
from modcheck.testing.recorded import CODE, RecordedCall, RecordedTrace, Vocabulary
from modcheck.testing.trace import Purpose, Step, Trace
from modspec.run.domains import elements
from modspec.run.machine import Call, Machine
from modspec.syntax.module import Module, Parameter

VERSION: Final = 1
"""The version of the file; it grows when its form changes. Numbers have the lower byte first."""

_MAGIC: Final = f"modspec recording {VERSION}\n".encode()
_LEVEL: Final = 9
"""Of compression: it is done once."""

_LETTERS: Final = {purpose.value[0]: purpose for purpose in Purpose}
"""How a purpose is written."""


class RecordingError(Exception):
    """A file that is no recording, or one of something else; the message says which in one line."""


@dataclass(frozen=True)
class Recording:
    """Scripts, in the order in which they are to be played."""

    module: str
    """The Python name of the module that was specified."""

    digest: str
    """Of the sources that the replies were computed from: see :func:`digest`."""

    vocabulary: Vocabulary = field(repr=False)
    traces: tuple[RecordedTrace, ...]

    @classmethod
    def of(
        cls,
        machine: Machine,
        scripts: Iterable[tuple[str, Trace]],
        events: Callable[[Step], Iterable[str]] = lambda step: (),
    ) -> Recording:
        """Record scripts, each with its name. ``events`` names what rare things a step brings about."""
        asked: dict[RecordedCall, int] = {}
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
                RecordedTrace(name, vocabulary, calls, answers, counted)
                for name, calls, answers, counted in made
            ),
        )

    @property
    def calls(self) -> int:
        """How many there are in all scripts."""
        return sum(map(len, self.traces))

    # -- files -------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The recording as a file: the same for the same recording."""
        header = {
            "module": self.module,
            "digest": self.digest,
            "asked": [
                [a.purpose.value[0], a.call.routine, *map(encoded, a.call.arguments)]
                for a in self.vocabulary.calls
            ],
            "replies": [[r.output, r.exception] for r in self.vocabulary.replies],
            "scripts": [[s.name, len(s), s.events] for s in self.traces],
        }
        codes = [*(s.call_numbers for s in self.traces), *(s.reply_numbers for s in self.traces)]
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


def digest(machine: Machine) -> str:
    """A digest of what the answers of a specification depend on: its sources, its constants, edits."""
    instance = machine.instance
    found = hashlib.sha256(repr((sorted(instance.constants.items()), instance.has_edits)).encode())
    for module in machine.instance.modules():
        found.update(f"\n{module.python_name}\n{module.source}".encode())
    return found.hexdigest()


# -- in a file -------------------------------------------------------------------------------------


def _asked(step: Step) -> RecordedCall:
    return RecordedCall(step.call, step.purpose)


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


def _distinct_calls(rows: Sequence[Sequence[Any]], module: Module) -> tuple[RecordedCall, ...]:
    values = {
        function.name: [_values(module, parameter) for parameter in function.parameters]
        for function in module.access_programs
    }
    return tuple(
        RecordedCall(Call(routine, tuple(map(_decoded, values[routine], given))), _LETTERS[letter])
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
) -> Iterator[RecordedTrace]:
    numbers = array(CODE)
    numbers.frombytes(codes)
    numbers = _lower_byte_first(numbers)
    total = sum(length for _, length, _ in rows)
    if len(numbers) != 2 * total:
        raise ValueError(f"{len(numbers)} numbers for {total} calls")
    asked, answers = numbers[:total], numbers[total:]
    for these, known in ((asked, vocabulary.calls), (answers, vocabulary.replies)):
        if these and max(these) >= len(known):
            raise ValueError(f"number {max(these)} of {len(known)}")
    first = 0
    for name, length, events in rows:
        last = first + length
        yield RecordedTrace(name, vocabulary, asked[first:last], answers[first:last], events)
        first = last
