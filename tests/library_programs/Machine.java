// A vending machine as somebody may write it who has read the specification.

import java.util.HashMap;
import java.util.Map;

class NotEnough extends Exception {}

class NothingToTake extends Exception {}

class SoldOut extends Exception {}

class Waiting extends Exception {}

public class Machine {
    private Map<String, Integer> drinks;
    private int paid;
    private String served;

    void init() {
        drinks = new HashMap<>(Map.of("cola", 2, "water", 2));
        paid = 0;
        served = null;
    }

    void insert(String coin) throws Waiting {
        if (served != null) throw new Waiting();
        paid += coin.equals("dollar") ? 4 : 1;
    }

    void select(String drink) throws Exception {
        if (served != null) throw new Waiting();
        if (drinks.get(drink) == 0) throw new SoldOut();
        if (paid < 3) throw new NotEnough();
        drinks.merge(drink, -1, Integer::sum);
        paid -= 3;
        served = drink;
    }

    String take() throws NothingToTake {
        if (served == null) throw new NothingToTake();
        String drink = served;
        served = null;
        return drink;
    }

    int cancel() {
        int back = paid;
        paid = 0;
        return back;
    }

    void refill(String drink) {
        drinks.put(drink, 2);
    }

    int stock(String drink) {
        return drinks.get(drink);
    }

    int credit() {
        return paid;
    }

    String slot() {
        return served;
    }
}
