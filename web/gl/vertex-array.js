// @ts-check

/**
 * One attribute. `float` reads the components as they are, `unorm8` as 0–1, `uint8` as integers.
 * @typedef {{ location: number, components: number, format: "float" | "unorm8" | "uint8", offset: number }} Attribute
 */

/** How a program reads one vertex buffer and one index buffer. */
export class VertexArray {
  kind = "vertexArray";
  /** @type {WebGLVertexArrayObject | null} */
  #handle = null;
  #device;
  #options;

  /**
   * @param {import("./device.js").Device} device
   * @param {object} options
   * @param {import("./buffer.js").Buffer} options.vertices
   * @param {import("./buffer.js").Buffer} options.indices
   * @param {2 | 4} options.indexBytes
   * @param {number} options.stride bytes
   * @param {readonly Attribute[]} options.attributes
   */
  constructor(device, options) {
    this.#device = device;
    this.#options = options;
    device.register(this);
    this.restore();
  }

  restore() {
    if (this.#device.lost) return;
    const { gl, state } = this.#device;
    const { vertices, indices, stride, attributes } = this.#options;
    this.#handle = gl.createVertexArray();
    state.bindVertexArray(this.#handle);
    gl.bindBuffer(gl.ARRAY_BUFFER, vertices.handle);
    for (const { location, components, format, offset } of attributes) {
      gl.enableVertexAttribArray(location);
      if (format === "uint8") gl.vertexAttribIPointer(location, components, gl.UNSIGNED_BYTE, stride, offset);
      else if (format === "unorm8")
        gl.vertexAttribPointer(location, components, gl.UNSIGNED_BYTE, true, stride, offset);
      else gl.vertexAttribPointer(location, components, gl.FLOAT, false, stride, offset);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.handle);
    state.bindVertexArray(null);
  }

  /**
   * @param {number} first index of the index buffer
   * @param {number} count of indices
   */
  draw(first, count) {
    if (this.#device.lost || count === 0) return;
    const { gl, state } = this.#device;
    const { indexBytes } = this.#options;
    state.bindVertexArray(this.#handle);
    const type = indexBytes === 2 ? gl.UNSIGNED_SHORT : gl.UNSIGNED_INT;
    gl.drawElements(gl.TRIANGLES, count, type, first * indexBytes);
  }

  delete() {
    this.#device.unregister(this);
    this.#device.state.forget(this.#handle);
    this.#device.gl.deleteVertexArray(this.#handle);
    this.#handle = null;
  }
}
