"""Explain: the reasons are true and decide; an expression has the value that it has when run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from long_run import sample
from modspec import Map
from modspec.explain.explain import environment, explain_call, explain_clause
from modspec.explain.explanation import Explanation
from modspec.explain.text import as_data, formula_text, instantiate, reason, tree
from modspec.run.evaluate import Evaluator
from modspec.run.instance import Instance
from modspec.run.machine import Machine
from modspec.syntax.expressions import And, Comparison, Not, Or, Quantified, Quantifier
from modspec.syntax.module import Clause, Function
from modspec.syntax.values import State
from othello_proofs.obligations.positions import (
    ORDERED,
    PALETTES,
    all_positions,
    random_board,
    value_around,
)
from othello_spec import module, modules
from othello_spec.board import (
    BLACK,
    CORNERS,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Direction,
    Player,
    Square,
)
from othello_spec.clock import UNLIMITED, ClockRuns, TimeRunsBackwards
from othello_spec.othello import Game, init
from othello_spec.records.diagrams import read_board
from othello_spec.records.move_lists import moves
from othello_spec.records.squares import name, square
from othello_spec.rules import RULES
from othello_spec.theorems.symmetry import Symmetry
from othello_suite.presentation import PRESENTATION
from othello_suite.why import MoveExplanation, explain_move, lines_of, to_json
from wrong_implementations import sound

MACHINE = Machine(module("othello"))
INSTANCES = {each.python_name: Instance(each) for each in modules()}
"""The functions of every module."""

PLAYERS: tuple[Player, Player] = (BLACK, WHITE)
SHOWN = PRESENTATION.value


def explain_square(text: str, where: str, player: Player | None = None) -> MoveExplanation:
    """Why a square is a valid move or not after a game."""
    state = init()
    for each in moves(text):
        outcome = MACHINE.call(state, "move", each)
        assert isinstance(outcome.state, Game)
        state = outcome.state
    return explain_move(MACHINE, state, square(where), player)


def on_board(board: Board, where: str, player: Player = BLACK) -> MoveExplanation:
    return explain_move(MACHINE, Game(board=Map(board), turn=player), square(where), player)


def row(content: str) -> Board:
    """An empty board but for row 4."""
    empty = ". . . . . . . .\n"
    return read_board(3 * empty + content + "\n" + 4 * empty)


POSITIONS = 11
"""How many positions there are: known while tests are collected, before any game is played."""


@cache
def positions() -> list[Game]:
    """Positions of games, and boards filled at random with discs of different density."""
    random = Random(0)
    reached = [game for game, _ in all_positions()[::97]]
    filled = [
        Game(board=random_board(random, palette), turn=random.choice(PLAYERS))
        for palette in PALETTES[:5]
    ]
    assert len(reached + filled) == POSITIONS
    return reached + filled


def second_opinion(game: Game) -> sound.Othello:
    other = sound.Othello()
    other.board = [[game.board[Square(r, c)].value for c in range(8)] for r in range(8)]
    other.mover = game.turn.value
    return other


# -- why a move is valid ---------------------------------------------------------------------------


def test_a_valid_move_has_its_witness() -> None:
    answer = explain_square("", "d3")
    south = dict(answer.directions)["south"]
    assert answer.is_valid
    assert [(("d", Direction.SOUTH), ("k", 2), ("j", 1))] == [
        part.binding for part in south.because
    ]


def test_the_witness_says_what_it_flips() -> None:
    assert "  ✓ south      flips d4" in list(lines_of(explain_square("", "d3")))


def test_several_directions_are_told_apart_and_flips_are_ordered_from_the_disc_outwards() -> None:
    board = {**row(". W W W B . . ."), square("b3"): WHITE, square("c2"): BLACK}
    flips = [line for line in lines_of(on_board(board, "a4")) if "✓" in line and "t  " in line]
    assert ["  ✓ northeast  flips b3", "  ✓ east       flips b4 c4 d4"] == flips


@pytest.mark.parametrize("number", range(POSITIONS))
def test_what_is_explained_is_what_is_so(number: int) -> None:
    game = positions()[number]
    other = second_opinion(game)
    for player in PLAYERS:
        for where in ORDERED[::2] if player == BLACK else ORDERED[1::2]:
            answer = explain_move(MACHINE, game, where, player)
            assert other.can_place(*where, player) == answer.is_valid
            counts = {}
            for direction, _ in answer.directions:
                down, right = Direction[direction.upper()]
                counts[direction] = len(other.outflanked(*where, (down, right), player))
            assert counts == {direction: part.value for direction, part in answer.directions}


# -- why a move is not valid -----------------------------------------------------------------------


@pytest.mark.rule("place-on-empty")
def test_an_occupied_square_is_refused_for_being_occupied_and_for_nothing_else() -> None:
    answer = explain_square("", "d4")
    assert not answer.is_valid
    assert ("place-on-empty",) == answer.explanation.innermost_rules
    text = list(lines_of(answer))
    assert "direction by direction" not in text
    assert ["✗ board[d4] = EMPTY"] == [line[2:21] for line in text if "✗" in line]


REASONS = {
    "the next square is empty": (". . W B . . . .", "east", "board[b4] ≠ EMPTY", "no-gaps"),
    "a gap before the disc that closes": (
        ". W . B . . . .",
        "east",
        "board[c4] ≠ EMPTY",
        "no-gaps",
    ),
    "a gap further on": (". W W . B . . .", "east", "board[d4] ≠ EMPTY", "no-gaps"),
    "the next disc is one's own": (". B W B . . . .", "east", "board[b4] ≠ BLACK", "no-skipping"),
    "discs up to the edge": (". W W W W W W W", "east", "board[h4] = BLACK", "outflank"),
    "discs up to an empty square": (". W W . . . . .", "east", "board[d4] = BLACK", "outflank"),
    "the edge is next": (". . . . . . . .", "west", "(3, -K) ∈ SQUARES", "outflank"),
}
"""A row, the direction from a4, what fails there, and the rule that says so."""


@pytest.mark.parametrize("case", REASONS)
def test_the_innermost_reason_is_the_one_that_keeps_the_row_from_flipping(case: str) -> None:
    content, direction, expected, rule = REASONS[case]
    part = dict(on_board(row(content), "a4").directions)[direction]
    text, _, rules = reason(part, SHOWN)
    assert (expected, (rule,)) == (re.sub(r"-\d", "-K", text), rules)


@pytest.mark.rule("must-capture")
def test_a_square_where_nothing_is_captured_is_refused_for_that() -> None:
    assert ("must-capture",) == explain_square("", "a1").explanation.outermost_rules


@pytest.mark.rule("on-board")
@pytest.mark.parametrize("place", [(-1, 3), (0, 8)])
def test_a_square_off_the_board_is_refused_for_being_off_it(place: tuple[int, int]) -> None:
    function = MACHINE.module["is_valid_move"]
    assert function.output is not None
    explanation = explain_clause(
        MACHINE.instance, function, function.output, init(), (*place, BLACK)
    )
    assert (False, ("on-board",)) == (explanation.value, explanation.innermost_rules)


def holds(text: str, board: Board) -> bool:
    """Whether a reason, as it is written, is true of a board, read by hand."""
    if match := re.fullmatch(r"board\[([a-h][1-8])\] ([=≠]) (EMPTY|BLACK|WHITE)", text):
        return (board[square(match[1])] == Cell[match[3]]) == (match[2] == "=")
    if match := re.fullmatch(r"\((-?\d+), (-?\d+)\) ∈ SQUARES", text):
        return Square(int(match[1]), int(match[2])) in SQUARES
    raise AssertionError(f"not to be read: {text}")


RULE_OF = {"≠ EMPTY": "no-gaps", "≠ ": "no-skipping", "= ": "outflank", "∈ ": "outflank"}
"""The rule, by how a reason looks; the first that fits."""


@pytest.mark.parametrize("number", range(POSITIONS))
def test_every_reason_given_is_one_that_really_fails_under_its_own_rule(number: int) -> None:
    game = positions()[number]
    for player in PLAYERS:
        for where in ORDERED[1::2] if player == BLACK else ORDERED[::2]:
            if game.board[where] != Cell.EMPTY:
                continue
            for direction, part in explain_move(MACHINE, game, where, player).directions:
                if part.value:
                    continue
                text, binding, rules = reason(part, SHOWN)
                assert not holds(text, game.board)
                rule = next(rule for mark, rule in RULE_OF.items() if mark in text)
                assert (rule,) == rules
                assert direction.upper() == dict(binding)["d"].name
                steps = dict(binding).get("j", dict(binding)["k"])
                down, right = Direction[direction.upper()]
                place = Square(where.row + steps * down, where.col + steps * right)
                assert name(place) in text


@pytest.mark.parametrize("number", range(POSITIONS))
def test_the_answer_fits_the_terminal(number: int) -> None:
    game = positions()[number]
    for where in ORDERED[::5]:
        answer = explain_move(MACHINE, game, where)
        lines = [*lines_of(answer), *tree(answer.explanation, SHOWN)]
        assert [] == [line for line in lines if len(line) > 80 or line != line.rstrip()]


# -- whole calls -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("routine", "arguments", "rules"),
    [
        ("move", (2, 3), [("on-board",), ("must-capture",), ("capture-all",), ("alternate",)]),
        ("move", (0, 0), [("on-board",), ("must-capture",)]),
        ("move", (8, 0), [("on-board",)]),
        ("cell", (8, 0), [("on-board",)]),
        ("cell", (0, 0), [("on-board",), ("inspect-cell",)]),
    ],
)
def test_a_call_is_explained_by_the_clauses_up_to_the_one_that_decides(
    routine: str, arguments: tuple[int, int], rules: list[tuple[str, ...]]
) -> None:
    function = MACHINE.module[routine]
    explained = explain_call(MACHINE.instance, function, init(), arguments)
    assert rules == [clause.rules for clause, _ in explained]


# -- expressions mean what they do when they are run -----------------------------------------------

FUNCTIONS = [
    pytest.param(function, id=f"{each.name}.{function.name}")
    for each in modules()
    for function in each.functions
]


class Sample:
    """Values for the state and the parameters of a function, by their types, around a game."""

    def __init__(self, game: Game, random: Random) -> None:
        self._value = partial(value_around, random.randrange(1 << 32), game)
        self._random = random
        self._by_type: dict[str, Any] = {
            "Game": game,
            "Board": game.board,
            "Player": random.choice(PLAYERS),
            "Square": random.choice(PLACES),
            "Direction": random.choice(list(Direction)),
            "Symmetry": random.choice(list(Symmetry)),
        }

    def of(self, type_name: str, name: str) -> Any:
        """A value for what has that name; where two are of one type, the same, numbers excepted."""
        if name in NUMBERS:
            return self._random.choice(NUMBERS[name])
        if type_name in self._by_type:
            return self._by_type[type_name]
        return self._value(type_name, name)

    def call(self, function: Function) -> tuple[State | None, tuple[Any, ...]]:
        """A state, if the function has one, and its arguments."""
        state = INSTANCES[function.module].module.state
        return (
            self.of(state.name, function.state) if state and function.state else None,
            tuple(self.of(getattr(p.type, "name", ""), p.name) for p in function.parameters),
        )


OF_BOARDS = {
    module(name).python_name
    for name in ("board", "lines", "othello", "captures", "endings", "symmetry")
}
PLACES = (*ORDERED, *sorted(CORNERS) * 4)
LINES = (-1, 0, 2, 3, 7, 8)
NUMBERS = dict.fromkeys(("row", "col", "rows", "cols", "steps"), LINES) | {"k": range(2, 8)}


def calls(function: Function, each: int = 3) -> Iterator[tuple[State | None, tuple[Any, ...]]]:
    """States and arguments to evaluate a function for; fewer if most do not concern a board."""
    random = Random(function.name)
    is_of_board = function.module in OF_BOARDS
    for game in sample(positions() if is_of_board else positions()[::2], 2):
        for _ in range(each if function.parameters and is_of_board else 1):
            yield Sample(game, random).call(function)


def value(function: Function, clause: Clause, state: State | None, given: tuple[Any, ...]) -> Any:
    """What a clause evaluates to."""
    if clause in (*function.assumptions, *function.exceptions):
        return explain_clause(INSTANCES[function.module], function, clause, state, given).value
    return Evaluator(environment(INSTANCES[function.module], function, state, given))(clause.value)


def outcome(compute: Callable[[], Any]) -> Any:
    """What comes of a computation: a value, or the name of an exception."""
    try:
        return compute()
    except Exception as error:  # noqa: BLE001  # an assumption, an exception of a module, or a fault
        return type(error).__name__


def evaluate(function: Function, state: State | None, given: tuple[Any, ...]) -> Any:
    """Return the result of a call by its clauses: an exception's name, output, or next state."""
    if not all(value(function, clause, state, given) for clause in function.assumptions):
        return AssertionError.__name__
    for clause in function.exceptions:
        if value(function, clause, state, given):
            return clause.exception
    if function.output:
        return value(function, function.output, state, given)
    return {a.variable: value(function, a, state, given) for a in function.transition}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_evaluating_the_clauses_gives_what_running_the_function_gives(function: Function) -> None:
    run = INSTANCES[function.module].function(function.module, function.name)
    for state, given in calls(function):
        expected = outcome(partial(run, *((state,) if state else ()), *given))
        if function.transition and not isinstance(expected, str):
            expected = {a.variable: getattr(expected, a.variable) for a in function.transition}
        assert expected == outcome(partial(evaluate, function, state, given))


