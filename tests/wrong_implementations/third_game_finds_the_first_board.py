"""The third game begins with the board on which the first has ended.

Two boards are used in turn, so that the last game can be shown beside the new one; they are set up
only once.
"""

from typing import Final

from . import sound

BREAKS: Final = "setup"


class Othello(sound.Othello):
    def __init__(self) -> None:
        self.boards = [self.starting_board(), self.starting_board()]

    def init(self) -> None:
        self.board, self.mover = self.boards[0], self.first_mover
        self.boards.reverse()
