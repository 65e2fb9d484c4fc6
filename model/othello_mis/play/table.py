"""Table: a game in play, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from othello_mis.replay.replayed_game import ReplayedGame, replayed_game
from othello_spec.board import SIZE, Player
from othello_spec.passing import Passing
from othello_spec.records.move_lists import Ply


@dataclass(frozen=True)
class PlayTable:
    """The moves of a game so far, and who plays at random. The moves are legal."""

    plies: tuple[Ply, ...] = ()

    size: int = SIZE
    """The number of rows, and of columns, of the board."""

    start: Passing | None = None
    """The position before the first move; None: the start of every game."""

    random_player: Player | None = None
    """The player whose moves are chosen at random; None: two people play."""

    seed: int = 0
    """The same seed and the same moves give the same random moves."""

    @cached_property
    def game(self) -> ReplayedGame:
        """The game so far, replayed by the specification."""
        return replayed_game(self.plies, self.size, self.start)

    @property
    def is_random_turn(self) -> bool:
        """Whether the next move is chosen at random."""
        return not self.game.is_over and self.game.state.turn == self.random_player

    def after(self, ply: Ply) -> PlayTable:
        """Return the table after a move or a pass, which need not be legal."""
        return replace(self, plies=(*self.plies, ply))

    def random_move(self) -> Ply:
        """Return a valid move, chosen at random. The game is not over."""
        chance = Random(f"{self.seed} {len(self.plies)}")
        return chance.choice(sorted(self.game.valid_moves))

    def before_last_choice(self) -> PlayTable | None:
        """Return the table before the last move that a person chose; None if there was none."""
        table = self
        while table.plies:
            table = replace(table, plies=table.plies[:-1])
            if not table.is_random_turn:
                return table
        return None
