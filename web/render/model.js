// @ts-check

import {
  BLOCKS,
  PARTS_BYTES,
  SPHERE_ATTRIBUTES,
  SPHERE_BYTES,
  VERTEX_ATTRIBUTES,
  VERTEX_BYTES,
} from "./layout.js";

/** @typedef {import("./open-renderer.js").Device} Device */

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
    this.#mesh = device.createMesh({
      vertices,
      vertexBytes: vertexCount * VERTEX_BYTES,
      indices,
      indexCount,
      indexBytes,
      stride: VERTEX_BYTES,
      attributes: VERTEX_ATTRIBUTES,
    });
    this.#parts = device.createBuffer({ use: "uniform", byteLength: PARTS_BYTES, address: fields[10] });
    const [address, width, height, layers] = fields.subarray(12, 16);
    this.#textures = layers > 0 ? device.createTextureArray({ width, height, layers, address }) : null;
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
    this.#mesh = device.createMesh({
      vertices,
      vertexBytes: SPHERE_BYTES * vertexCount,
      indices,
      indexCount,
      indexBytes: 2,
      stride: SPHERE_BYTES,
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
