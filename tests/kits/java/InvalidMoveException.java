/** A move that outflanks nothing, or is not to an empty square. */
public class InvalidMoveException extends Exception {
    private static final long serialVersionUID = 1L;
}
