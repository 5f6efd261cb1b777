// @ts-check
/**
 * Starts Python once a page: everything is fetched at the same time and from the page's own origin, checked against the
 * manifest, and handed to Pyodide.
 */

import { CatalogFiles } from "./catalog-files.js";
import { Downloads, open } from "./downloads.js";
import { AvatarError, BootError, fromPython } from "./errors.js";
import { Heap } from "./heap.js";
import { MANIFEST_FORMAT, NUMPY, PYODIDE } from "./versions.js";

/** @typedef {import("pyodide").PyodideInterface} Pyodide */
/** @typedef {import("./downloads.js").FileEntry} FileEntry */

/**
 * @typedef {object} Manifest runtime/manifest.json
 * @property {number} format
 * @property {string} pyodide
 * @property {string} numpy
 * @property {FileEntry[]} files
 * @property {import("pyodide").Lockfile} lock of just the packages that are here
 */

/**
 * @typedef {object} Progress
 * @property {"download" | "python" | "core" | "ready"} step what is going on now
 * @property {number} loaded bytes here, of all runtime files
 * @property {number} total bytes of all runtime files; 0 until the manifest is here
 */

/**
 * @typedef {object} BootOptions
 * @property {string | URL} [baseUrl] the site's root, with its last slash;
 *   one folder up from this module if absent
 * @property {(progress: Progress) => void} [onProgress]
 * @property {string} [module] Python's module to import; "cna_avatars.host.web" if absent
 */

/**
 * @typedef {object} Runtime
 * @property {Pyodide} pyodide call nothing asynchronous on it, and no runPython
 * @property {import("pyodide/ffi").PyProxy & Record<string, any>} web `cna_avatars.host.web`:
 *   take its functions once
 * @property {Heap} heap
 * @property {string} catalogIndex the text of catalogs/index.json, for `web.start`
 * @property {(sha256: string, size: number) => Promise<Uint8Array<ArrayBuffer>>} fetchFile
 *   a catalog file by its content, of that size (the core checks the hash);
 *   the catalogs' manifests are under way already. Rejects with an AvatarError.
 * @property {Promise<never>} fatal rejects with an AvatarError, code "fatal", when Python has died
 */

/**
 * The page's one runtime: later calls answer the first call's promise and ignore their options. Rejects with a
 * BootError; a page whose boot failed is to be reloaded.
 * @param {BootOptions} [options]
 * @returns {Promise<Runtime>}
 */
export function boot(options = {}) {
  shared ??= start(options);
  return shared;
}

/** @type {Promise<Runtime> | undefined} */
let shared;

const RELOAD =
  "Reload the page without the browser's cache, or build the site again (python3 build/serve.py).";

/**
 * @param {BootOptions} options
 * @returns {Promise<Runtime>}
 */
async function start({ baseUrl, onProgress = () => {}, module = "cna_avatars.host.web" }) {
  mark("start");
  requireWasm();
  const site = new URL(baseUrl ?? "../", import.meta.url);
  const catalogs = new CatalogFiles(new URL("catalogs/", site));
  const folder = new URL("runtime/", site);
  const manifest = await readManifest(new URL("manifest.json", folder));
  const progress = new ProgressCounter(manifest.files, onProgress);

  const downloads = new Downloads((bytes) => progress.add(bytes));
  for (const file of manifest.files) downloads.start(file, new URL(file.url, folder));
  const finished = downloads.finished().then(() => {
    mark("download");
    progress.step("python");
  });
  const python = loadPython(manifest, folder, downloads).catch(async (cause) => {
    await finished; // a file that failed is the better answer
    throw new BootError("python", `Python did not start: ${cause?.message}.`, { remedy: RELOAD, cause });
  });
  const [pyodide] = await Promise.all([python, finished]);
  requirePackages(pyodide, manifest);
  mark("python");

  progress.step("core");
  const fatal = watchFatal(pyodide);
  const web = importCore(pyodide, module);
  const catalogIndex = await catalogs.index;
  mark("core");
  progress.step("ready");
  const fetchFile = catalogs.fetch.bind(catalogs);
  return { pyodide, web, heap: new Heap(pyodide), catalogIndex, fetchFile, fatal };
}

/** A page that forbids WebAssembly would otherwise wait for ever. */
function requireWasm() {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (cause) {
    throw new BootError("blocked", "This page may not run WebAssembly.", {
      remedy: "Its Content-Security-Policy needs script-src 'self' 'wasm-unsafe-eval'.",
      cause,
    });
  }
}

