"""Near states: those in which a wrong transition may have left a program instead of the right one.

Programs forget to change a variable, give it the value of another one or of a constant, leave an
element out, or are wrong by one. So one variable is changed at a time, or the state is an earlier
one of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain, islice
from typing import Any, Final

from modspec.syntax.values import State, replace

MOST_STATES: Final = 400
"""Near states of one state."""
STEPS: Final = (-1, 1, -2, 2)
"""By so much a number may be wrong."""


def near_states(
    state: State,
    earlier: Sequence[State],
    shown: Collection[str],
    spoken: Sequence[object] = (),
    later: Sequence[State] = (),
) -> list[State]:
    """Return the states near one, the nearest first; variables that are ``shown`` are right.

    ``earlier`` are the states of the game before it. A variable may also be near the value that it
    had in the last of them: a transition may change something else than it should. The ``spoken``
    values are those that the specification speaks of. An element that there should not be may be
    one of a ``later`` state.
    """
    found: dict[State, None] = {}
    values = {name: getattr(state, name) for name in state.variables if name not in shown}
    for name, value in values.items():
        olds = [getattr(each, name) for each in earlier]
        known = [*olds, *(getattr(each, name) for each in later)]
        near = [
            _near_values(value, olds, known, [*values.values(), *spoken]),
            *(_near_values(old, olds, known) for old in olds[-1:]),
        ]
        for other in chain.from_iterable(near):
            found.setdefault(replace(state, **{name: other}))
    is_shown_alike = (
        each
        for each in reversed(earlier)
        if all(getattr(each, name) == getattr(state, name) for name in shown)
    )
    found.update(dict.fromkeys(is_shown_alike))
    found.pop(state, None)
    return [*islice(found, MOST_STATES)]


def _near_values(
    value: Any, earlier: Sequence[Any], known: Sequence[Any], others: Sequence[object] = ()
) -> Iterator[Any]:
    """Yield values near one: earlier ones, others of its type, and small changes.

    Elements that it should not have are those of ``known`` values.
    """
    yield from reversed(earlier)
    yield from (other for other in others if type(other) is type(value))
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Enum):
        yield from type(value)
    elif isinstance(value, int | float):
        yield from (type(value)(value + step) for step in STEPS)
        yield from (type(value)(0), -value)
    elif isinstance(value, State):  # an object of another module
        yield from near_states(value, [old for old in earlier if type(old) is type(value)], ())
    elif hasattr(value, "_fields"):  # a record
        for name in value._fields:
            olds = [getattr(old, name) for old in earlier]
            near = _near_values(getattr(value, name), olds, olds)
            yield from (value._replace(**{name: other}) for other in near)
    elif isinstance(value, tuple):
        yield from _near_sequences(value, [*dict.fromkeys(each for old in known for each in old)])
    elif isinstance(value, frozenset):
        others = [*dict.fromkeys(each for old in known for each in old)]
        yield from (frozenset(), *(value - {each} for each in value))
        yield from (value | {other} for other in others)
        yield from (value - {each} | {other} for each in value for other in others)
    elif isinstance(value, Mapping):
        yield from map(type(value), _near_mappings(dict(value), known))


def _near_sequences(value: tuple[Any, ...], others: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield a part of a sequence, or the whole with one element more, less or in another place."""
    length = len(value)
    yield value[::-1]
    yield from (value[begin:] for begin in range(1, length + 1))
    yield from (value[:end] for end in range(1, length))
    yield from (more for other in others for more in ((other, *value), (*value, other)))
    for place, element in enumerate(value):
        before, after = value[:place], value[place + 1 :]
        yield (*before, *after)
        yield (*before, element, element, *after)
        for other in range(place + 1, length):
            yield (*before, value[other], *value[place + 1 : other], element, *value[other + 1 :])
        yield from ((*before, other, *after) for other in others)


def _near_mappings(
    value: dict[Any, Any], known: Sequence[Mapping[Any, Any]]
) -> Iterator[dict[Any, Any]]:
    """Yield a mapping with one pair more, less, or another one instead."""
    others = [*dict.fromkeys(pair for old in known for pair in old.items())]
    yield {}
    yield from (value | {key: other} for key, other in others)
    for key, item in value.items():
        rest = {each: value[each] for each in value if each != key}
        yield rest
        yield from (rest | {another: other} for another, other in others)
        if isinstance(item, int | float | Enum | tuple):
            yield from (rest | {key: near} for near in _near_values(item, (), ()))
