"""Recorder: asks the specification the questions of the covering games, and records its answers.

Not every call can be made in every state. Always asked: the whole board, the turn, the counts, and
how the game stands. Then ``is_valid_move`` where it is true, and some squares where it is not; then
calls of each kind that raise. A random choice with a fixed seed decides the rest, so that over many
games everything is asked often.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.kills import kills
from modcheck.judging.expected.oracle import Oracle
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.recorded import Recording
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Machine
from othello_spec import module
from othello_spec.board import EMPTY, PLAYERS, SIZE, SQUARES, Direction, Player, Square
from othello_spec.lines import along, opponent
from othello_spec.othello import Game
from othello_suite.coverage_goals import GOALS
from othello_suite.domains import DOMAINS
from othello_suite.domains import FAR as REMOTE
from othello_suite.idioms import IDIOMS

T = TypeVar("T")

SEED: Final = 1
"""The seed of the random choices of questions."""

SHORT: Final = 3
"""The suite has all games of at most so many moves, with all questions at their end."""

DEEPER: Final = SHORT + 1
"""The longer recording has all games of so many moves, to find the shortest that shows a fault."""

NEAR: Final = (-1, SIZE)
"""Rows, and columns, just off the board."""

FAR: Final = (*range(-SIZE, -1), *range(SIZE + 1, 2 * SIZE), *REMOTE)
"""Rows, and columns, further off: elements of a list read from its end, or of a border."""

WORDS: Final = (2**8, 2**16)
"""A place that is so many rows or columns further is the same place in a word of 8 or 16 bits."""

SHUFFLED: Final = 1 / 3
"""The fraction of states in which questions come in another order, and some of them twice."""


def record_games(games: Mapping[str, Sequence[Call]], short: int = SHORT) -> Recording:
    """Record all short games, and then these."""
    machine = Machine(module("othello"))
    generator = TraceGenerator(machine, DOMAINS)
    questioner = Questioner(generator, SEED)

    def traces() -> Iterator[tuple[str, Trace]]:
        for length in range(short + 1):
            for game in generator.tree.games_of_length(length):
                yield f"games of {length} moves", generator.position(game, EVERYTHING)
        for name, calls in games.items():
            yield name, questioner.trace(calls)

    def goals_met(step: TraceStep) -> Iterator[str]:
        return (name for name, is_met in GOALS["othello"].items() if is_met(machine.instance, step))

    recorded = Recording.of(machine, traces(), goals_met)
    oracle = Oracle(machine, candidates(machine.module, IDIOMS))
    return replace(recorded, kills=kills(oracle, recorded.traces))


def record_longer_games() -> Recording:
    """Record all games of :data:`DEEPER` moves, with all questions at their end."""
    machine = Machine(module("othello"))
    generator = TraceGenerator(machine, DOMAINS)

    def traces() -> Iterator[tuple[str, Trace]]:
        for game in generator.tree.games_of_length(DEEPER):
            observed = generator.observed_game(game)
            trace = [step for step in observed if step.purpose is Purpose.COMMAND]
            state = trace[-1].expected.state
            assert state is not None
            trace += generator.observation(state)
            trace += generator.queries(state, EVERYTHING)
            trace += generator.rejected_calls(state, EVERYTHING)
            yield f"games of {DEEPER} moves", trace

    return Recording.of(machine, traces())


class Questioner:
    """Writes the traces of covering games."""

    def __init__(self, generator: TraceGenerator, seed: int) -> None:
        """Make random choices that ``seed`` decides."""
        self._generator = generator
        self._random = random.Random(seed)

    def trace(self, calls: Sequence[Call]) -> Trace:
        """Return the calls of a game, from an initialiser on, with questions in every state."""
        trace: Trace = []
        state: Game | None = None
        for call in calls:
            step = self._generator.step(state, call, Purpose.COMMAND)
            assert isinstance(step.expected.state, Game)
            state = step.expected.state
            trace += [step, *self._examination(state)]
        return trace

    def _examination(self, game: Game) -> Trace:
        """Return all that is asked in a state."""
        observation = self._generator.observation(game)
        queries = self._steps(game, self._queries(game), Purpose.QUERY)
        rejected = self._steps(game, self._rejected_calls(game), Purpose.REJECTED)
        if self._random.random() >= SHUFFLED:
            return [*observation, *queries, *rejected]
        queries.sort(key=lambda step: self._random.random())
        again = (each for each in queries[: len(queries) // 2] for _ in range(2))
        first, last = observation[0], observation[-1]
        return [*queries, *observation[::-1], first, *rejected[::-1], *again, *observation, last]

    def _steps(self, game: Game, calls: Iterable[Call], purpose: Purpose) -> Trace:
        return [self._generator.step(game, call, purpose) for call in calls]

    def _queries(self, game: Game) -> Iterator[Call]:
        yield Call("winner")
        yield Call("game_over")
        for player in sorted(PLAYERS):
            yield Call("count", (player,))
            yield Call("has_valid_moves", (player,))
        valid = {player: self._valid(game, player) for player in sorted(PLAYERS)}
        for player, squares in valid.items():
            yield from (_is_valid(square, player) for square in squares)
            others = [s for s in valid[opponent(player)] if s not in squares]
            yield from (_is_valid(square, player) for square in self._some(others, 3))
        nowhere = [
            s for s in sorted(SQUARES) if not any(s in squares for squares in valid.values())
        ]
        beside = [s for s in nowhere if game.board[s] == EMPTY and _touches_a_disc(game, s)]
        for square in self._some(beside, 4) + self._some(nowhere, 2):
            yield _is_valid(square, self._one(sorted(PLAYERS)))
        for place in (*self._off_board(NEAR, 2), *self._off_board(FAR, 1)):
            yield _is_valid(place, self._one(sorted(PLAYERS)))
        for square in self._some(valid[game.turn], 1):
            yield _is_valid(self._a_word_further(square), game.turn)

    def _rejected_calls(self, game: Game) -> Iterator[Call]:
        for lines in (NEAR, FAR):
            yield Call("cell", tuple(*self._off_board(lines, 1)))
        once = self._random.random() < 1 / 2  # a turn that is lost each time is back after two
        for lines in (NEAR,) if once else (NEAR, FAR):
            yield Call("move", tuple(*self._off_board(lines, 1)))
        valid = self._valid(game, game.turn)
        others = self._valid(game, opponent(game.turn))
        for square in self._some(valid, 1):
            yield Call("move", tuple(self._a_word_further(square)))
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

    def _valid(self, game: Game, player: Player) -> list[Square]:
        captures = self._generator.machine.instance.function("othello_spec.lines", "captures")
        return [square for square in sorted(SQUARES) if captures(game.board, player, square)]

    # -- random choices ----------------------------------------------------------------------------

    def _off_board(self, lines: Sequence[int], number: int) -> list[Square]:
        """Return places with the row, the column or both on one of the lines off the board."""
        places = []
        for _ in range(number):
            off, other = self._one(lines), self._one((*lines, *range(SIZE)))
            places.append(
                Square(off, other) if self._random.random() < 1 / 2 else Square(other, off)
            )
        return places

    def _a_word_further(self, square: Square) -> Square:
        """Return a place off the board whose row or column is that of the square in a word."""
        word = self._one(WORDS)
        if self._random.random() < 1 / 2:
            return Square(square.row + word, square.col)
        return Square(square.row, square.col + word)

    def _one(self, population: Sequence[T]) -> T:
        return population[int(self._random.random() * len(population))]

    def _some(self, population: Sequence[T], number: int) -> list[T]:
        """Return so many of the population, or all if there are fewer, in their order."""
        if len(population) <= number:
            return list(population)
        chosen: set[int] = set()
        while len(chosen) < number:
            chosen.add(int(self._random.random() * len(population)))
        return [population[index] for index in sorted(chosen)]


def _is_valid(square: Square, player: Player) -> Call:
    return Call("is_valid_move", (*square, player))


def _touches_a_disc(game: Game, square: Square) -> bool:
    beside: Any = (game.board.get(along(square, d, 1), EMPTY) for d in Direction)
    return any(cell != EMPTY for cell in beside)
