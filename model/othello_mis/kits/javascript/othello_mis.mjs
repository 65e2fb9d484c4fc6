// Lets othello-mis call your Othello. In the section that is yours, uncomment what your code has,
// and call it there. The rest is not checked. Conventions: othello-mis check --help.
// othello-mis check and modspec check othello_spec.othello are the same command. Then:
// othello-mis check --impl 'node othello_mis.mjs'

import { readFileSync } from "node:fs";
import vm from "node:vm";

const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // your code's prints do no harm
const routines = {};

// ---- your part ----------------------------------------------------------------------------------
// const { Othello } = await import("./othello.mjs");
// const game = new Othello(); // without exports: const game = page("board.js", "othello.js");
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
    const none = ["init", "move", "pass_turn"].includes(routine);
    if (none && out === false) throw routine === "move" ? "invalid move" : "invalid pass";
    return JSON.stringify({ out: none ? null : out ?? null });
  } catch (thrown) {
    const name = `${thrown?.constructor?.name}`, text = `${thrown?.message ?? thrown}`;
    const code = typeof thrown?.code === "string" && thrown.code.toLowerCase().replace(/_/g, " ");
    const words = code || ["Error", "String"].includes(name)
      && /^[A-Za-z]+( [A-Za-z]+)*(?![A-Za-z0-9])/.exec(text)?.[0]; // "invalid move: a1"
    const exc = words ? words.replace(/(?:^| )(.)/g, (_, first) => first.toUpperCase())
      : name.replace(/(?<=.)(Exception|Error)$/, "");
    const [, place] = /([^\s/(]+:\d+):\d+/.exec(thrown?.stack) ?? [, "thrown"];
    return JSON.stringify({ exc, detail: `${name}: ${text} (${place})` });
  }
}

// The functions and variables of the scripts of a web page. What they do to the page does nothing.
function page(...scripts) {
  const apply = () => nothing;
  const get = (_, key) => (key === Symbol.toPrimitive ? () => "" : nothing);
  const nothing = new Proxy(class {}, { get, set: () => true, apply, construct: apply });
  globalThis.window = globalThis;
  const known = "document location localStorage sessionStorage alert confirm prompt Audio Image $ "
    + "addEventListener requestAnimationFrame";
  for (const name of known.split(" ")) globalThis[name] = nothing;
  for (const file of scripts) vm.runInThisContext(readFileSync(file, "utf8"), file);
  return new Proxy({}, { get: (_, name) => vm.runInThisContext(name) });
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
