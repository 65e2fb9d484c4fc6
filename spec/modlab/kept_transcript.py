"""Kept transcript: its calls are made again, of the specification as it is by then.

::

    def test_the_calls_come_to_the_same() -> None:
        assert replay(SPEC, TRANSCRIPT) == TRANSCRIPT.splitlines()

``modspec run --keep`` writes such a test.
"""

from __future__ import annotations

from pathlib import Path

from modlab.modspec_command import course_of
from modlab.session import Session
from modlab.transcript import calls_in, transcript_lines
from modspec import SpecificationError


def replay(spec: str | Path, transcript: str) -> list[str]:
    """Return the lines of the transcript of the same calls, of the specification as it is now.

    ``spec`` is a file or a dotted name. A call that is not defined any more is the last one, and an
    error follows it. Raises SpecificationError if the specification cannot be read.
    """
    __tracebackhide__ = True  # pytest shows the line of the test instead
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
