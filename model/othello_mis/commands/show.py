"""``othello-mis show``: a specification, as for every course; or a position of Othello."""

from __future__ import annotations

import os
import sys

import click

from modlab.commands import show as course_show
from modlab.commands.errors import Usage
from othello_mis.commands.given_game import game_options, given_game
from othello_mis.course import COURSE
from othello_mis.play.screen import screen_of
from othello_mis.replay.replayed_game import position_lines
from othello_spec.board import SIZE
from othello_spec.records.squares import SIZES


@click.command(short_help="Print a module, or draw a position.")
@click.argument("module", required=False)
@click.option("--latex", is_flag=True, help="Print LaTeX, for a document of your own.")
@click.option("--moves", metavar="MOVES", help='Draw the board after moves such as "f5 d6 c3".')
@game_options
@click.option("--size", type=int, metavar="N", help="Of the board to draw; default: 8.")
def show(
    module: str | None,
    latex: bool,
    moves: str | None,
    file: str | None,
    number: int | None,
    after: int | None,
    size: int | None,
) -> None:
    """Print the specification MODULE, such as board, lines or othello, or your own.

    Your own is the path of a Python file, or the dotted name of a module that can be imported.

    With --moves or --from, draw a position instead: whose turn it is, the valid moves in brackets,
    the discs. MOVES may also be a position on a line: the letters of all squares and whose turn.
    """
    if moves is not None or file is not None:
        given = "--moves" if file is None else "--from"
        if moves is not None and file is not None:
            raise Usage("--moves and --from each give a game; give one of them")
        if module is not None or latex:
            raise Usage(f"{given} draws a position: give no {'MODULE' if module else '--latex'}")
        _check_size(size := SIZE if size is None else size)
        _, game = given_game(moves, file, number, after, size)
        screen = screen_of(sys.stdout, os.environ)
        click.echo(screen.text(position_lines(game, screen.width)))
        return
    if module is None:
        raise click.UsageError("Missing argument 'MODULE'; name one, or give --moves or --from.")
    if size is not None:
        raise Usage("--size is the size of the board that --moves draws; give --moves")
    if number is not None or after is not None:
        raise Usage("--game and --after are of a game to draw; give --from")
    course_show.show(COURSE, module, latex)


def _check_size(size: int) -> None:
    if size not in SIZES:
        raise Usage(f"no board of {size}x{size}; sizes are even, from {SIZES[0]} to {SIZES[-1]}")
