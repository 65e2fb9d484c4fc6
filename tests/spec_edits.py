"""Edits of the specification, one thing wrong in each, and which test notices.

The edits are the mutants that :mod:`modspec.run.mutants` makes of the modules, and one by hand.
They are put to the tests of ``test_figures.py``, run against the edited functions, and, if these
notice nothing, to the facts below. The theorems are edited in ``test_theorems.py``.

    python tests/spec_edits.py     prints each edit, the rule that it touches and what notices it
"""

from __future__ import annotations

import ast
import importlib.util
import itertools
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from modcheck.system.implementation import encode
from modspec.run.machine import Machine
from modspec.run.mutants import Mutant, Operator, mutants
from modspec.syntax.values import Map, frozen
from othello_spec import module
from othello_spec.board import BLACK, CENTRE, EMPTY, SQUARES, WHITE, Direction, Square
from othello_spec.othello import Game
from othello_suite.scenarios import GAMES
from wrong_implementations import sound

OTHELLO: Final = module("othello")
_TURN: Final = OTHELLO["turn"]

EDITS: Final = (
    *mutants(OTHELLO),
    Mutant(
        OTHELLO.python_name,
        _TURN.name,
        Operator.DELETE,
        _TURN.assumptions[0].rules,
        _TURN.assumptions[0].at.line,
        "assert not game_over(game)",
        "(nothing)",
        ("body", 1),
        None,
    ),
)
"""All edits of the functions of othello and of the modules that it uses."""

CONSTANTS: Final[dict[str, dict[str, object]]] = {
    "SIZE = 6": {"SIZE": 6},
    "SIZE = 10": {"SIZE": 10},
    "SQUARES without h8": {"SQUARES": SQUARES - {Square(7, 7)}},
    "SQUARES with a ninth row": {"SQUARES": SQUARES | {Square(8, col) for col in range(8)}},
    "CENTRE a column too far to the left": {"CENTRE": {Square(r, c - 1) for r, c in CENTRE}},
    "CENTRE without d4": {"CENTRE": CENTRE - {Square(3, 3)}},
}
"""Edits of the constants of board."""

PERFT: Final = (4, 12, 56, 244)
"""How many games there are of one move, of two, of three, of four: published figures."""


class Edit(NamedTuple):
    """What identifies an edit, whatever line it stands on."""

    function: str
    rule: str
    before: str
    after: str

    @classmethod
    def of(cls, mutant: Mutant) -> Edit:
        """The edit that a mutant makes."""
        rule = mutant.rules[0] if mutant.rules else ""
        return cls(mutant.function, rule, mutant.before, mutant.after)


_UNEXPLAINED = "UNEXPLAINED"

_SYMMETRIC = "SQUARES is symmetric: (row, col) is on the board exactly if (col, row) is"

EQUIVALENT: Final = {
    Edit("brackets", "no-skipping", "range(1, k)", "range(1 - 1, k)"): (
        "adds that the square itself is not the player's, and captures asks that it is empty anyhow"
    ),
    Edit("flips", "any-length", "range(2, SIZE)", "range(2 - 1, SIZE)"): (
        "a disc one step away brackets a row of no discs, which adds nothing to the set"
    ),
    Edit("move", "on-board", "Square(row, col)", "Square(col, row)"): _SYMMETRIC,
    Edit("is_valid_move", "on-board", "Square(row, col)", "Square(col, row)"): _SYMMETRIC,
    Edit("cell", "on-board", "Square(row, col)", "Square(col, row)"): _SYMMETRIC,
}
"""The edits that change nothing which an access program shows, each with the reason."""


# -- the figures of the sources, as tests/test_figures.py has them ---------------------------------


@cache
def _figures() -> ModuleType:
    """A copy of the tests of the figures, of our own: its names will mean the edited functions."""
    path = Path(__file__).with_name("test_figures.py")
    specification = importlib.util.spec_from_file_location("figures_of_an_edit", path)
    assert specification is not None
    assert specification.loader is not None
    copy = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(copy)
    return copy


