"""True claims are proved, false ones get a small counterexample, vacuous ones are reported."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import MagicMock

import pytest
import z3

import lamps
from lamps import Lamp
from modspec import declare
from modspec.prove import prover as prover_module
from modspec.prove.goals import Goal, describe, smtlib, write
from modspec.prove.prover import ProofResult, Prover, prove_all
from modspec.prove.scope import Scope, Symbols
from modspec.prove.solver import SolverAnswer, Witnesses, prove
from modspec.run.instance import Edit
from modspec.run.mutants import Mutant, mutants
from modspec.syntax.errors import SpecificationError
from othello_proofs.methods.proofs import Proofs
from othello_proofs.obligations.refutations import theorem_refutation
from othello_proofs.obligations.specification_goals import (
    CALLING,
    LEMMAS,
    UNINTERPRETED,
    move_raises,
    prover,
    scope,
    sound_calls,
)
from othello_spec import THEOREMS, module
from othello_spec.board import EMPTY, SQUARES, Square
from theory_faults import WRONG, Fault, replacing

LAMPS = declare("lamps")
UNIVERSE = Scope(keys={"Row": lamps.PLACES})
CORNER = [Square(0, 0), Square(2, 3)]


@pytest.fixture(autouse=True)
def _no_look_for_garbage() -> Iterator[None]:
    """Switch off garbage collection, which takes half of the time: nearly all terms stay."""
    gc.disable()
    yield
    gc.enable()


@cache
def shared_prover(owner: str) -> Prover:
    """One for all theorems of a theory: what was lifted for one serves the next."""
    return prover(owner, [Square(0, 0), Square(3, 4)])


def proof_of(name: str) -> ProofResult:
    return Prover(LAMPS, UNIVERSE).prove(name)


def mutant_of(function: str, after: str) -> Mutant:
    """A specification with one thing wrong, found by its text."""
    found = [v for v in mutants(module("othello")) if v.function == function and v.after == after]
    assert found, f"no variant of {function} has {after}"
    return found[0]


# -- what holds, and what does not -----------------------------------------------------------------


@pytest.mark.parametrize(
    "theorem",
    [
        "counts_are_sums",
        "a_guarded_call_means_something",
        "a_dark_row_has_none_of_a_colour",
        "a_lit_lamp_that_is_not_red_is_green",
        "every_lit_lamp_is_red_or_green",
    ],
)
def test_what_is_true_is_proved(theorem: str) -> None:
    result = proof_of(theorem)
    assert (True, 1, 1) == (result.is_proved, result.goals, result.met)


@pytest.mark.parametrize(
    "theorem",
    [
        "some_lamp_is_lit",
        "not_all_lamps_are_red",
        "an_unguarded_call_may_mean_nothing",
        "an_unguarded_call_inside_a_call_may_mean_nothing",
        "a_raising_call_is_not_excused",
        "a_lamp_beyond_the_row_is_looked_at",
    ],
)
def test_what_is_false_has_a_counterexample_with_which_the_plain_text_agrees(theorem: str) -> None:
    result = proof_of(theorem)
    assert not result.is_proved
    assert result.counterexample is not None
    assert result.counterexample.confirmed


def test_a_counterexample_has_as_few_features_as_can_be() -> None:
    found = proof_of("a_lamp_beyond_the_row_is_looked_at").counterexample
    assert found is not None
    lit = [place for place, lamp in found.arguments["row"].items() if lamp is not Lamp.DARK]
    assert [0] == lit


def test_what_assumes_the_impossible_is_not_proved() -> None:
    result = proof_of("nothing_can_be_assumed")
    assert (False, (), 0) == (result.is_proved, result.failed, result.met)


def test_what_takes_too_long_is_undecided_and_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_answer(goal: Goal, **how: object) -> object:
        return replace(prove(goal), answer=SolverAnswer.UNKNOWN, why="timeout")

    monkeypatch.setattr(prover_module, "prove", no_answer)
    result = proof_of("counts_are_sums")
    assert (False, (((), "timeout"),)) == (result.is_proved, result.undecided)
    assert not prove_all("lamps.x", Prover(LAMPS, UNIVERSE).goals("counts_are_sums")).is_proved


def test_a_solver_out_of_patience_gives_no_answer() -> None:
    prover = Prover(module("endings"), scope(CORNER))
    goal = next(iter(prover.goals("no_move_is_possible_on_a_board_that_is_over")))
    assert SolverAnswer.UNKNOWN is prove(goal, patience=1).answer


def test_goals_that_belong_to_one_claim_fail_with_the_first() -> None:
    prover = Prover(LAMPS, UNIVERSE)
    goals = [g for name in ("counts_are_sums", "some_lamp_is_lit") for g in prover.goals(name)]
    result = prove_all("lamps.both", goals)
    assert (2, 1) == (result.goals, len(result.failed))


def test_a_universe_that_lacks_a_type_is_named() -> None:
    with pytest.raises(SpecificationError, match="no symbolic value for row of type Row"):
        Prover(LAMPS, Scope()).prove("counts_are_sums")


def test_a_symbol_is_the_same_for_all_who_ask_for_it() -> None:
    symbols = Symbols(UNIVERSE)
    assert symbols.of(LAMPS, "Row", "row") is symbols.of(LAMPS, "Row", "row")
    assert symbols.of(LAMPS, "Row", "row") is not symbols.of(LAMPS, "Row", "other")


def test_witnesses_that_many_goals_share_are_looked_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goal = next(iter(Prover(LAMPS, UNIVERSE).goals("a_dark_row_has_none_of_a_colour")))
    witnesses = Witnesses()
    first = witnesses(goal)
    monkeypatch.setattr("modspec.prove.solver.solver", None)
    assert first is witnesses(goal)
    assert first is not None


# -- uninterpreted predicates ----------------------------------------------------------------------


def test_what_holds_whatever_a_predicate_says_needs_it_not() -> None:
    prover = Prover(module("endings"), scope(CORNER), UNINTERPRETED)
    result = prover.prove("the_turn_alternates_unless_forfeited")
    assert (True, {("can_move",)}) == (result.is_proved, set(prover._lifts))


def test_where_that_does_not_do_the_predicate_is_looked_into() -> None:
    prover = Prover(module("endings"), scope(CORNER), UNINTERPRETED)
    result = prover.prove("a_full_board_ends_the_game")
    assert (True, {("can_move",), ()}) == (result.is_proved, set(prover._lifts))


def test_an_opaque_predicate_proves_nothing_that_is_false() -> None:
    wrong = mutant_of("next_turn", "player").edits
    result = Prover(module("endings"), scope(CORNER), UNINTERPRETED, edits=wrong).prove(
        "the_turn_alternates_unless_forfeited"
    )
    assert result.counterexample is not None
    assert result.counterexample.confirmed


# -- the theorems of Othello, and wrong specifications ---------------------------------------------


@pytest.mark.parametrize(
    ("owner", "theorem"),
    [(owner, theorem.name) for owner in THEOREMS for theorem in module(owner).access_programs],
)
def test_the_theorems_are_proved_on_some_squares(owner: str, theorem: str) -> None:
    assert shared_prover(owner).prove(theorem).is_proved


@pytest.mark.parametrize(
    ("function", "after", "owner", "theorem"),
    [
        ("flips", "range(1 - 1, k)", "captures", "a_corner_is_never_flipped"),
        ("captures", "(nothing)", "captures", "a_move_adds_one_disc"),
        ("brackets", "range(1, k - 1)", "captures", "only_discs_of_the_opponent_flip"),
        ("can_move", "all((captures(board, player, s) for s in SQUARES))", "endings",
         "the_game_is_over_iff_neither_player_can_move"),
    ],
)  # fmt: skip
def test_a_wrong_specification_is_refuted_and_drawn(
    function: str, after: str, owner: str, theorem: str
) -> None:
    edits = mutant_of(function, after).edits
    result = Prover(module(owner), scope(sorted(SQUARES)), UNINTERPRETED, edits=edits).prove(
        theorem
    )
    assert result.counterexample is not None
    assert result.counterexample.confirmed
    assert "a b c d e f g h" in "\n".join(theorem_refutation(result).lines())


def test_a_refuted_theorem_is_shown_on_a_board_with_few_discs() -> None:
    edits = mutant_of("captures", "(nothing)").edits
    prover = Prover(module("captures"), scope(sorted(SQUARES)), UNINTERPRETED, edits=edits)
    found = prover.prove("a_move_adds_one_disc").counterexample
    assert found is not None
    assert 3 >= sum(1 for cell in found.arguments["board"].values() if cell is not EMPTY)


def test_a_specification_in_which_nothing_captures_is_noticed() -> None:
    edits = {("othello_spec.lines", "brackets"): _never}
    prover = Prover(module("captures"), scope(CORNER), UNINTERPRETED, edits=edits)
    result = prover.prove("a_move_adds_one_disc")
    assert (False, (), 0) == (result.is_proved, result.failed, result.met)


def _never(function: ast.FunctionDef) -> ast.FunctionDef:
    function.body[-1] = ast.Return(ast.Constant(False))
    return function


# -- times, discs and matches ----------------------------------------------------------------------


def wrong(owner: str, theorem: str, number: int = 0) -> ProofResult:
    """What comes of a theorem with something wrong in the specification."""
    place, function, edit = WRONG[theorem][number].edit
    edits = {(module(place).python_name, function): edit}
    return prover(owner, CORNER, edits=edits).prove(theorem)


@pytest.mark.parametrize(
    ("owner", "theorem", "shown"),
    [
        ("clocks", "who_is_out_of_time_has_none_left_and_nobody_else", "clock.used[BLACK] = "),
        ("supplies", "take_takes_one_disc", "supply.left[WHITE] = "),
        ("handicaps", "a_grant_adds_one_corner", "handicap.granted[a1] = False"),
        ("passes", "a_pass_changes_nothing_with_passes_hidden", "passing.turn = "),
        ("matches", "begin_keeps_a_match_sound", "match.clock.running = NOBODY"),
    ],
)
def test_what_else_there_is_in_a_counterexample_is_told_by_name(
    owner: str, theorem: str, shown: str
) -> None:
    result = wrong(owner, theorem)
    assert result.counterexample is not None
    assert result.counterexample.confirmed
    assert shown in "\n".join(theorem_refutation(result).lines())


def test_times_have_no_bounds() -> None:
    prover_of_clocks = prover("clocks", edits=_clocks_that_break(10**15))
    assert prover_of_clocks.prove("stop_keeps_the_clocks_sound").failed


def _clocks_that_break(longest: int) -> dict[tuple[str, str], Edit]:
    """Clocks that break when they are stopped later than ever."""
    return {
        ("othello_spec.clock", "stop"): replacing(
            "used_until(clock, p, now)",
            f"used_until(clock, p, now) if now < {longest} else -1",
        )
    }


def test_what_follows_from_lemmas_is_proved_without_counting() -> None:
    matches = prover("matches", CORNER)
    assert matches.prove("move_keeps_a_match_sound").is_proved
    alone = Prover(matches.module, matches.scope, matches.uninterpreted)
    goal = next(alone.goals("move_keeps_a_match_sound", uninterpreted=True))
    assert SolverAnswer.NO is prove(goal, plainest=False).answer


def test_lemmas_come_before_what_follows_from_them() -> None:
    for theorem, lemmas in LEMMAS.items():
        owner = next(o for o in THEOREMS if theorem in {t.name for t in module(o).functions})
        for place, lemma, _ in lemmas(MagicMock()):
            theory = place.rpartition(".")[2]
            assert lemma in {t.name for t in module(theory).access_programs}
            assert theory != owner or lemma not in LEMMAS
            assert THEOREMS.index(theory) <= THEOREMS.index(owner)


@pytest.mark.parametrize("owner", CALLING)
def test_in_a_sound_state_no_call_on_the_way_fails(owner: str) -> None:
    for program in module(owner).access_programs:
        goals = sound_calls(owner, program.name, CORNER)
        assert prove_all(f"{owner}.{program.name}", goals).is_proved, program.name


@pytest.mark.parametrize(
    ("routine", "fault"),
    [
        ("move", Fault("match", "move", "over(match, now)", "False")),
        ("begin", Fault("match", "begin", "now < clock.latest(match.clock)", "False")),
        ("grant", Fault("match", "grant", "Square(row, col) not in CORNERS", "False")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_call_that_may_fail_is_noticed(routine: str, fault: Fault) -> None:
    place, function, edit = fault.edit
    edits = {(module(place).python_name, function): edit}
    assert prove_all("match", sound_calls("match", routine, CORNER, edits)).failed


# -- SMT-LIB ---------------------------------------------------------------------------------------


def test_exported_goals_are_read_by_a_solver_and_unsatisfiable(tmp_path: Path) -> None:
    prover = Prover(module("captures"), scope(CORNER))
    names = ["a_move_adds_one_disc", "captures_do_not_chain"]
    count = write((g for name in names for g in prover.goals(name)), tmp_path)
    files = sorted(tmp_path.iterdir())
    assert (4, 4) == (count, len(files))
    for file in files:
        asked = z3.Solver()
        asked.from_file(str(file))
        assert z3.unsat == asked.check()


def test_exported_goals_about_times_are_read_by_a_solver_that_knows_integers() -> None:
    text = smtlib(next(prover("clocks").goals("nobodys_time_left_grows")))
    asked = z3.Solver()
    asked.from_string(text)
    assert "(set-logic ALL)" in text
    assert z3.unsat == asked.check()


def test_an_exported_goal_that_does_not_hold_is_satisfiable() -> None:
    goal = next(iter(Prover(LAMPS, UNIVERSE).goals("some_lamp_is_lit")))
    asked = z3.Solver()
    asked.from_string(smtlib(goal))
    assert z3.sat == asked.check()


def test_a_case_is_told_by_its_values() -> None:
    assert "square = (2, 3), lamp = RED" == describe((("square", Square(2, 3)), ("lamp", Lamp.RED)))


UNITS = ["kernel over 64 fill_by_steps", "lift flips", "captures a_corner_is_never_flipped"]


def test_the_rung_exports_what_it_proves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rung = Proofs()
    monkeypatch.setattr(Proofs, "units", lambda self, quick: UNITS)
    count = rung.export(tmp_path, quick=True)
    assert count == len(list(tmp_path.rglob("*.smt2")))
    assert 4 == count


# -- calls that fail -------------------------------------------------------------------------------


def test_move_raises_just_where_is_valid_move_says_no() -> None:
    assert prove_all("othello.move", move_raises(CORNER)).is_proved


@pytest.mark.parametrize(
    "edit",
    [
        v
        for v in mutants(module("othello"))
        if v.function == "move" and "captures" in v.before and v.after != "(nothing)"
    ],
    ids=lambda v: v.after,
)
def test_a_move_that_raises_elsewhere_is_noticed(edit: Mutant) -> None:
    assert prove_all("othello.move", move_raises(CORNER, edit.edits)).failed
