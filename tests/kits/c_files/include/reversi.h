#ifndef REVERSI_H
#define REVERSI_H

#include <stdbool.h>

typedef enum { REVERSI_NOBODY, REVERSI_DARK, REVERSI_LIGHT } reversi_player;

void reversi_init(void);
bool reversi_move(reversi_player player, int row, int col); /* false if it is no move */
bool reversi_is_valid_move(int row, int col, reversi_player player);
reversi_player reversi_cell(int row, int col);
reversi_player reversi_turn(void);
int reversi_count(reversi_player player);
reversi_player reversi_winner(void);
bool reversi_game_over(void);
bool reversi_has_valid_moves(reversi_player player);

#endif
