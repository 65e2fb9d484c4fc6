#include "game.hpp"

#include <stdexcept>

namespace reversi {

void Game::move(Player player, Position p) {
    board.at(p);
    if (player != mover || !isValidMove(p, player)) throw std::invalid_argument("no such move");
    for (Position each : board.flips(p, player)) board.at(each) = player;
    board.at(p) = player;
    if (hasValidMoves(other(player))) mover = other(player);
}

bool Game::isValidMove(Position p, Player player) { return !board.flips(p, player).empty(); }

bool Game::hasValidMoves(Player player) {
    for (int row = 0; row < 8; row++)
        for (int col = 0; col < 8; col++)
            if (isValidMove({row, col}, player)) return true;
    return false;
}

bool Game::gameOver() { return !hasValidMoves(Player::dark) && !hasValidMoves(Player::light); }

Square Game::winner() const {
    int lead = count(Player::dark) - count(Player::light);
    if (lead == 0) return std::nullopt;
    return lead > 0 ? Player::dark : Player::light;
}

} // namespace reversi
