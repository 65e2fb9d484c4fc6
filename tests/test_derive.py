"""Derivations: theorems replace missing routines by others; a rule not asked about never passes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from few_games import few_games, verdict_on
from modcheck.system.implementation import ImplementationError, Reply, encode
from modcheck.system.in_process import InProcess
from modcheck.system.serve import ATTRIBUTE, answer
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.derive import (
    DerivingImplementation,
    derived_operation,
    derived_operations,
    support_of,
)
from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.verdict.check import CheckOptions, check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modspec.run.machine import Call, Machine
from modspec.syntax.errors import SpecificationError
from othello_spec import module
from othello_suite.covering import games
from othello_suite.domains import DOMAINS
from wrong_implementations import (
    count_is_stale,
    has_valid_moves_of_the_mover,
    sound,
    tried_for_the_other_colour,
)

OTHELLO = module("othello")
RECIPES = derived_operations(module("derivations"), OTHELLO)
ALL = frozenset(function.name for function in OTHELLO.access_programs)
BASIC = frozenset({"init", "move", "is_valid_move", "cell", "turn"})
"""From these all others are derived."""
ATTRIBUTES = frozenset(f"{ATTRIBUTE}{name}" for name in ALL)
"""How a program says that it has an attribute in the place of a routine."""


# -- recipes ---------------------------------------------------------------------------------------


def test_every_theorem_of_the_theory_is_a_recipe() -> None:
    assert {
        "has_valid_moves": ("is_valid_move",),
        "count": ("cell",),
        "game_over": ("has_valid_moves",),
        "winner": ("count",),
    } == {name: recipe.sources for name, recipe in RECIPES.items()}
    assert len(RECIPES) == len(module("derivations").access_programs)


@pytest.mark.parametrize("name", ["a_corner_is_never_flipped", "captures_do_not_chain"])
def test_a_theorem_that_says_no_such_thing_is_no_recipe(name: str) -> None:
    theorem = module("captures")[name]
    with pytest.raises(SpecificationError, match=f"{name} does not say what an access program of"):
        derived_operation(theorem, OTHELLO)


@pytest.mark.parametrize(
    ("missing", "derived", "unchecked"),
    [
        ((), (), ()),
        (("game_over",), ("game_over",), ()),
        (("has_valid_moves", "game_over"), ("has_valid_moves", "game_over"), ()),
        (("count", "winner"), ("count", "winner"), ()),
        (("count", "cell"), (), ("cell", "count")),
        (("is_valid_move",), (), ("is_valid_move",)),
        (
            ("is_valid_move", "has_valid_moves", "game_over"),
            (),
            ("is_valid_move", "game_over", "has_valid_moves"),
        ),
        (("turn", "move"), (), ("move", "turn")),
    ],
)
def test_what_can_be_is_derived_and_nothing_else(
    missing: tuple[str, ...], derived: tuple[str, ...], unchecked: tuple[str, ...]
) -> None:
    offer, recipes = support_of(ALL - set(missing), OTHELLO, RECIPES)
    assert (set(derived), set(derived)) == (set(offer.derived), set(recipes))
    assert dict.fromkeys(unchecked, "not offered") == offer.unchecked
    assert ALL - set(unchecked) == offer.checked_routines


def test_recipes_follow_one_another() -> None:
    offer, _ = support_of(BASIC, OTHELLO, RECIPES)
    assert ALL == offer.checked_routines
    assert set(RECIPES) == set(offer.derived)


def test_an_attribute_in_the_place_of_a_routine_is_named_and_is_no_routine() -> None:
    class Board(sound.Othello):
        """Keeps its answer in an attribute, and has none of another routine."""

        is_valid_move: Any = True
        game_over: Any = None

    target = Board()
    served = json.loads(answer(target, b'{"id": 0, "hello": 1}'))["routines"]
    for routines in (InProcess(target, sorted(ALL)).routines, frozenset(served)):
        assert {"@is_valid_move"} == {name for name in routines if name in ATTRIBUTES}
        offer, _ = support_of(frozenset(routines), OTHELLO, RECIPES)
        assert {
            "is_valid_move": "yours is an attribute that cannot be called; the specification calls "
            "it: is_valid_move()",
        } == offer.unchecked


def test_an_attribute_counts_as_a_query_without_parameters_if_that_is_not_derived() -> None:
    offer, used = support_of(BASIC - {"turn"} | ATTRIBUTES - {"@move"}, OTHELLO, RECIPES)
    assert {} == offer.unchecked
    assert {"game_over", "winner"} <= {*offer.derived}
    assert {*RECIPES} == {*used}
    alone, _ = support_of(frozenset({"init", "move"}) | ATTRIBUTES, OTHELLO, {})
    assert {"init", "move", "turn", "game_over", "winner"} == alone.checked_routines


def test_what_nobody_demands_is_not_derived() -> None:
    assert {} == support_of(frozenset({"pass_turn"}), module("passing"), RECIPES)[1]


# -- answers ---------------------------------------------------------------------------------------


def deriving(
    implementation: object, without: frozenset[str] = ALL - BASIC
) -> DerivingImplementation:
    """An implementation that is not asked for some routines, and offers them all the same."""
    offered = sorted(ALL - without)
    _, recipes = support_of(frozenset(offered), OTHELLO, RECIPES)
    return DerivingImplementation(InProcess(implementation, offered), recipes, Machine(OTHELLO))


def test_derived_answers_are_those_of_the_specification_in_whole_games() -> None:
    write = TraceGenerator(Machine(OTHELLO), DOMAINS)
    for game in list(games().values())[:3]:
        script = write.game(game, EVERYTHING)[::7]  # some of everything
        moves = [step for step in write.observed_game(game) if step.purpose is Purpose.COMMAND]
        state = moves[-1].expected.state
        assert state is not None
        questions = write.queries(state, EVERYTHING)
        derived = deriving(sound.Othello())
        replies = derived.answer([step.call for step in (*moves, *questions)])[len(moves) :]
        assert [encode(step.expected.output) for step in questions] == [r.output for r in replies]
        assert {step.call.routine for step in questions} >= set(RECIPES)
        assert len(script) > 100


def test_a_derived_answer_is_as_wrong_as_what_it_comes_from() -> None:
    wrong = deriving(has_valid_moves_of_the_mover.Othello(), frozenset({"game_over"}))
    asked = [Call("init"), *(Call("has_valid_moves", (p,)) for p in ("black", "white"))]
    *_, black, white = wrong.answer(asked)
    [over] = wrong.answer([Call("game_over")])
    assert (not black.output and not white.output) == over.output


@pytest.mark.parametrize(
    ("raised", "reply"),
    [(KeyError, Reply(exception="KeyError")), (SystemExit, Reply(exception="SystemExit"))],
)
def test_a_derived_answer_fails_as_what_it_comes_from(
    raised: type[BaseException], reply: Reply
) -> None:
    class Raises(sound.Othello):
        """Counts nothing."""

        def cell(self, row: int, col: int) -> str:
            raise raised

    derived = deriving(Raises())
    calls = [Call("init"), Call("winner"), Call("turn")]
    assert [Reply(), reply, Reply("black")] == derived.answer(calls)


def test_nonsense_that_a_derived_answer_comes_from_gets_no_further() -> None:
    class Nonsense(sound.Othello):
        """Its cells are lists."""

        def cell(self, row: int, col: int) -> Any:
            return [row, col]

    assert Reply(0) == deriving(Nonsense()).answer([Call("init"), Call("count", ("black",))])[1]


def test_what_is_compared_with_nonsense_is_a_fault() -> None:
    class Nothing(sound.Othello):
        """Counts nothing."""

        def count(self, player: str) -> Any:
            return None

    wrong = deriving(Nothing(), frozenset({"winner"}))
    _, count, winner = wrong.answer([Call("init"), Call("count", ("black",)), Call("winner")])
    assert Reply(None) == count
    assert "nothing follows from what it is derived from" in (winner.fault or "")
    assert winner.goes_on


class Noting(sound.Othello):
    """Notes which calls of ``cell`` are made."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []
        super().__init__()

    def cell(self, row: int, col: int) -> str:
        self.asked.append((row, col))
        return super().cell(row, col)


