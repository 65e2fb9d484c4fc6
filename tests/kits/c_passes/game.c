/* Reversi in one file, with its main. Who cannot move says "pass". */
#include <stdio.h>
#include <string.h>

static char board[8][8], turn;
enum error { NONE, ILLEGAL_MOVE, ILLEGAL_PASS, NO_SUCH_SQUARE };

static char other(char player) { return player == 'B' ? 'W' : 'B'; }
static int inside(int row, int col) { return row >= 0 && row < 8 && col >= 0 && col < 8; }

static void new_game(void) {
    memset(board, '.', sizeof board);
    board[3][3] = board[4][4] = 'W';
    board[3][4] = board[4][3] = 'B';
    turn = 'B';
}

static int flip(int row, int col, char player, int really) {
    int flipped = 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            int run = 1, r = row + down, c = col + right;
            if (!down && !right) continue;
            for (; inside(r, c) && board[r][c] == other(player); r += down, c += right) run++;
            if (!inside(r, c) || board[r][c] != player) continue;
            flipped += run - 1;
            while (really && --run) board[row + run * down][col + run * right] = player;
        }
    return flipped;
}

static int can_move_to(int row, int col, char player) {
    return inside(row, col) && board[row][col] == '.' && flip(row, col, player, 0);
}

static int can_move(char player) {
    for (int i = 0; i < 64; i++)
        if (can_move_to(i / 8, i % 8, player)) return 1;
    return 0;
}

static enum error play(int row, int col) {
    if (!inside(row, col)) return NO_SUCH_SQUARE;
    if (!can_move_to(row, col, turn)) return ILLEGAL_MOVE;
    flip(row, col, turn, 1);
    board[row][col] = turn;
    turn = other(turn);
    return NONE;
}

static enum error pass(void) {
    if (can_move(turn) || !can_move(other(turn))) return ILLEGAL_PASS;
    turn = other(turn);
    return NONE;
}

static int count(char player) {
    int discs = 0;
    for (int i = 0; i < 64; i++) discs += board[i / 8][i % 8] == player;
    return discs;
}

int main(void) {
    char answer[80];
    for (new_game(); can_move('B') || can_move('W');) {
        printf("%c: ", turn);
        if (!fgets(answer, sizeof answer, stdin)) return 1;
        if (strcmp(answer, "pass\n") ? play(answer[1] - '1', answer[0] - 'a') : pass())
            puts("You cannot do that.");
    }
    printf("%d to %d\n", count('B'), count('W'));
}
