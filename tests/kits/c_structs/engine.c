#include "engine.h"
#include <string.h>
int row, col, who;
static char rival(char side) { return side == 'X' ? 'O' : 'X'; }
static int inside(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }
void game_start(struct game *g) {
    memset(g->field, ' ', sizeof g->field);
    g->field[3][3] = g->field[4][4] = 'O';
    g->field[3][4] = g->field[4][3] = 'X';
    g->next = 'X';
}
static int line(const struct game *g, char side, int x, int y, int dx, int dy) {
    int n = 0;
    for (x += dx, y += dy; inside(x, y) && g->field[y][x] == rival(side); x += dx, y += dy) n++;
    return inside(x, y) && g->field[y][x] == side ? n : 0;
}
int game_legal(const struct game *g, char side, int x, int y) {
    if (!inside(x, y) || g->field[y][x] != ' ') return 0;
    int sum = 0;
    for (int d = 0; d < 9; d++) if (d != 4) sum += line(g, side, x, y, d % 3 - 1, d / 3 - 1);
    return sum;
}
int game_put(struct game *g, int x, int y) {
    if (!inside(x, y)) return -2;
    if (!game_legal(g, g->next, x, y)) return -1;
    for (int d = 0; d < 9; d++) {
        int dx = d % 3 - 1, dy = d / 3 - 1, n = d == 4 ? 0 : line(g, g->next, x, y, dx, dy);
        while (n) g->field[y + n * dy][x + n * dx] = g->next, n--;
    }
    g->field[y][x] = g->next;
    if (!game_stuck(g, rival(g->next))) g->next = rival(g->next);
    return 0;
}
int game_stuck(const struct game *g, char side) {
    for (int i = 0; i < 64; i++) if (game_legal(g, side, i % 8, i / 8)) return 0;
    return 1;
}
int game_score(const struct game *g, char side) {
    int n = 0;
    for (int i = 0; i < 64; i++) n += g->field[i / 8][i % 8] == side;
    return n;
}
int game_finished(const struct game *g) { return game_stuck(g, 'X') && game_stuck(g, 'O'); }
char game_leader(const struct game *g) {
    int x = game_score(g, 'X'), o = game_score(g, 'O');
    return x > o ? 'X' : o > x ? 'O' : ' ';
}
char game_look(const struct game *g, int x, int y) { return inside(x, y) ? g->field[y][x] : '?'; }
