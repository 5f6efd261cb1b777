// @ts-check

import { LiveUploads, readUploads } from "./live-uploads.js";
import { Model, Sphere } from "./model.js";

/** @typedef {import("./open-renderer.js").Device} Device */
/** @typedef {import("./live-uploads.js").Upload} Upload */
/** @typedef {import("./live-uploads.js").UploadKind} UploadKind */

/** How each kind of upload becomes something in the context. */
const MAKERS = {
  models: (/** @type {Device} */ device, /** @type {Uint32Array} */ fields) => new Model(device, fields),
  spheres: (/** @type {Device} */ device, /** @type {Uint32Array} */ fields) => new Sphere(device, fields),
  tiles(/** @type {Device} */ device, /** @type {Uint32Array} */ fields) {
    const [address, size, layers] = fields.subarray(2, 5);
    return device.createTextureArray({ width: size, height: size, layers, address, mipmaps: true });
  },
};

/**
 * What a context holds of Python's models, face tiles and spheres, by their numbers. A frame's uploads are carried out
 * by the store that draws it; the others only follow, and make what they come to draw when they draw it.
 */
export class Store {
  /** @type {{ [Kind in UploadKind]: Map<number, ReturnType<(typeof MAKERS)[Kind]>> }} */
  #held = { models: new Map(), tiles: new Map(), spheres: new Map() };
  #device;
  #live = new LiveUploads();

  /** @param {Device} device */
  constructor(device) {
    this.#device = device;
  }

  /** Shares what is alive with the other stores of the page. @param {LiveUploads} live */
  share(live) {
    this.#live = live;
  }

  /**
   * Carries out the upload table, in its order.
   * @param {number} address of the table in the heap
   * @param {number} count of its entries
   */
  carryOut(address, count) {
    for (const upload of readUploads(this.#device.heap.uint32, address, count)) {
      this.#take(upload);
      if (!upload.isRelease) this.#get(upload.kind, upload.id);
    }
  }

  /**
   * Takes notice of the uploads of a frame that another store draws.
   * @param {number} address
   * @param {number} count
   */
  follow(address, count) {
    for (const upload of readUploads(this.#device.heap.uint32, address, count)) this.#take(upload);
  }

  /** @param {number} id */
  model(id) {
    return this.#get("models", id);
  }

  /** @param {number} id */
  tiles(id) {
    return this.#get("tiles", id);
  }

  /** @param {number} id */
  sphere(id) {
    return this.#get("spheres", id);
  }

  delete() {
    for (const map of Object.values(this.#held)) {
      for (const resource of map.values()) resource.delete();
      map.clear();
    }
    this.#live = new LiveUploads(); // the others' goes on
  }

  /** @param {Upload} upload */
  #take(upload) {
    this.#live.take(upload);
    const held = this.#held[upload.kind];
    held.get(upload.id)?.delete();
    held.delete(upload.id);
  }

  /**
   * @template {UploadKind} Kind
   * @param {Kind} kind
   * @param {number} id
   * @returns {ReturnType<(typeof MAKERS)[Kind]> | undefined}
   */
  #get(kind, id) {
    const held = /** @type {Map<number, any>} */ (this.#held[kind]);
    const known = held.get(id);
    if (known) return known;
    const fields = this.#live.get(kind, id);
    if (!fields) return undefined;
    const made = MAKERS[kind](this.#device, fields);
    held.set(id, made);
    return /** @type {any} */ (made);
  }
}
