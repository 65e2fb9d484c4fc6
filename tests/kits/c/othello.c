#include "othello.h"

#include <stdio.h>

#define SIZE 8

static int board[SIZE][SIZE];
static int mover;

static int opponent(int player) {
    return player == BLACK ? WHITE : BLACK;
}

static bool on_board(int row, int col) {
    return 0 <= row && row < SIZE && 0 <= col && col < SIZE;
}

/* How many discs are outflanked in one direction. */
static int outflanked(int row, int col, int down, int right, int player) {
    int run = 0;
    for (int i = 1; on_board(row + i * down, col + i * right); i++) {
        int disc = board[row + i * down][col + i * right];
        if (disc == player) {
            return run;
        }
        if (disc == EMPTY) {
            return 0;
        }
        run++;
    }
    return 0;
}

void othello_init(void) {
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            board[row][col] = EMPTY;
        }
    }
    board[3][3] = board[4][4] = WHITE;
    board[3][4] = board[4][3] = BLACK;
    mover = BLACK;
}

int othello_move(int row, int col) {
    printf("%s to %d, %d\n", mover == BLACK ? "black" : "white", row, col);
    if (!on_board(row, col)) {
        return OUT_OF_BOUNDS;
    }
    if (!othello_is_valid_move(row, col, mover)) {
        return INVALID_MOVE;
    }
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            int run = outflanked(row, col, down, right, mover);
            for (int i = 1; i <= run; i++) {
                board[row + i * down][col + i * right] = mover;
            }
        }
    }
    board[row][col] = mover;
    if (othello_has_valid_moves(opponent(mover))) {
        mover = opponent(mover);
    }
    return OK;
}

bool othello_is_valid_move(int row, int col, int player) {
    if (!on_board(row, col) || board[row][col] != EMPTY) {
        return false;
    }
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            if (outflanked(row, col, down, right, player) > 0) {
                return true;
            }
        }
    }
    return false;
}

int othello_cell(int row, int col) {
    return on_board(row, col) ? board[row][col] : -1;
}

int othello_turn(void) {
    return mover;
}

int othello_count(int player) {
    int discs = 0;
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            discs += board[row][col] == player;
        }
    }
    return discs;
}

int othello_winner(void) {
    int lead = othello_count(BLACK) - othello_count(WHITE);
    return lead > 0 ? BLACK : lead < 0 ? WHITE : EMPTY;
}

bool othello_game_over(void) {
    return !othello_has_valid_moves(BLACK) && !othello_has_valid_moves(WHITE);
}

bool othello_has_valid_moves(int player) {
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            if (othello_is_valid_move(row, col, player)) {
                return true;
            }
        }
    }
    return false;
}
