// The board, as a page draws it. Players are "dark" and "light".
const table = document.getElementById("board");
let board;

function inside(row, col) {
  return row >= 0 && row < 8 && col >= 0 && col < 8;
}

function other(player) {
  return player === "dark" ? "light" : "dark";
}

function put(row, col, player) {
  board[row][col] = player;
  table.rows[row].cells[col].className = player;
}

function flips(row, col, player) {
  const found = [];
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      const run = [];
      let [r, c] = [row + down, col + right];
      for (; inside(r, c) && board[r][c] === other(player); r += down, c += right) run.push([r, c]);
      if (inside(r, c) && board[r][c] === player) found.push(...run);
    }
  }
  return found;
}
