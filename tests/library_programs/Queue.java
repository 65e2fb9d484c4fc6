import java.util.ArrayDeque;

class Empty extends RuntimeException {}

class Full extends RuntimeException {}

/** A queue as somebody may write it who has read the specification. */
class Queue {
    private final ArrayDeque<Integer> waiting = new ArrayDeque<>();

    void init() {
        waiting.clear();
    }

    void enqueue(int number) {
        if (waiting.size() == 3) throw new Full();
        waiting.addLast(number);
    }

    int leave() {
        if (waiting.isEmpty()) throw new Empty();
        return waiting.removeFirst();
    }

    int front() {
        if (waiting.isEmpty()) throw new Empty();
        return waiting.getFirst();
    }

    int length() {
        return waiting.size();
    }
}
