// A sequence as somebody may write it who has read the specification.

class Full extends Error {}
class NoPosition extends Error {}

export class Sequence {
  items = [];

  demand(i, end) {
    if (i < 0 || i >= end) throw new NoPosition();
  }

  add(i, item) {
    this.demand(i, this.items.length + 1);
    if (this.items.length === 3) throw new Full();
    this.items.splice(i, 0, item);
  }

  remove(i) {
    this.demand(i, this.items.length);
    this.items.splice(i, 1);
  }

  at(i) {
    this.demand(i, this.items.length);
    return this.items[i];
  }

  size() {
    return this.items.length;
  }
}
