// Tic-tac-toe as somebody may write it who has read the specification.

class GameOver extends Error {}
class OutOfBounds extends Error {}
class Taken extends Error {}

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

export class Game {
  init() {
    this.squares = Array(9).fill("empty");
    this.mover = "cross";
  }

  place(row, col) {
    if (row < 0 || row > 2 || col < 0 || col > 2) throw new OutOfBounds();
    return 3 * row + col;
  }

  play(row, col) {
    if (this.isOver()) throw new GameOver();
    const place = this.place(row, col);
    if (this.squares[place] !== "empty") throw new Taken();
    this.squares[place] = this.mover;
    this.mover = this.mover === "cross" ? "nought" : "cross";
  }

  mark(row, col) {
    return this.squares[this.place(row, col)];
  }

  turn() {
    return this.mover;
  }

  hasWon(player) {
    return LINES.some((line) => [...line].every((n) => this.squares[n] === player));
  }

  isOver() {
    return !this.squares.includes("empty") || this.hasWon("cross") || this.hasWon("nought");
  }
}
