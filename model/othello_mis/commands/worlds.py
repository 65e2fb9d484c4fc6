"""``othello-mis worlds``: how many states there are on a small board, and how its best game ends."""

from __future__ import annotations

import re

import click

from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.progress import showing_progress

_BEST_PLAY = 16
"""On boards of so many squares a best game is found as well; larger ones would take too much memory."""


@click.command()
@click.argument("board", default="4x4")
@click.option(
    "--passes", is_flag=True, help="Forfeits are passes, transitions of their own; else automatic."
)
def worlds(board: str, passes: bool) -> int:
    """Count all states that games on a small BOARD come to, such as 4x4, of 4 rows and columns.

    A situation is a state, or a board on which the game is over, whoever's turn it would be. 4x4 takes
    no time; 4x6, with 380 million states, takes four minutes and 3 GB of memory. Exit code 0: as many as
    were counted elsewhere, where they were; 1: not as many.
    """
    try:
        from othello_model.kernel import Kernel
        from othello_proofs.counting.published import KNOWN
        from othello_proofs.counting.worlds import Forfeit, StateSpace, best_game
    except ModuleNotFoundError as error:
        raise Infrastructure(
            f"there is no Python package {error.name}; pip install 'othello-mis[batch]'"
        ) from error
    size = re.fullmatch(r"(\d{1,2})x(\d{1,2})", board)
    if size is None:
        raise Usage(f"no board {board!r}; give rows and columns, such as 4x4 or 4x6")
    try:
        kernel = Kernel(int(size[1]), int(size[2]))
        world = StateSpace(kernel, Forfeit.PASS if passes else Forfeit.AUTOMATIC)
    except ValueError as error:
        raise Usage(f"no world of {board!r}: {error}") from error
    squares = kernel.rows * kernel.columns
    levels = squares - 3  # from 4 discs to a full board
    with showing_progress() as progress:
        census = world.census(lambda done: progress("numbers of discs", done, levels))
    figures = {
        "states": census.states,
        "situations": census.situations,
        "transitions": census.transitions,
        "passes": census.passes,
        "terminal": census.terminal,
    }
    known = KNOWN.get((kernel.rows, kernel.columns, passes), {})
    for name, number in figures.items():
        told = "" if name not in known else f"  elsewhere {known[name]:,}"
        click.echo(f"{name:<12}{number:>22,}{told}")
    if squares <= _BEST_PLAY:
        best = best_game(kernel)
        click.echo(f"{'best play':<12}{f'Black {best.black} - White {best.white}':>22}")
    agrees = all(figures[name] == number for name, number in known.items())
    return Exit.CONFORMS if agrees else Exit.DEVIATES
