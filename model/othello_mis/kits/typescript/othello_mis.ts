// Lets othello-mis call your Othello. In the section that is yours, uncomment what your code has,
// and call it there. The rest is not checked. Conventions: othello-mis check --help.
// othello-mis check and modspec check othello_spec.othello are the same command. Then:
// tsc -t es2020 -m commonjs othello_mis.ts && othello-mis check --impl 'node othello_mis.js'

declare const process: any; // compiles without @types/node, too
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // your code's prints do no harm
const routines: Partial<Routines> = {};

// ---- your part ----------------------------------------------------------------------------------
// import { Disc, Othello } from "./othello";
// const game = new Othello();
// const player = (who: Player) => (who === "black" ? Disc.Black : Disc.White);
// const name = (disc: Disc) => Disc[disc].toLowerCase(); // "empty", "black" or "white"
// routines.init = () => game.init();
// routines.move = (row, col) => game.move(row, col);
// routines.is_valid_move = (row, col, who) => game.isValidMove(row, col, player(who));
// routines.cell = (row, col) => name(game.cell(row, col));
// routines.turn = () => name(game.turn());
// routines.count = (who) => game.count(player(who));
// routines.winner = () => (game.winner() ? name(game.winner()!) : "draw");
// routines.game_over = () => game.gameOver();
// routines.has_valid_moves = (who) => game.hasValidMoves(player(who));
// ---- nothing to change below this line ----------------------------------------------------------
export type Player = "black" | "white";
interface Routines {
  init(): void; move(row: number, col: number): void;
  is_valid_move(row: number, col: number, who: Player): boolean;
  cell(row: number, col: number): string; turn(): string;
  count(who: Player): number; winner(): string;
  game_over(): boolean; has_valid_moves(who: Player): boolean;
  pass_turn(): void; is_valid_pass(): boolean;
}

function reply([routine, ...args]: [keyof Routines, ...unknown[]]): string {
  try {
    const out = (routines[routine] as (...args: unknown[]) => unknown)(...args);
    const none = ["init", "move", "pass_turn"].includes(routine);
    if (none && out === false) throw routine === "move" ? "invalid move" : "invalid pass";
    return JSON.stringify({ out: none ? null : out ?? null });
  } catch (thrown: any) {
    const name = `${thrown?.constructor?.name}`, text = `${thrown?.message ?? thrown}`;
    const code = typeof thrown?.code === "string" && thrown.code.toLowerCase().replace(/_/g, " ");
    const words = code || ["Error", "String"].includes(name)
      && /^[A-Za-z]+( [A-Za-z]+)*(?![A-Za-z0-9])/.exec(text)?.[0]; // "invalid move: a1"
    const exc = words ? words.replace(/(?:^| )./g, (start: string) => start.trim().toUpperCase())
      : name.replace(/(?<=.)(Exception|Error)$/, "");
    const [, place] = /([^\s/(]+:\d+):\d+/.exec(thrown?.stack) ?? [, "thrown"];
    return JSON.stringify({ exc, detail: `${name}: ${text} (${place})` });
  }
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    const { id, hello, calls } = JSON.parse(line);
    const said = hello
      ? `"hello":1,"routines":${JSON.stringify(Object.keys(routines))}`
      : `"replies":[${calls.map(reply)}]`;
    answer(`{"id":${id},${said}}\n`);
  }
});
