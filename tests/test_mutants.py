"""The mutants: the ladder kills a handful of each kind; one that changes nothing survives."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from mutants import trial
from mutants.every import chosen
from mutants.mutant import KINDS, By, Mutant, source
from mutants.record import UNFINISHED, MutantFile
from mutants.tested import failing
from mutants.theorems import ALSO_TRUE
from mutants.trial import Notice, Outcome, try_mutant
from othello_proofs.evidence.mutants import loads
from othello_proofs.methods import LADDER

ROOT = Path(__file__).parents[1]


@cache
def all_mutants() -> dict[str, Mutant]:
    return {mutant.name: mutant for mutant in chosen()}


def test_there_are_many_of_every_kind() -> None:
    kinds = Counter(mutant.of for mutant in all_mutants().values())
    assert set(KINDS) == set(kinds)
    assert len(all_mutants()) >= 60
    assert min(kinds.values()) >= 4


def test_each_mutant_is_a_program_that_differs_in_one_place() -> None:
    for name, mutant in all_mutants().items():
        text = source(mutant.module)
        assert mutant.text != text, name
        assert (
            mutant.text
            == text[: mutant.start] + mutant.after + text[mutant.start + len(mutant.before) :]
        ), name
        compile(mutant.text, mutant.module, "exec")


@pytest.mark.parametrize(
    ("name", "rung"),
    [
        ("lines.nothing_flips", "z3"),
        ("captures.two_discs_are_added", "z3"),
        ("desugar.and_is_or", "z3"),
    ],
)
def test_a_rung_notices(name: str, rung: str) -> None:
    outcome = try_mutant(all_mutants()[name], thorough=False)
    assert outcome.notice is not None
    assert rung == outcome.notice.rung
    assert not outcome.survives


def test_what_makes_no_difference_is_proved_to_make_none() -> None:
    outcome = try_mutant(all_mutants()["othello.cell.3"], thorough=False)
    assert outcome.notice is None
    assert "is the same on all boards" in outcome.equivalent


def test_what_nobody_notices_and_nothing_proves_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "FIRST", {"batch": ()})
    monkeypatch.setattr(trial, "ALL", ())
    mutant = replace(all_mutants()["desugar.and_is_or"], of="batch", first=())
    assert try_mutant(mutant, thorough=False).survives


def test_a_text_that_is_not_there_once_is_refused() -> None:
    with pytest.raises(ValueError, match="not once"):
        By("kernel", "othello_model.kernel")("anything", "return", "yield")


def test_tests_notice_what_no_rung_can(tmp_path: Path) -> None:
    mutant: Mutant = all_mutants()["desugar.and_is_or"]
    trial.write(mutant, tmp_path)
    assert failing(mutant, tmp_path).startswith("test_proving.py::")


# -- the record, and the command -------------------------------------------------------------------


def test_the_record_that_the_pages_show_is_of_these_sources() -> None:
    record = loads((ROOT / "docs" / "evidence" / "mutants.json").read_text(encoding="utf-8"))
    assert LADDER.digest() == record.sources


def test_the_record_that_the_pages_show_has_all_mutants_and_only_true_theorems_survive() -> None:
    record = loads((ROOT / "docs" / "evidence" / "mutants.json").read_text(encoding="utf-8"))
    assert set(all_mutants()) == {mutant.mutant for mutant in record.mutants}
    assert set(ALSO_TRUE) == {mutant.mutant for mutant in record.mutants if mutant.survives}


def test_a_survivor_has_neither_notice_nor_proof() -> None:
    outcome = Outcome(all_mutants()["desugar.and_is_or"], None, "", 0.0)
    assert outcome.survives
    assert outcome.record("0" * 16).survives


def test_an_outcome_on_record_stands_until_the_change_or_a_source_is_another(
    tmp_path: Path,
) -> None:
    first, second, third = (all_mutants()[name] for name in sorted(all_mutants())[:3])
    file = tmp_path / "mutants.json"
    begun = MutantFile(file, [first, second, third])
    begun.add(Outcome(first, Notice("z3", "lines.flips", "fails", "why", "lines *"), "", 1.0))
    begun.add(Outcome(second, None, "by commutativity", 1.0))
    assert loads(file.read_text(encoding="utf-8")).sources == UNFINISHED
    resumed = MutantFile(file, [first, second, third])
    noticed, proved = resumed.standing(first), resumed.standing(second)
    assert noticed
    assert noticed.notice
    assert (noticed.notice.rung, noticed.notice.claim) == ("z3", "lines.flips")
    assert proved
    assert proved.equivalent
    assert resumed.with_hint(first).noticed_by == (("z3", "lines *"),)
    assert resumed.with_hint(second) == second
    assert resumed.standing(third) is None
    assert resumed.standing(replace(first, change="a → b")) is None
    assert MutantFile(file, [first], again=True).standing(first) is None
    stale = json.loads(file.read_text(encoding="utf-8"))
    stale["mutants"][0]["sources"] = "f" * 16
    file.write_text(json.dumps(stale), encoding="utf-8")
    assert MutantFile(file, [first]).standing(first) is None
    file.write_text("{}", encoding="utf-8")
    assert MutantFile(file, [first]).standing(first) is None
    for mutant in (first, second, third):
        resumed.add(Outcome(mutant, None, "", 1.0))
    assert loads(file.read_text(encoding="utf-8")).sources == LADDER.digest()


@pytest.mark.parametrize(
    "arguments", [["--jobs", "0"], ["--only", "nothing.*"], ["--write", "x", "--all"]]
)
def test_wrong_usage_is_said(arguments: list[str]) -> None:
    command = [sys.executable, str(ROOT / "tests" / "mutants"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 2 == done.returncode
