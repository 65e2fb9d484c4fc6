#include "reversi.h"

#include <stdio.h>

int main(void) {
    int row, col;
    reversi_init();
    while (!reversi_game_over() && scanf("%d %d", &row, &col) == 2)
        if (!reversi_move(reversi_turn(), row, col)) puts("You cannot move there.");
}