CORNER = Call("cell", (0, 0))
DERIVED = [Call("winner"), Call("count", ("black",)), Call("count", ("white",))]


@pytest.mark.parametrize(
    ("calls", "corners", "cells"),
    [
        ([CORNER, CORNER], 2, 2),
        (DERIVED, 1, 64),
        ([*DERIVED, *DERIVED], 1, 64),
        ([CORNER, *DERIVED], 1, 64),
        ([*DERIVED, CORNER], 2, 65),
        ([*DERIVED, CORNER, *DERIVED], 2, 128),
        ([*DERIVED, Call("turn"), *DERIVED], 2, 128),
        ([*DERIVED, Call("move", (2, 3)), *DERIVED], 2, 128),
        ([*DERIVED, Call("move", (0, 0)), *DERIVED], 2, 128),
        ([Call("move", (2, 3)), *DERIVED, Call("move", (2, 2)), *DERIVED], 2, 128),
        ([Call("move", (0, 0)), *DERIVED, Call("move", (0, 1)), *DERIVED], 2, 128),
        ([*DERIVED, Call("init"), *DERIVED], 2, 128),
        ([CORNER, Call("turn"), *DERIVED], 2, 65),
    ],
)
def test_what_was_just_asked_is_not_asked_again_for_what_is_derived(
    calls: list[Call], corners: int, cells: int
) -> None:
    game = Noting()
    deriving(game, frozenset({"count", "winner"})).answer([Call("init"), *calls])
    assert (corners, cells) == (game.asked.count((0, 0)), len(game.asked))


