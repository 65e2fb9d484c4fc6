"""``othello-mis explain``: why is this square a valid move, or not?"""

from __future__ import annotations

import json

import click

from modlab.commands.errors import Usage
from modspec.explain.text import tree
from modspec.run.machine import Machine
from othello_mis.replay.replayed_game import replayed_game
from othello_spec import module
from othello_spec.board import BLACK, SIZE, WHITE, Player
from othello_spec.passing import as_game
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import plies
from othello_spec.records.squares import check_size
from othello_spec.records.squares import square as read_square
from othello_suite.why import explain_move, lines_of, to_json


@click.command()
@click.argument("game", metavar="MOVES")
@click.argument("square")
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
    game: str, square: str, player: str | None, size: int, as_tree: bool, as_json: bool
) -> None:
    """Explain, direction by direction, whether SQUARE is a valid move after MOVES.

    MOVES is a move list such as "f5 d6", or "" for the start; SQUARE is one such as c3.
    """
    try:
        check_size(size)
    except ValueError as error:
        raise Usage(f"--size is {size}: {error}") from error
    try:
        replayed, place = replayed_game(plies(game, size), size), read_square(square, size)
    except Malformed as error:
        raise Usage(str(error)) from error
    if replayed.illegal_move:
        raise Usage(replayed.illegal_move.complaint)
    machine = Machine(module("othello"), {"SIZE": size})
    players: dict[str | None, Player] = {"black": BLACK, "white": WHITE}
    answer = explain_move(machine, as_game(replayed.state), place, players.get(player))
    if as_json:
        click.echo(json.dumps(to_json(answer), indent=2))
    elif as_tree:
        click.echo("\n".join(tree(answer.explanation, answer.show_value)))
    else:
        click.echo("\n".join(lines_of(answer)))
