"""Lazy lists: elements that are computed when they are first asked for, and kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")


class LazyList(Generic[T]):
    """The elements of an iterator, for everybody who walks over them: few come far."""

    def __init__(self, others: Iterator[T]) -> None:
        self._ready, self._others = list[T](), others

    def __iter__(self) -> Iterator[T]:
        done = 0
        while True:
            some = self._ready[done:]
            yield from some
            done += len(some)
            if done == len(self._ready):
                self._ready += islice(self._others, 1)
            if done == len(self._ready):
                return
