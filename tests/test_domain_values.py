"""Domain values: what is tried for a parameter, and what is said of values that make no sense."""

from __future__ import annotations

import re
from typing import Any

import pytest

from modlab.commands.domain_values import MOST, read_domain


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("item=0..5", "item", [0, 1, 2, 3, 4, 5]),
        ("item=0..2,7", "item", [0, 1, 2, 7]),
        ("push.x=1, -2,2.5", "push.x", [1, -2, 2.5]),
        ('name="a,b",\'c..d\',""', "name", ["a,b", "c..d", ""]),
        ("flag=True,None", "flag", [True, None]),
        (f"item=1..{MOST}", "item", [*range(1, MOST + 1)]),
    ],
)
def test_ranges_and_single_values_may_stand_beside_each_other(
    text: str, name: str, values: list[Any]
) -> None:
    assert (name, values) == (read_domain(text)[0], [*read_domain(text)[1]])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("item=1..9999999999", "1..9999999999 has too many values; give at most 10,000"),
        ("item=1..6000,1..6000", "1..6000,1..6000 has too many values; give at most 10,000"),
        (f"item=1..{10**30}", f"1..{10**30} has too many values; give at most 10,000"),
        ("item=0..5,x", "'x' is no number; write item=0..5, or item=1,2,7; strings stand in"),
        ('item="a', "'\"a' is no number; write item=0..5, or item=1,2,7; strings stand in"),
        ("item=0..x", "'0..x' is no range of integers; write item=0..5, or item=1,2,7"),
        ("push.item=1,,2", "a value is missing beside a comma; write push.item=0..5, or"),
        ("item=1,", "a value is missing beside a comma; write item=0..5, or item=1,2,7"),
        ("item=5..0", "'5..0' is empty: the first number is the greater one"),
        ("=3", "'=3' names no parameter; write item=3"),
        ("item", "'item' has no values; write item=0..5, or item=1,2,7"),
        ("item=", "'item=' has no values; write item=0..5, or item=1,2,7"),
    ],
)
def test_the_part_that_is_wrong_is_named(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
        read_domain(text)
