"""The game as an argument: how a program without objects is given the state of the game."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class StateArgument:
    """How a program without objects is given the game, as the first argument of its routines."""

    declaration: str
    argument: str
    begin: str
    """What begins a game, where group 2 is the name of the program's routine for it."""

    arrow: str
    """What stands between the game and a member of it."""

    def member(self, name: str) -> str:
        """Return how a member of the game is read."""
        return f"game{self.arrow}{name}"


def c_state(text: str, begins: str | None, changes: str | None) -> StateArgument | None:
    """Return how a C program is given the game; None if it keeps the game itself.

    ``begins`` and ``changes`` are its routines that begin a game and make a move.
    """
    if begins is None or changes is None:
        return None
    taken = re.search(rf"\b{changes}\s*\(\s*(?:struct\s+)?(\w+)\s*([*&])\s*\w+\s*,", text)
    begun = re.search(rf"^[^\n;]*?([\w]+)([\s*]+){begins}\s*\(([^)]*)\)", text, re.M)
    if taken is None or begun is None:
        return None
    kind = f"struct {taken[1]}" if f"struct {taken[1]} *" in text else taken[1]
    if taken[2] == "&":  # in C++
        begin = r"\2(game)" if taken[1] in begun[3] else r"game = \2()"
        return StateArgument(f"static {kind} game;", "game", begin, ".")
    if taken[1] in begun[3]:
        return StateArgument(f"static {kind} game;", "&game", r"\2(&game)", ".")
    if "*" in begun[2]:
        return StateArgument(f"static {kind} *game;", "game", r"game = \2()", "->")
    return StateArgument(f"static {kind} game;", "&game", r"game = \2()", ".")


def rust_state(text: str, begins: str | None, changes: str | None) -> StateArgument | None:
    """Return how a Rust program without methods is given the game; None if it is not."""
    if begins is None or not re.search(rf"\bfn {changes}\s*\(\s*\w+\s*:\s*&mut\b", text):
        return None
    return StateArgument("", "game", f"*game = {begins}()", ".")
