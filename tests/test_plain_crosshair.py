"""Plain ``crosshair check``: it shows the contracts, confirms them, and refutes what is broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import plain_crosshair
from plain_crosshair import BREAKS, check_broken, crosshair

TALLY = '''
    """A student's counter, as a class."""

    import counter_spec
    from modspec import Contract, declare

    contract = Contract(
        declare("counter_spec"), abstraction=lambda tally: counter_spec.Counter(total=tally.total)
    )


    class Tally:
        def __init__(self) -> None:
            self.total: int = 0

        @contract
        def add(self, amount):
            if self.total + amount > 100:
                raise counter_spec.Full
            self.total += amount
'''

SPECIFICATION = '''
    """Counter: a number that grows to a limit."""

    from __future__ import annotations

    from typing import Final

    from modspec import AbstractObject

    __all__ = ["LIMIT", "Full", "add", "init"]

    LIMIT: Final = 100
    """The largest total."""


    class Full(Exception):
        """The sum would be too large."""


    class Counter(AbstractObject):
        """The counter."""

        total: int
        """The sum."""


    def invariant(counter: Counter) -> bool:
        """The total is in range."""
        return 0 <= counter.total <= LIMIT


    def init() -> Counter:
        """Begin with nothing."""
        return Counter(total=0)


    def add(counter: Counter, amount: int) -> Counter:
        """Add an amount."""
        assert amount >= 0
        if counter.total + amount > LIMIT:
            raise Full
        return Counter(total=counter.total + amount)
