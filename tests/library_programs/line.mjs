// Lines as somebody may write them who has read the specification, with an adapter of their own.

import { createInterface } from "node:readline";

class Degenerate extends Error {}

class Point {
  constructor(x, y) {
    Object.assign(this, { x, y });
  }
}

class Line {
  constructor(p, q) {
    if (p.x === q.x && p.y === q.y) throw new Degenerate();
    Object.assign(this, { p, q });
  }
  rise = () => this.q.y - this.p.y;
  run = () => this.q.x - this.p.x;
  length = () => Math.sqrt(this.rise() ** 2 + this.run() ** 2);
  middle = () => new Point(this.p.x + this.run() / 2, this.p.y + this.rise() / 2);
  turned = () => new Line(this.q, this.p);
  isParallel = (m) => this.rise() * m.run() === m.rise() * this.run();
}

// -- the adapter: `line` is the current object, `output` what the last call yielded

let line, output;
const routines = {
  new: (p, q) => ((line = new Line(p, q)), null),
  start: () => line.p,
  end: () => line.q,
  length: () => line.length(),
  middle: () => line.middle(),
  turned: () => line.turned(),
  is_parallel: (m) => line.isParallel(m),
};
const observers = {
  ".xcoord": () => output.x,
  ".ycoord": () => output.y,
  ".start.xcoord": () => output.p.x,
  ".start.ycoord": () => output.p.y,
  ".end.xcoord": () => output.q.x,
  ".end.ycoord": () => output.q.y,
};

function argument(given) {
  const [[routine, ...inner]] = given.object; // the calls that make it: here always one
  const classes = { new: Line, "Point.new": Point };
  return new classes[routine](...(routine === "new" ? inner.map(argument) : inner));
}

function reply([routine, ...given]) {
  try {
    if (routine in observers) return { out: observers[routine]() };
    output = routines[routine](...given.map(argument));
    return { out: output instanceof Object ? "an object" : output };
  } catch (error) {
    return { exc: error.constructor.name };
  }
}

createInterface({ input: process.stdin }).on("line", (text) => {
  const { id, hello, calls } = JSON.parse(text);
  const rest = hello ? { hello, routines: Object.keys(routines) } : { replies: calls.map(reply) };
  console.log(JSON.stringify({ id, ...rest }));
});
