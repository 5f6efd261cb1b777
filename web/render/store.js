// @ts-check

import { UPLOAD, UPLOAD_WORDS } from "./layout.js";
import { Model, Sphere } from "./model.js";

/**
 * @template {{ delete(): void }} T
 * @param {Map<number, T>} map
 * @param {number} id
 */
function release(map, id) {
  map.get(id)?.delete();
  map.delete(id);
}

/** What Python has handed over, by its numbers: models, face tiles and spheres. */
export class Store {
  /** @type {Map<number, Model>} */
  models = new Map();
  /** @type {Map<number, ReturnType<import("./open-renderer.js").Device["createTextureArray"]>>} */
  tiles = new Map();
  /** @type {Map<number, Sphere>} */
  spheres = new Map();
  #device;

  /** @param {import("./open-renderer.js").Device} device */
  constructor(device) {
    this.#device = device;
  }

  /**
   * Carries out the upload table, in its order.
   * @param {number} address of the table in the heap
   * @param {number} count of its entries
   */
  carryOut(address, count) {
    const first = address >>> 2;
    for (let index = 0; index < count; index++) {
      const start = first + index * UPLOAD_WORDS;
      this.#carryOut(this.#device.heap.uint32.slice(start, start + UPLOAD_WORDS));
    }
  }

  delete() {
    for (const map of [this.models, this.tiles, this.spheres]) {
      for (const resource of map.values()) resource.delete();
      map.clear();
    }
  }

  /** @param {Uint32Array} fields */
  #carryOut(fields) {
    const [operation, id] = fields;
    switch (operation) {
      case UPLOAD.model:
        release(this.models, id);
        this.models.set(id, new Model(this.#device, fields));
        break;
      case UPLOAD.releaseModel:
        release(this.models, id);
        break;
      case UPLOAD.tiles: {
        release(this.tiles, id);
        const [address, size, layers] = fields.subarray(2, 5);
        const options = { width: size, height: size, layers, address, mipmaps: true };
        this.tiles.set(id, this.#device.createTextureArray(options));
        break;
      }
      case UPLOAD.releaseTiles:
        release(this.tiles, id);
        break;
      case UPLOAD.sphere:
        release(this.spheres, id);
        this.spheres.set(id, new Sphere(this.#device, fields));
        break;
      default:
        throw new RangeError(`Expected an upload of kind 1 to 5; got ${operation}.`);
    }
  }
}
