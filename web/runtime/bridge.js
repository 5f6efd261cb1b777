// @ts-check
/** Python's functions for the page. The only file that holds Python proxies; docs/architecture.md lists the calls. */

import { INPUT_FLOATS } from "../render/layout.js";
import { fromPython } from "./errors.js";

/** @typedef {{ player: number, type: string, detail: string }} PlayerEvent */

/**
 * What a frame has left: how many records and uploads, and what else waits.
 * @typedef {{ records: number, uploads: number, hasFileRequests: boolean, hasEvents: boolean, hasProfileSaves: boolean }}
 *   FrameStatus
 */

/**
 * What a picture tells Python each frame.
 * @typedef {object} PictureInputs
 * @property {number} yaw radians
 * @property {number} pitch radians
 * @property {number} zoom 1 is the framing of the view
 * @property {number} aspect width / height
 * @property {boolean} visible
 * @property {number} view 0 full, 1 upper, 2 head
 * @property {number} turn of the avatar, radians
 */

/**
 * @typedef {object} Description
 * @property {string} body
 * @property {number} height metres
 * @property {number} build
 * @property {number} catalog
 * @property {Record<string, string>} colors
 * @property {Record<string, string>} items
 * @property {string} sentence
 */

const FUNCTIONS = /** @type {const} */ ([
  "start",
  "arrays",
  "take_file_requests",
  "deliver_file",
  "file_failed",
  "take_events",
  "create_target",
  "destroy_target",
  "create_player",
  "destroy_player",
  "set_description",
  "set_animation",
  "set_expression",
  "set_speed",
  "set_paused",
  "set_loop",
  "set_time",
  "set_place",
  "random_code",
  "describe",
  "frame",
]);

/** @typedef {(typeof FUNCTIONS)[number]} FunctionName */

export class Bridge {
  /** @type {Map<string, import("pyodide/ffi").PyCallable>} */
  #functions = new Map();
  /** @type {import("./boot.js").Runtime["web"]} */
  #web;
  #heap;
  #addresses = { status: 0, records: 0, uploads: 0, inputs: 0 };

  /** @param {Pick<import("./boot.js").Runtime, "web" | "heap">} runtime */
  constructor({ web, heap }) {
    this.#heap = heap;
    this.#web = web;
    this.#take(FUNCTIONS);
    this.#refresh();
  }

  /** How many results were Python objects, which nobody here owns; there must be none. */
  strayProxies = 0;

  /** @returns {{ records: number, uploads: number }} addresses; they may change with each frame */
  get addresses() {
    return this.#addresses;
  }

  /** @param {string} indexJson the text of catalogs/index.json */
  start(indexJson) {
    this.#call("start", indexJson);
  }

  /**
   * The one call of a frame.
   * @param {number} nowSeconds of a clock that never goes back
   */
  frame(nowSeconds) {
    this.#call("frame", nowSeconds);
    return this.readStatus();
  }

  /**
   * What a frame has left to take up.
   * @returns {FrameStatus}
   */
  readStatus() {
    const status = this.#addresses.status >>> 2;
    const words = this.#heap.uint32;
    const flags = words[status + 2];
    const result = {
      records: words[status],
      uploads: words[status + 1],
      hasFileRequests: (flags & 1) !== 0,
      hasEvents: (flags & 2) !== 0,
      hasProfileSaves: (flags & 8) !== 0,
    };
    if (flags & 4) this.#refresh();
    return result;
  }

