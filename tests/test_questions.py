"""Questions: as many as declared, none vacuous or begged, and they cover all variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest

from modspec.prove.scope import Scope, Symbols
from modspec.prove.solver import SolverAnswer, prove
from othello_model import othello
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, Questions
from othello_proofs.methods import covering_suite
from othello_proofs.methods.proof_units.theorems import SmallBoardUnits, TheoremUnits
from othello_proofs.methods.proof_units.units import ALL_SQUARES
from othello_proofs.obligations import lift_agreement, specification_goals, states
from othello_proofs.obligations.frame import hidden_changes
from othello_proofs.obligations.specification_goals import (
    LEMMAS,
    PROVED,
    objection,
    prover,
    unasked_functions,
)
from othello_spec import THEOREMS, module
from othello_spec.board import BLACK, Square

HOLDS, UNDECIDED = ClaimVerdict.HOLDS, ClaimVerdict.UNDECIDED


class Counting(Method):
    """Asks a number of questions; some are vacuous."""

    name = title = "counting"
    shows = does_not_show = "nothing"

    def __init__(self, asked: int, vacuous: int = 0) -> None:
        self.asked, self.vacuous = asked, vacuous

    def units(self, quick: bool) -> Sequence[str]:
        return ("all",)

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        return Questions(64, 60)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield ClaimFinding("a.claim", HOLDS, self.asked, "squares", vacuous=self.vacuous)


@pytest.mark.parametrize(
    ("asked", "vacuous", "verdict", "detail"),
    [
        (64, 60, HOLDS, ""),
        (70, 0, HOLDS, ""),
        (63, 0, UNDECIDED, "64 questions are declared, and 63 were asked"),
        (
            64, 61, UNDECIDED,
            "nothing meets what 61 of 64 questions assume; 60 such are declared",
        ),
    ],
)  # fmt: skip
def test_fewer_questions_than_declared_decide_nothing(
    asked: int, vacuous: int, verdict: ClaimVerdict, detail: str
) -> None:
    (found,) = Counting(asked, vacuous).attempt("all", quick=False)
    assert (verdict, detail, 64) == (found.verdict, found.detail, found.declared)
    assert asked - vacuous == found.about_something


def test_a_theorem_about_squares_has_a_question_for_each() -> None:
    of = TheoremUnits()
    claim = "captures.captures_do_not_chain"
    assert Questions(ALL_SQUARES) == of.questions("captures captures_do_not_chain", claim, False)
    small = SmallBoardUnits()
    assert Questions(16) == small.questions("4x4 captures", claim, False)


# -- lemmas ----------------------------------------------------------------------------------------


def test_no_theorem_follows_from_itself() -> None:
    assert {""} == {objection(name) for name in LEMMAS}


def test_a_circle_of_lemmas_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    begged = "where_a_disc_can_be_placed_nothing_is_hidden"
    uses = [("othello_spec.theorems.passes", begged, ())]
    more = {**LEMMAS, "whoever_can_place_a_disc_can_move": lambda _: uses}
    monkeypatch.setattr(specification_goals, "LEMMAS", more)
    assert objection(begged).startswith(f"it follows from itself: {begged} <- whoever_can_place")


def test_a_lemma_that_is_no_claim_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    uses = [("othello_spec.theorems.captures", "nobody_claims_this", ())]
    monkeypatch.setattr(specification_goals, "LEMMAS", {"a_theorem": lambda _: uses})
    why = "it follows from nobody_claims_this, which is no claim of othello_spec.theorems.captures"
    assert why == objection("a_theorem")


def test_every_function_of_the_theorems_is_asked_about_or_applied() -> None:
    assert {theory: [] for theory in THEOREMS} == {t: unasked_functions(t) for t in THEOREMS}


def test_lemmas_that_nothing_meets_leave_a_theorem_undecided() -> None:
    theorems = prover("captures", [Square(2, 3)])
    name = "captures_do_not_chain"

    def contradiction(given: Any) -> list[tuple[str, str, tuple[Any, ...]]]:
        a_lie = ("othello_spec.theorems.captures", "a_lie", tuple(given.values()))
        return [a_lie]

    theorems.lemmas = {name: contradiction}
    theorems.plain.function = lambda *_: lambda *__: False  # type: ignore[method-assign]  # a lie
    assert not theorems._meets(module("captures")[name], _values(theorems, name))


def _values(theorems: Any, name: str) -> dict[str, Any]:
    theorem = theorems.module[name]
    goal = theorems._goal_of_assumptions(theorem, next(theorems.scope.cases(theorem)))
    from modspec.prove.prover import values_in  # used here alone

    return values_in(goal, theorems._witness(goal))


def test_numbers_beyond_what_a_lemma_was_proved_for_are_not_covered() -> None:
    supplies = module("supplies")
    lemma = supplies["whoever_can_move_gets_a_disc"]
    unbounded = Symbols(Scope(keys=PROVED.keys))
    given = [unbounded.of(supplies, p.type.name, p.name) for p in lemma.parameters[:2]]  # type: ignore[union-attr]  # declared types
    covered = PROVED.covers(lemma, [*given, BLACK, Square(0, 0)][: len(lemma.parameters)])
    assert covered is not True
    bounded = Symbols(PROVED)
    given = [bounded.of(supplies, p.type.name, p.name) for p in lemma.parameters[:2]]  # type: ignore[union-attr]  # the same
    assert PROVED.covers(lemma, [*given, BLACK, Square(0, 0)][: len(lemma.parameters)]) is True


@pytest.mark.parametrize(
    ("theory", "name", "says_nothing"),
    [
        ("clocks", "who_is_out_of_time_stays_so", False),
        ("captures", "captures_do_not_chain", False),
        ("captures", "a_corner_is_never_flipped", True),  # by the definition of brackets
    ],
)
def test_a_theorem_that_holds_whatever_is_specified_is_noticed(
    theory: str, name: str, says_nothing: bool
) -> None:
    assert says_nothing == prover(theory).says_nothing(name)


# -- variables, states and squares -----------------------------------------------------------------


def _game() -> None:
    othello.init()
    othello.move(2, 3)


def test_a_game_changes_the_variables_of_the_state_alone() -> None:
    assert [] == hidden_changes("othello_model.othello", _game)


def test_a_hidden_variable_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(othello, "_calls", [0], raising=False)

    def count() -> None:
        _game()
        vars(othello)["_calls"][0] += 1

    (found,) = hidden_changes("othello_model.othello", count)
    assert "othello_model.othello._calls changes, and is no variable of the state" == found


def test_a_variable_that_a_function_sets_is_noticed_before_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = ModuleType("othello_model.othello")
    exec("def reset():\n    global _calls\n    _calls = 0", vars(made))
    monkeypatch.setattr(othello, "reset", vars(made)["reset"], raising=False)
    (found,) = hidden_changes("othello_model.othello", _game)
    assert "othello_model.othello.reset sets _calls, which is no variable of the state" == found


def test_a_state_that_no_question_is_about_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (50, None) == lift_agreement.state_left_out("othello", 50)
    restricted = states.ModelObject(
        states.OTHELLO.program,
        states.OTHELLO.components,
        states.OTHELLO.state,
        lambda black, white, turn: black & 1 == 0,
    )
    monkeypatch.setitem(lift_agreement.OBJECTS, "othello", restricted)
    _, left_out = lift_agreement.state_left_out("othello", 50)
    assert left_out is not None


def test_the_suite_comes_to_every_exception_and_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = covering_suite.CoveringGames().attempt("coverage supply", quick=False)
    assert (HOLDS, found.declared) == (found.verdict, found.goals)
    monkeypatch.setattr(covering_suite, "traces", lambda _: [])
    (found,) = covering_suite.CoveringGames().attempt("coverage supply", quick=False)
    assert UNDECIDED == found.verdict
    assert "take never raises NoDiscs" in found.detail


def test_a_goal_without_answer_counts_as_asked() -> None:
    goal = next(prover("captures", [Square(0, 0)]).goals("captures_do_not_chain"))
    assert prove(goal, patience=1).answer in {SolverAnswer.UNKNOWN, SolverAnswer.YES}
