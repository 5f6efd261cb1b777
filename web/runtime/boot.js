// @ts-check
/**
 * Starts Python once a page: everything is fetched at the same time and from the page's own origin, checked against the
 * manifest, and handed to Pyodide.
 */

/**
 * @typedef {object} Progress
 * @property {"download" | "python" | "core" | "ready"} step what is going on now
 * @property {number} loaded bytes here, of all runtime files
 * @property {number} total bytes of all runtime files; 0 until the manifest is here
 */

/**
 * @typedef {object} BootOptions
 * @property {string | URL} [baseUrl] the site's root, with its last slash; where this module lies, one folder up, if absent
 * @property {(progress: Progress) => void} [onProgress]
 * @property {string} [module] Python's module to import; "cna_avatars.host.web" if absent
 */

/**
 * @typedef {object} Runtime
 * @property {import("pyodide").PyodideInterface} pyodide call nothing asynchronous on it, and no runPython
 * @property {import("pyodide/ffi").PyProxy & Record<string, any>} web the module `cna_avatars.host.web`: take its functions once
 * @property {import("./heap.js").Heap} heap
 * @property {string} catalogIndex the text of catalogs/index.json, for `web.start`
 * @property {(sha256: string, size: number) => Promise<Uint8Array<ArrayBuffer>>} fetchFile a catalog file by its content, of that
 *   size (the core checks the hash); the catalogs' manifests are under way already. Rejects with a BootError.
 * @property {Promise<never>} fatal rejects with an AvatarError, code "fatal", when Python has died: no call works any more
 */

/**
 * The page's one runtime: later calls answer the first call's promise and ignore their options. Rejects with a BootError;
 * a page whose boot failed is to be reloaded.
 * @param {BootOptions} [options]
 * @returns {Promise<Runtime>}
 */
export function boot(options = {}) {
  shared ??= start(options);
  return shared;
}

/** @type {Promise<Runtime> | undefined} */
let shared;
