"""Nearness: whether one word was probably typed for another."""

from __future__ import annotations


def are_one_edit_apart(one: str, other: str) -> bool:
    """Whether one letter is added, left out or another, or two neighbours are exchanged."""
    shorter, longer = sorted((one, other), key=len)
    pairs = zip(shorter, longer, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), len(shorter))
    first, second = shorter[same:], longer[same:]
    if len(first) < len(second):
        return first == second[1:]
    is_other_letter = first != second and first[1:] == second[1:]
    is_exchange = first != second and first[1::-1] + first[2:] == second
    return is_other_letter or is_exchange
