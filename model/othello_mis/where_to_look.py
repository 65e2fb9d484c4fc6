"""Where to look: what a change of the specification means for the author of a program.

A program that behaves as if the specification were changed has the same mistake in its own words.
Each sentence says what the program does, and asks for the place in the code where this comes from.
A sentence is only here if it fits one mistake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from modcheck.testing.patterns import (
    LOOP,
    Accumulation,
    Alias,
    Circumstance,
    ForeignException,
    Habit,
    LaterGame,
    Offset,
    Oversight,
    Pattern,
    Share,
    general_advice,
    offset_text,
)
from modcheck.testing.test_model import Idiom
from modspec.run.mutants import Mutant, Operator
from othello_spec.board import Direction, Square
from othello_spec.lines import opponent
from othello_spec.records.squares import name
from othello_suite.advice import WAYS


@dataclass(frozen=True)
class _Sentence:
    """A sentence, and the mutants that it fits."""

    function: str
    """The function that is changed; empty for any."""

    operator: Operator
    text: str
    """``{function}`` stands for the name of the function."""

    rule: str = ""
    """The rule of the changed part; empty for any."""

    before: str = ""
    after: str = ""
    """Parts of the text before the change, and after it."""

    def is_of(self, mutant: Mutant) -> bool:
        """Whether the sentence is true of a mutant."""
        return (
            self.function in ("", mutant.function)
            and self.operator is mutant.operator
            and (not self.rule or self.rule in mutant.rules)
            and self.before in mutant.before
            and self.after in mutant.after
        )


_DELETE, _RESTRICT, _NEGATE, _REPLACE = (
    Operator.DELETE,
    Operator.RESTRICT,
    Operator.NEGATE,
    Operator.REPLACE,
)

FULL: Final = "the game is over only on a full board"
AS_TEXT: Final = "the numbers of discs are compared as text"
BEFORE: Final = "the forfeit is decided on the board before the move"

GUESSES: Final = (
    Idiom(
        "othello_spec.othello",
        "game_over",
        "all(game.board[square] != EMPTY for square in SQUARES)",
        ("game-over",),
        FULL,
        is_narrow=True,
    ),
    Idiom(
        "othello_spec.othello",
        "move",
        "Game(board=placed(game.board, game.turn, Square(row, col)),"
        " turn=next_turn(game.board, game.turn))",
        ("forfeit",),
        BEFORE,
    ),
    Idiom(
        "othello_spec.othello",
        "winner",
        "BLACK if str(count(game, BLACK)) > str(count(game, WHITE)) else"
        " WHITE if str(count(game, WHITE)) > str(count(game, BLACK)) else DRAW",
        ("majority",),
        AS_TEXT,
    ),
)
"""Mistakes of real programs that no mutant has; they serve to word a hint."""

_MODULES: Final = ("othello_spec.board", "othello_spec.lines", "othello_spec.othello")
"""The modules whose functions the cases are about; others have functions of the same names."""

_SENTENCES: Final = (
    # -- which moves are valid
    _Sentence(
        "captures",
        _DELETE,
        "It accepts moves onto occupied squares. Does it check that the square is empty?",
        "place-on-empty",
    ),
    _Sentence(
        "captures",
        _DELETE,
        "It accepts moves that flip no disc. Does it check that the number of flipped discs is "
        "> 0? Every number of discs is >= 0.",
        "must-capture",
    ),
    _Sentence(
        "move",
        _DELETE,
        "It makes moves that are not valid. Does move check that a move is valid before it "
        "changes the board?",
        "must-capture",
    ),
    _Sentence(
        "move",
        _REPLACE,
        "move exchanges row and column when it checks that the move is valid. Is the row the "
        "first index of your board?",
        before="Square(row, col)",
        after="Square(col, row)",
    ),
    *(
        _Sentence(
            function,
            _REPLACE,
            f"{function} takes the row for the column and the column for the row, or move does. Is "
            "the row the first index of your board in both?",
            before="Square(row, col)",
            after="Square(col, row)",
        )
        for function in ("is_valid_move", "cell")
    ),
    _Sentence(
        "",
        _REPLACE,
        "{function} answers for the player whose turn it is. Does it use its argument?",
        before="player",
        after="game.turn",
    ),
    _Sentence(
        "can_move",
        _NEGATE,
        "One valid move is enough, but it demands that every square is one. Is `all` written "
        "where `any` is meant?",
        after="all(",
    ),
    # -- along a line
    _Sentence(
        "brackets",
        _DELETE,
        "It flips discs across an empty square. Does the walk along a line end at an empty square?",
        "no-gaps",
    ),
    _Sentence(
        "brackets",
        _NEGATE,
        "It flips discs across an empty square. Does the walk along a line end at an empty square?",
        "no-gaps",
        after="any(",
    ),
    _Sentence(
        "brackets",
        _RESTRICT,
        "It checks only that the square beside the new disc is not empty. Does it check every "
        "square of the line?",
        "no-gaps",
    ),
    _Sentence(
        "brackets",
        _DELETE,
        "It skips discs of the mover. Does the walk along a line end at the mover's first disc?",
        "no-skipping",
    ),
    _Sentence(
        "brackets",
        _NEGATE,
        "It skips discs of the mover. Does the walk along a line end at the mover's first disc?",
        "no-skipping",
        after="any(",
    ),
    _Sentence(
        "brackets",
        _RESTRICT,
        "It checks only whether the disc beside the new one is the mover's. Does it check every "
        "disc of the line?",
        "no-skipping",
    ),
    _Sentence(
        "brackets",
        _DELETE,
        "It flips discs that no disc of the mover closes off. Does it check that the mover's "
        "disc is at the end of the line?",
        "outflank",
        before="== player",
    ),
    _Sentence(
        "brackets",
        _REPLACE,
        "Your program lets the edge of the board close a line of discs. What does the walk along a "
        "line return when it leaves the board?",
        after="the edge of the board closes",
    ),
    _Sentence(
        "brackets",
        Operator.OFF_BY_ONE,
        "It finds no valid move at the start, where Black has four. What does the walk along a "
        "line return when one white disc lies between the new disc and a black one?",
        "no-gaps",
        after="range(1 - 1",
    ),
    _Sentence(
        "flips",
        Operator.OFF_BY_ONE,
        "It misses the longest lines. Does the search for the closing disc end a square too early?",
        "any-length",
        after="SIZE - 1",
    ),
    _Sentence(
        "flips",
        _RESTRICT,
        "It never captures diagonally. Are the four diagonal steps, such as (1, 1), in your list "
        "of directions?",
        "directions",
        after="Direction.NORTH, Direction.EAST,",
    ),
    _Sentence(
        "flips",
        _RESTRICT,
        "It finds lines of one disc only. Does the walk along a line go on after the first disc?",
        "any-length",
    ),
    _Sentence(
        "along",
        _REPLACE,
        "Your program lets a line go on at the opposite edge. Does an index of -1, or a remainder "
        "(%), lead to the other side of the board?",
        after="at the opposite edge",
    ),
    _Sentence(
        "along",
        _REPLACE,
        "Your program lets a line go on in the next row. With square numbers such as 8 * row + "
        "col: is the edge checked at each step? With a bitboard: does each shift mask column a or "
        "h out?",
        after="in the next row",
    ),
    _Sentence(
        "along",
        _REPLACE,
        "A line that leaves the board at the top or at the left goes on at the far edge: in Python "
        "an index of -1 is the last one. Does your program check that row and column are at least "
        "0?",
        after="row or column is counted from the end",
    ),
    _Sentence(
        "along",
        _REPLACE,
        "A line that leaves the board at the top goes on at the bottom: in Python an index of -1 "
        "is the last one. Does your program check that the row is at least 0?",
        after="negative row is counted from the end",
    ),
    _Sentence(
        "along",
        _REPLACE,
        "A line that leaves the board at the left goes on at the right edge. With lists: does your "
        "program check that the column is at least 0? With a bitboard: do the shifts to the left "
        "and those to the right all mask a column out?",
        after="negative column is counted from the end",
    ),
    _Sentence(
        "brackets",
        _REPLACE,
        "Your program accepts a line of discs that no disc closes, or an empty square as its end. "
        "Does it check that the disc at the end is the player's own?",
        after="needs no disc that closes it",
    ),
    _Sentence(
        "brackets",
        _REPLACE,
        "Your program lets an empty square close a line of discs. What does the walk along a line "
        "return when it comes to an empty square?",
        after="an empty square closes",
    ),
    # -- what a move changes
    _Sentence(
        "flips",
        _RESTRICT,
        "It flips only the disc beside the new one. Does the loop that flips discs go on to the "
        "closing disc?",
        "capture-all",
    ),
    _Sentence(
        "placed",
        _DELETE,
        "It does not flip the disc beside the new one. Where does move flip discs, and which "
        "disc does it flip first?",
        "capture-all",
    ),
    _Sentence(
        "placed",
        _DELETE,
        "The new disc is missing on the board. Where does move place it, and has a loop changed "
        "row or col before?",
        "own-disc",
    ),
    # -- whose turn it is, and the end
    _Sentence(
        "next_turn",
        _DELETE,
        "It gives the turn to a player who cannot move. Does move check that the opponent has a "
        "valid move?",
        "forfeit",
    ),
    _Sentence(
        "next_turn",
        _REPLACE,
        "It asks whether the mover, not the opponent, has a valid move before it gives the turn "
        "away. Which player should move ask about?",
        after="if the mover has no valid move",
    ),
    _Sentence(
        "move",
        _REPLACE,
        "It decides on the board before the move whether the opponent can move. Does move flip the "
        "discs first, and then look for the opponent's valid moves?",
        after=BEFORE,
    ),
    _Sentence(
        "next_turn",
        _DELETE,
        "The turn never changes. Where does move give the turn to the opponent?",
        "alternate",
    ),
    _Sentence(
        "opponent",
        _DELETE,
        "The turn never changes. Where does move give the turn to the opponent?",
        after="BLACK",
    ),
    _Sentence(
        "opponent",
        _DELETE,
        "After White's move it is White's turn again. Where does move give the turn back to Black?",
        after="WHITE",
    ),
    _Sentence(
        "game_over",
        _DELETE,
        "Your program ends the game as soon as White cannot move. Does game_over check both "
        "players?",
        before="BLACK",
    ),
    _Sentence(
        "game_over",
        _DELETE,
        "Your program ends the game as soon as Black cannot move. Does game_over check both "
        "players?",
        before="WHITE",
    ),
    _Sentence(
        "game_over",
        _NEGATE,
        "Your program ends the game as soon as one player cannot move. Is `or` written where "
        "`and` is meant?",
        after=" or ",
    ),
    _Sentence(
        "game_over",
        _REPLACE,
        "Your program does not always end the game when neither player can move. What does "
        "game_over ask besides whether a player can move?",
        after="EMPTY",
    ),
    _Sentence(
        "game_over",
        _REPLACE,
        "Your program ends the game only when the board is full. Where does game_over ask whether "
        "either player can move?",
        after=FULL,
    ),
    _Sentence(
        "init",
        _REPLACE,
        "White begins. Where does init give the first turn to Black?",
        "black-first",
        after="WHITE",
    ),
    _Sentence(
        "starting_cell",
        _NEGATE,
        "The colours of the four discs of the start are exchanged. White belongs on the diagonal "
        "from the top left to the bottom right.",
        after="square.row != square.col",
    ),
    # -- who wins
    _Sentence(
        "winner",
        _NEGATE,
        "At a tie it says Black. Is >= written where > is meant, or is the case of a draw missing?",
        after="count(game, BLACK) >=",
    ),
    _Sentence(
        "winner",
        _DELETE,
        "At a tie it says White. Is >= written where > is meant, or is the case of a draw missing?",
        "draw",
    ),
    _Sentence(
        "winner",
        _REPLACE,
        "It says White where Black has more discs. Is < written where > is meant?",
        "majority",
        before="BLACK",
        after="WHITE",
    ),
    _Sentence(
        "winner",
        _REPLACE,
        'It compares the numbers of discs as text, where "9" is more than "10". Does winner '
        "compare integers?",
        after=AS_TEXT,
    ),
    _Sentence(
        "discs",
        _NEGATE,
        "It counts the squares that the player does not hold. Is != written where == is meant?",
        "count",
    ),
)


_OFF_BOARD: Final[Mapping[str, str]] = {
    "move": "raise OutOfBounds",
    "cell": "raise OutOfBounds",
    "is_valid_move": "return false",
}
"""What each routine should do off the board."""
_FIRST: Final = (
    "{routine} does not {due} for every square off the board. Does it first check that row and "
    "column are at least 0 and less than the size of the board?"
)


def where_to_look(mutant: Mutant) -> str:
    """Return what a program does that behaves as a mutant, and where this may come from.

    Empty if no sentence fits this mutant alone.
    """
    if mutant.module not in _MODULES:
        return ""
    if mutant.function == "flips" and "d != Direction." in mutant.after:
        missed = Direction[mutant.after.rpartition("Direction.")[2]]
        return (
            f"It never captures {WAYS[missed.name]}. Is ({missed.drow}, {missed.dcol}) in your "
            "list of directions?"
        )
    if mutant.operator is _DELETE and mutant.rules == ("on-board",):
        return where_by_rule(mutant.function, "on-board")
    found = next((each for each in _SENTENCES if each.is_of(mutant)), None)
    return found.text.format(function=mutant.function) if found else ""


def where_by_rule(routine: str, rule: str) -> str:
    """Return what a routine does that breaks a rule, whatever mutant it behaves as, if any.

    Empty if no sentence is true of all programs of this kind.
    """
    if rule == "on-board" and routine in _OFF_BOARD:
        return _FIRST.format(routine=routine, due=_OFF_BOARD[routine])
    return ""


def advise(pattern: Pattern) -> str:
    """Describe what the wrong replies of a fault have in common, in words of the game."""
    match pattern:
        case Habit():
            return _habit_text(pattern)
        case Oversight():
            return _oversight_text(pattern)
        case Offset("count"):
            return (
                f"{offset_text(pattern)} Does a counter start at the wrong number, or does a loop "
                "leave out a step, such as with > 1 where > 0 is meant?"
            )
        case Accumulation("count"):
            return (
                "count never falls when discs are flipped. Does move subtract the discs that it "
                "flips from the opponent's number?"
            )
        case ForeignException(routine, due, got):
            return (
                f"{routine} raises {got} wherever {due} is due. Is this another name for {due}? "
                f"Then check with --convention exceptions={got}:{due}"
            )
        case Alias("init", parameter=parameter):
            lines = {"row": "rows", "col": "columns"}[parameter]
            return (
                f"After init all {lines} of the board are the same. Are they one and the same "
                "list, as [[EMPTY] * 8] * 8 makes them in Python?"
            )
        case LaterGame("init", "board"):
            return (
                "A later game begins with discs of the game before. Does init make a new board, or "
                "does it take a list again that moves have changed?"
            )
        case LaterGame("init", "turn"):
            return (
                "In a first game the right player begins, in a later one not. Where does init give "
                "the first turn to Black?"
            )
        case Share("move"):
            return _share_text(pattern)
        case Circumstance():
            return _condition_text(pattern)
    return general_advice(pattern)


def _habit_text(habit: Habit) -> str:
    """Describe a habit: the directions, or the lengths of rows, that are missed."""
    given = dict(habit.given)
    player = given.pop("player", None)
    start = " and ".join(_line_name(part, index) for part, index in given.items())
    if all(isinstance(value, Direction) for value in habit.missed):
        missed = f"captures {_join([WAYS[value.name] for value in habit.missed])}"
        place = f"Is the test of the edge right for {start}?" if start else "Is this step left out?"
        if [*given] == ["col"] and any(way.dcol for way in habit.missed):
            place += (
                f" With a bitboard: does a shift along such a line, either way, mask {start} out "
                "where the column at the other edge is meant?"
            )
    elif habit.dummy == "k":
        missed = f"rows of {_join([str(k - 1) for k in habit.missed])} discs"
        place = LOOP[habit.end].replace("a loop", "a loop along a line")
    else:
        return general_advice(habit)
    program = f"For {player.name.title()}, your program" if player else "Your program"
    where = f" from {start}" if start else ""
    return f"{program} misses {missed}{where}. {place}"


def _line_name(part: str, index: int) -> str:
    return f"row {index + 1}" if part == "row" else f"column {name(Square(0, index))[0]}"


def _oversight_text(oversight: Oversight) -> str:
    square, part = oversight.missed[0], oversight.part
    where = _line_name(part, getattr(square, part)) if part else name(square)
    number = f"index {getattr(square, part)}" if part else f"row {square.row}, column {square.col}"
    is_count = oversight.routine == "count"
    does = "count counts no disc" if is_count else f"{oversight.routine} does not look for a move"
    return f"{does} {'in' if part else 'on'} {where} ({number}). {LOOP[oversight.end]}"


def _share_text(share: Share) -> str:
    if share.dummy == "d":
        return (
            "Of several lines that a move captures, move flips only one. Does the loop over the "
            "directions end after the first line, by a return or a break?"
        )
    if share.is_every_second:
        return (
            "move flips only every second disc: "
            f"{', '.join(f'{done} of {due}' for due, done in share.counts[:4])}. Does the loop "
            "that flips discs remove them from the list that it goes through?"
        )
    return ""


def _condition_text(condition: Circumstance) -> str:
    match condition:
        case Circumstance("player", False, "turn"):
            return (
                "only for the player who is not on turn. Is the player on turn used where the "
                "argument is meant, in it or in a function that it calls?"
            )
        case Circumstance("turn", player, ""):
            own, other = player.name.title(), opponent(player).name.title()
            return (
                f"only after {own}'s moves, not after {other}'s. Is there a condition on the "
                "colour where none belongs?"
            )
        case Circumstance("player", player, ""):
            own, other = player.name.title(), opponent(player).name.title()
            return (
                f"only for {own}, not for {other}. Is there a condition on the colour where none "
                "belongs?"
            )
    return ""


def _join(words: Sequence[str]) -> str:
    *first, end = words
    return f"{', '.join(first)} and {end}" if first else end
