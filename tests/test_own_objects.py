"""Objects of a module's own type are arguments of calls that lint, prove and compare make."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest

from modlab import compare_modules
from modlab.calls import read_calls, to_own_text
from modlab.commands.compare import print_comparison
from modlab.commands.errors import Exit
from modspec import Module
from modspec.lint import Finding, FindingKind, Level, lint
from modspec.prove.module_claims import ClaimKind, ClaimResult, ClaimStatus, prove_module
from modspec.syntax.places import module_at

LIBRARY = Path(__file__).parent.parent / "docs" / "library"

TRAY = '''"""Tray: things in a row."""

from __future__ import annotations

from typing import Final

from modspec import AbstractDataType

__all__ = ["CAPACITY", "Full", "Tray", "add", "has", "is_part", "joined", "new", "size"]

CAPACITY: Final = 4
"""The most things of a tray."""


class Full(Exception):  # [capacity]
    """There is no room."""


class Tray(AbstractDataType):
    """A tray."""

    things: tuple[str, ...]
    """The things, in the order in which they came."""


def invariant(tray: Tray) -> bool:
    """There is a bound."""
    return len(tray.things) <= CAPACITY  # [capacity]


def new() -> Tray:
    """An empty tray."""
    return Tray(things=())  # [begin]


def add(tray: Tray, thing: str) -> Tray:
    """Put a thing on it."""
    if len(tray.things) == CAPACITY:
        raise Full  # [capacity]
    return Tray(things=(*tray.things, thing))  # [add]


def joined(tray: Tray, other: Tray) -> Tray:
    """A new tray with the things of both."""
    if len(tray.things) + len(other.things) > CAPACITY:
        raise Full  # [capacity]
    return together(tray, other)  # [join]


def together(one: Tray, two: Tray) -> Tray:
    """The things of both."""
    return Tray(things=(*one.things, *two.things))  # [join]


def is_part(tray: Tray, other: Tray) -> bool:
    """Whether the other tray has each thing, too."""
    return all(thing in other.things for thing in tray.things)  # [part]


def has(tray: Tray, thing: str) -> bool:
    """Whether a thing is on it."""
    return thing in tray.things  # [has]


def size(tray: Tray) -> int:
    """How many things there are."""
    return len(tray.things)  # [size]
'''

PART = "all(thing in other.things for thing in tray.things)"
JOIN = "Tray(things=(*one.things, *two.things))"


def tray(folder: Path, name: str, before: str = "", after: str = "") -> Module:
    """Return the module, under a name of its own, with a change."""
    assert before in TRAY
    file = folder / f"{name}.py"
    file.write_text(TRAY.replace(before, after) if before else TRAY, encoding="utf-8")
    return module_at(str(file))


def errors(module: Module) -> list[Finding]:
    return [each for each in lint(module) if each.level is Level.ERROR]


def claim(module: Module, name: str, kind: ClaimKind) -> ClaimResult:
    results = prove_module(module)
    (found,) = (e for e in results if (e.claim.function.name, e.claim.kind) == (name, kind))
    return found


# -- lint and prove --------------------------------------------------------------------------------


def test_a_value_that_only_an_empty_object_lacks_is_found(tmp_path: Path) -> None:
    module = tray(tmp_path, "first_tray", PART, "other.things[0] in tray.things")
    (found,) = errors(module)
    assert found.text.startswith(
        "there is no element 0 in a sequence of 0 elements; seen in is_part"
    )
    assert ClaimStatus.REFUTED is claim(module, "is_part", ClaimKind.VALUE).standing


def test_an_object_that_is_yielded_has_to_satisfy_the_invariant(tmp_path: Path) -> None:
    module = tray(
        tmp_path, "twice_tray", JOIN, "Tray(things=(*one.things, *two.things, *two.things))"
    )
    (found,) = errors(module)
    assert found.text.startswith("joined yields what breaks the invariant: Tray(things = <")
    result = claim(module, "joined", ClaimKind.INVARIANT)
    assert ClaimStatus.REFUTED is result.standing
    assert "joined establishes the invariant" == result.claim.text


def test_the_invariant_of_a_yielded_object_is_proved_where_it_lifts() -> None:
    line = module_at(str(LIBRARY / "line.py"))
    assert ClaimStatus.PROVED is claim(line, "turned", ClaimKind.INVARIANT).standing


def test_what_is_right_is_tried_in_the_states_that_are_counted(tmp_path: Path) -> None:
    module = tray(tmp_path, "counted_tray")
    assert [] == errors(module)
    result = claim(module, "is_part", ClaimKind.VALUE)
    states = 1 + 3 + 9 + 27 + 81  # up to four things, of three kinds
    over = f"all {states} states that tried calls reach"
    assert (ClaimStatus.TRIED, over) == (result.standing, result.over)


def test_an_initialiser_needs_no_state_so_that_its_calls_are_counted(tmp_path: Path) -> None:
    text = TRAY.replace("thing: str", "thing: Nat").replace("tuple[str", "tuple[Nat")
    file = tmp_path / "tray_of_numbers.py"
    file.write_text(text.replace("DataType\n", "DataType, Nat\n", 1), encoding="utf-8")
    result = claim(module_at(str(file)), "new", ClaimKind.INVARIANT)
    assert (ClaimStatus.TRIED, "1 call") == (result.standing, result.over)


def test_what_was_never_called_is_not_said_to_be_tried(tmp_path: Path) -> None:
    before = "    return all(thing in"
    guard = "    assert len(other.things) > CAPACITY\n"
    module = tray(tmp_path, "assuming_tray", before, guard + before)
    assert ClaimStatus.EMPTY is claim(module, "is_part", ClaimKind.VALUE).standing


def test_an_object_that_breaks_the_invariant_is_no_argument(tmp_path: Path) -> None:
    """The call that makes it is reported, and not what others make of it."""
    module = tray(
        tmp_path, "empty_tray", "return len(tray.things) <= CAPACITY", "return tray.things == ()"
    )
    broken = [each for each in errors(module) if each.kind is FindingKind.INVARIANT]
    assert ["add breaks the invariant"] == [each.text.partition(";")[0] for each in broken]


# -- compare ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "call"),
    [
        (PART, PART.replace("all", "any"), "is_part(new())"),
        (PART, "other.things[:1] == tray.things", "is_part("),
        (JOIN, "Tray(things=(*one.things,))", "joined(new().add("),
        ("len(other.things) > CAPACITY", "len(other.things) >= CAPACITY", "joined("),
        ("if len(tray.things) + len(other.things) >", "if 2 * len(other.things) >", "joined("),
    ],
)  # fmt: skip
def test_a_difference_that_an_object_shows_is_found_and_written_as_both_read_it(
    before: str, after: str, call: str, tmp_path: Path
) -> None:
    one, other = tray(tmp_path, "one_tray"), tray(tmp_path, "other_tray", before, after)
    found = compare_modules(one, other)
    assert found.difference is not None
    text = to_own_text(one, found.difference.call)
    assert text.startswith(call)
    assert [text] == [to_own_text(other, each) for each in read_calls(other, text)]


def test_the_objects_that_are_the_same_show_no_difference(tmp_path: Path) -> None:
    """Their state variables may be others: what queries yield of them is compared."""
    one, other = tray(tmp_path, "plain_tray"), tray(tmp_path, "wordy_tray", "things", "content")
    found = compare_modules(one, other)
    assert (None, ()) == (found.difference, found.not_compared)


def test_a_method_of_the_library_that_takes_an_object_is_compared(tmp_path: Path) -> None:
    for name in ("line", "point"):
        text = (LIBRARY / f"{name}.py").read_text(encoding="utf-8")
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    term = "return rise(line) * run(m) == rise(m) * run(line)"
    text = (tmp_path / "line.py").read_text(encoding="utf-8")
    assert term in text
    changed = tmp_path / "crooked_line.py"
    changed.write_text(text.replace(term, "return False"), encoding="utf-8")
    found = compare_modules(module_at(str(LIBRARY / "line.py")), module_at(str(changed)))
    assert found.difference is not None
    assert "is_parallel" == found.difference.call.routine


def test_a_quotient_by_nothing_is_a_call_without_a_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tray(tmp_path, "tray_of_one", f"return {PART}", "return size(tray) // 1 == size(other)")
    tray(tmp_path, "tray_of_parts", f"return {PART}", "return 1 // size(other) == size(tray)")
    one, other = (str(tmp_path / f"{name}.py") for name in ("tray_of_one", "tray_of_parts"))
    for pair in ((one, other), (other, one)):
        assert Exit.DEVIATES == print_comparison(*pair)
        assert (
            "is_part(tray_of_parts.new()) has no value: a division by 0" in capsys.readouterr().out
        )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def has(tray: Tray, thing: str)", "def has(tray: Tray, thing: str, n: int)"),
        ("def has(tray: Tray, thing: str)", "def has(tray: Tray, thing: bool)"),
    ],
)  # fmt: skip
def test_an_access_program_that_is_not_compared_is_named(
    before: str, after: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tray(tmp_path, "usual_tray")
    tray(tmp_path, "odd_tray", before, after)
    one, other = (str(tmp_path / f"{name}.py") for name in ("usual_tray", "odd_tray"))
    assert Exit.CONFORMS == print_comparison(one, other)
    said = capsys.readouterr().out
    assert said.startswith("no difference was found: ")
    assert said.endswith("; not compared: has\n")


class Terminal(StringIO):
    """A terminal of few columns."""

    def isatty(self) -> bool:
        return True


def test_the_line_of_a_call_without_a_value_is_as_wide_as_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tray(tmp_path, "tray_as_it_is")
    tray(tmp_path, "tray_with_the_first", PART, "other.things[0] in tray.things")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "60")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    print_comparison("tray_as_it_is.py", "tray_with_the_first.py")
    lines = terminal.getvalue().splitlines()
    assert "has no value: there is no element 0" in " ".join(map(str.strip, lines))
    assert 60 >= max(map(len, lines))


def test_a_string_that_looks_like_an_object_stays_as_it_is(tmp_path: Path) -> None:
    module = tray(tmp_path, "quoting_tray")
    (call,) = read_calls(module, 'joined(new().add("quoting_tray.new() \\" quoting_tray.new()"))')
    text = 'joined(new().add("quoting_tray.new() \\" quoting_tray.new()"))'
    assert text == to_own_text(module, call)
