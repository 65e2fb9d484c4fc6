"""The method of the second solver: cvc5 is asked what z3 was asked, in SMT-LIB."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Final

from modcheck.distribution import install_line
from modspec.prove.goals import Goal, describe, smtlib
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, Questions
from othello_proofs.methods.proof_units.theorems import TheoremUnits

_STEPS: Final = 1_000_000
"""The steps of cvc5 after which a question is undecided: some ten seconds."""

TOO_LONG: Final = (
    "captures.a_move_adds_one_disc",
    "captures.a_square_is_valid_iff_empty_and_it_flips_something",
    "captures.a_valid_move_is_one_that_move_accepts",
    "captures.after_a_move_the_mover_has_at_least_three_discs",
    "captures.captures_do_not_chain",
    "captures.the_mover_gains_what_the_opponent_loses",
    "endings.a_forfeit_uses_up_a_turn",
    "endings.a_move_leaves_one_move_less",
    "endings.a_move_uses_up_a_turn",
    "endings.move_keeps_the_invariant",
    "matches.a_forfeited_turn_takes_no_time",
    "matches.grant_keeps_a_match_sound",
    "matches.move_keeps_a_match_sound",
    "matches.scores_with_empty_squares_add_up_to_the_board",
    "matches.the_result_stands",
    "matches.the_winner_has_the_higher_score",
    "matches.the_winner_has_the_higher_score_with_empty_squares",
    "passes.a_move_or_a_pass_is_possible_until_the_game_is_over",
    "passes.a_pass_changes_nothing_with_passes_hidden",
    "passes.a_pass_is_never_followed_by_another",
    "passes.the_same_moves_are_valid_with_passes_hidden",
    "supplies.a_placement_keeps_a_disc_for_every_square",
    "supplies.take_keeps_the_supply_sound",
    "supplies.the_opponent_of_who_has_none_has_one_to_give",
    "supplies.there_are_as_many_discs_as_squares_that_are_not_empty",
    "supplies.whoever_can_move_gets_a_disc",
    "symmetry.a_move_is_the_same_from_every_side",
    "symmetry.a_move_is_the_same_with_the_colours_exchanged",
    "symmetry.the_end_is_the_same_from_every_side",
    "symmetry.the_end_is_the_same_with_the_colours_exchanged",
    "symmetry.the_turn_is_the_same_from_every_side",
    "symmetry.the_turn_is_the_same_with_the_colours_exchanged",
)
"""The theorems that cvc5 does not decide in so many steps. Most count discs, or compare a
board with one that was computed in another way."""

_EXPECTED: Final = "(set-info :status unsat)\n"
"""The line of an exported goal that says what is expected."""

_HOLDS, _REFUTED = "unsat", "sat"

_VERDICTS: Final = {
    _HOLDS: ClaimVerdict.HOLDS,
    _REFUTED: ClaimVerdict.FAILS,
}


class SecondSolver(Method):
    """Asks cvc5 about the theorems."""

    name = "cvc5"
    title = "cvc5"
    shows = (
        "A second solver, written by other people, reads the same questions from SMT-LIB and comes"
        " to the same answer: a fault of z3 would have to be a fault of both."
    )
    does_not_show = (
        "That the questions are right: they come from the same reading of the text. Theorems that"
        " count many discs take cvc5 too long and are not asked."
    )
    patience = 3600.0
    tools = ("cvc5", "z3-solver")

    _theorems = TheoremUnits()

    def units(self, quick: bool) -> Sequence[str]:
        """The theorems that cvc5 decides, those that take z3 long first."""
        return [
            unit for unit in self._theorems.units(quick) if unit.replace(" ", ".") not in TOO_LONG
        ]

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The theorem."""
        del quick
        return self._theorems.about(unit)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the theorem and its lemmas."""
        del claim
        return self._theorems.sources(unit)

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return how many goals the theorem has; whether they are met is for z3 to say."""
        asked, _ = self._theorems.questions(unit, claim, quick)
        return Questions(asked)

    def missing(self) -> str:
        """Return that cvc5 is not installed, if so."""
        return "" if find_spec("cvc5") else f"cvc5 is not installed; {install_line('cvc5')}"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Ask every goal of a theorem."""
        (claim,) = self.about(unit, quick)
        answers: Counter[str] = Counter()
        for goal in self._theorems.task(unit, quick).goals():
            answer = ask(goal)
            answers[answer] += 1
            if answer != _HOLDS:
                verdict = _VERDICTS.get(answer, ClaimVerdict.UNDECIDED)
                where = describe(goal.case)
                detail = f"cvc5 answers {answer}" + (f" where {where}" if where else "")
                yield ClaimFinding(claim, verdict, answers.total(), "", detail)
                return
        yield ClaimFinding(claim, ClaimVerdict.HOLDS, answers.total(), "the same goals")


def ask(goal: Goal, steps: int = _STEPS) -> str:
    """Return cvc5's answer to the negated goal: ``unsat`` if the goal holds.

    Another answer is ``sat``, or ``unknown`` with the reason.
    """
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("rlimit-per", str(steps))
    parser = cvc5.InputParser(solver)
    text = smtlib(goal).replace(_EXPECTED, "")  # with it, another answer is an error
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, goal.claim)
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, parser.getSymbolManager()) or "")
    return said.strip()
