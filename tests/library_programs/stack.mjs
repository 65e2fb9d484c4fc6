// A stack as somebody may write it who has read the specification.

class Empty extends Error {}
class FullError extends Error {}

export class Stack {
  init() {
    this.items = [];
  }

  push(item) {
    if (this.items.length === 4) throw new FullError();
    this.items.unshift(item);
  }

  pop() {
    if (this.items.shift() === undefined) throw new Empty("nothing to pop");
  }

  top() {
    if (!this.items.length) throw new Empty("no top");
    return this.items[0];
  }

  depth() {
    return this.items.length;
  }
}
