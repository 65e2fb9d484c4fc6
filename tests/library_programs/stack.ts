// A stack as somebody may write it who has read the specification.

class Empty extends Error {}
class FullError extends Error {}

export class Stack {
  private items: number[] = [];

  init(): void {
    this.items = [];
  }

  push(item: number): void {
    if (this.items.length === 4) throw new FullError();
    this.items.push(item);
  }

  pop(): number {
    if (this.items.length === 0) throw new Empty();
    return this.items.pop()!;
  }

  top(): number {
    if (this.items.length === 0) throw new Empty();
    return this.items[this.items.length - 1];
  }

  depth(): number {
    return this.items.length;
  }
}
