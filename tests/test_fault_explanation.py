"""Fault explanations: the call at fault is explained in the state in which it was made."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from modlab.fault_explanation import VerdictError, explain_fault, fault_data, fault_lines
from modlab.modspec_command import cli as modspec
from othello_mis.commands.main import cli
from othello_mis.course import COURSE
from othello_spec.board import WHITE
from othello_spec.records.move_lists import moves, plies

D3 = "d3 c3 b3 b2 f5 a3 a1"
"""After these, White's c1 leaves Black without a valid move."""

Verdict = dict[str, Any]
Save = Callable[[str, str], str]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def write(name: str, text: str) -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


def verdict_on(
    call: list[Any],
    game: str = "",
    shown_by: list[Any] | None = None,
    module: str = "othello",
    **fields: Any,
) -> Verdict:
    """A verdict with one fault, found in a call after some moves."""
    history = [["init"], *(["move", *square] for square in moves(game))]
    fault = {
        "rule": "capture-all",
        "call": call,
        "history": history,
        "between": [],
        "shown_by": shown_by or call,
        "expected": "white",
        "got": "black",
    }
    return {
        "version": 3,
        "implementation": "py:some.program",
        "module": module,
        "conventions": {},
        "faults": [fault | fields],
    }


def text_of(verdict: Verdict, number: int = 1, in_full: bool = False) -> str:
    """The explanation, wherever its lines end."""
    return " ".join("\n".join(fault_lines(explain_fault(COURSE, verdict, number), in_full)).split())


E4 = verdict_on(["move", 1, 4], "d3 e3 f3", ["cell", 3, 4])


def test_a_wrong_square_is_followed_to_the_discs_that_flip() -> None:
    text = text_of(E4)
    assert text.startswith(
        "fault 1 of 1 capture-all, in py:some.program game d3 e3 f3 call move(1,"
    )
    assert "call move(1, 4), White plays e2 shown by cell(3, 4) expected white got black" in text
    assert "e2 is a valid move for WHITE" in text
    assert "✓ south flips e3 e4" in text
    assert "board after the call is" in text
    assert "d = SOUTH, k = 3, j = 2" in text


@pytest.mark.rule("forfeit")
def test_a_wrong_turn_is_explained_by_who_can_move() -> None:
    text = text_of(verdict_on(["move", 0, 2], D3, ["turn"]))
    assert "turn after the call is next_turn(after, turn) = WHITE [alternate]" in text
    assert "can_move(board, BLACK) ✗" in text
    assert "Of long lists only 3 cases are shown; --tree shows them all." in text
    assert 60 > len(
        list(fault_lines(explain_fault(COURSE, verdict_on(["move", 0, 2], D3, ["turn"]))))
    )


@pytest.mark.parametrize(
    ("call", "game", "expected"),
    [
        (["winner"], "d3", "the output is (4 > 1 ⇒ BLACK |"),
        (["cell", 2, 3], "d3", "the output is board[d3] = BLACK [inspect-cell]"),
        (["cell", 8, 0], "", "raises OutOfBounds if (8, 0) ∉ SQUARES ✓ [on-board]"),
        (["is_valid_move", 1, 4, "white"], "d3 e3 f3", "may White play e2? expected"),
        (["has_valid_moves", "black"], D3 + " c1", "can_move(board, BLACK) ✗ [any-valid-moves]"),
        (["move", 0, 0], "", "a1 is not a valid move for BLACK"),
        (["init"], "", "call init()"),
    ],
)
def test_every_sort_of_call_is_explained(call: list[Any], game: str, expected: str) -> None:
    assert expected in text_of(verdict_on(call, game))


def test_calls_that_change_nothing_are_no_part_of_the_game() -> None:
    history = [["init"], ["turn"], ["move", 0, 0], ["move", 2, 3]]
    verdict = verdict_on(["cell", 2, 3], history=history, asked=[1], refused=[2])
    assert "game d3 call" in text_of(verdict)


