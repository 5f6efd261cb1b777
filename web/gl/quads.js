// @ts-check

/** Quads whose corners a shader makes from `gl_VertexID` (0 to 3, a strip) and `gl_InstanceID`. */
export class Quads {
  kind = "vertexArray";
  /** @type {WebGLVertexArrayObject | null} */
  #handle = null;
  #device;

  /** @param {import("./device.js").Device} device */
  constructor(device) {
    this.#device = device;
    device.register(this);
    this.restore();
  }

  restore() {
    if (this.#device.lost) return;
    this.#handle = this.#device.gl.createVertexArray();
  }

  /** @param {number} count */
  draw(count) {
    if (this.#device.lost) return;
    const { gl, state } = this.#device;
    state.bindVertexArray(this.#handle);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  delete() {
    this.#device.unregister(this);
    this.#device.state.forget(this.#handle);
    this.#device.gl.deleteVertexArray(this.#handle);
    this.#handle = null;
  }
}
