// @ts-check

/** @typedef {"vertex" | "index" | "uniform"} BufferUse */

/** A buffer of fixed size. With an address its contents are read from the heap, again after a lost context. */
export class Buffer {
  kind = "buffer";
  /** @type {WebGLBuffer | null} */
  handle = null;
  #device;
  #target;
  #address;

  /**
   * @param {import("./device.js").Device} device
   * @param {object} options
   * @param {BufferUse} options.use
   * @param {number} options.byteLength
   * @param {number} [options.address] where in the heap the contents stay; without it they are uploaded each frame
   */
  constructor(device, { use, byteLength, address }) {
    const { gl } = device;
    this.#device = device;
    this.#target = { vertex: gl.ARRAY_BUFFER, index: gl.ELEMENT_ARRAY_BUFFER, uniform: gl.UNIFORM_BUFFER }[
      use
    ];
    this.#address = address;
    this.byteLength = byteLength;
    device.register(this);
    this.restore();
  }

  restore() {
    if (this.#device.lost) return;
    const { gl } = this.#device;
    this.handle = gl.createBuffer();
    this.#bind();
    const usage = this.#address === undefined ? gl.DYNAMIC_DRAW : gl.STATIC_DRAW;
    gl.bufferData(this.#target, this.byteLength, usage);
    if (this.#address !== undefined) this.upload(this.#address, this.byteLength);
  }

  /**
   * @param {number} address in the heap, bytes
   * @param {number} byteLength
   */
  upload(address, byteLength) {
    if (this.#device.lost) return;
    const { gl, heap } = this.#device;
    const bytes = heap.uint8;
    if (address + byteLength > bytes.length || byteLength > this.byteLength)
      throw new RangeError(
        `Expected at most ${this.byteLength} bytes inside a heap of ${bytes.length}; got ${byteLength} at ${address}.`,
      );
    this.#bind();
    gl.bufferSubData(this.#target, 0, bytes, address, byteLength);
  }

  /**
   * Makes a range of a uniform buffer a block's contents.
   * @param {number} binding
   * @param {number} offset bytes, a multiple of 256
   * @param {number} byteLength
   */
  bindRange(binding, offset, byteLength) {
    if (this.#device.lost) return;
    const { gl } = this.#device;
    gl.bindBufferRange(gl.UNIFORM_BUFFER, binding, this.handle, offset, byteLength);
  }

  delete() {
    this.#device.unregister(this);
    this.#device.gl.deleteBuffer(this.handle);
    this.handle = null;
  }

  #bind() {
    // The index binding belongs to the bound vertex array: none may be bound, or it would be edited.
    if (this.#target === this.#device.gl.ELEMENT_ARRAY_BUFFER) this.#device.state.bindVertexArray(null);
    this.#device.gl.bindBuffer(this.#target, this.handle);
  }
}
