import java.util.Arrays;

class GameOver extends Exception {}

class OutOfBounds extends Exception {}

class Taken extends Exception {}

/** Tic-tac-toe as somebody may write it who has read the specification. */
class Game {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}
    };
    private final String[] squares = new String[9];
    private String mover;

    void init() {
        Arrays.fill(squares, "empty");
        mover = "cross";
    }

    private int place(int row, int col) throws OutOfBounds {
        if (row < 0 || row > 2 || col < 0 || col > 2) throw new OutOfBounds();
        return 3 * row + col;
    }

    void play(int row, int col) throws Exception {
        if (isOver()) throw new GameOver();
        int place = place(row, col);
        if (!squares[place].equals("empty")) throw new Taken();
        squares[place] = mover;
        mover = mover.equals("cross") ? "nought" : "cross";
    }

    String mark(int row, int col) throws OutOfBounds {
        return squares[place(row, col)];
    }

    String turn() {
        return mover;
    }

    boolean hasWon(String player) {
        return Arrays.stream(LINES)
            .anyMatch(line -> Arrays.stream(line).allMatch(n -> squares[n].equals(player)));
    }

    boolean isOver() {
        boolean full = !Arrays.asList(squares).contains("empty");
        return full || hasWon("cross") || hasWon("nought");
    }
}
