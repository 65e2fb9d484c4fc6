"""Finds games of the variants that reach what is rare, and writes ``variant_games.toml``.

    python tests/tools/variant_games.py             writes the games of all variants
    python tests/tools/variant_games.py NAME        prints those of one

Games are played at random, most of them by one player who captures much against one who captures
little, or no player would be wiped out. For each coverage goal the shortest game that met it is
taken; whole games follow, until there are as many as a check plays.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from modcheck.testing.budget import SCENARIO_GAMES
from modcheck.testing.trace import Purpose, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Machine
from othello_spec import module
from othello_spec.board import SQUARES, Player, Square
from othello_spec.records.squares import name
from othello_spec.variants import VARIABLE, VARIANTS
from othello_suite.coverage_goals import GOALS
from othello_suite.domains import DOMAINS
from othello_suite.variants import needs

FILE: Final = Path(__file__).parents[2] / "spec" / "othello_suite" / "variant_games.toml"
HEADING: Final = """\
# Games of the variants that reach what random play seldom reaches. othello_suite.variants reads
# them, tests/tools/variant_games.py finds them. A game is whole, or ends where the rare thing has
# happened.
"""
PLAYED: Final = 160
"""Games that are played to find those."""
MOST: Final = 2000
"""Games that are played at most, while a goal is missing that a rule needs."""
SEED: Final = 1


def found_games(variant: str) -> dict[str, str]:
    """Return the games of the variant that this process plays, by what they show."""
    chance = random.Random(f"{SEED} {variant}")
    machine = Machine(module("othello"))
    generator = TraceGenerator(machine, DOMAINS)
    shortest: dict[str, list[Square]] = {}
    whole: list[list[Square]] = []
    needed = {goal for wanted in needs(variant).values() for goal in wanted}
    for number in range(MOST):
        if number >= PLAYED and needed <= shortest.keys():
            break
        moves: list[Square] = []
        for step in _steps_of_game(generator, chance, is_uneven=number % 4 != 0):
            moves.append(Square(*step.call.arguments))
            for goal, is_met in GOALS["othello"].items():
                best = shortest.get(goal)
                if (best is None or len(moves) < len(best)) and is_met(machine.instance, step):
                    shortest[goal] = list(moves)
        if number % 4 == 0:
            whole.append(moves)
    games: dict[str, list[Square]] = {}
    for goal in GOALS["othello"]:
        if goal in shortest and shortest[goal] not in games.values():
            games[goal] = shortest[goal]
    for number, moves in enumerate(whole[: SCENARIO_GAMES - len(games)], start=1):
        games[f"game {number}"] = moves
    return {show: " ".join(map(name, moves)) for show, moves in games.items()}


def _steps_of_game(
    generator: TraceGenerator, chance: random.Random, is_uneven: bool
) -> Iterator[TraceStep]:
    """Yield the moves of a random game; if it is uneven, one player captures more."""
    lines = "othello_spec.lines"
    captures = generator.machine.instance.function(lines, "captures")
    flips = generator.machine.instance.function(lines, "flips")
    state = generator.machine.initial()
    greedy: Player = chance.choice(["black", "white"])  # type: ignore[assignment]
    while True:
        board, turn = state.board, state.turn  # type: ignore[attr-defined]
        choices = [s for s in sorted(SQUARES) if captures(board, turn, s)]
        if not choices or generator.machine.call(state, "game_over").output:
            return
        chance.shuffle(choices)
        if is_uneven and chance.random() < 3 / 4:
            best = max if turn == greedy else min
            choices = [best(choices, key=lambda s: len(flips(board, turn, s)))]
        step = generator.step(state, Call("move", tuple(choices[0])), Purpose.COMMAND)
        assert step.expected.state is not None
        state = step.expected.state
        yield step


def _table(variant: str) -> str:
    """Return the table of a variant, found by a process that plays it."""
    command = [sys.executable, __file__, variant]
    return subprocess.run(
        command, env={**os.environ, VARIABLE: variant}, check=True, capture_output=True, text=True
    ).stdout


if __name__ == "__main__":
    if sys.argv[1:]:
        (chosen,) = sys.argv[1:]
        if os.environ.get(VARIABLE) != chosen:
            sys.exit(subprocess.run(sys.argv, env={**os.environ, VARIABLE: chosen}).returncode)
        print(f"[{chosen}]")
        for show, moves in found_games(chosen).items():
            print(f'"{show}" = "{moves}"')
    else:
        tables = "\n".join(map(_table, VARIANTS))
        FILE.write_text(f"{HEADING}\n{tables}", encoding="utf-8")
