"""What implementations are checked against: a specification, and what there is to know of playing it."""

from __future__ import annotations

from modspec.checking.check import Subject
from othello_spec import GAME, module
from othello_spec.board import SIZE
from othello_spec.domains import domains
from othello_spec.events import EVENTS
from othello_spec.landmarks import landmarks
from othello_spec.records.squares import checked_size
from othello_spec.rules import RULES


def subject(name: str = "othello", size: int = SIZE) -> Subject:
    """The subject of that name, on a board of so many rows and columns.

    KeyError if implementations cannot be checked against a module of that name, ValueError if there is
    no board of that size. The landmarks are games of the usual board; on others there are none, but for
    the clock, which knows of no board.
    """
    if name not in GAME:
        raise KeyError(name)
    return Subject(
        module=module(name),
        rulebook=RULES,
        domains=domains(checked_size(size)),
        landmarks=landmarks(name) if size == SIZE or name == "clock" else {},
        events=EVENTS[name],
        constants={} if size == SIZE else {"SIZE": size},
    )
