"""``othello-mis explain``: why is this square a valid move, or not? And why is this a fault?"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from modlab.commands.errors import Usage
from modspec.explain.text import tree
from modspec.run.machine import Machine
from othello_mis.commands.given_game import game_options, given_game
from othello_mis.play.screen import screen_of
from othello_mis.replay.text_games import is_position
from othello_spec import module
from othello_spec.board import BLACK, SIZE, WHITE, Player
from othello_spec.passing import as_game
from othello_spec.records.malformed import Malformed
from othello_spec.records.squares import square as read_square
from othello_suite.why import WIDTH, explain_move, lines_of, to_json

_OBJECT: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*["}]')
"""How an object of JSON begins; a game may begin with a comment in braces."""

_BEGINNING: Final = 4096
"""How many bytes of a file decide whether it may be a verdict."""


class _PositionsAllowed(click.Command):
    """A command whose arguments may be positions, which begin with dashes as options do."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [_without_dashes(argument) for argument in args])


def _without_dashes(argument: str) -> str:
    """Return a position with dots for its empty squares, and any other argument as it is."""
    squares, mark, scores = argument.partition(";")
    if is_position(argument):
        return f"{squares.replace('-', '.')}{mark}{scores}"
    return argument


@click.command(cls=_PositionsAllowed, short_help="Say why a move is valid, or why it is not.")
@click.argument("words", metavar="[MOVES...] [SQUARE]", nargs=-1)
@game_options
@click.option(
    "--fault",
    type=click.IntRange(1),
    metavar="N",
    help="Which fault of a verdict; default: the first.",
)
@click.option("--player", type=click.Choice(["black", "white"]), help="Default: whose turn it is.")
@click.option(
    "--size",
    default=SIZE,
    show_default=True,
    help="Rows and columns of the board: even, from 4 to 16.",
)
@click.option("--tree", "as_tree", is_flag=True, help="Print every subformula that decides.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanation as JSON.")
def explain(
    words: tuple[str, ...],
    file: str | None,
    number: int | None,
    after: int | None,
    fault: int | None,
    player: str | None,
    size: int,
    as_tree: bool,
    as_json: bool,
) -> None:
    """Explain, direction by direction, whether SQUARE is a valid move after MOVES.

    MOVES is a move list such as "f5 d6", or a position: the letters of all squares and whose turn
    it is. Without MOVES, it is the start of a game. SQUARE is one such as c3.

    With --from, the game or position is in a file: explain c3 --from game.txt. If the file is a
    verdict, which "check --json" prints, the call of a fault is explained, and no SQUARE is needed.
    """
    if file is None and len(words) == 1 and Path(words[0]).is_file():
        file, words = words[0], ()
    verdict = None if file is None else _verdict(Path(file))
    if verdict is not None:
        if words or number is not None or after is not None or player:
            raise Usage(f"{file} is a verdict: give no more than --fault, --tree and --json")
        _explain_fault(verdict, str(file), fault or 1, as_tree, as_json)
        return
    if fault is not None:
        raise Usage("--fault is a fault of a verdict; give the file that check --json wrote")
    if not words or (file is not None and len(words) > 1):
        example = f"c3 --from {file}" if file else '"f5 d6" c3'
        raise Usage(f"give a square to explain: {example}")
    *moves, square = words
    if Path(square).suffix:
        raise Usage(f"there is no file {square}; give a verdict, a game or a position")
    if not moves and " " in square:
        raise Usage(f"after the moves give a square to explain: {square!r} c3")
    _, replayed = given_game(" ".join(moves), file, number, after, size)
    try:
        place = read_square(square, size)
    except Malformed as error:
        raise Usage(str(error)) from error
    machine = Machine(module("othello"), {"SIZE": size})
    players: dict[str | None, Player] = {"black": BLACK, "white": WHITE}
    answer = explain_move(machine, as_game(replayed.state), place, players.get(player))
    screen = screen_of(sys.stdout, os.environ)
    if as_json:
        click.echo(json.dumps(to_json(answer), indent=2))
    elif as_tree:
        width = min(screen.width, WIDTH)
        click.echo(screen.text(tree(answer.explanation, answer.show_value, width)))
    else:
        click.echo(screen.text(lines_of(answer)))


def _verdict(path: Path) -> Mapping[str, Any] | None:
    """Return the verdict that is in a file; None if the file is something else."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            if not _OBJECT.match(stream.read(_BEGINNING)):
                return None
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError:  # whoever reads the file as a game says what is wrong
        return None
    except (ValueError, RecursionError) as error:
        raise Usage(f"{path}: this is no JSON ({error}); give what check --json prints") from error
    assert isinstance(data, dict)
    return data


def _explain_fault(
    verdict: Mapping[str, Any], file: str, number: int, as_tree: bool, as_json: bool
) -> None:
    from othello_mis.fault_explanation import VerdictError, explain_fault, fault_data, fault_lines

    try:
        found = explain_fault(verdict, number)
    except VerdictError as error:
        raise Usage(f"{file}: {error}") from error
    if as_json:
        click.echo(json.dumps(fault_data(found, in_full=as_tree), indent=2))
    else:
        screen = screen_of(sys.stdout, os.environ)
        click.echo(screen.text(fault_lines(found, as_tree, min(screen.width, WIDTH))))
