// @ts-check

/** A picture of our own: multisampled colour and depth, and the resolved colour they end in. */
export class Target {
  kind = "target";
  /** @type {WebGLFramebuffer | null} */
  #drawn = null;
  /** @type {WebGLFramebuffer | null} */
  #resolved = null;
  /** @type {(WebGLRenderbuffer | null)[]} */
  #renderbuffers = [];
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
    if (this.#device.lost) return;
    const { gl, limits } = this.#device;
    this.#renderbuffers = [];
    this.#drawn = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#drawn);
    const samples = limits.samples > 1 ? limits.samples : 0; // 1 would be rounded up to what multisampling offers
    this.#attach(gl.COLOR_ATTACHMENT0, gl.RGBA8, samples);
    this.#attach(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24, samples);
    this.#resolved = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#resolved);
    this.#attach(gl.COLOR_ATTACHMENT0, gl.RGBA8, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /**
   * Starts a picture in a part of the target: transparent, and as far away as depth goes.
   * @param {number} x from the lower left corner
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  begin(x, y, width, height) {
    if (this.#device.lost) return;
    const { gl, state } = this.#device;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#drawn);
    gl.viewport(x, y, width, height);
    gl.scissor(x, y, width, height);
    state.setClearable();
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  /**
   * Averages the samples of all pictures begun.
   * @param {number} width
   * @param {number} height
   */
  resolve(width, height) {
    if (this.#device.lost) return;
    const { gl } = this.#device;
    gl.scissor(0, 0, width, height); // copies are cut by it, too
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#drawn);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.#resolved);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.invalidateFramebuffer(gl.READ_FRAMEBUFFER, [gl.COLOR_ATTACHMENT0, gl.DEPTH_ATTACHMENT]);
  }

  /**
   * Copies what was resolved to the lower left corner of the context's canvas.
   * @param {number} width
   * @param {number} height
   * @returns {boolean} whether it is there: a lost context shows nothing, and says so some time before its event
   */
  present(width, height) {
    const { gl } = this.#device;
    if (this.#device.lost || gl.isContextLost()) return false;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#resolved);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    return true;
  }

  /**
   * @param {number} width
   * @param {number} height
   * @returns {Uint8ClampedArray<ArrayBuffer>} RGBA, premultiplied, the top row first; all 0 in a lost context
   */
  readPixels(width, height) {
    const pixels = new Uint8ClampedArray(4 * width * height);
    if (this.#device.lost) return pixels;
    const { gl } = this.#device;
    const flipped = new Uint8Array(pixels.length);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#resolved);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.pixelStorei(gl.PACK_ALIGNMENT, 1);
    gl.pixelStorei(gl.PACK_ROW_LENGTH, 0);
    gl.pixelStorei(gl.PACK_SKIP_PIXELS, 0);
    gl.pixelStorei(gl.PACK_SKIP_ROWS, 0);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, flipped);
    const stride = 4 * width;
    for (let row = 0; row < height; row++)
      pixels.set(flipped.subarray(row * stride, (row + 1) * stride), (height - 1 - row) * stride);
    return pixels;
  }

  delete() {
    const { gl } = this.#device;
    this.#device.unregister(this);
    gl.deleteFramebuffer(this.#drawn);
    gl.deleteFramebuffer(this.#resolved);
    for (const renderbuffer of this.#renderbuffers) gl.deleteRenderbuffer(renderbuffer);
    this.#renderbuffers = [];
    this.#drawn = this.#resolved = null;
  }

  /**
   * @param {number} attachment
   * @param {number} format
   * @param {number} samples
   */
  #attach(attachment, format, samples) {
    const { gl } = this.#device;
    const renderbuffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, this.width, this.height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, renderbuffer);
    this.#renderbuffers.push(renderbuffer);
  }
}
