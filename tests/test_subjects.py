"""The test models: moving values, every start, scenarios with true names, boards of every size."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import Phase as RunPhase
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from modcheck.system import in_process
from modcheck.system.in_process import InProcess
from modcheck.system.pipe import Pipe
from modcheck.testing.budget import EVERYTHING, USUAL
from modcheck.testing.plan import CheckOptions
from modcheck.testing.runner import Runner, Stage
from modcheck.testing.state_machine import MismatchFound, state_machine
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.verdict.check import check
from modlab.commands.errors import Exit
from modlab.commands.implementations import environment
from modspec import declare
from modspec.run.domains import Domains, Values
from modspec.run.machine import Call, Machine
from othello_mis.commands.main import cli
from othello_mis.course import COURSE
from othello_model import match as model
from othello_model import size
from othello_model.bitboard import BOARD
from othello_spec import GAME, module
from othello_spec.board import BLACK, SIZE, WHITE
from othello_spec.clock import SHORTEST, UNLIMITED
from othello_spec.match import Match
from othello_spec.records.move_lists import PASS
from othello_spec.records.squares import SIZE_VARIABLE, SIZES
from othello_suite.coverage_goals import GOALS
from othello_suite.domains import DOMAINS, FAR, LIMITS, NO_LIMITS, domains, times
from othello_suite.scenarios import GAMES, GAMES_WITH_PASSES
from othello_suite.test_model import build_test_model
from wrong_implementations import place

SERVE = Path(__file__).parent / "programs" / "serve.py"


@pytest.fixture(scope="module")
def playwright() -> TraceGenerator:
    return TraceGenerator(Machine(module("match")), DOMAINS, seed=3)


# -- values that move with the state ---------------------------------------------------------------


def new_match(playwright: TraceGenerator, limit: int = SHORTEST) -> Match:
    state = playwright.machine.initial(limit, 0)
    after = playwright.machine.call(state, "begin", (0,)).state
    assert isinstance(after, Match)
    return after


def test_times_are_tried_on_both_sides_of_the_limit_and_of_the_latest(
    playwright: TraceGenerator,
) -> None:
    tried = times(new_match(playwright))
    rare = {0, -1, SHORTEST - 1, SHORTEST, SHORTEST + 1}
    assert rare <= set(tried.rare)
    assert all(0 < time < SHORTEST for time in tried.usual)


def test_without_a_limit_there_is_none_to_try(playwright: TraceGenerator) -> None:
    tried = times(new_match(playwright, UNLIMITED))
    assert max(tried.rare) > 30 * 60_000


def late(call: Call, state: Match) -> bool:
    """Whether the first move of a player's is made in the last millisecond."""
    return bool(call.arguments[2] - state.clock.latest == SHORTEST - 1)


def test_a_usual_time_leaves_time_as_long_as_there_is_any(playwright: TraceGenerator) -> None:
    state = new_match(playwright)
    for _ in range(2):
        (call, *_) = [
            step.call
            for step in playwright.choices(state)
            if step.call.routine == "move" and late(step.call, state)
        ]
        after = playwright.machine.call(state, call.routine, call.arguments).state
        assert isinstance(after, Match)
        state = after
    assert {1} == {state.clock.limit - used for used in state.clock.used.values()}
    assert playwright.usual_choices(state)


def test_a_rare_value_is_tried_with_calls_of_each_kind(playwright: TraceGenerator) -> None:
    state = new_match(playwright)
    outcomes = playwright.calls.outcomes(state, playwright.machine.routine("move"))
    in_time = [o for call, o in outcomes.rare if call.arguments[2] == SHORTEST - 1]
    late = [o for call, o in outcomes.rare if call.arguments[2] == SHORTEST]
    assert {None, "OutOfBounds", "InvalidMove"} == {outcome.exception for outcome in in_time}
    assert {"MatchOver"} == {outcome.exception for outcome in late}
    assert len(late) == len(in_time) <= 9


