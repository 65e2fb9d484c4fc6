"""Machine-made mutants of Othello on a list of lists: the checker kills all but equivalent ones."""

from __future__ import annotations

import pytest

from checked_mutants import EQUIVALENT, TARGETS, Mutant, mutants, source, survives, survivors
from long_run import IS_LONG, sample

pytest.importorskip("mutmut", reason="mutmut is not installed")


def every() -> list[Mutant]:
    return [mutant for module in TARGETS for mutant in mutants(module)]


def test_there_are_many_mutants_no_two_alike_and_what_is_explained_is_one() -> None:
    made = every()
    assert len(made) > 300
    assert len(made) == len({mutant.change for mutant in made})
    assert len(made) == len({(mutant.module, mutant.text) for mutant in made})
    assert EQUIVALENT.keys() <= {mutant.change for mutant in made}


@pytest.mark.parametrize("module", TARGETS)
def test_what_is_not_changed_survives(module: str) -> None:
    assert survives(Mutant(module, "nothing", source(module)))


def test_what_cannot_be_imported_or_never_ends_is_killed() -> None:
    module = "wrong_implementations.sound"
    text = source(module)
    broken = Mutant(module, "", text.replace("class Othello", "class othello"))
    body = "            run.append((row, col))\n            row, col = row + down, col + right\n"
    endless = Mutant(module, "", text.replace(body, "            pass\n"))
    assert text not in (broken.text, endless.text)
    assert [False, False] == [survives(broken), survives(endless)]


def test_a_mutant_is_killed_unless_it_is_explained_why_it_is_none() -> None:
    chosen = sample(every(), 150)
    expected = [mutant.change for mutant in chosen if mutant.change in EQUIVALENT]
    alive = survivors(chosen) if IS_LONG else [mutant for mutant in chosen if survives(mutant)]
    assert expected == [mutant.change for mutant in alive]
