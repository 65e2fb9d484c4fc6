"""Conventions: declared, they are no faults; undeclared they are; and nothing is guessed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from few_games import verdict_on
from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.conventions import (
    Convention,
    ConventionError,
    ConventionValue,
    Dialect,
    TranslatedImplementation,
)
from modcheck.verdict.check import CheckOptions, check
from modcheck.verdict.rule_status import Status
from modspec.run.machine import AssumptionViolated, Call, Machine
from modspec.run.mutants import combine
from othello_spec import module
from othello_spec.board import SIZE
from othello_suite.conventions import EXCEPTIONS, SQUARE_CALLS, conventions
from othello_suite.covering import games
from othello_suite.test_model import build_test_model
from wrong_implementations import (
    mirrored_start,
    move_trusts_its_caller,
    no_capture_accepted,
    sound,
    white_starts,
    winner_has_fewest,
)
from wrong_implementations.passing.sound import InvalidPass, Passing

KNOWN = conventions()
RULES = {rule.id for rule in build_test_model().rulebook}
WIPE_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""The shortest game: White has no disc left."""

VALUES = [
    pytest.param(convention.name, name, id=f"{convention.name}={name}")
    for convention in KNOWN
    for name in convention.values
    if name != convention.usual
]
"""All that is not as usual."""


class CountedFromOne(sound.Othello):
    """Rows and columns are counted from 1."""

    def move(self, row: int, col: int) -> None:
        super().move(row - 1, col - 1)

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        return super().is_valid_move(row - 1, col - 1, player)

    def cell(self, row: int, col: int) -> str:
        return super().cell(row - 1, col - 1)


class Named:
    """Squares have names, such as d3."""

    def __init__(self) -> None:
        self._othello = sound.Othello()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._othello, name)

    def move(self, square: str) -> None:
        self._othello.move(*numbers(square))

    def is_valid_move(self, square: str, player: str) -> bool:
        return self._othello.is_valid_move(*numbers(square), player)

    def cell(self, square: str) -> str:
        return self._othello.cell(*numbers(square))


def numbers(square: str) -> tuple[int, int]:
    """Row and column of a name."""
    return int(square[1:]) - 1, ord(square[0]) - ord("a")


class EndsByTwoPasses(Passing):
    """A player who cannot move passes; the game is over when both have passed."""

    passes: int = 0

    def init(self) -> None:
        super().init()
        self.passes = 0

    def move(self, row: int, col: int) -> None:
        super().move(row, col)
        self.passes = 0

    def is_valid_pass(self) -> bool:
        return not self.can_move(self.mover)

    def pass_turn(self) -> None:
        if not self.is_valid_pass():
            raise InvalidPass
        self.mover = self.next_after_pass()
        self.passes += 1

    def game_over(self) -> bool:
        return self.passes >= 2


class CrashesOffBoard(sound.Othello):
    """Reads a list where there is no square."""

    def move(self, row: int, col: int) -> None:
        self.look_up(row, col)
        super().move(row, col)

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        self.look_up(row, col)
        return super().is_valid_move(row, col, player)

    def cell(self, row: int, col: int) -> str:
        self.look_up(row, col)
        return super().cell(row, col)

    def look_up(self, *place: int) -> None:
        """Raise IndexError off the board, since each of both is looked up in a row of 8."""
        for index in place:
            [*range(8)][index if index >= 0 else 8]


class AnswersOffBoard(sound.Othello):
    """Answers anything about a square off the board."""

    def move(self, row: int, col: int) -> None:
        super().move(row % SIZE, col % SIZE)

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        return super().is_valid_move(row % SIZE, col % SIZE, player)

    def cell(self, row: int, col: int) -> str:
        return super().cell(row % SIZE, col % SIZE)


class KnowsTheWinnerAtTheEnd(sound.Othello):
    """Has no winner before the game is over."""

    def winner(self) -> str:
        if not self.game_over():
            raise RuntimeError("the game goes on")
        return super().winner()


