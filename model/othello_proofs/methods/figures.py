"""The lowest rung: what the sources show in figures and examples is what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from othello_proofs.evidence.method import Finding, Method
from othello_proofs.methods.answers import RoutineAnswer, findings
from othello_proofs.methods.subjects import MethodSubject, board, subjects
from othello_spec import module
from othello_spec.board import BLACK, DRAW, PLAYERS, WHITE
from othello_spec.lines import captures, flips, placed
from othello_spec.records.move_lists import moves
from othello_suite.figures import (
    ENDINGS,
    FIGURE_1,
    FIGURES,
    STARS,
    SUPPOSED,
    SourceEnding,
    SourceFigure,
)


class Figures(Method):
    """Puts every figure of the sources to the specification and to the model."""

    name = "figures"
    title = "figures"
    shows = (
        "In the positions and games that the source documents show or describe, the specification and the"
        " model do what the documents say. So the specification is about the game that was meant."
    )
    does_not_show = "Anything about positions that nobody has drawn: a handful of examples is far from all boards."

    def units(self, quick: bool) -> Sequence[str]:
        """One: it takes a second."""
        del quick
        return ("all",)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """Every access program, and what discs capture."""
        del unit, quick
        programs = (f"othello.{f.name}" for f in module("othello").access_programs)
        return (*programs, "lines.captures", "lines.flips", "lines.placed")

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the specification of the game."""
        del unit, claim
        return ("othello_spec.othello",)

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Ask about every figure, whatever the haste."""
        del unit, quick
        yield from findings(_answers(), "the figures and examples of the sources")


def _answers() -> Iterator[RoutineAnswer]:
    figures = {**FIGURES, **SUPPOSED, **STARS}
    for name, figure in figures.items():
        yield from _captured(name, figure)
    for subject in subjects():
        yield from _start(subject)
        for name, figure in figures.items():
            yield from _moved(subject, name, figure)
        for name, ending in ENDINGS.items():
            yield from _ended(subject, name, ending)


def _captured(name: str, figure: SourceFigure) -> Iterator[RoutineAnswer]:
    """What the specification of lines says."""
    asked = f"{name}, the specification"
    before, player, square = figure.arguments
    after = placed(before, player, square)
    yield RoutineAnswer("lines.captures", asked, True, captures(before, player, square))
    yield RoutineAnswer(
        "lines.captures", f"{asked}, once more", False, captures(after, player, square)
    )
    yield RoutineAnswer("lines.flips", asked, figure.flipped, flips(before, player, square))
    yield RoutineAnswer("lines.placed", asked, figure.after, after)


def _start(subject: MethodSubject) -> Iterator[RoutineAnswer]:
    """Of the beginning: figure 1, who begins, and that neither player is ahead."""
    asked = f"start, {subject.name}"
    subject.ask("init")
    yield RoutineAnswer("othello.init", asked, FIGURE_1, board(subject))
    yield RoutineAnswer("othello.turn", asked, BLACK, subject.ask("turn"))
    yield RoutineAnswer("othello.winner", asked, DRAW, subject.ask("winner"))
    for square, cell in FIGURE_1.items():
        yield RoutineAnswer("othello.cell", asked, cell, subject.ask("cell", *square))


def _moved(subject: MethodSubject, name: str, figure: SourceFigure) -> Iterator[RoutineAnswer]:
    """Of a move: that it may be made, what it leads to, and that it cannot be made again."""
    asked = f"{name}, {subject.name}"
    before, player, square = figure.arguments
    subject.set_up(before, player)
    may = subject.ask("is_valid_move", *square, player)
    raised = subject.ask("move", *square)
    again = subject.ask("is_valid_move", *square, player)
    yield RoutineAnswer("othello.is_valid_move", asked, True, may)
    yield RoutineAnswer("othello.is_valid_move", f"{asked}, once more", False, again)
    yield RoutineAnswer("othello.move", asked, figure.after, raised or board(subject))


def _ended(subject: MethodSubject, name: str, ending: SourceEnding) -> Iterator[RoutineAnswer]:
    """Of a game: that it ends with its last move and no sooner, or does not, and how it stands then."""
    asked = f"{name}, {subject.name}"

    def told(routine: str, expected: Any, *arguments: Any) -> RoutineAnswer:
        return RoutineAnswer(
            f"othello.{routine}", asked, expected, subject.ask(routine, *arguments)
        )

    subject.ask("init")
    for square in moves(ending.moves):
        yield told("game_over", False)
        yield told("move", None, *square)
    yield told("game_over", ending.over)
    yield told("winner", ending.winner)
    yield told("count", ending.black, BLACK)
    yield told("count", ending.white, WHITE)
    for player in PLAYERS:
        may = not ending.over and player == WHITE  # in the one game that goes on
        yield told("has_valid_moves", may, player)
