"""The long run: tests that take minutes and seldom fail run only with ``OTHELLO_MIS_LONG=1``.

``.ci/run long`` sets the variable. By default the tests in :data:`LONG` are left out, and some
members are run of each family in :data:`SAMPLED`. The mutation runs (`python tests/mutants`,
`python tests/checked_mutants.py`) decide what may be here: a test that alone kills a mutant belongs
into the default run.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, TypeVar

import pytest

from othello_spec import GAME
from wrong_implementations import Specimen, specimens

T = TypeVar("T")

VARIABLE: Final = "OTHELLO_MIS_LONG"
"""The environment variable that, set to anything, has everything tried."""

IS_LONG: Final = bool(os.environ.get(VARIABLE))

LONG: Final[dict[str, str]] = {
    "test_covering.py::test_the_recording_is_what_the_specification_gives_now": (
        "records all games again; a recording of other sources is refused anyway"
    ),
    "test_discriminate.py"
    "::test_an_answer_that_is_right_is_no_second_fault_and_takes_the_explanation_back": (
        "a check that looks for rare games"
    ),
    "test_grade_cluster.py::test_workers_that_die_on_the_way_cost_nothing": "waits for dask",
    "test_what_is_seen.py::test_a_second_fault_that_only_shows_in_rare_games_is_looked_for": (
        "a check that looks for rare games"
    ),
    "test_covering_search.py::test_the_same_seed_finds_the_same_games": "two whole searches",
    "test_covering_search.py::test_what_is_known_is_only_replaced_by_what_is_less": "a search",
    "test_crosshair.py::test_what_the_quick_run_asks_of_the_board_is_confirmed": (
        "verify --quick asks it too"
    ),
    "test_grade.py::test_killed_twenty_times_while_a_result_is_kept_none_is_lost_or_judged_again": (
        "twenty starts; test_killed_at_random_moments_it_ends_with_the_same_files is the short one"
    ),
    "test_grade_class.py::test_killed_on_the_way_a_large_class_is_graded_the_same": (
        "a class of 200"
    ),
    "test_grade_class.py::test_one_process_killed_on_the_way_gives_the_same_files": (
        "grades the class twice more"
    ),
    "test_grade_class.py::test_two_workers_of_a_cluster_give_the_same_files": (
        "grades the class once more, on dask"
    ),
    "test_kits.py::test_the_java_page_leads_from_a_class_to_a_verdict": "three compilations",
    "test_kits.py::test_a_crash_is_a_fault_with_its_call": "a third program in each language",
    "test_kits.py::test_what_is_left_commented_is_not_offered": "a fourth program in each language",
    "test_obligations.py::test_what_is_taken_for_granted_is_told": "CrossHair on a whole match",
    "test_obligations.py::test_a_move_of_a_match_in_other_words_is_confirmed": (
        "CrossHair on a whole match"
    ),
    "test_theorems.py::test_what_may_stay_unnoticed_is_an_edit_and_stays_unnoticed": (
        "the whole search for each edit that makes no difference"
    ),
    "test_replay.py"
    "::test_all_games_of_the_database_take_less_than_30_seconds_and_a_gigabyte": "130,000 games",
}
"""The tests that only the long run runs, each with the reason."""

SAMPLED: Final[dict[str, tuple[int, str]]] = {
    "test_prove.py::test_what_cannot_be_proved_is_said_in_one_line": (3, "a process each"),
    "test_prove.py::test_the_kernel_owes_nothing_on_a_small_board": (3, "proofs of one kind"),
    "test_prove.py::test_a_kernel_that_does_not_come_to_an_end_is_given_up": (
        3,
        "waits for a limit",
    ),
    "test_prove.py::test_every_function_of_a_kernel_may_be_wrong": (2, "proofs of one kind"),
    "test_verify.py::test_wrong_usage_is_told_in_one_line": (3, "a process each"),
    "test_verify.py::test_what_is_skipped_is_a_failure_only_if_one_is_strict": (
        3,
        "a process each",
    ),
    "test_verify.py::test_a_claim_depends_on_all_that_is_loaded_to_try_it": (2, "a process each"),
    "test_grade_class.py::test_programs_get_to_their_copies_and_others_only_where_it_must_be": (
        3,
        "a class each",
    ),
    "test_grade_class.py::test_what_cannot_be_done_is_told_in_one_line": (3, "a process each"),
    "test_lift.py::test_a_lifted_function_says_what_the_plain_one_does": (
        2,
        "verify asks it of all",
    ),
    "test_lift.py::test_arithmetic_is_that_of_integers": (2, "questions of one kind"),
    "test_obligations.py::test_games_that_are_played_show_all_that_may_come_of_a_call": (
        3,
        "games of one kind",
    ),
    "test_shrink.py::test_what_several_refused_calls_do_is_told_of_these": (
        3,
        "checks of one kind",
    ),
    "test_discriminate.py"
    "::test_a_change_that_the_program_refutes_elsewhere_gives_the_rule_and_is_not_stated": (
        3,
        "checks of one kind",
    ),
    "test_conventions.py::test_what_is_declared_is_no_fault_and_what_is_not_is_one": (
        3,
        "checks of one kind",
    ),
    "test_kills.py::test_a_mutant_without_a_kill_is_the_same_for_all_boards": (
        4,
        "proofs of one kind",
    ),
    "test_kits.py::test_a_crash_does_not_stop_the_adapter": (3, "a compilation a language"),
    "test_cli.py::test_a_program_that_breaks_down_is_judged_by_that_and_one_line_says_where": (
        2,
        "test_pipe.py breaks them all down",
    ),
    "test_verdict.py::test_the_json_form_follows_its_schema_and_the_report_fits_the_terminal": (
        3,
        "a check each",
    ),
    "test_kits.py::test_a_sound_program_conforms": (2, "a compilation a language"),
    "test_cli.py::test_programs_in_other_languages_are_judged_rightly": (2, "a check each"),
    "test_cli.py::test_json_is_json_of_the_form_that_the_schema_says": (2, "a check each"),
    "test_cli.py::test_an_implementation_may_do_what_it_likes": (3, "a check each"),
    "test_explain.py::test_the_answer_fits_the_terminal": (3, "widths of one kind"),
    "test_theorems.py::test_an_edit_of_a_theorem_is_noticed_unless_it_changes_nothing": (
        2,
        "machine-made edits",
    ),
    "test_game_specimens.py::test_the_model_conforms": (2, "verify tries the model in other ways"),
    "test_cli.py::test_the_same_seed_gives_the_same_bytes": (3, "two checks each"),
    "test_cli.py::test_a_size_that_is_left_in_the_environment_disturbs_no_command": (
        4,
        "a process each",
    ),
    "test_pytest_plugin.py::test_the_check_is_made_once_by_however_many_workers": (
        2,
        "a check each",
    ),
    "test_spec_edits.py::test_pytest_fails_on_an_edited_copy_of_the_specification": (
        3,
        "a run of pytest each",
    ),
    "test_state_machine.py::test_a_wrong_implementation_is_found": (3, "checks of one kind"),
    "test_unobservable.py::test_without_turn_the_rule_of_the_turn_is_found": (
        8,
        "16 checks of one kind",
    ),
    "test_hostile.py::test_a_hostile_program_is_contained_and_gets_its_verdict": (
        2,
        "each program on each backend; the half that is tried has every program on one backend",
    ),
    "test_kits.py::test_a_faulty_program_is_rejected_for_its_rule": (4, "a compilation a language"),
    "test_kits.py::test_an_untouched_kit_compiles_shakes_hands_and_offers_nothing": (
        3,
        "a compilation a language",
    ),
    "test_model.py::test_object_type_and_specification_agree_along_random_games": (
        3,
        "whole games",
    ),
    "test_obligations.py::test_every_access_program_is_confirmed_over_all_paths": (
        3,
        "verify asks all of them",
    ),
    "test_obligations.py::test_what_is_wrong_is_refuted_by_a_call_on_which_python_agrees": (
        2,
        "broken models of one kind",
    ),
    "test_shrink.py::test_that_only_the_name_of_an_exception_differs_is_told": (
        2,
        "checks of one kind",
    ),
    "test_shrink.py::test_of_another_exception_it_is_not_told": (2, "checks of one kind"),
    "test_prove.py::test_a_wrong_kernel_is_drawn_on_a_board_with_few_discs": (
        3,
        "kernels of one kind",
    ),
    "test_proving.py::test_the_theorems_are_proved_on_some_squares": (
        4,
        "verify proves all of them",
    ),
    "test_spec_edits.py::test_an_edit_is_noticed_unless_it_is_known_to_change_nothing": (
        2,
        "machine-made edits",
    ),
}
"""Families of tests, one in so many of which run by default, each with the reason."""


def sampled(every: Sequence[T], one_in: int) -> Sequence[T]:
    """Return all elements in the long run, else one in ``one_in``, beginning with the first."""
    return every if IS_LONG else every[::one_in]


@cache
def typical_specimens() -> frozenset[tuple[str, str]]:
    """Return module and name of the specimens that are judged by default.

    They are the first specimen of every other rule of each module, and all with several faults.
    The fault matrix and the record of what the judge was tried on have all of them.
    """
    every = [each for module in GAME for each in specimens(module)]
    first = {(each.module, each.breaks): each.name for each in reversed(every)}
    chosen = {
        (module, name)
        for module in GAME
        for name in [name for (of, _), name in first.items() if of == module][::2]
    }
    return frozenset(chosen | {(each.module, each.name) for each in every if each.also})


def is_left_out(item: pytest.Item, seen: Counter[str]) -> bool:
    """Whether the default run omits a test; ``seen`` counts each family so far."""
    family = f"{item.path.name}::{getattr(item, 'originalname', item.name)}"
    if family in LONG:
        return True
    if family in SAMPLED:
        seen[family] += 1
        return (seen[family] - 1) % SAMPLED[family][0] != 0
    if item.path.name in ("test_specimens.py", "test_game_specimens.py"):
        callspec = getattr(item, "callspec", None)
        for chosen in callspec.params.values() if callspec else ():
            if isinstance(chosen, Specimen):
                return (chosen.module, chosen.name) not in typical_specimens()
    return False


def split(items: Iterable[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that run, and those that only the long run runs."""
    run: list[pytest.Item] = []
    left: list[pytest.Item] = []
    seen: Counter[str] = Counter()
    for item in items:
        (left if not IS_LONG and is_left_out(item, seen) else run).append(item)
    return run, left
