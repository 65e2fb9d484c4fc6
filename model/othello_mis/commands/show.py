"""``othello-mis show``: a specification, as for every course; or a position of Othello."""

from __future__ import annotations

import click

from modlab.commands import show as course_show
from modlab.commands.errors import Usage
from othello_mis.course import COURSE
from othello_mis.replay.replayed_game import position_lines, replayed_game
from othello_spec.board import SIZE
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import plies
from othello_spec.records.squares import SIZES


@click.command()
@click.argument("module", required=False)
@click.option("--latex", is_flag=True, help="Print LaTeX, for a document of your own.")
@click.option("--moves", metavar="MOVES", help='Draw the board after moves such as "f5 d6 c3".')
@click.option("--size", type=int, metavar="N", help="Of the board of --moves; default: 8.")
def show(module: str | None, latex: bool, moves: str | None, size: int | None) -> None:
    """Print the specification MODULE, such as board, lines or othello, or your own.

    Your own is the path of a Python file, or the dotted name of a module that can be imported.

    With --moves, draw a position instead: whose turn it is, the valid moves in brackets, the discs.
    """
    if moves is not None:
        if module is not None or latex:
            raise Usage(f"--moves draws a position: give no {'MODULE' if module else '--latex'}")
        _draw(moves, SIZE if size is None else size)
        return
    if module is None:
        raise click.UsageError("Missing argument 'MODULE'; name one, or give --moves.")
    if size is not None:
        raise Usage("--size is the size of the board that --moves draws; give --moves")
    course_show.show(COURSE, module, latex)


def _draw(text: str, size: int) -> None:
    """Print the position after the moves of a move list."""
    if size not in SIZES:
        raise Usage(f"no board of {size}x{size}; sizes are even, from {SIZES[0]} to {SIZES[-1]}")
    try:
        game = replayed_game(plies(text, size), size)
    except Malformed as error:
        raise Usage(str(error)) from error
    if game.illegal_move:
        raise Usage(game.illegal_move.complaint)
    click.echo("\n".join(position_lines(game)))
