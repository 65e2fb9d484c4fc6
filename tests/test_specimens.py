"""Each specimen is rejected for its rule, with a verdict that a replay by hand confirms.

Sound implementations conform. If a specimen has several faults, each is reported, and nothing else.
A verdict is checked from its JSON form alone. A fresh specimen is compared with the functions of
the specification, called one by one, and with the sound implementation, which shares no code with
it.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

import fault_matrix
import specimen_table
from forked import call_in_fork
from modcheck.system import in_process
from modcheck.system.in_process import InProcess
from modcheck.verdict.rule_status import Status
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call
from modspec.syntax.module import Function
from modspec.syntax.relations import rules_cited
from othello_spec import module as module_of
from othello_spec import othello
from othello_spec.board import BLACK, EMPTY, SIZE, WHITE, Cell, Square
from othello_spec.othello import Game
from othello_spec.records.move_lists import move_list
from othello_spec.rules import RULES
from specimen_table import PATIENCE, json_verdict, specimen_verdict
from wrong_implementations import Specimen, forget, place, sound, specimens

SPECIMENS = specimens()


class Case(NamedTuple):
    """A specimen, and the verdict on it."""

    specimen: Specimen
    verdict: dict[str, Any]

    @property
    def faults(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.verdict["faults"]
        return found


def parameters(chosen: Sequence[Specimen]) -> list[Any]:
    return [pytest.param(s, id=s.name, marks=pytest.mark.rule(*s.rules)) for s in chosen]


@cache
def warm_up() -> None:
    """Judge a sound one here: copies of this process inherit the memos of the specification."""
    json_verdict("wrong_implementations.sound:Othello")


@cache
def case_of(specimen: Specimen) -> Case:
    """The case of a specimen, which is judged once."""
    warm_up()
    return Case(specimen, call_in_fork(lambda: specimen_verdict(specimen)))


@pytest.fixture(scope="module", params=parameters(SPECIMENS))
def case(request: pytest.FixtureRequest) -> Case:
    return case_of(request.param)


@pytest.fixture(scope="module", params=parameters([s for s in SPECIMENS if not s.varies]))
def replay(request: pytest.FixtureRequest) -> Case:
    """A case that can be played again: nothing in it is left to chance."""
    return case_of(request.param)


def test_a_specimen_made_from_two_is_so_whichever_of_them_was_imported_anew() -> None:
    importlib.import_module("wrong_implementations.cell_transposed")
    for name in ("sound", "tie_counted_as_a_win"):
        in_process.load(place(name), [])
    verdict = json_verdict(place("two_faults"))
    assert {"draw", "inspect-cell"} == {fault["rule"] for fault in verdict["faults"]}


# -- what is called, and what comes of it ----------------------------------------------------------


def fresh(specimen: Specimen) -> sound.Othello:
    forget()
    made: sound.Othello = importlib.import_module(specimen.place.partition(":")[0]).Othello()
    return made


def answer_to(game: sound.Othello, call: Sequence[Any]) -> str:
    """Return what an implementation answers to a call, in the words of a verdict."""
    routine, *arguments = call
    try:
        output = getattr(game, routine)(*arguments)
    except BaseException as raised:  # whatever a specimen raises is its answer
        if isinstance(raised, KeyboardInterrupt):
            raise
        return f"exception {type(raised).__name__}"
    return "no exception" if output is None else in_words(output)


def answer_in_time(game: sound.Othello, call: Sequence[Any]) -> str:
    """Return the answer to a call, or that it takes too long; for specimens that hang."""
    routine, *arguments = call
    (reply,) = InProcess(game, [routine], timeout=PATIENCE).answer(
        [Call(routine, tuple(arguments))]
    )
    if reply.exception:
        return f"exception {reply.exception}"
    return reply.fault or ("no exception" if reply.output is None else in_words(reply.output))


def due_outcome(state: Game | None, call: Sequence[Any]) -> tuple[Game | None, str]:
    """Return the state after a call, and the due result, in the words of a verdict."""
    routine, *arguments = call
    function = getattr(othello, routine)
    given = [Cell(argument) if isinstance(argument, str) else argument for argument in arguments]
    try:
        result = function(*given) if routine == "init" else function(state, *given)
    except (othello.OutOfBounds, othello.InvalidMove) as raised:
        return state, f"exception {type(raised).__name__}"
    return (result, "no exception") if isinstance(result, Game) else (state, in_words(result))


def in_words(output: object) -> str:
    if isinstance(output, bool):
        return str(output).lower()
    if isinstance(output, int | str):
        return str(output)
    if isinstance(output, list | tuple):
        return f"[{', '.join(map(in_words, output))}]"
    return f"{type(output).__name__} {output!r}"


def game_after(specimen: Specimen, calls: Sequence[Sequence[Any]]) -> sound.Othello:
    """Return the object of a specimen after these calls, none of which raises."""
    game = fresh(specimen)
    for call in calls:
        assert not answer_to(game, call).startswith("exception")
    return game


def state_after(calls: Sequence[Sequence[Any]]) -> Game | None:
    state: Game | None = None
    for call in calls:
        state, said = due_outcome(state, call)
        assert not said.startswith("exception")
    return state


def calls_of(fault: dict[str, Any]) -> list[list[Any]]:
    """The call to blame, those that follow, and the one that shows it if that is another.

    A query shows that it has changed something if it is made again; it may be in the history.
    """
    call, between, shown_by = fault["call"], fault["between"], fault["shown_by"]
    is_made_again = fault["rule"] == "queries-pure" and not fault.get("asked")
    shows_itself = shown_by == call and not between and not is_made_again
    return [call, *between, *([] if shows_itself else [shown_by])]


def letters(cells: dict[Square, str]) -> list[str]:
    written = {EMPTY: ".", BLACK: "B", WHITE: "W"}
    return ["".join(written[Cell(cells[Square(r, c)])] for c in range(SIZE)) for r in range(SIZE)]


# -- the verdicts ----------------------------------------------------------------------------------


def test_there_are_many_specimens_and_some_have_several_faults() -> None:
    assert len(SPECIMENS) >= 52
    assert len([each for each in SPECIMENS if each.also]) >= 4


def test_a_specimen_is_rejected_for_the_rule_it_breaks(case: Case) -> None:
    specimen = case.specimen
    named = [specimen.breaks if f["rule"] in specimen.or_else else f["rule"] for f in case.faults]
    if specimen.varies:  # what else is shown of it is a matter of chance
        named = named[:1]
    rules = case.verdict["rules"]
    open_ = {each["id"] for each in rules if each["status"] == Status.INCONCLUSIVE}
    named += [rule for rule in specimen.also if rule not in named and rule in open_]
    assert sorted(map(str, (specimen.breaks, *specimen.also))) == sorted(map(str, named))


def test_the_specimen_answers_as_the_verdict_says(replay: Case) -> None:
    for fault in replay.faults:
        if not fault["reproduced"]:
            continue  # it takes more than the calls of the verdict
        game = game_after(replay.specimen, fault["history"])
        answer = answer_to if replay.specimen.breaks else answer_in_time
        answers = [answer(game, call) for call in calls_of(fault)]
        got = fault["got"].partition(" (where")[0]
        exception = re.match(r"exception \w+", got)  # the rest says where it was raised
        assert (exception[0] if exception else got) == answers[-1]


def test_the_specification_says_what_the_verdict_says_it_says(replay: Case) -> None:
    for fault in of_the_game_itself(replay):
        state = state_after(fault["history"])
        said = ""
        for call in calls_of(fault):
            state, said = due_outcome(state, call)
        assert expected_of(fault) == said


def test_the_sound_implementation_answers_as_the_verdict_expects(replay: Case) -> None:
    for fault in of_the_game_itself(replay):
        game = sound.Othello()
        for call in fault["history"]:
            answer_to(game, call)
        answers = [answer_to(game, call) for call in calls_of(fault)]
        assert expected_of(fault) == answers[-1]


def of_the_game_itself(case: Case) -> list[dict[str, Any]]:
    """Return the faults of the game as specified, not of the game that an earlier fault makes."""
    return [fault for fault in case.faults if not fault["given"]]


def expected_of(fault: dict[str, Any]) -> str:
    """What should have been answered; of a call that hangs it is said that any answer would do."""
    expected: str = fault["expected"]
    return "no exception" if expected == "an answer" else expected


def test_what_was_expected_and_what_was_got_differ(case: Case) -> None:
    assert [] == [fault for fault in case.faults if fault["expected"] == fault["got"]]


def test_the_boards_are_those_of_the_game(replay: Case) -> None:
    for fault in of_the_game_itself(replay):
        boards, history, call = fault["boards"], fault["history"], fault["call"]
        state = state_after(history)
        after, _ = due_outcome(state, call)
        assert after is not None
        expected = {"expected": letters(dict(after.board)), "after": letters(dict(after.board))}
        if state is not None:
            expected["before"] = expected["position"] = letters(dict(state.board))
        if "got" in boards:
            game = game_after(replay.specimen, history)
            answer_to(game, call)
            squares = [Square(r, c) for r in range(SIZE) for c in range(SIZE)]
            expected["got"] = letters({s: answer_to(game, ["cell", *s]) for s in squares})
        assert boards == {heading: expected[heading] for heading in boards}


def test_the_boards_got_and_expected_differ(case: Case) -> None:
    for fault in case.faults:
        boards = fault["boards"]
        assert ("got" in boards) == ("expected" in boards)
        assert "got" not in boards or boards["got"] != boards["expected"]


def test_the_transcript_and_the_number_of_moves_are_those_of_the_calls(case: Case) -> None:
    for fault in of_the_game_itself(case):
        history, call = fault["history"], fault["call"]
        assert ["init"] == history[0] if history else call == ["init"]
        moves = [Square(*arguments) for routine, *arguments in history if routine == "move"]
        written = [word for word in fault["transcript"].split() if word != "init"]
        assert written == move_list(moves).split()
        later = [each for each in [call, *fault["between"]] if each[0] == "move"]
        state, played = state_after(history), len(moves)
        for each in later:
            state, said = due_outcome(state, each)
            played += not said.startswith("exception")
        assert fault["moves"] == played


def test_the_row_of_the_readme_is_current(case: Case) -> None:
    shown = [
        line
        for line in specimen_table.table("specimens")
        if line.startswith(f"| `{case.specimen.name}` |")
    ]
    assert [specimen_table.row(case.specimen, case.verdict)] == shown


def test_the_rows_of_the_fault_matrix_are_current(case: Case) -> None:
    shown = [
        line
        for line in specimen_table.table("matrix", fault_matrix.PAGE)
        if line.startswith(f"| `{case.specimen.name}` |")
    ]
    assert fault_matrix.rows(case.specimen, case.verdict) == shown


def test_the_readme_has_a_row_for_each_specimen_in_order() -> None:
    rows = specimen_table.table("specimens")[2:]
    assert [f"`{each.name}`" for each in SPECIMENS] == [row.split(" | ")[0][2:] for row in rows]


def test_the_fault_matrix_has_the_specimens_in_order_and_no_others() -> None:
    rows = specimen_table.table("matrix", fault_matrix.PAGE)[2:]
    names = dict.fromkeys(row.split(" | ")[0][2:] for row in rows)
    assert [f"`{each.name}`" for each in SPECIMENS] == list(names)


def test_the_summary_of_the_fault_matrix_is_current() -> None:
    matrix = specimen_table.table("matrix", fault_matrix.PAGE)
    assert list(fault_matrix.summary(matrix)) == specimen_table.table("phases", fault_matrix.PAGE)


def test_the_readme_has_a_row_for_each_file_with_tests() -> None:
    assert list(specimen_table.file_table()) == specimen_table.table("files")


# -- no shorter game shows it ----------------------------------------------------------------------


@cache
def games_of(length: int) -> list[tuple[tuple[int, int], ...]]:
    """All games of so many moves, as the sound implementation has them."""
    if length == 0:
        return [()]
    squares = [(row, col) for row in range(SIZE) for col in range(SIZE)]
    games = []
    for moves in games_of(length - 1):
        game = after(sound.Othello(), moves)
        games += [(*moves, s) for s in squares if game.can_place(*s, game.mover)]
    return games


OBSERVING: list[list[Any]] = [["turn"], *(["cell", r, c] for r in range(SIZE) for c in range(SIZE))]
ASKING: list[list[Any]] = [
    *([routine, player] for routine in ("count", "has_valid_moves") for player in (BLACK, WHITE)),
    *(
        ["is_valid_move", r, c, p]
        for r in range(-1, 9)
        for c in range(-1, 9)
        for p in (BLACK, WHITE)
    ),
    ["winner"],
    ["game_over"],
]


def everything(game: sound.Othello) -> list[str]:
    """All answers in a state: to what observes it, to what asks, to what is refused, and again."""
    asked = [answer_to(game, call) for call in [*OBSERVING, *ASKING, *OBSERVING]]
    places = [(r, c) for r in (-1, *range(SIZE), SIZE) for c in (-1, *range(SIZE), SIZE)]
    refused = [p for p in places if not sound.Othello.can_place(judge(game), *p, game.mover)]
    asked += [answer_to(game, ["move", *place]) for place in refused]
    again = [answer_to(game, call) for call in OBSERVING]
    game.init()
    return [*asked, *again, *(answer_to(game, call) for call in OBSERVING)]


def judge(game: sound.Othello) -> sound.Othello:
    """A sound implementation in the same state."""
    other = sound.Othello()
    other.board = [row[:SIZE] for row in game.board[:SIZE]]
    other.mover = game.mover
    return other


@cache
def everything_right(moves: tuple[tuple[int, int], ...]) -> list[str]:
    """All answers of the sound implementation after these moves."""
    return everything(after(sound.Othello(), moves))


def after(game: sound.Othello, moves: Sequence[tuple[int, int]]) -> sound.Othello:
    for call in (["init"], *(["move", *move] for move in moves)):
        assert answer_to(game, call) == "no exception"
    return game


def depends_on_more(fault: dict[str, Any]) -> bool:
    """Whether a fault needs more than the moves of one game: then shorter ways are too many."""
    several_games = sum(call == ["init"] for call in fault["history"]) > 1
    asked = any(call[0] not in ("init", "move") for call in fault["history"])
    return several_games or asked or fault["rule"] in ("queries-pure", "failed-call")


def test_no_shorter_game_shows_it_where_the_verdict_says_so(
    replay: Case, request: pytest.FixtureRequest
) -> None:
    if replay.specimen.name == "two_faults":
        reason = "with the wrong observer left aside, a tie is shown sooner than the verdict says"
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))
    for fault in replay.faults:
        if not fault["shortest"]:
            alone = fault["reproduced"] and not depends_on_more(fault)
            assert fault["moves"] > 4 or fault["breakdown"] or not alone
            continue
        if fault is not replay.faults[0]:
            continue  # it is not the only fault that shorter games would show
        for length in range(fault["moves"]):
            for moves in games_of(length):
                found = everything(after(fresh(replay.specimen), moves))
                assert everything_right(moves) == found, moves


# -- sound implementations -------------------------------------------------------------------------


@pytest.fixture(
    scope="module",
    params=[
        "wrong_implementations.sound:Othello",
        "othello_model.othello",
        "othello_model.othello_type:Othello",
        "odd_but_sound:Enumerations",
        "odd_but_sound:SilentAfterTheEnd",
        "odd_but_sound:Talkative",
    ],
)
def conforming(request: pytest.FixtureRequest) -> dict[str, Any]:
    verdict: dict[str, Any] = call_in_fork(lambda: json_verdict(request.param))
    return verdict


def test_a_sound_implementation_conforms(conforming: dict[str, Any]) -> None:
    assert conforming["conforms"]
    assert [] == conforming["faults"]


@pytest.mark.rule("forfeit", "early-end", "full-board-ends", "wipe-out-ends", "draw")
def test_the_rare_things_are_among_what_was_exercised(conforming: dict[str, Any]) -> None:
    events = conforming["exercised"]["events"]
    assert {
        "a forfeit by Black",
        "a forfeit by White",
        "an end before the board is full",
        "an end on a full board",
        "a wipe-out",
        "a narrow win",
        "a tie",
    } == {name for name, times in events.items() if times > 0}


def test_all_routines_and_exceptions_were_exercised(conforming: dict[str, Any]) -> None:
    exercised = conforming["exercised"]
    assert set(othello.__all__) - {"InvalidMove", "OutOfBounds"} == set(exercised["routines"])
    assert {"InvalidMove", "OutOfBounds"} == set(exercised["exceptions"])
    assert exercised["calls"] == sum(exercised["routines"].values())


def test_every_rule_that_a_clause_states_was_exercised(conforming: dict[str, Any]) -> None:
    stated = {
        rule
        for module in map(module_of, ("board", "lines", "othello"))
        for rule, places in rules_cited(module).items()
        if any(isinstance(d, Function) and d is not module.invariant for d, _ in places)
    }
    stated |= {FAILED_CALL, QUERIES_PURE}
    expected = [rule.id for rule in RULES if rule.id in stated]
    rules = conforming["rules"]
    assert expected == [each["id"] for each in rules if each["status"] == Status.PASS]
