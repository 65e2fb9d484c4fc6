"""The game or position that a command is given: as text, or in a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from modlab.commands.errors import Usage
from othello_mis.replay.files import one_game
from othello_mis.replay.recorded_game import RecordedGame
from othello_mis.replay.replayed_game import ReplayedGame, replayed_game
from othello_mis.replay.text_games import read_record
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import PASS
from othello_spec.records.squares import check_size

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS: Final = (
    click.option(
        "--from",
        "file",
        metavar="FILE",
        help="Take the game or the position in FILE: whatever replay reads.",
    ),
    click.option(
        "--game",
        "number",
        type=click.IntRange(1),
        metavar="N",
        help="Which game of FILE; default: the first.",
    ),
    click.option(
        "--after", type=click.IntRange(0), metavar="N", help="Take only the first N moves."
    ),
)


def game_options(command: Command) -> Command:
    """Add the options that name a game in a file: ``file``, ``number`` and ``after``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def given_game(
    text: str | None, file: str | None, number: int | None, after: int | None, size: int
) -> tuple[RecordedGame, ReplayedGame]:
    """Return the game of a text or of a file, as it is recorded and as it is played.

    Raises Usage if it cannot be read, or if the rules forbid a move.
    """
    try:
        check_size(size)
    except ValueError as error:
        raise Usage(f"--size is {size}: {error}") from error
    if file is None and number is not None:
        raise Usage("--game is the number of a game in a file; give --from")
    try:
        if file is None:
            game = read_record(text or "", size)
        else:
            game = one_game(Path(file), number or 1, size)
    except Malformed as error:
        raise Usage(str(error)) from error
    if game.start is not None:
        game = replace(game, plies=())  # the moves of a position are not a game
    if after is not None:
        game = replace(game, plies=_first_moves(game, after))
    played = replayed_game(game.plies, size, game.start_state)
    if played.illegal_move:
        raise Usage(f"{f'{file}: ' if file else ''}{played.illegal_move.complaint}")
    return game, played


def _first_moves(game: RecordedGame, number: int) -> tuple[Any, ...]:
    """Return the plies up to a number of moves, passes not counted."""
    moves = [at for at, ply in enumerate(game.plies, start=1) if ply is not PASS]
    if number > len(moves):
        raise Usage(f"--after is {number}, and the game has {len(moves)} moves")
    return game.plies[: moves[number - 1]] if number else ()
