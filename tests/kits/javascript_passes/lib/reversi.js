const { SIZE, flips, inside } = require("./grid");

class IllegalMoveError extends Error {}
class IllegalPassError extends Error {}

/** Players are 1 and -1. Who cannot move has to pass. */
class Reversi {
  constructor() {
    this.fields = Array(SIZE * SIZE).fill(0);
    this.fields[27] = this.fields[36] = -1;
    this.fields[28] = this.fields[35] = 1;
    this.player = 1;
  }

  isLegal(x, y, player) {
    return inside(x, y) && !this.fields[x + 8 * y] && flips(this.fields, x, y, player).length > 0;
  }

  canMove(player) {
    return this.fields.some((_, i) => this.isLegal(i % 8, Math.floor(i / 8), player));
  }

  play(x, y) {
    if (!inside(x, y)) throw new RangeError(`(${x}, ${y})`);
    if (!this.isLegal(x, y, this.player)) throw new IllegalMoveError(`(${x}, ${y})`);
    for (const field of flips(this.fields, x, y, this.player)) this.fields[field] = this.player;
    this.fields[x + 8 * y] = this.player;
    this.player = -this.player;
    return this;
  }

  get mustPass() {
    return !this.canMove(this.player) && this.canMove(-this.player);
  }

  pass() {
    if (!this.mustPass) throw new IllegalPassError();
    this.player = -this.player;
    return this;
  }
}

module.exports = Reversi;
