"""Bounds: types of integers within bounds, in each reading."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Mapping, Set
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import pytest

from modcheck.testing.output_types import OutputTypes
from modlab.kit_values import IntegerValues, travelling_types
from modspec import (
    AssumptionViolated,
    Contract,
    ContractViolation,
    Domains,
    Machine,
    Module,
    OutsideNotation,
    prove_module,
)
from modspec.lint import FindingKind, lint
from modspec.lint.pools import suggested_domains
from modspec.print import latex, terminal
from modspec.print.formula import signature, type_formula
from modspec.prove.module_claims import ClaimStatus
from modspec.syntax.bounds import outlier
from modspec.syntax.places import module_at

METER = '''"""Meter: a counter with one digit."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Annotated, Final, NamedTuple, TypeAlias

from modspec import AbstractObject, Nat, replace

__all__ = ["add", "init", "left"]

BASE: Final = 10
"""How many digits there are."""

Digit: TypeAlias = Annotated[int, range(BASE)]
"""A digit."""


class Meter(AbstractObject):
    """The one meter."""

    digit: Digit
    """The digit that it shows."""

    left: Nat
    """How often it can still go round."""


def init() -> Meter:
    """Begin at 0."""
    return Meter(digit=0, left=1)


def add(meter: Meter, by: Digit) -> Meter:
    """Add a digit."""
    return Meter(
        digit=meter.digit + by if meter.digit + by < BASE else meter.digit + by - BASE,
        left=meter.left - 1 if meter.digit + by >= BASE and meter.left > 0 else meter.left,
    )


def left(meter: Meter) -> Nat:
    """How often it can still go round."""
    return meter.left
