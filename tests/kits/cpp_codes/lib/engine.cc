#include "oth/engine.h"
static const int D[] = {-11, -10, -9, -1, 1, 9, 10, 11};
static int at(unsigned r, unsigned c) { return r < 8 && c < 8 ? int(10 * r + c + 11) : 0; }
Engine& Engine::instance() { static Engine e; return e; }
void Engine::Init() {
    b_.assign(100, kFree);
    for (int i = 0; i < 100; i++) if (i < 10 || i > 89 || i % 10 == 0 || i % 10 == 9) b_[i] = kEdge;
    b_[44] = b_[55] = kWhite; b_[45] = b_[54] = kBlack; turn_ = kBlack;
}
int Engine::flip(int a, int p, bool doit) {
    int all = 0;
    for (int d : D) { int n = 0, q = a + d; while (b_[q] == -p) q += d, n++; if (b_[q] != p) continue; all += n; while (doit && (q -= d) != a) b_[q] = p; }
    return all;
}
bool Engine::IsValidMove(unsigned r, unsigned c, int p) { return at(r, c) && b_[at(r, c)] == kFree && flip(at(r, c), p, false); }
Status Engine::Move(unsigned r, unsigned c) {
    if (!at(r, c)) return Status::BadSquare;
    if (!IsValidMove(r, c, turn_)) return Status::Illegal;
    flip(at(r, c), turn_, true); b_[at(r, c)] = turn_;
    if (HasValidMoves(-turn_)) turn_ = -turn_;
    return Status::Ok;
}
int Engine::Cell(unsigned r, unsigned c) { return b_[at(r, c)]; }
int Engine::Count(int p) { int n = 0; for (int x : b_) n += x == p; return n; }
int Engine::Winner() { int s = Count(kBlack) - Count(kWhite); return s > 0 ? kBlack : s < 0 ? kWhite : kFree; }
bool Engine::GameOver() { return !HasValidMoves(1) && !HasValidMoves(-1); }
bool Engine::HasValidMoves(int p) { for (int i = 0; i < 64; i++) if (IsValidMove(i / 8, i % 8, p)) return true; return false; }
