"""The game as an argument: how a program without objects is given the state of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from modcheck.report.own_names import OwnNames, fold
from othello_mis.own_names.parameters import parameter_name, parameter_texts, parameters_of

Change: TypeAlias = tuple[str, str]
"""A pattern in the kit's part, and the text in its place."""


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
        return f"{self.argument.removeprefix('&')}{self.arrow}{name}"

    def is_state(self, parameter: str) -> bool:
        """Whether a routine's first parameter, of this name, is the game."""
        return bool(parameter)


@dataclass(frozen=True)
class HeldState(StateArgument):
    """A game that the kit holds in a variable, ``state``, in a language without pointers."""

    parameter: str
    """What the program calls the game."""

    members: Mapping[str, str]
    """How each member of the game is read, by its name in small letters."""

    is_replaced: bool
    """Whether a move yields the next game, and does not change the one that it is given."""

    def is_state(self, parameter: str) -> bool:
        """Whether a routine's first parameter, of this name, is the game."""
        return parameter in {self.parameter, *_GAME}


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


_GAME: Final = frozenset({"b", "board", "g", "game", "grid", "s", "st", "state"})
"""What programs call the game that their routines take."""

_BEGINS: Final = re.compile(
    r"(?:new|create|make|init|initial|start|starting|setup)_?(?:game|board|state|grid)"
)
"""A routine, in small letters, that yields a new game."""


def held_state(text: str, begins: str | None, changes: str | None) -> HeldState | None:
    """Return how functions are given the game, where any variable can hold it; None: they are not.

    ``begins`` and ``changes`` are the program's routines that begin a game and make a move.
    """
    names = OwnNames(text)
    named = (each for each in names.definitions if _BEGINS.fullmatch(each.strip("_").lower()))
    begin = next((each for each in (begins, *named) if each and _takes_nothing(text, each)), None)
    taken = parameter_texts(text, changes) if changes else None
    parameter = parameter_name(taken[0]) if taken else ""
    if begin is None or taken is None or changes is None or parameter not in _GAME:
        return None
    read = re.findall(rf"""\b{parameter}(?:\.(\w+)\b(?!\()|\[["'](\w+)["']\]|(\[))""", text)
    if not read:
        return None
    members = {fold(name): f"state.{name}" for name, _, _ in read if name}
    members |= {fold(key): f'state["{key}"]' for _, key, _ in read if key}
    result = names.result(begin)
    kind = result[: result.find(begin)] if begin in result else result
    kind = kind.replace("public", "").replace("static", "").strip()
    replaced = _yields_game(text, changes, taken[0], parameter)
    return HeldState(kind, "state", begin, ".", parameter, members, replaced)


def _takes_nothing(text: str, routine: str) -> bool:
    return parameters_of(text, routine) == []


def _yields_game(text: str, routine: str, typed: str, parameter: str) -> bool:
    """Whether a routine returns a game: by its type, or else by what stands after ``return``."""
    kind = re.sub(rf"\b{parameter}\b|[:\s]", "", typed)
    if kind:
        return kind in re.sub(r"\s", "", OwnNames(text).result(routine))
    start = re.search(rf"\b{routine}\s*(?:=\s*)?\(", text)
    body = re.split(r"\n(?=\w)", text[start.end() :], maxsplit=1)[0] if start else ""
    values = re.findall(r"\breturn\b[ \t(]*([^;\n]*)", body)
    return any(re.search(rf"{{|^{parameter}\b(?!\s*[,.\[])|\bnext|\bnew|copy", v) for v in values)


def held_changes(state: HeldState, language: str, own: str, keeps_turn: bool) -> Sequence[Change]:
    """Return the changes of the kit for a game that it holds.

    ``own`` is the module or the class of the program's routines. ``keeps_turn``: the kit holds
    the player on turn, too, since the routines take the player, and none says who has the turn.
    """
    begin = f"{own}.{state.begin}()"
    lines = _LINES[language]
    turn = lines.turn if keeps_turn else ""
    comment = lines.comment if keeps_turn else ""
    declared = lines.declare.format(kind=state.declaration, begin=begin)
    return [
        (lines.player, rf"{declared}{lines.keep if keeps_turn else ''}\1"),
        (lines.begin[0], lines.begin[1].format(begin=begin, turn=turn)),
        *([(lines.move, lines.replaced)] if state.is_replaced else []),
        *([(rf"({lines.move})", rf"\1{comment}"), lines.asked] if keeps_turn else []),
    ]


@dataclass(frozen=True)
class _Lines:
    """The lines of a kit that holds the game, in one language."""

    player: str
    """Before this line the game is declared."""

    declare: str
    keep: str
    begin: Change
    turn: str
    """What is added where a game begins if the kit holds the player on turn."""

    move: str
    replaced: str
    """The line of a move if it yields the next game."""

    comment: str
    asked: Change
    """The line that says who has the turn if the kit holds it."""


_KEPT: Final = "your routines do not say whose turn it is"
_THEN: Final = "then change turn"
_SCRIPT: Final = _Lines(
    player=r"^(// const player)",
    declare="// let state = {begin};\n",
    keep=f'// let turn = "black"; // {_KEPT}\n',
    begin=(r"(routines\.init = \(\) =>).*", r"\1 {{ state = {begin};{turn} }};"),
    turn=' turn = "black";',
    move=r"(routines\.move = \(row, col\) =>) (.*);$",
    replaced=r"\1 { state = \2; };",
    comment=f" // {_THEN}",
    asked=(r"(routines\.turn = \(\) =>).*", r"\1 turn;"),
)
_LINES: Final[Mapping[str, _Lines]] = {
    "python": _Lines(
        player=r"^(# def player)",
        declare="# state = {begin}\n",
        keep=f'# turn = "black"  # {_KEPT}\n',
        begin=(r'(ROUTINES\["init"\] = lambda:).*', r"\1 globals().update(state={begin}{turn})"),
        turn=', turn="black"',
        move=r'(ROUTINES\["move"\] = lambda row, col:) (.*)$',
        replaced=r"\1 globals().update(state=\2)",
        comment=f"  # {_THEN}",
        asked=(r'(ROUTINES\["turn"\] = lambda:).*', r"\1 turn"),
    ),
    "java": _Lines(
        player=r"^(    // static .* player\()",
        declare="    // static {kind} state = {begin};\n",
        keep=f'    // static String turn = "black"; // {_KEPT}\n',
        begin=(r'("init", .* ->).*', r"\1 {{ state = {begin};{turn} return null; }});"),
        turn=' turn = "black";',
        move=r'("move", .* ->) (?:\{ )?(.*?)(?:; return null; \})?\);$',
        replaced=r"\1 { state = \2; return null; });",
        comment=f" // {_THEN}",
        asked=(r'("turn", .* ->).*', r"\1 turn);"),
    ),
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
}
