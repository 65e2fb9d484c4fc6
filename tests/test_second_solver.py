"""The second solver: cvc5 reads what is exported, agrees with z3, and refutes what is false."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from unittest.mock import patch

import pytest

from modspec.lift.logic import negation
from modspec.prove.goals import Goal, smtlib
from othello_mis.commands.main import main
from othello_proofs.evidence.method import ClaimVerdict
from othello_proofs.methods import second_solver
from othello_proofs.methods.proof_units.theorems import TheoremUnits
from othello_proofs.methods.second_solver import SecondSolver, ask

QUICK = TheoremUnits().units(quick=True)


def goal_of(unit: str) -> Goal:
    return next(TheoremUnits().task(unit, quick=True).goals())


def test_what_is_exported_is_smtlib_that_another_solver_reads() -> None:
    """A conjunction of nothing is no SMT-LIB; z3 writes one, and reads it back."""
    for unit in ("clocks new_clocks_are_sound", "handicaps the_weaker_player_plays_black"):
        assert not re.search(r"(?<!\()\band\b(?!\s+[(\w])", smtlib(goal_of(unit)))


@pytest.mark.parametrize(
    "unit", ["clocks start_uses_no_time", "captures no_disc_disappears", "passes a_pass_"]
)
def test_cvc5_agrees_with_z3_and_refutes_the_contrary(unit: str) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed")
    goal = goal_of(next(each for each in QUICK if each.startswith(unit)))
    assert ask(goal) == "unsat"
    assert ask(replace(goal, conclusion=negation(goal.conclusion))) == "sat"


def test_a_contradiction_fails_and_no_answer_is_none() -> None:
    method, unit = SecondSolver(), "clocks start_uses_no_time"
    for answer, verdict in (
        ("unsat", ClaimVerdict.HOLDS),
        ("sat", ClaimVerdict.FAILS),
        ("unknown (resourceout)", ClaimVerdict.UNDECIDED),
        ("", ClaimVerdict.UNDECIDED),
    ):
        with patch.object(second_solver, "ask", lambda goal, answer=answer: answer):
            (finding,) = method.attempt(unit, quick=True)
        assert finding.verdict is verdict
        assert answer in finding.detail or verdict is ClaimVerdict.HOLDS


def test_theorems_that_are_left_out_exist() -> None:
    every = {unit.replace(" ", ".") for unit in TheoremUnits().units(quick=False)}
    assert set(second_solver.TOO_LONG) <= every
    left = {unit.replace(" ", ".") for unit in SecondSolver().units(quick=False)}
    assert left == every - set(second_solver.TOO_LONG)


def verify(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["othello-mis", "verify", "--solver", "cvc5", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def test_the_command_asks_cvc5_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed")
    assert verify(monkeypatch, "--quick", "--only", "clocks.start_*") == 0
    told = capsys.readouterr().out
    assert re.search("start_uses_no_time +✓ 1\n", told)
    assert "✓ 3 of 3 claims hold" in told
    assert verify(monkeypatch, "--method", "z3") == 2
