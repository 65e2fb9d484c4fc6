"""The covering suite: all triples, all rare events, all kinds of call, and the right replies."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import othello_suite.covering as covering
from modcheck.system.in_process import InProcess
from modcheck.testing.recorded import RecordedTrace, Recording, differences
from modcheck.testing.trace import Purpose
from modspec.run.machine import Call, Machine
from othello_spec import module
from othello_spec.board import (
    BLACK,
    CENTRE,
    EMPTY,
    PLAYERS,
    SIZE,
    SQUARES,
    WHITE,
    Direction,
    Player,
    Square,
)
from othello_spec.lines import along, brackets, captures, discs, opponent
from othello_spec.othello import Game, game_over
from othello_suite.covering.recorder import record_games
from specimen_table import no_garbage_collection
from wrong_implementations.sound import Othello

OTHELLO = module("othello")
ROUTINES = [function.name for function in OTHELLO.access_programs]
MOST_GAMES = 50


@dataclass(frozen=True)
class Move:
    """A move of a game, and the states before and after it."""

    square: Square
    before: Game
    after: Game

    @property
    def over(self) -> bool:
        return game_over(self.after)

    @property
    def forfeits(self) -> Player | None:
        """Who has to forfeit the turn after it."""
        return (
            opponent(self.after.turn)
            if self.after.turn == self.before.turn and not self.over
            else None
        )

    @property
    def black_and_white(self) -> tuple[int, int]:
        return discs(self.after.board, BLACK), discs(self.after.board, WHITE)


Course = list[Move]
"""A game from its beginning until the next one begins."""


def courses(calls: Sequence[Call]) -> Iterator[Course]:
    """The games that calls consist of."""
    machine = Machine(OTHELLO)
    course: Course = []
    state: Any = None
    for number, call in enumerate(calls):
        before, state = state, machine.call(state, call.routine, call.arguments).state
        if call.routine == "move":
            course.append(Move(Square(*call.arguments), before, state))
        elif number:
            yield course
            course = []
    yield course


@pytest.fixture(scope="module")
def courses_by_name() -> dict[str, list[Course]]:
    """The courses of each game of the suite."""
    return {name: list(courses(calls)) for name, calls in covering.games().items()}


# -- triples ---------------------------------------------------------------------------------------

GEOMETRIC = {
    (square, direction, length)
    for square in SQUARES - CENTRE  # these are taken from the start
    for direction in Direction
    for length in range(1, SIZE)
    if along(square, direction, length + 1) in SQUARES
}
"""Where there is room for so many discs and one that closes them in. More cannot be."""


def triples(course: Course) -> set[tuple[Square, Direction, int]]:
    return {
        (move.square, direction, k - 1)
        for move in course
        for direction in Direction
        for k in range(2, SIZE)
        if brackets(move.before.board, move.before.turn, move.square, direction, k)
    }


def test_all_960_triples_are_covered_in_at_most_50_games(
    courses_by_name: dict[str, list[Course]],
) -> None:
    covered = set[Any]().union(*(triples(c) for each in courses_by_name.values() for c in each))
    assert GEOMETRIC == covered
    assert 960 == len(covered)
    assert len(courses_by_name) <= MOST_GAMES


def test_no_covering_game_can_be_left_out(courses_by_name: dict[str, list[Course]]) -> None:
    found = {name: triples(each[0]) for name, each in courses_by_name.items() if "covering" in name}
    others = set[Any]().union(
        *(triples(c) for name, each in courses_by_name.items() if name not in found for c in each)
    )
    for left_out in found:
        rest = others.union(*(found[name] for name in found if name != left_out))
        assert rest < GEOMETRIC, left_out


# -- what happens ----------------------------------------------------------------------------------


def forfeits(player: Player) -> Callable[[Course], bool]:
    return lambda course: any(move.forfeits == player for move in course)


def same_player_forfeits_twice(course: Course) -> bool:
    return any(one.forfeits and one.forfeits == next_.forfeits for one, next_ in pairwise(course))


def one_player_forfeits_and_then_the_other(course: Course) -> bool:
    """With one move of each in between, since both cannot forfeit at once."""
    return any(
        one.forfeits and other.forfeits and one.forfeits != other.forfeits and not between.forfeits
        for one, between, other in zip(course, course[1:], course[2:], strict=False)
    )


def ends(course: Course) -> bool:
    return bool(course) and course[-1].over


def ends_with(what: Callable[[int, int], bool]) -> Callable[[Course], bool]:
    """That the game ends with so many discs of Black and of White."""
    return lambda course: ends(course) and what(*course[-1].black_and_white)


def flip_count(move: Move) -> int:
    """How many discs change their colour."""
    other = opponent(move.before.turn)
    return discs(move.before.board, other) - discs(move.after.board, other)


HAPPENS: Mapping[str, Callable[[Course], bool]] = {
    "a forfeit by Black": forfeits(BLACK),
    "a forfeit by White": forfeits(WHITE),
    "the same player forfeits twice in a row": same_player_forfeits_twice,
    "one player forfeits, and as soon as can be the other": one_player_forfeits_and_then_the_other,
    "two forfeits in fifteen moves": lambda c: sum(bool(m.forfeits) for m in c[:15]) == 2,
    "the earliest forfeit": lambda c: len(c) >= 8 and c[7].forfeits is not None,
    "Black is wiped out": ends_with(lambda black, white: black == 0),
    "White is wiped out": ends_with(lambda black, white: white == 0),
    "13-0 after nine moves": lambda c: len(c) == 9 and ends_with(lambda b, w: (b, w) == (13, 0))(c),
    "both forfeit with both colours and empty squares": ends_with(
        lambda black, white: black > 0 and white > 0 and black + white < 64
    ),
    "a full board": ends_with(lambda black, white: black + white == 64),
    "a tie on a full board": ends_with(lambda black, white: black == white == 32),
    "a tie with empty squares": ends_with(lambda black, white: black == white < 32),
    "the widest win": ends_with(lambda black, white: abs(black - white) == 64),
    "the narrowest win": ends_with(lambda black, white: abs(black - white) == 1),
    "the narrowest win on a full board": ends_with(lambda b, w: b + w == 64 and abs(b - w) == 2),
    "more than sixteen discs flip at once": lambda c: any(flip_count(move) > 16 for move in c),
    "Black wins": ends_with(lambda black, white: black > white),
    "White wins": ends_with(lambda black, white: white > black),
}


@pytest.mark.parametrize("event", HAPPENS)
def test_it_happens_in_some_game_and_is_missed_without_it(
    courses_by_name: dict[str, list[Course]], event: str
) -> None:
    happens = HAPPENS[event]
    every = [course for each in courses_by_name.values() for course in each]
    assert any(map(happens, every))
    assert not any(map(happens, [course[:7] for course in every]))
    assert any(not happens(course) for course in every if ends(course))


def test_games_are_as_their_names_say(courses_by_name: dict[str, list[Course]]) -> None:
    def last(name: str) -> Course:
        return courses_by_name[name][-1]

    assert HAPPENS["13-0 after nine moves"](last("White is wiped out after nine moves"))
    assert 8 == len(last("Black forfeits after eight moves"))
    assert BLACK == last("Black forfeits after eight moves")[-1].forfeits
    assert HAPPENS["Black is wiped out"](last("Black is wiped out"))
    six = last("six discs flip in a row after twelve moves")
    assert 12 == len(six)
    assert 6 in {length for _, _, length in triples(six[-1:])}
    assert (19, 19) == last("a tie with 26 empty squares")[-1].black_and_white
    assert [0, 3, 7, 1] == [
        len(c) for c in courses_by_name["begun twice, given up after three moves, then after seven"]
    ]
    assert [True, True, False] == [ends(c) for c in courses_by_name["three games to the end"]]
    tie = last("forfeits of both, then a tie on a full board")
    assert PLAYERS == {move.forfeits for move in tie} - {None}
    assert HAPPENS["a tie on a full board"](tie)
    assert (31, 32) == last("White wins by one disc, with an empty square")[-1].black_and_white
    many = last("17 discs flip at once, and it ends 33 to 31")
    assert 17 == max(map(flip_count, many))
    assert {33, 31} == set(many[-1].black_and_white)
    assert 64 in last("all 64 discs are of one colour")[-1].black_and_white


# -- what is asked ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A call in a script, made in a state, and the call before it."""

    call: Call
    purpose: Purpose
    game: Game
    over: bool
    previous: tuple[Call, Purpose]


