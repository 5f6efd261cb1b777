// @ts-check

/** Quads whose corners a shader makes from the vertex' number (0 to 3, a strip) and the instance's. */
export class Quads {
  #device;

  /** @param {import("./device.js").Device} device */
  constructor(device) {
    this.#device = device;
  }

  /** @param {number} count */
  draw(count) {
    this.#device.pass?.draw(4, count);
  }

  delete() {}
}
