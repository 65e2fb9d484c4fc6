/** What lies on a square. */
public enum Disc {
    EMPTY, BLACK, WHITE;

    public Disc opponent() {
        return this == BLACK ? WHITE : BLACK;
    }
}
