/** Reversi, with numbers for the players, and squares that are counted from 1: first the column, then the row. */
public class Reversi {
    static final int NOBODY = 0, DARK = 1, LIGHT = -1;

    private int[][] squares; // with an edge around the board
    private int next;

    public Reversi() {
        squares = new int[10][10];
        squares[4][4] = squares[5][5] = LIGHT;
        squares[4][5] = squares[5][4] = DARK;
        next = DARK;
    }

    public boolean inside(int x, int y) {
        return x >= 1 && x <= 8 && y >= 1 && y <= 8;
    }

    public int at(int x, int y) {
        return squares[y][x];
    }

    public int next() {
        return next;
    }

    /** Places a disc, or returns false if that is no move. */
    public boolean play(int x, int y) {
        System.out.printf("%d plays %d, %d%n", next, x, y);
        if (flip(x, y, next, false) == 0) {
            return false;
        }
        flip(x, y, next, true);
        squares[y][x] = next;
        if (canPlay(-next)) {
            next = -next;
        }
        return true;
    }

    public boolean canPlay(int player) {
        for (int x = 1; x <= 8; x++) {
            for (int y = 1; y <= 8; y++) {
                if (flip(x, y, player, false) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many discs a disc of the player's flips; they are flipped if so wished. */
    int flip(int x, int y, int player, boolean really) {
        if (!inside(x, y) || squares[y][x] != NOBODY) {
            return 0;
        }
        int flipped = 0;
        for (int direction = 0; direction < 9; direction++) {
            int dx = direction % 3 - 1, dy = direction / 3 - 1, run = 0;
            while (squares[y + dy * (run + 1)][x + dx * (run + 1)] == -player) {
                run++;
            }
            if (squares[y + dy * (run + 1)][x + dx * (run + 1)] == player) {
                flipped += run;
                for (int i = 1; really && i <= run; i++) {
                    squares[y + dy * i][x + dx * i] = player;
                }
            }
        }
        return flipped;
    }

    /** The discs of the dark player less those of the light one. */
    public int score() {
        int score = 0;
        for (int[] row : squares) {
            for (int disc : row) {
                score += disc;
            }
        }
        return score;
    }
}
