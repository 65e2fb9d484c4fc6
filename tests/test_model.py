"""The model: object and type do what the specification says; their contracts stay silent."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

from modspec import declare
from modspec.contract.contract import ContractViolation
from modspec.run.machine import AssumptionViolated, Machine, Outcome
from modspec.syntax.values import State
from othello_model import grid, othello
from othello_model.bitboard import Bitboard
from othello_model.othello_type import Othello
from othello_spec.board import BLACK, DRAW, EMPTY, SIZE, WHITE, Cell, Player
from othello_spec.othello import Game, InvalidMove, OutOfBounds
from othello_spec.records.diagrams import LETTERS
from othello_spec.records.move_lists import moves
from othello_spec.records.squares import square
from othello_suite.scenarios import GAMES

SPECIFICATION = declare("othello_spec.othello")
MACHINE = Machine(SPECIFICATION)
ROUTINES = [function.name for function in SPECIFICATION.access_programs]
PLAYERS: tuple[Player, ...] = (BLACK, WHITE)
LINES = range(SIZE)
BEYOND = range(-2, SIZE + 2)

Implementation = Any
"""The module, or an object of the class: something that has the access programs."""


@pytest.fixture(params=["object", "type"])
def game(request: pytest.FixtureRequest) -> Implementation:
    """A new game, as the abstract object and as one of the abstract data type."""
    if request.param == "type":
        return Othello()
    othello.init()
    return othello


def play(game: Implementation, text: str) -> Implementation:
    """Play the moves of a list such as ``f5 d6 c3``."""
    for each in moves(text):
        game.move(*each)
    return game


def board(game: Implementation) -> str:
    """The board as a diagram, a line a row."""
    return "\n".join("".join(LETTERS[game.cell(row, col)] for col in LINES) for row in LINES)


def answers_of(game: Implementation) -> dict[str, object]:
    """What a game tells of itself, apart from single squares off the board."""
    seen: dict[str, object] = {
        "board": board(game),
        "over": game.game_over(),
        "winner": game.winner(),
    }
    if not game.game_over():
        seen["turn"] = game.turn()
    for player in PLAYERS:
        seen[f"count {player}"] = game.count(player)
        seen[f"has valid moves {player}"] = game.has_valid_moves(player)
        seen[f"valid moves {player}"] = valid_moves(game, player)
    return seen


def valid_moves(game: Implementation, player: Player) -> list[tuple[int, int]]:
    """The squares that a game accepts a disc of the player's on."""
    return [(row, col) for row in BEYOND for col in BEYOND if game.is_valid_move(row, col, player)]


def random_game(game: Implementation, random: Random) -> list[tuple[int, int]]:
    """Play a whole game at random, and give its moves."""
    played = []
    while not game.game_over():
        played.append(random.choice(valid_moves(game, game.turn())))
        game.move(*played[-1])
    return played


class Specified:
    """The specification itself, played like an implementation."""

    def __init__(self) -> None:
        self.state: State = MACHINE.initial()

    def __getattr__(self, routine: str) -> Callable[..., Any]:
        return lambda *arguments: self.call(routine, arguments)

    def call(self, routine: str, arguments: tuple[Any, ...]) -> Any:
        """The output of a call; the state is the one after it."""
        outcome: Outcome = MACHINE.call(self.state, routine, arguments)
        assert outcome.exception is None
        assert outcome.state is not None
        self.state = outcome.state
        return outcome.output


# -- conformance -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_object_type_and_specification_agree_along_random_games(seed: int) -> None:
    othello.init()
    game, specified, random = Othello(), Specified(), Random(seed)
    while not game.game_over():
        assert answers_of(specified) == answers_of(othello) == answers_of(game)
        move = random.choice(valid_moves(game, game.turn()))
        for each in (othello, game, specified):
            each.move(*move)
    assert answers_of(specified) == answers_of(othello) == answers_of(game)


