#include "board.hpp"

#include <algorithm>
#include <stdexcept>

namespace reversi {

Board::Board() : squares(64) {
    at({3, 3}) = at({4, 4}) = Player::light;
    at({3, 4}) = at({4, 3}) = Player::dark;
}

Square& Board::at(Position p) {
    if (!contains(p)) throw std::out_of_range("no such square");
    return squares[8 * p.row + p.col];
}

std::vector<Position> Board::flips(Position p, Player player) {
    std::vector<Position> found;
    if (!contains(p) || at(p)) return found;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            std::vector<Position> run;
            Position to{p.row + down, p.col + right};
            for (; contains(to) && at(to) == other(player); to.row += down, to.col += right)
                run.push_back(to);
            if (contains(to) && at(to) == player) found.insert(found.end(), run.begin(), run.end());
        }
    return found;
}

int Board::count(Player player) const {
    return static_cast<int>(std::count(squares.begin(), squares.end(), Square(player)));
}

} // namespace reversi