class AnswersForThePlayerOnTurn(sound.Othello):
    """Answers for the player on turn, whichever player the caller names."""

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        return super().is_valid_move(row, col, self.mover)

    def has_valid_moves(self, player: str) -> bool:
        return super().has_valid_moves(self.mover)


class IllegalMove(Exception):
    """A move that is against the rules."""


class RaisesIllegalMove(sound.Othello):
    """Has another name for an exception."""

    def move(self, row: int, col: int) -> None:
        try:
            super().move(row, col)
        except sound.InvalidMove as error:
            raise IllegalMove from error


DIFFERENT: dict[tuple[str, str], Callable[[], object]] = {
    ("first", "white"): white_starts.Othello,
    ("start", "mirrored"): mirrored_start.Othello,
    ("forfeits", "pass"): Passing,
    ("forfeits", "two-passes"): EndsByTwoPasses,
    ("off-board", "crash"): CrashesOffBoard,
    ("off-board", "trusted"): AnswersOffBoard,
    ("squares", "1-based"): CountedFromOne,
    ("squares", "named"): Named,
    ("illegal", "trusted"): move_trusts_its_caller.Othello,
    ("valid-moves", "on-turn"): AnswersForThePlayerOnTurn,
    ("winner", "at-end"): KnowsTheWinnerAtTheEnd,
}
"""For each value that is not usual an implementation that has it."""


# -- terms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ({"frist": "white"}, "no convention 'frist'; did you mean first[?]"),
        ({"colour": "red"}, "no convention 'colour'; the conventions are: first, start, forfeits"),
        ({"first": "withe"}, "no value 'withe' of first; did you mean white[?]"),
        ({"first": ""}, "no value '' of first; the values are: black, white"),
    ],
)
def test_what_there_is_not_cannot_be_declared(declared: dict[str, str], why: str) -> None:
    with pytest.raises(ConventionError, match=why):
        Dialect(KNOWN, declared)


def test_a_module_without_conventions_has_none_to_declare() -> None:
    with pytest.raises(ConventionError, match="no convention 'first'; there is no convention"):
        build_test_model("clock", declared={"first": "white"})


def test_what_is_usual_changes_nothing() -> None:
    usual = Dialect(KNOWN, {convention.name: convention.usual for convention in KNOWN})
    call = Call("move", (2, 3))
    assert ({}, [], frozenset()) == (usual.unusual, usual.values, usual.trusted_routines)
    assert (call, []) == (usual.translate(call), usual.changes(module("othello")))
    assert not usual.has_translations


def test_what_is_unusual_is_told_in_the_order_of_those_known() -> None:
    declared = {"illegal": "trusted", "start": "standard", "first": "white"}
    assert ["first", "illegal"] == list(Dialect(KNOWN, declared).unusual)


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_what_a_convention_changes_is_in_the_specification(name: str, value: str) -> None:
    terms = Dialect(KNOWN, {name: value})
    [chosen] = terms.values
    changes = terms.changes(module(chosen.module or "othello"))
    assert (chosen.change is not None) + len(chosen.assumptions) == len(changes)
    if not chosen.module:
        routines = {function.name for function in module("passing").access_programs}
        changed = {each.function for each in terms.changes(module("passing"))}
        assert {*chosen.assumptions} & routines <= changed
    if chosen.change:
        machine = Machine(module("othello"))
        assert machine.with_edits(combine(changes)).initial() != machine.initial()


def test_an_assumption_of_a_convention_is_one_of_the_specification() -> None:
    plain = Machine(module("othello"))
    changes = Dialect(KNOWN, {"winner": "at-end"}).changes(module("othello"))
    machine = plain.with_edits(combine(changes))
    with pytest.raises(AssumptionViolated):
        machine.call(machine.initial(), "winner")
    over = None
    for call in [Call("init"), *(Call("move", numbers(square)) for square in WIPE_OUT.split())]:
        over = machine.call(over, call.routine, call.arguments).state
    assert plain.call(over, "winner") == machine.call(over, "winner")


