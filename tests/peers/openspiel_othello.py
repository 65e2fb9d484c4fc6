"""OpenSpiel's othello as the module `othello`, where a turn is forfeited without being asked for.

OpenSpiel asks for a pass; the adapter passes as soon as a pass is due. So the adapter follows the
convention of automatic forfeits, not the library.
"""

from .openspiel_passing import Passing


class Othello(Passing):
    def move(self, row: int, col: int) -> None:
        super().move(row, col)
        if self.is_valid_pass():
            self.pass_turn()
