package game.rules;

import game.board.Board;
import game.board.Color;

public class Game {
    private Board board = new Board();
    private Color turn = Color.BLACK;

    public Color turn() {
        return turn;
    }

    public Color cell(int row, int col) {
        if (!board.contains(row, col)) {
            throw new IndexOutOfBoundsException("no square " + row + ", " + col);
        }
        return board.get(row, col);
    }

    public void move(Color player, int row, int col) {
        if (!board.contains(row, col)) {
            throw new IndexOutOfBoundsException("no square " + row + ", " + col);
        }
        if (player != turn || !isValidMove(row, col, player)) {
            throw new IllegalArgumentException(player + " cannot move to " + row + ", " + col);
        }
        for (int[] square : board.flips(row, col, player)) {
            board.set(square[0], square[1], player);
        }
        board.set(row, col, player);
        if (hasValidMoves(player.other())) {
            turn = player.other();
        }
    }

    public boolean isValidMove(int row, int col, Color player) {
        return !board.flips(row, col, player).isEmpty();
    }

    public boolean hasValidMoves(Color player) {
        for (int square = 0; square < Board.SIZE * Board.SIZE; square++) {
            if (isValidMove(square / Board.SIZE, square % Board.SIZE, player)) {
                return true;
            }
        }
        return false;
    }

    public boolean gameOver() {
        return !hasValidMoves(Color.BLACK) && !hasValidMoves(Color.WHITE);
    }

    public int count(Color player) {
        int discs = 0;
        for (int square = 0; square < Board.SIZE * Board.SIZE; square++) {
            if (board.get(square / Board.SIZE, square % Board.SIZE) == player) {
                discs++;
            }
        }
        return discs;
    }

    public Color winner() {
        int lead = count(Color.BLACK) - count(Color.WHITE);
        return lead > 0 ? Color.BLACK : lead < 0 ? Color.WHITE : null;
    }
}
