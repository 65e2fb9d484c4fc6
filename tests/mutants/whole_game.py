"""Mutants of the modules around the board: passing, supply, handicap, clock and match, by clause.

Each line that has machine-made mutants contributes one. A clause that is a mere name or call has
none, so its mutants are written by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modspec.syntax.module import Module
from mutants.machine_made import machine_made
from mutants.mutant import Mutant, Plan, source
from othello_spec import module

ADDED: Final = ("passing", "supply", "handicap", "clock", "match")
"""The modules around the board."""

_BY_HAND: Final = {
    "passing": (
        ("init", "othello.init().board", "{s: EMPTY for s in SQUARES}"),
        ("init", "turn=othello.init().turn", "turn=opponent(othello.init().turn)"),
        ("move", "turn=opponent(passing.turn)", "turn=passing.turn"),
        ("pass_turn", "turn=opponent(passing.turn)", "turn=passing.turn"),
        ("pass_turn", "board=passing.board", "board=othello.init().board"),
        ("turn", "return passing.turn", "return opponent(passing.turn)"),
        ("count", "othello.count(as_game(passing), player)", "0"),
        (
            "winner",
            "othello.winner(as_game(passing))",
            "othello.winner(Game(board=othello.init().board, turn=passing.turn))",
        ),
        ("game_over", "othello.game_over(as_game(passing))", "is_valid_pass(passing)"),
        ("as_game", "turn=passing.turn", "turn=opponent(passing.turn)"),
        ("as_game", "board=passing.board", "board=othello.init().board"),
    ),
    "supply": (
        ("init", "EACH - discs(othello.init().board, p)", "EACH"),
        ("left", "supply.left[player]", "supply.left[opponent(player)]"),
        ("take", "opponent(player) if", "player if"),
    ),
    "handicap": (
        ("init", "c: False for", "c: True for"),
        ("favoured", "othello.init().turn", "opponent(othello.init().turn)"),
    ),
    "clock": (
        ("init", "p: 0 for", "p: allowed for"),
        ("init", "limit=allowed", "limit=LONGEST"),
        ("init", "latest=now", "latest=0"),
        ("start", "limit=clock.limit", "limit=LONGEST"),
        ("start", "used=clock.used", "used={p: 0 for p in PLAYERS}"),
        ("start", "running=player", "running=NOBODY"),
        ("start", "latest=now", "latest=clock.latest"),
        ("stop", "limit=clock.limit", "limit=UNLIMITED"),
        ("stop", "running=NOBODY", "running=clock.running"),
        ("stop", "latest=now", "latest=clock.latest"),
        ("limit", "clock.limit", "LONGEST"),
        ("running", "return clock.running", "return NOBODY"),
        ("latest", "clock.latest", "clock.limit"),
        ("time_used", "clock.used[player]", "clock.limit - clock.used[player]"),
        ("is_out_of_time", ">= clock.limit", "> clock.limit"),
        ("used_until", "now - clock.latest", "now"),
    ),
    "match": (
        ("init", "begun=False", "begun=True"),
        ("init", "handicap.init()", "handicap.grant(handicap.init(), 0, 0)"),
        ("init", "supply.init()", "supply.take(supply.init(), BLACK)"),
        ("init", "clock.init(allowed, now)", "clock.init(allowed, 0)"),
        ("init", "othello.init()", "Game(board=othello.init().board, turn=WHITE)"),
        ("grant", "begun=match.begun", "begun=True"),
        ("grant", "handicap=granted", "handicap=match.handicap"),
        ("grant", "game=set_up(granted)", "game=match.game"),
        ("set_up", "handicap.cell(granted, s.row, s.col)", "othello.init().board[s]"),
        ("set_up", "turn=handicap.favoured(granted)", "turn=WHITE"),
        ("grant", "supply.take(match.supply, handicap.favoured(granted))", "match.supply"),
        ("grant", "clock=match.clock", "clock=clock.init(UNLIMITED, 0)"),
        ("begin", "begun=True", "begun=match.begun"),
        ("begin", "handicap=match.handicap", "handicap=handicap.init()"),
        ("begin", "game=match.game", "game=othello.init()"),
        ("begin", "supply=match.supply", "supply=supply.init()"),
        ("begin", "match.game.turn, now", "WHITE, now"),
        ("move", "begun=match.begun", "begun=False"),
        ("move", "handicap=match.handicap", "handicap=handicap.init()"),
        ("move", "game=after", "game=match.game"),
        (
            "move",
            "supply.take(match.supply, match.game.turn)",
            "supply.take(match.supply, after.turn)",
        ),
        ("move", "clock.start(stopped, after.turn, now)", "stopped"),
        (
            "move",
            "clock.start(stopped, after.turn, now)",
            "clock.start(stopped, match.game.turn, now)",
        ),
        ("begun", "return match.begun", "return True"),
        ("is_granted", "handicap.is_granted(match.handicap, row, col)", "match.begun"),
        ("cell", "othello.cell(match.game, row, col)", "othello.cell(match.game, col, row)"),
        ("turn", "return othello.turn(match.game)", "return BLACK"),
        ("is_valid_move", "row, col, player)", "row, col, match.game.turn)"),
        ("discs_left", "supply.left(match.supply, player)", "othello.count(match.game, player)"),
        ("time_used", "clock.time_used(match.clock, player)", "clock.limit(match.clock)"),
        ("time_left", "clock.time_left(match.clock, player, now)", "clock.limit(match.clock)"),
        ("winner", "othello.winner(match.game)", "DRAW"),
        ("score", "othello.count(match.game, player)", "score_with_empty_squares(match, player)"),
        ("is_out_of_time", "match.clock, player, now", "match.clock, BLACK, now"),
        ("due", "match.game.turn", "BLACK"),
    ),
}  # fmt: skip
"""For each module: the function, a piece of its text, and what stands there instead."""


def _first(name: str) -> Plan:
    """The module's model against the rest of its specification; then the confirmed and proved."""
    return (("hypothesis", f"othello_model.{name}"), ("crosshair", f"{name}.*"), ("z3", "*"))


def clause_by_clause() -> Iterator[Mutant]:
    """For each clause of each of these modules a mutant, and sometimes more."""
    for name in ADDED:
        yield from _made_by_machine(module(name))
        yield from _made_by_hand(module(name))


def _made_by_machine(of: Module) -> Iterator[Mutant]:
    """Yield a mutant for each line that has any; conjuncts and cases have lines of their own."""
    seen = set[tuple[str, int]]()
    text = source(of.python_name)
    for mutant in machine_made("specification", of):
        start = mutant.start + len(mutant.before) - len(mutant.before.lstrip())
        line = text.count("\n", 0, start) + 1
        if (mutant.function, line) not in seen:
            seen.add((mutant.function, line))
            yield replace(mutant, first=_first(of.name))


def _made_by_hand(of: Module) -> Iterator[Mutant]:
    """Yield the mutants of the table. Raises ValueError unless the text occurs exactly once."""
    text = source(of.python_name)
    parts = {
        node.name: ast.get_source_segment(text, node) or ""
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }
    numbers: dict[str, int] = {}
    for function, before, after in _BY_HAND[of.name]:
        body = parts[function]
        if (times := body.count(before)) != 1:
            raise ValueError(f"{of.name}.{function} has {before!r} {times} times, not once")
        numbers[function] = numbers.get(function, 0) + 1
        yield Mutant(
            f"{of.name}.{function}.by_hand_{numbers[function]}", "specification", of.python_name,
            text.index(body) + body.index(before), before, after, f"{before} → {after}", function,
            _first(of.name),
        )  # fmt: skip
