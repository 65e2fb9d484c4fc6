// Has Pyodide compile the files of a page: node pack.mjs PYODIDE FILES.zip PLACES OUT
// PYODIDE: the folder of the npm package; FILES.zip: what the page has; OUT: the folder to write to.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, files, places, out] = process.argv.slice(2);

async function pack() {
  const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
  const python = await loadPyodide({ indexURL: pyodide });
  python.unpackArchive(new Uint8Array(fs.readFileSync(files)), "zip", { extractDir: "/spec" });
  python.globals.set("places", places);
  python.runPython(`
import json, sys
sys.path.insert(0, "/spec")
from modlab.explorer.bytecode import pack
pack("/spec", json.loads(places), "/")
`);
  for (const name of ["library.zip", "specification.zip"]) {
    fs.writeFileSync(path.join(out, name), python.FS.readFile(`/${name}`));
  }
}

try {
  await pack();
} catch (error) {
  // an uncaught one prints the source of Pyodide, which is one long line
  console.error(String(error.message ?? error).trim());
  process.exit(1);
}
