"""Games that are likely to follow are played ahead: what is found does not depend on it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from modcheck.judging.play.examiner import MOST_AT_A_TIME, Examiner
from modcheck.judging.shortest.edited_games import EditedGames
from modcheck.judging.shortest.games_ahead import GamesAhead, GameTrace
from modcheck.system import serve
from modcheck.system.implementation import Implementation, Reply
from modcheck.system.in_process import load
from modcheck.system.pipe import Pipe
from modcheck.testing.argument_forms import argument_forms
from modcheck.testing.plan import CheckOptions
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.verdict.check import check
from modcheck.verdict.verdict_json import to_json
from modlab.specification_course import RANDOM_GAMES
from modspec.run.machine import Call, Outcome
from modspec.run.objects import make_object
from modspec.syntax.values import State, origin_of
from test_odd_programs import model

TESTS: Final = Path(__file__).parent

WRONG: Final = [
    ("queue", "odd_faults.queue:W_PouredTooEarly"),
    ("vending_machine", "odd_faults.vending_machine:W_LastTakesTheOther"),
]
"""Programs whose shortest game is found by edits, each with its module."""


class Program:
    """Plays games in place of an examiner. The reply to a game is its name."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.taken = 0

    def replies_to_each(self, traces: Iterable[Trace]) -> Iterator[list[Reply]]:
        """Take two games ahead, as a program on a pipe is sent them."""
        waiting: list[str] = []
        for trace in traces:
            waiting.append(str(trace[0]))
            self.played.append(waiting[-1])
            if len(waiting) > 2:
                yield [Reply(waiting.pop(0))]
        yield from ([Reply(name)] for name in waiting)


def game(name: str) -> GameTrace:
    trace: Any = [name]  # an examiner alone looks into it
    return GameTrace((Call(name),), trace)


@pytest.fixture
def program() -> Program:
    return Program()


@pytest.fixture
def ahead(program: Program) -> GamesAhead:
    examiner: Any = program
    return GamesAhead(examiner)


def names(number: int, first: int = 0) -> list[str]:
    return [f"g{n}" for n in range(first, first + number)]


def ask(ahead: GamesAhead, name: str, to_come: Iterable[str]) -> object:
    (reply,) = ahead.replies(game(name), map(game, to_come))
    return reply.output


def ask_in_turn(ahead: GamesAhead, every: list[str]) -> None:
    for number, name in enumerate(every):
        assert name == ask(ahead, name, every[number + 1 :])


def test_each_game_has_its_own_replies_and_is_played_once(
    ahead: GamesAhead, program: Program
) -> None:
    every = names(300)
    ask_in_turn(ahead, every)
    assert every == program.played


def test_more_games_are_played_ahead_as_long_as_they_are_asked_for(
    ahead: GamesAhead, program: Program
) -> None:
    every, most = names(1_000), 0
    for number, name in enumerate(every[:900]):
        ask(ahead, name, every[number + 1 :])
        most = max(most, len(program.played) - number)
    ahead.forget()
    assert len(program.played) - 900 <= 2  # those that were on their way
    assert 2 < most <= MOST_AT_A_TIME


def test_a_game_that_was_not_foreseen_has_its_own_replies(
    ahead: GamesAhead, program: Program
) -> None:
    ask_in_turn(ahead, names(40))
    assert ask(ahead, "other", names(40, 100)) == "other"
    assert ask(ahead, "g101", names(40, 102)) == "g101"  # one of the foreseen is left out
    ahead.forget()
    assert ask(ahead, "last", []) == "last"
    assert program.played.count("g100") == 1


def verdict(module: str, make: Callable[[], Implementation]) -> dict[str, Any]:
    judged = model(module)
    found = check(judged, make, CheckOptions(games=RANDOM_GAMES))
    return to_json(found, judged.rulebook)


