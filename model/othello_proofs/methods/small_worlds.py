"""The method of small worlds: in every state of a board of 4x4, specification and kernel agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import groupby, product
from operator import attrgetter
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from modspec.run.explore import Edge, walk
from modspec.run.machine import AssumptionViolated, Call, Machine
from modspec.syntax.values import State
from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import STANDARD, Kernel, fill_by_steps
from othello_proofs.counting.published import BEST_GAME_4X4, STATES_4X4, STATES_4X4_WITH_PASSES
from othello_proofs.counting.worlds import Forfeit, StateSpace, best_game
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, Questions
from othello_proofs.obligations.positions import random_board
from othello_proofs.obligations.refutations import Picture, Refutation
from othello_spec import module
from othello_spec.board import BLACK, DRAW, EMPTY, PLAYERS, WHITE, Player
from othello_spec.othello import Game

SIZE: Final = 4
PLACES: Final = tuple(product(range(SIZE), range(SIZE)))
"""The rows and columns of the squares."""

SAMPLE: Final = 16
"""The quick run tries one state of so many."""

OUTPUTS: Final = ("cell", "count", "game_over", "has_valid_moves", "turn", "winner")
"""The access programs that are quickly asked."""

WORLD: Final = StateSpace(Kernel(SIZE, SIZE))
"""The states that the kernel reaches."""


_CALLS: Final = {
    "othello.move": 16,
    "othello.cell": 16,
    "othello.is_valid_move": 32,
    "othello.count": 2,
    "othello.has_valid_moves": 2,
    "othello.game_over": 1,
    "othello.winner": 1,
}
"""How many calls of an access program there are in a state, by claim."""


class SmallWorlds(Method):
    """Compares the kernel with the specification in all states of a small board."""

    name = "worlds"
    title = "4x4"
    shows = (
        "On a board of four rows and columns, where all states can be listed, the bitboard kernel"
        " and the specification reach the same states, and every access program gives the same"
        " answers in each of them, whether the kernel runs on ints or on arrays of all states at"
        " once. On arrays the kernel is also tried for random boards of the usual size. There"
        " are as many states as other programs have counted."
    )
    does_not_show = (
        "Anything that needs a larger board: at most two discs can lie between two others here."
        " Nor what happens off the board, which the kernel does not have."
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

    def questions(self, unit: str, claim: str, quick: bool) -> Questions | None:
        """Return one question for each state, square and player of the published states."""
        states = STATES_4X4["situations"] // SAMPLE if quick else STATES_4X4["situations"]
        return Questions(states * _CALLS[claim]) if claim in _CALLS else None

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the specification of the game."""
        del unit, claim
        return ("othello_spec.othello",)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Try all states, or a sample of them."""
        attempt, _ = _UNITS[unit]
        try:
            yield from attempt(quick)
        except ValueError as error:  # the kernel refuses a move that it has called valid
            for claim in self.about(unit, quick):
                tried = "the states as they are listed"
                yield ClaimFinding(claim, ClaimVerdict.FAILS, 1, tried, str(error))


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
        pictures: list[Picture] = [("before", WORLD.game(word).board, ())]
        answers = []
        for heading, answer in (("expected", expected), ("got", got)):
            if call.routine == "move" and isinstance(answer, int):
                after = WORLD.game(answer)
                pictures.append((f"{heading}, {after.turn}'s turn", after.board, ()))
                answers.append(f"{heading} as below")
            else:
                answers.append(f"{heading} {answer}")
        headline = f"{call}, {WORLD.game(word).turn}'s turn: {', '.join(answers)}"
        self.wrong = "\n".join(Refutation(headline, pictures=pictures).lines())

    def finding(self, quick: bool) -> ClaimFinding:
        verdict = ClaimVerdict.FAILS if self.wrong else ClaimVerdict.HOLDS
        return ClaimFinding(self.claim, verdict, self.goals, _states(quick), self.wrong)


def _states(quick: bool) -> str:
    return f"every {SAMPLE}th state of 4x4" if quick else "all states of 4x4"


def _equal(claim: str, tried: str, expected: Any, got: Any) -> ClaimFinding:
    """Return whether two values are equal; of sets, how many elements are in one only."""
    if expected == got:
        return ClaimFinding(claim, ClaimVerdict.HOLDS, 1, tried)
    detail = f"expected {expected}, got {got}"
    if isinstance(expected, Set):
        only = len(expected - got), len(got - expected)
        detail = f"{only[0]} are the specification's alone, {only[1]} the kernel's"
    return ClaimFinding(claim, ClaimVerdict.FAILS, 1, tried, detail)


# -- one unit each ---------------------------------------------------------------------------------


def _moves(quick: bool) -> Iterator[ClaimFinding]:
    """Try every call of move, in every state that the specification reaches."""
    specified, reached = machine(), after_moves()
    initial = WORLD.word(_game(specified.initial()))
    yield _equal("othello.init", "the first state", initial, int(WORLD.initial()[0]))
    calls = [Call("move", place) for place in PLACES]
    edges = _sampled_edges(specified, calls) if quick else walk(specified, calls)
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


def _sampled_edges(specified: Machine, calls: Sequence[Call]) -> Iterator[Edge]:
    for word in all_states()[::SAMPLE].tolist():
        before = WORLD.game(word)
        for call in calls:
            yield Edge(before, call, specified.call(before, call.routine, call.arguments))


def _game(state: State | None) -> Game:
    assert isinstance(state, Game)
    return state


def _outputs(names: Sequence[str], quick: bool) -> Iterator[ClaimFinding]:
    """Try the access programs of these names, with all arguments."""
    specified = machine()
    comparisons = {name: _Comparison(f"othello.{name}") for name in names}
    for word in all_states()[:: SAMPLE if quick else 1].tolist():
        before = WORLD.game(word)
        for call, got in _kernel_outputs(word):
            if call.routine not in comparisons:
                continue
            try:
                expected = specified.call(before, call.routine, call.arguments).output
            except AssumptionViolated:
                expected = "that the call is not made"
            comparisons[call.routine].compare(word, call, expected, got)
    for comparison in comparisons.values():
        yield comparison.finding(quick)


def _kernel_outputs(word: int) -> Iterator[tuple[Call, Any]]:
    """Yield calls of access programs in a state, with their outputs by the kernel on ints."""
    kernel, width = WORLD.kernel, SIZE * SIZE
    black, white = word & kernel.board, word >> width & kernel.board
    discs: dict[Player, int] = {BLACK: black, WHITE: white}
    moves: dict[Player, int] = {
        BLACK: kernel.valid_moves(black, white, fill_by_steps),
        WHITE: kernel.valid_moves(white, black, fill_by_steps),
    }
    is_over = kernel.over(black, white, fill_by_steps)
    yield Call("game_over"), is_over
    lead = black.bit_count() - white.bit_count()
    yield Call("winner"), BLACK if lead > 0 else WHITE if lead < 0 else DRAW
    if not is_over:
        yield Call("turn"), WHITE if word >> 2 * width else BLACK
    for player in PLAYERS:
        yield Call("count", (player,)), discs[player].bit_count()
        yield Call("has_valid_moves", (player,)), moves[player] != 0
    for place in PLACES:
        bit = kernel.bit(*place)
        yield Call("cell", place), next((p for p in PLAYERS if discs[p] & bit), EMPTY)
        for player in PLAYERS:
            yield Call("is_valid_move", (*place, player)), moves[player] & bit != 0


def _batch(quick: bool) -> Iterator[ClaimFinding]:
    """Compare the batch for all states at once with the kernel on ints for each."""
    states, kernel = all_states(), WORLD.kernel
    own, opponent, _ = WORLD.positions(states)
    moves = batch.valid_moves(own, opponent, kernel)
    index, square = batch.each_square(moves)
    before = (own[index], opponent[index], square)
    after = batch.place(*before, kernel)
    # the mover has a move unless the game is over: only from the other side is one blocked alone
    both = np.concatenate([own, opponent]), np.concatenate([opponent, own])
    computed: dict[str, tuple[tuple[Words, ...], tuple[npt.NDArray[Any], ...]]] = {
        "valid_moves": ((own, opponent), (moves,)),
        "over": (both, (batch.over(*both, kernel),)),
        "flips": (before, (batch.flips(*before, kernel),)),
        "place": (before, after),
        "next_turn": (after, batch.next_turn(*after, kernel)),
    }
    yield from _compare(computed, kernel, SAMPLE if quick else 1, _states(quick))


def _compare(
    computed: Mapping[str, tuple[tuple[Words, ...], tuple[npt.NDArray[Any], ...]]],
    kernel: Kernel,
    step: int,
    tried: str,
) -> Iterator[ClaimFinding]:
    """Compare results of the batch, by function and with the arguments, with the kernel on ints."""
    for name, (arguments, results) in computed.items():
        on_ints, goals, wrong = getattr(kernel, name), 0, ""
        for words, result in zip(_rows(arguments, step), _rows(results, step), strict=True):
            expected, goals = on_ints(*words), goals + 1
            if (expected if len(result) > 1 else (expected,)) != result and not wrong:
                wrong = f"{name}{words}: on ints {expected}, in the batch {result}"
        verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
        yield ClaimFinding(f"batch.{name}", verdict, goals, tried, wrong)


USUAL: Final = STANDARD
BOARDS: Final = 400
"""How many boards at random are tried of the usual size."""


def _batch_on_usual_board(quick: bool) -> Iterator[ClaimFinding]:
    """Compare the batch for many boards at once with the kernel on ints for each.

    The batch computes by the text of the kernel, which is proved; what NumPy makes of it is tried.
    """
    del quick  # it takes half a second
    random = Random(0)
    boards = [random_board(random) for _ in range(BOARDS)]
    words = [[USUAL.word(s for s in b if b[s] == p) for p in (BLACK, WHITE)] for b in boards]
    own, opponent = np.array(words, dtype=np.uint64).T
    moves = batch.valid_moves(own, opponent)
    index, square = batch.each_square(~(own | opponent))
    any_square = (own[index], opponent[index], square)
    index, square = batch.each_square(moves)
    valid = (own[index], opponent[index], square)
    after = batch.place(*valid)
    computed: dict[str, tuple[tuple[Words, ...], tuple[npt.NDArray[Any], ...]]] = {
        "valid_moves": ((own, opponent), (moves,)),
        "over": ((own, opponent), (batch.over(own, opponent),)),
        "flips": (any_square, (batch.flips(*any_square),)),
        "place": (valid, after),
        "next_turn": (after, batch.next_turn(*after)),
    }
    yield from _compare(computed, USUAL, 1, f"{len(boards)} boards of 8x8 at random")


def _rows(columns: Sequence[npt.NDArray[Any]], step: int) -> Iterator[tuple[Any, ...]]:
    return zip(*(column[::step].tolist() for column in columns), strict=True)


def _counts(quick: bool) -> Iterator[ClaimFinding]:
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


_OF_BATCH: Final = tuple(
    f"batch.{name}" for name in ("flips", "next_turn", "over", "place", "valid_moves")
)

_UNITS: Final[dict[str, tuple[Callable[[bool], Iterator[ClaimFinding]], Sequence[str]]]] = {
    "moves": (_moves, ("worlds.4x4_states", "othello.init", "othello.move")),
    "valid_moves": (partial(_outputs, ["is_valid_move"]), ("othello.is_valid_move",)),
    "other_outputs": (partial(_outputs, OUTPUTS), tuple(f"othello.{name}" for name in OUTPUTS)),
    "batched": (_batch, _OF_BATCH),
    "batched_8x8": (_batch_on_usual_board, _OF_BATCH),
    "counts": (_counts, ("worlds.4x4_counts", "worlds.4x4_best_play")),
}
"""The functions that try the units, and the claims of each."""
