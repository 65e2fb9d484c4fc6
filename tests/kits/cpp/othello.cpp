#include "othello.hpp"

#include <iostream>
#include <utility>

namespace {

const std::pair<int, int> directions[] = {
    {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1},
};

Disc opponent(Disc player) {
    return player == Disc::black ? Disc::white : Disc::black;
}

bool on_board(int row, int col) {
    return 0 <= row && row < Othello::size && 0 <= col && col < Othello::size;
}

} // namespace

void Othello::init() {
    for (auto& row : board) row.fill(Disc::empty);
    board[3][3] = board[4][4] = Disc::white;
    board[3][4] = board[4][3] = Disc::black;
    mover = Disc::black;
}

void Othello::move(int row, int col) {
    std::cout << "to " << row << ", " << col << std::endl;
    if (!on_board(row, col)) throw OutOfBounds();
    if (!is_valid_move(row, col, mover)) throw InvalidMove();
    for (const auto& [down, right] : directions) {
        const int run = outflanked(row, col, down, right, mover);
        for (int i = 1; i <= run; i++) board[row + i * down][col + i * right] = mover;
    }
    board[row][col] = mover;
    if (has_valid_moves(opponent(mover))) mover = opponent(mover);
}

bool Othello::is_valid_move(int row, int col, Disc player) const {
    if (!on_board(row, col) || board[row][col] != Disc::empty) return false;
    for (const auto& [down, right] : directions) {
        if (outflanked(row, col, down, right, player) > 0) return true;
    }
    return false;
}

Disc Othello::cell(int row, int col) const {
    if (!on_board(row, col)) throw OutOfBounds();
    return board[row][col];
}

int Othello::count(Disc player) const {
    int discs = 0;
    for (const auto& row : board) {
        for (const Disc disc : row) discs += disc == player;
    }
    return discs;
}

std::optional<Disc> Othello::winner() const {
    const int lead = count(Disc::black) - count(Disc::white);
    if (lead == 0) return std::nullopt;
    return lead > 0 ? Disc::black : Disc::white;
}

bool Othello::has_valid_moves(Disc player) const {
    for (int row = 0; row < size; row++) {
        for (int col = 0; col < size; col++) {
            if (is_valid_move(row, col, player)) return true;
        }
    }
    return false;
}

// How many discs are outflanked in one direction.
int Othello::outflanked(int row, int col, int down, int right, Disc player) const {
    int run = 0;
    for (int i = 1; on_board(row + i * down, col + i * right); i++) {
        const Disc disc = board[row + i * down][col + i * right];
        if (disc == player) return run;
        if (disc == Disc::empty) return 0;
        run++;
    }
    return 0;
}
