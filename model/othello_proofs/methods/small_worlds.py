"""The method of small worlds: in every state of a board of 4x4, specification and kernel agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import groupby, product
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
from othello_proofs.evidence.method import ClaimVerdict, Finding, Method
from othello_spec import module
from othello_spec.board import BLACK, DRAW, EMPTY, PLAYERS, WHITE, Player
from othello_spec.othello import Game
from othello_suite.pictures import side_by_side

SIZE: Final = 4
PLACES: Final = tuple(product(range(SIZE), range(SIZE)))
"""The rows and columns of the squares."""

SAMPLE: Final = 16
"""The quick run tries one state of so many."""

OUTPUTS: Final = ("cell", "count", "game_over", "has_valid_moves", "turn", "winner")
"""The access programs that are quickly asked."""

WORLD: Final = StateSpace(Kernel(SIZE, SIZE))
"""The states that the kernel reaches."""


class SmallWorlds(Method):
    """Compares the kernel with the specification in all states of a small board."""

    name = "worlds"
    title = "4x4"
    shows = (
        "On a board of four rows and columns, where all states can be listed, the bitboard kernel"
        " and the specification reach the same states, and every access program gives the same"
        " answers in each of them, whether the kernel runs on ints or on arrays of all states at"
        " once. There are as many states as other programs have counted."
    )
    does_not_show = (
        "Anything that needs a larger board: at most two discs can lie between two others here."
        " Nor what happens off the board, of which the kernel knows nothing."
    )
    tools = ("numpy",)

    def units(self, quick: bool) -> Sequence[str]:
        """All of them; the quick run tries them in fewer states."""
        del quick
        return tuple(_UNITS)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The claims of a unit; that the states are the same takes all states."""
        _, claims = _UNITS[unit]
        return [claim for claim in claims if not (quick and claim == "worlds.4x4_states")]

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the specification of the game."""
        del unit, claim
        return ("othello_spec.othello",)

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Try all states, or a sample of them."""
        attempt, _ = _UNITS[unit]
        try:
            yield from attempt(quick)
        except ValueError as error:  # the kernel refuses a move that it has called valid
            for claim in self.about(unit, quick):
                tried = "the states as they are listed"
                yield Finding(claim, ClaimVerdict.FAILS, 1, tried, str(error))


def machine() -> Machine:
    """Return the specification of a board of this size."""
    return Machine(module("othello"), {"SIZE": SIZE})


def all_states() -> Words:
    """Return the words of all states that the kernel reaches."""
    return np.concatenate(list(WORLD.levels()))


class _Comparison:
    """The questions about a claim, and the first answer of the kernel that is wrong."""

    def __init__(self, claim: str) -> None:
        self.claim, self.goals, self.wrong = claim, 0, ""

    def compare(self, word: int, call: Call, expected: Any, got: Any) -> None:
        """Count a call in a state, with the answers of the specification and of the kernel."""
        self.goals += 1
        if expected == got or self.wrong:
            return
        pictures = [("before", WORLD.game(word).board, ())]
        answers = []
        for heading, answer in (("expected", expected), ("got", got)):
            if call.routine == "move" and isinstance(answer, int):
                after = WORLD.game(answer)
                pictures.append((f"{heading}, {after.turn}'s turn", after.board, ()))
                answers.append(f"{heading} as below")
            else:
                answers.append(f"{heading} {answer}")
        headline = f"{call}, {WORLD.game(word).turn}'s turn: {', '.join(answers)}"
        self.wrong = "\n".join([headline, *side_by_side(pictures)])

    def finding(self, quick: bool) -> Finding:
        verdict = ClaimVerdict.FAILS if self.wrong else ClaimVerdict.HOLDS
        return Finding(self.claim, verdict, self.goals, _states(quick), self.wrong)


def _states(quick: bool) -> str:
    return f"every {SAMPLE}th state of 4x4" if quick else "all states of 4x4"


def _equal(claim: str, tried: str, expected: Any, got: Any) -> Finding:
    """Return whether two values are equal; of sets, how many elements are in one only."""
    if expected == got:
        return Finding(claim, ClaimVerdict.HOLDS, 1, tried)
    detail = f"expected {expected}, got {got}"
    if isinstance(expected, Set):
        only = len(expected - got), len(got - expected)
        detail = f"{only[0]} are the specification's alone, {only[1]} the kernel's"
    return Finding(claim, ClaimVerdict.FAILS, 1, tried, detail)


# -- one unit each ---------------------------------------------------------------------------------


def _moves(quick: bool) -> Iterator[Finding]:
    """Try every call of move, in every state that the specification reaches."""
    specified, reached = machine(), after_moves()
    initial = WORLD.word(_game(specified.initial()))
    yield _equal("othello.init", "the first state", initial, int(WORLD.initial()[0]))
    calls = [Call("move", place) for place in PLACES]
    edges = _sampled(specified, calls) if quick else walk(specified, calls)
    comparison, seen = _Comparison("othello.move"), set()
    for before, leaving in groupby(edges, key=attrgetter("before")):
        number = WORLD.word(_game(before))
        seen.add(number)
        for edge in leaving:
            expected = edge.outcome.exception or WORLD.word(_game(edge.outcome.state))
            got = reached.get((number, WORLD.kernel.bit(*edge.call.arguments)), "InvalidMove")
            comparison.compare(number, edge.call, expected, got)
    yield comparison.finding(quick)
    if not quick:
        known = frozenset(all_states().tolist())
        yield _equal("worlds.4x4_states", "the states that each comes to", seen, known)


