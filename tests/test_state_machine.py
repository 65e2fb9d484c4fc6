"""Drive: the state machine plays whole games, makes all kinds of illegal call, and finds faults."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from driving import run
from modcheck.system.implementation import Implementation, Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.state_machine import (
    FailureReason,
    MismatchFound,
    failure_reason,
    state_machine,
)
from modcheck.testing.trace import Purpose, TraceStep
from modspec import declare
from modspec.run.machine import Call, Machine, Outcome
from modspec.syntax.module import Module
from modspec.syntax.values import State
from othello_spec.board import BLACK, EMPTY, SIZE, SQUARES, Square
from othello_spec.othello import Game
from othello_suite.domains import DOMAINS
from python_stack import INTEGERS, PythonStack, RoomForOneMore

OTHELLO = declare("othello_spec.othello")
STACK = declare("stack")
RUNS = 10

FOUND_SOON = [
    "captured_discs_are_removed",
    "cell_transposed",
    "chain_captures",
    "closing_disc_turned_too",
    "count_includes_empty",
    "edge_counts_as_closing",
    "eight_accepted",
    "flips_past_the_closing_disc",
    "init_does_not_reset",
    "minus_one_accepted",
    "mirrored_start",
    "mover_moves_again_after_capturing_many",
    "no_capture_accepted",
    "occupied_accepted",
    "one_direction_missing",
    "only_the_first_direction_flipped",
    "only_the_nearest_disc_flipped",
    "out_of_bounds_reported_as_invalid",
    "over_when_one_is_blocked",
    "query_passes_the_turn",
    "rejected_move_changes_the_state",
    "rejected_move_loses_the_turn",
    "runs_over_gaps",
    "tie_counted_as_a_win",
    "valid_moves_of_the_wrong_player",
    "white_starts",
    "winner_has_fewest",
    "wraps_around_edges",
]
"""The specimens that a few games at random are enough to find."""

Log = list[tuple[State | None, Call, Outcome]]
"""Each call of a run, with the state of the specification before it and the due outcome."""


class Recording(InProcess):
    """Answers like the implementation it is given, and records the calls, batch by batch."""

    def __init__(self, target: object, routines: Sequence[str]) -> None:
        super().__init__(target, routines)
        self.batches: list[list[Call]] = []

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        self.batches.append(list(calls))
        return super().answer(calls)

    def log(self, machine: Machine) -> Iterator[Log]:
        """What was asked, a batch at a time, replayed by the specification."""
        state: State | None = None
        for batch in self.batches:
            entries: Log = []
            for call in batch:
                outcome = machine.call(state, call.routine, call.arguments)
                entries.append((state, call, outcome))
                state = outcome.state
            yield entries


def routines(module: Module) -> list[str]:
    return [function.name for function in module.access_programs]


def othello(name: str) -> Implementation:
    """A fresh object of the class in a module of wrong_implementations."""
    module = importlib.import_module(f"wrong_implementations.{name}")
    return InProcess(module.Othello(), routines(OTHELLO), name)


def steps_of(failure: BaseException) -> list[str]:
    """The steps of the run that Hypothesis reports."""
    lines = "\n".join(failure.__notes__).splitlines()
    return [line[len("state.step(act=") : -1] for line in lines if line.startswith("state.step")]


@pytest.fixture(scope="module")
def machine() -> Machine:
    return Machine(OTHELLO)


@pytest.fixture(scope="module")
def logs(machine: Machine) -> list[list[Log]]:
    """Some runs with a sound implementation: raises if it is said not to conform."""
    sound = importlib.import_module("wrong_implementations.sound")
    recorded: list[Recording] = []

    def make() -> Recording:
        recorded.append(Recording(sound.Othello(), routines(OTHELLO)))
        return recorded[-1]

    run(state_machine(OTHELLO, make, DOMAINS))
    return [list(recording.log(machine)) for recording in recorded]


@pytest.fixture(scope="module")
def calls(logs: list[list[Log]]) -> Log:
    """All calls of all runs."""
    return [entry for log in logs for batch in log for entry in batch]


# -- a sound implementation ------------------------------------------------------------------------


def test_a_sound_implementation_conforms_in_every_routine(calls: Log) -> None:
    assert {call.routine for _, call, _ in calls} == set(routines(OTHELLO))


def test_a_run_reaches_the_end_of_a_game_and_starts_again(
    logs: list[list[Log]], machine: Machine
) -> None:
    ended = 0
    for log in logs:
        acts = [(state, call) for (state, call, _), *_ in log]
        last = [call for state, call in acts if is_over(machine, state) and call.routine == "init"]
        ended += bool(last)
    assert ended >= RUNS // 5


def is_over(machine: Machine, state: State | None) -> bool:
    return state is not None and bool(machine.call(state, "game_over").output)


@pytest.mark.rule("assumed-over")
def test_turn_is_never_called_once_the_game_is_over(calls: Log, machine: Machine) -> None:
    over = [call.routine for state, call, _ in calls if is_over(machine, state)]
    assert over.count("game_over") > 0
    assert over.count("turn") == 0


@pytest.mark.rule("on-board", "place-on-empty", "must-capture")
def test_illegal_calls_of_every_kind_are_made(calls: Log) -> None:
    kinds: Counter[str] = Counter()
    for state, call, outcome in calls:
        if outcome.exception == "InvalidMove":
            assert isinstance(state, Game)
            occupied = state.board[Square(*call.arguments)] != EMPTY
            kinds[f"{call.routine}: {'occupied' if occupied else 'captures nothing'}"] += 1
        elif outcome.exception:
            kinds[f"{call.routine}: {outcome.exception}"] += 1
    assert sorted(kinds) == [
        "cell: OutOfBounds",
        "move: OutOfBounds",
        "move: captures nothing",
        "move: occupied",
    ]
    assert min(kinds.values()) >= RUNS


def test_rows_and_columns_on_all_four_sides_of_the_board_are_tried(calls: Log) -> None:
    places = {c.arguments for _, c, _ in calls if c.routine in ("move", "cell")}
    assert {(-1, 0), (0, -1), (SIZE, 0), (0, SIZE)} <= places


def test_after_every_step_all_observers_show_the_state(
    logs: list[list[Log]], machine: Machine
) -> None:
    everywhere = {Call("cell", (s.row, s.col)) for s in SQUARES}
    for batch in (batch for log in logs for batch in log):
        after = batch[-1][2].state
        shows = everywhere | ({Call("turn")} if not is_over(machine, after) else set())
        assert {call for _, call, _ in batch[-len(shows) :]} == shows


# -- implementations that are wrong ----------------------------------------------------------------


@pytest.mark.parametrize("name", FOUND_SOON)
def test_a_wrong_implementation_is_found(name: str) -> None:
    with pytest.raises(MismatchFound):
        run(state_machine(OTHELLO, lambda: othello(name), DOMAINS), runs=30)


@pytest.mark.rule("failed-call")
def test_the_reported_run_has_no_step_too_many() -> None:
    made = partial(othello, "rejected_move_changes_the_state")
    driven = state_machine(OTHELLO, made, DOMAINS, steps=20)  # of more it takes long to be rid
    with pytest.raises(MismatchFound) as failure:
        run(driven, shrink=True)
    start, refused = steps_of(failure.value)
    assert start == "play init()"
    assert refused.startswith("refused move(")
    assert failure.value.routine == "cell"


def test_a_deviation_says_what_was_called_what_should_come_and_what_came() -> None:
    with pytest.raises(MismatchFound) as failure:
        run(state_machine(OTHELLO, lambda: othello("white_starts"), DOMAINS), runs=1)
    deviated = failure.value
    assert deviated.routine == "turn"
    assert deviated.expected.output == BLACK
    assert deviated.got == Reply("white")
    assert str(deviated) == 'turn() after play init(): expected "black", got "white"'


def test_a_routine_that_is_missing_is_a_deviation() -> None:
    sound = importlib.import_module("wrong_implementations.sound")
    offered = [name for name in routines(OTHELLO) if name != "winner"]
    driven = state_machine(OTHELLO, lambda: InProcess(sound.Othello(), offered), DOMAINS)
    with pytest.raises(
        MismatchFound, match=r"winner\(\).*got no answer \(it has no routine winner\)"
    ):
        run(driven, runs=1)


# -- why a call raises -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "exception", "rule"),
    [
        pytest.param((-1, 0), "OutOfBounds", "on-board", marks=pytest.mark.rule("on-board")),
        pytest.param(
            (3, 3), "InvalidMove", "place-on-empty", marks=pytest.mark.rule("place-on-empty")
        ),
        pytest.param((0, 0), "InvalidMove", "must-capture", marks=pytest.mark.rule("must-capture")),
    ],
)
def test_the_reason_for_an_exception_is_the_part_of_its_clause_that_decides(
    machine: Machine, place: tuple[int, int], exception: str, rule: str
) -> None:
    call = Call("move", place)
    state = machine.initial()
    step = TraceStep(call, state, machine.call(state, "move", place), Purpose.REJECTED)
    assert failure_reason(machine, step) == FailureReason("move", exception, (rule,))


# -- another module --------------------------------------------------------------------------------


def test_a_module_that_knows_no_end_is_driven_as_well() -> None:
    run(state_machine(STACK, lambda: InProcess(PythonStack(), routines(STACK)), INTEGERS, steps=30))


def test_the_shortest_way_to_overfill_a_stack_is_reported() -> None:
    def make() -> Implementation:
        return InProcess(RoomForOneMore(), routines(STACK))

    driven = state_machine(STACK, make, INTEGERS, steps=12)  # of more some may stay
    with pytest.raises(MismatchFound) as failure:
        run(driven, shrink=True)
    pushes = ["play push(0)"] * 3
    assert steps_of(failure.value) == ["play new()", *pushes, "refused push(0)"]