def test_a_change_of_what_does_not_stand_there_is_noticed() -> None:
    wrong = Convention(
        "w",
        "",
        {"usual": ConventionValue(""), "x": ConventionValue("", change=("init", "RED", "BLUE"))},
    )
    with pytest.raises(LookupError, match="othello has no text for"):
        Dialect([wrong], {"w": "x"}).changes(module("othello"))


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_rules_that_a_convention_is_mistaken_for_are_in_the_rulebook(name: str, value: str) -> None:
    [chosen] = Dialect(KNOWN, {name: value}).values
    assert set() == chosen.mistaken_for - RULES


# -- translations ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "call", "sent"),
    [
        ("1-based", Call("move", (0, 7)), Call("move", (1, 8))),
        ("1-based", Call("cell", (-1, 8)), Call("cell", (0, 9))),
        ("1-based", Call("count", ("black",)), Call("count", ("black",))),
        ("named", Call("move", (2, 3)), Call("move", ("d3",))),
        (
            "named",
            Call("is_valid_move", (7, 0, "white")),
            Call("is_valid_move", ("a8", "white")),
        ),
        ("named", Call("cell", (8, 0)), None),
        ("named", Call("turn"), Call("turn")),
    ],
)
def test_a_call_is_made_in_the_form_that_was_declared(
    value: str, call: Call, sent: Call | None
) -> None:
    assert sent == Dialect(KNOWN, {"squares": value}).translate(call)


def test_an_implementation_is_called_in_that_form_and_in_no_other() -> None:
    made = InProcess(CountedFromOne(), ["init", "cell", "turn"])
    asked = [Call("init"), Call("cell", (3, 3)), Call("cell", (8, 0)), Call("turn")]
    translated = TranslatedImplementation(made, Dialect(KNOWN, {"squares": "1-based"}))
    outcomes = [(reply.output, reply.exception) for reply in translated.answer(asked)]
    assert [(None, None), ("white", None), (None, "OutOfBounds"), ("black", None)] == outcomes
    assert outcomes != [(reply.output, reply.exception) for reply in made.answer(asked)]


@pytest.mark.parametrize(("name", "value"), [("first", "white"), ("start", "mirrored")])
def test_the_chosen_games_are_mirrored_and_thus_remain_games(name: str, value: str) -> None:
    terms = Dialect(KNOWN, {name: value})
    machine = Machine(module("othello")).with_edits(combine(terms.changes(module("othello"))))

    def is_refused(game: tuple[Call, ...]) -> bool:
        state = None
        for call in game:
            outcome = machine.call(state, call.routine, call.arguments)
            if outcome.exception:
                return True
            state = outcome.state
        return False

    for game in list(games().values())[:4]:
        assert not is_refused(terms.translate_game(game))
        assert is_refused(game)
        assert game == terms.translate_game(terms.translate_game(game))


# -- verdicts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("declaration", DIFFERENT, ids="=".join)
def test_what_is_declared_is_no_fault_and_what_is_not_is_one(declaration: tuple[str, str]) -> None:
    name, value = declaration
    declared = verdict_on(DIFFERENT[declaration], {name: value})
    assert ({name: value}, ()) == (dict(declared.conventions), declared.faults)
    [chosen] = Dialect(KNOWN, {name: value}).values
    if declaration == ("forfeits", "pass") or value == "named":
        return  # as the usual module it does not even have the same routines
    undeclared = verdict_on(DIFFERENT[declaration])
    assert undeclared.faults
    assert not chosen.mistaken_for or undeclared.faults[0].rule in chosen.mistaken_for
    assert (declaration if chosen.suggested_for else None) == undeclared.suggestion
    assert {} == undeclared.conventions


