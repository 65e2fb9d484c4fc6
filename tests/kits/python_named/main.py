"""Othello for two people at a keyboard."""

board = {}
turn = "B"


def new_game():
    global turn
    board.clear()
    board.update({"d4": "W", "e5": "W", "e4": "B", "d5": "B"})
    turn = "B"


def step(square, across, down):
    col, row = ord(square[0]) - ord("a") + across, int(square[1]) + down
    return "abcdefgh"[col] + str(row) if 0 <= col < 8 and 1 <= row <= 8 else None


def other(player):
    return "W" if player == "B" else "B"


def flips(square, player):
    """All squares whose discs a move would flip; none if a disc lies there."""
    found = []
    for across, down in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]:
        line = []
        at = step(square, across, down)
        while at and board.get(at) == other(player):
            line.append(at)
            at = step(at, across, down)
        if at and board.get(at) == player:
            found += line
    return [] if square in board else found


def has_move(player):
    return any(flips(col + row, player) for col in "abcdefgh" for row in "12345678")


def is_legal(square):
    return len(square) == 2 and square[0] in "abcdefgh" and bool(flips(square, turn))


def play(square):
    """Place a disc; return False if that is not allowed."""
    global turn
    if not is_legal(square):
        return False
    for each in [square, *flips(square, turn)]:
        board[each] = turn
    if has_move(other(turn)):
        turn = other(turn)
    return True


def score(player):
    return list(board.values()).count(player)


def is_over():
    return not has_move("B") and not has_move("W")


if __name__ == "__main__":
    new_game()
    while not is_over():
        if not play(input(f"{turn} moves to: ")):
            print("No!")
    print("Black", score("B"), "White", score("W"))
