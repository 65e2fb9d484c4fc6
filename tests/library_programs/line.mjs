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
const observers = {
  xcoord: (point) => point.x,
  ycoord: (point) => point.y,
  start: (line) => line.p,
  end: (line) => line.q,
  length: (line) => line.length(),
  middle: (line) => line.middle(),
  turned: (line) => line.turned(),
};
const routines = {
  new: (p, q) => ((line = new Line(p, q)), null),
  is_parallel: (m) => line.isParallel(m),
};
for (const name of ["start", "end", "length", "middle", "turned"])
  routines[name] = () => observers[name](line);

// `.turned.start.xcoord` is the xcoord of the start of the turned line that the last call yielded
const observe = (path) => path.split(".").slice(1).reduce((it, name) => observers[name](it), output);
const shown = (value) => ({ out: value instanceof Object ? "an object" : value });

function argument(given) {
  const [[routine, ...inner]] = given.object; // the calls that make it: here always one
  const classes = { new: Line, "Point.new": Point };
  return new classes[routine](...(routine === "new" ? inner.map(argument) : inner));
}

function reply([routine, ...given]) {
  try {
    if (routine.startsWith(".")) return shown(observe(routine));
    output = routines[routine](...given.map(argument));
    return shown(output);
  } catch (error) {
    return { exc: error.constructor.name };
  }
}

createInterface({ input: process.stdin }).on("line", (text) => {
  const { id, hello, calls } = JSON.parse(text);
  const rest = hello ? { hello, routines: Object.keys(routines) } : { replies: calls.map(reply) };
  console.log(JSON.stringify({ id, ...rest }));
});