def test_nothing_derived_is_older_than_the_last_move() -> None:
    games = [[("move", (2, 3)), ("move", (2, 2))], [("move", (2, 3)), ("init", ())]]
    without = ALL - {"init", "move", "count"}
    for game in games:
        calls = [Call("init")]
        for routine, arguments in game:
            calls += [Call(routine, arguments), Call("winner")]
        told = [r.output for r in deriving(sound.Othello(), without).answer(calls)]
        assert [None, None, "black", None, "draw"] == told


def test_a_query_that_changes_something_is_not_hidden_by_what_is_derived() -> None:
    class Placing(sound.Othello):
        """Where White may move lies a white disc, once that is asked."""

        def is_valid_move(self, row: int, col: int, player: str) -> bool:
            valid = super().is_valid_move(row, col, player)
            if valid and player == "white":
                self.board[row][col] = player
            return valid

    without = frozenset({"count", "winner", "has_valid_moves", "game_over"})
    asked = [Call("init"), Call("count", ("white",)), Call("is_valid_move", (2, 4, "white"))]
    replies = deriving(Placing(), without).answer([*asked, Call("count", ("white",))])
    assert [None, 2, True, 3] == [reply.output for reply in replies]


# -- verdicts --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def basic_verdict() -> Verdict:
    """The verdict on a sound implementation that offers only the basic routines."""
    return verdict_on(sound.Othello, without=tuple(ALL - BASIC))


def test_a_sound_implementation_conforms_also_where_routines_are_derived(
    basic_verdict: Verdict,
) -> None:
    assert basic_verdict.conforms
    assert {"has_valid_moves": ("is_valid_move",), "winner": ("count",)}.items() <= (
        basic_verdict.support.derived.items()
    )
    assert all(basic_verdict.coverage.routines[name] for name in RECIPES)
    assert {} == basic_verdict.support.unchecked


def test_a_fault_is_found_by_what_is_derived() -> None:
    verdict = verdict_on(count_is_stale.Othello, without=("winner", "cell"))
    assert not verdict.conforms
    assert {"cell": "not offered"} == verdict.support.unchecked
    whole = verdict_on(tried_for_the_other_colour.Othello, without=("game_over",))
    assert not whole.conforms
    assert ["game_over"] == list(whole.support.derived)


def test_what_is_not_offered_is_never_called_and_its_rules_do_not_pass() -> None:
    called: set[str] = set()

    class Watched(sound.Othello):
        """Notes what it is asked."""

        def __getattribute__(self, name: str) -> Any:
            called.add(name)
            return super().__getattribute__(name)

    missing = ("is_valid_move", "has_valid_moves", "game_over")
    verdict = verdict_on(Watched, without=missing)
    assert verdict.conforms
    assert set(missing) == set(verdict.support.unchecked)
    assert 0 == sum(verdict.coverage.routines[name] for name in missing)
    assert not called & set(missing)
    statuses = {each.rule: each for each in verdict.rules}
    assert (Status.INCONCLUSIVE, "not offered") == (
        statuses["valid-moves"].status,
        statuses["valid-moves"].reason,
    )
    assert statuses["capture-all"].status is Status.PASS


@pytest.mark.parametrize(
    "missing", [("move",), ("turn",), ("cell", "count", "winner"), ("move", "cell")]
)
def test_whatever_is_missing_but_the_beginning_there_is_a_verdict(missing: Sequence[str]) -> None:
    verdict = verdict_on(sound.Othello, without=tuple(missing))
    assert verdict.conforms
    assert set(missing) == set(verdict.support.unchecked)


def test_without_a_beginning_there_is_none() -> None:
    against = few_games()
    with pytest.raises(
        ImplementationError, match="offers no init, the routine that begins othello; the checker"
    ):
        check(
            against,
            lambda: InProcess(sound.Othello(), sorted(ALL - {"init"})),
            CheckOptions(games=0),
        )
