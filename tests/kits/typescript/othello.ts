// Othello on a board of 8 by 8.

const SIZE = 8;
const STEPS = [-1, 0, 1];

export enum Disc { Empty, Black, White }

export class InvalidMoveError extends Error {}
export class OutOfBoundsError extends Error {}

type Square = [row: number, col: number];

const opponent = (player: Disc) => (player === Disc.Black ? Disc.White : Disc.Black);
const onBoard = (row: number, col: number) => row >= 0 && row < SIZE && col >= 0 && col < SIZE;

export class Othello {
  private board: Disc[][] = [];
  private mover = Disc.Black;

  constructor() {
    this.init();
  }

  init(): void {
    this.board = Array.from({ length: SIZE }, () => Array<Disc>(SIZE).fill(Disc.Empty));
    this.board[3][3] = this.board[4][4] = Disc.White;
    this.board[3][4] = this.board[4][3] = Disc.Black;
    this.mover = Disc.Black;
  }

  move(row: number, col: number): Square[] {
    console.log(Disc[this.mover], "to", row, col);
    if (!onBoard(row, col)) throw new OutOfBoundsError();
    if (!this.isValidMove(row, col, this.mover)) throw new InvalidMoveError();
    const flipped = this.flips(row, col, this.mover);
    for (const [r, c] of flipped) this.board[r][c] = this.mover;
    this.board[row][col] = this.mover;
    if (this.hasValidMoves(opponent(this.mover))) this.mover = opponent(this.mover);
    return flipped;
  }

  isValidMove(row: number, col: number, player: Disc): boolean {
    return onBoard(row, col)
      && this.board[row][col] === Disc.Empty
      && this.flips(row, col, player).length > 0;
  }

  cell(row: number, col: number): Disc {
    if (!onBoard(row, col)) throw new OutOfBoundsError();
    return this.board[row][col];
  }

  turn(): Disc {
    return this.mover;
  }

  count(player: Disc): number {
    return this.board.reduce((sum, line) => sum + line.filter((disc) => disc === player).length, 0);
  }

  winner(): Disc | undefined {
    const lead = this.count(Disc.Black) - this.count(Disc.White);
    if (lead === 0) return undefined;
    return lead > 0 ? Disc.Black : Disc.White;
  }

  gameOver(): boolean {
    return !this.hasValidMoves(Disc.Black) && !this.hasValidMoves(Disc.White);
  }

  hasValidMoves(player: Disc): boolean {
    return this.board.some((line, row) => line.some((_, col) => this.isValidMove(row, col, player)));
  }

  private flips(row: number, col: number, player: Disc): Square[] {
    const squares: Square[] = [];
    for (const down of STEPS) {
      for (const right of STEPS) squares.push(...this.outflanked(row, col, down, right, player));
    }
    return squares;
  }

  private outflanked(
    row: number, col: number, down: number, right: number, player: Disc,
  ): Square[] {
    const run: Square[] = [];
    for (let r = row + down, c = col + right; onBoard(r, c); r += down, c += right) {
      if (this.board[r][c] === player) return run;
      if (this.board[r][c] === Disc.Empty) return [];
      run.push([r, c]);
    }
    return [];
  }
}