def after_moves() -> dict[tuple[int, int], int]:
    """Return the state after each valid move, by the words of state and square."""
    states = all_states()
    index, square = batch.each_square(WORLD.moves(states))
    before = states[index]
    after = WORLD.after(before, square)
    pairs = zip(before.tolist(), square.tolist(), strict=True)
    return dict(zip(pairs, after.tolist(), strict=True))


def _sampled(specified: Machine, calls: Sequence[Call]) -> Iterator[Edge]:
    for word in all_states()[::SAMPLE].tolist():
        before = WORLD.game(word)
        for call in calls:
            yield Edge(before, call, specified.call(before, call.routine, call.arguments))


def _game(state: State | None) -> Game:
    assert isinstance(state, Game)
    return state


def _valid_moves(quick: bool) -> Iterator[Finding]:
    """Try every square, for either player."""
    specified = machine()
    comparison = _Comparison("othello.is_valid_move")
    for view in _kernel_views(quick):
        before = WORLD.game(view.word)
        for player, place in product(PLAYERS, PLACES):
            call = Call("is_valid_move", (*place, player))
            expected = specified.call(before, call.routine, call.arguments).output
            got = view.moves[player] & WORLD.kernel.bit(*place) != 0
            comparison.compare(view.word, call, expected, got)
    yield comparison.finding(quick)


def _other_outputs(quick: bool) -> Iterator[Finding]:
    """Try the access programs whose output is a state variable, a number, or a truth value."""
    specified = machine()
    comparisons = {name: _Comparison(f"othello.{name}") for name in OUTPUTS}
    for view in _kernel_views(quick):
        before = WORLD.game(view.word)
        for call, got in view.outputs():
            try:
                expected = specified.call(before, call.routine, call.arguments).output
            except AssumptionViolated:
                expected = "that the call is not made"
            comparisons[call.routine].compare(view.word, call, expected, got)
    for comparison in comparisons.values():
        yield comparison.finding(quick)


class _KernelView(NamedTuple):
    """What the kernel says of a state."""

    word: int
    moves: Mapping[Player, int]
    discs: Mapping[Player, int]
    over: bool

    def outputs(self) -> Iterator[tuple[Call, Any]]:
        """Yield the outputs of access programs, by the kernel."""
        black, white = (self.discs[player].bit_count() for player in (BLACK, WHITE))
        yield Call("game_over"), self.over
        yield Call("winner"), BLACK if black > white else WHITE if white > black else DRAW
        if not self.over:
            yield Call("turn"), WHITE if self.word >> 2 * SIZE * SIZE else BLACK
        for player in PLAYERS:
            yield Call("count", (player,)), self.discs[player].bit_count()
            yield Call("has_valid_moves", (player,)), self.moves[player] != 0
        for place in PLACES:
            holders = (p for p in PLAYERS if self.discs[p] & WORLD.kernel.bit(*place))
            yield Call("cell", place), next(holders, EMPTY)


def _kernel_views(quick: bool) -> Iterator[_KernelView]:
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
    for word, black_moves, white_moves, blacks, whites, over in _rows(columns, step=1):
        moves: dict[Player, int] = {BLACK: black_moves, WHITE: white_moves}
        yield _KernelView(word, moves, {BLACK: blacks, WHITE: whites}, over)


def _batched(quick: bool) -> Iterator[Finding]:
    """Compare the batch for all states at once with the kernel on ints for each."""
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
    step = SAMPLE if quick else 1
    for name, (arguments, results) in computed.items():
        on_ints, goals, wrong = getattr(kernel, name), 0, ""
        for words, result in zip(_rows(arguments, step), _rows(results, step), strict=True):
            expected, goals = on_ints(*words), goals + 1
            if (expected if len(result) > 1 else (expected,)) != result and not wrong:
                wrong = f"{name}{words}: on ints {expected}, in the batch {result}"
        verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
        yield Finding(f"batch.{name}", verdict, goals, _states(quick), wrong)


def _rows(columns: Sequence[npt.NDArray[Any]], step: int) -> Iterator[tuple[Any, ...]]:
    return zip(*(column[::step].tolist() for column in columns), strict=True)


def _counts(quick: bool) -> Iterator[Finding]:
    """Compare counts of states, and the end of the best game, with the published numbers."""
    del quick
    published = {Forfeit.AUTOMATIC: STATES_4X4, Forfeit.PASS: STATES_4X4_WITH_PASSES}
    tried = "figures that other programs have counted"
    for forfeit, expected in published.items():
        census = StateSpace(WORLD.kernel, forfeit).census()
        counted = {name: getattr(census, name) for name in expected}
        yield _equal("worlds.4x4_counts", tried, expected, counted)
    best = best_game(WORLD.kernel)
    discs = (best.black, best.white)
    yield _equal("worlds.4x4_best_play", "all states, the last first", BEST_GAME_4X4, discs)


_UNITS: Final[dict[str, tuple[Callable[[bool], Iterator[Finding]], Sequence[str]]]] = {
    "moves": (_moves, ("worlds.4x4_states", "othello.init", "othello.move")),
    "valid_moves": (_valid_moves, ("othello.is_valid_move",)),
    "other_outputs": (_other_outputs, tuple(f"othello.{name}" for name in OUTPUTS)),
    "batched": (
        _batched,
        tuple(f"batch.{n}" for n in ("flips", "next_turn", "over", "place", "valid_moves")),
    ),
    "counts": (_counts, ("worlds.4x4_counts", "worlds.4x4_best_play")),
}
"""The functions that try the units, and the claims of each."""
