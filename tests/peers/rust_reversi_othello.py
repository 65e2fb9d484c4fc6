"""rust_reversi as the module `othello`.

It numbers the squares from 0 to 63 and asks for a pass; the adapter passes as soon as a pass is due
(so automatic forfeits are the adapter's). The adapter answers calls for squares off the board, for
which the library has no answer. To ask about the player who is not on turn, it changes the turn.
The library names no winner before the end; then the adapter names the player in the lead.
"""

from rust_reversi import Board, Turn

TURNS = {"black": Turn.BLACK, "white": Turn.WHITE}
OutOfBounds, InvalidMove = (type(name, (Exception,), {}) for name in ("OutOfBounds", "InvalidMove"))


class Othello:
    def init(self) -> None:
        self.board = Board()

    def move(self, row: int, col: int) -> None:
        self.cell(row, col)
        try:
            self.board.do_move(8 * row + col)
        except ValueError:
            raise InvalidMove from None
        if self.board.is_pass() and not self.board.is_game_over():
            self.board.do_pass()

    def seen_by(self, player: str) -> Board:
        own, other, turn = self.board.get_board()
        board = Board()
        board.set_board(*((own, other) if turn == TURNS[player] else (other, own)), TURNS[player])
        return board

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        if not (0 <= row < 8 and 0 <= col < 8):
            return False
        return self.seen_by(player).is_legal_move(8 * row + col)

    def has_valid_moves(self, player: str) -> bool:
        return self.seen_by(player).get_legal_moves_vec() != []

    def cell(self, row: int, col: int) -> str:
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return str(self.board.get_board_vec_turn()[8 * row + col]).lower()

    def turn(self) -> str:
        return str(self.board.get_turn()).lower()

    def count(self, player: str) -> int:
        return getattr(self.board, f"{player}_piece_num")()

    def winner(self) -> str:
        if self.game_over():
            return str(self.board.get_winner() or "draw").lower()
        lead = self.board.black_piece_num() - self.board.white_piece_num()
        return "black" if lead > 0 else "white" if lead < 0 else "draw"

    def game_over(self) -> bool:
        return self.board.is_game_over()