EXPLAINED = ("brackets", "captures", "next_turn", "winner", "is_valid_move", "starting_cell")
TRUTHS = (And, Or, Not, Comparison)


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_part_of_an_explanation_has_the_value_that_it_is_said_to_have(name: str) -> None:
    function = next(f for each in modules() for f in each.functions if f.name == name)
    assert function.output is not None
    seen = 0
    for state, given in calls(function, each=1):
        explanation = explain_clause(
            INSTANCES[function.module], function, function.output, state, given
        )
        assert value(function, function.output, state, given) == explanation.value
        for part in explanation.all_parts():
            if part.scope is not None and isinstance(part.formula, TRUTHS):
                assert part.value == Evaluator(part.scope)(part.formula)
                seen += 1
    assert seen


def quantifications(part: Explanation) -> Iterator[Explanation]:
    for each in part.all_parts():
        if isinstance(each.formula, Quantified) and each.formula.quantifier is not Quantifier.SUM:
            yield each


@pytest.mark.parametrize("number", range(8))
def test_a_quantifier_is_decided_by_one_witness_or_by_all_values(number: int) -> None:
    game = positions()[number]
    function = module("lines")["can_move"]
    assert function.output is not None
    for player in PLAYERS:
        explanation = explain_clause(
            MACHINE.instance, function, function.output, None, (game.board, player)
        )
        for part in quantifications(explanation):
            assert isinstance(part.formula, Quantified)
            decides = part.formula.quantifier is Quantifier.EXISTS
            if part.value is decides:
                assert [decides] == [bool(inner.value) for inner in part.because]
            else:
                assert all(bool(inner.value) is not decides for inner in part.because)


