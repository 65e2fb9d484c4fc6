import { Board, Color, opponent, Position, Square } from "./board";

export class InvalidMoveError extends Error {}

export class Game {
  private readonly board = new Board();
  turn: Color = "B";

  move(player: Color, position: Position): void {
    this.board.get(position);
    if (player !== this.turn || !this.isValidMove(position, player)) throw new InvalidMoveError();
    for (const each of [position, ...this.board.flips(position, player)]) this.board.set(each, player);
    if (this.hasValidMoves(opponent(player))) this.turn = opponent(player);
  }

  cell(position: Position): Square {
    return this.board.get(position);
  }

  isValidMove(position: Position, player: Color): boolean {
    return this.board.flips(position, player).length > 0;
  }

  hasValidMoves(player: Color): boolean {
    return [...Array(64).keys()].some((i) =>
      this.isValidMove({ row: Math.floor(i / 8), column: i % 8 }, player));
  }

  count(player: Color): number {
    return this.board.count(player);
  }

  gameOver(): boolean {
    return !this.hasValidMoves("B") && !this.hasValidMoves("W");
  }

  winner(): Color | undefined {
    const lead = this.count("B") - this.count("W");
    return lead > 0 ? "B" : lead < 0 ? "W" : undefined;
  }
}
