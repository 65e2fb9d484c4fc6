// Runs the specification in Python, beside the page, so that the page never freezes.
// The parts of Python arrive first; then each {number, request} is answered by {number, answer}.
let answer;

self.onmessage = async ({data}) => {
  if (data.parts) {
    // an exception in an asynchronous function of a worker is silent: tell the page
    start(data.parts).catch((error) => postMessage({broken: String(error?.stack ?? error)}));
    return;
  }
  try {
    postMessage({number: data.number, answer: answer(data.request)});
  } catch (error) {
    postMessage({number: data.number, answer: JSON.stringify({error: String(error.message ?? error)})});
  }
};

const address = (bytes) => URL.createObjectURL(new Blob([bytes], {type: "text/javascript"}));

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start(parts) {
  const [wasm, loader, glue] = await Promise.all([parts.wasm, parts.loader, parts.glue].map(inflate));
  // Pyodide asks for these two below its indexURL. There is no such place: they are in memory.
  const inMemory = {
    "pyodide.asm.wasm": () => new Response(wasm, {headers: {"Content-Type": "application/wasm"}}),
    "python_stdlib.zip": () => new Response(parts.library),
  };
  self.fetch = async (asked) => {
    const made = inMemory[String(asked.url ?? asked).split("/").pop()];
    if (!made) throw new Error(`the page asks a network for ${asked.url ?? asked}`);
    return made();
  };
  const {loadPyodide} = await import(address(loader));
  const {default: createPyodideModule} = await import(address(glue));
  const python = await loadPyodide({
    createPyodideModule, indexURL: "http://in.memory/", packageBaseUrl: "http://in.memory/",
    stdLibURL: "http://in.memory/python_stdlib.zip", lockFileContents: parts.lock, checkAPIVersion: false,
  });
  python.unpackArchive(parts.specification, "zip", {extractDir: "/spec"});
  python.globals.set("places", parts.places);
  python.runPython(`
import json, sys
sys.path.insert(0, "/spec")
from modlab.explorer.explorer import Explorer, ModulePlace
explorer = Explorer([ModulePlace(*place) for place in json.loads(places)])
`);
  answer = python.runPython("explorer.answer");
  postMessage({ready: true});
}
