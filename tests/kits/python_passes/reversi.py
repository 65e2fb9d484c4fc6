"""Reversi as functions: players are 1 and -1, and a player who cannot move passes."""

BLACK, WHITE, EMPTY = 1, -1, 0

board = []
player_to_move = BLACK


class IllegalMove(Exception):
    pass


class IllegalPass(Exception):
    pass


def reset():
    global board, player_to_move
    board = [[EMPTY] * 8 for _ in range(8)]
    board[3][3] = board[4][4] = WHITE
    board[3][4] = board[4][3] = BLACK
    player_to_move = BLACK


def play(row, col):
    global player_to_move
    if not inside(row, col):
        raise IndexError("no such square")
    if not can_play(row, col, player_to_move):
        raise IllegalMove
    for r, c in flips(row, col, player_to_move):
        board[r][c] = player_to_move
    board[row][col] = player_to_move
    player_to_move = -player_to_move


def must_pass():
    return not can_move(player_to_move) and can_move(-player_to_move)


def skip():
    global player_to_move
    if not must_pass():
        raise IllegalPass("you can move")
    player_to_move = -player_to_move


def can_play(row, col, player):
    return inside(row, col) and board[row][col] == EMPTY and flips(row, col, player) != []


def can_move(player):
    return any(can_play(row, col, player) for row in range(8) for col in range(8))


def disc_at(row, col):
    if not inside(row, col):
        raise IndexError("no such square")
    return board[row][col]


def score(player):
    return sum(row.count(player) for row in board)


def inside(row, col):
    return 0 <= row < 8 and 0 <= col < 8


def flips(row, col, player):
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            line = []
            r, c = row + down, col + right
            while inside(r, c) and board[r][c] == -player:
                line.append((r, c))
                r, c = r + down, c + right
            if inside(r, c) and board[r][c] == player:
                found += line
    return found
