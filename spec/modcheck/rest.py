"""Rest: elements that are taken ahead, and taken again unless they are done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Rest(Generic[T]):
    """What is left of some elements, which may be computed as they are taken.

    Who works ahead takes more of them than are done. Each walk begins with those that are not.
    """

    def __init__(self, elements: Iterable[T]) -> None:
        """Nothing is taken yet."""
        self._others = iter(elements)
        self._taken: deque[T] = deque()

    def __iter__(self) -> Iterator[T]:
        """Take the elements that are not done, one by one. Any earlier walk is over."""
        self._others, self._taken = chain(self._taken, self._others), deque()
        for element in self._others:
            self._taken.append(element)
            yield element

    @property
    def first(self) -> T | None:
        """The first element that was taken and is not done; None if there is none."""
        return self._taken[0] if self._taken else None

    def note_done(self) -> None:
        """Note that the first element that was taken is done."""
        self._taken.popleft()


def with_results(
    elements: Iterable[T], results: Callable[[Iterator[T]], Iterable[R]]
) -> Iterator[tuple[T, R]]:
    """Yield each element with its result, where the ``results`` of all may take elements ahead."""
    rest = Rest(elements)
    for result in results(iter(rest)):
        element = rest.first
        assert element is not None  # a result is that of an element that was taken
        rest.note_done()
        yield element, result