@pytest.fixture(scope="module")
def recording() -> Recording:
    """The recording of the suite."""
    return covering.recording()


@pytest.fixture(scope="module")
def suite(recording: Recording) -> tuple[RecordedTrace, ...]:
    """The scripts of the covering games."""
    return tuple(script for script in recording.traces if script.name in covering.games())


@pytest.fixture(scope="module")
def questions(
    suite: tuple[RecordedTrace, ...], courses_by_name: dict[str, list[Course]]
) -> list[Asked]:
    """The calls of the suite after the first, each with the state in which it is made."""
    found = []
    for script in suite:
        states = _states(courses_by_name[script.name])
        game, over = next(states)
        previous = (Call("init"), Purpose.COMMAND)
        for call, purpose in list(zip(script.calls, script.purposes, strict=True))[1:]:
            found.append(Asked(call, purpose, game, over, previous))
            if purpose is Purpose.COMMAND:
                game, over = next(states)
            previous = (call, purpose)
    return found


def _states(games: list[Course]) -> Iterator[tuple[Game, bool]]:
    """The states of games, and whether the game is over."""
    start = Machine(OTHELLO).initial()
    assert isinstance(start, Game)
    for course in games:
        yield start, False
        yield from ((move.after, move.over) for move in course)


STAGES: Mapping[str, range] = {
    "early": range(4, 20),
    "in the middle": range(20, 45),
    "late": range(45, 64),
}
"""By the discs on the board."""


