"""Loop: reads lines, prints replies, and saves games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from modlab.screen import Screen
from othello_mis.play.replies import opening, reply_to
from othello_mis.play.saved_game import saved_game
from othello_mis.play.table import PlayTable
from othello_mis.replay.replayed_game import NAMES
from othello_spec.records.move_lists import move_list

Read = Callable[[str], str]
"""Print a prompt and return the next line. Raises EOFError at the end of the input."""

Write = Callable[[str], None]
"""Print a text and the end of its last line."""

_OVER: Final = "over"


def play_game(table: PlayTable, read: Read, write: Write, screen: Screen) -> PlayTable:
    """Play until the person has had enough. Return the table as it is then."""
    reply = opening(table)
    while True:
        table = reply.table
        lines = reply.lines
        if reply.save_to:
            lines = (*lines, _save(table, reply.save_to))
        if lines:
            write(screen.text(lines))
        if reply.is_done:
            break
        game = table.game
        try:
            line = read(f"{_OVER if game.is_over else NAMES[game.state.turn]}> ")
        except EOFError:
            break
        reply = reply_to(table, line)
    moves = move_list(table.plies, table.size)
    write(screen.text([f"Goodbye. The moves were {moves}" if moves else "Goodbye."]))
    return table


def _save(table: PlayTable, file: str) -> str:
    """Write a new file, and return a line that says so, or why it cannot be written."""
    path = Path(file).expanduser()
    try:
        text = saved_game(table, path.name)
        with path.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        return f"{file!r} cannot be written: {error.strerror or error}; name a new file."
    except (ValueError, RuntimeError) as error:  # a name with a null byte, or ~ of nobody
        return f"{file!r} cannot be written: {error}."
    return f"Saved to {ascii(file)[1:-1]}."
