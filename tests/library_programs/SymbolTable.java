// A symbol table as somebody may write it who has read the specification.

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

class Declared extends RuntimeException {}

class FullException extends RuntimeException {}

class Reserved extends RuntimeException {}

class Undeclared extends RuntimeException {}

public class SymbolTable {
    private final Map<String, String> table = new TreeMap<>();

    void init() {
        table.clear();
    }

    void declare(String name, String kind) {
        if (name.equals("if") || name.equals("while")) throw new Reserved();
        if (isDeclared(name)) throw new Declared();
        if (table.size() == 2) throw new FullException();
        table.put(name, kind);
    }

    void update(String name, String kind) {
        if (!isDeclared(name)) throw new Undeclared();
        table.put(name, kind);
    }

    void remove(String name) {
        if (table.remove(name) == null) throw new Undeclared();
    }

    String lookup(String name) {
        if (!isDeclared(name)) throw new Undeclared();
        return table.get(name);
    }

    boolean isDeclared(String name) {
        return table.containsKey(name);
    }

    Set<String> names() {
        return table.keySet();
    }

    int size() {
        return table.size();
    }
}
