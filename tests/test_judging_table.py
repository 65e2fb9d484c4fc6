"""The table: a candidate explains what it says, and nothing once a right reply contradicts it."""

from __future__ import annotations

from functools import cache

from modcheck.judging.causes.table import CandidateTable, Cause
from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.kills import key_of, kills
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import GatheredFacts, Reading, RecordedRun
from modcheck.judging.play.survivors import Survivors
from modcheck.system.in_process import InProcess
from modcheck.testing.budget import FOLLOWUP
from modcheck.testing.output_types import OutputTypes
from modcheck.testing.recorded import RecordedTrace, differences, record
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call
from othello_suite.test_model import build_test_model
from wrong_implementations import sound, tie_counted_as_a_win, winner_has_fewest

MODEL = build_test_model()
ORACLE = Oracle(MODEL.machine, candidates(MODEL.module))
GAMES = ((), ((2, 3),), ((2, 3), (2, 2)), ((2, 3), (2, 2), (2, 1)))
"""The moves of the games that are played."""


@cache
def traces() -> list[RecordedTrace]:
    """The traces of the games, each with all calls in its last state."""
    generator = TraceGenerator(MODEL.machine, MODEL.domains)
    games = [[Call("init"), *(Call("move", square) for square in game)] for game in GAMES]
    return record(
        [(str(game), generator.position(tuple(game), FOLLOWUP)) for game in games], lambda step: ()
    )


def table(make: type, with_kills: bool = False) -> tuple[CandidateTable, GatheredFacts]:
    """The table of a program, and what it showed."""
    evidence = GatheredFacts()
    reading = Reading(ORACLE, OutputTypes(ORACLE.machine))
    program = InProcess(make(), MODEL.routines)
    for trace, found in zip(traces(), differences(program, traces()), strict=True):
        if found is None:
            evidence.add_right(trace, len(trace), ())
            continue
        facts, end = reading.facts(RecordedRun("", (), found.replies, trace, ORACLE), found.wrong)
        evidence.add_right(trace, end, found.wrong)
        evidence.facts += facts
    return table_of(evidence, with_kills), evidence


def table_of(evidence: GatheredFacts, with_kills: bool = False) -> CandidateTable:
    """The table of some evidence."""
    known = kills_of_winner() if with_kills else {}
    survivors = Survivors(ORACLE, evidence, TraceGenerator(MODEL.machine, MODEL.domains))
    return CandidateTable(ORACLE, evidence, traces(), known, survivors, MODEL.rulebook)


@cache
def of_winner() -> tuple[int, ...]:
    """The candidates that replace something in the function winner."""
    return tuple(n for n, m in enumerate(ORACLE.candidates) if m.function == "winner")


@cache
def kills_of_winner() -> dict[str, list[tuple[int, int]]]:
    """The kills of these candidates."""
    return kills(Oracle(MODEL.machine, [ORACLE.candidates[n] for n in of_winner()]), traces())


def causes(make: type) -> list[Cause]:
    made, evidence = table(make)
    return made.causes(evidence.facts)


# -- contradicted, supported -----------------------------------------------------------------------


def test_a_sound_program_contradicts_the_candidates_that_its_games_tell_apart() -> None:
    for with_kills in (False, True):
        made, evidence = table(sound.Othello, with_kills)
        assert [] == evidence.facts
        assert any(made.is_contradicted(n) for n in of_winner())


def test_a_table_takes_over_what_one_with_less_evidence_knew() -> None:
    """It makes out the same as one that is filled with all evidence, by fewer calls."""
    _, evidence = table(sound.Othello)
    every, some = [*evidence.played], range(0, len(ORACLE.candidates), 7)
    evidence.played[:] = every[:1]
    before = table_of(evidence)
    known = {n for n in some if before.is_contradicted(n)}
    evidence.played[:] = every
    after, whole = table_of(evidence), table_of(evidence)
    after.take_over(before)
    assert {n for n in some if after.is_contradicted(n)} > known > set()
    assert all(after.is_contradicted(n) == whole.is_contradicted(n) for n in some)
    assert 0 < after._compared < whole._compared


def test_what_a_program_does_explains_its_wrong_replies_and_is_not_contradicted() -> None:
    made, evidence = table(tie_counted_as_a_win.Othello)
    (cause,) = made.causes(evidence.facts)
    assert cause.candidate is not None
    assert "winner" == ORACLE.candidates[cause.candidate].function
    assert not made.is_contradicted(cause.candidate)
    assert cause.count == len(cause.facts) > 0


def test_a_candidate_that_explains_all_wrong_replies_but_not_the_right_ones_is_no_cause() -> None:
    """If discs were counted the wrong way round, count() would be wrong as well."""
    for cause in causes(winner_has_fewest.Othello):
        assert cause.candidate is None or ORACLE.candidates[cause.candidate].function == "winner"


class WrongOnce(winner_has_fewest.Othello):
    """The winner is wrong where Black has four discs, and right elsewhere."""

    def winner(self) -> str:
        return super().winner() if self.count("black") == 4 else sound.Othello.winner(self)


def test_a_coincidence_does_not_win() -> None:
    """Some candidates say the same in that state; right replies in others contradict them."""
    found = causes(WrongOnce)
    assert found
    assert [None] * len(found) == [cause.candidate for cause in found]
    assert {"winner"} == {fact.call.routine for cause in found for fact in cause.facts}


class TwoFaults(tie_counted_as_a_win.Othello):
    """A tie is won, and neither player has a valid move."""

    def has_valid_moves(self, player: str) -> bool:
        return False


def test_two_faults_are_two_candidates_and_the_fewest_that_explain_all() -> None:
    functions = [
        ORACLE.candidates[cause.candidate].function
        for cause in causes(TwoFaults)
        if cause.candidate is not None
    ]
    assert ["has_valid_moves", "winner"] == sorted(functions)


# -- kills -----------------------------------------------------------------------------------------


def test_a_kill_is_a_reply_that_the_candidate_would_not_give() -> None:
    found = kills_of_winner()
    assert found
    by_key = {key_of(ORACLE.candidates[n]): n for n in of_winner()}
    for key, places in found.items():
        for trace, place in places:
            step = RecordedRun("", (), [], traces()[trace], ORACLE).step(place)
            said = ORACLE.outcome(by_key[key], step.before, step.call)
            assert said is not None
            assert said != step.expected


def test_a_candidate_without_a_kill_is_equivalent_as_far_as_is_known() -> None:
    made, _ = table(sound.Othello, with_kills=True)
    for number in of_winner():
        has_kill = key_of(ORACLE.candidates[number]) in kills_of_winner()
        assert made.is_equivalent(number) is not has_kill
        assert made.is_contradicted(number) or not has_kill


def test_a_wrong_reply_is_no_kill() -> None:
    made, evidence = table(tie_counted_as_a_win.Othello, with_kills=True)
    wrong = {(id(fact.run.recorded), fact.number) for fact in evidence.facts}
    assert wrong
    alive = [n for n in of_winner() if not made.is_contradicted(n)]
    assert {"draw"} <= {rule for n in alive for rule in ORACLE.candidates[n].rules}
