"""``othello-mis worlds``: count the states of a small board, and play its best game."""

from __future__ import annotations

import re

import click

from modcheck.distribution import install_line
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.progress import showing_progress

_BEST_PLAY = 16
"""Squares of the largest board whose best game is searched; larger boards take too much memory."""


@click.command(
    cls=CommandWithExitCodes,
    short_help="Count the states of a small board.",
    exit_codes={
        Exit.CONFORMS: "each count matches the published count, if there is one",
        Exit.DEVIATES: "a count does not match",
    },
)
@click.argument("board", default="4x4")
@click.option("--passes", is_flag=True, help="Count a forfeit as a transition of its own, a pass.")
def worlds(board: str, passes: bool) -> int:
    """Count the reachable states of a small BOARD, such as 4x4 with 4 rows and 4 columns.

    Situations count a board on which the game is over once, although either player may have the
    turn. 4x4 takes no time; 4x6, with 380 million states, takes four minutes and 3 GB of memory.
    """
    try:
        from othello_model.kernel import Kernel
        from othello_proofs.counting.published import KNOWN
        from othello_proofs.counting.worlds import Forfeit, StateSpace, best_game
    except ModuleNotFoundError as error:
        raise Infrastructure(
            f"there is no Python package {error.name}; {install_line('batch')}"
        ) from error
    size = re.fullmatch(r"(\d{1,2})x(\d{1,2})", board)
    if size is None:
        raise Usage(f"no board {board!r}; give rows and columns, such as 4x4 or 4x6")
    try:
        kernel = Kernel(int(size[1]), int(size[2]))
        space = StateSpace(kernel, Forfeit.PASS if passes else Forfeit.AUTOMATIC)
    except ValueError as error:
        raise Usage(f"the states of {board!r} cannot be counted: {error}") from error
    squares = kernel.rows * kernel.columns
    levels = squares - 3  # from 4 discs to a full board
    with showing_progress() as progress:
        counts = space.census(lambda done: progress("numbers of discs", done, levels))
    figures = {
        "states": counts.states,
        "situations": counts.situations,
        "transitions": counts.transitions,
        "passes": counts.passes,
        "terminal": counts.terminal,
    }
    known = KNOWN.get((kernel.rows, kernel.columns, passes), {})
    for name, number in figures.items():
        published = f"  published {known[name]:,}" if name in known else ""
        click.echo(f"{name:<12}{number:>22,}{published}")
    if squares <= _BEST_PLAY:
        best = best_game(kernel)
        click.echo(f"{'best play':<12}{f'Black {best.black} - White {best.white}':>22}")
    agrees = all(figures[name] == number for name, number in known.items())
    return Exit.CONFORMS if agrees else Exit.DEVIATES
