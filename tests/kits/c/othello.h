/* Othello on a board of 8 by 8. */
#ifndef OTHELLO_H
#define OTHELLO_H

#include <stdbool.h>

enum { EMPTY, BLACK, WHITE };
enum { OK, INVALID_MOVE, OUT_OF_BOUNDS };

void othello_init(void);
int othello_move(int row, int col); /* OK, INVALID_MOVE or OUT_OF_BOUNDS */
bool othello_is_valid_move(int row, int col, int player);
int othello_cell(int row, int col); /* -1 if there is no such square */
int othello_turn(void);
int othello_count(int player);
int othello_winner(void); /* EMPTY if it is a draw */
bool othello_game_over(void);
bool othello_has_valid_moves(int player);

#endif
