"""Transcript: calls of a specification, each followed by the lines that show what it comes to.

::

    > push(3)
    items = <3>
    > top()
    3

``modspec run`` prints one. ``modspec run --keep FILE`` keeps it in a test: see
:mod:`modlab.kept_transcript`.
"""

from __future__ import annotations

from collections.abc import Iterator

from modlab.calls import to_text
from modlab.session import PROMPT, Session


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
