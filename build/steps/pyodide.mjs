// Runs a Python file in Pyodide under Node; this machine's files are at their own paths.
// node pyodide.mjs MANIFEST ROOT SCRIPT [ARGUMENT...]
// MANIFEST is a site's runtime/manifest.json, whose Python library and NumPy are used, or "-" for Pyodide as npm has it.
// ROOT is the folder that Python sees.
import { readFileSync } from "node:fs";
import path from "node:path";
import { loadPyodide } from "pyodide";

const RUN = `
import runpy, sys
sys.argv = list(arguments)
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
    status = 0
except SystemExit as stop:
    status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
sys.stdout.flush()
sys.stderr.flush()
status
`;

/** @param {string} manifestPath */
function optionsOf(manifestPath) {
  if (manifestPath === "-") return {};
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
  const folder = path.dirname(path.resolve(manifestPath));
  const library = manifest.files.find((file) => file.name === "python_stdlib.zip");
  return {
    lockFileContents: manifest.lock,
    packageBaseUrl: `${folder}/`,
    packages: ["numpy"],
    stdLibURL: path.join(folder, library.url),
  };
}

/** @param {string[]} argv */
async function main([manifestPath, root, script, ...rest]) {
  const env = { HOME: "/tmp", PYTHONHASHSEED: "0" };
  const pyodide = await loadPyodide({ ...optionsOf(manifestPath), env, stdout: () => {} });
  pyodide.setStdout();
  pyodide.FS.mkdirTree(root);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, root);
  pyodide.FS.chdir(root);
  const globals = pyodide.toPy({ arguments: [script, ...rest] });
  return pyodide.runPython(RUN, { globals });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message ?? error); // not the stack: Node would print a megabyte of minified source with it
  process.exitCode = 1;
}
