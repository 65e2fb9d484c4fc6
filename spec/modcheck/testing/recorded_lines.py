"""Recorded scripts as lines of the protocol: what is sent, and what should come back to the byte.

Every call and every reply is put into words once; a line is then a matter of joining them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from modcheck.system.implementation import Json, Reply
from modcheck.system.protocol import call_text
from modcheck.testing.recorded import Vocabulary

_STYLES: Final = ((",", ":"), (", ", ": "))
"""Separators of the two ways in which most programs write JSON: without spaces, and with one after each."""


class Wording:
    """How the calls of a vocabulary, and the replies to them, stand in lines."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Put all of them into words."""
        self._calls = [call_text(asked.call).encode() for asked in vocabulary.calls]
        self._styles = [_Style(vocabulary.replies, *separators) for separators in _STYLES]

    def request(self, asked: Iterable[int], number: int) -> bytes:
        """The line that makes calls, by their numbers in the vocabulary, under a number."""
        calls = b",".join(map(self._calls.__getitem__, asked))
        return b'{"id":%d,"calls":[%b]}\n' % (number, calls)

    def is_expected(self, line: bytes, number: int, answers: Iterable[int]) -> bool:
        """Whether a line is, to the byte, how a program may well write these replies to that request.

        If it is not, it may still say the same.
        """
        if line == self._styles[0].line(number, answers):
            return True
        if line == self._styles[1].line(number, answers):
            self._styles.reverse()  # it will go on to write as it does
            return True
        return False


@lru_cache(maxsize=4)
def wording(vocabulary: Vocabulary) -> Wording:
    """That of a vocabulary, made once."""
    return Wording(vocabulary)


class _Style:
    """Replies in one way to write JSON."""

    def __init__(self, replies: Iterable[Reply], comma: str, colon: str) -> None:
        self._comma = comma.encode()
        self._replies = [
            json.dumps(_object(reply), separators=(comma, colon)).encode() for reply in replies
        ]
        self._begins = f'{{"id"{colon}%d{comma}"replies"{colon}['.encode()

    def line(self, number: int, answers: Iterable[int]) -> bytes:
        replies = self._comma.join(map(self._replies.__getitem__, answers))
        return b"%b%b]}" % (self._begins % number, replies)


def _object(reply: Reply) -> dict[str, Json]:
    return {"out": reply.output} if reply.exception is None else {"exc": reply.exception}
