// @ts-check

import { Buffer } from "../gl/buffer.js";
import { TextureArray } from "../gl/texture-array.js";
import { VertexArray } from "../gl/vertex-array.js";
import { BLOCKS, PARTS_BYTES, SPHERE_ATTRIBUTES, VERTEX_ATTRIBUTES, VERTEX_BYTES } from "./layout.js";

/** @typedef {import("../gl/device.js").Device} Device */

/** Vertices and indices in the context, read from the heap. */
class Mesh {
  #vertices;
  #indices;
  #vertexArray;

  /**
   * @param {Device} device
   * @param {{ vertices: number, vertexBytes: number, indices: number, indexCount: number, indexBytes: 2 | 4,
   *   stride: number, attributes: readonly import("../gl/vertex-array.js").Attribute[] }} options addresses and sizes
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

/** A dressed avatar in the context: one mesh whose indices are opaque parts, then decals, then irises. */
export class Model {
  #mesh;
  #parts;
  #textures;

  /**
   * @param {Device} device
   * @param {Uint32Array} fields one entry of the upload table
   */
  constructor(device, fields) {
    const [, , vertices, vertexCount, indices, indexCount, indexBytes] = fields;
    if (indexBytes !== 2 && indexBytes !== 4)
      throw new RangeError(`Expected 2 or 4 bytes an index in model ${fields[1]}; got ${indexBytes}.`);
    this.opaque = { first: 0, count: fields[7] };
    this.decals = { first: fields[7], count: fields[8] };
    this.irises = { first: fields[7] + fields[8], count: fields[9] };
    if (this.irises.first + this.irises.count !== indexCount)
      throw new RangeError(
        `Expected ${indexCount} indices in model ${fields[1]}; its draws have ${this.irises.first + this.irises.count}.`,
      );
    this.tiles = fields[16];
    this.#mesh = new Mesh(device, {
      vertices,
      vertexBytes: vertexCount * VERTEX_BYTES,
      indices,
      indexCount,
      indexBytes,
      stride: VERTEX_BYTES,
      attributes: VERTEX_ATTRIBUTES,
    });
    this.#parts = new Buffer(device, { use: "uniform", byteLength: PARTS_BYTES, address: fields[10] });
    const [address, width, height, layers] = fields.subarray(12, 16);
    this.#textures = layers > 0 ? new TextureArray(device, { width, height, layers, address }) : null;
  }

  bindParts() {
    this.#parts.bindRange(BLOCKS.Parts, 0, PARTS_BYTES);
  }

  /** @param {number} unit */
  bindTextures(unit) {
    this.#textures?.bind(unit);
  }

  /** @param {{ first: number, count: number }} range */
  draw({ first, count }) {
    this.#mesh.draw(first, count);
  }

  delete() {
    this.#textures?.delete();
    this.#parts.delete();
    this.#mesh.delete();
  }
}

/** A sphere of the loading effect. */
export class Sphere {
  #mesh;
  #indexCount;

  /**
   * @param {Device} device
   * @param {Uint32Array} fields one entry of the upload table
   */
  constructor(device, fields) {
    const [, , vertices, vertexCount, indices, indexCount] = fields;
    this.#indexCount = indexCount;
    this.#mesh = new Mesh(device, {
      vertices,
      vertexBytes: 12 * vertexCount,
      indices,
      indexCount,
      indexBytes: 2,
      stride: 12,
      attributes: SPHERE_ATTRIBUTES,
    });
  }

  draw() {
    this.#mesh.draw(0, this.#indexCount);
  }

  delete() {
    this.#mesh.delete();
  }
}
