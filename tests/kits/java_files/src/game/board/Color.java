package game.board;

public enum Color {
    BLACK, WHITE;

    public Color other() {
        return this == BLACK ? WHITE : BLACK;
    }
}
