"""The long run: what the default run leaves out is chosen by time, and each entry names a test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import long_run
from long_run import (
    KEPT,
    SLOW_FIXTURES,
    cases_by_time,
    default_cases,
    slow_by_time,
    slow_cases,
    split,
    text_of,
)

TESTS = Path(__file__).parent

TIMES = """
12.00s call     tests/test_slow.py::test_whole
1.00s setup    tests/test_some.py::test_each[a b]
2.00s call     tests/test_some.py::test_each[a b]
0.00s teardown tests/test_some.py::test_each[a b]
1.00s call     tests/test_some.py::test_each[::x]
0.20s call     tests/test_some.py::test_each[c]
0.20s call     tests/test_some.py::test_each[d]
1.40s call     tests/test_quick.py::test_quick
(7 durations < 0.01s hidden.)
"""


@dataclass(eq=False)
class Item:
    """The attributes of a pytest test that the list needs."""

    path: Path
    originalname: str
    name: str
    fixturenames: Sequence[str] = ()


def items(name: str, cases: int) -> list[Any]:
    file, _, function = name.partition("::")
    return [Item(TESTS / file, function, f"{function}[{number}]") for number in range(cases)]


def names(chosen: list[Any]) -> list[str]:
    return [each.name for each in chosen]


def test_every_entry_names_a_test() -> None:
    for entry in default_cases():
        file, _, name = entry.partition("::")
        assert f"def {name}" in (TESTS / file).read_text(encoding="utf-8"), entry


def test_every_slow_fixture_is_one() -> None:
    for entry in SLOW_FIXTURES:
        file, _, name = entry.partition("::")
        texts = ((TESTS / each).read_text(encoding="utf-8") for each in (file, "conftest.py"))
        text = "\n".join(texts)
        assert re.search(rf"@pytest\.fixture\([^)]*\)\ndef {name}\(", text), entry


def test_what_uses_a_slow_fixture_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "SLOW_FIXTURES", {"test_a.py::built"})
    monkeypatch.setattr(long_run, "IS_LONG", False)
    one, other, alike = (
        items("test_a.py::x", 1) + items("test_a.py::y", 1) + items("test_b.py::x", 1)
    )
    one.fixturenames = alike.fixturenames = ["tmp_path", "built"]
    assert ([other, alike], [one]) == split([one, other, alike])


@pytest.fixture(autouse=True)
def budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "BUDGET", 1.5)


def test_as_many_cases_run_as_the_budget_allows() -> None:
    assert {"test_slow.py::test_whole": 0, "test_some.py::test_each": 1} == cases_by_time(
        TIMES.splitlines(keepends=True)
    )


def test_the_file_is_read_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "default_run.toml"
    slow = {"test_b.py::of\n'many'", "test_a.py::\\"}
    cases = {"test_b.py::test_y": 2, "test_a.py::test_x": 0}
    file.write_text(text_of(cases, slow), encoding="utf-8")
    monkeypatch.setattr(long_run, "FILE", file)
    assert slow == slow_cases()
    found = default_cases()
    assert (0, 2) == (found.pop("test_a.py::test_x"), found.pop("test_b.py::test_y"))
    assert {name: cases for name, (cases, _) in KEPT.items()} == found


def test_what_sets_a_case_up_is_shared_by_the_tests_that_have_the_case() -> None:
    times = """
    4.00s setup    tests/test_some.py::test_one[a]
    0.10s call     tests/test_some.py::test_one[a]
    0.10s call     tests/test_some.py::test_two[a]
    0.10s call     tests/test_some.py::test_two[b]
    """
    assert {"test_some.py::test_one": 0, "test_some.py::test_two": 1} == cases_by_time(
        times.splitlines()
    )


def test_a_case_is_slow_if_it_takes_long_in_one_test() -> None:
    times = """
    3.00s setup    tests/test_some.py::test_one[a]
    2.10s call     tests/test_some.py::test_one[a]
    4.00s call     tests/test_some.py::test_one[b]
    4.00s call     tests/test_some.py::test_two[b]
    9.00s call     tests/test_some.py::test_whole
    """
    assert {"test_some.py::a"} == slow_by_time(times.splitlines())


def test_a_slow_case_is_drawn_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "default_cases", lambda: {"test_a.py": 1, "test_b.py": 1})
    monkeypatch.setattr(long_run, "IS_LONG", False)
    monkeypatch.setattr(long_run, "slow_cases", frozenset)
    several = [*items("test_a.py::test_x", 3), *items("test_b.py::test_x", 3)]
    first, other = split(several)[0]
    monkeypatch.setattr(long_run, "slow_cases", lambda: {f"test_a.py::{first.name[7:-1]}"})
    another, same = split(several)[0]
    assert first.name != another.name
    assert other == same


def test_the_cases_that_run_are_the_same_in_all_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = {"test_a.py": 3, "test_a.py::test_x": 2, "test_b.py::test_y": 0}
    monkeypatch.setattr(long_run, "default_cases", lambda: cases)
    monkeypatch.setattr(long_run, "IS_LONG", False)
    several = [*items("test_a.py::test_x", 9), *items("test_a.py::test_w", 9)]
    whole = [*items("test_b.py::test_y", 2), *items("test_c.py::test_z", 2)]
    run, left = split([*several, *whole])
    few, more, rest = names(run)[:2], names(run)[2:5], names(run)[5:]
    assert {name.replace("x", "w", 1) for name in few} <= set(more)
    assert ["test_z[0]", "test_z[1]"] == rest
    assert sorted(names([*several, *whole])) == sorted(names([*run, *left]))


def test_the_long_run_leaves_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "IS_LONG", True)
    every = items(next(iter(KEPT)), 9)
    assert (every, []) == split(every)
