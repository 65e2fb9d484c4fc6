"""``othello-mis explain``: why is this square a valid move, or not?"""

from __future__ import annotations

import json

import click

from modspec.readings.explanation_text import tree
from modspec.readings.run import Machine
from othello_model.commands.errors import Usage
from othello_spec import module
from othello_spec.board import BLACK, WHITE, Player, Square
from othello_spec.othello import Game
from othello_spec.presentation import PRESENTATION
from othello_spec.transcript import moves, name
from othello_spec.transcript import square as read_square
from othello_spec.why import lines_of, to_json, why


@click.command()
@click.argument("game", metavar="MOVES")
@click.argument("square")
@click.option("--player", type=click.Choice(["black", "white"]), help="Default: whose turn it is.")
@click.option("--tree", "as_tree", is_flag=True, help="Print every subformula that decides.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanation as JSON.")
def explain(game: str, square: str, player: str | None, as_tree: bool, as_json: bool) -> None:
    """Explain, direction by direction, whether SQUARE is a valid move after MOVES.

    MOVES is a transcript such as "f5 d6", or "" for the start; SQUARE is one such as c3.
    """
    try:
        played, asked = moves(game), read_square(square)
    except ValueError as error:
        raise Usage(str(error)) from error
    machine = Machine(module("othello"))
    colours: dict[str | None, Player | None] = {"black": BLACK, "white": WHITE, None: None}
    answer = why(machine, _position(machine, played), asked, colours[player])
    if as_json:
        click.echo(json.dumps(to_json(answer), indent=2))
    elif as_tree:
        click.echo("\n".join(tree(answer.explanation, PRESENTATION.value)))
    else:
        click.echo("\n".join(lines_of(answer)))


def _position(machine: Machine, played: tuple[Square, ...]) -> Game:
    state = machine.initial()
    for ply, each in enumerate(played, start=1):
        outcome = machine.call(state, "move", tuple(each))
        assert isinstance(state, Game)
        if outcome.exception or outcome.state is None:
            raise Usage(
                f"move {ply}, {name(each)}, is not valid for {state.turn.name}: {outcome.exception}"
            )
        state = outcome.state
    assert isinstance(state, Game)
    return state
