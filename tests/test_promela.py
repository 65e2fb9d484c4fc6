"""The model in Promela: Spin and the kernel count the same states, unless the model is another."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from othello_proofs.counting.published import STATES_4X4_WITH_PASSES
from othello_proofs.evidence.method import ClaimVerdict
from othello_proofs.methods import promela
from othello_proofs.methods.promela import Spin, SpinFailed

needs_spin = pytest.mark.skipif(bool(Spin().missing()), reason=Spin().missing() or "it is there")


@needs_spin
def test_a_model_in_promela_has_as_many_states() -> None:
    (finding,) = Spin().run("4x4", quick=True)
    assert (ClaimVerdict.HOLDS, "") == (finding.verdict, finding.detail)
    assert list(Spin().about("4x4", quick=True)) == [finding.claim]
    assert len(STATES_4X4_WITH_PASSES) == finding.goals


@needs_spin
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("for (down : -1 .. 1) {", "for (down : 0 .. 1) {"),
        ("EMPTY,  WHITE,  BLACK,  EMPTY", "EMPTY,  BLACK,  WHITE,  EMPTY"),
        (":: d_step { others > 0 -> turn = OTHER(turn); consider() }", ""),
    ],
    ids=["upwards is missing", "another start", "nobody passes"],
)
def test_another_model_has_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str
) -> None:
    text = promela.MODEL.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "other.pml").write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(promela, "MODEL", tmp_path / "other.pml")
    (finding,) = Spin().run("4x4", quick=True)
    assert ClaimVerdict.FAILS == finding.verdict
    assert "states: expected 62789, counted " in finding.detail


@needs_spin
def test_a_model_that_spin_does_not_understand_is_not_decided(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "other.pml").write_text("init { this is no model }", encoding="utf-8")
    with pytest.raises(SpinFailed, match=r"^spin failed: spin: .*Error: undeclared variable: this"):
        promela.counts(tmp_path / "other.pml")
    monkeypatch.setattr(promela, "MODEL", tmp_path / "other.pml")
    (finding,) = Spin().run("4x4", quick=True)
    assert ClaimVerdict.UNDECIDED == finding.verdict


def test_without_spin_or_a_compiler_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def which(*there: str) -> Callable[[str], str | None]:
        return lambda name: name if name in there else None

    monkeypatch.setattr(shutil, "which", which())
    assert "there is no program spin; on Debian, apt install spin" == Spin().missing()
    monkeypatch.setattr(shutil, "which", which("spin"))
    assert "there is no C compiler: none of cc, gcc, clang" == Spin().missing()
    monkeypatch.setattr(shutil, "which", which("spin", "clang"))
    assert "" == Spin().missing()
