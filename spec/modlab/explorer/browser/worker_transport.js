"use strict";
// The page has Python in it: a request goes to a worker, which is ended when an answer takes too long.
const transport = (() => {
  const SECONDS = 30;
  const waiting = new Map();  // by number: what to call with the answer
  let worker = null, ready = null, last = 0;

  const text = (name) => document.getElementById(`part-${name}`).textContent;

  function bytes(name) {
    const binary = atob(text(name));
    const found = new Uint8Array(binary.length);
    for (let n = 0; n < binary.length; n++) found[n] = binary.charCodeAt(n);
    return found;
  }

  function start() {
    const parts = {lock: text("lock"), places: text("places")};
    for (const name of ["wasm", "loader", "glue", "library", "specification"]) parts[name] = bytes(name);
    // Chromium refuses a worker from a blob: address to a page that was opened from a file
    worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(text("worker"))}`, {type: "module"});
    ready = new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message || "this browser starts no worker"));
      worker.onmessage = ({data}) => {
        if (data.ready) resolve();
        else if (data.broken) reject(new Error(data.broken));
        else finish(data.number, data.answer);
      };
    });
    worker.postMessage({parts});
  }

  function finish(number, answer) {
    waiting.get(number)?.(JSON.parse(answer));
    waiting.delete(number);
  }

  function stop() {
    worker.terminate();
    worker = null;
    const error = JSON.stringify({error: `no answer within ${SECONDS} s; try a smaller change`});
    for (const number of [...waiting.keys()]) finish(number, error);
  }

  return {
    async ask(request) {
      if (!worker) start();
      try {
        await ready;
      } catch (error) {
        return {error: `Python does not start in this browser: ${error.message}`};
      }
      const number = ++last, mine = worker;
      return new Promise((resolve) => {
        const timer = setTimeout(() => mine === worker && stop(), SECONDS * 1000);
        waiting.set(number, (answer) => { clearTimeout(timer); resolve(answer); });
        mine.postMessage({number, request: JSON.stringify(request)});
      });
    },
  };
})();