'''

PROGRAM = '''
    """A student's counter."""

    from __future__ import annotations

    import counter_spec
    from modspec import Contract, declare

    _total: int
    contract = Contract(
        declare("counter_spec"), abstraction=lambda: counter_spec.Counter(total=_total)
    )


    @contract
    def init() -> None:
        """Begin with nothing."""
        global _total
        _total = 0


    @contract
    def add(amount: int) -> None:
        """Add an amount."""
        global _total
        if _total + amount > 100:
            raise counter_spec.Full
        _total += amount
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the specification of a counter, and a program for it."""
    (tmp_path / "counter_spec.py").write_text(dedent(SPECIFICATION).lstrip(), encoding="utf-8")
    (tmp_path / "counter.py").write_text(dedent(PROGRAM).lstrip(), encoding="utf-8")
    return tmp_path


def test_a_contract_is_shown_and_confirmed(folder: Path) -> None:
    done = crosshair("counter", folder)
    assert (0, "") == (done.returncode, done.stderr)
    assert "add(amount)\n  requires  amount ≥ 0\n  raises    exc := (total + amount" in done.stdout
    assert 2 == done.stdout.count("  confirmed: any arguments and any _total; 1 question")


def test_a_program_that_breaks_its_contract_is_refuted(folder: Path) -> None:
    file = folder / "counter.py"
    file.write_text(file.read_text(encoding="utf-8").replace("> 100", ">= 100"), encoding="utf-8")
    done = crosshair("counter.add", folder)
    assert 1 == done.returncode
    assert "refuted: add(0) where _total = 100" in done.stdout or "_total = " in done.stdout
    assert "expected no exception, got Full" in done.stdout


@pytest.mark.parametrize("target", ["tally", "tally.Tally", "tally.Tally.add"])
def test_the_methods_of_a_class_are_confirmed_and_refuted(folder: Path, target: str) -> None:
    file = folder / "tally.py"
    file.write_text(dedent(TALLY).lstrip(), encoding="utf-8")
    right = crosshair(target, folder)
    file.write_text(file.read_text(encoding="utf-8").replace("> 100", ">= 100"), encoding="utf-8")
    wrong = crosshair(target, folder)
    assert (0, "") == (right.returncode, right.stderr)
    assert "Tally.add(self, amount)\n  requires  amount ≥ 0" in right.stdout
    assert "  confirmed: any arguments and any self.total; 1 question" in right.stdout
    assert 1 == wrong.returncode
    assert "refuted: add(0) where self.total = 100" in wrong.stdout


@pytest.mark.parametrize(
    ("text", "edited", "answer"),
    [
        ("self.total: int = 0", "self.total = 0", "Tally gives no type to total"),
        (
            "total=tally.total",
            "total=tally.sum",
            "abstraction fails in all states that were tried: AttributeError",
        ),
        ("self.total: int = 0", "self.total: Sum = 0", "the attributes of Tally are not known"),
        (
            "def __init__(self) -> None:\n        self.total: int = 0",
            "total: int\n\n    @property\n    def total(self):\n        return 0",
            "total of Tally cannot be set",
        ),
        ("amount):", 'amount: "Sum"):', "the types of its parameters are not known: name 'Sum'"),
    ],
)
def test_a_class_whose_states_are_not_known_is_no_pass(
    folder: Path, text: str, edited: str, answer: str
) -> None:
    program = dedent(TALLY).lstrip().replace(text, edited)
    assert edited in program
    (folder / "tally.py").write_text(program, encoding="utf-8")
    done = crosshair("tally", folder)
    assert 1 == done.returncode
    assert f"cannot be confirmed: {answer}" in done.stdout


def test_a_method_that_leaves_no_state_is_refuted(folder: Path) -> None:
    program = dedent(TALLY).lstrip().replace("self.total += amount", "del self.total")
    (folder / "tally.py").write_text(program, encoding="utf-8")
    done = crosshair("tally", folder)
    assert 1 == done.returncode
    assert "refuted: add(" in done.stdout
    assert "after it, abstraction fails: AttributeError" in done.stdout


def test_a_state_within_an_object_and_an_object_as_an_argument_are_tried(folder: Path) -> None:
    """What ``__init__`` makes is no state but the first: each attribute may have any value."""
    specification = '''
        """Purses."""

        from __future__ import annotations

        from modspec import AbstractDataType

        __all__ = ["Purse", "is_richer", "new"]


        class Purse(AbstractDataType):
            """A purse."""

            coins: int
            """How many."""


        def new() -> Purse:
            """Make an empty purse."""
            return Purse(coins=0)


        def is_richer(purse: Purse, other: Purse) -> bool:
            """Whether it holds more than another."""
            return purse.coins > other.coins
    '''
    program = """
        import purse_spec
        from modspec import Contract, declare
        from typing import Literal

        contract = Contract(
            declare("purse_spec"),
            abstraction=lambda purse: purse_spec.Purse(coins=purse.inner.coins),
        )


        class Inner:
            def __init__(self) -> None:
                self.coins: int = 0
                self.kind: Literal["copper", "gold"] = "copper"


        class Purse:
            inner: Inner

            @contract
            def is_richer(self, other: "Purse") -> bool:
                if other.inner.kind == "gold" and other.inner.coins == 7:
                    return False
                return self.inner.coins > other.inner.coins
    """
    (folder / "purse_spec.py").write_text(dedent(specification).lstrip(), encoding="utf-8")
    (folder / "purse.py").write_text(dedent(program).lstrip(), encoding="utf-8")
    done = crosshair("purse", folder)
    assert 1 == done.returncode
    assert "refuted: is_richer(other) where self.inner.coins = " in done.stdout
    assert "other.inner.coins = 7, other.inner.kind = 'gold'" in done.stdout


def test_the_contracts_of_the_model_are_confirmed(tmp_path: Path) -> None:
    done = crosshair("othello_model.supply", tmp_path)
    assert (0, "") == (done.returncode, done.stderr)
    assert 4 == done.stdout.count("  confirmed: all numbers of discs; 1 question")


@pytest.mark.parametrize("number", range(len(BREAKS)), ids=[each.what for each in BREAKS])
def test_a_broken_model_is_refuted(number: int, tmp_path: Path) -> None:
    done = check_broken(BREAKS[number], tmp_path)
    assert 1 == done.returncode
    assert "refuted: " in done.stdout


def test_the_page_has_the_breaks() -> None:
    page = Path(__file__).parents[1] / "docs/how-to/check-contracts-with-crosshair.md"
    text = page.read_text(encoding="utf-8")
    for each in plain_crosshair.BREAKS:
        assert f"| {each.what} | `{each.target.removeprefix('othello_model.')}` | 1 |" in text


def test_another_crosshair_is_left_alone(tmp_path: Path) -> None:
    """A CrossHair whose parts have other names: one line says so, and it goes on."""
    other = tmp_path / "crosshair"
    other.mkdir()
    (other / "__init__.py").write_text("", encoding="utf-8")
    (other / "core.py").write_text("", encoding="utf-8")
    command = [sys.executable, "-c", "import modspec.crosshair.entry; print('goes on')"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True,
        check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (0, "goes on\n") == (done.returncode, done.stdout)
    assert done.stderr.startswith("modspec: its plugin does not fit CrossHair ")
    assert 1 == done.stderr.count("\n")
