"""Contracts: each kind of violation is caught, on a small module, and they can be switched off."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from modspec import SpecificationError, declare
from modspec.contract.contract import Contract, ContractPart, ContractViolation, without_checks
from modspec.run.machine import AssumptionViolated

SPECIFICATION = '''
    """Tank: how much is in it, and how much ran through it."""

    from __future__ import annotations

    from typing import Final

    from modspec import AbstractObject

    __all__ = ["Short", "TooMuch", "drain", "fill", "init", "is_full", "level", "share"]

    LIMIT: Final = 10
    """What it holds."""


    class TooMuch(Exception):  # [at-most-five]
        """More than five at a time."""


    class Short(Exception):  # [not-below-empty]
        """More than there is."""


    class Tank(AbstractObject):
        """The tank."""

        content: int
        """What is in it."""

        drained: int
        """What ran out of it."""


    def invariant(tank: Tank) -> bool:
        """Neither below empty nor above the limit."""
        return (
            tank.content >= 0  # [not-below-empty]
            and tank.content <= LIMIT  # [never-overflows]
        )


    def init() -> Tank:
        """Start empty."""
        return Tank(content=0, drained=0)  # [starts-empty]


    def fill(tank: Tank, amount: int) -> Tank:
        """Add an amount; nothing here keeps the tank from overflowing."""
        return Tank(
            content=tank.content + amount,  # [filling-adds]
            drained=tank.drained,  # [filling-drains-nothing]
        )


    def drain(tank: Tank, amount: int) -> Tank:
        """Take an amount out."""
        if amount > 5:
            raise TooMuch  # [at-most-five]
        if amount > tank.content:
            raise Short  # [not-below-empty]
        rest = tank.content - amount
        return Tank(
            content=rest,  # [draining-takes]
            drained=tank.drained + amount,  # [draining-counts]
        )


    def level(tank: Tank) -> int:
        """What is in it."""
        return tank.content  # [level-told]


    def is_full(tank: Tank) -> bool:
        """Whether nothing more goes in."""
        return tank.content == LIMIT  # [never-overflows]


    def share(tank: Tank, parts: int) -> int:
        """What each gets of so many."""
        assert parts > 0  # [someone-shares]
        return tank.content // parts  # [shares-alike]
'''


class TooMuch(Exception):
    """As the specification's: exceptions are told apart by their names."""


class Short(Exception):
    """As the specification's."""


class Sound:
    """A tank that does what the specification says; the tests override what they spoil."""

    def __init__(self) -> None:
        self.init()

    def init(self) -> None:
        self.content = self.drained = 0

    def fill(self, amount: int) -> None:
        self.content += amount

    def drain(self, amount: int) -> None:
        if amount > 5:
            raise TooMuch(f"{amount} is more than 5")
        if amount > self.content:
            raise Short(f"{amount} is more than {self.content}")
        self.content -= amount
        self.drained += amount

    def level(self) -> int:
        return self.content

    def is_full(self) -> bool:
        return self.content == 10

    def share(self, parts: int) -> int:
        return self.content // parts


ROUTINES = ("init", "fill", "drain", "level", "is_full", "share")

Hold = Callable[[type[Sound]], Any]


