"""The judge is right about programs with two and three faults, and with routines missing.

By default some programs are judged, in the long run 300 pairs, 60 triples and 300 programs with
routines missing. The page of the documents shows what `judge_properties.py` has found of all.
"""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

import combinations as combinations_module
from combinations import (
    ROUTINES,
    Combination,
    Program,
    combinations,
    lacking,
    program,
    programs_of_size,
    singles,
)
from combine import members_beneath, shows_without
from counterexamples import objections
from judge_properties import (
    DETERMINISTIC,
    FAIL,
    FALSE_PASS,
    INCONCLUSIVE,
    INNOCENT,
    MONOTONE,
    PAGE,
    PASS,
    PROPERTIES,
    RECORD,
    RIGHT_RULE,
    VERDICT,
    Judged,
    Results,
    in_processes,
    is_found,
    judge,
    judge_all,
    table,
    violation_table,
    violations,
    with_parts,
)
from long_run import IS_LONG, sample
from specimen_table import json_verdict
from specimen_table import table as table_in

DEFAULT = (
    "sound",
    "cell_transposed+white_starts",
    # once another rule was blamed for each of these
    "move_accepts_occupied",
    "init_does_not_reset+majority_of_all_squares",
    "query_leaves_discs_to_flip-cell-count-game_over",
)
"""The programs that are judged by default, and those that they are compared with."""


def programs() -> list[Program]:
    """Return the programs that are judged here."""
    if IS_LONG:
        return with_parts(
            [*singles(), *programs_of_size(2)[:300], *programs_of_size(3)[:60], *lacking()[:300]]
        )
    return with_parts(map(program, DEFAULT))


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(judge_all(programs(), jobs=2))


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_property_holds(results: Results, name: str) -> None:
    told = {
        each["program"]
        for each in json.loads(RECORD.read_text("utf-8"))["violations"]
        if each["property"] == name == MONOTONE  # of the others none may be told
    }
    found = [each for each in results.violations if each.property == name]
    assert [] == [each for each in found if each.program not in told]


# -- the programs ----------------------------------------------------------------------------------


def test_there_are_300_pairs_and_60_triples() -> None:
    assert len(programs_of_size(2)) >= 300
    assert len(programs_of_size(3)) >= 60


def test_no_combination_is_listed_twice() -> None:
    listed = [frozenset(each.program.members) for each in combinations()]
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize(
    "combination", sample(sample(combinations(), 10), 20), ids=lambda each: each.program.name
)
def test_each_fault_of_a_combination_is_still_there(combination: Combination) -> None:
    assert combination.beneath == members_beneath(combination.program.members)


@pytest.mark.parametrize(
    "members",
    [
        ("count_includes_empty", "count_of_the_mover"),  # the first overrides the second
        ("no_move_is_ever_valid", "one_for_true"),
    ],
)
def test_a_fault_that_is_overridden_is_noticed(members: tuple[str, ...]) -> None:
    assert members_beneath(members) is None


def test_a_program_is_found_by_its_name() -> None:
    for name in ("sound", "sound-cell", "white_starts", "cell_transposed+white_starts-turn-winner"):
        assert program(name).name == name
    for name in ("", "white", "sound+white_starts", "white_starts-init", "white_starts-"):
        with pytest.raises(ValueError, match="no program"):
            program(name)


def test_a_program_offers_what_it_does_not_lack() -> None:
    made = vars(getattr(combinations_module, "white_starts-turn-winner")())
    assert set(made) == {"init", *ROUTINES} - {"turn", "winner"}


def test_a_fault_may_be_missing_with_its_routine() -> None:
    assert not shows_without("one_for_true", ["is_valid_move"])
    assert shows_without("one_for_true", ["turn"])


def test_the_sample_has_all_sets_of_at_most_three_missing_routines() -> None:
    missing = [frozenset(each.lacking) for each in lacking() if not each.members]
    assert len(missing) == len(set(missing)) == 8 + 28 + 56


# -- the properties --------------------------------------------------------------------------------

RULES = ("inspect-cell", "black-first", "count")
PAIR = program("cell_transposed+white_starts")


def verdict_of(name: str, status: str, **more: Any) -> Judged:
    """Return what a verdict could be: the status of each rule by its first letter."""
    full = {"p": PASS, "f": FAIL, "i": INCONCLUSIVE}
    statuses = {rule: full[letter] for rule, letter in zip(RULES, status, strict=True)}
    broken = [rule for rule in statuses if statuses[rule] == FAIL]
    given = {"points": status.count("p"), "faults": faults(*broken), **more}
    return Judged(name, status=statuses, **given)


