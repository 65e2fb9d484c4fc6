"""Silent programs: right as long as an observer is called after every call, and wrong otherwise."""

from __future__ import annotations

from library_programs.queue import Empty, Full
from wrong_implementations import sound


class TwoStacks:
    """A queue of two stacks; elements leave from the second one.

    Only a query moves all from the first stack to the second, when that is empty.
    """

    def init(self) -> None:
        self.back: list[int] = []
        self.ahead: list[int] = []

    def _repair(self) -> None:
        if not self.ahead:
            self.ahead, self.back = self.back[::-1], []

    def enqueue(self, number: int) -> None:
        if len(self.back) + len(self.ahead) == 3:
            raise Full
        self.back.append(number)

    def leave(self) -> int:
        if not self.back and not self.ahead:
            raise Empty
        return self.ahead.pop() if self.ahead else self.back.pop()

    def front(self) -> int:
        self._repair()
        if not self.ahead:
            raise Empty
        return self.ahead[-1]

    def length(self) -> int:
        self._repair()
        return len(self.back) + len(self.ahead)


class KeptMoves(sound.Othello):
    """A move is looked up among the valid ones, which has_valid_moves finds and keeps."""

    def init(self) -> None:
        super().init()
        self.has_valid_moves(sound.BLACK)

    def has_valid_moves(self, player: str) -> bool:
        squares = [(row, col) for row in range(sound.SIZE) for col in range(sound.SIZE)]
        self.valid = {
            each: {square for square in squares if self.can_place(*square, each)}
            for each in (sound.BLACK, sound.WHITE)
        }
        return bool(self.valid[player])

    def move(self, row: int, col: int) -> None:
        if self.has_square(row, col) and (row, col) not in self.valid[self.mover]:
            raise sound.InvalidMove
        super().move(row, col)


class KeptCounts(sound.Othello):
    """The discs are counted once, and again after a look at the board."""

    def init(self) -> None:
        super().init()
        self.counts: dict[str, int] = {}

    def cell(self, row: int, col: int) -> str:
        self.counts = {}
        return super().cell(row, col)

    def count(self, player: str) -> int:
        if not self.counts:
            self.counts = {
                each: super(KeptCounts, self).count(each) for each in (sound.BLACK, sound.WHITE)
            }
        return self.counts[player]
