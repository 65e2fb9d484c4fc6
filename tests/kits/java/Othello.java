/** Othello on a board of 8 by 8. */
public class Othello {
    private static final int SIZE = 8;

    private final Disc[][] board = new Disc[SIZE][SIZE];
    private Disc mover;

    /** Begins a new game. */
    public void init() {
        for (Disc[] row : board) {
            java.util.Arrays.fill(row, Disc.EMPTY);
        }
        board[3][3] = board[4][4] = Disc.WHITE;
        board[3][4] = board[4][3] = Disc.BLACK;
        mover = Disc.BLACK;
    }

    /** Places a disc for the player whose turn it is. */
    public void move(int row, int col) throws InvalidMoveException {
        System.out.println(mover + " to " + row + ", " + col);
        if (!onBoard(row, col)) {
            throw new OutOfBoundsException();
        }
        if (!isValidMove(row, col, mover)) {
            throw new InvalidMoveException();
        }
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                int run = outflanked(row, col, down, right, mover);
                for (int i = 1; i <= run; i++) {
                    board[row + i * down][col + i * right] = mover;
                }
            }
        }
        board[row][col] = mover;
        if (hasValidMoves(mover.opponent())) {
            mover = mover.opponent();
        }
    }

    public boolean isValidMove(int row, int col, Disc player) {
        if (!onBoard(row, col) || board[row][col] != Disc.EMPTY) {
            return false;
        }
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                if (outflanked(row, col, down, right, player) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    public Disc cell(int row, int col) {
        if (!onBoard(row, col)) {
            throw new OutOfBoundsException();
        }
        return board[row][col];
    }

    public Disc turn() {
        return mover;
    }

    public int count(Disc player) {
        int discs = 0;
        for (Disc[] row : board) {
            for (Disc disc : row) {
                if (disc == player) {
                    discs++;
                }
            }
        }
        return discs;
    }

    /** Who has more discs, or null if both have as many. */
    public Disc winner() {
        int lead = count(Disc.BLACK) - count(Disc.WHITE);
        return lead > 0 ? Disc.BLACK : lead < 0 ? Disc.WHITE : null;
    }

    public boolean gameOver() {
        return !hasValidMoves(Disc.BLACK) && !hasValidMoves(Disc.WHITE);
    }

    public boolean hasValidMoves(Disc player) {
        for (int row = 0; row < SIZE; row++) {
            for (int col = 0; col < SIZE; col++) {
                if (isValidMove(row, col, player)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many discs are outflanked in one direction. */
    private int outflanked(int row, int col, int down, int right, Disc player) {
        int run = 0;
        for (int i = 1; onBoard(row + i * down, col + i * right); i++) {
            Disc disc = board[row + i * down][col + i * right];
            if (disc == player) {
                return run;
            }
            if (disc == Disc.EMPTY) {
                return 0;
            }
            run++;
        }
        return 0;
    }

    private static boolean onBoard(int row, int col) {
        return 0 <= row && row < SIZE && 0 <= col && col < SIZE;
    }
}
