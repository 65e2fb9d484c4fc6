"""``othello-mis play``: a game in the terminal."""

from __future__ import annotations

import contextlib
import os
import random
import sys
from pathlib import Path
from typing import Final

import click

from modlab.commands.errors import Usage
from modlab.commands.written_calls import file_options, written_calls
from othello_mis.course import COURSE
from othello_mis.given_game import given_game
from othello_spec.board import BLACK, SIZE, WHITE, Player
from othello_spec.records.squares import SIZES

_SIDES: Final[dict[str, Player]] = {"black": BLACK, "white": WHITE}


@click.command(short_help="Play a game in the terminal.")
@click.option(
    "--random",
    "side",
    type=click.Choice([*_SIDES]),
    help="The player whose moves are random. Default: none, two people play.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    help="Of the random player; the same seed plays the same. Default: another game each time.",
)
@click.option(
    "--size",
    default=SIZE,
    show_default=True,
    metavar="N",
    help=f"Rows and columns of the board: even, from {SIZES[0]} to {SIZES[-1]}.",
)
def play(
    side: str | None,
    seed: int | None,
    size: int,
    file: Path | None,
    number: int | None,
    after: int | None,
) -> None:
    """Play Othello in the terminal, by the specification: two people, or one against chance.

    The valid moves are in brackets. Type a square such as d3 or (2, 3), or help. A move that is
    against the rules is refused with the rule; "why d3" shows each direction.
    """
    from modlab.screen import screen_of
    from othello_mis.play.loop import play_game
    from othello_mis.play.table import PlayTable

    if size not in SIZES:
        raise Usage(f"no board of {size}x{size}; sizes are even, from {SIZES[0]} to {SIZES[-1]}")
    if side is None and seed is not None:
        raise Usage("--seed decides the random moves; say who plays at random: --random white")
    random_player = None if side is None else _SIDES[side]
    chance = random.randrange(10**6) if seed is None else seed
    given, _ = given_game(written_calls("", file, number, after), size)
    table = PlayTable(given.plies, size, given.start_state, random_player, chance)
    if side is not None:
        click.echo(f"{side.title()} plays at random (--seed {table.seed}).")
    click.echo("Type a square such as d3, or help.\n")
    play_game(table, _read_line, click.echo, screen_of(sys.stdout, os.environ))


play.params += file_options(COURSE)


def _read_line(prompt: str) -> str:
    """Return the next line of standard input, with the keys of the terminal if there is one."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # input() has a history and can be edited
        try:
            return input(prompt)
        except EOFError:
            click.echo()
            raise
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    click.echo(f"{prompt}{line.rstrip()}")  # as if it had been typed
    return line
