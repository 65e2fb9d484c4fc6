"""The game or position that is given: as it is written, and as it is played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from modlab.notation import WrittenCalls
from modspec import SpecificationError
from othello_mis.replay.files import one_game
from othello_mis.replay.recorded_game import RecordedGame
from othello_mis.replay.replayed_game import ReplayedGame, replayed_game
from othello_mis.replay.text_games import read_record
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import PASS


def given_game(written: WrittenCalls, size: int) -> tuple[RecordedGame, ReplayedGame]:
    """Return the game, as it is written and as it is played.

    Raises SpecificationError if it cannot be read, or if the rules forbid a move.
    """
    try:
        if written.file is None:
            game = read_record(written.text, size)
        else:
            game = one_game(written.file, written.number or 1, size)
    except Malformed as error:
        raise SpecificationError(str(error)) from error
    if game.start is not None:
        game = replace(game, plies=())  # the moves of a position are not a game
    if written.after is not None:
        game = replace(game, plies=_first_moves(game, written.after))
    played = replayed_game(game.plies, size, game.start_state)
    if played.illegal_move:
        where = f"{written.file}: " if written.file else ""
        raise SpecificationError(f"{where}{played.illegal_move.complaint}")
    return game, played


def _first_moves(game: RecordedGame, number: int) -> tuple[Any, ...]:
    """Return the plies up to a number of moves, passes not counted."""
    moves = [at for at, ply in enumerate(game.plies, start=1) if ply is not PASS]
    if number > len(moves):
        raise SpecificationError(f"--after is {number}, and the game has {len(moves)} moves")
    return game.plies[: moves[number - 1]] if number else ()
