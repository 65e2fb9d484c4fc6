// A symbol table as somebody may write it who has read the specification.

class Declared extends Error {}
class Full extends Error {}
class Reserved extends Error {}
class Undeclared extends Error {}

export class SymbolTable {
  private table = new Map<string, string>();

  init(): void {
    this.table.clear();
  }

  declare(name: string, kind: string): void {
    if (name === "if" || name === "while") throw new Reserved();
    if (this.table.has(name)) throw new Declared();
    if (this.table.size === 2) throw new Full();
    this.table.set(name, kind);
  }

  update(name: string, kind: string): void {
    if (!this.table.has(name)) throw new Undeclared();
    this.table.set(name, kind);
  }

  remove(name: string): void {
    if (!this.table.delete(name)) throw new Undeclared();
  }

  lookup(name: string): string {
    const kind = this.table.get(name);
    if (kind === undefined) throw new Undeclared();
    return kind;
  }

  isDeclared(name: string): boolean {
    return this.table.has(name);
  }

  names(): Set<string> {
    return new Set(this.table.keys());
  }

  size(): number {
    return this.table.size;
  }
}
