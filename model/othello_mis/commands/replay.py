"""``othello-mis replay``: are the recorded games games by the rules?"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from modcheck.distribution import install_line
from modcheck.testing.runner import Progress
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.progress import showing_progress
from modlab.screen import screen_of
from othello_spec.board import SIZE
from othello_spec.records import wthor
from othello_spec.records.squares import SIZES

_LISTED: Final = 10
"""How many findings of a kind are listed for a file."""

_SECONDS: Final = 5
"""The seconds between two lines of progress."""


@click.command(
    cls=CommandWithExitCodes,
    short_help="Replay recorded games, and list illegal moves.",
    exit_codes={
        Exit.CONFORMS: "all games are legal",
        Exit.DEVIATES: "a move is illegal, or a score is wrong",
        Exit.USAGE: "wrong usage",
        Exit.INFRASTRUCTURE: "something could not be read; the other games are judged all the same",
    },
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--all", "list_all", is_flag=True, help="List every finding, not only the first ten.")
@click.option(
    "--size", default=SIZE, show_default=True, type=int, metavar="N", help="Of the board, in text."
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option(
    "--generate",
    type=click.IntRange(1, 10_000_000),
    metavar="N",
    help="Write N random games to the FILE, a new WTHOR file.",
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Of --generate.")
def replay(
    files: tuple[str, ...],
    list_all: bool,
    size: int,
    as_json: bool,
    generate: int | None,
    seed: int,
) -> int:
    """Replay the games of each FILE, and list what is against the rules in them.

    A FILE has move lists such as f5d6c3, a game on each line; a game with tags, as chess has them;
    positions on a line (OBF); or it is a WTHOR file. Its content decides which. For each game, the
    first illegal move is listed with its rule. A record that stops before the end of its game is
    listed too, but is not against the rules.
    """
    from othello_mis.replay import report
    from othello_mis.replay.findings import ReplaySummary, examine_file

    if size not in SIZES:
        raise Usage(f"no board of {size}x{size}; sizes are even, from {SIZES[0]} to {SIZES[-1]}")
    if generate is not None:
        if size != SIZE:
            raise Usage(f"--generate plays on {SIZE}x{SIZE}; leave --size out")
        return _generate(files, generate, seed)
    screen = screen_of(sys.stdout, os.environ)
    limit = None if list_all else _LISTED
    with _showing_progress() as progress:
        found = [examine_file(Path(file), limit, progress, size) for file in files]
    total = sum((one.summary for one in found), start=ReplaySummary())
    for one in found:
        if one.kind == "unreadable":
            for why in one.malformed.items:
                click.echo(" ".join(f"othello-mis: {why}".split()), err=True)
        elif not as_json:
            click.echo(screen.text(report.of_file(one, min(screen.width, report.WIDTH))))
    if as_json:
        click.echo(json.dumps(report.as_data(found, total), indent=2))
    elif any(one.read for one in found):
        click.echo(screen.text(("", *report.summary(total))))
    if any(one.malformed.count for one in found):
        return Exit.INFRASTRUCTURE
    return Exit.DEVIATES if any(one.deviates for one in found) else Exit.CONFORMS


@contextmanager
def _showing_progress() -> Iterator[Progress]:
    """Show progress bars on a terminal; elsewhere a line every few seconds."""
    with showing_progress() as shown:
        if sys.stderr.isatty():
            yield shown
            return
        last = time.monotonic()

        def show(what: str, done: int, total: int) -> None:
            nonlocal last
            if (now := time.monotonic()) - last >= _SECONDS:
                last = now
                click.echo(f"othello-mis: {done:,} of {total:,} {what}", err=True)

        yield show


def _generate(files: tuple[str, ...], games: int, seed: int) -> int:
    """Write random games to a new file."""
    try:
        from othello_mis.replay.generated_games import generate_games
    except ModuleNotFoundError as error:
        raise Infrastructure(
            f"there is no Python package {error.name}; {install_line('batch')}"
        ) from error
    if len(files) != 1:
        raise Usage(f"--generate writes one file; given: {len(files)}")
    try:
        with Path(files[0]).open("xb") as stream, showing_progress() as progress:
            for part in generate_games(games, seed):
                stream.write(part)
                progress("bytes", stream.tell(), wthor.file_size(games))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Usage(f"{files[0]!r} cannot be written: {why}; name a new file") from error
    return Exit.CONFORMS
