// @ts-check

import { UPLOAD, UPLOAD_WORDS } from "./layout.js";

/** @typedef {"models" | "tiles" | "spheres"} UploadKind */

/** @type {Record<number, { kind: UploadKind, isRelease: boolean }>} by the operation's number */
const OPERATIONS = {
  [UPLOAD.model]: { kind: "models", isRelease: false },
  [UPLOAD.releaseModel]: { kind: "models", isRelease: true },
  [UPLOAD.tiles]: { kind: "tiles", isRelease: false },
  [UPLOAD.releaseTiles]: { kind: "tiles", isRelease: true },
  [UPLOAD.sphere]: { kind: "spheres", isRelease: false },
};

/** @typedef {{ kind: UploadKind, id: number, fields: Uint32Array, isRelease: boolean }} Upload */

/**
 * Reads the upload table, in its order.
 * @param {Uint32Array} words the heap
 * @param {number} address of the table, bytes
 * @param {number} count of its entries
 * @returns {Upload[]}
 */
export function readUploads(words, address, count) {
  const first = address >>> 2;
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * UPLOAD_WORDS;
    const fields = words.slice(start, start + UPLOAD_WORDS);
    const operation = OPERATIONS[fields[0]];
    if (!operation) throw new RangeError(`Expected an upload of kind 1 to 5; got ${fields[0]}.`);
    return { ...operation, id: fields[1], fields };
  });
}

/** What Python has handed over and not released yet: whoever draws it later finds here where it lies in the heap. */
export class LiveUploads {
  /** @type {Record<UploadKind, Map<number, Uint32Array>>} fields of the upload table, by number */
  #fields = { models: new Map(), tiles: new Map(), spheres: new Map() };

  /** @param {Upload} upload */
  take({ kind, id, fields, isRelease }) {
    if (isRelease) this.#fields[kind].delete(id);
    else this.#fields[kind].set(id, fields);
  }

  /**
   * @param {UploadKind} kind
   * @param {number} id
   * @returns {Uint32Array | undefined}
   */
  get(kind, id) {
    return this.#fields[kind].get(id);
  }
}
