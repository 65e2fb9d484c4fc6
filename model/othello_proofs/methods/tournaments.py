"""The rung of real games: those that people have played in tournaments follow the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

from othello_proofs.evidence.method import Finding, Method
from othello_proofs.methods.answers import RoutineAnswer, findings
from othello_proofs.methods.subjects import MethodSubject, board, subjects
from othello_spec.board import BLACK, DRAW, SIZE, WHITE, Square, Winner
from othello_spec.records.move_lists import moves


class TournamentGame(NamedTuple):
    """A game that was played, and how it came out."""

    score: int
    """Black's, of 64: who has won is given the squares that were left empty."""

    moves: tuple[Square, ...]

    @property
    def winner(self) -> Winner:
        """Who has more than half of the board."""
        half = SIZE * SIZE // 2
        return BLACK if self.score > half else WHITE if self.score < half else DRAW


def tournament_games() -> tuple[TournamentGame, ...]:
    """The games, as they are kept beside this file."""
    text = files(__package__).joinpath("tournament_games.txt").read_text(encoding="utf-8")
    lines = (line.split(maxsplit=1) for line in text.splitlines() if line and line[0] != "#")
    return tuple(TournamentGame(int(score), moves(played)) for score, played in lines)


class Tournaments(Method):
    """Replays real games on the specification and on the model."""

    name = "games"
    title = "games"
    shows = (
        "Games that people have played in tournaments are games by the specification and by the model as"
        " well: every move is valid, the last one ends the game, and the score is the one on record."
    )
    does_not_show = (
        "That what the rules forbid is refused, for in tournaments hardly anybody tries it; nor much"
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
        """Replay all games, whatever the haste."""
        del unit, quick
        games = tournament_games()
        answers = (
            answer
            for number, game in enumerate(games, start=1)
            for answer in replayed(f"game {number}", game, subjects())
        )
        yield from findings(answers, f"{len(games)} games of a tournament database")


def replayed(
    title: str, game: TournamentGame, players: Sequence[MethodSubject]
) -> Iterator[RoutineAnswer]:
    """What the subjects say of each position of a game, against what is known of it.

    What lies where after a move nobody has recorded: there the others are held to the first.
    """
    for player in players:
        player.ask("init")
    for ply, square in enumerate(game.moves, start=1):
        asked = [f"{title}, move {ply}, {player.name}" for player in players]
        for player, text in zip(players, asked, strict=True):
            turn = player.ask("turn")
            yield RoutineAnswer("othello.game_over", text, False, player.ask("game_over"))
            valid = player.ask("is_valid_move", *square, turn)
            yield RoutineAnswer("othello.is_valid_move", text, True, valid)
            yield RoutineAnswer("othello.move", text, None, player.ask("move", *square))
        first, *others = map(board, players)
        for text, other in zip(asked[1:], others, strict=True):
            yield RoutineAnswer("othello.move", text, first, other)
    for player in players:
        text = f"{title}, at its end, {player.name}"
        yield RoutineAnswer("othello.game_over", text, True, player.ask("game_over"))
        yield RoutineAnswer("othello.winner", text, game.winner, player.ask("winner"))
        yield RoutineAnswer("othello.count", text, game.score, _score(player))


def _score(player: MethodSubject) -> object:
    """Black's score, by what is counted at the end: the winner is given the empty squares."""
    black, white = player.ask("count", BLACK), player.ask("count", WHITE)
    if not (isinstance(black, int) and isinstance(white, int)):
        return f"{black} and {white}"
    empty = SIZE * SIZE - black - white
    return black + (empty if black > white else empty // 2 if black == white else 0)