# -- ground formulas, and the form for programs ----------------------------------------------------


def explanations_of(
    function: Function, state: State | None, given: tuple[Any, ...]
) -> Iterator[tuple[Clause, Explanation]]:
    """The clauses that mean something in a call, with their explanations."""
    for clause in function.assumptions:
        explanation = explain_clause(INSTANCES[function.module], function, clause, state, given)
        yield clause, explanation
        if not explanation.value:
            return
    with suppress(ClockRuns, TimeRunsBackwards):  # from a call within, of a clock that does not fit
        yield from explain_call(INSTANCES[function.module], function, state, given)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_ground_formula_means_the_same(function: Function) -> None:
    for state, given in calls(function, each=1):
        for clause, explanation in explanations_of(function, state, given):
            assert explanation.scope is not None
            ground = instantiate(clause.value, explanation.scope, SHOWN)
            assert explanation.value == Evaluator(explanation.scope)(ground)


def test_a_call_that_nobody_makes_in_this_case_is_left_as_it_is() -> None:
    function = module("matches")["may_move"]
    assert function.output is not None
    match = Machine(module("match")).initial(UNLIMITED, 5)
    given = (match, square("d3"), 4)
    explanation = explain_clause(INSTANCES[function.module], function, function.output, None, given)
    with pytest.raises(TimeRunsBackwards):
        INSTANCES["othello_spec.match"].function("othello_spec.match", "over")(match, 4)
    assert "over(match, now)" in formula_text(explanation, SHOWN)


