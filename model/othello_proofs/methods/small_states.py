"""The states of a board of 4x4, by the specification and by the kernel, and what each says in each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from modspec.run.explore import Edge, walk
from modspec.run.machine import AssumptionViolated, Call, Machine
from modspec.syntax.values import State
from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import Kernel
from othello_proofs.counting.published import BEST_GAME_4X4, STATES_4X4, STATES_4X4_WITH_PASSES
from othello_proofs.counting.worlds import Forfeit, StateSpace, best_game
from othello_proofs.evidence.method import ClaimVerdict, Finding
from othello_spec import module
from othello_spec.board import (
    BLACK,
    DRAW,
    EMPTY,
    PLAYERS,
    WHITE,
    Player,
)
from othello_spec.othello import Game
from othello_suite.pictures import side_by_side

SIZE: Final = 4

LINES: Final = range(SIZE)
"""The rows, and the columns, of the board."""

SAMPLE: Final = 16
"""In haste, one state of so many is tried."""

OUTPUTS: Final = ("cell", "count", "game_over", "has_valid_moves", "turn", "winner")
"""The access programs that are quickly asked."""


# -- the same states in both -----------------------------------------------------------------------


def machine() -> Machine:
    """The specification, of a board of this size."""
    return Machine(module("othello"), {"SIZE": SIZE})


WORLD: Final = StateSpace(Kernel(SIZE, SIZE))
"""The states as the kernel comes to them."""


def all_states() -> Words:
    """The words of all states that the kernel comes to."""
    return np.concatenate(list(WORLD.levels()))


# -- one unit each ---------------------------------------------------------------------------------


class _Tally:
    """What is asked about a claim, and the first answer that is not as it should be."""

    def __init__(self, claim: str) -> None:
        self.claim, self.goals, self.wrong = claim, 0, ""

    def compare(self, word: int, call: Call, expected: Any, got: Any) -> None:
        """Count a call in a state, with what the specification says and what the kernel does."""
        self.goals += 1
        if expected == got or self.wrong:
            return
        drawn = [("before", WORLD.game(word).board, ())]
        told = []
        for heading, answer in (("expected", expected), ("got", got)):
            if call.routine == "move" and isinstance(answer, int):
                after = WORLD.game(answer)
                drawn.append((f"{heading}, {after.turn}'s turn", after.board, ()))
                answer = "as below"
            told.append(f"{heading} {answer}")
        turn = WORLD.game(word).turn
        self.wrong = "\n".join([f"{call}, {turn}'s turn: {', '.join(told)}", *side_by_side(drawn)])

    def finding(self, tried: str) -> Finding:
        verdict = ClaimVerdict.FAILS if self.wrong else ClaimVerdict.HOLDS
        return Finding(self.claim, verdict, self.goals, tried, self.wrong)


def moves(quick: bool) -> Iterator[Finding]:
    """Every call of move, in every state that the specification comes to by them."""
    specified, reached = machine(), after_moves()
    initial = WORLD.word(_game(specified.initial()))
    yield _equal("othello.init", "the first state", initial, int(WORLD.initial()[0]))
    calls = [Call("move", (row, col)) for row in LINES for col in LINES]
    edges = _sampled(specified, calls) if quick else walk(specified, calls)
    tally, seen = _Tally("othello.move"), set()
    for before, leaving in groupby(edges, key=attrgetter("before")):
        number = WORLD.word(_game(before))
        seen.add(number)
        for edge in leaving:
            expected = edge.outcome.exception or WORLD.word(_game(edge.outcome.state))
            got = reached.get((number, WORLD.kernel.bit(*edge.call.arguments)), "InvalidMove")
            tally.compare(number, edge.call, expected, got)
    yield tally.finding(_scope(quick))
    if not quick:
        known = frozenset(all_states().tolist())
        yield _equal("worlds.4x4_states", "the states that each comes to", seen, known)


def after_moves() -> dict[tuple[int, int], int]:
    """What each valid move leads to, by the kernel: from the word of a state and that of a square."""
    states = all_states()
    index, square = batch.each_square(WORLD.moves(states))
    before = states[index]
    after = WORLD.after(before, square)
    return dict(
        zip(zip(before.tolist(), square.tolist(), strict=True), after.tolist(), strict=True)
    )


def _sampled(specified: Machine, calls: Sequence[Call]) -> Iterator[Edge]:
    for each in all_states()[::SAMPLE].tolist():
        before = WORLD.game(each)
        for call in calls:
            yield Edge(before, call, specified.call(before, call.routine, call.arguments))


def valid_moves(quick: bool) -> Iterator[Finding]:
    """Every square, for either player."""
    specified = machine()
    tally = _Tally("othello.is_valid_move")
    for known in _known(quick):
        before = WORLD.game(known.word)
        for player in PLAYERS:
            for row in LINES:
                for col in LINES:
                    call = Call("is_valid_move", (row, col, player))
                    expected = specified.call(before, call.routine, call.arguments).output
                    got = known.moves[player] & WORLD.kernel.bit(row, col) != 0
                    tally.compare(known.word, call, expected, got)
    yield tally.finding(_scope(quick))


def other_outputs(quick: bool) -> Iterator[Finding]:
    """The access programs whose output is a state variable, a number, or a truth value."""
    specified = machine()
    tallies = {name: _Tally(f"othello.{name}") for name in OUTPUTS}
    for known in _known(quick):
        before = WORLD.game(known.word)
        for call, got in known.outputs():
            try:
                expected = specified.call(before, call.routine, call.arguments).output
            except AssumptionViolated:
                expected = "that the call is not made"
            tallies[call.routine].compare(known.word, call, expected, got)
    for tally in tallies.values():
        yield tally.finding(_scope(quick))


class _Known(NamedTuple):
    """What the kernel says of a state."""

    word: int
    moves: Mapping[Player, int]
    discs: Mapping[Player, int]
    over: bool

    def outputs(self) -> Iterator[tuple[Call, Any]]:
        """What the access programs should say, by the kernel."""
        black, white = (self.discs[player].bit_count() for player in (BLACK, WHITE))
        yield Call("game_over"), self.over
        yield Call("winner"), BLACK if black > white else WHITE if white > black else DRAW
        if not self.over:
            yield Call("turn"), WHITE if self.word >> 2 * SIZE * SIZE else BLACK
        for player in PLAYERS:
            yield Call("count", (player,)), self.discs[player].bit_count()
            yield Call("has_valid_moves", (player,)), self.moves[player] != 0
        for row in LINES:
            for col in LINES:
                held = (p for p in PLAYERS if self.discs[p] & WORLD.kernel.bit(row, col))
                yield Call("cell", (row, col)), next(held, EMPTY)


def _known(quick: bool) -> Iterator[_Known]:
    states = all_states()[:: SAMPLE if quick else 1]
    kernel = WORLD.kernel
    black, white = WORLD.discs(states)
    columns = (
        states,
        batch.valid_moves(black, white, kernel),
        batch.valid_moves(white, black, kernel),
        black,
        white,
        batch.over(black, white, kernel),
    )
    for row in zip(*(column.tolist() for column in columns), strict=True):
        word, black_moves, white_moves, blacks, whites, over = row
        moves: dict[Player, int] = {BLACK: black_moves, WHITE: white_moves}
        yield _Known(word, moves, {BLACK: blacks, WHITE: whites}, over)


def batched(quick: bool) -> Iterator[Finding]:
    """What the batch computes for all states at once, against the kernel on ints for each."""
    states, kernel = all_states(), WORLD.kernel
    own, opponent, _ = WORLD.positions(states)
    moves = batch.valid_moves(own, opponent, kernel)
    index, square = batch.each_square(moves)
    before = (own[index], opponent[index], square)
    after = batch.place(*before, kernel)
    computed: dict[str, tuple[tuple[Words, ...], tuple[npt.NDArray[Any], ...]]] = {
        "valid_moves": ((own, opponent), (moves,)),
        "over": ((own, opponent), (batch.over(own, opponent, kernel),)),
        "flips": (before, (batch.flips(*before, kernel),)),
        "place": (before, after),
        "next_turn": (after, batch.next_turn(*after, kernel)),
    }
    for name, (given, results) in computed.items():
        on_ints, goals, wrong = getattr(kernel, name), 0, ""
        step = SAMPLE if quick else 1
        for words, result in zip(_rows(given, step), _rows(results, step), strict=True):
            expected, goals = on_ints(*words), goals + 1
            if (expected if len(result) > 1 else (expected,)) != result and not wrong:
                wrong = f"{name}{words}: on ints {expected}, in the batch {result}"
        verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
        yield Finding(f"batch.{name}", verdict, goals, _scope(quick), wrong)


def _rows(columns: Sequence[npt.NDArray[Any]], step: int) -> Iterator[tuple[Any, ...]]:
    return zip(*(column[::step].tolist() for column in columns), strict=True)


def counts(quick: bool) -> Iterator[Finding]:
    """What other programs have counted, and how the best game ends."""
    del quick
    known = {Forfeit.AUTOMATIC: STATES_4X4, Forfeit.PASS: STATES_4X4_WITH_PASSES}
    for forfeit, figures in known.items():
        census = StateSpace(WORLD.kernel, forfeit).census()
        counted = {name: getattr(census, name) for name in figures}
        yield _equal(
            "worlds.4x4_counts", "figures that other programs have counted", figures, counted
        )
    best = best_game(WORLD.kernel)
    discs = (best.black, best.white)
    yield _equal("worlds.4x4_best_play", "all states, the last first", BEST_GAME_4X4, discs)


def _equal(claim: str, tried: str, expected: Any, got: Any) -> Finding:
    """That two values are equal; of sets and mappings, what is in one and not in the other."""
    if expected == got:
        return Finding(claim, ClaimVerdict.HOLDS, 1, tried)
    if isinstance(expected, Set):
        told = f"{len(expected - got)} are the specification's alone, {len(got - expected)} the kernel's"
    else:
        told = f"expected {expected}, got {got}"
    return Finding(claim, ClaimVerdict.FAILS, 1, tried, told)


def _scope(quick: bool) -> str:
    return f"every {SAMPLE}th state of 4x4" if quick else "all states of 4x4"


def _game(state: State | None) -> Game:
    assert isinstance(state, Game)
    return state
