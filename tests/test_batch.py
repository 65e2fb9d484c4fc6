"""The batch: many positions at once, each as the kernel has it; perft, and whole games."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from functools import partial
from itertools import islice

import numpy as np
import pytest

from modspec.run.machine import Machine
from othello_model import batch
from othello_model.kernel import STANDARD, Kernel
from othello_proofs.counting import playouts, published
from othello_proofs.counting.perft import PerftPly, perft, plies
from othello_proofs.counting.published import BIK, CONVENTIONS, DISTINCT, FREE_PASSES
from othello_proofs.evidence.method import ClaimVerdict
from othello_proofs.methods import perft as perft_rung
from othello_proofs.methods.perft import Perft, perft_by_specification
from othello_spec import module
from othello_spec.board import BLACK, WHITE
from othello_spec.othello import Game
from playouts_on_ints import final_discs

SMALL = Kernel(4, 6)
MANY = 2 * batch.CHUNK + 1
"""Enough positions that the last chunk is not full."""


def positions(number: int, kernel: Kernel = STANDARD) -> tuple[batch.Words, batch.Words]:
    random = np.random.default_rng(1)
    own, other = random.integers(kernel.board, size=(2, number), dtype=np.uint64, endpoint=True)
    return own, other & ~own


def words(*squares: int) -> batch.Words:
    return np.array(squares, np.uint64)


# -- as the kernel has it --------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [STANDARD, SMALL], ids=str)
def test_each_position_is_as_the_kernel_on_ints_has_it(kernel: Kernel) -> None:
    own, opponent = positions(300, kernel)
    moves = batch.valid_moves(own, opponent, kernel)
    over = batch.over(own, opponent, kernel)
    pairs = list(zip(own.tolist(), opponent.tolist(), strict=True))
    assert [kernel.valid_moves(*pair) for pair in pairs] == moves.tolist()
    assert [kernel.over(*pair) for pair in pairs] == over.tolist()
    index, square = batch.each_square(moves)
    asked = [(*pairs[i], s) for i, s in zip(index.tolist(), square.tolist(), strict=True)]
    given = own[index], opponent[index], square
    assert [kernel.flips(*each) for each in asked] == batch.flips(*given, kernel).tolist()
    for name in ("place", "move"):
        own_after, opponent_after = getattr(batch, name)(*given, kernel)
        expected = [getattr(kernel, name)(*each) for each in asked]
        assert expected == list(zip(own_after.tolist(), opponent_after.tolist(), strict=True))


def test_positions_are_the_same_wherever_chunks_begin_and_end() -> None:
    own, opponent = positions(MANY)
    everywhere = batch.valid_moves(own, opponent)
    for first in (0, batch.CHUNK - 1, batch.CHUNK, MANY - 1):
        part = slice(first, first + 1)
        assert everywhere[part].tolist() == batch.valid_moves(own[part], opponent[part]).tolist()
    assert MANY == len(batch.over(own, opponent))


@pytest.mark.parametrize("shape", [(), (0,), (6,), (2, 3), (0, 3)], ids=str)
def test_arrays_keep_their_shape(shape: tuple[int, ...]) -> None:
    number = int(np.prod(shape))
    own, opponent = (array.reshape(shape) for array in positions(number))
    assert shape == batch.valid_moves(own, opponent).shape
    assert shape == batch.over(own, opponent).shape
    assert (shape, shape) == tuple(array.shape for array in batch.next_turn(own, opponent))


def test_each_square_lists_the_squares_of_words_in_their_order() -> None:
    index, square = batch.each_square(words(0b1010, 0, 1 << 63, 0b111))
    assert [0, 0, 2, 3, 3, 3] == index.tolist()
    assert [2, 8, 1 << 63, 1, 2, 4] == square.tolist()
    assert ([], []) == tuple(each.tolist() for each in batch.each_square(words()))


def test_squares_are_counted() -> None:
    assert [0, 1, 64] == batch.count(words(0, 1 << 63, STANDARD.board)).tolist()


# -- what is refused -------------------------------------------------------------------------------

START = tuple(words(word) for word in STANDARD.start)
SMALL_START = tuple(words(word) for word in SMALL.start)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: batch.valid_moves(words(1).astype(np.int64), words(2)),
            "own is an array of int64; it has to be an array of uint64",
        ),
        (
            lambda: batch.valid_moves(words(1), [2]),
            "opponent is list; it has to be an array of uint64",
        ),  # type: ignore[arg-type]
        (
            lambda: batch.count(7),  # type: ignore[arg-type]
            "words is int; it has to be an array of uint64",
        ),
        (
            lambda: batch.over(words(1, 4), words(2)),
            r"own has the shape \(2,\) and opponent \(1,\)",
        ),
        (
            lambda: batch.over(words(1, 3), words(2, 2)),
            "position 1: both players have a disc on one square",
        ),
        (
            lambda: batch.valid_moves(words(1), words(1 << 24), SMALL),
            "position 0: a disc lies off the board of 4x6",
        ),
        (lambda: batch.flips(*START, words(1, 2)), r"own has the shape \(1,\) and square \(2,\)"),
        (lambda: batch.flips(*START, words(3)), "position 0: its square is not one square"),
        (lambda: batch.flips(*START, words(0)), "position 0: its square is not one square"),
        (
            lambda: batch.flips(*SMALL_START, words(1 << 24), SMALL),
            "position 0: its square is off the board of 4x6",
        ),
        (lambda: batch.place(*START, START[0] & -START[0]), "position 0: its square is occupied"),
        (lambda: batch.move(*START, words(1)), "position 0: a disc on its square flips nothing"),
        (lambda: perft(0), "depth 0: the number of plies is 1 or more"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=f"^{message}") as refused:
        call()
    assert "\n" not in str(refused.value)


def test_the_first_wrong_position_is_named_in_whatever_chunk_it_is() -> None:
    own, opponent = positions(MANY)
    own[batch.CHUNK + 5] |= np.uint64(1)
    opponent[batch.CHUNK + 5] |= np.uint64(1)
    with pytest.raises(ValueError, match=f"^position {batch.CHUNK + 5}: both players"):
        batch.valid_moves(own, opponent)


# -- perft -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda each: each.name)
def test_there_are_as_many_ways_to_play_as_others_have_counted(
    convention: published.CountingConvention,
) -> None:
    counted = [perft(depth, convention) for depth in range(1, 11)]
    assert list(convention.counts[:10]) == counted


def test_the_conventions_differ_as_soon_as_somebody_passes_or_a_game_ends() -> None:
    assert 1 == len({convention.counts[:8] for convention in CONVENTIONS})
    assert 2 == len({convention.counts[:9] for convention in CONVENTIONS})
    assert 3 == len({convention.counts[:10] for convention in CONVENTIONS})


def test_there_are_as_many_different_positions_as_were_counted_elsewhere() -> None:
    found = [ply.own.size for ply in islice(plies(FREE_PASSES), len(DISTINCT))]
    assert list(DISTINCT) == found


def test_the_specification_counts_the_same_ways() -> None:
    assert dict(enumerate(BIK.counts[:4], start=1)) == perft_by_specification(4)


def test_positions_are_merged_with_their_ways() -> None:
    own, opponent = words(7, 1, 7, 7), words(8, 2, 8, 16)
    merged = PerftPly(own, opponent, words(1, 10, 100, 1000)).merge()
    found = zip(merged.own.tolist(), merged.opponent.tolist(), merged.ways.tolist(), strict=True)
    assert [(1, 2, 10), (7, 8, 101), (7, 16, 1000)] == list(found)


def test_the_rung_holds() -> None:
    rung = Perft()
    assert "" == rung.missing()
    for unit in rung.units(quick=True):
        findings = list(rung.run(unit, quick=True))
        assert [ClaimVerdict.HOLDS] == [finding.verdict for finding in findings]
        assert list(rung.about(unit, quick=True)) == [finding.claim for finding in findings]
        assert all(finding.goals > 3 for finding in findings)


def test_the_rung_notices_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = (*DISTINCT[:4], 235, *DISTINCT[5:])
    monkeypatch.setattr(perft_rung, "DISTINCT", wrong)
    (finding,) = Perft().run("positions", quick=True)
    assert ClaimVerdict.FAILS == finding.verdict
    assert "after 4 plies: expected 235, counted 236" == finding.detail


def test_the_rung_notices_a_faulty_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Kernel.place

    def faulty(self: Kernel, own: object, opponent: object, square: object, fill: object) -> object:
        mover, other = sound(self, own, opponent, square, fill)  # type: ignore[arg-type]
        return mover, other | (mover & 1)  # a disc on a1 is both colours

    monkeypatch.setattr(Kernel, "place", faulty)
    with pytest.raises(ValueError, match="both players have a disc"):
        list(Perft().run(BIK.name, quick=False))


def test_without_numpy_the_method_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in (perft_rung.__name__, "othello_proofs.counting.perft"):
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ModuleNotFoundError) as raised:
        importlib.import_module(perft_rung.__name__)
    assert "numpy" == raised.value.name


# -- whole games -----------------------------------------------------------------------------------


def test_many_games_at_once_are_those_that_are_played_one_by_one() -> None:
    chance = playouts.choices(50, seed=2)
    *_, last = playouts.playout(chance)
    black, white = (each.tolist() for each in last.discs())
    assert final_discs(chance.tolist()) == list(zip(black, white, strict=True))
    assert batch.over(last.own, last.opponent).all()


def test_games_are_played_by_the_rules_of_the_specification() -> None:
    chance = playouts.choices(3, seed=4)
    machine = Machine(module("othello"))
    for number, row in enumerate(chance.tolist()):
        states = list(playouts.playout(chance[number : number + 1]))
        state = machine.initial()
        for choice, ply in zip(row, states, strict=False):
            assert isinstance(state, Game)
            black, white = (int(each[0]) for each in ply.discs())
            assert STANDARD.squares(black) == {s for s, c in state.board.items() if c == BLACK}
            assert STANDARD.squares(white) == {s for s, c in state.board.items() if c == WHITE}
            moves = batch.valid_moves(ply.own, ply.opponent)
            if not moves[0]:
                break
            assert bool(ply.blacks[0]) == (state.turn == BLACK)
            square = int(playouts.nth_square(moves, words(choice))[0])
            (place,) = STANDARD.squares(square)
            after = machine.call(state, "move", place)
            assert after.exception is None
            assert after.state is not None
            state = after.state
        assert machine.call(state, "game_over").output


def test_every_move_is_chosen_at_times() -> None:
    squares = words(0b1011).repeat(600)
    chosen = Counter(playouts.nth_square(squares, np.arange(600, dtype=np.uint64)).tolist())
    assert {1: 200, 2: 200, 8: 200} == chosen


def test_the_same_seed_gives_the_same_games() -> None:
    same = partial(playouts.choices, 5)
    assert same(1).tolist() == same(1).tolist()
    assert same(1).tolist() != same(2).tolist()
