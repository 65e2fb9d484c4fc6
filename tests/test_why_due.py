"""Why a reply is due: the sentences about one case, and that they are true."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Machine
from othello_mis.why_due import why_due
from othello_spec import module
from othello_spec.board import BLACK, WHITE, Square
from othello_spec.lines import flips
from othello_spec.records.squares import name
from othello_suite.domains import DOMAINS
from othello_suite.test_model import build_test_model

MACHINE = Machine(module("othello"))
GENERATOR = TraceGenerator(MACHINE, DOMAINS)
FORFEIT = "d3 c3 b3 b2 f5 a3 a1 c1"
"""After White's c1 Black has no valid move."""


def steps_of(text: str, machine: Machine = MACHINE) -> list[TraceStep]:
    """The start and the moves of a game, each with the state after it."""
    state = None
    steps = []
    squares = [(int(square[1]) - 1, "abcdefgh".index(square[0])) for square in text.split()]
    for call in (Call("init"), *(Call("move", each) for each in squares)):
        steps.append(
            TraceStep(
                call,
                state,
                machine.call(state, call.routine, call.arguments),
                Purpose.COMMAND,
            )
        )
        state = steps[-1].expected.state
    return steps


def said_of_call(text: str, call: Call, machine: Machine = MACHINE) -> str:
    """The explanation of a wrong reply to a call after a game."""
    state = steps_of(text, machine)[-1].expected.state
    outcome = machine.call(state, call.routine, call.arguments)
    step = TraceStep(call, state, outcome, Purpose.QUERY)
    return why_due(Mismatch(step, Reply("wrong"), step, ()), machine)


def said_of_move(text: str, call: Call) -> str:
    """The explanation of the last move of a game if the reply to a call after it is wrong."""
    culprit = steps_of(text)[-1]
    state = culprit.expected.state
    outcome = MACHINE.call(state, call.routine, call.arguments)
    step = TraceStep(call, state, outcome, Purpose.OBSERVE)
    return why_due(Mismatch(step, Reply("wrong"), culprit, ()), MACHINE)


@pytest.mark.parametrize(
    ("game", "call", "sentence"),
    [
        ("", Call("is_valid_move", (2, 3, BLACK)), "Black on d3 flips d4 (down, closed by d5)."),
        ("", Call("move", (2, 3)), "Black on d3 flips d4 (down, closed by d5)."),
        ("", Call("move", (3, 3)), "d4 already holds a white disc."),
        ("", Call("move", (0, 0)), "No white disc is beside a1."),
        (
            "",
            Call("move", (2, 4)),
            "A black disc on e3 flips nothing: down and to the left, after d4, c5 is empty.",
        ),
        ("", Call("cell", (8, 0)), "Rows and columns of the board run from 0 to 7."),
        ("", Call("move", (-1, 0)), "Rows and columns of the board run from 0 to 7."),
        (
            "",
            Call("is_valid_move", (0, 8, WHITE)),
            "Rows and columns of the board run from 0 to 7.",
        ),
        ("", Call("has_valid_moves", (WHITE,)), "White on e3 flips e4 (down, closed by e5)."),
        ("", Call("game_over"), "Black on d3 flips d4 (down, closed by d5)."),
        ("d3", Call("count", (BLACK,)), "The board has 4 black discs."),
        ("d3", Call("winner"), "Black has 4 discs, White has 1."),
        (FORFEIT, Call("has_valid_moves", (BLACK,)), "On no square may Black place a disc."),
        ("", Call("turn"), ""),
    ],
)
def test_a_wrong_reply_is_told_what_is_so(game: str, call: Call, sentence: str) -> None:
    assert sentence == said_of_call(game, call)


@pytest.mark.parametrize(
    ("game", "call", "sentence"),
    [
        ("", Call("turn"), "Black begins."),
        (
            "",
            Call("cell", (3, 3)),
            "A game begins with d4 white, e4 black, d5 black and e5 white.",
        ),
        ("d3", Call("turn"), "After d3 White has a valid move, such as c3."),
        (FORFEIT, Call("turn"), "After c1 Black has no valid move, so White plays again."),
        ("d3", Call("cell", (2, 3)), "The new disc on d3 is black."),
        ("d3", Call("cell", (3, 3)), "Black on d3 flips d4 (down, closed by d5)."),
        ("d3", Call("cell", (0, 0)), "a1 is empty, and a move places one disc only."),
        ("d3", Call("cell", (3, 4)), "The disc on e4 was black before, and stays."),
        (
            "d3",
            Call("cell", (4, 4)),
            "The disc on e5 stays white: it lies in no line between the new disc on d3 and another "
            "black one.",
        ),
    ],
)
def test_a_wrong_state_after_a_move_is_told_what_is_so(
    game: str, call: Call, sentence: str
) -> None:
    assert sentence == said_of_move(game, call)


def test_at_the_end_of_a_game_it_is_said_which_end_it_is() -> None:
    wipe_out = "f5 d6 c5 f4 e3 f6 g5 e6 e7"
    assert "Neither player has a valid move." == said_of_call(wipe_out, Call("game_over"))


def test_the_discs_that_are_said_to_flip_are_those_of_the_specification() -> None:
    chance = random.Random(1)
    tried = 0
    for _ in range(12):
        steps = [*GENERATOR.random_steps(chance, 40)]
        last = steps[-1]
        before: Any = last.before
        if before is None:
            continue
        row, col = last.call.arguments
        step = TraceStep(last.call, before, last.expected, Purpose.COMMAND)
        said = why_due(Mismatch(step, Reply("wrong"), step, ()), MACHINE)
        told = {
            square
            for line_of_discs in re.findall(r"flips ([^(]+) \(", said)
            for square in re.findall(r"[a-h][1-8]", line_of_discs)
        }
        due = {name(square) for square in flips(before.board, before.turn, Square(row, col))}
        assert told == due or (" more" in said and told < due)
        tried += told == due
    assert tried


def test_on_another_board_it_is_said_of_that() -> None:
    model = build_test_model("othello", 6)
    off = said_of_call("", Call("cell", (6, 0)), model.machine)
    assert "Rows and columns of the board run from 0 to 5." == off


def test_nothing_is_said_of_calls_that_change_nothing_and_of_other_modules() -> None:
    state = steps_of("d3")[-1].expected.state
    query = TraceStep(Call("turn"), state, MACHINE.call(state, "turn", ()), Purpose.QUERY)
    shown = TraceStep(
        Call("cell", (0, 0)), state, MACHINE.call(state, "cell", (0, 0)), Purpose.OBSERVE
    )
    assert "" == why_due(Mismatch(shown, Reply("black"), query, ()), MACHINE)
    passing = build_test_model("passing").machine
    start = passing.call(None, "init", ()).state
    step = TraceStep(Call("winner"), start, passing.call(start, "winner", ()), Purpose.QUERY)
    assert "" == why_due(Mismatch(step, Reply("wrong"), step, ()), passing)