def test_other_modules_are_explained_as_well() -> None:
    history = [["init", 300_000, 5]]
    verdict = verdict_on(
        ["grant", 0, 0], shown_by=["discs_left", "black"], module="match", history=history
    )
    text = text_of(verdict)
    assert "supply after the call is" in text
    assert "[corners-from-supply]" in text
    passing = verdict_on(["move", 1, 4], "d3 e3 f3", ["cell", 3, 4], module="passing")
    assert "e2 is a valid move for WHITE" in text_of(passing)


def test_a_fault_of_any_module_is_explained(save: Save) -> None:
    fault = {
        "rule": "capacity",
        "call": ["push", 7],
        "history": [["init"], *([["push", 3]] * 4)],
        "between": [],
        "shown_by": ["push", 7],
        "expected": "exception Full",
        "got": "nothing",
    }
    verdict = E4 | {"module": "stack", "faults": [fault]}
    stack = str(Path(__file__).parents[1] / "docs" / "library" / "stack.py")
    done = CliRunner().invoke(modspec, ["explain", stack, save("v.json", json.dumps(verdict))])
    text = " ".join(done.output.split())
    assert "fault 1 of 1 capacity, in py:some.program game init(), push(3), push(3)," in text
    assert "call push(7) expected exception Full got nothing items = <3, 3, 3, 3>" in text
    assert "raises Full if |items| = CAPACITY" in text


def test_the_conventions_of_the_verdict_hold() -> None:
    verdict = verdict_on(["turn"]) | {"conventions": {"first": "white"}}
    found = explain_fault(COURSE, verdict)
    assert found.state is not None
    assert WHITE == found.state.turn  # type: ignore[attr-defined]  # a state has the attributes of its module


def test_a_board_of_another_size_is_known_by_its_rows() -> None:
    verdict = verdict_on(["move", 0, 1], boards={"position": ["...."] * 4})
    assert "a b c d" in text_of(verdict)


def test_text_of_strangers_is_made_harmless() -> None:
    verdict = verdict_on(["turn"], got="\x1b[2J\nx", rule="\x07")
    lines = list(fault_lines(explain_fault(COURSE, verdict | {"implementation": "a\x1bb"})))
    assert all(line.isprintable() for line in lines)


def test_the_explanation_for_programs_is_json() -> None:
    data = json.loads(json.dumps(fault_data(explain_fault(COURSE, E4))))
    assert ("d3 e3 f3", "move(1, 4)", "e2") == (
        data["transcript"],
        data["call"],
        data["move"]["square"],
    )
    assert ["board after the call is"] == [each["clause"] for each in data["clauses"]]


@pytest.mark.parametrize(
    ("verdict", "number", "why"),
    [
        ({}, 1, "this is no verdict; give what check --json prints"),
        ({"faults": 3, "module": "othello"}, 1, "this is no verdict"),
        (E4 | {"faults": []}, 1, "the verdict has no fault: there is nothing to explain"),
        (E4, 2, "--fault is 2, and the verdict has 1 fault"),
        (E4 | {"module": "stack"}, 1, "a verdict on the module stack, which is none here"),
        (E4 | {"module": ["a"]}, 1, "a verdict on the module"),
        (E4 | {"faults": [3]}, 1, "fault 1 cannot be read"),
        (E4 | {"faults": [{}]}, 1, "fault 1 cannot be read"),
        (verdict_on(["jump"]), 1, "cannot be played"),
        (verdict_on(["cell", "a", 3]), 1, 'row of cell is an integer; given: "a"'),
        (verdict_on(["cell"]), 1, "cannot"),
        (verdict_on([]), 1, "cannot be read"),
        (verdict_on(["turn"], "d3", conventions=3) | {"conventions": 3}, 1, "cannot be read"),
        (verdict_on(["turn"], boards={"position": "x" * 7}), 1, "cannot be read"),
        (verdict_on(["turn"], "a1"), 1, "is not one by the rules, since it assumes an earlier"),
    ],
)
def test_what_cannot_be_explained_is_told(verdict: Verdict, number: int, why: str) -> None:
    with pytest.raises(VerdictError, match=why):
        text_of(verdict, number)


# -- the commands that take a file -----------------------------------------------------------------


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments))
    assert 0 == result.exit_code, result.output
    return result.output


