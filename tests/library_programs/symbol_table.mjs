// A symbol table as somebody may write it who has read the specification.

class Declared extends Error {}
class Full extends Error {}
class Reserved extends Error {}
class Undeclared extends Error {}

export class SymbolTable {
  init() {
    this.table = new Map();
  }

  declare(name, kind) {
    if (name === "if" || name === "while") throw new Reserved();
    if (this.table.has(name)) throw new Declared();
    if (this.table.size === 2) throw new Full();
    this.table.set(name, kind);
  }

  update(name, kind) {
    if (!this.table.has(name)) throw new Undeclared();
    this.table.set(name, kind);
  }

  remove(name) {
    if (!this.table.delete(name)) throw new Undeclared();
  }

  lookup(name) {
    if (!this.table.has(name)) throw new Undeclared();
    return this.table.get(name);
  }

  isDeclared(name) {
    return this.table.has(name);
  }

  names() {
    return new Set(this.table.keys());
  }

  size() {
    return this.table.size;
  }
}
