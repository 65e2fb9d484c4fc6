"""Questions: what is asked in the states of a covering game, where not everything can be.

Always the whole board, whose turn it is, the counts, and how the game stands; then ``is_valid_move`` where it
is true, and some of where it is not; then calls that raise, of every kind that there is in the state. Of
the rest chance decides, but always in the same way, so that over many games everything is asked often.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from modcheck.testing.trace import Purpose, Step, Trace, TraceGenerator
from modspec.run.machine import Call
from modspec.syntax.values import State
from othello_spec.board import EMPTY, PLAYERS, SIZE, SQUARES, Direction, Player, Square
from othello_spec.lines import along, opponent
from othello_spec.othello import Game
from othello_suite.domains import FAR as REMOTE

T = TypeVar("T")

NEAR: Final = (-1, SIZE)
"""Rows, and columns, just off the board."""

FAR: Final = (*range(-SIZE, -1), *range(SIZE + 1, 2 * SIZE), *REMOTE)
"""Rows, and columns, further off: where a list read from its end, or an array with a border, has elements."""

TURNED: Final = 1 / 3
"""In how many of the states the order is turned round, and some questions are asked again, twice in a row."""

_QUERY, _REFUSED = Purpose.QUERY, Purpose.REJECTED


class Questioner:
    """Writes the scripts of covering games."""

    def __init__(self, playwright: TraceGenerator, seed: int) -> None:
        """``seed`` decides what chance decides."""
        self._playwright = playwright
        self._instance = playwright.machine.instance
        self._random = random.Random(seed)

    def script(self, calls: Sequence[Call]) -> Trace:
        """A game, given by its calls from an initialiser on, with questions in every state."""
        script: Trace = []
        state: State | None = None
        for call in calls:
            step = self._playwright.step(state, call, Purpose.COMMAND)
            state = step.expected.state
            assert isinstance(state, Game)
            script += [step, *self.examination(state)]
        return script

    def examination(self, game: Game) -> Trace:
        """All that is asked in a state."""
        observation = self._playwright.observation(game)
        questions = self._steps(game, self._questions(game), _QUERY)
        refusals = self._steps(game, self._refusals(game), _REFUSED)
        if self._random.random() >= TURNED:
            return [*observation, *questions, *refusals]
        self._shuffle(questions)
        again = (each for each in questions[: len(questions) // 2] for _ in range(2))
        first, last = observation[0], observation[-1]
        return [*questions, *observation[::-1], first, *refusals[::-1], *again, *observation, last]

    def _steps(self, game: Game, calls: Iterable[Call], purpose: Purpose) -> Trace:
        return [self._playwright.step(game, call, purpose) for call in calls]

    # -- queries -----------------------------------------------------------------------------------

    def _questions(self, game: Game) -> Iterator[Call]:
        yield Call("winner")
        yield Call("game_over")
        for player in sorted(PLAYERS):
            yield Call("count", (player,))
            yield Call("has_valid_moves", (player,))
        valid = {player: self._valid(game, player) for player in sorted(PLAYERS)}
        for player, squares in valid.items():
            yield from (_whether(square, player) for square in squares)
            others = [s for s in valid[opponent(player)] if s not in squares]
            yield from (_whether(square, player) for square in self._some(others, 3))
        nowhere = [
            s for s in sorted(SQUARES) if not any(s in squares for squares in valid.values())
        ]
        beside = [s for s in nowhere if game.board[s] == EMPTY and _touches_a_disc(game, s)]
        for square in self._some(beside, 4) + self._some(nowhere, 2):
            yield _whether(square, self._player())
        for place in (*self._off(NEAR, 2), *self._off(FAR, 1)):
            yield _whether(place, self._player())

    def _valid(self, game: Game, player: Player) -> list[Square]:
        captures = self._instance.function("othello_spec.lines", "captures")
        return [square for square in sorted(SQUARES) if captures(game.board, player, square)]

    # -- calls that raise --------------------------------------------------------------------------

    def _refusals(self, game: Game) -> Iterator[Call]:
        for lines in (NEAR, FAR):
            yield Call("cell", tuple(*self._off(lines, 1)))
        once = self._random.random() < 1 / 2  # a turn that is lost each time is back after two
        for lines in (NEAR,) if once else (NEAR, FAR):
            yield Call("move", tuple(*self._off(lines, 1)))
        valid = self._valid(game, game.turn)
        others = self._valid(game, opponent(game.turn))
        invalid = [s for s in sorted(SQUARES) if s not in valid]
        empty = [s for s in invalid if game.board[s] == EMPTY]
        kinds = (
            [s for s in invalid if game.board[s] == game.turn],
            [s for s in invalid if game.board[s] == opponent(game.turn)],
            [s for s in empty if s in others],
            [s for s in empty if s not in others and _touches_a_disc(game, s)],
            empty,
        )
        for squares in kinds:
            yield from (Call("move", tuple(square)) for square in self._some(squares, 1))

    # -- chance ------------------------------------------------------------------------------------

    def _player(self) -> Player:
        return sorted(PLAYERS)[int(self._random.random() * len(PLAYERS))]

    def _off(self, lines: Sequence[int], number: int) -> list[Square]:
        """Places of which the row, the column or both are off the board, on one of the lines."""
        places = []
        for _ in range(number):
            off, other = self._one(lines), self._one((*lines, *range(SIZE)))
            places.append(
                Square(off, other) if self._random.random() < 1 / 2 else Square(other, off)
            )
        return places

    def _one(self, population: Sequence[T]) -> T:
        return population[int(self._random.random() * len(population))]

    def _some(self, population: Sequence[T], number: int) -> list[T]:
        """So many of the population, or all if there are fewer, in their order."""
        if len(population) <= number:
            return list(population)
        chosen: set[int] = set()
        while len(chosen) < number:
            chosen.add(int(self._random.random() * len(population)))
        return [population[index] for index in sorted(chosen)]

    def _shuffle(self, steps: list[Step]) -> None:
        steps.sort(key=lambda step: self._random.random())


def _whether(square: Square, player: Player) -> Call:
    return Call("is_valid_move", (*square, player))


def _touches_a_disc(game: Game, square: Square) -> bool:
    beside: Any = (game.board.get(along(square, d, 1), EMPTY) for d in Direction)
    return any(cell != EMPTY for cell in beside)
