"""Mutants of the specification: single faults in the rules, and rules that are all but deleted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mutants.machine_made import machine_made
from mutants.mutant import By, Mutant
from othello_spec import module

_MODULES: Final = ("lines", "othello")

_EQUIVALENT: Final = (
    "lines.flips.14",
    "othello.cell.3",
    "othello.is_valid_move.5",
    "othello.move.3",
)
"""Those that are known to make no difference, so that it is seen to be proved."""


def machine_made_rules() -> Iterator[Mutant]:
    """All that are made by machine."""
    for name in _MODULES:
        yield from machine_made("specification", module(name))


def rules() -> Iterator[Mutant]:
    """Of those made by machine some of each function, and those made by hand."""
    chosen: dict[str, list[Mutant]] = {}
    for mutant in machine_made_rules():
        chosen.setdefault(mutant.function, []).append(mutant)
    for mutants in chosen.values():
        yield from _some(mutants)
    yield from by_hand()


def _some(mutants: list[Mutant]) -> list[Mutant]:
    """Two of a function, from the middle and the end, and those known to make no difference."""
    wanted = {mutants[len(mutants) // 2].name, mutants[-1].name, *_EQUIVALENT}
    return [mutant for mutant in mutants if mutant.name in wanted]


def by_hand() -> Iterator[Mutant]:
    """Rules by which nothing ever happens, or all the time: much of what is claimed is idle then.

    And a board of another shape.
    """
    lines, othello = (By("specification", f"othello_spec.{name}") for name in _MODULES)
    yield lines(
        "nothing_is_outflanked",
        "along(square, direction, k) in SQUARES  # [outflank]",
        "False  # [direct-line]",
        "brackets",
    )
    yield lines("nothing_flips", "range(2, SIZE)", "range(2, 2)", "flips")
    yield lines(
        "no_move_is_valid",
        "board[square] == EMPTY  # [place-on-empty]",
        "False  # [place-on-empty]",
        "captures",
    )
    can_move = "return any(captures(board, player, s) for s in SQUARES)"
    yield lines("nobody_can_move", can_move, "return False", "can_move")
    yield lines("everybody_can_move", can_move, "return True", "can_move")
    yield lines(
        "nothing_is_placed",
        "player\n            if t == square",
        "board[t]\n            if t == t",
        "placed",
    )
    yield lines(
        "no_disc_counts",
        "for s in SQUARES if board[s] == player",
        "for s in SQUARES if False",
        "discs",
    )
    centre = "all(game.board[s] != EMPTY for s in CENTRE)  # [discs-stay]\n        and"
    yield othello("no_state_is_sound", centre, f"False and {centre}", "invariant")
    yield othello("every_state_is_sound", centre, f"True or {centre}", "invariant")
    over = "return not can_move(game.board, BLACK) and"
    yield othello(
        "it_is_never_over",
        over,
        "return False and not can_move(game.board, BLACK) and",
        "game_over",
    )
    yield othello(
        "it_is_always_over", over, "return True or not can_move(game.board, BLACK) and", "game_over"
    )
    yield othello("everything_is_refused", "if not captures(", "if True or not captures(", "move")
    board = By("specification", "othello_spec.board")
    yield board("six_rows", "SIZE: Final = 8", "SIZE: Final = 6")
    yield board("seven_directions", "NORTHWEST = (-1, -1)", "NORTHWEST = (-1, 0)")
    yield board("a_corner_elsewhere", "{Square(0, 0), Square", "{Square(0, 1), Square")
