"""Exercise theorem-undo: One call undoes another

Read the car park: modspec show modlab.exercises.parking. State as a theorem:
a car that enters and leaves at once leaves the car park as it was. States can
be compared by ==.

Write your text in place of ... in to_enter_and_leave_changes_nothing, at line 30. Then ask:
    modspec exercise theorem_that_says_less.py
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
    "to_enter_and_leave_changes_nothing",
]


def to_enter_and_leave_changes_nothing(park: CarPark, car: Vehicle) -> bool:
    """A car that enters and leaves at once leaves the car park as it was."""
    assert not is_parked(park, car)
    assert free_places(park) > 0
    return not is_parked(leave(enter(park, car), car), car)
