// Lets othello-mis call your Othello. In the section that is yours, uncomment what your code has,
// and call it there. The rest is not checked. Conventions: othello-mis check --help.
// othello-mis check and modspec check othello_spec.othello are the same command. Then:
// javac -d build OthelloMis.java && othello-mis check --impl 'java -cp build OthelloMis'

import java.io.*;
import java.util.*;
import java.util.regex.*;

// ---- your part ----------------------------------------------------------------------------------
/* If your classes are in packages, import them here. */
public class OthelloMis extends CheckerCalls {
    // static Othello game = new Othello();
    // static Disc player(String who) { return who.equals("black") ? Disc.BLACK : Disc.WHITE; }
    // static String name(Disc disc) { return disc.name().toLowerCase(); } // to "black", "empty"
    static void offer() {
        // offer("init", (row, col, who) -> { game.init(); return null; });
        // offer("move", (row, col, who) -> { game.move(row, col); return null; });
        // offer("is_valid_move", (row, col, who) -> game.isValidMove(row, col, player(who)));
        // offer("cell", (row, col, who) -> name(game.cell(row, col)));
        // offer("turn", (row, col, who) -> name(game.turn()));
        // offer("count", (row, col, who) -> game.count(player(who)));
        // offer("winner", (row, col, who) -> game.winner() == null ? "draw" : name(game.winner()));
        // offer("game_over", (row, col, who) -> game.gameOver());
        // offer("has_valid_moves", (row, col, who) -> game.hasValidMoves(player(who)));
    }
}
// ---- nothing to change below this line ----------------------------------------------------------
class CheckerCalls {
    static PrintStream answers = System.out;
    static { System.setOut(new PrintStream(new BufferedOutputStream(System.err))); } // no harm
    static Map<String, Routine> routines = new TreeMap<>();
    static Pattern call = Pattern.compile("\\[(\"\\w+\"),?(-?\\d+)?,?(-?\\d+)?,?\"?(\\w*)\"?]");
    static Map<String, String> refusals
        = Map.of("\"move\"", "InvalidMove", "\"pass_turn\"", "InvalidPass");
    static Pattern text = Pattern.compile("^[A-Za-z]+( [A-Za-z]+)*(?![A-Za-z0-9])");
    interface Routine { Object call(int row, int col, String who) throws Throwable; }
    static void offer(String name, Routine routine) { routines.put('"' + name + '"', routine); }
    static int number(String digits) { return digits == null ? 0 : Integer.parseInt(digits); }

    static String json(Object it) {
        if (it == null || it instanceof Boolean || it instanceof Integer) return "" + it;
        return String.format("\"%.200s\"", it.toString().replaceAll("[^ -~]|[\"\\\\$]", "'"));
    }

    static String reply(MatchResult call) {
        try {
            Routine asked = routines.get(call.group(1));
            int row = number(call.group(2)), col = number(call.group(3));
            Object out = asked.call(row, col, call.group(4));
            String refused = refusals.get(call.group(1));
            if (refused == null || out != Boolean.FALSE)
                return "{\"out\":" + json(refused == null ? out : null) + "}";
            return "{\"exc\":" + json(refused) + ",\"detail\":\"it returned false\"}";
        } catch (Throwable e) {
            String exc = e.getClass().getSimpleName().replaceFirst("(?<=.)(Exception|Error)$", "");
            Matcher words = text.matcher(String.valueOf(e.getMessage()));
            if (List.of("Exception", "Runtime").contains(exc) && words.find())
                exc = Pattern.compile("(?:^| )(.)").matcher(words.group()).replaceAll(
                    first -> first.group(1).toUpperCase()); // "invalid move: a1" is InvalidMove
            StackTraceElement[] places = e.getStackTrace();
            String detail = places.length == 0 ? "" + e : e + " (" + places[0] + ")";
            return "{\"exc\":" + json(exc) + ",\"detail\":" + json(detail.replace('$', '.')) + "}";
        }
    }

    public static void main(String[] arguments) {
        OthelloMis.offer();
        new BufferedReader(new InputStreamReader(System.in)).lines().map(line ->
            line.contains("hello") ? line.replace("}", ",\"routines\":" + routines.keySet() + "}")
                : call.matcher(line.replace("calls", "replies")).replaceAll(CheckerCalls::reply)
        ).forEach(reply -> { answers.println(reply); System.out.flush(); });
    }
}
