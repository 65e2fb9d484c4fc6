#include "board.h"

reversi_player whose_turn;

bool reversi_is_valid_move(int row, int col, reversi_player player) {
    return on_board(row, col) && reversi_cell(row, col) == REVERSI_NOBODY
        && flip(row, col, player, false) > 0;
}

bool reversi_move(reversi_player player, int row, int col) {
    if (player != whose_turn || !reversi_is_valid_move(row, col, player)) return false;
    flip(row, col, player, true);
    put(row, col, player);
    if (reversi_has_valid_moves(other(player))) whose_turn = other(player);
    return true;
}

reversi_player reversi_turn(void) {
    return whose_turn;
}

bool reversi_has_valid_moves(reversi_player player) {
    for (int square = 0; square < 64; square++)
        if (reversi_is_valid_move(square / 8, square % 8, player)) return true;
    return false;
}

bool reversi_game_over(void) {
    return !reversi_has_valid_moves(REVERSI_DARK) && !reversi_has_valid_moves(REVERSI_LIGHT);
}

reversi_player reversi_winner(void) {
    int lead = reversi_count(REVERSI_DARK) - reversi_count(REVERSI_LIGHT);
    return lead > 0 ? REVERSI_DARK : lead < 0 ? REVERSI_LIGHT : REVERSI_NOBODY;
}
