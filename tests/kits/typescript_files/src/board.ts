export type Color = "B" | "W";
export type Square = Color | undefined;
export type Position = { row: number; column: number };

export const opponent = (color: Color): Color => (color === "B" ? "W" : "B");

export class OffTheBoard extends Error {}

export class Board {
  private readonly squares = new Map<string, Color>();

  constructor() {
    for (const key of ["3,3", "4,4"]) this.squares.set(key, "W");
    for (const key of ["3,4", "4,3"]) this.squares.set(key, "B");
  }

  static contains({ row, column }: Position): boolean {
    return row >= 0 && row < 8 && column >= 0 && column < 8;
  }

  get(position: Position): Square {
    if (!Board.contains(position)) throw new OffTheBoard(JSON.stringify(position));
    return this.squares.get(`${position.row},${position.column}`);
  }

  set({ row, column }: Position, color: Color): void {
    this.squares.set(`${row},${column}`, color);
  }

  count(color: Color): number {
    return [...this.squares.values()].filter((each) => each === color).length;
  }

  flips(position: Position, color: Color): Position[] {
    if (!Board.contains(position) || this.get(position)) return [];
    const found: Position[] = [];
    for (const down of [-1, 0, 1]) {
      for (const right of [-1, 0, 1]) {
        const run: Position[] = [];
        let { row, column } = position;
        for (;;) {
          row += down;
          column += right;
          const disc = Board.contains({ row, column }) ? this.get({ row, column }) : undefined;
          if (disc === color) found.push(...run);
          if (disc !== opponent(color)) break;
          run.push({ row, column });
        }
      }
    }
    return found;
  }
}
