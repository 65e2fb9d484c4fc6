"""OpenSpiel's othello as the module `othello`, where a turn is forfeited without being asked for.

OpenSpiel asks for a pass; the adapter makes it as soon as it is due. So this is the convention of automatic
forfeits, and it is the adapter that keeps it.
"""

from .openspiel_passing import Passing


class Othello(Passing):
    def move(self, row: int, col: int) -> None:
        super().move(row, col)
        if self.is_valid_pass():
            self.pass_turn()
