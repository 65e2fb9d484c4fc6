"""Othello's notation: squares are moves, a call about a move is explained by the eight directions.

A pass is written or left out, as in recorded games: the rules say where it is forced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from modlab.calls import SEPARATORS, end_of_call, read_calls
from modlab.notation import PLAIN_WIDTH, CallExplanation, Notation, ReachedState, WrittenCalls
from modspec import Module, SpecificationError
from modspec.explain.text import tree
from modspec.run.machine import Call, Machine
from modspec.run.plain import plain
from modspec.syntax.values import State
from othello_mis.given_game import given_game
from othello_mis.replay.replayed_game import (
    NAMES,
    ReplayedGame,
    board_lines,
    position_lines,
)
from othello_mis.replay.text_games import is_position
from othello_spec import module as specification
from othello_spec.board import EMPTY, Square
from othello_spec.match import Match
from othello_spec.othello import Game
from othello_spec.passing import Passing, as_game
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import Pass, Ply, plies
from othello_spec.records.squares import square as read_square
from othello_suite.pictures import diagram
from othello_suite.presentation import OthelloPresentation, squares_of
from othello_suite.states import board_of, part_of, turn_of
from othello_suite.why import WIDTH, MoveExplanation, explain_move, lines_of, to_json

PLAYED: Final = ("othello", "passing")
"""The modules of which a game is nothing but moves and passes."""


class OthelloNotation(Notation):
    """How the calls and states of one of Othello's modules are written, explained and drawn."""

    def __init__(self, module: Module, size: int) -> None:
        super().__init__(module, {"SIZE": size})
        self._size = size
        self._presentation = OthelloPresentation(size)
        names = "|".join(program.name for program in module.access_programs)
        self._call = re.compile(rf"(?<!\w)(?:{names})(?!\w)")

    # -- what people write -------------------------------------------------------------------------

    def calls(self, text: str, states: Sequence[State]) -> Iterator[Call]:
        """Yield the calls that moves, passes or calls stand for."""
        for piece in self._pieces(text):
            if self.module.name not in PLAYED or self._call.match(piece):
                yield from read_calls(self.module, piece)
                continue
            try:
                found = plies(piece, self._size)
            except Malformed as error:
                raise SpecificationError(str(error)) from error
            for ply in found:
                yield from self._calls_of_ply(ply, states)

    def _pieces(self, text: str) -> Iterator[str]:
        """Yield the calls of a text, and the move lists between them."""
        rest, moves = text.strip(SEPARATORS), ""
        while rest:
            end = end_of_call(rest)
            piece, rest = rest[:end], rest[end:].lstrip(SEPARATORS)
            if self._call.match(piece):
                yield from filter(None, (moves, piece))
                moves = ""
            else:
                moves = f"{moves} {piece}".strip()
        yield from filter(None, (moves,))

    def _calls_of_ply(self, ply: Ply, states: Sequence[State]) -> Iterator[Call]:
        """Yield the calls that a move or a pass stands for, in the last of the states."""
        is_passing = self.module.name == "passing"
        if not isinstance(ply, Pass):
            if is_passing and states and self.outcome(states[-1], Call("is_valid_pass")).output:
                yield Call("pass_turn")
            yield Call("move", tuple(ply))
        elif is_passing:
            yield Call("pass_turn")
        elif not _has_forfeited(states):
            whose = f" for {NAMES[cast(Game, states[-1]).turn]}" if states else ""
            raise SpecificationError(f"a pass is not valid{whose}: nobody passes by choice")

    def position(self, text: str) -> State | None:
        """Return the position of a line of letters."""
        if self.module.name not in PLAYED or not is_position(text):
            return None
        return self._state(given_game(WrittenCalls(text), self._size)[1])

    def reached_state(self, written: WrittenCalls) -> ReachedState:
        """Return where a game or a position leads; refuse a move that the rules forbid."""
        if self.module.name not in PLAYED or (not written.file and self._call.search(written.text)):
            return super().reached_state(written)
        _, replayed = given_game(written, self._size)
        return _PlayedPosition(self, self._state(replayed), replayed)

    def _state(self, replayed: ReplayedGame) -> State:
        return replayed.state if self.module.name == "passing" else as_game(replayed.state)

    def last_call(self, words: Sequence[str], written: WrittenCalls) -> tuple[State | None, Call]:
        """Return the move to a square, or the last call, and the state before it."""
        if self.module.name not in PLAYED or any(map(self._call.search, words)):
            return super().last_call(words, written)
        if not words or (written.file is not None and len(words) > 1):
            example = f"c3 --from {written.file}" if written.file else '"f5 d6" c3'
            raise SpecificationError(f"give a square to explain: {example}")
        *moves, square = words
        if not moves and " " in square:
            raise SpecificationError(f"after the moves give a square to explain: {square!r} c3")
        state = self.reached_state(replace(written, text=" ".join(moves))).state
        try:
            return state, Call("move", tuple(read_square(square, self._size)))
        except Malformed as error:
            raise SpecificationError(str(error)) from error

    # -- what is shown to them ---------------------------------------------------------------------

    def show(self, value: Any) -> str:
        """Return a square's name; any other value as for every module."""
        return self._presentation.value(value) if isinstance(value, Square) else plain(value)

    def in_words(self, state: State | None, call: Call) -> str:
        """Return who plays where, or whose move is asked about."""
        player = turn_of(state)
        match call.routine, call.arguments:
            case "move", (row, col, *_) if player is not None:
                return f"{player.name.title()} plays {self.show(Square(row, col))}"
            case "is_valid_move", (row, col, asked):
                return f"may {asked.name.title()} play {self.show(Square(row, col))}?"
        return ""

    def drawing(self, state: State, about: Call | None = None) -> Iterator[str]:
        """Yield the board, whose turn it is and the discs, and what no board shows.

        Of a state in which a call is made, yield the board alone, with the square of the call.
        """
        board = board_of(state)
        if about is not None:
            marked = [] if board is None else squares_of(about, board)
            yield from () if board is None else (f"  {line}" for line in diagram(board, marked))
        elif isinstance(state, Game | Passing):
            is_over = self.outcome(state, Call("game_over")).output
            position = Passing(board=state.board, turn=state.turn)
            yield from board_lines(ReplayedGame(position, (), (), is_over, size=self._size))
        else:
            yield from self._presentation.facts(state)
            if board is not None:
                yield from ("", *(f"  {line}" for line in diagram(board)))

    def in_own_words(self, state: State | None, call: Call) -> CallExplanation | None:
        """Return the discs that flip in each direction, if the call is about a move."""
        game, passing = part_of(state, Game), part_of(state, Passing)
        game = game or (as_game(passing) if passing else None)
        if call.routine not in ("move", "is_valid_move") or game is None:
            return None
        squares = squares_of(call, game.board)
        if not squares or (isinstance(state, Match) and self._is_late(state, call)):
            return None
        machine = Machine(specification("othello"), {"SIZE": self._size})
        asked = call.arguments[2] if call.routine == "is_valid_move" else None
        return MoveAnswer(explain_move(machine, game, squares[0], asked))

    def _is_late(self, match: Match, call: Call) -> bool:
        """Whether a match refuses a call for another reason than the board."""
        return self.outcome(match, call).exception not in (None, "InvalidMove")


