// @ts-check
/** Python's memory, seen from JavaScript. The only user of Pyodide's private `_module`. */

/** @typedef {import("pyodide").PyodideInterface} Pyodide */

/**
 * Typed arrays over the whole of Python's memory; index them by address (`float32[address >> 2]`, or
 * `gl.bufferSubData(target, 0, heap.float32, address >> 2, count)`). Keep addresses, never an array from here:
 * when the memory grows, every array made before has length 0.
 */
export class Heap {
  /** @type {Pyodide} */
  #pyodide;
  /** @type {ArrayBuffer} */
  #memory = new ArrayBuffer(0);
  #uint8 = new Uint8Array(0);
  #uint32 = new Uint32Array(0);
  #float32 = new Float32Array(0);

  /** @param {Pyodide} pyodide */
  constructor(pyodide) {
    this.#pyodide = pyodide;
  }

  get uint8() {
    this.#refresh();
    return this.#uint8;
  }

  get uint32() {
    this.#refresh();
    return this.#uint32;
  }

  get float32() {
    this.#refresh();
    return this.#float32;
  }

  /** A memory that grew leaves the old buffer with length 0. */
  #refresh() {
    if (this.#memory.byteLength > 0) return;
    const module = /** @type {any} */ (this.#pyodide)._module;
    this.#memory = module?.HEAPU8?.buffer ?? this.#memoryByBuffer();
    this.#uint8 = new Uint8Array(this.#memory);
    this.#uint32 = new Uint32Array(this.#memory);
    this.#float32 = new Float32Array(this.#memory);
  }

  /** Without `_module`: any Python buffer's array lies over the same memory. */
  #memoryByBuffer() {
    const bytes = this.#pyodide.toPy(new Uint8Array(1));
    try {
      const view = bytes.getBuffer("u8");
      try {
        return /** @type {ArrayBuffer} */ (view.data.buffer);
      } finally {
        view.release();
      }
    } finally {
      bytes.destroy();
    }
  }
}
