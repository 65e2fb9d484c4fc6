// Lets othello-mis call your Othello. In your part, uncomment each routine that your code has,
// and call your code there. The rest is not checked. Conventions: othello-mis check --help. Then:
// othello-mis check --impl 'node othello_mis.mjs'

const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // your code's prints do no harm
const routines = {};

// ---- your part ----------------------------------------------------------------------------------
// const { Othello } = await import("./othello.mjs");
// const game = new Othello();
// const player = (who) => who; // "black" or "white" as your code has it
// const name = (disc) => disc; // and the other way: "empty", "black" or "white"
// routines.init = () => game.init();
// routines.move = (row, col) => game.move(row, col);
// routines.is_valid_move = (row, col, who) => game.isValidMove(row, col, player(who));
// routines.cell = (row, col) => name(game.cell(row, col));
// routines.turn = () => name(game.turn());
// routines.count = (who) => game.count(player(who));
// routines.winner = () => name(game.winner() ?? "draw");
// routines.game_over = () => game.gameOver();
// routines.has_valid_moves = (who) => game.hasValidMoves(player(who));
// ---- nothing to change below this line ----------------------------------------------------------

function reply([routine, ...args]) {
  try {
    const out = routines[routine](...args);
    const none = routine === "init" || routine === "move" || out === undefined;
    return JSON.stringify({ out: none ? null : out });
  } catch (thrown) {
    const exc = `${thrown?.constructor?.name}`.replace(/(Exception|Error)$/, "");
    if (exc === "InvalidMove" || exc === "OutOfBounds") return JSON.stringify({ exc });
    const error = `${thrown?.stack ?? thrown}`.replace(/\s+/g, " ").replace(/[^ (]*\//g, "");
    return JSON.stringify({ error: error.slice(0, 200) });
  }
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, hello, calls } = JSON.parse(line);
    const said = hello
      ? `"hello":1,"routines":${JSON.stringify(Object.keys(routines))}`
      : `"replies":[${calls.map(reply)}]`;
    answer(`{"id":${id},${said}}\n`);
  }
});
