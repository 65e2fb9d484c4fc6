#pragma once
#include <optional>
#include <vector>

namespace reversi {

enum class Player { dark, light };
using Square = std::optional<Player>;
struct Position { int row, col; };

inline Player other(Player player) { return player == Player::dark ? Player::light : Player::dark; }

class Board {
public:
    Board();
    static bool contains(Position p) { return p.row >= 0 && p.row < 8 && p.col >= 0 && p.col < 8; }
    Square& at(Position p); // throws std::out_of_range
    std::vector<Position> flips(Position p, Player player);
    int count(Player player) const;

private:
    std::vector<Square> squares;
};

} // namespace reversi
