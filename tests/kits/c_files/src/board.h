#include "reversi.h"

bool on_board(int row, int col);
reversi_player other(reversi_player player);
int flip(int row, int col, reversi_player player, bool really);
void put(int row, int col, reversi_player player);
