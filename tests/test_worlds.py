"""Small worlds: all states of small boards, by specification, by kernel, by a Promela model."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest

from modlab.commands.errors import Exit, Usage
from modspec import declare
from modspec.run.explore import explore, walk
from modspec.run.machine import Call, Machine
from modspec.syntax.values import values_of
from othello_mis.commands.main import cli
from othello_model import batch
from othello_model.kernel import Kernel
from othello_proofs.counting import published
from othello_proofs.counting import worlds as worlds_module
from othello_proofs.counting.published import BEST_GAME_4X4, STATES_4X4, STATES_4X4_WITH_PASSES
from othello_proofs.counting.worlds import Forfeit, StateSpace, best_game, leads_by_level, union
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict
from othello_proofs.methods import small_worlds
from othello_proofs.methods.small_worlds import SmallWorlds
from othello_spec import module
from othello_spec.othello import Game

SMALL = Kernel(4, 4)
MOVES = [Call("move", (row, col)) for row in range(4) for col in range(4)]

FORFEITS = pytest.mark.parametrize("forfeit", Forfeit)


# -- any machine can be explored -------------------------------------------------------------------


def test_all_states_of_a_machine_are_found_and_counted() -> None:
    calls = [Call("push", (1,)), Call("push", (2,)), Call("pop"), Call("top")]
    found = explore(Machine(declare("stack")), calls)
    contents = {values_of(state)[0] for state in found.states}
    assert 1 + 2 + 4 + 8 == len(found.states)
    assert {(), (1,), (2,), (1, 2)} <= contents
    assert 7 * 2 + 14 == found.transitions
    assert frozenset() == found.terminal
    assert 3 == found.depth


def test_states_that_no_call_leads_on_from_are_terminal() -> None:
    found = explore(Machine(declare("stack")), [Call("push", (1,)), Call("top")])
    assert {(), (1,), (1, 1), (1, 1, 1)} == {values_of(state)[0] for state in found.states}
    assert {(1, 1, 1)} == {values_of(state)[0] for state in found.terminal}
    assert 3 == found.transitions


def test_a_walk_tells_what_every_call_leads_to() -> None:
    machine = Machine(declare("stack"))
    edges = list(walk(machine, [Call("push", (1,)), Call("pop")], depth=1))
    told = [
        (values_of(edge.before)[0], edge.call.routine, edge.outcome.exception) for edge in edges
    ]
    assert [
        ((), "push", None),
        ((), "pop", "Empty"),
        ((1,), "push", None),
        ((1,), "pop", None),
    ] == told


def test_calls_of_which_nothing_is_said_are_not_made() -> None:
    machine = Machine(module("othello"), {"SIZE": 4})
    calls = [*MOVES, Call("turn")]
    over = Game(board=dict.fromkeys(machine.instance["SQUARES"], "black"), turn="black")
    machine.initial = lambda *_: over  # type: ignore[method-assign]
    assert ["InvalidMove"] * 16 == [edge.outcome.exception for edge in walk(machine, calls)]


# -- the states of the kernel ----------------------------------------------------------------------


def test_there_are_as_many_states_as_were_counted_elsewhere() -> None:
    for forfeit, figures in (
        (Forfeit.AUTOMATIC, STATES_4X4),
        (Forfeit.PASS, STATES_4X4_WITH_PASSES),
    ):
        census = StateSpace(SMALL, forfeit).census()
        assert figures == {name: getattr(census, name) for name in figures}


def test_passes_are_the_only_states_more() -> None:
    automatic, passing = (StateSpace(SMALL, forfeit).census() for forfeit in Forfeit)
    assert 0 == automatic.passes
    assert passing.transitions - passing.passes == automatic.transitions
    assert passing.states - passing.passes == automatic.states
    assert passing.boards_at_the_end == automatic.boards_at_the_end


@FORFEITS
@pytest.mark.parametrize("kernel", [SMALL, Kernel(4, 6), Kernel(6, 4)], ids=str)
def test_the_first_levels_are_those_of_a_plain_search(kernel: Kernel, forfeit: Forfeit) -> None:
    world = StateSpace(kernel, forfeit)
    level = {(*kernel.start, True)}
    for states in islice(world.levels(), 6):
        own, opponent, blacks = world.positions(states)
        found = set(zip(own.tolist(), opponent.tolist(), blacks.tolist(), strict=True))
        assert level == found
        level = following(kernel, forfeit, level)


Seen = tuple[int, int, bool]


def following(kernel: Kernel, forfeit: Forfeit, level: set[Seen]) -> set[Seen]:
    """The states with one disc more, by the kernel on ints."""
    result = set()
    for own, opponent, is_black in level:
        moves = kernel.valid_moves(own, opponent)
        while moves:
            mover, other = kernel.place(own, opponent, moves & -moves)
            moves &= moves - 1
            can_move = bool(kernel.valid_moves(other, mover))
            can_go_on = bool(kernel.valid_moves(mover, other))
            if can_move or forfeit is Forfeit.PASS:
                result.add((other, mover, not is_black))
            if not can_move and (can_go_on or forfeit is Forfeit.AUTOMATIC):
                result.add((mover, other, is_black))
    return result


def test_the_states_are_those_of_the_specification() -> None:
    world = StateSpace(SMALL)
    known = {word for level in islice(world.levels(), 7) for word in level.tolist()}
    machine = Machine(module("othello"), {"SIZE": 4})
    seen = {edge.before for edge in walk(machine, MOVES, depth=6)}
    assert known == {world.word(state) for state in seen if isinstance(state, Game)}
    assert seen == {world.game(word) for word in known}


def test_small_parts_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = StateSpace(SMALL, Forfeit.PASS).census()
    monkeypatch.setattr(worlds_module, "PART", 1000)
    assert expected == StateSpace(SMALL, Forfeit.PASS).census()


def test_a_union_has_each_word_once_in_ascending_order() -> None:
    sets = [[5], [1, 2], [], [2, 5, 9], [9], [0]]
    arrays = [np.array(each, np.uint64) for each in sets]
    assert [0, 1, 2, 5, 9] == union(arrays).tolist()
    assert [] == union([]).tolist()


def test_a_world_that_exceeds_a_word_is_refused() -> None:
    with pytest.raises(ValueError, match="6x6: a state in one word has 31 squares at most"):
        StateSpace(Kernel(6, 6))


# -- best play -------------------------------------------------------------------------------------


@cache
def lead(own: int, opponent: int) -> int:
    """By how many discs who is to move is ahead at the end, by a search that knows no levels."""
    moves = SMALL.valid_moves(own, opponent)
    if not moves:
        if SMALL.valid_moves(opponent, own):
            return -lead(opponent, own)
        return own.bit_count() - opponent.bit_count()
    leads = []
    while moves:
        mover, other = SMALL.place(own, opponent, moves & -moves)
        moves &= moves - 1
        leads.append(-lead(other, mover))
    return max(leads)


def test_the_best_game_ends_as_was_found_elsewhere() -> None:
    best = best_game(SMALL)
    assert BEST_GAME_4X4 == (best.black, best.white)
    assert lead(*SMALL.start) == best.black - best.white


def test_every_state_is_worth_what_a_plain_search_says() -> None:
    world = StateSpace(SMALL)
    levels = list(world.levels())
    for level, leads in list(zip(levels, leads_by_level(world, levels), strict=True))[3::3]:
        own, opponent, blacks = world.positions(level[::50])
        expected = [
            lead(mine, theirs) * (1 if is_black else -1)
            for mine, theirs, is_black in zip(
                own.tolist(), opponent.tolist(), blacks.tolist(), strict=True
            )
        ]
        assert expected == leads[::50].tolist()


def test_the_best_game_is_a_game() -> None:
    best = best_game(SMALL)
    machine = Machine(module("othello"), {"SIZE": 4})
    state = machine.initial()
    for square in best.squares:
        outcome = machine.call(state, "move", square)
        assert outcome.exception is None
        assert outcome.state is not None
        state = outcome.state
    assert machine.call(state, "game_over").output
    assert [best.black, best.white] == [
        machine.call(state, "count", (player,)).output for player in ("black", "white")
    ]


# -- the rung --------------------------------------------------------------------------------------


@pytest.fixture
def few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_worlds, "SAMPLE", 64)


def try_units(rung: Any, units: tuple[str, ...] = ()) -> dict[str, ClaimFinding]:
    """The worst finding about each claim, in haste."""
    found: dict[str, ClaimFinding] = {}
    for unit in units or rung.units(quick=True):
        findings = list(rung.run(unit, quick=True))
        assert set(rung.about(unit, quick=True)) == {finding.claim for finding in findings}
        for finding in findings:
            if finding.claim not in found or finding.verdict is ClaimVerdict.FAILS:
                found[finding.claim] = finding
    return found


@pytest.mark.usefixtures("few_states")
def test_the_rung_tries_every_access_program_and_all_holds() -> None:
    found = try_units(SmallWorlds())
    programs = {f"othello.{program.name}" for program in module("othello").access_programs}
    assert programs == {claim for claim in found if claim.startswith("othello.")}
    assert {ClaimVerdict.HOLDS} == {finding.verdict for finding in found.values()}
    assert all(finding.goals > 0 for finding in found.values())


def test_only_all_states_together_show_that_they_are_the_same() -> None:
    rung = SmallWorlds()
    assert "worlds.4x4_states" in rung.about("moves", quick=False)
    assert "worlds.4x4_states" not in rung.about("moves", quick=True)


Fault = Callable[[Any], Any]


@pytest.mark.parametrize(
    ("method", "fault", "claims"),
    [
        (
            "valid_moves",
            lambda self, own, opponent, fill: 0 * own,
            {"othello.move", "othello.has_valid_moves"},
        ),
        (
            "valid_moves",
            lambda self, own, opponent, fill: self.board ^ (own | opponent),
            {"othello.move"},
        ),
        (
            "over",
            lambda self, own, opponent, fill: own == own,
            {"othello.game_over", "othello.turn"},
        ),
        (
            "place",
            lambda self, own, opponent, square, fill: (own | square, opponent ^ opponent),
            {"othello.move"},
        ),
    ],
    ids=[
        "nothing is valid",
        "every empty square is valid",
        "it is always over",
        "all discs are taken off",
    ],
)
@pytest.mark.usefixtures("few_states")
def test_the_rung_notices_a_faulty_kernel(
    monkeypatch: pytest.MonkeyPatch, method: str, fault: Fault, claims: set[str]
) -> None:
    monkeypatch.setattr(Kernel, method, fault)
    found = try_units(SmallWorlds(), ("moves", "valid_moves", "other_outputs"))
    failed = {claim for claim, finding in found.items() if finding.verdict is ClaimVerdict.FAILS}
    assert claims & failed
    assert all(found[claim].detail for claim in failed)


@pytest.mark.usefixtures("few_states")
def test_a_state_in_which_they_differ_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def after_passes() -> dict[tuple[int, int], int]:
        world = StateSpace(SMALL)
        first, square = world.initial(), np.array([SMALL.bit(0, 1)], np.uint64)
        return {
            (int(first[0]), int(square[0])): int(world.after_pass(world.after(first, square))[0])
        }

    monkeypatch.setattr(small_worlds, "after_moves", after_passes)
    detail = try_units(SmallWorlds(), ("moves",))["othello.move"].detail
    assert "move(0, 1), black's turn: expected as below, got as below" in detail
    assert "expected, white's turn" in detail
    assert "got, black's turn" in detail
    assert "    a b c d" in detail


@pytest.mark.usefixtures("few_states")
def test_the_rung_notices_a_faulty_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = batch.next_turn

    def faulty(own: Any, opponent: Any, kernel: Kernel) -> Any:
        own_after, opponent_after = sound(own, opponent, kernel)
        return own_after[::-1], opponent_after[::-1]

    monkeypatch.setattr(batch, "next_turn", faulty)
    found = try_units(SmallWorlds(), ("batched",))
    failed = {claim for claim, finding in found.items() if finding.verdict is ClaimVerdict.FAILS}
    assert {"batch.next_turn"} == failed
    assert "on ints (" in found["batch.next_turn"].detail


@pytest.mark.parametrize("figures", ["STATES_4X4", "STATES_4X4_WITH_PASSES"])
def test_the_rung_notices_another_figure(monkeypatch: pytest.MonkeyPatch, figures: str) -> None:
    wrong = {name: number + 1 for name, number in getattr(small_worlds, figures).items()}
    monkeypatch.setattr(small_worlds, figures, wrong)
    found = try_units(SmallWorlds(), ("counts",))
    assert ClaimVerdict.FAILS == found["worlds.4x4_counts"].verdict
    assert ClaimVerdict.HOLDS == found["worlds.4x4_best_play"].verdict


# -- the command -----------------------------------------------------------------------------------


def output_lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of the output, with a space for however many there are."""
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_the_command_counts_a_world(capsys: pytest.CaptureFixture[str]) -> None:
    assert Exit.CONFORMS == cli.main(["worlds", "4x4", "--passes"], standalone_mode=False)
    assert [
        "states 62,789 published 62,789",
        "situations 61,875",
        "transitions 89,332 published 89,332",
        "passes 8,988",
        "terminal 6,168 published 6,168",
        "best play Black 3 - White 11",
    ] == output_lines(capsys)


def test_the_command_notices_other_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(published.KNOWN, (4, 4, False), {"states": 53_800})
    assert Exit.DEVIATES == cli.main(["worlds", "4x4"], standalone_mode=False)
    assert "states 53,801 published 53,800" == output_lines(capsys)[0]


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("4", "no board '4'; give rows and columns, such as 4x4 or 4x6"),
        (
            "5x5",
            "the states of '5x5' cannot be counted:"
            " 5 rows: a board has an even number of them, at least 4",
        ),
        (
            "6x6",
            "the states of '6x6' cannot be counted:"
            " 6x6: a state in one word has 31 squares at most",
        ),
    ],
)
def test_what_is_no_small_board_is_refused(board: str, message: str) -> None:
    with pytest.raises(Usage, match=f"^{re.escape(message)}$"):
        cli.main(["worlds", board], standalone_mode=False)


def test_levels_grow_by_a_disc() -> None:
    discs = [
        {int(word & 0xFFFFFFFF).bit_count() for word in level.tolist()}
        for level in StateSpace(SMALL).levels()
    ]
    assert all(len(each) == 1 for each in discs)
    assert all(after == {next(iter(before)) + 1} for before, after in pairwise(discs))
