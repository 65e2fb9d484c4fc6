"""The picture of Uses: arrows point downwards, none is lost or drawn twice, none crosses a box."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

pytest.importorskip("sphinx")

from modspec.print.uses import Drawing, Relation, drawing
from othello_spec import module, modules
from test_pages import CONF, Built, build

NAMES = {each.python_name: each.name for each in modules()}
USES = {each.name: [NAMES[use.module] for use in each.uses] for each in modules()}

RELATIONS: dict[str, Relation] = {
    "nothing": {},
    "one": {"a": []},
    "a chain with a shortcut": {"c": ["a", "b"], "b": ["a"], "a": []},
    "a long way round": {"d": ["c", "e"], "c": ["b"], "b": ["a"], "a": [], "e": []},
    "two tops": {"x": ["m"], "y": ["m"], "m": ["p", "q"], "p": [], "q": []},
    "the modules": USES,
}


def reachable_from(relation: Relation, node: str) -> set[str]:
    """All that a node leads to, itself included."""
    return {node}.union(*(reachable_from(relation, other) for other in relation[node]))


@pytest.fixture(params=RELATIONS)
def picture(request: pytest.FixtureRequest) -> tuple[Relation, Drawing]:
    """A relation, and its drawing."""
    relation = RELATIONS[request.param]
    return relation, drawing(relation)


def test_every_node_has_a_place_of_its_own(picture: tuple[Relation, Drawing]) -> None:
    relation, shown = picture
    assert list(relation) == list(shown.nodes)
    for one, other in combinations(shown.nodes.values(), 2):
        assert one.layer != other.layer or abs(one.x - other.x) >= 1


def test_arrows_lead_from_layer_to_layer_downwards(picture: tuple[Relation, Drawing]) -> None:
    for (node, other), way in picture[1].arrows.items():
        assert (picture[1].nodes[node], picture[1].nodes[other]) == (way[0], way[-1])
        assert all(upper.layer - lower.layer == 1 for upper, lower in pairwise(way))


def test_an_arrow_passes_between_the_nodes(picture: tuple[Relation, Drawing]) -> None:
    between = [place for way in picture[1].arrows.values() for place in way[1:-1]]
    for place in between:
        for node in picture[1].nodes.values():
            assert node.layer != place.layer or abs(node.x - place.x) >= 1


def test_the_arrows_lead_wherever_the_relation_does(picture: tuple[Relation, Drawing]) -> None:
    relation, shown = picture
    kept = {node: [b for a, b in shown.arrows if a == node] for node in relation}
    assert {n: reachable_from(relation, n) for n in relation} == {
        n: reachable_from(kept, n) for n in relation
    }


def test_no_arrow_can_be_left_out(picture: tuple[Relation, Drawing]) -> None:
    relation, shown = picture
    for left_out in shown.arrows:
        kept = {n: [b for a, b in shown.arrows if a == n and (a, b) != left_out] for n in relation}
        assert left_out[1] not in reachable_from(kept, left_out[0])


def test_what_is_passed_on_the_way_has_a_place_there() -> None:
    shown = drawing(RELATIONS["a long way round"])
    assert [3, 0] == [shown.nodes[name].layer for name in "da"]
    assert 4 == len(shown.arrows["d", "e"])


# -- on a page -------------------------------------------------------------------------------------

PAGES = {
    "conf.py": CONF,
    "index.rst": "Home\n====\n\n.. toctree::\n\n   uses\n   some\n   clock\n   board\n",
    "uses.rst": "Uses\n====\n\n.. mis:uses::\n   :caption: All of *them*.\n",
    "some.rst": "Some\n====\n\n.. mis:uses:: othello_spec.board othello_spec.clock\n"
    "   :picture-only:\n",
    "clock.rst": "Clock\n=====\n\n.. mis:module:: othello_spec.clock\n",
    "board.rst": "Board\n=====\n\n.. mis:module:: othello_spec.board\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A site that shows the relation, and two of the modules."""
    return build(tmp_path_factory.mktemp("uses"), PAGES)


def test_the_picture_has_a_box_for_each_module_that_leads_to_its_page(site: Built) -> None:
    page = site.page("uses")
    assert list(NAMES.values()) == re.findall(r'<text[^>]*text-anchor="middle"[^>]*>(\w+)<', page)
    assert '<a href="clock.html#module-clock"><rect' in page
    assert "All of <em>them</em>." in page


def test_the_picture_says_in_words_what_it_shows(site: Built) -> None:
    assert "clock uses board. " in site.page("uses")
    assert "board uses no other module. " in site.page("uses")


def test_the_table_lists_everything_that_is_used(site: Built) -> None:
    rows = re.findall(r"<tr.*?</tr>", site.page("uses"), re.DOTALL)[1:]
    shown = [re.sub(r"<[^>]*>|\s+", " ", row).split() for row in rows]
    assert list(NAMES.values()) == [row[0] for row in shown]
    match = " ".join(shown[list(NAMES.values()).index("match")])
    for use in module("match").uses:
        assert f"{use.short} : {', '.join(use.names_in_text)}" in match


def test_only_what_is_asked_for_is_shown(site: Built) -> None:
    page = site.page("some")
    assert ["board", "clock"] == re.findall(r'text-anchor="middle"[^>]*>(\w+)<', page)
    assert "<table" not in page


@pytest.mark.parametrize("builder", ["latex", "text"])
def test_builders_that_cannot_draw_have_the_table(tmp_path: Path, builder: str) -> None:
    built = build(tmp_path, PAGES, builder)
    text = "".join(file.read_text(encoding="utf-8") for file in built.folder.glob("*.t*x*"))
    assert "PLAYERS, Player" in " ".join(text.replace("|", " ").split())
