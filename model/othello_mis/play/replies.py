"""Replies: what the table answers to a line that a person types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from modcheck.near import near_match
from modspec.run.machine import Machine
from othello_mis.play.table import PlayTable
from othello_mis.replay.replayed_game import NAMES, board_lines
from othello_spec import module
from othello_spec.board import Player, Square
from othello_spec.passing import as_game
from othello_spec.records.malformed import Malformed, quote
from othello_spec.records.move_lists import Pass, Ply, move_list, plies, ply_text
from othello_spec.records.squares import name, on_board
from othello_spec.records.squares import square as read_square
from othello_spec.rules import RULES
from othello_suite.why import explain_move, lines_of

HELP: Final = """\
d3           place a disc on d3; so does (2, 3): row, column
moves        the valid moves, and the discs that each flips
why d3       why d3 is a valid move, or is not
undo         take your last move back
board        draw the board again
transcript   the moves so far
save FILE    write the moves; as a pytest test to FILE.py
help         these lines
quit         end; so does the end of the input"""

_UNWRAPPED: Final = 10_000
"""The width of lines that the screen wraps later."""

_NUMBERS: Final = re.compile(
    r"(?:move)?\s*\(?\s*([+-]?[0-9]{1,6})\s*[,\s]\s*([+-]?[0-9]{1,6})\s*\)?", re.ASCII
)
"""A square as row and column, perhaps as a call."""


@dataclass(frozen=True)
class TableReply:
    """What a line does to the game, and what is printed."""

    table: PlayTable
    lines: tuple[str, ...] = ()
    is_done: bool = False
    """Whether the person has had enough."""

    save_to: str = ""
    """The file that the game is to be saved to; empty: none."""


def reply_to(table: PlayTable, line: str) -> TableReply:
    """Return the reply to a line: a command, a square, or a list of moves."""
    word, _, rest = line.strip().partition(" ")
    command, rest = word.lower(), rest.strip()
    if not word:
        return TableReply(table)
    if command in _COMMANDS:
        return _COMMANDS[command](table, rest)
    try:
        wanted = read_plies(line, table.size)
    except Malformed as error:
        if not word.isalpha():
            return TableReply(table, (f"{error}; or type help.",))
        near = near_match(command, _COMMANDS, "command")
        return TableReply(table, (f"There is no command {quote(command)}; {near}",))
    return _play(table, wanted)


def opening(table: PlayTable) -> TableReply:
    """Return the first reply: the board, and the moves of a random player who begins."""
    return _with_random_moves(table, [])


def read_plies(text: str, size: int) -> tuple[Ply, ...]:
    """Return the moves of a line: squares by name, or one by row and column; else Malformed."""
    if numbers := _NUMBERS.fullmatch(text.strip()):
        square = Square(int(numbers[1]), int(numbers[2]))
        if not on_board(square, size):
            last = size - 1
            why = f"({square.row}, {square.col}) is off the board"
            raise Malformed(why, f"rows and columns are 0 to {last}")
        return (square,)
    return plies(text, size)


# -- moves -----------------------------------------------------------------------------------------


def _play(table: PlayTable, wanted: tuple[Ply, ...]) -> TableReply:
    """Return the reply to moves: they are made up to the first that the rules forbid."""
    lines: list[str] = []
    for ply in wanted:
        if table.is_random_turn:  # in a list of moves, the random player makes its own
            table = _random_move(table, lines)
        after = table.after(ply)
        illegal = after.game.illegal_move
        if illegal:
            lines.append(f"{illegal.complaint[0].upper()}{illegal.complaint[1:]}")
            if isinstance(ply, Square):
                lines.append(f'Type "why {name(ply, table.size)}" to see each direction.')
            if len(wanted) == 1:
                return TableReply(table, tuple(lines))
            break
        if isinstance(ply, Pass):
            lines.append("A forced pass is made for you; there is no need to type it.")
            return TableReply(table, tuple(lines))
        lines += _move_lines(table, after, ply)
        table = after
    return _with_random_moves(table, lines)


def _with_random_moves(table: PlayTable, lines: list[str]) -> TableReply:
    """Return the reply after the moves of the random player, if it has the turn."""
    while table.is_random_turn:
        table = _random_move(table, lines)
    return TableReply(
        table, (*lines, *([""] if lines else []), *board_lines(table.game, _UNWRAPPED))
    )


def _random_move(table: PlayTable, lines: list[str]) -> PlayTable:
    ply = table.random_move()
    after = table.after(ply)
    lines += _move_lines(table, after, ply, " at random")
    return after


def _move_lines(before: PlayTable, after: PlayTable, ply: Ply, how: str = "") -> Iterator[str]:
    """Yield the move in words, and the turns that are forfeited after it."""
    player = before.game.state.turn
    yield f"{NAMES[player]} plays {ply_text(ply, before.size)}{how}."
    for _, loser in after.game.forfeits[len(before.game.forfeits) :]:
        yield f"{NAMES[loser]} forfeits a turn: {RULES['forfeit'].text} [forfeit]"


# -- commands --------------------------------------------------------------------------------------


def _show_help(table: PlayTable, rest: str) -> TableReply:
    del rest
    return TableReply(table, tuple(HELP.splitlines()))


def _show_board(table: PlayTable, rest: str) -> TableReply:
    del rest
    return TableReply(table, tuple(board_lines(table.game, _UNWRAPPED)))


def _show_moves(table: PlayTable, rest: str) -> TableReply:
    """List the valid moves, each with the number of discs that it flips."""
    del rest
    game = table.game
    if game.is_over:
        return TableReply(table, ("The game is over: there is no valid move.",))
    player: Player = game.state.turn
    discs = {square: table.after(square).game.count(player) for square in sorted(game.valid_moves)}
    flips = {square: number - game.count(player) - 1 for square, number in discs.items()}
    moves = " ".join(f"{name(square, table.size)}({number})" for square, number in flips.items())
    what = "valid moves, each with the number of discs that it flips"
    return TableReply(table, (f"{NAMES[player]}'s {what}: {moves}",))


def _explain(table: PlayTable, rest: str) -> TableReply:
    try:
        wanted = read_plies(rest, table.size) if rest else ()
        if len(wanted) != 1 or not isinstance(wanted[0], Square):
            read_square(rest, table.size)
        [square] = wanted
    except Malformed as error:
        return TableReply(table, (str(error), 'Type a square after "why": why d3.'))
    assert isinstance(square, Square)
    state = as_game(table.game.state)
    return TableReply(table, tuple(lines_of(explain_move(_othello(table.size), state, square))))


def _undo(table: PlayTable, rest: str) -> TableReply:
    del rest
    before = table.before_last_choice()
    if before is None:
        return TableReply(table, ("There is no move to take back.",))
    taken = move_list(table.plies[len(before.plies) :], table.size)
    return TableReply(before, (f"Taken back: {taken}.", "", *board_lines(before.game, _UNWRAPPED)))


def _show_transcript(table: PlayTable, rest: str) -> TableReply:
    del rest
    return TableReply(table, (move_list(table.plies, table.size) or "No move has been made.",))


def _save(table: PlayTable, rest: str) -> TableReply:
    if not rest:
        why = "Give the name of a new file: save game.txt, or save test_game.py."
        return TableReply(table, (why,))
    return TableReply(table, save_to=rest)


def _quit(table: PlayTable, rest: str) -> TableReply:
    del rest
    return TableReply(table, is_done=True)


_COMMANDS: Final[Mapping[str, Callable[[PlayTable, str], TableReply]]] = {
    "board": _show_board,
    "moves": _show_moves,
    "hint": _show_moves,
    "why": _explain,
    "undo": _undo,
    "transcript": _show_transcript,
    "save": _save,
    "help": _show_help,
    "?": _show_help,
    "quit": _quit,
    "exit": _quit,
}


@cache
def _othello(size: int) -> Machine:
    return Machine(module("othello"), {"SIZE": size})
