"""What programs also call the routines of Othello, and their arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from othello_spec.board import SIZE


@dataclass(frozen=True)
class JoinedArgument:
    """One argument of a program in place of several of the kits, such as a square's number.

    In the expressions, the name of an argument in braces stands for what the kit gives.
    """

    arguments: frozenset[str]
    """The arguments of the kits that it stands for."""
    names: Sequence[str]
    number: str
    """The expression for a number."""
    texts: Mapping[str, str]
    """The expressions for a text, by the ending of the file."""
    convention: str
    """The convention that a program with a number or a text for it has to declare."""
    pairs: Mapping[str, str]
    """The expressions for an array of the arguments, by the ending of the file."""


@dataclass(frozen=True)
class Words:
    """What programs also call the routines and their arguments."""

    routines: Mapping[str, Sequence[str]]
    """By the name of the routine in the specification."""

    arguments: Mapping[str, Sequence[str]]
    """By the name of the argument in the kits."""

    mover: str
    """The routine whose answer is the player that a routine takes although the kit gives none."""

    on_turn: Mapping[str, str]
    """The routines that may take no player although the kit gives one, and the convention then."""

    joined: JoinedArgument | None = None
    """The argument that programs may have in place of several."""


_ROUTINES: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        name: tuple(text.split())
        for name, text in {
            "init": "reset new_game restart start start_game setup initialize create new",
            "move": "play place put place_piece place_disc put_piece put_disc",
            "is_valid_move": "is_legal_move is_legal is_valid legal valid can_play can_place "
            "allowed",
            "cell": "square disc_at piece_at at look get disc piece",
            "turn": "to_move player_to_move current_player current mover next player",
            "count": "score points discs count_discs count_pieces",
            "winner": "leader",
            "game_over": "is_over over finished is_finished ended",
            "has_valid_moves": "has_moves has_legal_moves has_valid_move has_move any_move "
            "can_move can_play",
        }.items()
    }
)
_ARGUMENTS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "row": ("r", "y", "i", "line"),
        "col": ("c", "column", "x", "j"),
        "who": ("player", "p", "colour", "color", "side", "disc", "piece", "s", "token"),
    }
)
_JOINED: Final = JoinedArgument(
    frozenset({"row", "col"}),
    (
        *("square", "sq", "pos", "position", "index", "idx", "field", "where", "name", "tile"),
        *("coord", "coords", "coordinate", "coordinates", "location", "loc", "point", "move"),
    ),
    f"{SIZE} * {{row}} + {{col}}",
    MappingProxyType(
        {
            ".py": '"abcdefgh"[{col}] + str({row} + 1)',
            ".java": "\"\" + (char) ('a' + {col}) + ({row} + 1)",
            **dict.fromkeys((".js", ".mjs", ".cjs", ".ts"), '"abcdefgh"[{col}] + ({row} + 1)'),
            ".c": "(char[]){{'a' + {col}, '1' + {row}, 0}}",
            ".h": "(char[]){{'a' + {col}, '1' + {row}, 0}}",
        }
    ),
    "off-board=trusted",
    MappingProxyType(
        {
            ".py": "({row}, {col})",
            **dict.fromkeys((".js", ".mjs", ".cjs", ".ts"), "[{row}, {col}]"),
        }
    ),
)
_ON_TURN: Final[Mapping[str, str]] = MappingProxyType(
    dict.fromkeys(("is_valid_move", "has_valid_moves"), "valid-moves=on-turn")
)

WORDS: Final = Words(_ROUTINES, _ARGUMENTS, "turn", _ON_TURN, _JOINED)
"""The words that programs of Othello have."""
