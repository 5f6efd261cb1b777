// @ts-check
/** The catalogs' files, addressed by their content: catalogs/index.json names the manifests, manifests name the rest. */

import { open, readAtMost } from "./downloads.js";
import { BootError } from "./errors.js";

/** Far above any file list; a longer one is a mistake. */
const INDEX_LIMIT = 1 << 16;

export class CatalogFiles {
  /** @type {URL} */
  #folder;
  /** @type {Map<string, Promise<Uint8Array<ArrayBuffer>>>} by SHA-256, until they are asked for */
  #early = new Map();

  /** The index's text; its manifests are on their way by the time it is here. @type {Promise<string>} */
  index;

  /** @param {URL} folder with its last slash */
  constructor(folder) {
    this.#folder = folder;
    this.index = this.#readIndex();
    this.index.catch(() => {}); // whoever awaits it is told
  }

  /**
   * @param {string} sha256
   * @param {number} size
   * @returns {Promise<Uint8Array<ArrayBuffer>>} of exactly that size; the hash is for the core to check
   */
  async fetch(sha256, size) {
    const early = this.#early.get(sha256);
    this.#early.delete(sha256);
    return early ?? this.#read(sha256, size);
  }

  /**
   * @param {string} sha256
   * @param {number} size
   */
  async #read(sha256, size) {
    const name = `catalogs/files/${sha256}`;
    const response = await open(name, new URL(`files/${sha256}`, this.#folder));
    const bytes = await readAtMost({ name, size }, response, () => {});
    if (bytes.byteLength === size) return bytes;
    throw corrupt(name, `expected ${size} bytes, got ${bytes.byteLength}`);
  }

  async #readIndex() {
    const name = "catalogs/index.json";
    const response = await open(name, new URL("index.json", this.#folder));
    const bytes = await readAtMost({ name, size: INDEX_LIMIT }, response, () => {});
    const text = new TextDecoder().decode(bytes);
    for (const { sha256, size } of catalogsIn(text)) {
      const manifest = this.#read(sha256, size);
      manifest.catch(() => {}); // the core asks for it, and is told then
      this.#early.set(sha256, manifest);
    }
    return text;
  }
}

/**
 * @param {string} text
 * @returns {{sha256: string, size: number}[]}
 */
function catalogsIn(text) {
  let index;
  try {
    index = JSON.parse(text);
  } catch {
    index = undefined;
  }
  const fits = (/** @type {any} */ entry) =>
    /^[0-9a-f]{64}$/.test(entry?.sha256) && Number.isSafeInteger(entry.size) && entry.size > 0;
  if (Array.isArray(index?.catalogs) && index.catalogs.every(fits)) return index.catalogs;
  throw corrupt("catalogs/index.json", `expected {"catalogs": [{"version", "sha256", "size"}]}`);
}

/**
 * @param {string} file
 * @param {string} what
 */
function corrupt(file, what) {
  const remedy = "Build the site again (python3 build/serve.py) and reload.";
  return new BootError("corrupt", `${file} is not the file that was built: ${what}.`, { file, remedy });
}