'''


@pytest.fixture
def meter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Module]:
    """Declares the meter, with one text in place of another."""
    monkeypatch.setattr(sys, "path", sys.path.copy())

    def declare_with(old: str = "BASE", new: str = "BASE") -> Module:
        assert old in METER
        text = METER.replace(old, new)
        name = f"meter_{zlib.crc32(text.encode())}"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return module_at(str(tmp_path / f"{name}.py"))

    return declare_with


def test_a_bounded_type_is_printed_as_an_interval_and_nat_by_its_letter(
    meter: Callable[..., Module],
) -> None:
    module = meter()
    (digit,) = module.types
    assert "0..BASE - 1" == terminal.inline(type_formula(digit.type))
    assert "add : Digit → Meter" == terminal.inline(signature(module["add"]))
    assert "left : → ℕ" == terminal.inline(signature(module["left"]))
    assert r"\mathbb{N}" in latex.inline(signature(module["left"]))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("by: Digit", "by: Annotated[int, range(3)]", "give it a name: Digit"),
        ("Annotated[int, range(BASE)]", "Annotated[int, 'few']", r"Annotated\[int, range"),
        ("Nat, replace", "replace", "import it: from modspec import Nat"),
        ("range(BASE)]", "range(0, BASE, 2)]", "a range with a step"),
    ],
)
def test_a_type_with_bounds_is_written_in_one_way(
    old: str, new: str, words: str, meter: Callable[..., Module]
) -> None:
    with pytest.raises((OutsideNotation, NameError), match=words):
        meter(old, new)


def test_the_values_to_try_are_those_of_the_type(meter: Callable[..., Module]) -> None:
    module = meter()
    digits = {(digit,) for digit in range(10)}
    assert digits == {*suggested_domains(module).usual(module, module["add"])}
    assert digits == {*Domains().usual(module, module["add"])}
    natural = meter("by: Digit", "by: Nat")
    values = {value for (value,) in suggested_domains(natural).usual(natural, natural["add"])}
    assert {0, 1, 9, 10, 11} <= values
    assert min(values) == 0
    wide = meter("BASE: Final = 10", "BASE: Final = 1000")
    values = {value for (value,) in suggested_domains(wide).usual(wide, wide["add"])}
    assert {0, 1, 998, 999} <= values <= set(range(1000))


def test_a_call_with_an_argument_outside_its_type_has_no_meaning(
    meter: Callable[..., Module],
) -> None:
    machine = Machine(meter())
    assert 9 == machine.call(machine.initial(), "add", (9,)).state.digit
    for wrong in (10, -1, True):
        assert not machine.is_allowed(machine.initial(), "add", (wrong,))
    with pytest.raises(AssumptionViolated, match="by of add is 10, which is not from 0 to 9"):
        machine.call(machine.initial(), "add", (10,))


@pytest.mark.parametrize(
    ("old", "new", "found", "claim"),
    [
        ("BASE", "BASE", "", ""),
        ("+ by < BASE", "+ by <= BASE", "add comes to 10, which is not from 0 to 9", "add"),
        ("+ by - BASE", "- BASE", "which is not from 0 to 9", "add"),
        (">= BASE and meter.left > 0", ">= BASE", "-1, which is not at least 0", "add"),
        ("digit=0, left=1", "digit=10, left=1", "init comes to 10", "init"),
    ],
)
def test_a_state_outside_its_type_is_found_and_its_absence_proved(
    old: str, new: str, found: str, claim: str, meter: Callable[..., Module]
) -> None:
    module = meter(old, new)
    findings = [f.text for f in lint(module) if f.kind is FindingKind.RANGE]
    assert bool(found) == bool(findings)
    assert all(found in text for text in findings)
    results = prove_module(module)
    refuted = {each.claim.function.name for each in results if each.standing is ClaimStatus.REFUTED}
    assert ({claim} if claim else set()) == refuted
    if not claim:
        assert {ClaimStatus.PROVED} == {each.standing for each in results}


def test_an_output_outside_its_type_is_found(meter: Callable[..., Module]) -> None:
    module = meter("    return meter.left\n", "    return meter.left - 1\n")
    (finding,) = [each for each in lint(module) if each.kind is FindingKind.RANGE]
    assert "left comes to -1, which is not at least 0" in finding.text


def test_a_contract_reports_the_caller_and_the_state(meter: Callable[..., Module]) -> None:
    module = meter()
    shown = [0]
    contract = Contract(module, lambda: module.python.Meter(digit=shown[0], left=0))

    @contract
    def add(by: int) -> None:
        shown[0] += by

    add(3)
    with pytest.raises(AssumptionViolated, match="by is 10, which is not from 0 to 9"):
        add(10)
    shown[0] = 12
    with pytest.raises(ContractViolation, match="from 0 to 9"):
        add(0)


def test_a_program_yields_a_value_of_the_type_and_a_kit_passes_on_integers(
    meter: Callable[..., Module],
) -> None:
    module = meter("-> Nat", "-> Digit")
    types = OutputTypes(Machine(module))
    assert [True, False, False, False] == [
        types.allow("left", value) for value in (9, 10, -1, True)
    ]
    assert OutputTypes(Machine(meter())).allow("left", 10)
    assert {"by": IntegerValues()} == travelling_types(module, module["add"])


DIGIT: TypeAlias = Annotated[int, range(10)]


class Pair(NamedTuple):
    """Two digits."""

    one: DIGIT
    other: DIGIT


class Tree(NamedTuple):
    """A type that is made of itself."""

    digit: DIGIT
    trees: tuple[Tree, ...]


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (DIGIT, 3, 12),
        (Set[DIGIT], frozenset({3}), frozenset({3, 12})),
        (Mapping[DIGIT, int], {3: 12}, {12: 3}),
        (Mapping[int, DIGIT], {12: 3}, {3: 12}),
        (tuple[DIGIT, ...], (0, 3), (0, 12)),
        (DIGIT | None, None, 12),
        (Pair, Pair(0, 3), Pair(0, 12)),
        (Tree, Tree(1, (Tree(2, ()),)), Tree(1, (Tree(12, ()),))),
        (tuple[Pair, ...], (Pair(0, 3),), (Pair(0, 3), Pair(12, 0))),
    ],
)
def test_an_outlier_is_found_within_another_value(kind: Any, right: Any, wrong: Any) -> None:
    assert outlier(right, kind) is None
    assert "12, which is not from 0 to 9" == str(outlier(wrong, kind))