@pytest.fixture(scope="module")
def specification(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The specification module of the tank, imported from a folder of its own."""
    folder = tmp_path_factory.mktemp("specification")
    (folder / "tank_under_contract.py").write_text(dedent(SPECIFICATION), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield importlib.import_module("tank_under_contract")


@pytest.fixture
def contract(specification: Any) -> Contract:
    """What a class with ``content`` and ``drained`` is held to."""
    return Contract(
        declare("tank_under_contract"),
        abstraction=lambda tank: specification.Tank(content=tank.content, drained=tank.drained),
    )


@pytest.fixture
def object_of(contract: Contract) -> Hold:
    """A function that makes an object of a class and puts its methods under the contract."""

    def make(cls: type[Sound]) -> Any:
        methods = {name: contract(getattr(cls, name)) for name in ROUTINES}
        return type(cls.__name__, (cls,), methods)()

    return make


def violation(call: Callable[[], object]) -> ContractViolation:
    """The violation that a call makes known."""
    with pytest.raises(ContractViolation) as caught:
        call()
    return caught.value


# -- what is caught --------------------------------------------------------------------------------


def test_a_sound_implementation_is_never_interrupted(object_of: Hold) -> None:
    tank = object_of(Sound)
    tank.fill(8)
    tank.drain(3)
    with pytest.raises(TooMuch, match="6 is more than 5"):
        tank.drain(6)
    tank.drain(4)
    with pytest.raises(Short, match="2 is more than 1"):
        tank.drain(2)
    tank.fill(amount=9)
    assert (10, True, 3, 7) == (tank.level(), tank.is_full(), tank.share(3), tank.drained)


def test_a_wrong_output_is_caught(object_of: Hold) -> None:
    class Wrong(Sound):
        def level(self) -> int:
            return self.content + 1

    found = violation(object_of(Wrong).level)
    assert (ContractPart.OUTPUT, "level", ("level-told",)) == (
        found.part,
        found.routine,
        found.rules,
    )
    assert (0, 1) == (found.expected, found.got)


def test_a_number_is_not_a_truth_value(object_of: Hold) -> None:
    class Wrong(Sound):
        def is_full(self) -> bool:
            return 0  # type: ignore[return-value]

    assert ContractPart.OUTPUT == violation(object_of(Wrong).is_full).part


def test_a_wrong_transition_is_caught_with_the_variable_that_is_wrong(object_of: Hold) -> None:
    class Wrong(Sound):
        def drain(self, amount: int) -> None:
            super().drain(amount)
            self.drained += 1

    tank = object_of(Wrong)
    tank.fill(5)
    found = violation(lambda: tank.drain(2))
    assert (ContractPart.TRANSITION, ("draining-counts",)) == (found.part, found.rules)
    assert (2, 3) == (found.expected, found.got)


def test_a_transition_that_does_nothing_is_caught(object_of: Hold) -> None:
    class Wrong(Sound):
        def fill(self, amount: int) -> None:
            pass

    tank = object_of(Wrong)
    assert ("filling-adds",) == violation(lambda: tank.fill(1)).rules


def test_an_initialiser_that_sets_up_something_else_is_caught(object_of: Hold) -> None:
    class Wrong(Sound):
        def init(self) -> None:
            self.content, self.drained = 0, 1

    assert ("starts-empty",) == violation(lambda: object_of(Wrong)).rules


def test_a_missing_exception_is_caught(object_of: Hold) -> None:
    class Wrong(Sound):
        def drain(self, amount: int) -> None:
            self.content -= amount
            self.drained += amount

    found = violation(lambda: object_of(Wrong).drain(1))
    assert (ContractPart.EXCEPTION, ("not-below-empty",)) == (found.part, found.rules)
    assert ("Short", "no exception") == (str(found.expected), str(found.got))


def test_the_exception_of_a_later_condition_is_caught(object_of: Hold) -> None:
    class Wrong(Sound):
        def drain(self, amount: int) -> None:
            if amount > self.content:
                raise Short
            super().drain(amount)

    found = violation(lambda: object_of(Wrong).drain(6))
    assert ("TooMuch", "Short") == (str(found.expected), str(found.got))
    assert ("at-most-five",) == found.rules


def test_an_exception_where_none_is_due_is_caught_with_the_rule_of_its_clause(
    object_of: Hold,
) -> None:
    class Wrong(Sound):
        def drain(self, amount: int) -> None:
            raise Short("never anything")

    tank = object_of(Wrong)
    tank.fill(5)
    found = violation(lambda: tank.drain(1))
    assert ("no exception", "Short") == (str(found.expected), str(found.got))
    assert ("not-below-empty",) == found.rules
    assert "never anything" == str(found.__cause__)


def test_an_exception_that_the_specification_does_not_have_is_caught(object_of: Hold) -> None:
    class Wrong(Sound):
        def level(self) -> int:
            return self.contents  # type: ignore[attr-defined, no-any-return]

    found = violation(object_of(Wrong).level)
    assert ("no exception", "AttributeError") == (str(found.expected), str(found.got))


def test_an_initialiser_that_breaks_down_is_caught_though_it_leaves_no_state(
    object_of: Hold,
) -> None:
    class Wrong(Sound):
        def init(self) -> None:
            raise KeyError

    assert "KeyError" == str(violation(lambda: object_of(Wrong)).got)


def test_a_failed_call_that_changes_the_state_is_caught(object_of: Hold) -> None:
    class Wrong(Sound):
        def drain(self, amount: int) -> None:
            self.drained += amount
            if amount > self.content:
                raise Short
            super().drain(amount)

    found = violation(lambda: object_of(Wrong).drain(1))
    assert (ContractPart.UNCHANGED, ("failed-call",)) == (found.part, found.rules)
    assert (0, 1) == (found.expected, found.got)
    assert "drained := drained" in found.formula


def test_a_query_that_changes_the_state_is_caught(object_of: Hold) -> None:
    class Wrong(Sound):
        def level(self) -> int:
            self.content += 1
            return self.content - 1

    found = violation(object_of(Wrong).level)
    assert (ContractPart.UNCHANGED, "level", ("queries-pure",)) == (
        found.part,
        found.routine,
        found.rules,
    )


def test_a_transition_that_breaks_the_invariant_is_caught_though_it_keeps_its_clauses(
    object_of: Hold,
) -> None:
    tank = object_of(Sound)
    tank.fill(10)
    found = violation(lambda: tank.fill(1))
    assert (ContractPart.INVARIANT, ("never-overflows",)) == (found.part, found.rules)
    assert "content ≤ LIMIT" == found.formula.split("  ")[0]


def test_a_state_that_somebody_else_has_broken_is_not_blamed_on_the_routine(
    object_of: Hold,
) -> None:
    tank = object_of(Sound)
    tank.content = -1
    found = violation(tank.level)
    assert ("not-below-empty",) == found.rules
    assert "level() was called in a state that breaks the invariant" in str(found)


def test_a_broken_assumption_is_the_callers_fault(object_of: Hold) -> None:
    tank = object_of(Sound)
    with pytest.raises(AssumptionViolated) as caught:
        tank.share(0)
    assert (
        "share(0) was called, but its assumption does not hold\n"
        "  assumption  parts > 0                                         [someone-shares]"
    ) == str(caught.value)


def test_a_call_before_the_initialiser_is_the_callers_fault(specification: Any) -> None:
    contract = Contract(declare("tank_under_contract"), abstraction=lambda: None)

    @contract
    def level() -> int:
        return 0

    with pytest.raises(AssumptionViolated, match=r"level\(\) was called before init; there is no"):
        level()


# -- what is said ----------------------------------------------------------------------------------


def test_the_message_shows_the_call_the_clause_its_rule_and_both_values(object_of: Hold) -> None:
    class Wrong(Sound):
        def drain(self, amount: int) -> None:
            self.drained += amount

    tank = object_of(Wrong)
    tank.fill(7)
    assert (
        "drain(3) does not do what its specification says\n"
        "  transition  content := rest                                   [draining-takes]\n"
        "              where rest = content - amount\n"
        "  expected    4\n"
        "  got         7"
    ) == str(violation(lambda: tank.drain(3)))


def test_the_message_shows_the_condition_under_which_an_exception_is_raised(
    object_of: Hold,
) -> None:
    class Wrong(Sound):
        def drain(self, amount: int) -> None:
            pass

    assert (
        "drain(1) does not do what its specification says\n"
        "  exception   amount > content ⇒ Short                         [not-below-empty]\n"
        "  expected    Short\n"
        "  got         no exception"
    ) == str(violation(lambda: object_of(Wrong).drain(1)))


# -- calls within calls ----------------------------------------------------------------------------


def test_access_programs_may_call_each_other_with_a_state_half_updated(object_of: Hold) -> None:
    class Busy(Sound):
        def drain(self, amount: int) -> None:
            if amount > 5:
                raise TooMuch
            if amount > self.level():
                raise Short
            self.content = -1  # which breaks the invariant
            self.drained += amount
            rest = self.level() + 1
            self.content = rest

    tank = object_of(Busy)
    tank.fill(3)
    tank.drain(3)
    assert 0 == tank.level()


def test_a_call_of_another_object_is_checked_even_from_within(object_of: Hold) -> None:
    class Wrong(Sound):
        def level(self) -> int:
            return -1

    wrong = object_of(Wrong)

    class Asking(Sound):
        def level(self) -> int:
            return wrong.level() + 1  # type: ignore[no-any-return]

    assert -1 == violation(object_of(Asking).level).got


def test_the_abstraction_function_may_call_access_programs(specification: Any) -> None:
    contract = Contract(
        declare("tank_under_contract"),
        abstraction=lambda tank: specification.Tank(content=tank.level(), drained=0),
    )

    class Tank(Sound):
        @contract
        def level(self) -> int:
            return self.content

    assert 0 == Tank().level()


def test_after_a_violation_the_next_call_is_checked_again(object_of: Hold) -> None:
    class Wrong(Sound):
        def level(self) -> int:
            return -1

    tank = object_of(Wrong)
    assert [-1, -1] == [violation(tank.level).got, violation(tank.level).got]


# -- decoration ------------------------------------------------------------------------------------


def test_the_name_docstring_and_signature_stay(contract: Contract) -> None:
    def level(self: Sound) -> int:
        """What is in it."""
        return self.content

    decorated = contract(level)
    first, *contract = (decorated.__doc__ or "").split("\n\n")
    assert ("level", "What is in it.") == (decorated.__name__, first)
    assert "ensures   out := content" in "".join(contract)
    assert level is decorated.__wrapped__  # type: ignore[attr-defined]


def test_a_function_that_is_no_access_program_is_refused(contract: Contract) -> None:
    def leak(self: Sound) -> None: ...

    with pytest.raises(SpecificationError, match="no access program 'leak'; it has init, fill"):
        contract(leak)


def test_a_function_with_other_parameters_is_refused(contract: Contract) -> None:
    def fill(self: Sound, amount: int, speed: int) -> None: ...

    with pytest.raises(SpecificationError, match=r"fill takes amount in .* takes amount, speed"):
        contract(fill)


# -- the switch ------------------------------------------------------------------------------------


def test_within_unchecked_nothing_is_checked(object_of: Hold) -> None:
    class Wrong(Sound):
        def level(self) -> int:
            return -1

    tank = object_of(Wrong)
    with without_checks():
        assert -1 == tank.level()
    assert -1 == violation(tank.level).got


def test_switched_off_a_function_is_left_as_it_is(
    contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODSPEC_CONTRACTS", "off")
    assert Sound.level is contract(Sound.level)


@pytest.mark.parametrize(("switch", "is_wrapped"), [("off", False), ("", True)])
def test_the_switch_works_from_outside_the_program(switch: str, is_wrapped: bool) -> None:
    program = (
        "from othello_model import othello, othello_type; "
        "print([hasattr(f, '__wrapped__') for f in (othello.move, othello_type.Othello.move)])"
    )
    roots = [str(Path(__file__).parents[1] / root) for root in ("spec", "model")]
    variables = {"MODSPEC_CONTRACTS": switch, "PYTHONPATH": os.pathsep.join(roots)}
    printed = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{[is_wrapped, is_wrapped]}\n" == printed.stdout


# -- objects and reals -----------------------------------------------------------------------------


class Spot:
    """A place on a road, as a program has it."""

    def __init__(self, distance: float) -> None:
        self.cm = distance * 100


def _contracted_class(changes: dict[str, Any]) -> type[Spot]:
    """Return the class with its methods held to the contract of gates.place."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "docs" / "explanation"))
    try:
        module = declare("gates.place")
    finally:
        sys.path.pop(0)
    kind = vars(module.python)["Place"]

    class Held(Spot):
        pass

    def moved(self: Spot, by: float) -> Spot:
        return Held(self.cm / 100 + by)

    def is_before(self: Spot, q: Spot) -> bool:
        return self.cm < q.cm

    hold = Contract(module, lambda spot: kind(at=spot.cm / 100))
    for method in (moved, is_before):
        setattr(Held, method.__name__, hold(changes.get(method.__name__, method)))
    return Held


def test_objects_are_compared_by_their_abstraction_and_reals_within_a_tolerance() -> None:
    right: Any = _contracted_class({})
    assert 0.3 == pytest.approx(right(0.1).moved(0.2).cm / 100)  # not to the last digit
    assert right(1).is_before(right(2))

    def moved(self: Any, by: float) -> Any:
        return type(self)(self.cm / 100 - by)

    def is_before(self: Any, q: Any) -> bool:
        return bool(self.cm <= q.cm)

    wrong: Any = _contracted_class({"moved": moved, "is_before": is_before})
    with pytest.raises(ContractViolation, match=r"out := new\(at \+ by\)"):
        wrong(1).moved(1)
    with pytest.raises(ContractViolation, match=r"out := at < q.at"):
        wrong(1).is_before(wrong(1))


FEES = '''
"""Fees: what a place costs."""

from __future__ import annotations

__all__ = ["fee"]


def fee(hours: int) -> int:
    """What some hours cost."""
    return 2 * hours
'''


def test_a_module_without_a_state_needs_no_abstraction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fees_without_a_state.py").write_text(FEES.lstrip(), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    contract = Contract(declare("fees_without_a_state"))

    @contract
    def fee(hours: int) -> int:
        return 2 * hours if hours < 3 else 5

    assert 4 == fee(2)
    with pytest.raises(ContractViolation, match="fee\\(3\\)"):
        fee(3)


def test_a_module_with_a_state_needs_an_abstraction() -> None:
    with pytest.raises(SpecificationError, match=r"has a state, .*; give Contract a function"):
        Contract(declare("stack"))
