"""Random scripts, which the kernel answers, say what the specification says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from modcheck.testing.recorded import RecordedTrace, Recording
from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Machine
from othello_mis.random_traces import REFUSED, random_traces
from othello_model.kernel import Kernel, fill_by_steps
from othello_spec import module
from othello_spec.board import SQUARES, Square
from othello_spec.othello import game_over
from othello_suite.domains import DOMAINS

MACHINE = Machine(module("othello"))
PLAYWRIGHT = TraceGenerator(MACHINE, DOMAINS)


def by_the_specification(script: RecordedTrace) -> RecordedTrace:
    (live,) = Recording.of(MACHINE, [(script.name, script.recompute(PLAYWRIGHT))]).traces
    return live


@pytest.mark.parametrize("seed", [1, 2])
def test_the_kernel_answers_as_the_specification_does(seed: int) -> None:
    for script in random_traces(2, seed):
        live = by_the_specification(script)
        assert live.calls == script.calls
        assert live.purposes == script.purposes
        assert live.expected_replies == script.expected_replies
        assert live.wrong_positions(script.expected_replies) == []


def test_a_kernel_that_errs_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Kernel.valid_moves

    def faulty(self: Kernel, own: Any, opponent: Any, fill: Any = fill_by_steps) -> Any:
        return sound(self, own, opponent, fill) & (self.board ^ 1 << 19)  # never on d3

    (script,) = random_traces(1, 1)
    monkeypatch.setattr(Kernel, "valid_moves", faulty)
    (wrong,) = random_traces(1, 1)
    assert by_the_specification(script).wrong_positions(script.expected_replies) == []
    assert by_the_specification(wrong).wrong_positions(wrong.expected_replies) != []


def test_the_same_seed_makes_the_same_scripts() -> None:
    one, other, another = (random_traces(3, seed) for seed in (1, 1, 2))
    assert [(s.name, s.call_numbers, s.reply_numbers) for s in one] == [
        (s.name, s.call_numbers, s.reply_numbers) for s in other
    ]
    assert [s.call_numbers for s in one] != [s.call_numbers for s in another]


def test_games_are_whole_and_begin_with_init() -> None:
    for script in random_traces(3, 3):
        assert Call("init") == script.game[0]
        assert {"move"} == {call.routine for call in script.game[1:]}
        last = script.recompute(PLAYWRIGHT)[-1].before
        assert last is not None
        assert game_over(last)


def test_in_each_state_everything_on_the_board_is_asked_and_some_moves_are_refused() -> None:
    (script,) = random_traces(1, 4)
    states = len(script.game)
    counted = Counter(
        (
            call.routine,
            purpose,
            Square(*call.arguments[:2]) in SQUARES if call.arguments[1:] else None,
        )
        for call, purpose in zip(script.calls, script.purposes, strict=True)
    )
    assert {
        ("init", Purpose.COMMAND, None): 1,
        ("move", Purpose.COMMAND, True): states - 1,
        ("cell", Purpose.OBSERVE, True): 64 * states,
        ("turn", Purpose.OBSERVE, None): states - 1,  # not when the game is over
        ("is_valid_move", Purpose.QUERY, True): 128 * states,
        ("has_valid_moves", Purpose.QUERY, None): 2 * states,
        ("count", Purpose.QUERY, None): 2 * states,
        ("game_over", Purpose.QUERY, None): states,
        ("winner", Purpose.QUERY, None): states,
        ("move", Purpose.REJECTED, True): REFUSED * states,
        ("move", Purpose.REJECTED, False): states,
        ("cell", Purpose.REJECTED, False): states,
        ("is_valid_move", Purpose.QUERY, False): states,
    } == dict(counted)
