// @ts-check

/** A buffer of fixed size. With an address its contents are read from the heap, again after a lost device. */
export class Buffer {
  kind = "buffer";
  /** @type {GPUBuffer | null} */
  handle = null;
  #device;
  #options;
  /** @type {Map<number, GPUBindGroup>} by the size of the block */
  #groups = new Map();

  /**
   * @param {import("./device.js").Device} device
   * @param {object} options
   * @param {import("../gl/buffer.js").BufferUse} options.use
   * @param {number} options.byteLength
   * @param {number} [options.address] where in the heap the contents stay; without it they are uploaded each frame
   */
  constructor(device, options) {
    this.#device = device;
    this.#options = options;
    device.register(this);
    this.restore();
  }

  restore() {
    if (this.#device.lost) return;
    const { use, byteLength, address } = this.#options;
    const usage = {
      vertex: GPUBufferUsage.VERTEX,
      index: GPUBufferUsage.INDEX,
      uniform: GPUBufferUsage.UNIFORM,
    }[use];
    this.#groups.clear();
    this.handle = this.#device.gpu.createBuffer({
      size: wholeWords(byteLength),
      usage: usage | GPUBufferUsage.COPY_DST,
    });
    if (address !== undefined) this.upload(address, byteLength);
  }

  /**
   * @param {number} address in the heap, bytes
   * @param {number} byteLength
   */
  upload(address, byteLength) {
    if (this.#device.lost || !this.handle) return;
    const bytes = this.#device.heap.uint8;
    if (address + byteLength > bytes.length || byteLength > this.#options.byteLength)
      throw new RangeError(
        `Expected at most ${this.#options.byteLength} bytes inside a heap of ${bytes.length}; got ${byteLength} at ${address}.`,
      );
    const { queue } = this.#device.gpu;
    const whole = byteLength & ~3; // transfers are of whole words
    if (whole > 0) queue.writeBuffer(this.handle, 0, heapBytes(bytes), address, whole);
    if (whole === byteLength) return;
    const rest = new Uint8Array(4);
    rest.set(bytes.subarray(address + whole, address + byteLength));
    queue.writeBuffer(this.handle, whole, rest);
  }

  /**
   * Makes a range of a uniform buffer a block's contents.
   * @param {number} binding
   * @param {number} offset bytes, a multiple of 256
   * @param {number} byteLength
   */
  bindRange(binding, offset, byteLength) {
    const { bindings, gpu, lost, pass } = this.#device;
    if (lost || !this.handle) return;
    let group = this.#groups.get(byteLength);
    if (!group) {
      group = bindings.createBlockGroup(gpu, this.handle, byteLength);
      this.#groups.set(byteLength, group);
    }
    pass?.setBindGroup(binding, group, [offset]);
  }

  delete() {
    this.#device.unregister(this);
    this.#groups.clear();
    this.handle?.destroy();
    this.handle = null;
  }
}

/** @param {number} byteLength */
const wholeWords = (byteLength) => (byteLength + 3) & ~3;

/**
 * The heap's memory is never shared between threads here, which its type cannot tell.
 * @param {Uint8Array} bytes
 */
const heapBytes = (bytes) => /** @type {Uint8Array<ArrayBuffer>} */ (bytes);