def error_of(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    assert isinstance(result.exception, click.ClickException)
    assert 2 == result.exception.exit_code
    return result.exception.format_message()


def test_a_verdict_is_known_by_its_content(save: Save) -> None:
    path = save("anything", json.dumps(E4))
    assert "White plays e2" in run("explain", path)
    assert run("explain", path) == run("explain", "--from", path, "--fault", "1")
    assert "capture-all" == json.loads(run("explain", path, "--json"))["rule"]
    game = save("game", "{a remark} d3 c3\n")
    assert run("explain", "d3 c3", "b3") == run("explain", "b3", "--from", game)


def test_explain_and_show_read_game_files(save: Save) -> None:
    path = save("games.pgn", '[A "1"]\n\n1. f5 d6 2. c3\n\n[A "2"]\n\n1. d3\n')
    assert run("show", "--moves", "f5 d6 c3") == run("show", "--from", path)
    assert run("show", "--moves", "f5 d6") == run("show", "--from", path, "--after", "2")
    assert run("show", "--moves", "") == run("show", "--from", path, "--after", "0")
    assert run("show", "--moves", "d3") == run("show", "--from", path, "--game", "2")
    assert run("explain", "f5 d6 c3", "d3") == run("explain", "d3", "--from", path)


def test_a_position_stands_where_moves_do(save: Save) -> None:
    line = "-------------------X-------XX------XO--------------------------- O"
    after_d3 = run("show", "--moves", "d3").split("\n\n", 1)[1]
    assert after_d3 == run("show", "--moves", line)
    assert after_d3 == run("show", "--from", save("p.obf", f"{line}; C3:+2;\n"))
    assert run("explain", "d3", "c3") == run("explain", line, "c3")


def test_moves_need_no_quotation_marks() -> None:
    assert run("explain", "f5 d6 c3", "d3") == run("explain", "f5", "d6", "c3", "d3")
    assert run("explain", "", "d3") == run("explain", "d3")


def test_after_counts_moves_and_not_passes(save: Save) -> None:
    game = "d3 c3 b3 b2 f5 a3 a1 c1 -- e3"
    path = save("g", game)
    assert 10 == len(plies(game))
    assert "after 9 moves" in run("show", "--from", path, "--after", "9")
    assert "--after is 10, and the game has 9 moves" == error_of(
        "show", "--from", path, "--after", "10"
    )


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["explain"], 'give a square to explain: "f5 d6" c3'),
        (["explain", "--from", "GAME"], "give a square to explain: c3 --from"),
        (["explain", "d3", "c3", "--from", "GAME"], "give a square to explain: c3 --from"),
        (["explain", "d3", "--from", "nowhere"], "nowhere: cannot be read: No such file"),
        (["explain", "d3", "--from", "GAME", "--game", "3"], "there is no game 3; there are 2"),
        (["explain", "d3", "--from", "GAME", "--game", "2"], "move 1, a1, is not valid for Black"),
        (["explain", "d3", "--from", "GAME", "--fault", "2"], "--fault is a fault of a verdict"),
        (["explain", "f5", "d3", "--game", "2"], "--game is the number of a game in a file"),
        (["explain", "d3", "--from", "VERDICT"], "is a verdict: give no more than --fault"),
        (["explain", "BROKEN"], "this is no JSON"),
        (["explain", "VERDICT", "--fault", "9"], "--fault is 9, and the verdict has 1 fault"),
        (["show", "--from", "GAME", "othello"], "--from shows a state of othello; leave out "),
        (["show", "--from", "GAME", "--moves", ""], "give one of them"),
        (["show", "othello", "--game", "1"], "--game and --after are of a game to show"),
    ],
)
def test_what_does_not_fit_is_told_in_one_line(arguments: list[str], why: str, save: Save) -> None:
    files = {
        "GAME": save("game.txt", "f5 d6 c3\na1 f5\n"),
        "VERDICT": save("verdict.json", json.dumps(E4)),
        "BROKEN": save("broken.json", '{"faults": '),
    }
    message = error_of(*(files.get(argument, argument) for argument in arguments))
    assert why in message
    assert "\n" not in message
