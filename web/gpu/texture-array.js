// @ts-check

/** Layers of equal size, RGBA8 with premultiplied alpha, sampled linearly and clamped at their edges. */
export class TextureArray {
  kind = "textureArray";
  /** @type {GPUTexture | null} */
  #handle = null;
  /** @type {GPUBindGroup | null} */
  #group = null;
  #device;
  #options;

  /**
   * @param {import("./device.js").Device} device
   * @param {object} options
   * @param {number} options.width pixels
   * @param {number} options.height pixels
   * @param {number} options.layers
   * @param {number} options.address where in the heap the pixels stay, layer after layer
   * @param {boolean} [options.mipmaps] layers never bleed into each other, whatever the level
   */
  constructor(device, { width, height, layers, address, mipmaps = false }) {
    if (layers > device.limits.layers)
      throw new RangeError(`This device allows ${device.limits.layers} texture layers; got ${layers}.`);
    this.#device = device;
    this.#options = { width, height, layers, address, mipmaps };
    device.register(this);
    this.restore();
  }

  restore() {
    if (this.#device.lost) return;
    const { gpu, heap } = this.#device;
    const { width, height, layers, address, mipmaps } = this.#options;
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (heap.uint8); // never shared between threads
    if (address + 4 * width * height * layers > bytes.length)
      throw new RangeError(
        `Expected ${layers} layers of ${width} × ${height} pixels inside a heap of ${bytes.length} bytes; got address ${address}.`,
      );
    const size = [width, height, layers];
    const { COPY_DST, STORAGE_BINDING, TEXTURE_BINDING } = GPUTextureUsage;
    const texture = gpu.createTexture({
      size,
      format: "rgba8unorm",
      mipLevelCount: mipmaps ? 1 + Math.floor(Math.log2(Math.max(width, height))) : 1,
      usage: TEXTURE_BINDING | COPY_DST | (mipmaps ? STORAGE_BINDING : 0),
    });
    const layout = { offset: address, bytesPerRow: 4 * width, rowsPerImage: height };
    gpu.queue.writeTexture({ texture }, bytes, layout, size);
    if (mipmaps) this.#device.mipmaps.fill(texture);
    this.#group = this.#device.bindings.createTextureGroup(gpu, texture);
    this.#handle = texture;
  }

  /** Makes it what draws read; there is one unit. */
  bind() {
    if (this.#group) this.#device.bindings.bindTexture(this.#device.pass, this.#group);
  }

  delete() {
    this.#device.unregister(this);
    this.#handle?.destroy();
    this.#handle = this.#group = null;
  }
}
