"""A course of tic-tac-toe: squares are numbered from 1 to 9, and a state is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from modlab.course import Course, Parameters
from modlab.notation import CallExplanation, Notation
from modspec.run.machine import Call
from modspec.syntax.values import State, values_of

LETTERS = {"empty": ".", "cross": "X", "nought": "O"}


class NineSquares(Notation):
    """How children write tic-tac-toe: ``5 1 9``."""

    def calls(self, text: str, states: Sequence[State]) -> Iterator[Call]:
        """Yield a call for each number; what follows them is as in the specification."""
        words = text.split()
        while words and words[0].isdigit():
            yield Call("play", divmod(int(words.pop(0)) - 1, 3))
        yield from super().calls(" ".join(words), states)

    def drawing(self, state: State, about: Call | None = None) -> Iterator[str]:
        """Yield the three rows."""
        del about
        board = values_of(state)[state.variables.index("board")]
        for row in range(3):
            yield "  " + "".join(LETTERS[board[row, column]] for column in range(3))

    def in_own_words(self, state: State | None, call: Call) -> CallExplanation | None:
        """Explain ``is_over`` in a sentence; all other calls are explained by their clauses."""
        return Sentence(self._why_over(state)) if call.routine == "is_over" else None

    def _why_over(self, state: State | None) -> str:
        if not self.outcome(state, Call("is_over")).output:
            return "The game goes on: there is no row of three, and a square is empty."
        for player in self.machine.module.python.CROSS, self.machine.module.python.NOUGHT:
            if self.outcome(state, Call("has_won", (player,))).output:
                return f"The game is over: {player.value} has three in a row."
        return "The game is over: no square is empty."


@dataclass(frozen=True)
class Sentence:
    """An explanation in a sentence."""

    text: str

    def lines(self, width: int, most: int | None) -> Iterator[str]:
        """Yield the sentence."""
        yield self.text

    def tree(self, width: int) -> Iterator[str]:
        """Yield the sentence: no formula is below it."""
        yield self.text

    def as_data(self, in_full: bool) -> Mapping[str, Any]:
        """Return the sentence."""
        return {"sentence": self.text}


class TicTacToe(Course):
    """The course."""

    name = "noughts"
    place = "noughts:COURSE"
    packages = ("tic_tac_toe",)
    modules = ("tic_tac_toe",)
    default_module = "tic_tac_toe"
    calls_help = 'CALLS are squares from 1 to 9 such as "5 1 9", or calls such as "play(1, 1)".'

    def notation(self, parameters: Parameters) -> Notation:
        """Return how calls and states are written and shown."""
        return NineSquares(self.specification)


COURSE = TicTacToe()
