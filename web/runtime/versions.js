// @ts-check
/** The releases that this page and its runtime files agree on; the build steps read them from here. */

/** Pyodide, from npm; package.json names the same one. */
export const PYODIDE = "314.0.4";

/** NumPy's WebAssembly wheel, as Pyodide's own lock file lists it. */
export const NUMPY = "2.4.3";

/** The layout of runtime/manifest.json that boot.js reads and the build steps write. */
export const MANIFEST_FORMAT = 1;
