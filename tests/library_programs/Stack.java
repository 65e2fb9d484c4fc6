// A stack as somebody may write it who has read the specification.

import java.util.ArrayDeque;

class EmptyException extends RuntimeException {}

class Full extends Exception {}

public class Stack {
    private final ArrayDeque<Integer> items = new ArrayDeque<>();

    void init() {
        items.clear();
    }

    void push(int item) throws Full {
        if (items.size() >= 4) throw new Full();
        items.push(item);
    }

    void pop() {
        if (items.isEmpty()) throw new EmptyException();
        items.pop();
    }

    int top() {
        if (items.isEmpty()) throw new EmptyException();
        return items.peek();
    }

    int depth() {
        return items.size();
    }
}