def test_rows_and_columns_are_tried_near_the_board_and_a_few_far_off() -> None:
    tried = TraceGenerator(Machine(module("othello")), DOMAINS)
    state = tried.machine.initial()
    outcomes = tried.calls.outcomes(state, tried.machine.routine("move"))
    assert 13 * 13 == len(outcomes.usual)
    assert {*FAR, 2**31 - 1} <= {line for call, _ in outcomes.rare for line in call.arguments}
    assert {"OutOfBounds"} == {outcome.exception for _, outcome in outcomes.rare}
    assert len(outcomes.rare) < len(outcomes.usual)


def test_of_the_places_off_the_board_those_at_its_edge_come_first() -> None:
    tried = TraceGenerator(Machine(module("othello")), DOMAINS)
    outcomes = tried.calls.outcomes(tried.machine.initial(), tried.machine.routine("cell"))
    refused = [call.arguments for call, each in outcomes.all if each.exception == "OutOfBounds"]
    assert [(0, 8), (0, -1), (0, 9), (0, -2), (0, -8)] == refused[:5]
    assert (8, 0) == next(place for place in refused if place[0] not in range(8))
    lines = [*dict.fromkeys(line for call, _ in outcomes.rare for line in call.arguments)]
    assert [16, -9, 100, 256, 65_536, 2**31 - 1] == [line for line in lines if line in FAR]


@pytest.mark.parametrize("rows", [4, 8, 16])
def test_what_is_near_the_board_and_far_off_depends_on_its_size(rows: int) -> None:
    tried = domains(rows).of_all(module("othello"), module("othello")["cell"], None)[0]
    assert {*range(rows), -rows, -2, -1, rows, rows + 1} == set(tried.usual)
    assert set(FAR) == set(tried.rare)


def test_values_may_be_given_as_a_tuple_as_values_or_as_a_function_of_the_state() -> None:
    declared = declare("stack")
    push = declared["push"]
    given: tuple[Any, ...] = ((1, 2), Values((1, 2)), lambda state: Values((1, 2)))
    for each in given:
        domains = Domains({"push.value": each})
        assert ((1,), (2,)) == domains.usual(declared, push)


# -- every start, and games at random --------------------------------------------------------------


def test_games_start_with_every_limit_there_may_be(playwright: TraceGenerator) -> None:
    started = [game[0].arguments[0] for game in playwright.tree.games_of_length(0)]
    assert set(LIMITS) == set(started)
    later = {game[0].arguments[1] for game in playwright.tree.games_of_length(0)}
    assert min(later) < 0 < 2**64 < max(later)


def test_initialisers_are_refused_every_limit_there_may_not_be(playwright: TraceGenerator) -> None:
    refused = playwright.rejected_calls(new_match(playwright), EVERYTHING, "init")
    assert {"InvalidLimit"} == {step.expected.exception for step in refused}
    assert set(NO_LIMITS) == {step.call.arguments[0] for step in refused}


def test_a_failed_start_in_mid_game_must_leave_the_state_alone() -> None:
    class Resets:
        """A sound match, but for an init that resets before it refuses."""

        def __getattr__(self, name: str) -> Any:
            return getattr(model, name)

        def init(self, allowed: int, now: int) -> None:
            model.init(SHORTEST, now)
            model.init(allowed, now)

    against = replace(build_test_model("match"), scenarios={})
    few = CheckOptions(games=0, short=1, effort=0)
    verdict = check(against, lambda: InProcess(Resets(), against.routines), few)
    assert ["failed-call"] == [fault.rule for fault in verdict.faults]


def test_matches_at_random_are_long_and_differ_in_how_many_corners_are_granted(
    playwright: TraceGenerator,
) -> None:
    corners, lengths = set(), []
    for _ in range(5):
        game = playwright.random_game()
        corners.add(sum(call.routine == "grant" for call in game))
        lengths.append(sum(call.routine == "move" for call in game))
    assert len(corners) >= 3
    assert min(lengths) > 40


@pytest.mark.parametrize(
    ("name", "faulty"),
    [("clock", "in_time_at_the_limit"), ("match", "corners_are_extra_discs")],
)
def test_hypothesis_plays_by_the_clock_and_finds_what_is_wrong(name: str, faulty: str) -> None:
    spec = module(name)
    programs = [program.name for program in spec.access_programs]

    def run(which: str) -> None:
        driven = state_machine(
            spec, lambda: in_process.load(place(which, name), programs), DOMAINS, steps=40
        )
        usual = settings(driven.TestCase.settings, max_examples=5, phases=[RunPhase.generate])
        run_state_machine_as_test(driven, settings=usual)

    run("sound")
    with pytest.raises(MismatchFound):
        run(faulty)


