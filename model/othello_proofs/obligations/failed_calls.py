"""Failed calls: on every board, ``move`` raises just where ``is_valid_move`` says no.

That a call which raises changes nothing is the notation's own doing: a transition speaks of other calls
only. When a call raises is a matter of the specification, and is shown here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from modspec.lift import Lift
from modspec.lift.logic import conjunction, disjunction, negation, same
from modspec.prove.goals import Goal
from modspec.prove.scope import Scope, Symbols
from modspec.run.instance import Edit
from othello_spec import module
from othello_spec.board import SQUARES, Square

OPAQUE = ("can_move",)


def move_raises(
    squares: Collection[Square], edits: dict[tuple[str, str], Edit] | None = None
) -> Iterator[Goal]:
    """What has to be shown for some squares; off the board it raises ``OutOfBounds``.

    ``edits`` changes the specification, to see whether a wrong one would be noticed.
    """
    othello = module("othello")
    lift = Lift(othello, edits=edits, uninterpreted=OPAQUE)  # whose turn is next has no say in it
    symbols = Symbols(Scope(keys={"Board": SQUARES}))
    game = symbols.of(othello, "Game", "game")
    for square in squares:
        moved = lift.call("move", game, *square)
        valid = lift.call("is_valid_move", game, *square, game.turn)
        invalid = disjunction(holds for name, holds in moved.exceptions if name == "InvalidMove")
        conclusion = conjunction(
            (
                moved.is_defined,
                same(moved.raises, negation(valid.value)),
                same(moved.raises, invalid),
            )
        )
        yield Goal(
            "othello.move",
            (("square", square),),
            symbols.constraint,
            moved.assumptions_hold,
            conclusion,
            {"game": game, "square": square},
            features=tuple(symbols.features),
        )
    beyond = lift.call("move", game, -1, len(SQUARES))
    yield Goal(
        "othello.move",
        (("square", "beyond"),),
        symbols.constraint,
        True,
        dict(beyond.exceptions).get("OutOfBounds", False),
        {"game": game},
    )
