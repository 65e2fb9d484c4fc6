/* Reversi on a struct, with names that adapters like to use. */
#ifndef ENGINE_H
#define ENGINE_H
#define NAME "Reversi"
#define TRUTH 1
#define ROUTINE static
enum { NOTHING, NUMBER };
extern int row, col, who; /* where the cursor is */
struct game { char field[8][8]; char next; };
/* 0, or -1 if the square is taken, or nothing is flipped, or -2 if it does not exist */
int game_put(struct game *g, int x, int y);
void game_start(struct game *g);
int game_legal(const struct game *g, char side, int x, int y);
int game_score(const struct game *g, char side);
int game_stuck(const struct game *g, char side);
int game_finished(const struct game *g);
char game_leader(const struct game *g);
char game_look(const struct game *g, int x, int y);
#endif