# -- landmarks and events --------------------------------------------------------------------------


def scenario_events(against: TestModel) -> Counter[str]:
    """What happens in the landmarks alone."""
    write = TraceGenerator(Machine(against.module), against.domains)
    found: Counter[str] = Counter()
    for calls in against.scenarios.values():
        state = None
        for call in calls:
            step = write.step(state, call, Purpose.COMMAND)
            assert step.expected.exception is None
            state = step.expected.state
            assert state is not None
            script = [step, *write.queries(state, EVERYTHING)]
            for name, event in against.goals.items():
                found[name] += sum(event(write.machine.instance, each) for each in script)
    return found


NO_LANDMARK = {"passing": ["a narrow win"], "match": ["a narrow win"]}
"""The goals of each module that only its random games meet, if any: a known gap."""


@pytest.mark.rule("disc-given", "forfeit", "time-out-loses", "exact-limit", "corner-handicap")
@pytest.mark.parametrize("name", GAME)
def test_the_landmarks_alone_show_all_that_is_counted(name: str) -> None:
    found = scenario_events(build_test_model(name))
    missing = [event for event in GOALS[name] if not found[event]]
    assert missing == NO_LANDMARK.get(name, [])


def test_hidden_passes_are_all_that_is_between_the_two_kinds_of_games() -> None:
    assert GAMES == {
        name: tuple(ply for ply in course if ply is not PASS)
        for name, course in GAMES_WITH_PASSES.items()
    }
    assert 4 == sum(ply is PASS for course in GAMES_WITH_PASSES.values() for ply in course)


def test_nothing_happens_before_the_first_move() -> None:
    against = build_test_model("match")
    write = TraceGenerator(Machine(against.module), against.domains)
    first = write.start()
    assert not any(event(write.machine.instance, first) for event in against.goals.values())


# -- through a pipe --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME)
def test_every_module_is_spoken_through_a_pipe(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SERVE.parents[1]))
    command = f"{sys.executable} {SERVE} {place('sound', name)}"
    against = build_test_model(name)
    write = TraceGenerator(Machine(against.module), against.domains)
    examiner = Runner(write, lambda: Pipe(command), against.goals)
    landmark = next(iter(against.scenarios.values()))
    games = [tuple(landmark), *write.tree.games_of_length(1)]
    phase = Stage(name, lambda runner: (runner.generator.game(game, USUAL) for game in games))
    assert all(play.difference is None for play in examiner.plays(phase))
    examiner.fresh()
    assert {f.name for f in against.module.access_programs} == set(examiner.coverage.routines)


def test_times_as_large_as_one_likes_go_through_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SERVE.parents[1]))
    pipe = Pipe(f"{sys.executable} {SERVE} {place('sound', 'clock')}")
    calls = [Call("init", (SHORTEST, 2**80)), Call("latest"), Call("start", (WHITE, 2**80 + 5))]
    replies = pipe.answer([*calls, Call("running"), Call("time_left", (WHITE, 2**80 + 6))])
    pipe.close()
    assert [None, 2**80, None, "white", SHORTEST - 1] == [reply.output for reply in replies]


# -- boards of other sizes -------------------------------------------------------------------------


@pytest.mark.rule("board-size")
@pytest.mark.parametrize("name", GAME)
def test_the_model_conforms_on_a_small_board(name: str) -> None:
    from modcheck.system import in_process  # what follows imports the model anew

    against = build_test_model(name, 4)
    where = f"othello_model.{name}"
    with environment(COURSE, {"size": 4}, f"py:{where}"):
        verdict = check(against, lambda: in_process.load(where, against.routines))
    assert verdict.conforms


