"""The documents as a reader meets them: answers in two clicks, and links that lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import click
import pytest

from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.modspec_command import cli as modspec
from othello_mis.commands.main import cli as othello_mis

pytest.importorskip("sphinx", reason="Sphinx is not installed")
pytest.importorskip("furo", reason="the theme furo is not installed")

from built_site import FRONT, Site

MOST_CLICKS: Final = 2


class Answer(NamedTuple):
    """Where a question is answered."""

    place: str
    """The page, or a place on it: ``page.html#anchor``."""

    words: tuple[str, ...]
    """What the text at that place has to say."""


RULES: Final = "reference/rules.html"
FORFEIT: Final = f"{RULES}#rule-forfeit"
ANSWERS: Final = {
    "who states the forfeit rule": Answer(FORFEIT, ("Stated by", "othello.next_turn")),
    "its formula": Answer(FORFEIT, ("can_move(board, opponent(player)) ⇒ opponent(player)",)),
    "its proof": Answer("explanation/evidence.html#evidence-othello.move", ("move", "✓")),
    "its test": Answer(
        "tests/test_figures.html#test_a_game_goes_on_when_only_one_player_cannot_move",
        ("def test_a_game_goes_on_when_only_one_player_cannot_move", "mark"),
    ),
    "its source": Answer(f"{RULES}#source-slides", ("Lecture slides",)),
    "what if I disagree": Answer(
        "explanation/what-the-sources-leave-open.html#if-you-disagree", ("convention", "clause")
    ),
    "another size": Answer(
        "how-to/check-your-implementation.html#another-size-such-as-6x6", ("--size 6",)
    ),
    "my own module": Answer("how-to/specify-a-module-of-your-own.html", ("modspec new",)),
    "my Java program": Answer("how-to/check-a-java-program.html", ("othello-mis init java",)),
    "a class": Answer("how-to/grade-a-class.html", ("othello-mis grade",)),
    "what is [no-gaps]": Answer(f"{RULES}#rule-no-gaps", ("an empty square between",)),
    "why is the game over": Answer(
        "how-to/ask-why.html#why-is-the-game-over", ("neither player can move",)
    ),
}
"""The twelve questions."""


@pytest.mark.parametrize("question", ANSWERS)
def test_an_answer_is_two_clicks_from_the_front_page(documents: Site, question: str) -> None:
    place, words = ANSWERS[question]
    clicks = documents.clicks(place)
    assert clicks is not None, f"no links in texts lead to {place}"
    assert clicks <= MOST_CLICKS
    text = documents.text(place)
    assert [] == [each for each in words if each not in text]


@pytest.mark.parametrize("question", ANSWERS)
def test_without_the_links_to_an_answer_it_is_not_found(documents: Site, question: str) -> None:
    place = ANSWERS[question].place
    page = place.partition("#")[0]
    links = {target for targets in documents.targets.values() for target in targets}
    leading = {each for each in links if each == place or (place == page and each.startswith(page))}
    assert documents.clicks(place, removed=leading) is None


def test_every_link_leads_to_a_place_that_exists(documents: Site) -> None:
    assert [] == documents.dead_links()


def test_a_dead_link_is_found(documents: Site) -> None:
    front = documents.pages[FRONT]
    front.all_links += ["nowhere.html", f"{RULES}#rule-no-gasp"]
    try:
        expected = [(FRONT, "nowhere.html"), (FRONT, f"{RULES}#rule-no-gasp")]
        assert expected == documents.dead_links()
    finally:
        del front.all_links[-2:]


COMMANDS: Final = "reference/commands.html"


def commands(group: click.Group) -> Iterator[tuple[str, click.Context]]:
    """Yield the names of all commands of a group, such as ``course new``, with their contexts."""
    todo = [("", click.Context(group))]
    while todo:
        name, context = todo.pop()
        if name:
            yield name, context
        if isinstance(context.command, click.Group):
            for part in context.command.list_commands(context):
                command = context.command.get_command(context, part)
                assert command is not None
                inner = click.Context(command, parent=context)
                todo.append((f"{name} {part}".strip(), inner))


@pytest.mark.parametrize("program", [modspec, othello_mis])
def test_every_command_is_on_the_page_with_its_options(
    documents: Site, program: click.Group
) -> None:
    found = dict(commands(program))
    assert {"check", "course new"} <= found.keys()
    missing = []
    for name, context in found.items():
        text = documents.text(f"{COMMANDS}#command-{name.replace(' ', '-')}")
        options = [option for each in context.command.params for option in each.opts]
        due = [f"{program.name} {name} [OPTIONS]", *(each for each in options if each[0] == "-")]
        missing += [(name, each) for each in due if each not in text]
    assert [] == missing


@pytest.mark.parametrize("program", [modspec, othello_mis])
def test_what_an_exit_code_of_a_command_means_is_in_the_table(
    documents: Site, program: click.Group
) -> None:
    meanings = [
        meaning
        for _, context in commands(program)
        if isinstance(context.command, CommandWithExitCodes)
        for meaning in context.command.exit_codes.values()
    ]
    assert len(meanings) > 10
    text = documents.text(f"{COMMANDS}#exit-codes")
    assert [] == [each for each in meanings if each not in text]


def test_the_documents_are_built_without_a_warning(documents: Site) -> None:
    assert "" == documents.warnings
