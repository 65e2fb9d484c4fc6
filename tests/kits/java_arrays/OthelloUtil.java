/** Static functions over int[64]: 1 is Black, -1 White, 0 empty. */
public final class OthelloUtil {
    private OthelloUtil() { }
    public static int[] newBoard() {
        int[] b = new int[64];
        b[27] = b[36] = -1; b[28] = b[35] = 1;
        return b;
    }
    private static int run(int[] b, int sq, int who, int dx, int dy) {
        int x = sq % 8 + dx, y = sq / 8 + dy, n = 0;
        while (0 <= x && x < 8 && 0 <= y && y < 8 && b[8 * y + x] == -who) { n++; x += dx; y += dy; }
        return 0 <= x && x < 8 && 0 <= y && y < 8 && b[8 * y + x] == who ? n : 0;
    }
    public static boolean isValidMove(int[] b, int sq, int who) {
        if (b[sq] != 0) return false;
        for (int d = 0; d < 9; d++) if (d != 4 && run(b, sq, who, d % 3 - 1, d / 3 - 1) > 0) return true;
        return false;
    }
    public static boolean hasMoves(int[] b, int who) {
        for (int s = 0; s < 64; s++) if (isValidMove(b, s, who)) return true;
        return false;
    }
    public static boolean move(int[] b, int sq, int who) {
        if (!isValidMove(b, sq, who)) return false;
        for (int d = 0; d < 9; d++) if (d != 4) {
            int dx = d % 3 - 1, dy = d / 3 - 1;
            for (int n = run(b, sq, who, dx, dy); n > 0; n--) b[sq + n * (8 * dy + dx)] = who;
        }
        b[sq] = who;
        return true;
    }
    public static int count(int[] b, int who) { int n = 0; for (int c : b) if (c == who) n++; return n; }
    public static boolean gameOver(int[] b) { return !hasMoves(b, 1) && !hasMoves(b, -1); }
    public static int winner(int[] b) { return Integer.signum(count(b, 1) - count(b, -1)); }
}
