import java.util.ArrayList;

class Full extends Exception {}

class NoPosition extends Exception {}

/** A sequence as somebody may write it who has read the specification. */
class Sequence {
    private final ArrayList<Integer> items = new ArrayList<>();

    private void demand(int i, int end) throws NoPosition {
        if (i < 0 || i >= end) throw new NoPosition();
    }

    void add(int i, int item) throws Exception {
        demand(i, items.size() + 1);
        if (items.size() == 3) throw new Full();
        items.add(i, item);
    }

    void remove(int i) throws NoPosition {
        demand(i, items.size());
        items.remove(i);
    }

    int at(int i) throws NoPosition {
        demand(i, items.size());
        return items.get(i);
    }

    int size() {
        return items.size();
    }
}
