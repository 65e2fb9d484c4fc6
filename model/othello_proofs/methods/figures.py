"""The method of figures: the specification and the model do what the sources show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from othello_proofs.evidence.method import Finding, Method
from othello_proofs.methods.realisations import (
    Realisation,
    RoutineReply,
    findings,
    realisations,
)
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
        "In the positions and games that the source documents show or describe, the specification"
        " and the model do what the documents say. So the specification is about the game that"
        " was meant."
    )
    does_not_show = "Anything about other positions: a handful of examples is far from all boards."

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
        """Ask about every figure; there is no quicker run."""
        del unit, quick
        yield from findings(_replies(), "the figures and examples of the sources")


def _replies() -> Iterator[RoutineReply]:
    figures = {**FIGURES, **SUPPOSED, **STARS}
    for name, figure in figures.items():
        yield from _captures(f"{name}, the specification", figure)
    for realisation in realisations():
        yield from _start(realisation)
        for name, figure in figures.items():
            yield from _move(realisation, name, figure)
        for name, ending in ENDINGS.items():
            yield from _ending(realisation, name, ending)


def _captures(title: str, figure: SourceFigure) -> Iterator[RoutineReply]:
    """Ask the specification of lines."""
    before, player, square = figure.arguments
    after, again = placed(before, player, square), f"{title}, once more"
    yield RoutineReply("lines.captures", title, True, captures(before, player, square))
    yield RoutineReply("lines.captures", again, False, captures(after, player, square))
    yield RoutineReply("lines.flips", title, figure.flipped, flips(before, player, square))
    yield RoutineReply("lines.placed", title, figure.after, after)


def _start(realisation: Realisation) -> Iterator[RoutineReply]:
    """Ask about the start: figure 1, who begins, and that neither player is ahead."""
    compare = partial(realisation.compare, "start")
    realisation.ask("init")
    title = f"start, {realisation.name}"
    yield RoutineReply("othello.init", title, FIGURE_1, realisation.board())
    yield compare("turn", BLACK)
    yield compare("winner", DRAW)
    for square, cell in FIGURE_1.items():
        yield compare("cell", cell, *square)


def _move(realisation: Realisation, name: str, figure: SourceFigure) -> Iterator[RoutineReply]:
    """Ask whether a move is valid, what it leads to, and whether it is valid once more."""
    before, player, square = figure.arguments
    realisation.set_up(before, player)
    yield realisation.compare(name, "is_valid_move", True, *square, player)
    got = realisation.ask("move", *square) or realisation.board()
    again = f"{name}, {realisation.name}, once more"
    valid = realisation.ask("is_valid_move", *square, player)
    yield RoutineReply("othello.is_valid_move", again, False, valid)
    yield RoutineReply("othello.move", f"{name}, {realisation.name}", figure.after, got)


def _ending(realisation: Realisation, name: str, ending: SourceEnding) -> Iterator[RoutineReply]:
    """Ask during a game whether it is over, and after the last move for the result."""
    compare = partial(realisation.compare, name)
    realisation.ask("init")
    for square in moves(ending.moves):
        yield compare("game_over", False)
        yield compare("move", None, *square)
    yield compare("game_over", ending.over)
    yield compare("winner", ending.winner)
    yield compare("count", ending.black, BLACK)
    yield compare("count", ending.white, WHITE)
    for player in PLAYERS:
        can_move = not ending.over and player == WHITE  # in the one game that goes on
        yield compare("has_valid_moves", can_move, player)
