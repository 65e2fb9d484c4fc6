// Functions over a state { board: 8 strings[][], turn: 1 | 2 }; a move yields a new state.
const DIRS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
const isOnBoard = (r, c) => r >= 0 && r < 8 && c >= 0 && c < 8;
const opponent = (p) => 3 - p;
function createGame() {
  const board = Array.from({ length: 8 }, () => Array(8).fill(0));
  board[3][3] = board[4][4] = 2;
  board[3][4] = board[4][3] = 1;
  return { board, turn: 1 };
}
function captures(state, r, c, player) {
  if (!isOnBoard(r, c)) throw new Error("off the board");
  if (state.board[r][c]) return [];
  return DIRS.flatMap(([dr, dc]) => {
    const line = [];
    let y = r + dr, x = c + dc;
    while (isOnBoard(y, x) && state.board[y][x] === opponent(player)) { line.push([y, x]); y += dr; x += dc; }
    return isOnBoard(y, x) && state.board[y][x] === player ? line : [];
  });
}
function legalMoves(state, player) {
  const found = [];
  for (let r = 0; r < 8; r++) for (let c = 0; c < 8; c++) if (captures(state, r, c, player).length) found.push([r, c]);
  return found;
}
function applyMove(state, [r, c]) {
  const taken = captures(state, r, c, state.turn);
  if (!taken.length) throw new Error("illegal move");
  const board = state.board.map((row) => [...row]);
  for (const [y, x] of [...taken, [r, c]]) board[y][x] = state.turn;
  const next = { board, turn: opponent(state.turn) };
  return legalMoves(next, next.turn).length ? next : { ...next, turn: state.turn };
}
const score = (state) => ({ black: state.board.flat().filter((d) => d === 1).length, white: state.board.flat().filter((d) => d === 2).length });
const isFinished = (state) => !legalMoves(state, 1).length && !legalMoves(state, 2).length;
module.exports = { createGame, captures, legalMoves, applyMove, score, isFinished };
