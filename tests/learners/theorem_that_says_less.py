"""Exercise theorem-undo: One call undoes another

Read the car park: modspec show modlab.exercises.parking. State as a theorem:
a car that enters and leaves at once leaves the car park as it was. States can
be compared by ==.

Write your text in place of ... in to_enter_and_leave_changes_nothing, at line 55. Then ask:
    modspec exercise THIS_FILE
"""

from __future__ import annotations

from modlab.exercises.parking import (
    CarPark,
    Vehicle,
    enter,
    free_places,
    invariant,
    is_parked,
    leave,
)

__all__ = [
    "a_car_that_enters_is_parked",
    "a_car_that_leaves_is_not_parked",
    "to_enter_and_leave_changes_nothing",
    "to_enter_keeps_the_invariant",
    "to_enter_takes_one_place",
    "to_leave_frees_one_place",
]


def a_car_that_enters_is_parked(park: CarPark, car: Vehicle) -> bool:
    """After a car has entered, it is in the car park."""
    assert not is_parked(park, car)
    assert free_places(park) > 0
    return is_parked(enter(park, car), car)


def a_car_that_leaves_is_not_parked(park: CarPark, car: Vehicle) -> bool:
    """After a car has left, it is not in the car park."""
    assert is_parked(park, car)
    return not is_parked(leave(park, car), car)


def to_enter_takes_one_place(park: CarPark, car: Vehicle) -> bool:
    """After a car has entered, one place less is free."""
    assert not is_parked(park, car)
    assert free_places(park) > 0
    return free_places(enter(park, car)) == free_places(park) - 1


def to_enter_and_leave_changes_nothing(park: CarPark, car: Vehicle) -> bool:
    """A car that enters and leaves at once leaves the car park as it was."""
    assert not is_parked(park, car)
    assert free_places(park) > 0
    return not is_parked(leave(enter(park, car), car), car)


def to_enter_keeps_the_invariant(park: CarPark, car: Vehicle) -> bool:
    """After a car has entered, the invariant holds."""
    assert not is_parked(park, car)
    assert free_places(park) > 0
    return invariant(enter(park, car))


def to_leave_frees_one_place(park: CarPark, car: Vehicle) -> bool:
    """After a car has left, one place more is free."""
    assert is_parked(park, car)
    return free_places(leave(park, car)) == free_places(park) + 1
