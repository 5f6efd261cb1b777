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
    const catalogs = catalogsIn(text);
    const newest = catalogs.reduce((a, b) => (b.version > a.version ? b : a), catalogs[0]);
    for (const catalog of catalogs) {
      const manifest = this.#readEarly(catalog);
      if (catalog === newest) manifest.then((bytes) => this.#readShared(bytes)).catch(() => {});
    }
    return text;
  }

  /**
   * Starts a download that the core will ask for.
   * @param {{ sha256: string, size: number }} file
   */
  #readEarly({ sha256, size }) {
    const bytes = this.#read(sha256, size);
    bytes.catch(() => {}); // the core asks for it, and is told then
    this.#early.set(sha256, bytes);
    return bytes;
  }

  /**
   * What every avatar needs: the clips, the faces and a body. A manifest that cannot be read is for the core to refuse.
   * @param {Uint8Array} manifest
   */
  #readShared(manifest) {
    const { animations, face, bodies, assets } = JSON.parse(new TextDecoder().decode(manifest));
    const names = [animations.asset, face.asset, bodies.female.asset, bodies.male.asset];
    for (const asset of assets) if (names.includes(asset.name) && isFile(asset)) this.#readEarly(asset);
  }
}

/** @param {any} entry */
const isFile = (entry) =>
  /^[0-9a-f]{64}$/.test(entry?.sha256) && Number.isSafeInteger(entry.size) && entry.size > 0;

/**
 * @param {string} text
 * @returns {{version: number, sha256: string, size: number}[]}
 */
function catalogsIn(text) {
  let index;
  try {
    index = JSON.parse(text);
  } catch {
    index = undefined;
  }
  if (Array.isArray(index?.catalogs) && index.catalogs.every(isFile)) return index.catalogs;
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
