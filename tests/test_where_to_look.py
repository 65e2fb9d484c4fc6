"""Where to look: the sentences for the authors of programs, and that they are true."""

from __future__ import annotations

import pytest

from modcheck.judging.candidates import candidates
from modcheck.system.in_process import InProcess
from modcheck.verdict.check import check
from modspec.run.mutants import Mutant
from othello_mis import where_to_look as sentences
from othello_mis.course import COURSE
from othello_mis.where_to_look import where_to_look
from wrong_implementations import sound

MODEL = COURSE.test_model("othello", COURSE.defaults, {})
CANDIDATES = candidates(MODEL.module, tuple(MODEL.idioms))


@pytest.mark.parametrize("number", range(len(sentences._SENTENCES)))
def test_each_sentence_is_of_some_mutant_and_of_none_that_an_earlier_one_is_of(number: int) -> None:
    case = sentences._SENTENCES[number]
    own = [mutant for mutant in CANDIDATES if case.is_of(mutant)]
    assert own
    found = case.text.format(function=own[0].function)
    assert found == where_to_look(own[0])
    assert found.endswith((".", "?"))


def test_two_mutants_of_one_function_have_one_sentence_only_if_it_is_true_of_both() -> None:
    shared: dict[str, list[Mutant]] = {}
    for mutant in CANDIDATES:
        if sentence := where_to_look(mutant):
            shared.setdefault(sentence, []).append(mutant)
    twice = {text: [m.summary for m in of] for text, of in shared.items() if len(of) > 1}
    assert 3 >= max(map(len, twice.values()), default=0), twice
    assert all(len({m.function for m in of}) == 1 for of in shared.values()), twice


def test_each_direction_that_is_left_out_is_named_with_its_step() -> None:
    found = [where_to_look(m) for m in CANDIDATES if "d != Direction." in m.after]
    assert 8 == len({*found})
    assert "It never captures up. Is (-1, 0) in your list of directions?" in found
    assert "It never captures down and to the left. Is (1, -1) in your list of directions?" in found


class TieIsBlack(sound.Othello):
    def winner(self) -> str:
        white, black = self.count("white"), self.count("black")
        return "black" if black >= white else "white"


class ForfeitsNothing(sound.Othello):
    def move(self, row: int, col: int) -> None:
        mover = self.turn()
        super().move(row, col)
        self.mover = sound.opponent(mover)


class OverForOne(sound.Othello):
    def game_over(self) -> bool:
        return not (self.has_valid_moves("black") and self.has_valid_moves("white"))


class NothingNorthwest(sound.Othello):
    directions = tuple(each for each in sound.DIRECTIONS if each != (-1, -1))


class ForTheMover(sound.Othello):
    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        return super().is_valid_move(row, col, self.mover)


class NegativeIndex(sound.Othello):
    """Walks along a line until a list has no such index."""

    def outflanked(
        self, row: int, col: int, direction: sound.Square, player: str
    ) -> list[sound.Square]:
        run: list[sound.Square] = []
        for _ in range(sound.SIZE):
            row, col = row + direction[0], col + direction[1]
            if not self.is_seen(row, col):
                return []
            disc = self.board[row][col]
            if disc != sound.opponent(player):
                return run if disc == player else []
            run.append((row % sound.SIZE, col % sound.SIZE))
        return []

    def is_seen(self, row: int, col: int) -> bool:
        return -sound.SIZE <= row < sound.SIZE and -sound.SIZE <= col < sound.SIZE


class OnlyTheRowIsAsked(NegativeIndex):
    def is_seen(self, row: int, col: int) -> bool:
        return 0 <= row < sound.SIZE and -sound.SIZE <= col < sound.SIZE


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (TieIsBlack, "At a tie it says Black. Is >= written where > is meant?"),
        (
            ForfeitsNothing,
            "It gives the turn to a player who cannot move. Does move ask whether the opponent has "
            "a valid move?",
        ),
        (
            OverForOne,
            "Your program ends the game as soon as one player cannot move. Is `or` written where "
            "`and` is meant?",
        ),
        (
            NothingNorthwest,
            "It never captures up and to the left. Is (-1, -1) in your list of directions?",
        ),
        (
            ForTheMover,
            "is_valid_move answers for the player whose turn it is. Does it use its argument?",
        ),
        (
            NegativeIndex,
            "A line that leaves the board at the top or at the left goes on from the far end: in "
            "Python an index of -1 is the last one. Does your program check that row and column "
            "are at least 0?",
        ),
        (
            OnlyTheRowIsAsked,
            "A line that leaves the board at the left goes on from the last column: in Python an "
            "index of -1 is the last one. Does your program check that the column is at least 0?",
        ),
    ],
)
def test_a_program_with_this_mistake_gets_the_sentence(
    kind: type[sound.Othello], sentence: str
) -> None:
    verdict = check(MODEL, lambda: InProcess(kind(), MODEL.routines, kind.__name__, 10))
    assert (sentence,) == verdict.faults[0].hints
