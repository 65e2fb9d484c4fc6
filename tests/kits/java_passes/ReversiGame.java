/** Reversi as static methods: 'X' begins, 'O' is next, and who cannot move has to pass. */
public class ReversiGame {
    static class IllegalMoveException extends Exception { }
    static class IllegalPassException extends Exception { }

    static char[][] board;
    static char turn;

    static void init() {
        board = new char[8][8];
        for (char[] row : board) {
            java.util.Arrays.fill(row, ' ');
        }
        board[3][3] = board[4][4] = 'O';
        board[3][4] = board[4][3] = 'X';
        turn = 'X';
    }

    static void move(int row, int col) throws IllegalMoveException {
        if (board[row][col] != ' ' || flip(row, col, turn, false) == 0) {
            throw new IllegalMoveException();
        }
        flip(row, col, turn, true);
        board[row][col] = turn;
        turn = other(turn);
    }

    static void passTurn() throws IllegalPassException {
        if (!isValidPass()) {
            throw new IllegalPassException();
        }
        turn = other(turn);
    }

    static boolean isValidPass() {
        return !hasValidMoves(turn) && hasValidMoves(other(turn));
    }

    static boolean isValidMove(int row, int col, char player) {
        return inside(row, col) && board[row][col] == ' ' && flip(row, col, player, false) > 0;
    }

    static boolean gameOver() {
        return !hasValidMoves('X') && !hasValidMoves('O');
    }

    static int count(char player) {
        return (int) new String(java.util.Arrays.stream(board).map(String::new)
            .reduce("", String::concat)).chars().filter(disc -> disc == player).count();
    }

    static char winner() {
        int lead = count('X') - count('O');
        return lead > 0 ? 'X' : lead < 0 ? 'O' : ' ';
    }

    static boolean hasValidMoves(char player) {
        for (int square = 0; square < 64; square++) {
            if (isValidMove(square / 8, square % 8, player)) {
                return true;
            }
        }
        return false;
    }

    static char other(char player) {
        return player == 'X' ? 'O' : 'X';
    }

    static boolean inside(int row, int col) {
        return row >= 0 && row < 8 && col >= 0 && col < 8;
    }

    static int flip(int row, int col, char player, boolean really) {
        int flipped = 0;
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                int run = 1;
                while (inside(row + run * down, col + run * right)
                        && board[row + run * down][col + run * right] == other(player)) {
                    run++;
                }
                if (inside(row + run * down, col + run * right)
                        && board[row + run * down][col + run * right] == player) {
                    flipped += run - 1;
                    for (int i = 1; really && i < run; i++) {
                        board[row + i * down][col + i * right] = player;
                    }
                }
            }
        }
        return flipped;
    }
}
