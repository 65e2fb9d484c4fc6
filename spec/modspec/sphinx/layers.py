"""Layers: where to draw the nodes of a relation that has no circles, so that every arrow points downwards.

A node stands one layer above the highest of those that it points to. Arrows that others imply are left out.
One that passes a layer has a place of its own there, so that it runs between the nodes and not across them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

Relation = Mapping[str, Sequence[str]]
"""For each node those that it points to, all of them nodes themselves."""

_SWEEPS = 4
"""How often the order within the layers is improved, from above and from below."""


class BoxPlace(NamedTuple):
    """Where something is: to the right of the middle, in widths of a node, and in which layer from below."""

    x: float
    layer: int


class _Stop(NamedTuple):
    """What has a place: a node, or where an arrow passes a layer."""

    node: str
    layer: int
    towards: str = ""


@dataclass(frozen=True)
class Drawing:
    """Where the nodes are, and by which places the arrows go."""

    nodes: Mapping[str, BoxPlace]
    arrows: Mapping[tuple[str, str], Sequence[BoxPlace]]


def drawing(relation: Relation) -> Drawing:
    """The nodes in layers, those of each layer in an order in which few arrows cross."""
    layer = _layers(relation)
    ways = {
        (node, other): (
            _Stop(node, layer[node]),
            *(_Stop(node, n, other) for n in range(layer[node] - 1, layer[other], -1)),
            _Stop(other, layer[other]),
        )
        for node, other in _essential(relation)
    }
    stops = dict.fromkeys(_Stop(node, layer[node]) for node in relation)
    stops |= dict.fromkeys(stop for way in ways.values() for stop in way)
    rows = [[s for s in stops if s.layer == n] for n in range(max(layer.values(), default=-1) + 1)]
    x = _across(rows, [step for way in ways.values() for step in pairwise(way)])
    return Drawing(
        {node: BoxPlace(x[_Stop(node, layer[node])], layer[node]) for node in relation},
        {arrow: [BoxPlace(x[stop], stop.layer) for stop in way] for arrow, way in ways.items()},
    )


def _layers(relation: Relation) -> dict[str, int]:
    """The layer of each node: 0 if it points to none."""
    found: dict[str, int] = {}

    def layer(node: str) -> int:
        if node not in found:
            found[node] = max((layer(other) + 1 for other in relation[node]), default=0)
        return found[node]

    return {node: layer(node) for node in relation}


def _essential(relation: Relation) -> Iterable[tuple[str, str]]:
    """The arrows that no others imply."""

    def reached(node: str) -> set[str]:
        return {node}.union(*map(reached, relation[node]))

    for node, others in relation.items():
        for other in others:
            if not any(other in reached(via) for via in others if via != other):
                yield node, other


def _across(rows: list[list[_Stop]], steps: list[tuple[_Stop, _Stop]]) -> dict[_Stop, float]:
    """How far to the right each is: in every row, by the mean of those that it is joined to in the next."""
    x = {stop: at - (len(row) - 1) / 2 for row in rows for at, stop in enumerate(row)}

    def arrange(row: list[_Stop], neighbours: Mapping[_Stop, list[_Stop]]) -> None:
        wish = {stop: fmean(x[n] for n in neighbours.get(stop, [stop])) for stop in row}
        row.sort(key=wish.__getitem__)
        x.update((stop, at - (len(row) - 1) / 2) for at, stop in enumerate(row))

    below: dict[_Stop, list[_Stop]] = {}
    above: dict[_Stop, list[_Stop]] = {}
    for upper, lower in steps:
        below.setdefault(upper, []).append(lower)
        above.setdefault(lower, []).append(upper)
    for _ in range(_SWEEPS):
        for row in reversed(rows):
            arrange(row, above)
        for row in rows:
            arrange(row, below)
    return x
