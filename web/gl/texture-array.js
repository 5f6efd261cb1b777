// @ts-check

/** Layers of equal size, RGBA8 with premultiplied alpha, sampled linearly and clamped at their edges. */
export class TextureArray {
  kind = "textureArray";
  /** @type {WebGLTexture | null} */
  #handle = null;
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
    const { gl, heap, state } = this.#device;
    const { width, height, layers, address, mipmaps } = this.#options;
    const bytes = heap.uint8;
    if (address + 4 * width * height * layers > bytes.length)
      throw new RangeError(
        `Expected ${layers} layers of ${width} × ${height} pixels inside a heap of ${bytes.length} bytes; got address ${address}.`,
      );
    this.#handle = gl.createTexture();
    state.editTextureArray(this.#handle);
    const levels = mipmaps ? 1 + Math.floor(Math.log2(Math.max(width, height))) : 1;
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, levels, gl.RGBA8, width, height, layers);
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(
      gl.TEXTURE_2D_ARRAY,
      gl.TEXTURE_MIN_FILTER,
      mipmaps ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR,
    );
    this.#setUnpacking();
    gl.texSubImage3D(
      gl.TEXTURE_2D_ARRAY,
      0,
      0,
      0,
      0,
      width,
      height,
      layers,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      bytes,
      address,
    );
    if (mipmaps) gl.generateMipmap(gl.TEXTURE_2D_ARRAY);
  }

  /** @param {number} unit */
  bind(unit) {
    if (this.#device.lost) return;
    this.#device.state.bindTextureArray(unit, this.#handle);
  }

  delete() {
    this.#device.unregister(this);
    this.#device.state.forget(this.#handle);
    this.#device.gl.deleteTexture(this.#handle);
    this.#handle = null;
  }

  #setUnpacking() {
    const { gl } = this.#device;
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    for (const name of /** @type {const} */ ([
      "UNPACK_ROW_LENGTH",
      "UNPACK_IMAGE_HEIGHT",
      "UNPACK_SKIP_PIXELS",
      "UNPACK_SKIP_ROWS",
      "UNPACK_SKIP_IMAGES",
    ]))
      gl.pixelStorei(gl[name], 0);
  }
}
