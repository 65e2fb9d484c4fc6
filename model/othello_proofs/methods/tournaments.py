"""The method of real games: games that people have played in tournaments follow the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

from othello_proofs.evidence.method import Finding, Method
from othello_proofs.methods.realisations import (
    Realisation,
    RoutineReply,
    findings,
    realisations,
)
from othello_spec.board import BLACK, DRAW, SIZE, WHITE, Square, Winner
from othello_spec.records.move_lists import moves


class TournamentGame(NamedTuple):
    """A game that was played, and its result."""

    score: int
    """Black's, of 64: the winner is given the empty squares."""

    moves: tuple[Square, ...]

    @property
    def winner(self) -> Winner:
        """The player who has more than half of the board."""
        half = SIZE * SIZE // 2
        return BLACK if self.score > half else WHITE if self.score < half else DRAW


def tournament_games() -> tuple[TournamentGame, ...]:
    """Return the games of the file beside this one."""
    text = files(__package__).joinpath("tournament_games.txt").read_text(encoding="utf-8")
    lines = (line.split(maxsplit=1) for line in text.splitlines() if line and line[0] != "#")
    return tuple(TournamentGame(int(score), moves(squares)) for score, squares in lines)


class Tournaments(Method):
    """Replays real games on the specification and on the model."""

    name = "games"
    title = "games"
    shows = (
        "Games that people have played in tournaments are games by the specification and by the"
        " model as well: every move is valid, the last one ends the game, and the score is the"
        " one on record."
    )
    does_not_show = (
        "That invalid moves are refused, for hardly anybody tries them in tournaments; nor much"
        " about the odd corners of the rules, such as a wipe-out, which good players seldom reach."
    )

    def units(self, quick: bool) -> Sequence[str]:
        """One: it takes a few seconds."""
        del quick
        return ("all",)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The access programs that it takes to play a game and to see who has won."""
        del unit, quick
        names = ("is_valid_move", "move", "game_over", "count", "winner")
        return tuple(f"othello.{name}" for name in names)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the specification of the game."""
        del unit, claim
        return ("othello_spec.othello",)

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Replay all games; there is no quicker run."""
        del unit, quick
        games = tournament_games()
        replies = (
            reply
            for number, game in enumerate(games, start=1)
            for reply in replay(f"game {number}", game, realisations())
        )
        yield from findings(replies, f"{len(games)} games of a tournament database")


def replay(
    title: str, game: TournamentGame, all_realisations: Sequence[Realisation]
) -> Iterator[RoutineReply]:
    """Yield the replies in each position of a game beside what is on record.

    The board after a move is not on record: there the first realisation says what is expected.
    """
    for each in all_realisations:
        each.ask("init")
    for ply, square in enumerate(game.moves, start=1):
        about = f"{title}, move {ply}"
        for each in all_realisations:
            turn = each.ask("turn")
            yield each.compare(about, "game_over", False)
            yield each.compare(about, "is_valid_move", True, *square, turn)
            yield each.compare(about, "move", None, *square)
        expected, *others = (each.board() for each in all_realisations)
        for each, board in zip(all_realisations[1:], others, strict=True):
            yield RoutineReply("othello.move", f"{about}, {each.name}", expected, board)
    for each in all_realisations:
        about = f"{title}, at its end"
        yield each.compare(about, "game_over", True)
        yield each.compare(about, "winner", game.winner)
        yield RoutineReply("othello.count", f"{about}, {each.name}", game.score, _score(each))


def _score(realisation: Realisation) -> object:
    """Return Black's score from the counts at the end: the winner is given the empty squares."""
    black, white = realisation.ask("count", BLACK), realisation.ask("count", WHITE)
    if not (isinstance(black, int) and isinstance(white, int)):
        return f"{black} and {white}"
    empty = SIZE * SIZE - black - white
    return black + (empty if black > white else empty // 2 if black == white else 0)
