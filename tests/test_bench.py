"""Races: contenders give the same answers before anything is said of how fast they are."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import checking, contests, race
from benchmarks.bench import bench
from benchmarks.race import Contender, Disagreement, Race, RaceResult, Time
from modcheck.testing.budget import Thoroughness
from modlab.commands.errors import Exit
from othello_model.kernel import Kernel, fill_by_steps

WIDTH = 80


def contender(name: str, answers: Sequence[int], does: Callable[[], None] = int) -> Contender:
    def run() -> Sequence[int]:
        does()
        return answers

    return Contender(name, run, list, len)


class Clock:
    """A clock that runs only while a contender works."""

    def __init__(self) -> None:
        self.now = 0.0

    def works(self, *seconds: float) -> Callable[[], None]:
        """Work for so many seconds, the last of them ever after."""
        left = list(seconds)

        def work() -> None:
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return work


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(race.time, "process_time", lambda: made.now)
    return made


# -- races -----------------------------------------------------------------------------------------


def test_who_waits_for_others_is_timed_by_the_clock_on_the_wall(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Clock()
    monkeypatch.setattr(race.time, "perf_counter", lambda: wall.now)
    idle = contender("idle", [1], lambda: (clock.works(1.0)(), wall.works(7.0)()))  # type: ignore[arg-type, return-value]
    seconds = [
        race.run(Race("a race", "things", (idle,), waits=waits), rounds=1).times[0].seconds
        for waits in (False, True)
    ]
    assert [1.0, 7.0] == seconds


def test_ratios_are_those_of_the_medians(clock: Clock) -> None:
    slow = contender("slow", [1], clock.works(0.5, 0.5, 2.0))
    fast = contender("fast", [1, 2, 3, 4], clock.works(0.1, 0.2, 0.9))
    result = race.run(Race("a race", "things", (slow, fast)), rounds=3)
    times = {time.name: time for time in result.times}
    assert [0.5, 0.5, 2.0] == pytest.approx(times["slow"].rounds)
    assert (0.5, 0.2) == pytest.approx((times["slow"].seconds, times["fast"].seconds))
    assert (2.0, 20.0) == pytest.approx((times["slow"].rate, times["fast"].rate))
    assert 10.0 == pytest.approx(result.ratio("fast", "slow"))


def test_who_is_slow_takes_part_in_fewer_rounds_but_in_one_in_any_case(clock: Clock) -> None:
    slow = contender("slow", [1], clock.works(race.BUDGET + 1))
    fast = contender("fast", [1], clock.works(1.0))
    result = race.run(Race("a race", "things", (slow, fast)), rounds=3)
    assert [1, 3] == [len(time.rounds) for time in result.times]


def test_who_is_quickly_done_does_it_again_and_the_average_counts(clock: Clock) -> None:
    quick = contender("quick", [1], clock.works(race.LEAST * 0.3, race.LEAST * 0.5))
    result = race.run(Race("a race", "things", (quick,)), rounds=1)
    assert [race.LEAST * (0.3 + 0.5 + 0.5) / 3] == pytest.approx(result.times[0].rounds)


def test_contenders_take_turns(clock: Clock) -> None:
    order = []
    each = [
        contender(name, [1], lambda name=name: (order.append(name), clock.works(1.0)()))  # type: ignore[misc]
        for name in "abc"
    ]
    told = []
    race.run(Race("a race", "things", each), rounds=2, progress=lambda *now: told.append(now))
    assert list("abcabc") == order
    assert [("a race", 1, 2), ("a race", 2, 2)] == told


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([[1, 2], [1, 3]], "a race: answer 1 is 2 of c0, 3 of c1"),
        ([[1, 2, 3], [1], [1, 2, 4]], "a race: answer 2 is 3 of c0, 4 of c2"),
        ([[1, 2], []], "a race: no answer of c1"),
    ],
    ids=["in an answer", "with one that is not the last", "with nothing to say"],
)
def test_those_who_disagree_are_named(clock: Clock, answers: list[list[int]], message: str) -> None:
    each = [contender(f"c{n}", given, clock.works(1.0)) for n, given in enumerate(answers)]
    with pytest.raises(Disagreement, match=f"^{message}$"):
        race.run(Race("a race", "things", each), rounds=1)


def test_all_who_agree_with_one_another_may_yet_be_wrong(clock: Clock) -> None:
    both = [contender(name, [1, 2], clock.works(1.0)) for name in ("one", "other")]
    with pytest.raises(Disagreement, match="answer 1 is 3 of what is known, 2 of one"):
        race.run(Race("a race", "things", both, expected=[1, 3]), rounds=1)


# -- the races of Othello --------------------------------------------------------------------------

SMALL: dict[str, Callable[[], Race]] = {
    "valid moves": lambda: contests.valid_moves(games=8),
    "whole games": lambda: contests.whole_games(games=120),
    "all ways": contests.all_ways,
}


@pytest.fixture(params=SMALL)
def small_race(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Race:
    monkeypatch.setattr(race, "LEAST", 1e-9)
    return SMALL[request.param]()


def test_all_contenders_give_the_same_answers(small_race: Race) -> None:
    result = race.run(small_race, rounds=1)
    assert [each.name for each in small_race.contenders] == [time.name for time in result.times]
    assert all(time.items > 0 for time in result.times)


def test_a_contender_that_errs_is_noticed(
    small_race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = Kernel.valid_moves

    def faulty(self: Kernel, own: Any, opponent: Any, fill: Any = fill_by_steps) -> Any:
        return sound(self, own, opponent, fill) & (self.board ^ 1 << 19)  # never on d3

    monkeypatch.setattr(Kernel, "valid_moves", faulty)
    with pytest.raises(Disagreement):
        race.run(small_race, rounds=1)


def test_states_of_the_specification_are_compared_as_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contenders = {each.name: each for each in contests.all_states().contenders}
    kernels = contenders[contests.BATCH]
    states = kernels.run()
    assert 53_801 == kernels.items(states)
    world = contests.StateSpace(Kernel(4, 4))
    some = [world.game(word) for word in states[:50].tolist()]
    assert sorted(states[:50].tolist()) == contenders[contests.SPECIFICATION].answers(some)


def test_demands_are_made_of_contenders_that_there_are() -> None:
    contenders = {made.name: {each.name for each in made.contenders} for made in _prepared_races()}
    for demand in contests.DEMANDS:
        assert {demand.faster, demand.slower} <= contenders[demand.race]


def _prepared_races() -> Iterator[Race]:
    yield SMALL["valid moves"]()
    yield SMALL["whole games"]()
    yield contests.all_states()
    yield contests.all_ways()
    yield checking.calls_checked()


# -- the race of checkers --------------------------------------------------------------------------


@pytest.fixture
def small_checking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is checked, and so quickly that nothing is done again."""
    covering = checking.recording()
    few = replace(covering, traces=covering.traces[:3])
    monkeypatch.setattr(checking, "recording", lambda: few)
    monkeypatch.setattr(checking, "EXAMPLES", 1)
    monkeypatch.setattr(checking, "GAMES", 2)
    monkeypatch.setattr(checking, "EVERYTHING", Thoroughness(1, 1))
    monkeypatch.setattr(race, "LEAST", 1e-9)


