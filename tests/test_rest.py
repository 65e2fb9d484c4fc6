"""What is left of elements that are taken ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from modcheck.rest import Rest, with_results


def test_what_was_taken_comes_again_until_it_is_done() -> None:
    rest = Rest(range(5))
    assert [0, 1, 2] == [*islice(rest, 3)]
    assert 0 == rest.first
    rest.note_done()
    assert [1, 2, 3, 4] == [*rest]
    assert 1 == rest.first


def test_nothing_is_first_before_anything_is_taken() -> None:
    assert Rest("ab").first is None


def test_each_result_comes_with_its_element_though_others_are_taken_ahead() -> None:
    def lengths(words: Iterable[str]) -> Iterator[int]:
        some = [*words]
        yield from map(len, some)

    found = with_results(iter(["a", "bcd", ""]), lengths)
    assert [("a", 1), ("bcd", 3), ("", 0)] == [*found]


def test_no_element_is_taken_that_no_result_needs() -> None:
    words = iter(["a", "b", "c"])
    found = with_results(words, lambda some: map(str.upper, some))
    assert ("a", "A") == next(found)
    assert ["b", "c"] == [*words]
