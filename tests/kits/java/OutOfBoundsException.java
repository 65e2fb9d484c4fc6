/** A row or a column that is not on the board. */
public class OutOfBoundsException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