def faults(*rules: str | None) -> list[dict[str, Any]]:
    """Return faults as they are kept of a verdict."""
    return [
        {"rule": rule, "breakdown": rule is None, "said": "", "reproduced": True, "objections": []}
        for rule in rules
    ]


ALONE = {
    "cell_transposed": verdict_of("cell_transposed", "fpp"),
    "white_starts": verdict_of("white_starts", "ifp"),
}


@pytest.mark.parametrize(
    ("status", "violated"),
    [
        ("ffp", []),
        ("ifp", []),
        ("ffi", []),
        ("fff", [INNOCENT]),
        ("pfi", [FALSE_PASS, MONOTONE]),
        ("fpi", [FALSE_PASS, MONOTONE]),
        ("fip", []),
    ],
)
def test_what_is_wrong_with_a_verdict_on_two_faults_is_told(
    status: str, violated: list[str]
) -> None:
    told = violations(PAIR, verdict_of(PAIR.name, status), ALONE)
    assert violated == [each.property for each in told]


def test_more_passes_or_points_are_told() -> None:
    alone = {"white_starts": verdict_of("white_starts", "ifi", points=5)}
    told = list(violations(PAIR, verdict_of(PAIR.name, "ffp", points=6), alone))
    assert [MONOTONE] == [each.property for each in told]
    assert (
        "white_starts alone: more passes here, 1, not 0: count; more points here, 6.00, not 5.00"
        == told[0].said
    )


def test_the_first_fault_of_a_specimen_is_that_of_its_author() -> None:
    single = program("white_starts")
    for named, violated in (("black-first", []), ("inspect-cell", [RIGHT_RULE, INNOCENT])):
        told = violations(single, verdict_of(single.name, "ifi", faults=faults(named)), {})
        assert violated == [each.property for each in told]


def test_a_breakdown_breaks_no_rule() -> None:
    single = program("exits_at_the_end")
    assert [] == list(violations(single, verdict_of(single.name, "ppi", faults=faults(None)), {}))
    told = violations(single, verdict_of(single.name, "ppp", conforms=True), {})
    assert [RIGHT_RULE, FALSE_PASS] == [each.property for each in told]


def test_a_sound_program_conforms() -> None:
    assert [] == list(violations(program("sound-cell"), verdict_of("sound-cell", "ipp"), {}))
    told = violations(program("sound"), verdict_of("sound", "ppp", conforms=False), {})
    assert [VERDICT] == [each.property for each in told]


def test_a_verdict_that_differs_the_second_time_is_told() -> None:
    single = program("white_starts")
    one, two = (verdict_of(single.name, "ifi", digest=each) for each in "ab")
    told = Results([(single, one), (single, two)]).violations
    assert [DETERMINISTIC] == [each.property for each in told]


def test_a_counterexample_that_is_none_is_told() -> None:
    verdict = json_verdict("combinations:white_starts")
    (real,) = verdict["faults"]
    single = program("white_starts")
    assert [] == list(objections(single, real))
    for wrong in ({"got": "black"}, {"expected": "white"}, {"shown_by": ["winner"]}):
        assert list(objections(single, {**real, **wrong})), wrong
    assert list(objections(program("sound"), real))


def test_a_program_that_hangs_is_given_up() -> None:
    def work(each: Program) -> str:
        if each.members:
            time.sleep(60)
        return each.name

    tasks = [Program(()), program("white_starts"), Program((), ("cell",))]
    done = dict(in_processes(work, tasks, 2, 0.5))
    assert done == {tasks[0]: "sound", tasks[1]: None, tasks[2]: "sound-cell"}


# -- the page --------------------------------------------------------------------------------------


def test_the_page_shows_the_record() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert list(table(record)) == table_in("judge", PAGE)
    assert list(violation_table(record)) == table_in("violations", PAGE)


def test_the_record_is_of_300_pairs_and_60_triples() -> None:
    kinds = json.loads(RECORD.read_text(encoding="utf-8"))["kinds"]
    assert kinds["one fault"]["programs"] == len(singles())
    assert kinds["two faults"]["programs"] >= 300
    assert kinds["three faults"]["programs"] >= 60


def test_a_fault_that_ends_the_program_is_found_by_the_rule_that_it_breaks() -> None:
    ended = program("exits_at_the_end")
    assert is_found(ended.specimens[0], judge(ended))
