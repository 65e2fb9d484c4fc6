"""The sources: the documents that state rules, and citations of places in them."""

from __future__ import annotations

from functools import partial
from typing import Final

from modspec.syntax.rulebook import Citation, Source

__all__ = ["SOURCES", "design", "gameplay", "mis", "reversi", "slides", "twente", "wof"]

twente = partial(Citation, "twente")
slides = partial(Citation, "slides")
reversi = partial(Citation, "reversi")
wof = partial(Citation, "wof")
gameplay = partial(Citation, "gameplay")
mis = partial(Citation, "mis")
design = partial(Citation, "design")

SOURCES: Final = (
    Source(
        "twente",
        "Othello Game Rules, TCS Module 2: Software Systems, Programming Project 2022/2023",
        "T. van Dijk, University of Twente",
        "Rules handed to students for a programming project, version 1.0. They let players pass"
        " by a move of its own and claim precedence over the official rules. The pictures are"
        " missing.",
    ),
    Source(
        "slides",
        "Othello Game",
        "",
        "Lecture slides of a software design course: the rules, numbered 1 to 8, and what to"
        " consider when specifying a module for the game state. Places are the titles of slides.",
    ),
    Source(
        "reversi",
        "Othello: Overview",
        "",
        "An encyclopedic page on Reversi, also known as Othello. The pictures are missing.",
    ),
    Source(
        "wof",
        "OTHELLO_RULES",
        "",
        "A text file of a software project, adapted from the official rules of the World Othello"
        " Federation, with boards drawn in characters. The line of its rule 3 is missing; figures"
        " 2 and 3 stand in its place.",
    ),
    Source(
        "gameplay",
        "Game Play",
        "",
        "A page for players: rules, time limits and handicaps. Places are its headings; the text"
        " before the first one is the introduction.",
    ),
    Source(
        "mis",
        "Software Design, Automated Testing, and Maintenance: A Practical Approach, chapter 3",
        "D. Hoffman and P. Strooper",
        "The book behind module interface specifications, with the template and the checklist"
        " that courses have made of it. Places are those of the template and the checklist.",
    ),
    Source(
        "design",
        "Decisions of this project",
        "othello-mis",
        "What this project decided where the sources are silent or differ; the reasons are in"
        " docs/explanation.",
    ),
)
"""The five documents that the project comes from, the book behind the notation, and this project."""