def test_short_terms_are_replaced_and_long_ones_keep_their_names() -> None:
    explanation = explain_square("", "d3").explanation
    assert "board[d3] = EMPTY ∧ |flips(board, BLACK, d3)| > 0" == formula_text(explanation, SHOWN)


def test_a_dummy_keeps_its_name_until_it_has_a_value() -> None:
    witness = dict(explain_square("", "d3").directions)["south"].because[0]
    assert "brackets(board, BLACK, d3, SOUTH, 2)" == formula_text(witness.because[0], SHOWN)
    assert "along(square, d, j)" not in formula_text(witness.because[0], SHOWN)


MEMBERS = {"formula", "here", "value", "rules", "binding"}


def assert_is_explanation(data: dict[str, Any]) -> None:
    """That data has the form for programs, all the way down."""
    assert data.keys() - {"because"} == MEMBERS
    for text in (data["formula"], data["here"]):
        assert isinstance(text, str)
        assert text == text.strip()
        assert not re.search(r"\n|\S[∧∨]|[∧∨]\S", text)
    assert isinstance(data["value"], bool | int | str)
    assert all(rule in RULES for rule in data["rules"])
    assert all(isinstance(bound, str) for bound in data["binding"].values())
    for inner in data.get("because", ()):
        assert_is_explanation(inner)


@pytest.mark.parametrize("where", ["d3", "a1", "d4", "c3"])
def test_the_form_for_programs_is_the_same_all_the_way_down(where: str) -> None:
    answer = explain_square("", where)
    data = json.loads(json.dumps(to_json(answer)))
    assert (where, "black", answer.is_valid) == (data["square"], data["player"], data["valid"])
    assert [d.name.lower() for d in Direction] == list(data["directions"])
    for part in (data["captures"], *data["directions"].values()):
        assert_is_explanation(part)
    assert answer.is_valid == data["captures"]["value"]
    assert answer.is_valid <= any(part["value"] for part in data["directions"].values())


def test_the_form_for_programs_goes_as_deep_as_it_is_told() -> None:
    data = as_data(explain_square("", "a1").explanation, SHOWN, depth=2)

    def depth(part: dict[str, Any]) -> int:
        return max((1 + depth(inner) for inner in part.get("because", ())), default=0)

    assert 2 == depth(data)
