// A vending machine as somebody may write it who has read the specification.

class NotEnough extends Error {}
class NothingToTake extends Error {}
class SoldOut extends Error {}
class Waiting extends Error {}

export class Machine {
  init() {
    this.drinks = new Map([["cola", 2], ["water", 2]]);
    this.paid = 0;
    this.served = null;
  }

  insert(coin) {
    if (this.served) throw new Waiting();
    this.paid += { quarter: 1, dollar: 4 }[coin];
  }

  select(drink) {
    if (this.served) throw new Waiting();
    const left = this.drinks.get(drink);
    if (left === 0) throw new SoldOut();
    if (this.paid < 3) throw new NotEnough();
    this.drinks.set(drink, left - 1);
    this.paid -= 3;
    this.served = drink;
  }

  take() {
    if (!this.served) throw new NothingToTake();
    const drink = this.served;
    this.served = null;
    return drink;
  }

  cancel() {
    const paid = this.paid;
    this.paid = 0;
    return paid;
  }

  refill(drink) {
    this.drinks.set(drink, 2);
  }

  stock(drink) {
    return this.drinks.get(drink);
  }

  credit() {
    return this.paid;
  }

  slot() {
    return this.served;
  }
}
