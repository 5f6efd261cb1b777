// @ts-check
// What WebGL2's device and WebGPU's have in common: memory to read from, and resources that outlive a loss.

/**
 * Views over the memory that uploads are read from. They are read at each use, because growth replaces them.
 * @typedef {{ readonly uint8: Uint8Array, readonly uint32: Uint32Array, readonly float32: Float32Array }} Heap
 */

/** @type {Heap} */
const EMPTY_HEAP = { uint8: new Uint8Array(0), uint32: new Uint32Array(0), float32: new Float32Array(0) };

/**
 * What lives in a device. A constructor ends with `restore()`, which is the one way of creation.
 * @typedef {{ readonly kind: string, restore(): void, delete(): void }} Resource
 */

export class GraphicsDevice {
  lost = false;
  /** Where uploads are read from, now and after a loss; set before the first upload. */
  heap = EMPTY_HEAP;
  /** Called after the context is gone, and after everything in it exists again. */
  onLost = () => {};
  onRestored = () => {};

  /** @type {Set<Resource>} in the order of creation, which is the order of dependency */
  #resources = new Set();

  /** @param {Resource} resource */
  register(resource) {
    this.#resources.add(resource);
  }

  /** @param {Resource} resource */
  unregister(resource) {
    this.#resources.delete(resource);
  }

  /** @returns {Record<string, number>} how many resources of each kind there are */
  counts() {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const { kind } of this.#resources) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }

  restoreResources() {
    for (const resource of this.#resources) resource.restore();
  }

  deleteResources() {
    for (const resource of [...this.#resources].reverse()) resource.delete();
  }
}
