// @ts-check
/** Python's functions for guests: the part of the bridge that is about avatars in a host's own scene. */

/** @typedef {ArrayLike<number>} Numbers */

const FUNCTIONS = /** @type {const} */ ([
  "create_guest",
  "set_camera",
  "set_lights",
  "set_world",
  "guest_frame",
]);

export class GuestBridge {
  #bridge;
  #call;

  /** @param {Pick<import("./bridge.js").Bridge, "caller" | "readStatus">} bridge */
  constructor(bridge) {
    this.#bridge = bridge;
    this.#call = bridge.caller(FUNCTIONS);
  }

  /** @returns {number} a target that only `frame` draws */
  create() {
    return this.#call("create_guest");
  }

  /**
   * @param {number} target
   * @param {Numbers} view column-major 4 × 4
   * @param {Numbers} projection column-major 4 × 4, clip depth -w..w
   */
  setCamera(target, view, projection) {
    this.#call("set_camera", target, ...Array.from(view), ...Array.from(projection));
  }

  /**
   * @param {number} target
   * @param {Numbers} direction in which the light travels
   * @param {Numbers} color
   * @param {Numbers} ambient
   */
  setLights(target, direction, color, ambient) {
    this.#call("set_lights", target, ...Array.from(direction), ...Array.from(color), ...Array.from(ambient));
  }

  /**
   * @param {number} player
   * @param {Numbers} world column-major 4 × 4
   */
  setWorld(player, world) {
    this.#call("set_world", player, ...Array.from(world));
  }

  /**
   * @param {number} target
   * @param {number} nowSeconds of the page's clock
   */
  frame(target, nowSeconds) {
    this.#call("guest_frame", target, nowSeconds);
    return this.#bridge.readStatus();
  }
}
