#pragma once
#include "board.hpp"

namespace reversi {

class Game {
public:
    void move(Player player, Position p); // throws std::out_of_range, std::invalid_argument
    bool isValidMove(Position p, Player player);
    Square cell(Position p) { return board.at(p); }
    Player turn() const { return mover; }
    int count(Player player) const { return board.count(player); }
    Square winner() const;
    bool gameOver();
    bool hasValidMoves(Player player);

private:
    Board board;
    Player mover = Player::dark;
};

} // namespace reversi
