"""Near matches: what an error says of a name that nothing has."""

from __future__ import annotations

import pytest

from modcheck.near import near_match


@pytest.mark.parametrize(
    ("name", "known", "said"),
    [
        ("pus", ["push", "pop"], "did you mean push?"),
        ("PUSH", ["push", "pop"], "did you mean push?"),
        ("x", ["push.item"], "the parameters are: push.item"),
        ("x", ["item", "key"], "the parameters are: item, key"),
        ("x", [], "there is no parameter"),
    ],
)
def test_the_known_names_are_a_question_or_a_list(name: str, known: list[str], said: str) -> None:
    assert said == near_match(name, known, "parameter")


def test_a_long_list_is_cut() -> None:
    assert "the files are: a, b, others" == near_match("x", "abc", "file", most=2)


def test_names_are_compared_by_their_spelling() -> None:
    files = ["lift.c", "lift.py", "stack.py"]
    said = near_match("lif", files, "file", spelling=lambda name: name.partition(".")[0])
    assert "did you mean lift.c or lift.py?" == said
