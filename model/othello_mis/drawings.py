"""Drawings for pages: the game that shows a fault, with what a player sees at each position.

Each frame has the board, whose turn it is, how many discs each player has, and the valid moves. The
last frame marks the squares on which the program is wrong or, if there are none, the squares that
decide the answer.

The positions are those of the specification. If a convention, or an earlier fault, changed the
specification when the fault was found, the game is played by the changed one. If it still does not
lead where the verdict says, only the last position is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from modcheck.report.fields import call_text
from modcheck.report.presentation import Figure, Frame
from modcheck.testing.conventions import ConventionError, Dialect
from modcheck.testing.test_model import TestModel
from modcheck.verdict.verdict import no_op_calls_text
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant, combine, mutants
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Module
from modspec.syntax.values import State
from othello_spec import module
from othello_spec.board import BLACK, SIZE, SQUARES, WHITE, Board, Cell, Player, Square
from othello_spec.lines import captures
from othello_spec.othello import Game
from othello_spec.records.diagrams import read_board
from othello_suite.pictures import svg
from othello_suite.presentation import OthelloPresentation, squares_of
from othello_suite.states import board_of, turn_of

_PLAYERS: Final[tuple[Player, ...]] = (BLACK, WHITE)


class OthelloDrawings:
    """Draws the games of verdicts on one test model, with turn, counts and valid moves."""

    def __init__(self, model: TestModel) -> None:
        self._model = model
        self._machine = Machine(model.module, model.constants)
        size = model.constants.get("SIZE", SIZE)
        assert isinstance(size, int)
        self._size = size
        self._presentation = OthelloPresentation(size)
        self._othello = Machine(module("othello"), {"SIZE": size})

    def frames(self, verdict: Mapping[str, Any], number: int) -> Sequence[Frame]:
        """Return the positions of the game that shows a fault, then the call that goes wrong."""
        fault = verdict["faults"][number]
        no_ops = {*fault.get("asked", ()), *fault.get("refused", ())}
        game = [_call(call) for n, call in enumerate(fault["history"]) if n not in no_ops]
        boards = {
            name: read_board("\n".join(rows), self._size)
            for name, rows in fault.get("boards", {}).items()
        }
        before = boards.get("before", boards.get("position"))
        for changes in self._changes(verdict, number):
            states = self._play(changes, game)
            if states is not None and (not states or board_of(states[-1]) == before):
                calls = [*game, _call(fault["call"]), *map(_call, fault["between"])]
                after = (self._play(changes, calls) or states)[-1:]
                last = self._final_frame(fault, boards, game, states[-1:], after)
                return (*self._positions(game, states), last)
        return (self._final_frame(fault, boards, [], [], []),)

    def _changes(self, verdict: Mapping[str, Any], number: int) -> Iterator[list[Mutant]]:
        """Yield the changes under which the checker may have found the fault."""
        try:
            dialect = Dialect(self._model.conventions, verdict["conventions"])
            agreed = dialect.changes(self._model.module)
        except (ConventionError, LookupError):  # the verdict is about another module
            return
        yield agreed
        earlier = [self._mutant(fault) for fault in verdict["faults"][:number]]
        assumed = [mutant for mutant in earlier if mutant]
        if assumed:
            yield [*agreed, *assumed]

    def _mutant(self, fault: Mapping[str, Any]) -> Mutant | None:
        """Return the mutant of the specification that a fault behaves like."""
        like = fault.get("behaves_as_if")
        wanted = like and (like["change"], like["function"], like["before"], like["after"])
        for mutant in mutants(self._model.module):
            if (mutant.operator.value, mutant.function, mutant.before, mutant.after) == wanted:
                return mutant
        return None

    def _play(self, changes: Sequence[Mutant], game: Sequence[Call]) -> list[State] | None:
        """Return the states after each call of a game, or None if the game cannot be played so."""
        states: list[State] = []
        try:
            machine = self._machine.with_edits(combine(changes)) if changes else self._machine
            for call in game:
                outcome = machine.call(states[-1] if states else None, call.routine, call.arguments)
                if outcome.exception or outcome.state is None:
                    return None
                states.append(outcome.state)
        except (LookupError, AttributeError, TypeError):  # one change lies within another
            return None
        except SpecificationError:
            return None
        return states

    # -- frames ------------------------------------------------------------------------------------

    def _positions(self, game: Sequence[Call], states: Sequence[State]) -> Iterator[Frame]:
        mover = None
        for number, (call, state) in enumerate(zip(game, states, strict=True)):
            text = self._sentence(call, mover) if number or call.arguments else ""
            caption = f"{number}. {text}" if number else f"Start {text}".rstrip()
            board, turn = board_of(state), turn_of(state)
            figures: tuple[Figure, ...] = ()
            if board is not None:
                marks = self._moves(board, turn)
                figures = (Figure("", svg(board, marks, _last_move([call], board), caption)),)
            yield Frame(caption, figures, tuple(self._notes(state)))
            mover = turn

    def _final_frame(
        self,
        fault: Mapping[str, Any],
        boards: Mapping[str, Board],
        game: Sequence[Call],
        before: Sequence[State],
        after: Sequence[State],
    ) -> Frame:
        """Return the call that goes wrong, with the expected and the actual board, or with one.

        ``game`` has the calls before it; ``before`` and ``after`` have one state each, or none if
        the game cannot be played again.
        """
        call, shown_by = _call(fault["call"]), _call(fault["shown_by"])
        mover = turn_of(before[0]) if before else None
        caption = self._sentence(call, mover)
        if game and _is_turn(call):
            caption = f"{len(game)}. {caption}"
        no_ops = no_op_calls_text(
            [*map(call_text, fault["history"])],
            {*fault.get("asked", ()), *fault.get("refused", ())},
        )
        notes = [
            *([f"before it: {no_ops}"] if no_ops else []),
            *(f"then {call_text(between)}" for between in fault["between"]),
        ]
        if {"expected", "got"} <= set(boards):
            expected, got = boards["expected"], boards["got"]
            marks = {square for square in expected if expected[square] != got.get(square)}
            marks |= {*squares_of(shown_by, expected)}  # it differs even if no cell was seen to
            shown = ["expected", "got"]
        else:
            shown = [name for name in ("after", "position", "before") if name in boards][:1]
            marks = self._deciding(call, shown_by, boards[shown[0]]) if shown else set()
        is_before = not {"expected", "after"} & {*shown}
        calls = game if is_before else [*game, call]
        notes += [note for state in (before if is_before else after) for note in self._notes(state)]
        figures = [
            Figure(
                name if shown[1:] else "",
                svg(
                    boards[name],
                    marks,
                    _last_move(calls, boards[name]),
                    f"{name.title()}: {caption}",
                ),
            )
            for name in shown
        ]
        question = self._sentence(shown_by, None)
        is_said = shown_by != call and question != call_text(fault["shown_by"])
        return Frame(caption, tuple(figures), tuple(notes), question if is_said else "")

    # -- what players see --------------------------------------------------------------------------

    def _notes(self, state: State) -> Iterator[str]:
        """Yield what the picture of a state does not show."""
        board, turn = board_of(state), turn_of(state)
        if board is not None and turn is not None:
            black, white = (sum(disc == player for disc in board.values()) for player in _PLAYERS)
            counts = f"Black {black}, White {white}"
            moves = {player: self._moves(board, player) for player in _PLAYERS}
            if not any(moves.values()):
                yield f"{counts}. The game is over: neither player has a valid move."
            else:
                yield f"{turn.name.title()} to move. {counts}."
                names = ", ".join(map(self._presentation.value, sorted(moves[turn])))
                yield f"Valid moves: {names or 'none'}."
                for player in _PLAYERS:
                    if player != turn and not moves[player]:
                        yield f"{player.name.title()} has no valid move."
        yield from self._presentation.facts(state)

    def _moves(self, board: Board, player: Player | None) -> set[Square]:
        """Return the squares on which a player may place a disc."""
        if player is None:
            return set()
        game = Game(board=board, turn=player)
        return {
            square
            for square in board
            if self._othello.call(game, "is_valid_move", (*square, player)).output
        }

    def _deciding(self, call: Call, shown_by: Call, board: Board) -> set[Square]:
        """Return the squares on which the answer to a call depends."""
        marks = {*squares_of(call, board), *squares_of(shown_by, board)}
        if marks and call == shown_by:
            return marks
        moves = {player: self._moves(board, player) for player in _PLAYERS}
        match shown_by.routine, shown_by.arguments:
            case "has_valid_moves", (Cell() as player,) if player in moves:
                return marks | moves[player]
            case "game_over", ():
                return marks.union(*moves.values())
            case "turn", () if not all(moves.values()):  # the only player who can move has the turn
                return marks.union(*moves.values())
        return marks

    def _sentence(self, call: Call, mover: Player | None) -> str:
        """Return a call as people say it: ``Black plays c4``, ``May White play c3?``."""
        who = mover.name.title() if mover is not None else ""
        match call.routine, call.arguments:
            case "move", (int() as row, int() as col, *_) if who:
                return f"{who} plays {self._presentation.value(Square(row, col))}"
            case "pass_turn", () if who:
                return f"{who} passes"
            case "is_valid_move", (int() as row, int() as col, Cell() as player):
                return (
                    f"May {player.name.title()} play {self._presentation.value(Square(row, col))}?"
                )
            case "cell", (int() as row, int() as col):
                return f"What does {self._presentation.value(Square(row, col))} hold?"
            case "has_valid_moves", (Cell() as player,):
                return f"Has {player.name.title()} a valid move?"
            case "count", (Cell() as player,):
                return f"How many discs has {player.name.title()}?"
        return self._presentation.game([Call(""), call]) or call_text(
            [call.routine, *call.arguments]
        )


def _is_turn(call: Call) -> bool:
    """Whether a call is what the player on turn does."""
    return call.routine in ("move", "pass_turn")


def _last_move(calls: Sequence[Call], board: Board) -> Square | None:
    """Return the square of the disc that was placed last, if it is on the board."""
    placed = (call for call in reversed(calls) if call.routine == "move")
    return next((square for call in placed for square in squares_of(call, board)), None)


def _call(data: Sequence[Any]) -> Call:
    """Return a call from its JSON form."""
    routine, *arguments = data
    return Call(routine, tuple(Cell(a) if isinstance(a, str) else a for a in arguments))


# -- slides ----------------------------------------------------------------------------------------

_MOVES: Final = 4
"""The moves of an opening."""


def opening(module: Module) -> list[Call]:
    """Return the first calls of a game. The last one is refused: its square is occupied."""
    machine = Machine(module)
    state: State | None = machine.initial()
    calls = [Call("init")]
    for _ in range(_MOVES):
        moves = _valid_moves(state)
        square = moves[len(moves) // 2]
        calls.append(Call("move", (square.row, square.col)))
        state = machine.call(state, calls[-1].routine, calls[-1].arguments).state
    return [*calls, calls[-1]]


def picture_of(state: State, calls: Sequence[Call]) -> str:
    """Return the board of a state as SVG, with the valid moves and the last one marked."""
    board = board_of(state)
    return "" if board is None else svg(board, _valid_moves(state), _last_move(calls, board))


def _valid_moves(state: State | None) -> list[Square]:
    board, turn = board_of(state), turn_of(state)
    if board is None or turn is None:
        return []
    return sorted(square for square in SQUARES if captures(board, turn, square))