def test_a_value_that_switches_a_test_off_is_never_suggested() -> None:
    never = {("illegal", "trusted"), ("winner", "at-end")}
    never |= {("off-board", "crash"), ("off-board", "trusted"), ("valid-moves", "on-turn")}
    for name, value in never:
        [chosen] = Dialect(KNOWN, {name: value}).values
        assert frozenset() == chosen.suggested_for
    suggested = {
        (each.name, name)
        for each in KNOWN
        for name, value in each.values.items()
        if value.suggested_for
    }
    assert suggested == DIFFERENT.keys() - never - {("squares", "named")}


@pytest.mark.parametrize(
    ("name", "value", "rules"),
    [
        ("off-board", "crash", ["on-board"]),
        ("off-board", "trusted", ["on-board"]),
        ("valid-moves", "on-turn", ["valid-moves", "any-valid-moves"]),
        ("winner", "at-end", ["who-is-winning"]),
    ],
)
def test_a_rule_that_a_convention_leaves_out_does_not_pass(
    name: str, value: str, rules: list[str]
) -> None:
    verdict = verdict_on(DIFFERENT[name, value], {name: value})
    why = f"the convention {name}={value} leaves too much out"
    unclear = [(each.rule, each.status) for each in verdict.rules if each.reason == why]
    assert [(rule, Status.INCONCLUSIVE) for rule in rules] == unclear


def test_a_player_out_of_turn_is_not_asked_about_and_a_wrong_answer_in_turn_is_found() -> None:
    class AlwaysValid(AnswersForThePlayerOnTurn):
        def is_valid_move(self, row: int, col: int, player: str) -> bool:
            return self.has_square(row, col) and self.board[row][col] == "empty"

    [fault] = verdict_on(AlwaysValid, {"valid-moves": "on-turn"}).faults
    assert fault.rule in {"must-capture", "valid-moves"}


def test_a_winner_is_asked_at_the_end_and_a_wrong_one_is_found() -> None:
    class Wrong(KnowsTheWinnerAtTheEnd):
        def winner(self) -> str:
            return {"black": "white", "white": "black", "draw": "draw"}[super().winner()]

    [fault] = verdict_on(Wrong, {"winner": "at-end"}).faults
    assert "majority" == fault.rule


def test_an_element_off_the_board_is_no_crash() -> None:
    class WrapsRound(CrashesOffBoard):
        def cell(self, row: int, col: int) -> str:
            return super().cell(row % 8 if row == -1 else row, col)

    verdict = verdict_on(WrapsRound, {"off-board": "crash"})
    assert "on-board" == verdict.faults[0].rule


def test_a_game_that_ends_without_passes_ends_with_them() -> None:
    assert verdict_on(Passing, {"forfeits": "two-passes"}).conforms


def test_a_game_that_does_not_end_after_two_passes_is_found_out() -> None:
    class ThreePasses(EndsByTwoPasses):
        def game_over(self) -> bool:
            return self.passes >= 3

    verdict = verdict_on(ThreePasses, {"forfeits": "two-passes"})
    assert "game-over" == verdict.faults[0].rule


def test_a_pass_that_crashes_at_the_end_is_told_of_the_move_before() -> None:
    class Crashing:
        name, routines, conventions = "crashing", frozenset({"move"}), {}

        def answer(self, calls: Sequence[Call]) -> list[Reply]:
            return [Reply(fault="gone") if c.routine == "pass_turn" else Reply() for c in calls]

        def close(self) -> None:
            pass

    dialect = Dialect(KNOWN, {"forfeits": "two-passes"})
    machine = Machine(module("passing"))
    played = TranslatedImplementation(Crashing(), dialect, machine)
    calls = [Call("init"), *(Call("move", numbers(square)) for square in WIPE_OUT.split())]
    assert [None] * 9 + ["gone"] == [reply.fault for reply in played.answer(calls)]