@dataclass(frozen=True)
class _PlayedPosition(ReachedState):
    """A position, with the moves and the forfeits that led to it."""

    replayed: ReplayedGame

    def lines(self, width: int = PLAIN_WIDTH) -> Iterator[str]:
        return position_lines(self.replayed, width)


@dataclass(frozen=True)
class MoveAnswer:
    """Why a move is valid, or not: which discs flip in each direction."""

    found: MoveExplanation

    def lines(self, width: int = WIDTH, most: int | None = None) -> Iterator[str]:
        """Yield the position, the conditions and the directions."""
        del width, most
        return lines_of(self.found)

    def tree(self, width: int = WIDTH) -> Iterator[str]:
        """Yield every subformula that decides."""
        yield from tree(self.found.explanation, self.found.show_value, min(width, WIDTH))

    def as_data(self, in_full: bool = True) -> Mapping[str, Any]:
        """Return the explanation for programs."""
        del in_full
        return to_json(self.found)


def _has_forfeited(states: Sequence[State]) -> bool:
    """Whether the last move left the turn where it was, since the opponent cannot move."""
    match states:
        case [*_, Game() as before, Game() as after]:
            is_move = _discs(after) == _discs(before) + 1  # and no new game
            return is_move and before.turn == after.turn
    return False


def _discs(game: Game) -> int:
    return sum(cell != EMPTY for cell in game.board.values())
