#ifndef OTH_ENGINE
#define OTH_ENGINE
#include <cstdint>
#include <vector>
enum class Status { Ok, BadSquare, Illegal };
class Engine {
    std::vector<int> b_; int turn_;
    int flip(int at, int p, bool doit);
public:
    static const int kBlack = 1, kWhite = -1, kFree = 0, kEdge = 9;
    void Init(); Status Move(unsigned row, unsigned col); bool IsValidMove(unsigned row, unsigned col, int p);
    int Cell(unsigned row, unsigned col); int Turn() const { return turn_; } int Count(int p);
    int Winner(); bool GameOver(); bool HasValidMoves(int p);
    static Engine& instance();
};
#endif