def off(low: int, high: int) -> Callable[[Asked], bool]:
    """That the row or the column is so far off the board, in one direction or the other."""

    def beyond(line: int) -> bool:
        return -high <= line <= -low or SIZE - 1 + low <= line <= SIZE - 1 + high

    return lambda asked: any(beyond(line) for line in asked.call.arguments[:2])


def on_board(asked: Asked) -> bool:
    return Square(*asked.call.arguments[:2]) in SQUARES


def holds(player: Callable[[Game], Player]) -> Callable[[Asked], bool]:
    return lambda a: on_board(a) and a.game.board[Square(*a.call.arguments[:2])] == player(a.game)


def only_opponents(asked: Asked) -> bool:
    other = opponent(asked.game.turn)
    return on_board(asked) and captures(asked.game.board, other, Square(*asked.call.arguments[:2]))


def no_capture(asked: Asked) -> bool:
    return (
        on_board(asked)
        and asked.game.board[Square(*asked.call.arguments[:2])] == EMPTY
        and not only_opponents(asked)
    )


REFUSED: Mapping[str, Callable[[Asked], bool]] = {
    "occupied by one's own": holds(lambda game: game.turn),
    "occupied by the opponent": holds(lambda game: opponent(game.turn)),
    "nothing captured by anybody": no_capture,
    "valid for the opponent only": only_opponents,
    "just off the board": off(1, 1),
    "far off the board": off(2, 8),
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("kind", REFUSED)
def test_moves_of_every_kind_are_refused_at_every_stage(
    questions: list[Asked], kind: str, stage: str
) -> None:
    refused = [
        each
        for each in questions
        if each.purpose is Purpose.REJECTED
        and each.call.routine == "move"
        and 64 - discs(each.game.board, EMPTY) in STAGES[stage]  # type: ignore[arg-type]  # counts those as well
    ]
    assert sum(map(REFUSED[kind], refused)) >= 10
    assert not all(map(REFUSED[kind], refused))


def test_moves_are_refused_after_the_end(questions: list[Asked]) -> None:
    after = [a for a in questions if a.purpose is Purpose.REJECTED and a.over]
    assert {"move", "cell"} == {a.call.routine for a in after}
    for kind in (
        "occupied by one's own",
        "occupied by the opponent",
        "nothing captured by anybody",
        "just off the board",
    ):
        assert any(REFUSED[kind](a) for a in after if a.call.routine == "move"), kind


@pytest.mark.parametrize("routine", ["move", "cell", "is_valid_move"])
@pytest.mark.parametrize("place", [0, 1], ids=["row", "column"])
def test_every_line_off_the_board_is_tried(
    questions: list[Asked], routine: str, place: int
) -> None:
    lines = {
        a.call.arguments[place] for a in questions if a.call.routine == routine and not on_board(a)
    }
    assert {*range(-8, 0), *range(8, 16)} <= lines


def in_each_state(script: RecordedTrace) -> Iterator[list[tuple[Call, Purpose]]]:
    """The calls after each transition."""
    these: list[tuple[Call, Purpose]] = []
    for call, purpose in zip(script.calls, script.purposes, strict=True):
        if purpose is Purpose.COMMAND and these:
            yield these
            these = []
        if purpose is not Purpose.COMMAND:
            these.append((call, purpose))
    yield these


def test_in_every_state_the_whole_board_is_seen_and_how_the_game_stands(
    suite: tuple[RecordedTrace, ...], courses_by_name: dict[str, list[Course]]
) -> None:
    for script in suite:
        states = _states(courses_by_name[script.name])
        for (_, over), these in zip(states, in_each_state(script), strict=True):
            calls = {call for call, _ in these}
            assert {Call("cell", tuple(s)) for s in SQUARES} <= calls
            assert over or Call("turn") in calls
            assert {Call("winner"), Call("game_over")} <= calls
            for player in PLAYERS:
                assert {Call("count", (player,)), Call("has_valid_moves", (player,))} <= calls


SAMPLE = 7
"""One of so many states is looked at."""


def test_all_valid_moves_of_both_players_are_asked_for(
    suite: tuple[RecordedTrace, ...], courses_by_name: dict[str, list[Course]]
) -> None:
    for script in suite:
        states = _states(courses_by_name[script.name])
        pairs = list(zip(states, in_each_state(script), strict=True))
        for (game, _), these in pairs[::SAMPLE]:
            calls = {call for call, _ in these}
            for player in PLAYERS:
                valid = {s for s in SQUARES if captures(game.board, player, s)}
                assert {Call("is_valid_move", (*s, player)) for s in valid} <= calls


def test_queries_are_made_again_and_in_other_orders(suite: tuple[RecordedTrace, ...]) -> None:
    orders: dict[str, set[tuple[Call, ...]]] = {"winner": set(), "cell": set()}
    again = 0
    for script in suite:
        for these in in_each_state(script):
            queries = [call for call, purpose in these if purpose is Purpose.QUERY]
            again += len(queries) > len(set(queries))
            plain = [c for c in queries if c.routine in ("winner", "game_over", "count")]
            orders["winner"].add(tuple(dict.fromkeys(plain)))
            cells = [c for c, p in these if c.routine == "cell" and p is Purpose.OBSERVE]
            orders["cell"].add(tuple(dict.fromkeys(cells)))
    assert again >= 100
    assert len(orders["winner"]) >= 10
    assert len(orders["cell"]) >= 2


BEGINNINGS: Mapping[str, Callable[[Asked], bool]] = {
    "in the middle of a game": lambda a: not a.over and discs(a.game.board, BLACK) > 2,
    "right after a rejected move": lambda a: a.previous[1] is Purpose.REJECTED,
    "after the end": lambda a: a.over,
    "twice": lambda a: discs(a.game.board, BLACK) == discs(a.game.board, WHITE) == 2,
}


@pytest.mark.parametrize("when", BEGINNINGS)
def test_a_new_game_is_begun(questions: list[Asked], when: str) -> None:
    begun = [a for a in questions if a.call == Call("init")]
    assert any(map(BEGINNINGS[when], begun))
    assert not all(map(BEGINNINGS[when], begun))


# -- what is answered ------------------------------------------------------------------------------


def test_the_recording_is_what_the_specification_gives_now(recording: Recording) -> None:
    with no_garbage_collection():
        expected = record_games(covering.games()).dump()
    data = (covering.FOLDER / covering.RECORDING).read_bytes()
    assert contents(expected) == contents(data), "run python tests/tools/covering"
    assert recording.dump() == expected
    assert len(data) < 400_000


def contents(data: bytes) -> bytes:
    """What is in the file: to compress it, there are several ways."""
    first, _, packed = data.partition(b"\n")
    return first + zlib.decompress(packed)


SMALL = "Black forfeits: d3 c3 b3 b2 f5 a3 a1 c1 --\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with one short game, in place of the one that is installed."""
    (tmp_path / covering.GAMES).write_text(SMALL)
    monkeypatch.setattr(covering, "FOLDER", tmp_path)
    monkeypatch.setattr(covering, "record_games", lambda games: record_games(games, short=0))
    covering.games.cache_clear()
    covering.recording.cache_clear()
    yield tmp_path
    covering.games.cache_clear()
    covering.recording.cache_clear()


def test_a_recording_that_is_stored_is_used(folder: Path) -> None:
    other = record_games({"something else": (Call("init"),)}, short=0)
    (folder / covering.RECORDING).write_bytes(other.dump())
    assert other.dump() == covering.recording().dump()


@pytest.mark.parametrize(
    "stale",
    [
        lambda recording: replace(recording, digest="another").dump(),
        lambda recording: recording.dump()[:-20],
        lambda recording: b"",
        None,
    ],
    ids=["of another specification", "damaged", "empty", "missing"],
)
def test_another_one_is_made_anew(folder: Path, stale: Callable[[Recording], bytes] | None) -> None:
    expected = record_games(covering.games(), short=0)
    if stale:
        (folder / covering.RECORDING).write_bytes(stale(expected))
    assert expected.dump() == covering.recording().dump()


# -- what it finds ---------------------------------------------------------------------------------

CLASSICS = (
    "edge_counts_as_closing",
    "init_does_not_reset",
    "longest_run_missed",
    "no_capture_accepted",
    "occupied_accepted",
    "one_direction_missing",
    "over_only_when_full",
    "over_when_one_is_blocked",
    "runs_over_gaps",
    "tie_counted_as_a_win",
    "turn_not_forfeited",
    "wraps_around_edges",
)


def moves_until_found(target: object, suite: Sequence[RecordedTrace]) -> int | None:
    """Count the moves of the covering games until a program fails; None if it never fails."""
    moves = 0
    found = differences(InProcess(target, ROUTINES), suite)
    for script, difference in zip(suite, found, strict=False):
        made = script.calls if difference is None else script.calls[: difference.wrong[0] + 1]
        purposes = script.purposes[: len(made)]
        moves += sum(
            call.routine == "move" and purpose is Purpose.COMMAND
            for call, purpose in zip(made, purposes, strict=True)
        )
        if difference is not None:
            return moves
    return None


@pytest.mark.parametrize("name", CLASSICS)
def test_classic_faults_are_found_within_100_moves(
    suite: tuple[RecordedTrace, ...], name: str
) -> None:
    specimen = importlib.import_module(f"wrong_implementations.{name}").Othello()
    moves = moves_until_found(specimen, suite)
    assert moves is not None
    assert moves <= 100


@pytest.mark.parametrize("routine", ["move", "is_valid_move", "cell"])
@pytest.mark.parametrize("word", [2**8, 2**16])
def test_a_row_or_column_that_is_cut_to_a_word_is_found(
    suite: tuple[RecordedTrace, ...], word: int, routine: str
) -> None:
    whole = getattr(Othello, routine)

    def in_words(self: Othello, row: int, col: int, *player: str) -> object:
        half = word // 2
        return whole(self, (row + half) % word - half, (col + half) % word - half, *player)

    cut = type("Cut", (Othello,), {routine: in_words})
    moves = moves_until_found(cut(), suite)
    assert moves is not None
    assert moves <= 100


def test_a_sound_implementation_is_not_accused(suite: tuple[RecordedTrace, ...]) -> None:
    assert moves_until_found(Othello(), suite) is None


def test_what_happens_in_the_games_is_recorded(recording: Recording) -> None:
    counted = {
        name for script in recording.traces for name, number in script.events.items() if number
    }
    assert {
        "a forfeit by Black",
        "a forfeit by White",
        "an end before the board is full",
        "an end on a full board",
        "a wipe-out",
        "a narrow win",
        "a tie",
    } == counted