/**
 * @param {URL} url
 * @returns {Promise<Manifest>}
 */
async function readManifest(url) {
  const file = "runtime/manifest.json";
  const response = await open(file, url);
  /** @type {Manifest} */
  let manifest;
  try {
    manifest = await response.json();
  } catch (cause) {
    throw new BootError("corrupt", `${file} is not JSON.`, { file, remedy: RELOAD, cause });
  }
  const found = [manifest.format, manifest.pyodide, manifest.numpy].join(", ");
  const expected = [MANIFEST_FORMAT, PYODIDE, NUMPY].join(", ");
  if (found === expected) return manifest;
  throw new BootError(
    "version",
    `The runtime files are of another build: expected format, Pyodide, NumPy ${expected}; got ${found}.`,
    { file, remedy: RELOAD },
  );
}

/**
 * @param {Manifest} manifest
 * @param {URL} folder
 * @param {Downloads} downloads
 * @returns {Promise<Pyodide>}
 */
async function loadPython(manifest, folder, downloads) {
  const address = (/** @type {string} */ name) => {
    const file = manifest.files.find((entry) => entry.name === name);
    if (!file) throw new Error(`runtime/manifest.json does not list ${name}`);
    return new URL(file.url, folder);
  };
  const main = address("pyodide.mjs");
  const machine = address("pyodide.asm.mjs");
  await Promise.all([downloads.arrived(main), downloads.arrived(machine)]);
  /** @type {[typeof import("pyodide"), unknown]} */
  const [{ loadPyodide }] = await Promise.all([import(main.href), import(machine.href)]);
  return downloads.serve(() =>
    loadPyodide({
      indexURL: new URL("./", machine).href,
      stdLibURL: address("python_stdlib.zip").href,
      lockFileContents: manifest.lock,
      packageBaseUrl: folder.href,
      packages: Object.keys(manifest.lock.packages),
      stdout: (/** @type {string} */ text) => console.debug(text),
      stderr: (/** @type {string} */ text) => console.error(text),
    }),
  );
}

/**
 * A package that could not be unpacked is only logged by Pyodide, and would surface later as an ImportError.
 * @param {Pyodide} pyodide
 * @param {Manifest} manifest
 */
function requirePackages(pyodide, manifest) {
  for (const [name, entry] of Object.entries(manifest.lock.packages)) {
    if (name in pyodide.loadedPackages) continue;
    throw new BootError("corrupt", `Python did not take the package ${name}.`, {
      file: entry.file_name,
      remedy: RELOAD,
    });
  }
}

/**
 * @param {Pyodide} pyodide
 * @returns {Promise<never>}
 */
function watchFatal(pyodide) {
  /** @type {Promise<never>} */
  const fatal = new Promise((_, reject) => {
    /** @type {any} */ (pyodide)._api.on_fatal = (/** @type {unknown} */ cause) =>
      reject(new AvatarError("fatal", "Python has stopped for good. Reload the page.", { cause }));
  });
  fatal.catch(() => {}); // for whoever asks; nobody has to
  return fatal;
}

/**
 * @param {Pyodide} pyodide
 * @param {string} module
 */
function importCore(pyodide, module) {
  try {
    return pyodide.pyimport(module);
  } catch (error) {
    const cause = fromPython(error);
    throw new BootError("python", `${module} could not be imported: ${cause.message}.`, {
      remedy: RELOAD,
      cause,
    });
  }
}

class ProgressCounter {
  #loaded = 0;
  /** @type {Progress["step"]} */
  #step = "download";
  /** @type {(progress: Progress) => void} */
  #listener;
  /** @type {number} */
  #total;

  /**
   * @param {FileEntry[]} files
   * @param {(progress: Progress) => void} listener
   */
  constructor(files, listener) {
    this.#listener = listener;
    this.#total = files.reduce((sum, file) => sum + file.size, 0);
    this.add(0);
  }

  /** @param {number} bytes */
  add(bytes) {
    this.#loaded += bytes;
    this.#listener({ step: this.#step, loaded: this.#loaded, total: this.#total });
  }

  /** @param {Progress["step"]} step */
  step(step) {
    this.#step = step;
    this.add(0);
  }
}

/** @param {string} name */
function mark(name) {
  performance.mark(`cna-avatars:boot:${name}`);
}
