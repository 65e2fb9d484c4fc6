"""OpenSpiel's othello as the module `passing`: a player who cannot place a disc passes.

OpenSpiel numbers the squares from 0 to 63, and 64 is a pass. It cannot tell whether the player who
is not on turn could place a disc, so this is not offered. It names a winner only at the end, so
the discs are counted here.
"""

import pyspiel

PASS = 64
PLAYERS = ("black", "white")
CELLS = {"-": "empty", "x": "black", "o": "white"}
OutOfBounds, InvalidMove, InvalidPass = (
    type(name, (Exception,), {}) for name in ("OutOfBounds", "InvalidMove", "InvalidPass")
)


class Passing:
    def init(self) -> None:
        self.state = pyspiel.load_game("othello").new_initial_state()

    def move(self, row: int, col: int) -> None:
        self.cell(row, col)
        if 8 * row + col not in self.state.legal_actions():
            raise InvalidMove
        self.state.apply_action(8 * row + col)

    def is_valid_pass(self) -> bool:
        return PASS in self.state.legal_actions()

    def pass_turn(self) -> None:
        if not self.is_valid_pass():
            raise InvalidPass
        self.state.apply_action(PASS)

    def cell(self, row: int, col: int) -> str:
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return CELLS[str(self.state).splitlines()[2 + row].split()[1 + col]]

    def turn(self) -> str:
        return PLAYERS[self.state.current_player()]

    def count(self, player: str) -> int:
        letter = "x" if player == "black" else "o"
        return sum(line[1:-1].count(letter) for line in str(self.state).splitlines()[2:10])

    def winner(self) -> str:
        if self.state.is_terminal():
            lead = self.state.returns()[0]
        else:
            lead = self.count("black") - self.count("white")
        return "black" if lead > 0 else "white" if lead < 0 else "draw"

    def game_over(self) -> bool:
        return bool(self.state.is_terminal())