@pytest.mark.parametrize("name", GAMES)
def test_the_landmarks_end_as_the_specification_has_them(game: Implementation, name: str) -> None:
    specified = Specified()
    for each in GAMES[name]:
        game.move(*each)
        specified.move(*each)
    assert answers_of(specified) == answers_of(game)


def test_every_access_program_is_under_contract() -> None:
    assert ROUTINES == [n for n in ROUTINES if hasattr(getattr(othello, n), "__wrapped__")]
    assert ROUTINES == [n for n in ROUTINES if hasattr(getattr(Othello, n), "__wrapped__")]


def test_the_grid_takes_no_function_of_the_specification() -> None:
    functions = [value for value in vars(grid).values() if inspect.isfunction(value)]
    assert {"othello_model.grid"} == {function.__module__ for function in functions}


@pytest.mark.parametrize(
    ("method", "wrong", "rule"),
    [
        ("place", lambda self, player, row, col: self, "capture-all"),
        ("next_turn", lambda self, player: player, "alternate"),
        ("accepts", lambda self, player, row, col: True, "must-capture"),
    ],
)
def test_a_board_that_is_wrong_breaks_the_contract_of_move(
    game: Implementation,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    wrong: Callable[..., object],
    rule: str,
) -> None:
    board = Bitboard if game is othello else grid.Grid
    monkeypatch.setattr(board, method, wrong)
    with pytest.raises(ContractViolation) as caught:
        game.move(*square("a1" if method == "accepts" else "d3"))
    assert ("move", (rule,)) == (caught.value.routine, caught.value.rules)


# -- perft -----------------------------------------------------------------------------------------


def perft(game: Implementation, depth: int, line: tuple[tuple[int, int], ...] = ()) -> int:
    """How many games of so many moves there are, all counted by replaying them from the start."""
    if depth == 0:
        return 1
    game.init()
    for each in line:
        game.move(*each)
    choices = valid_moves(game, game.turn())
    return sum(perft(game, depth - 1, (*line, each)) for each in choices)


@pytest.mark.parametrize(("depth", "games"), [(1, 4), (2, 12), (3, 56), (4, 244)])
def test_there_are_as_many_games_as_others_have_counted(
    game: Implementation, depth: int, games: int
) -> None:
    assert games == perft(game, depth)


# -- examples --------------------------------------------------------------------------------------


@pytest.mark.rule("setup")
def test_four_discs_lie_in_the_middle_at_the_start(game: Implementation) -> None:
    empty = ["........"] * 3
    assert [*empty, "...WB...", "...BW...", *empty] == board(game).splitlines()


@pytest.mark.rule("black-first")
def test_black_begins(game: Implementation) -> None:
    assert BLACK == game.turn()


@pytest.mark.rule("valid-moves")
def test_black_has_four_squares_to_begin_with(game: Implementation) -> None:
    assert [square(s) for s in ("d3", "c4", "f5", "e6")] == valid_moves(game, BLACK)


@pytest.mark.rule("capture-all")
def test_discs_flip_in_several_directions_at_once(game: Implementation) -> None:
    play(game, "c4 c3 d3 e3 e2")
    assert [
        "........",
        "....B...",
        "..WBW...",
        "..BBW...",
        "...BW...",
        "........",
        "........",
        "........",
    ] == board(game).splitlines()
    play(game, "c5")
    assert [
        "........",
        "....B...",
        "..WBW...",
        "..WWW...",
        "..WWW...",
        "........",
        "........",
        "........",
    ] == board(game).splitlines()


@pytest.mark.rule("initialise")
def test_init_begins_again(game: Implementation) -> None:
    fresh = answers_of(game)
    play(game, "f5 d6 c3").init()
    assert fresh == answers_of(game)