@pytest.mark.rule("board-size")
@pytest.mark.parametrize("rows", SIZES)
def test_a_game_starts_in_the_centre_of_a_board_of_every_size(rows: int) -> None:
    from modcheck.system import in_process  # what follows imports the model anew

    half = rows // 2
    centre = [(half - 1, half - 1), (half - 1, half), (half, half - 1), (half, half)]
    calls = [Call("init"), *(Call("cell", square) for square in centre)]
    calls += [Call("move", (half - 2, half - 1)), Call("cell", (half - 1, half - 1))]
    calls += [Call("cell", (rows - 1, rows - 1)), Call("cell", (rows, 0))]
    with environment(COURSE, {"size": rows}, "py:othello_model.othello"):
        made = in_process.load("othello_model.othello", [call.routine for call in calls])
        replies = made.answer(calls)
    machine = Machine(module("othello"), {"SIZE": rows})
    state = None
    for call, reply in zip(calls, replies, strict=True):
        outcome = machine.call(state, call.routine, call.arguments)
        state = outcome.state
        assert (outcome.output, outcome.exception) == (reply.output, reply.exception)


def test_an_implementation_of_the_usual_size_is_found_out_on_another() -> None:
    against = build_test_model("othello", 6)
    from wrong_implementations import sound  # a class of its own, not made anew

    verdict = check(
        against, lambda: InProcess(sound.Othello(), against.routines), CheckOptions(games=0)
    )
    assert not verdict.conforms


@pytest.mark.parametrize("rows", [-8, 0, 2, 5, 7, 9, 18, 64])
def test_there_is_no_subject_of_a_size_that_no_board_has(rows: int) -> None:
    with pytest.raises(
        ValueError, match=rf"no board of {rows}x{rows}; sizes are even, from 4 to 16"
    ):
        build_test_model("othello", rows)


def test_the_size_is_told_by_the_environment_and_afterwards_all_is_as_before() -> None:
    before = sys.modules["othello_model.bitboard"], os.environ.get(SIZE_VARIABLE)
    with environment(COURSE, {"size": 10}, "py:othello_model.othello"):
        assert "10" == os.environ[SIZE_VARIABLE]
        assert "othello_model.bitboard" not in sys.modules
    assert before == (sys.modules["othello_model.bitboard"], os.environ.get(SIZE_VARIABLE))
    assert SIZE == BOARD.rows


CHECK = ["check", "--impl", "py:othello_model.othello"]


@pytest.mark.parametrize(
    "arguments",
    [[*CHECK, "--size", "7"], [*CHECK, "--size", "18"]],
    ids=" ".join,
)
def test_the_command_line_refuses_such_a_size_in_one_line(arguments: list[str]) -> None:
    done = CliRunner().invoke(cli, arguments)
    assert Exit.USAGE == done.exit_code
    assert re.fullmatch(
        r"Error: --size is \d+: there is no board of (\d+)x\1; sizes are even, from 4 to 16\n",
        done.output,
    )


def test_an_explanation_refuses_such_a_size_in_one_line() -> None:
    done = CliRunner().invoke(cli, ["explain", "", "d3", "--size", "5"])
    assert "Error: --size is 5: sizes are even integers, from 4 to 16\n" == done.output


def test_a_square_of_a_large_board_is_explained_and_named() -> None:
    done = CliRunner().invoke(cli, ["explain", "h7", "p16", "--size", "16"])
    assert "p16 is not a valid move for WHITE" == done.output.splitlines()[0]


def test_the_modules_that_there_are_are_named_where_one_is_asked_for_that_is_not() -> None:
    done = CliRunner().invoke(cli, [*CHECK, "--module", "chess"])
    assert Exit.USAGE == done.exit_code
    assert "othello, passing, supply, handicap, clock, match" in done.output


@pytest.mark.parametrize(("told", "message"), [("seven", "a number"), ("7", "no board of 7x7")])
def test_a_size_in_the_environment_that_makes_no_sense_is_refused(
    told: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIZE_VARIABLE, told)
    with pytest.raises(ValueError, match=re.escape(message)):
        size._chosen_size()


def test_which_player_is_which_does_not_depend_on_the_size() -> None:
    machine = Machine(module("handicap"), {"SIZE": 12})
    assert BLACK == machine.call(machine.initial(), "favoured").output
