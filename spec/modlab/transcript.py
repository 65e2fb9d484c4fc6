"""Transcript: calls of a specification, each followed by the lines that show what it comes to.

::

    > push(3)
    items = <3>
    > top()
    3

``modspec run`` prints one. ``modspec run --keep FILE`` keeps it in a test, which makes the same
calls again::

    def test_the_calls_come_to_the_same() -> None:
        assert replay(SPEC, TRANSCRIPT) == TRANSCRIPT.splitlines()
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from modlab.calls import to_text
from modlab.session import PROMPT, Session
from modspec import SpecificationError


def transcript_lines(session: Session, text: str) -> Iterator[str]:
    """Make the calls of a text, or go on from the state that it describes; yield the transcript.

    Raises SpecificationError for what is neither, and for a call that is not defined.
    """
    if drawing := [*session.set_up(text)]:
        yield f"{PROMPT}{text.strip()}"
        yield from drawing
        return
    for call in session.read(text):
        yield f"{PROMPT}{to_text(call)}"
        yield from session.make(call)


def calls_in(transcript: str) -> Iterator[str]:
    """Yield the text of each call in a transcript; of another text, the whole."""
    lines = transcript.splitlines()
    calls = [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]
    yield from calls or [transcript]


def replay(spec: str | Path, transcript: str) -> list[str]:
    """Return the lines of the transcript of the same calls, of the specification as it is now.

    ``spec`` is a file or a dotted name. A call that is not defined any more is the last one, and an
    error follows it. Raises SpecificationError if the specification cannot be read.
    """
    __tracebackhide__ = True  # pytest shows the line of the test instead
    from modlab.modspec_command import course_of  # which imports the commands, and so this module

    course = course_of(str(spec), {}, is_program=False)
    session = Session(course.notation(course.defaults))
    lines: list[str] = []
    try:
        for text in calls_in(transcript):
            for line in transcript_lines(session, text):
                lines.append(line)
    except SpecificationError as error:
        lines.append(f"error: {error}")
    return lines
