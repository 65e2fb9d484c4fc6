#include "board.h"

#include <string.h>

static reversi_player squares[64];

bool on_board(int row, int col) {
    return row >= 0 && row < 8 && col >= 0 && col < 8;
}

reversi_player other(reversi_player player) {
    return player == REVERSI_DARK ? REVERSI_LIGHT : REVERSI_DARK;
}

void put(int row, int col, reversi_player player) {
    squares[8 * row + col] = player;
}

reversi_player reversi_cell(int row, int col) {
    return squares[8 * row + col];
}

void reversi_init(void) {
    extern reversi_player whose_turn;
    memset(squares, 0, sizeof squares);
    put(3, 3, REVERSI_LIGHT);
    put(4, 4, REVERSI_LIGHT);
    put(3, 4, REVERSI_DARK);
    put(4, 3, REVERSI_DARK);
    whose_turn = REVERSI_DARK;
}

int reversi_count(reversi_player player) {
    int discs = 0;
    for (int square = 0; square < 64; square++) discs += squares[square] == player;
    return discs;
}

int flip(int row, int col, reversi_player player, bool really) {
    int flipped = 0;
    for (int direction = 0; direction < 9; direction++) {
        int down = direction / 3 - 1, right = direction % 3 - 1, run = 1;
        if (!down && !right) continue;
        while (on_board(row + run * down, col + run * right)
               && reversi_cell(row + run * down, col + run * right) == other(player)) run++;
        if (!on_board(row + run * down, col + run * right)
            || reversi_cell(row + run * down, col + run * right) != player) continue;
        flipped += run - 1;
        for (int i = 1; really && i < run; i++) put(row + i * down, col + i * right, player);
    }
    return flipped;
}