  /**
   * @param {number} target
   * @param {PictureInputs} inputs
   */
  setInputs(target, { yaw, pitch, zoom, aspect, visible, view, turn }) {
    const first = (this.#addresses.inputs >>> 2) + target * INPUT_FLOATS;
    this.#heap.float32.set([yaw, pitch, zoom, aspect, visible ? 1 : 0, view, turn], first);
  }

  /** @returns {[sha256: string, size: number][]} */
  takeFileRequests() {
    return JSON.parse(this.#call("take_file_requests"));
  }

  /**
   * Throws an AvatarError of code "content" if the bytes are not that file's.
   * @param {string} sha256
   * @param {Uint8Array<ArrayBuffer>} bytes
   */
  deliverFile(sha256, bytes) {
    this.#call("deliver_file", sha256, bytes);
  }

  /**
   * @param {string} sha256
   * @param {string} reason
   */
  fileFailed(sha256, reason) {
    this.#call("file_failed", sha256, reason);
  }

  /** @returns {PlayerEvent[]} */
  takeEvents() {
    /** @type {[number, string, string][]} */
    const events = JSON.parse(this.#call("take_events"));
    return events.map(([player, type, detail]) => ({ player, type, detail }));
  }

  /** @returns {number} */
  createTarget() {
    const target = this.#call("create_target");
    this.#refresh(); // the inputs may have moved, and are written before the next frame
    return target;
  }

  /** @param {number} target */
  destroyTarget(target) {
    this.#call("destroy_target", target);
  }

  /**
   * @param {number} target
   * @returns {number}
   */
  createPlayer(target) {
    return this.#call("create_player", target);
  }

  /** @param {number} player */
  destroyPlayer(player) {
    this.#call("destroy_player", player);
  }

  /**
   * @param {number} player
   * @param {string} code a share code, or 2,042 hexadecimal digits
   */
  setDescription(player, code) {
    this.#call("set_description", player, code);
  }

  /**
   * @param {number} player
   * @param {string} name
   */
  setAnimation(player, name) {
    this.#call("set_animation", player, name);
  }

  /**
   * @param {number} player
   * @param {string} name an empty one follows the animation
   */
  setExpression(player, name) {
    this.#call("set_expression", player, name);
  }

  /**
   * @param {number} player
   * @param {number} factor
   */
  setSpeed(player, factor) {
    this.#call("set_speed", player, factor);
  }

  /**
   * @param {number} player
   * @param {boolean} flag
   */
  setPaused(player, flag) {
    this.#call("set_paused", player, flag);
  }

  /**
   * @param {number} player
   * @param {boolean} flag
   */
  setLoop(player, flag) {
    this.#call("set_loop", player, flag);
  }

  /**
   * @param {number} player
   * @param {number} seconds
   */
  setTime(player, seconds) {
    this.#call("set_time", player, seconds);
  }

  /**
   * @param {number} player
   * @param {number} x metres
   * @param {number} z metres
   * @param {number} turn radians
   */
  setPlace(player, x, z, turn) {
    this.#call("set_place", player, x, z, turn);
  }

  /**
   * @param {number} [seed] below 0: from the system
   * @param {number} [body] 0 female, 1 male, below 0: any
   * @returns {string} a share code
   */
  randomCode(seed = -1, body = -1) {
    return this.#call("random_code", seed, body);
  }

  /**
   * @param {string} code
   * @returns {Description}
   */
  describe(code) {
    return JSON.parse(this.#call("describe", code));
  }

  /**
   * More of Python's functions, for a part of the page that is loaded when it is needed.
   * @template {string} Name
   * @param {readonly Name[]} names
   * @returns {(name: Name, ...values: unknown[]) => any} calls one; a number, a string, or nothing comes back
   */
  caller(names) {
    this.#take(names);
    return (name, ...values) => this.#call(/** @type {any} */ (name), ...values);
  }

  dispose() {
    for (const proxy of this.#functions.values()) proxy.destroy();
    this.#functions.clear();
  }

  /** @param {readonly string[]} names */
  #take(names) {
    for (const name of names) if (!this.#functions.has(name)) this.#functions.set(name, this.#web[name]);
  }

  #refresh() {
    this.#addresses = JSON.parse(this.#call("arrays"));
  }

  /**
   * @param {FunctionName} name
   * @param {...unknown} values
   * @returns {any} a number, a string, or nothing
   */
  #call(name, ...values) {
    const callable = this.#functions.get(name);
    if (!callable) throw new Error(`Python's ${name} was called after the bridge was disposed.`);
    try {
      const result = callable(...values);
      if (typeof result === "object" && result !== null) this.strayProxies++;
      return result;
    } catch (error) {
      throw fromPython(error);
    }
  }
}
