let turn = "dark";

class IllegalMove extends Error {}

function newGame() {
  board = [...Array(8)].map(() => Array(8).fill(null));
  for (const [row, col, player] of [[3, 3, "light"], [4, 4, "light"], [3, 4, "dark"], [4, 3, "dark"]]) {
    put(row, col, player);
  }
  turn = "dark";
}

function isValidMove(row, col, player) {
  return inside(row, col) && !board[row][col] && flips(row, col, player).length > 0;
}

function hasValidMoves(player) {
  return board.some((line, row) => line.some((_, col) => isValidMove(row, col, player)));
}

function move(player, row, col) {
  if (!inside(row, col)) throw new RangeError("There is no such square.");
  if (player !== turn || !isValidMove(row, col, player)) throw new IllegalMove();
  for (const [r, c] of [[row, col], ...flips(row, col, player)]) put(r, c, player);
  if (hasValidMoves(other(player))) turn = other(player);
  if (gameOver()) alert(`${winner() ?? "Nobody"} wins`);
}

function gameOver() {
  return !hasValidMoves("dark") && !hasValidMoves("light");
}

function count(player) {
  return board.flat().filter((disc) => disc === player).length;
}

function winner() {
  const lead = count("dark") - count("light");
  return lead > 0 ? "dark" : lead < 0 ? "light" : null;
}

table.addEventListener("click", ({ target }) => move(turn, target.parentNode.rowIndex, target.cellIndex));
document.title = "Reversi";
newGame();