@pytest.mark.rule("on-board")
@pytest.mark.parametrize(("row", "col"), [(-1, 3), (3, -1), (8, 3), (3, 8), (-8, -8)])
def test_off_the_board_there_is_no_cell_and_no_move(
    game: Implementation, row: int, col: int
) -> None:
    fresh = answers_of(game)
    for call in (game.cell, game.move):
        with pytest.raises(OutOfBounds, match=f"row {row}, column {col} is not on the board"):
            call(row, col)
    assert fresh == answers_of(game)


@pytest.mark.rule("must-capture")
@pytest.mark.parametrize("name", ["a1", "d4", "e3", "d6"])
def test_a_move_that_captures_nothing_is_refused_and_changes_nothing(
    game: Implementation, name: str
) -> None:
    fresh = answers_of(game)
    with pytest.raises(InvalidMove, match="black may not place a disc"):
        game.move(*square(name))
    assert fresh == answers_of(game)


@pytest.mark.rule("forfeit")
def test_a_player_who_cannot_move_forfeits_the_turn(game: Implementation) -> None:
    for each in GAMES["Black forfeits after eight moves"]:
        game.move(*each)
    assert (WHITE, False) == (game.turn(), game.has_valid_moves(BLACK))


@pytest.mark.rule("wipe-out-ends")
def test_the_game_ends_when_a_player_has_no_discs(game: Implementation) -> None:
    for each in GAMES["White is wiped out after nine moves"]:
        game.move(*each)
    assert (True, 0, 13, BLACK) == (
        game.game_over(),
        game.count(WHITE),
        game.count(BLACK),
        game.winner(),
    )


@pytest.mark.rule("draw")
def test_a_full_board_may_be_a_draw(game: Implementation) -> None:
    for each in GAMES["both forfeit, then a tie on a full board"]:
        game.move(*each)
    assert (True, 32, DRAW) == (game.game_over(), game.count(BLACK), game.winner())


@pytest.mark.rule("assumed-over")
def test_to_ask_for_the_turn_when_the_game_is_over_is_the_callers_fault(
    game: Implementation,
) -> None:
    for each in GAMES["White is wiped out after nine moves"]:
        game.move(*each)
    with pytest.raises(AssumptionViolated, match=r"assumption +¬game_over\(\) +\[assumed-over\]"):
        game.turn()


# -- where the state lives -------------------------------------------------------------------------


@pytest.fixture
def fresh_module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The abstract object as it is when its module was just imported."""
    monkeypatch.delitem(sys.modules, "othello_model.othello")
    return importlib.import_module("othello_model.othello")


@pytest.mark.parametrize("routine", [name for name in ROUTINES if name != "init"])
def test_nothing_can_be_asked_of_the_object_before_init(
    fresh_module: ModuleType, routine: str
) -> None:
    arguments = {"row": 3, "col": 3, "player": BLACK}
    given = [arguments[parameter.name] for parameter in SPECIFICATION[routine].parameters]
    with pytest.raises(AssumptionViolated, match="was called before init; there is no state yet"):
        getattr(fresh_module, routine)(*given)


@pytest.mark.rule("abstract-object")
def test_games_of_the_type_do_not_share_state() -> None:
    one, other = Othello(), Othello()
    one.move(*square("f5"))
    assert (WHITE, BLACK) == (one.turn(), other.turn())
    assert (BLACK, EMPTY) == (one.cell(4, 5), other.cell(4, 5))


def test_what_a_game_hands_out_is_of_the_types_that_the_specification_has(
    game: Implementation,
) -> None:
    assert isinstance(game.cell(3, 3), Cell)
    assert isinstance(game.turn(), Cell)
    assert game.winner() is DRAW
    assert isinstance(game.count(BLACK), int)


def test_the_abstraction_is_the_state_that_the_specification_reaches() -> None:
    othello.init()
    play(othello, "f5 d6 c3")
    specified = Specified()
    for each in moves("f5 d6 c3"):
        specified.move(*each)
    state = othello._state()
    assert isinstance(state, Game)
    assert specified.state == state
