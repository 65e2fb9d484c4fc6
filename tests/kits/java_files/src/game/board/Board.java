package game.board;

import java.util.ArrayList;
import java.util.List;

/** Who is where: null on an empty square. */
public class Board {
    public static final int SIZE = 8;

    private final Color[][] squares = new Color[SIZE][SIZE];

    public Board() {
        squares[3][3] = squares[4][4] = Color.WHITE;
        squares[3][4] = squares[4][3] = Color.BLACK;
    }

    public boolean contains(int row, int col) {
        return 0 <= row && row < SIZE && 0 <= col && col < SIZE;
    }

    public Color get(int row, int col) {
        return squares[row][col];
    }

    public void set(int row, int col, Color color) {
        squares[row][col] = color;
    }

    /** The squares that a disc of this color on this square would flip. */
    public List<int[]> flips(int row, int col, Color color) {
        List<int[]> flips = new ArrayList<>();
        if (!contains(row, col) || squares[row][col] != null) {
            return flips;
        }
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                List<int[]> run = new ArrayList<>();
                int r = row + down, c = col + right;
                for (; contains(r, c) && squares[r][c] == color.other(); r += down, c += right) {
                    run.add(new int[] {r, c});
                }
                if (contains(r, c) && squares[r][c] == color) {
                    flips.addAll(run);
                }
            }
        }
        return flips;
    }
}
