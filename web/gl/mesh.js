// @ts-check

import { Buffer } from "./buffer.js";
import { VertexArray } from "./vertex-array.js";

/**
 * Where the heap holds a mesh: addresses and sizes, and how a vertex is laid out.
 * @typedef {{ vertices: number, vertexBytes: number, indices: number, indexCount: number, indexBytes: 2 | 4,
 *   stride: number, attributes: readonly import("./vertex-array.js").Attribute[] }} MeshOptions
 */

/** Vertices and indices in the context, read from the heap. */
export class Mesh {
  #vertices;
  #indices;
  #vertexArray;

  /**
   * @param {import("./device.js").Device} device
   * @param {MeshOptions} options
   */
  constructor(device, { vertices, vertexBytes, indices, indexCount, indexBytes, stride, attributes }) {
    this.#vertices = new Buffer(device, { use: "vertex", byteLength: vertexBytes, address: vertices });
    this.#indices = new Buffer(device, {
      use: "index",
      byteLength: indexCount * indexBytes,
      address: indices,
    });
    this.#vertexArray = new VertexArray(device, {
      vertices: this.#vertices,
      indices: this.#indices,
      indexBytes,
      stride,
      attributes,
    });
  }

  /**
   * @param {number} first
   * @param {number} count
   */
  draw(first, count) {
    this.#vertexArray.draw(first, count);
  }

  delete() {
    this.#vertexArray.delete();
    this.#indices.delete();
    this.#vertices.delete();
  }
}
