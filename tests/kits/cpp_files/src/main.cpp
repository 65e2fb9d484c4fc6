#include "game.hpp"

#include <iostream>

int main() {
    reversi::Game game;
    for (reversi::Position p; !game.gameOver() && std::cin >> p.row >> p.col;)
        game.move(game.turn(), p);
}