@pytest.mark.parametrize(("module", "place"), WRONG)
def test_the_verdict_is_the_same_if_each_game_is_judged_before_the_next(
    module: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    routines, asked = model(module).routines, list[GameTrace]()
    replies = GamesAhead.replies

    def note(self: GamesAhead, game: GameTrace, likely: Iterable[GameTrace]) -> list[Reply]:
        asked.append(game)
        return replies(self, game, likely)

    monkeypatch.setattr(GamesAhead, "replies", note)
    found = verdict(module, lambda: load(place, routines))
    assert asked
    asked.clear()
    monkeypatch.setattr(Examiner, "plays_ahead", False)
    assert found == verdict(module, lambda: load(place, routines))
    assert not asked


@pytest.mark.parametrize(("module", "place"), WRONG)
def test_the_verdict_is_the_same_on_a_pipe(
    module: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(TESTS)
    forms = argument_forms(model(module).module)
    command = shlex.join(serve.command(place, forms))
    one = verdict(module, lambda: Pipe(command, 10.0, served=place))
    other = verdict(module, lambda: load(place, model(module).routines))
    assert one.keys() == other.keys()
    assert [key for key in one if one[key] != other[key]] == ["implementation"]


def test_an_endless_source_of_edits_is_left_where_every_edit_was_tried() -> None:
    search, tried = object.__new__(EditedGames), (Call("init"),)
    search._tried, search._traces = {tried}, {}
    taken = count()

    def edits() -> Iterator[tuple[Call, ...]]:
        for number in taken:
            assert number < 10 * MOST_AT_A_TIME, "the source is never left"
            yield tried

    assert not [*search._untried_games(edits)]
    assert 0 < next(taken) <= MOST_AT_A_TIME + 1


def test_a_trace_is_made_anew_once_a_shorter_game_is_known() -> None:
    """The questions at its end are about the mismatch that is known then."""
    search, game = object.__new__(EditedGames), (Call("init"),)
    culprit, state = SimpleNamespace(purpose=Purpose.QUERY), point_of(Call("new", (0.0, 0.0)))
    shorter = SimpleNamespace(moves=1, history=game, culprit=culprit)
    search._best, search._left, search._tried = SimpleNamespace(moves=2), 1, set()
    search._traces, search._is_asked = {game: [SimpleNamespace()]}, True
    search._examiner = SimpleNamespace(questions=lambda state, found: [found.moves])
    search._questions = {}
    assert search._questions_in(state) == [2]
    search._ahead = SimpleNamespace(forget=lambda: None)
    search._mismatch_in = lambda game, trace, to_come: shorter
    assert search._is_shorter(game, lambda: [])
    assert (shorter, {}) == (search._best, search._traces)
    assert search._questions_in(state) == [1]


def test_a_game_that_is_known_to_be_as_long_is_edited_next_and_not_played() -> None:
    search, init, push = object.__new__(EditedGames), Call("init"), Call("push", (1,))
    trace = [TraceStep(call, None, Outcome(None), Purpose.COMMAND) for call in (init, push)]
    played: list[object] = []
    search._best, search._left, search._tried = SimpleNamespace(moves=1), 2, set()
    search._traces, search._is_asked, search._questions = {(init, push): trace}, False, {}
    search._examiner = SimpleNamespace(foretell=lambda trace: trace)
    search._ahead = SimpleNamespace(forget=lambda: None)
    search._mismatch_in = lambda *game: played.append(game)
    assert not search._is_shorter((init, push), lambda: [])
    assert ([init, push], []) == (search._game, played)
    search._best, search._left, search._tried = SimpleNamespace(moves=2), 2, set()
    search._traces = {(init, push): trace}
    assert not search._is_shorter((init, push), lambda: [])  # it may be shorter: it is played
    assert 1 == len(played)


def test_a_step_passes_the_object_as_its_own_game_makes_it() -> None:
    """What is due is known from an equal call; there the object was made in another way."""
    search = object.__new__(EditedGames)
    known = Call("go", (point_of(Call("new", (1.0, 0.0))),))
    other = Call("go", (point_of(Call("new", (0.0, 0.0)), Call("moved", (1.0, 0.0))),))
    asked: list[Call] = []

    def step(state: None, call: Call, purpose: Purpose) -> TraceStep:
        asked.append(call)
        return TraceStep(call, state, Outcome(state), purpose)

    search._due = {}
    search._examiner = SimpleNamespace(generator=SimpleNamespace(step=step))
    steps = [search._step(None, call) for call in (known, other)]
    assert known == other
    assert [known] == asked
    assert [1, 2] == [len(origin_of(each.call.arguments[0])) for each in steps]


def point_of(*calls: Call) -> State:
    """Return the point that calls make."""
    point = make_object(model("point").module, calls)
    assert point is not None
    return point