# -- exceptions by other names ---------------------------------------------------------------------


def test_exceptions_may_have_other_names_if_it_is_said_which() -> None:
    declared = {"exceptions": "IllegalMove:InvalidMove"}
    verdict = verdict_on(RaisesIllegalMove, declared)
    assert (True, declared) == (verdict.conforms, dict(verdict.conventions))
    undeclared = verdict_on(RaisesIllegalMove)
    assert ("must-capture", None) == (undeclared.faults[0].rule, undeclared.suggestion)


def test_the_ending_of_the_name_of_an_exception_does_not_matter() -> None:
    for own in ("Illegal", "IllegalError", "IllegalException"):
        [renamed] = Dialect(KNOWN, {"exceptions": f"{own}:InvalidMove"}).values
        for raised in ("Illegal", "IllegalError", "IllegalException"):
            reply = renamed.read_reply(Call("move", (0, 0)), Reply(exception=raised))
            assert "InvalidMove" == reply.exception
        assert Reply(exception="Error") == renamed.read_reply(
            Call("init"), Reply(exception="Error")
        )


def test_squares_that_nobody_may_ask_about_can_be_counted_from_one() -> None:
    dialect = Dialect(KNOWN, {"off-board": "trusted", "squares": "1-based"})
    assert Call("cell", (8, 8)) == dialect.translate(Call("cell", (7, 7)))
    assert dialect.translate(Call("cell", (8, 8))) is None


def test_an_exception_that_is_raised_for_the_wrong_reason_is_still_a_fault() -> None:
    declared = {"exceptions": "IllegalMove:OutOfBounds"}
    verdict = verdict_on(RaisesIllegalMove, declared)
    (fault,) = verdict.faults
    assert "on-board" == fault.rule  # it takes squares of the board for none
    assert "move raises OutOfBounds wherever InvalidMove is due" in fault.hints[0]


@pytest.mark.parametrize(
    "wrong", ["IllegalMove", "IllegalMove:Invalid", ":InvalidMove", "A:InvalidMove,", "A:B:C"]
)
def test_a_form_that_names_no_exception_is_refused(wrong: str) -> None:
    why = "no value .* of exceptions; the values are: standard; or write IllegalMove:InvalidMove"
    with pytest.raises(ConventionError, match=why):
        Dialect(KNOWN, {"exceptions": wrong})


def test_the_exceptions_that_may_be_named_are_those_of_the_modules() -> None:
    raised = {
        name
        for each in ("othello", "passing")
        for program in module(each).access_programs
        for name in program.raises
    }
    assert {*EXCEPTIONS} == raised


def test_every_value_is_tried() -> None:
    assert [tuple(each.values) for each in VALUES] == list(DIFFERENT)


def test_who_declares_what_is_not_so_is_found_out() -> None:
    verdict = verdict_on(sound.Othello, {"first": "white"})
    assert "black-first" == verdict.faults[0].rule
    assert ("black", "white") == (
        verdict.faults[0].mismatch.reply.output,
        verdict.faults[0].mismatch.step.expected.output.value,
    )


def test_a_convention_is_suggested_only_if_nothing_else_is_wrong() -> None:
    class TwoThings(white_starts.Othello, winner_has_fewest.Othello):
        """White begins, and who has fewer discs wins."""

    verdict = verdict_on(TwoThings)
    assert "black-first" in {fault.rule for fault in verdict.faults}
    assert verdict.suggestion is None


def test_a_fault_that_looks_like_a_convention_is_not_forgiven_by_it() -> None:
    verdict = verdict_on(no_capture_accepted.Othello, {"illegal": "trusted"})
    assert "must-capture" == verdict.faults[0].rule  # is_valid_move says yes to what it should not