def _arguments(test: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """The arguments that the marks of a test give it, one choice after the other."""
    choices = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names, values = mark.args
            names = [names] if isinstance(names, str) else list(names)
            rows = [getattr(value, "values", value) for value in values]
            rows = [row if isinstance(row, tuple) else (row,) for row in rows]
            choices.append([dict(zip(names, row, strict=True)) for row in rows])
    for chosen in itertools.product(*choices):
        yield {name: value for part in chosen for name, value in part.items()}


def _hashable(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function for arguments that are not hashable, such as the boards of the figures."""
    return lambda *arguments: function(*map(frozen, arguments))


def figures(machine: Machine) -> Iterator[tuple[str, Callable[[], None]]]:
    """The tests of the figures, put to the functions of a machine."""
    space = vars(_figures())
    for each in machine.instance.modules():
        for function in each.functions:
            if function.name in space:
                edited = machine.instance.function(each.python_name, function.name)
                space[function.name] = _hashable(edited)
    for name, test in list(space.items()):
        if name.startswith("test_"):
            for arguments in _arguments(test):
                yield f"test_figures.py::{name}", partial(test, **arguments)


# -- games, as a module answers that shares no code with the specification -------------------------


class Said(NamedTuple):
    """A call and what the sound implementation answers."""

    routine: str
    arguments: tuple[Any, ...]
    output: object
    exception: str | None


class Moment(NamedTuple):
    """What the sound implementation says in a state, and the move that is made then."""

    answers: tuple[Said, ...]
    move: Square | None


_BOARD = tuple((row, col) for row in range(8) for col in range(8))
_BEYOND = tuple((row, col) for row in (-8, -1, 0, 7, 8) for col in (-8, -1, 2, 8))


@cache
def known_games() -> dict[str, tuple[Moment, ...]]:
    """The landmarks as the sound implementation plays them."""
    return {name: tuple(_moments(squares)) for name, squares in GAMES.items()}


def _moments(squares: tuple[Square, ...]) -> Iterator[Moment]:
    """Yield each state of a game, with all answers in it and the move that follows."""
    game = sound.Othello()
    for number, square in enumerate((*squares, None)):
        places = sorted({*_BOARD, *_BEYOND}) if number < 2 else list(_BOARD)
        yield Moment(tuple(_answers(game, places)), square)
        if square is not None:
            game.move(*square)


def _answers(game: sound.Othello, places: list[tuple[int, int]]) -> Iterator[Said]:
    """Everything that can be asked, and every call of move that raises or does not."""
    yield Said("game_over", (), game.game_over(), None)
    yield Said("winner", (), game.winner(), None)
    if not game.game_over():
        yield Said("turn", (), game.turn(), None)
    for player in (BLACK, WHITE):
        yield Said("count", (player,), game.count(player), None)
        yield Said("has_valid_moves", (player,), game.has_valid_moves(player), None)
    for place in places:
        inside = sound.on_board(*place)
        yield Said("cell", place, game.cell(*place) if inside else None, _exception(inside, True))
        for player in (BLACK, WHITE):
            yield Said("is_valid_move", (*place, player), game.is_valid_move(*place, player), None)
        yield Said("move", place, None, _exception(inside, game.can_place(*place, game.mover)))


def _exception(inside: bool, valid: bool) -> str | None:
    """Return the exception that a call should raise, or None."""
    return None if valid and inside else "InvalidMove" if inside else "OutOfBounds"


def follow(machine: Machine, moments: tuple[Moment, ...]) -> None:
    """Play a game and compare every answer."""
    state = machine.initial()
    for moment in moments:
        for said in moment.answers:
            outcome = machine.call(state, said.routine, said.arguments)
            assert said.exception == outcome.exception, f"{said} is {outcome.exception}"
            assert said.output == encode(outcome.output), f"{said} is {outcome.output}"
        if moment.move is not None:
            after = machine.call(state, "move", moment.move).state
            assert after is not None
            state = after


# -- other facts -----------------------------------------------------------------------------------


def perft(machine: Machine) -> None:
    """There are as many games of one to four moves as published."""
    states = [machine.initial()]
    for games in PERFT:
        outcomes = [machine.call(state, "move", place) for state in states for place in _BOARD]
        states = [o.state for o in outcomes if o.exception is None and o.state is not None]
        assert games == len(states)


def invariant(machine: Machine) -> None:
    """The invariant holds in all games, and fails if the centre is empty or the turn wrong."""
    holds = machine.instance["invariant"]
    for name, moments in known_games().items():
        state = machine.initial()
        assert isinstance(state, Game)
        for moment in moments:
            assert holds(state), name
            if moment.move is not None:
                after = machine.call(state, "move", moment.move).state
                assert isinstance(after, Game)
                state = after
        if name == "Black forfeits after eight moves":
            assert not holds(Game(board=state.board, turn=BLACK)), "it is not Black's turn"
    start = machine.initial()
    assert isinstance(start, Game)
    for square in ("d4", "e4", "d5", "e5"):
        place = Square(int(square[1]) - 1, "abcdefgh".index(square[0]))
        holed = Map({**start.board, place: EMPTY})
        assert not holds(Game(board=holed, turn=BLACK)), f"{square} is empty"


def compass(machine: Machine) -> None:
    """From d4 it is two squares north to d2, and two squares east to f4."""
    along = machine.instance.function("othello_spec.lines", "along")
    assert Square(1, 3) == along(Square(3, 3), Direction.NORTH, 2)
    assert Square(3, 5) == along(Square(3, 3), Direction.EAST, 2)


def assumption(machine: Machine) -> None:
    """Nothing is said of turn once the game is over."""
    state = machine.initial()
    assert machine.is_allowed(state, "turn")
    for square in GAMES["White is wiped out after nine moves"]:
        after = machine.call(state, "move", square).state
        assert after is not None
        state = after
    assert not machine.is_allowed(state, "turn")


def facts(machine: Machine) -> Iterator[tuple[str, Callable[[], None]]]:
    """All that is tried against a machine, the quickest first."""
    yield from figures(machine)
    yield "where north and east are", partial(compass, machine)
    yield "what turn assumes", partial(assumption, machine)
    yield "perft 1 to 4", partial(perft, machine)
    for name, moments in sorted(known_games().items(), key=lambda item: len(item[1])):
        yield f"the game in which {name}", partial(follow, machine, moments)
    yield "the invariant along the games", partial(invariant, machine)


def noticed_by(mutant: Mutant | dict[str, object] | None) -> str | None:
    """Return the first fact that an edit breaks, or None; the edit None changes nothing."""
    if isinstance(mutant, Mutant):
        machine = Machine(OTHELLO, edits=mutant.edits)
    else:
        machine = Machine(OTHELLO, constants=mutant)
    for name, check in facts(machine):
        try:
            check()
        except Exception:  # noqa: BLE001  # a failing function is noticed, too
            return name
    return None


# -- on disk ---------------------------------------------------------------------------------------


def write_edited(mutant: Mutant | None, folder: Path) -> None:
    """Copy the specification into a folder, with the edit in its text."""
    here = OTHELLO.file.parents[1]
    shutil.copytree(here, folder, ignore=shutil.ignore_patterns("__pycache__"))
    if mutant is None:
        return
    file = folder.joinpath(*mutant.module.split(".")).with_suffix(".py")
    tree = ast.parse(file.read_text(encoding="utf-8"))
    edit = mutant.edits[mutant.module, mutant.function]
    for number, node in enumerate(tree.body):
        if isinstance(node, ast.FunctionDef) and node.name == mutant.function:
            tree.body[number] = edit(node)
    file.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")


# -- the table -------------------------------------------------------------------------------------


def main() -> None:
    """Print the table."""
    began = time.monotonic()
    unexplained = 0
    for number, mutant in enumerate(EDITS, start=1):
        edit = Edit.of(mutant)
        noticed = noticed_by(mutant) or f"nothing: {EQUIVALENT.get(edit, _UNEXPLAINED)}"
        unexplained += noticed.endswith(_UNEXPLAINED)
        _print(f"{number:>3}  {edit.rule or '(definition)'}", f"{edit.function}: {edit.before}")
        _print("", f"-> {edit.after}")
        _print("", f"noticed by {noticed}")
    for name, constants in CONSTANTS.items():
        noticed = noticed_by(constants) or f"nothing: {_UNEXPLAINED}"
        unexplained += noticed.endswith(_UNEXPLAINED)
        _print("     (constant)", name)
        _print("", f"noticed by {noticed}")
    seconds = time.monotonic() - began
    total = len(EDITS) + len(CONSTANTS)
    print(f"{total} edits in {seconds:.0f} s; {unexplained} neither noticed nor explained")
    sys.exit(unexplained > 0)


def _print(left: str, right: str) -> None:
    print(f"{left:<26}{right}", flush=True)


if __name__ == "__main__":
    main()
