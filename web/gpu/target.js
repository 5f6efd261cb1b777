// @ts-check

/** The bytes of a row that is copied to a buffer are a multiple of this. */
const ROW_ALIGNMENT = 256;

/** A picture of our own: multisampled colour and depth, and the resolved colour they end in; the lowest row comes first. */
export class Target {
  kind = "target";
  /** @type {GPUTexture[]} */
  #textures = [];
  /** @type {GPUTexture | null} */
  #resolved = null;
  /** @type {GPUCommandEncoder | null} */
  #encoder = null;
  #device;

  /**
   * @param {import("./device.js").Device} device
   * @param {number} width pixels
   * @param {number} height pixels
   */
  constructor(device, width, height) {
    this.#device = device;
    this.width = width;
    this.height = height;
    device.register(this);
    this.restore();
  }

  restore() {
    this.#encoder = null;
    if (this.#device.lost) return;
    const { COPY_SRC, RENDER_ATTACHMENT, TEXTURE_BINDING } = GPUTextureUsage;
    const { samples } = this.#device.limits;
    this.#resolved = this.#create("rgba8unorm", 1, RENDER_ATTACHMENT | TEXTURE_BINDING | COPY_SRC);
    this.#textures = [
      this.#resolved,
      this.#create("depth24plus", samples, RENDER_ATTACHMENT),
      ...(samples > 1 ? [this.#create("rgba8unorm", samples, RENDER_ATTACHMENT)] : []),
    ];
  }

  /**
   * Starts a picture in a part of the target. The first one clears all of it: transparent, and as far away as depth goes.
   * @param {number} x from the lower left corner
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  begin(x, y, width, height) {
    if (this.#device.lost) return;
    this.#device.pass ??= this.#beginPass();
    this.#device.pass.setViewport(x, y, width, height, 0, 1);
    this.#device.pass.setScissorRect(x, y, width, height);
  }

  /** Averages the samples of all pictures begun. */
  resolve() {
    this.#device.pass?.end();
    this.#device.pass = null;
  }

  /** Copies what was resolved to the context's canvas. */
  present() {
    const encoder = this.#encoder;
    if (this.#device.lost || !encoder || !this.#resolved) return;
    this.#device.presenter.encode(encoder, this.#resolved);
    this.#submit(encoder);
  }

  /**
   * @param {number} width
   * @param {number} height
   * @returns {Promise<Uint8ClampedArray<ArrayBuffer>>} RGBA, premultiplied, the top row first; all 0 from a lost device
   */
  async readPixels(width, height) {
    const pixels = new Uint8ClampedArray(4 * width * height);
    const encoder = this.#encoder;
    if (this.#device.lost || !encoder || !this.#resolved) return pixels;
    const bytesPerRow = Math.ceil((4 * width) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    const { COPY_DST, MAP_READ } = GPUBufferUsage;
    const buffer = this.#device.gpu.createBuffer({ size: bytesPerRow * height, usage: COPY_DST | MAP_READ });
    encoder.copyTextureToBuffer({ texture: this.#resolved }, { buffer, bytesPerRow }, [width, height]);
    this.#submit(encoder);
    try {
      await buffer.mapAsync(GPUMapMode.READ);
    } catch {
      return pixels; // the device was lost meanwhile
    }
    const rows = new Uint8Array(buffer.getMappedRange());
    for (let row = 0; row < height; row++)
      pixels.set(
        rows.subarray(row * bytesPerRow, row * bytesPerRow + 4 * width),
        4 * width * (height - 1 - row),
      );
    buffer.destroy();
    return pixels;
  }

  delete() {
    this.#device.unregister(this);
    for (const texture of this.#textures) texture.destroy();
    this.#textures = [];
    this.#resolved = null;
  }

  /**
   * @param {GPUTextureFormat} format
   * @param {number} sampleCount
   * @param {number} usage
   */
  #create(format, sampleCount, usage) {
    return this.#device.gpu.createTexture({ size: [this.width, this.height], format, sampleCount, usage });
  }

  #beginPass() {
    const [resolved, depth, samples] = this.#textures.map((texture) => texture.createView());
    this.#encoder = this.#device.gpu.createCommandEncoder();
    const pass = this.#encoder.beginRenderPass({
      colorAttachments: [
        samples
          ? { view: samples, resolveTarget: resolved, loadOp: "clear", storeOp: "discard" }
          : { view: resolved, loadOp: "clear", storeOp: "store" },
      ],
      depthStencilAttachment: {
        view: depth,
        depthClearValue: 1,
        depthLoadOp: "clear",
        depthStoreOp: "discard",
      },
    });
    const { bindings } = this.#device;
    bindings.bindTexture(pass, bindings.noTexture);
    return pass;
  }

  /** @param {GPUCommandEncoder} encoder */
  #submit(encoder) {
    this.#encoder = null;
    this.#device.gpu.queue.submit([encoder.finish()]);
  }
}
