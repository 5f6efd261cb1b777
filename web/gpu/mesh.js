// @ts-check

import { Buffer } from "./buffer.js";

/** Vertices and indices in the device, read from the heap. */
export class Mesh {
  #device;
  #vertices;
  #indices;
  #format;

  /**
   * @param {import("./device.js").Device} device
   * @param {import("../gl/mesh.js").MeshOptions} options how a vertex is laid out is the program's matter here
   */
  constructor(device, { vertices, vertexBytes, indices, indexCount, indexBytes }) {
    this.#device = device;
    this.#vertices = new Buffer(device, { use: "vertex", byteLength: vertexBytes, address: vertices });
    this.#indices = new Buffer(device, {
      use: "index",
      byteLength: indexCount * indexBytes,
      address: indices,
    });
    this.#format = /** @type {GPUIndexFormat} */ (indexBytes === 2 ? "uint16" : "uint32");
  }

  /**
   * @param {number} first
   * @param {number} count
   */
  draw(first, count) {
    const { pass } = this.#device;
    if (!pass || count === 0) return;
    pass.setVertexBuffer(0, this.#vertices.handle);
    pass.setIndexBuffer(/** @type {GPUBuffer} */ (this.#indices.handle), this.#format);
    pass.drawIndexed(count, 1, first);
  }

  delete() {
    this.#indices.delete();
    this.#vertices.delete();
  }
}
