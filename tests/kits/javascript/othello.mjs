// Othello on a board of 8 by 8.

const SIZE = 8;
const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

export class InvalidMove extends Error {}
export class OutOfBoundsError extends RangeError {}

const opponent = (player) => (player === "black" ? "white" : "black");
const onBoard = (row, col) => row >= 0 && row < SIZE && col >= 0 && col < SIZE;

export class Othello {
  constructor() {
    this.init();
  }

  init() {
    this.board = Array.from({ length: SIZE }, () => Array(SIZE).fill("empty"));
    this.board[3][3] = this.board[4][4] = "white";
    this.board[3][4] = this.board[4][3] = "black";
    this.mover = "black";
  }

  move(row, col) {
    console.log(this.mover, "to", row, col);
    if (!onBoard(row, col)) throw new OutOfBoundsError(`${row}, ${col}`);
    if (!this.isValidMove(row, col, this.mover)) throw new InvalidMove();
    for (const [r, c] of this.flips(row, col, this.mover)) this.board[r][c] = this.mover;
    this.board[row][col] = this.mover;
    if (this.hasValidMoves(opponent(this.mover))) this.mover = opponent(this.mover);
    return true;
  }

  isValidMove(row, col, player) {
    return onBoard(row, col)
      && this.board[row][col] === "empty"
      && this.flips(row, col, player).length > 0;
  }

  cell(row, col) {
    if (!onBoard(row, col)) throw new OutOfBoundsError(`${row}, ${col}`);
    return this.board[row][col];
  }

  turn() {
    return this.mover;
  }

  count(player) {
    return this.board.flat().filter((disc) => disc === player).length;
  }

  winner() {
    const lead = this.count("black") - this.count("white");
    if (lead === 0) return null;
    return lead > 0 ? "black" : "white";
  }

  gameOver() {
    return !this.hasValidMoves("black") && !this.hasValidMoves("white");
  }

  hasValidMoves(player) {
    return this.board.some((line, row) => line.some((_, col) => this.isValidMove(row, col, player)));
  }

  flips(row, col, player) {
    return DIRECTIONS.flatMap(([down, right]) => this.outflanked(row, col, down, right, player));
  }

  outflanked(row, col, down, right, player) {
    const run = [];
    for (let r = row + down, c = col + right; onBoard(r, c); r += down, c += right) {
      if (this.board[r][c] === player) return run;
      if (this.board[r][c] === "empty") return [];
      run.push([r, c]);
    }
    return [];
  }
}

console.log("it begins with", new Othello().turn());
