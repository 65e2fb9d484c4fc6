"""Lamps: a row of lamps, and functions of them that do not always mean something.

A small specification to try the logic reading on.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import Enum
from typing import Final, TypeAlias

from modspec import AbstractObject

__all__ = [
    "NoLamp",
    "WrongColour",
    "a_dark_row_has_none_of_a_colour",
    "a_guarded_call_means_something",
    "a_lamp_beyond_the_row_is_looked_at",
    "a_lit_lamp_that_is_not_red_is_green",
    "a_raising_call_is_not_excused",
    "an_unguarded_call_inside_a_call_may_mean_nothing",
    "an_unguarded_call_may_mean_nothing",
    "check",
    "counts_are_sums",
    "every_lit_lamp_is_red_or_green",
    "not_all_lamps_are_red",
    "nothing_can_be_assumed",
    "press",
    "shown",
    "some_lamp_is_lit",
]


class Lamp(Enum):
    """What a lamp shows."""

    DARK = "dark"
    RED = "red"
    GREEN = "green"


PLACES: Final = frozenset(i for i in range(4))
"""Where there are lamps."""

Row: TypeAlias = Mapping[int, Lamp]
"""What the lamp in each place shows."""


class NoLamp(Exception):
    """There is no lit lamp in that place."""


class WrongColour(Exception):
    """A lamp shows another colour than it should."""


class Panel(AbstractObject):
    """A row of lamps."""

    row: Row
    """The lamps."""


def press(panel: Panel, place: int) -> Panel:
    """Change the colour of a lit lamp."""
    if place not in PLACES:
        raise NoLamp
    if panel.row[place] == Lamp.DARK:
        raise NoLamp
    return Panel(
        row={
            i: panel.row[i] if i != place else Lamp.GREEN if panel.row[i] == Lamp.RED else Lamp.RED
            for i in PLACES
        }
    )


def check(panel: Panel, place: int) -> Panel:
    """Switch a red lamp to green; a dark lamp is not accepted."""
    if panel.row[place] == Lamp.DARK:
        raise NoLamp
    if panel.row[place] != Lamp.RED:
        raise WrongColour
    return Panel(row={i: Lamp.GREEN if i == place else panel.row[i] for i in PLACES})


def shown(panel: Panel, place: int) -> Lamp:
    """What a lit lamp shows."""
    assert panel.row[place] != Lamp.DARK
    return panel.row[place]


def lit(row: Row) -> Set[int]:
    """The places of the lamps that are lit."""
    return {i for i in PLACES if row[i] != Lamp.DARK}


def reds(row: Row) -> int:
    """How many lamps are red."""
    return sum(1 for i in PLACES if row[i] == Lamp.RED)


def only_colour(row: Row, place: int) -> Lamp:
    """The colour of a lamp that is lit."""
    assert row[place] != Lamp.DARK
    return row[place]


def colour_once_removed(row: Row, place: int) -> Lamp:
    """The same, by a function that says nothing of what it assumes."""
    return only_colour(row, place)


def an_unguarded_call_inside_a_call_may_mean_nothing(row: Row) -> bool:
    """False: what a call assumes is not forgotten because another call stands between."""
    return all(colour_once_removed(row, i) == row[i] for i in PLACES)


def counts_are_sums(row: Row) -> bool:
    """True: the lit lamps are the red ones and the green ones."""
    return len(lit(row)) == reds(row) + sum(1 for i in PLACES if row[i] == Lamp.GREEN)


def a_guarded_call_means_something(row: Row) -> bool:
    """True: the call is made only where its assumption holds."""
    return all(row[i] == Lamp.DARK or only_colour(row, i) == row[i] for i in PLACES)


def an_unguarded_call_may_mean_nothing(row: Row) -> bool:
    """False: of a dark lamp the call means nothing, though whatever it gave would be equal."""
    return all(only_colour(row, i) == row[i] for i in PLACES)


def a_raising_call_is_not_excused(panel: Panel) -> bool:
    """False: to press a dark lamp raises."""
    return press(panel, 0).row[0] != Lamp.DARK


def a_lamp_beyond_the_row_is_looked_at(row: Row) -> bool:
    """False: if the first lamp is lit, one is looked at that is not there."""
    return row[0] == Lamp.DARK or row[4] == Lamp.DARK


def a_dark_row_has_none_of_a_colour(row: Row) -> bool:
    """True, and its assumption can be met."""
    assert len(lit(row)) == 0
    return reds(row) == 0


def nothing_can_be_assumed(row: Row) -> bool:
    """What it assumes cannot be: it says nothing."""
    assert reds(row) > len(lit(row))
    return reds(row) == 7


def a_lit_lamp_that_is_not_red_is_green(row: Row) -> bool:
    """True, as long as the dark ones are left out."""
    return any(row[i] != Lamp.RED for i in PLACES if row[i] != Lamp.DARK) == (
        any(row[i] == Lamp.GREEN for i in PLACES)
    )


def every_lit_lamp_is_red_or_green(row: Row) -> bool:
    """True, as long as the dark ones are left out."""
    return all(row[i] == Lamp.RED or row[i] == Lamp.GREEN for i in PLACES if row[i] != Lamp.DARK)


def not_all_lamps_are_red(row: Row) -> bool:
    """False of one row only: a chain has a second link."""
    return 0 <= reds(row) < 4


def some_lamp_is_lit(row: Row) -> bool:
    """False of one row only."""
    return len(lit(row)) > 0
