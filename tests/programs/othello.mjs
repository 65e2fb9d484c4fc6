// An Othello game-state module, and the loop that answers questions about it over a pipe.
//
// Reads one JSON object per line and writes one per line:
//   {"id":0,"hello":1}                               the names of the routines
//   {"id":7,"calls":[["init"],["move",2,3]]}         one reply per call
//
//   node othello.mjs
//   node othello.mjs --faulty      never looks down and to the left: seven directions only

// ---- The game ----

const SIZE = 8;

const DIRECTIONS = [
  [-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1],
];

class OutOfBounds extends Error {}
class InvalidMove extends Error {}

const onBoard = (row, col) => 0 <= row && row < SIZE && 0 <= col && col < SIZE;
const opponent = (player) => (player === "black" ? "white" : "black");

class Othello {
  #board;
  #mover;
  #directions;

  constructor(directions = DIRECTIONS) {
    this.#directions = directions;
    this.init();
  }

  init() {
    this.#board = Array.from({ length: SIZE }, () => Array(SIZE).fill("empty"));
    this.#board[3][3] = this.#board[4][4] = "white";
    this.#board[3][4] = this.#board[4][3] = "black";
    this.#mover = "black";
  }

  move(row, col) {
    if (!onBoard(row, col)) throw new OutOfBounds();
    if (!this.is_valid_move(row, col, this.#mover)) throw new InvalidMove();
    for (const [r, c] of this.#flips(row, col, this.#mover)) this.#board[r][c] = this.#mover;
    this.#board[row][col] = this.#mover;
    if (this.has_valid_moves(opponent(this.#mover))) this.#mover = opponent(this.#mover);
  }

  is_valid_move(row, col, player) {
    return onBoard(row, col)
      && this.#board[row][col] === "empty"
      && this.#flips(row, col, player).length > 0;
  }

  cell(row, col) {
    if (!onBoard(row, col)) throw new OutOfBounds();
    return this.#board[row][col];
  }

  turn() {
    return this.#mover;
  }

  count(player) {
    return this.#board.flat().filter((disc) => disc === player).length;
  }

  winner() {
    const lead = this.count("black") - this.count("white");
    return lead > 0 ? "black" : lead < 0 ? "white" : "draw";
  }

  game_over() {
    return !this.has_valid_moves("black") && !this.has_valid_moves("white");
  }

  has_valid_moves(player) {
    return this.#board.some((line, row) =>
      line.some((_, col) => this.is_valid_move(row, col, player)));
  }

  // The squares whose discs a disc of the player on (row, col) outflanks.
  #flips(row, col, player) {
    return this.#directions.flatMap((step) => this.#outflanked(row, col, step, player));
  }

  #outflanked(row, col, [down, right], player) {
    const run = [];
    for (let r = row + down, c = col + right; onBoard(r, c); r += down, c += right) {
      if (this.#board[r][c] === player) return run;
      if (this.#board[r][c] === "empty") return [];
      run.push([r, c]);
    }
    return [];
  }
}

// ---- The pipe ----

const isPlayer = (value) => value === "black" || value === "white";

// What each routine takes.
const SYNTAX = new Map([
  ["init", []],
  ["move", [Number.isInteger, Number.isInteger]],
  ["is_valid_move", [Number.isInteger, Number.isInteger, isPlayer]],
  ["cell", [Number.isInteger, Number.isInteger]],
  ["turn", []],
  ["count", [isPlayer]],
  ["winner", []],
  ["game_over", []],
  ["has_valid_moves", [isPlayer]],
]);

function answerCall(game, call) {
  if (!Array.isArray(call)) return { error: "a call is a list" };
  const [routine, ...args] = call;
  const takes = SYNTAX.get(routine);
  if (!takes) return { error: `no such routine: ${JSON.stringify(routine)}` };
  if (args.length !== takes.length || !takes.every((understood, i) => understood(args[i]))) {
    return { error: `${routine} does not take ${JSON.stringify(args)}` };
  }
  try {
    return { out: game[routine](...args) ?? null };
  } catch (error) {
    return { exc: error.constructor.name };
  }
}

function answer(game, line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return { id: null, error: "not JSON" };
  }
  const { id = null, hello, calls } = request ?? {};
  if (hello !== undefined) return { id, hello: 1, routines: [...SYNTAX.keys()] };
  if (!Array.isArray(calls)) return { id, error: "expected hello, or a list of calls" };
  return { id, replies: calls.map((call) => answerCall(game, call)) };
}

// Not node:readline, which also ends a line at characters that may stand inside a JSON string.
async function* lines(input) {
  let rest = "";
  for await (const chunk of input.setEncoding("utf8")) {
    rest += chunk;
    if (!chunk.includes("\n")) continue;
    const complete = rest.split("\n");
    rest = complete.pop();
    yield* complete;
  }
  if (rest !== "") yield rest;
}

const faulty = process.argv.includes("--faulty");
const game = new Othello(faulty
  ? DIRECTIONS.filter(([down, right]) => down !== 1 || right !== -1)
  : DIRECTIONS);
for await (const line of lines(process.stdin)) {
  process.stdout.write(`${JSON.stringify(answer(game, line))}\n`);
}