@pytest.mark.usefixtures("small_checking")
def test_all_ways_to_check_find_nothing_wrong() -> None:
    result = race.run(checking.calls_checked(), rounds=1)
    names = [
        checking.HYPOTHESIS,
        checking.IN_PROCESS,
        checking.LIVE,
        checking.KERNEL,
        checking.RECORDED,
    ]
    assert names == [time.name for time in result.times]
    assert all(time.items > 0 for time in result.times)


@pytest.mark.usefixtures("small_checking")
def test_without_a_compiler_or_hypothesis_the_model_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "modcheck.testing.state_machine", raising=False)
    result = race.run(checking.calls_checked(), rounds=1)
    assert not result.has(checking.HYPOTHESIS)
    assert "the program is the model in Python, since there is no C compiler" in result.note


@pytest.mark.usefixtures("small_checking")
@pytest.mark.parametrize("name", [checking.IN_PROCESS, checking.KERNEL, checking.RECORDED])
def test_a_fault_would_be_noticed_by_all_ways_to_check(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(checking, "MODEL", "wrong_implementations.winner_has_fewest:Othello")
    monkeypatch.setattr(checking, "_model_command", lambda: python_with_tests(checking.MODEL))
    made = checking.calls_checked()
    (only,) = (each for each in made.contenders if each.name == name)
    with pytest.raises(
        Disagreement, match=f"answer 0 is 0 of what is known, [1-9][0-9]* of {name}"
    ):
        race.run(replace(made, contenders=[only]), rounds=1)


def python_with_tests(place: str) -> str:
    tests = Path(__file__).parent
    return shlex.join(
        ["env", f"PYTHONPATH={tests}", sys.executable, str(tests / "programs" / "serve.py"), place]
    )


# -- the command -----------------------------------------------------------------------------------

RESULTS = [
    RaceResult(
        "valid moves",
        "positions",
        [
            Time(contests.SPECIFICATION, 10, [2.0, 1.0, 3.0]),
            Time(contests.INTS, 1000, [1.0]),
            Time(contests.BATCH, 60_000, [0.5, 0.5]),
        ],
        "none is quick",
    ),
    RaceResult(
        "all states of 4x4",
        "states",
        [Time(contests.SPECIFICATION, 53_801, [6.0]), Time(contests.BATCH, 53_801, [0.02])],
    ),
]


@pytest.fixture
def known_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """Races whose results are known beforehand."""
    results = iter(RESULTS)
    monkeypatch.setattr(contests, "races", lambda: iter(RESULTS))
    monkeypatch.setattr(race, "run", lambda *_: next(results))


@pytest.mark.usefixtures("known_results")
def test_the_table_has_ratios_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert Exit.CONFORMS == (bench.main([], standalone_mode=False) or 0)
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert [
        ["valid", "moves", "seconds", "positions/s", "×", "first", "×", "above"],
        ["specification", "2", "5"],
        ["kernel", "on", "ints", "1", "1,000", "200", "200"],
        ["batch", "kernel", "0.5", "120,000", "24,000", "120"],
        ["none", "is", "quick"],
    ] == [line.split() for line in lines[:5]]
    assert [
        "✓ valid moves: batch kernel ≥ 100 × kernel on ints",
        "✗ valid moves: batch kernel ≥ 50,000 × specification",
        "✓ all states of 4x4: batch kernel ≥ 10 × specification",
        "- calls checked: recorded, by pipe ≥ 80 × Hypothesis, in process",
        "- calls checked: live kernel, by pipe ≥ 15 × Hypothesis, in process",
    ] == lines[-6:-1]


@pytest.mark.usefixtures("known_results")
def test_the_times_can_be_had_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert Exit.CONFORMS == (bench.main(["--json"], standalone_mode=False) or 0)
    document = json.loads(capsys.readouterr().out)
    assert "othello-mis bench 1" == document["format"]
    assert {"othello-mis", "numpy"} <= set(document["versions"])
    (moves, states) = document["races"]
    assert [2.0, 1.0, 0.5] == [each["median"] for each in moves["contenders"]]
    assert [1.0, 200.0, 24_000.0] == [each["times_the_first"] for each in moves["contenders"]]
    assert [6.0] == states["contenders"][0]["rounds"]
    measured = [demand["measured"] for demand in document["demands"]]
    assert [120.0, 24_000.0, 300.0] == pytest.approx(measured[:3])
    assert [None, None] == measured[3:]


def test_a_disagreement_is_one_line_and_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = Race("a race", "things", (contender("one", [1]), contender("other", [2])))
    monkeypatch.setattr(race, "LEAST", 1e-9)
    monkeypatch.setattr(contests, "races", lambda: iter([wrong]))
    assert Exit.DEVIATES == (bench.main([], standalone_mode=False) or 0)
    out, err = capsys.readouterr()
    assert "" == out
    assert "bench: a race: answer 0 is 1 of one, 2 of other\n" == err


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from othello_mis.commands.main import main
main()
"""


def test_without_numpy_worlds_says_what_to_install() -> None:
    run = [sys.executable, "-c", WITHOUT_NUMPY, "worlds"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (Exit.INFRASTRUCTURE, "") == (done.returncode, done.stdout)
    how = "pip install '.[batch]' in the folder of othello-mis"
    assert f"othello-mis: there is no Python package numpy; {how}\n" == done.stderr
