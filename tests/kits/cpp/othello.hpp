// Othello on a board of 8 by 8.
#pragma once

#include <array>
#include <optional>
#include <stdexcept>

enum class Disc { empty, black, white };

struct InvalidMove : std::runtime_error {
    InvalidMove() : std::runtime_error("invalid move") {}
};

struct OutOfBounds : std::runtime_error {
    OutOfBounds() : std::runtime_error("not on the board") {}
};

class Othello {
public:
    static constexpr int size = 8;

    Othello() { init(); }

    void init();
    void move(int row, int col);
    bool is_valid_move(int row, int col, Disc player) const;
    Disc cell(int row, int col) const;
    Disc turn() const { return mover; }
    int count(Disc player) const;
    std::optional<Disc> winner() const;
    bool game_over() const { return !has_valid_moves(Disc::black) && !has_valid_moves(Disc::white); }
    bool has_valid_moves(Disc player) const;

private:
    int outflanked(int row, int col, int down, int right, Disc player) const;

    std::array<std::array<Disc, size>, size> board;
    Disc mover;
};