def test_a_move_that_is_trusted_is_never_called_wrongly() -> None:
    raised: list[tuple[int, int]] = []

    class Watched(sound.Othello):
        """Notes the moves that it refuses."""

        def move(self, row: int, col: int) -> None:
            try:
                super().move(row, col)
            except (sound.InvalidMove, sound.OutOfBounds):
                raised.append((row, col))
                raise

    verdict = verdict_on(Watched, {"illegal": "trusted"})
    assert (True, []) == (verdict.conforms, raised)
    assert verdict_on(Watched).conforms
    assert len(raised) > 100


def test_no_calls_have_no_replies() -> None:
    class Unasked(InProcess):
        def answer(self, calls: Sequence[Call]) -> list[Reply]:
            assert not calls
            return []

    dialect = Dialect(KNOWN, {"squares": "1-based"})
    assert TranslatedImplementation(Unasked(sound.Othello(), ["init"]), dialect).answer([]) == []


def test_the_recorded_suite_is_asked_in_the_form_that_was_declared() -> None:
    declared = {"squares": "1-based"}
    against = build_test_model("othello", declared=declared)
    assert against.suite is not None
    suite = against.suite()
    few = replace(suite, short=suite.short[:3], games=suite.games[:1], kills={})
    against = replace(against, suite=lambda: few)
    options = CheckOptions(games=0, declared=declared)
    for implementation, conforms in ((CountedFromOne, True), (sound.Othello, False)):
        verdict = check(
            against, lambda made=implementation: InProcess(made(), against.routines), options
        )
        assert conforms == verdict.conforms


# -- declared by the implementation ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ({"first": "white"}, {"first": "white"}),
        ({"first": 1}, {"first": "1"}),
        ([], {}),
        ("first=white", {}),
        (None, {}),
    ],
)
def test_a_module_or_class_declares_by_an_attribute(declared: Any, told: dict[str, str]) -> None:
    class Declaring(sound.Othello):
        """Declares something."""

        CONVENTIONS = declared

    assert told == InProcess(Declaring(), []).conventions
    assert {} == InProcess(sound.Othello(), []).conventions


def test_squares_are_the_first_arguments_of_what_has_them() -> None:
    for program in module("othello").access_programs:
        names = [parameter.name for parameter in program.parameters]
        assert (program.name in SQUARE_CALLS) == (["row", "col"] == names[:2])


# -- the page about them ---------------------------------------------------------------------------

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "reference" / "conventions.md").read_text(encoding="utf-8")


def test_the_page_has_a_row_for_each_value(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.setattr(sys, "path", [str(DOCS / "_extensions"), *sys.path])
    from othello_conventions import table

    assert "```{othello-conventions}\n" in PAGE
    rows = [row.split("|") for row in table()][2:]
    told = [(cells[2].strip(" `").partition("`")[0], cells[3].strip()) for cells in rows]
    expected = [
        row
        for each in KNOWN
        for row in (
            *((name, value.text) for name, value in each.values.items()),
            *((form, each.value(form).text) for form in [each.open_form] if form),
        )
    ]
    assert expected == told
    named = [re.findall("{mis:rule}`(.*?)`", cells[4]) for cells in rows]
    values = [each.value(name) for each in KNOWN for name in (*each.values, each.open_form) if name]
    assert [value.mistaken_for for value in values] == [frozenset(names) for names in named]


def test_the_page_tells_what_becomes_of_each() -> None:
    assert [convention.name for convention in KNOWN] == [
        name for line in re.findall(r"^(`.*`)\n: ", PAGE, re.M) for name in line[1:-1].split("`, `")
    ]


def test_what_the_page_declares_there_is() -> None:
    options = re.findall(r"--convention ([\w-]+)=([\w:,-]+)", PAGE)
    [handshake] = re.findall(r"```json\n(.*?)\n```", PAGE)
    [attribute] = re.findall(r"CONVENTIONS = (.*)\n", PAGE)
    for declared in (dict(options), json.loads(handshake)["conventions"], json.loads(attribute)):
        assert Dialect(KNOWN, declared).unusual
