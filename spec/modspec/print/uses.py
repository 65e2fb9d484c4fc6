"""Uses: a picture of the uses relation between modules, as SVG.

A module stands above all modules that it uses. An arrow that others imply is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from graphlib import TopologicalSorter
from html import escape
from itertools import chain, pairwise
from statistics import fmean
from typing import NamedTuple

from modspec.syntax.module import Module

Relation = Mapping[str, Sequence[str]]
"""For each module the modules that it uses, without a cycle."""

_LEAST_WIDTH, _HEIGHT = 96, 30
"""The size of a module's box, in pixels; all boxes are wide enough for the longest name."""

_LETTER, _MARGIN = 8, 16
"""The width of a letter, and what a box has beside its name."""

_GAP, _DOWN = 20, 76
"""The distance between two boxes side by side, and from one to the next below it."""

_SWEEPS = 4
"""How often the order within the layers is improved, from above and from below."""


def uses_relation(modules: Sequence[Module]) -> Relation:
    """Return which of the modules each of them uses."""
    known = {module.python_name: module.name for module in modules}
    return {m.name: [known[u.module] for u in m.uses if u.module in known] for m in modules}


# -- where to draw what ----------------------------------------------------------------------------


class BoxPlace(NamedTuple):
    """A place: to the right of the middle, in distances of boxes, and the layer from below."""

    x: float
    layer: int


class Drawing(NamedTuple):
    """The places of the modules, and for each arrow the places that it passes."""

    nodes: Mapping[str, BoxPlace]
    arrows: Mapping[tuple[str, str], Sequence[BoxPlace]]


_Stop = tuple[int, str, str]
"""A layer with a module, or with an arrow that passes between the modules there: from, to."""


def drawing(relation: Relation) -> Drawing:
    """Return the modules in layers, each above those that it uses, so that few arrows cross."""
    layer: dict[str, int] = {}
    reached: dict[str, set[str]] = {}
    for module in TopologicalSorter(relation).static_order():
        used = relation[module]
        layer[module] = max((layer[other] + 1 for other in used), default=0)
        reached[module] = set(used).union(*(reached[other] for other in used))
    box = {module: (layer[module], module, "") for module in relation}
    arrows = {
        (module, other): [
            box[module],
            *((n, module, other) for n in range(layer[module] - 1, layer[other], -1)),
            box[other],
        ]
        for module, used in relation.items()
        for other in used
        if not any(other in reached[via] for via in used)
    }
    stops = dict.fromkeys([*box.values(), *chain(*arrows.values())])
    rows = [[s for s in stops if s[0] == n] for n in range(max(layer.values(), default=-1) + 1)]
    x = _across(rows, [step for stops in arrows.values() for step in pairwise(stops)])
    place = {stop: BoxPlace(x[stop], stop[0]) for stop in stops}
    return Drawing(
        {module: place[stop] for module, stop in box.items()},
        {arrow: [place[stop] for stop in stops] for arrow, stops in arrows.items()},
    )


def _across(rows: list[list[_Stop]], steps: list[tuple[_Stop, _Stop]]) -> dict[_Stop, float]:
    """Return how far right each stop is: each row is ordered by the mean of its neighbours."""
    x: dict[_Stop, float] = {}

    def arrange(stops: list[_Stop]) -> None:
        x.update((stop, at - (len(stops) - 1) / 2) for at, stop in enumerate(stops))

    def mean(neighbours: Mapping[_Stop, list[_Stop]], stop: _Stop) -> float:
        return fmean(x[other] for other in neighbours[stop] or [stop])

    below: dict[_Stop, list[_Stop]] = defaultdict(list)
    above: dict[_Stop, list[_Stop]] = defaultdict(list)
    for upper, lower in steps:
        below[upper].append(lower)
        above[lower].append(upper)
    for stops in rows:
        arrange(stops)
    for _ in range(_SWEEPS):
        for neighbours, order in ((above, rows[::-1]), (below, rows)):
            for stops in order:
                stops.sort(key=partial(mean, neighbours))
                arrange(stops)
    return x


# -- the picture -----------------------------------------------------------------------------------


def uses_svg(relation: Relation, address: Callable[[str], str | None] = lambda name: None) -> str:
    """Return the picture in the colours of the text around it.

    ``address`` says where the box of a module leads to, if it leads anywhere.
    """
    boxes, arrows = drawing(relation)
    places = [*boxes.values(), *chain(*arrows.values())]
    longest = max(map(len, relation), default=0)
    width = max(_LEAST_WIDTH, longest * _LETTER + _MARGIN)
    across = width + _GAP
    half = max((abs(place.x) for place in places), default=0) * across + width / 2 + 2
    top = max((place.layer for place in places), default=0)

    def middle(place: BoxPlace) -> tuple[float, float]:
        return half + place.x * across, (top - place.layer) * _DOWN + _HEIGHT / 2 + 2

    size = (round(2 * half), top * _DOWN + _HEIGHT + 4)
    sentences = (
        f"{name} uses {', '.join(used) or 'no other module'}. " for name, used in relation.items()
    )
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="mis-uses" role="group" '
        'viewBox="0 0 {0} {1}" width="{0}" height="{1}">\n<title>Uses</title>'.format(*size),
        f"<desc>{escape(''.join(sentences))}</desc>\n",
        *(_arrow([middle(place) for place in stops]) for stops in arrows.values()),
        *(_box(name, *middle(place), width, address(name)) for name, place in boxes.items()),
        "</svg>\n",
    ]
    return "".join(parts)


def _arrow(points: list[tuple[float, float]]) -> str:
    """Return a line from box to box, upright where it passes a layer, with a tip."""
    half = _HEIGHT / 2
    path = f"M{points[0][0]:g} {points[0][1] + half:g}"
    for (x, y), (to_x, to_y) in pairwise(points):
        bend = (y + to_y) / 2
        path += f" V{y + half:g} C{x:g} {bend:g} {to_x:g} {bend:g} {to_x:g} {to_y - half:g}"
    tip = f"M{to_x - 4:g} {to_y - half - 7:g} l4 7 l4 -7 Z"
    return (
        f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="0.55"/>'
        f'<path d="{tip}" fill="currentColor" fill-opacity="0.55"/>\n'
    )


def _box(name: str, x: float, y: float, width: float, address: str | None) -> str:
    """Return the box of a module, as a link to its page if there is one."""
    box = (
        f'<rect x="{x - width / 2:g}" y="{y - _HEIGHT / 2:g}" width="{width:g}" height="{_HEIGHT}"'
        f' rx="5" fill="currentColor" fill-opacity="0.06" stroke="currentColor"/>'
        f'<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" fill="currentColor">'
        f"{escape(name)}</text>"
    )
    return f'<a href="{escape(address)}">{box}</a>\n' if address else f"{box}\n"
