"""The documents show what the lint says of typical mistakes, as it says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from long_run import sample
from specification_mistakes import MISTAKES, SpecificationMistake, block

PAGE = Path(__file__).parent.parent / "docs" / "examples" / "specification-mistakes.txt"
SHOWN = PAGE.read_text("utf-8").split("\n\n")


@pytest.mark.parametrize("number", sample(range(len(MISTAKES)), 7))
def test_the_documents_show_what_is_said_of_a_mistake(number: int) -> None:
    assert SHOWN[number].rstrip() == block(number).rstrip()


def test_the_documents_show_every_mistake() -> None:
    assert len(MISTAKES) == len(SHOWN) >= 25
    assert all(
        f"{number}. {each.name}\n" in shown
        for number, (each, shown) in enumerate(zip(MISTAKES, SHOWN, strict=True), 1)
    )


def test_words_that_a_module_has_not_once_are_no_mistake() -> None:
    for words in ("no such words", "stack"):
        with pytest.raises(ValueError, match="occurs"):
            SpecificationMistake("a name", "stack", words, "x").text()
