// @ts-check

import { AvatarError } from "./errors.js";
import { numbers, ofType } from "./guest-arguments.js";

/** @typedef {import("./guest-bridge.js").Numbers} Numbers */

/** @typedef {"idle" | "loading" | "ready" | "unavailable" | "error"} GuestState */

/**
 * @typedef {{ code: string, animation: string, expression: string, speed: number, loop: boolean, paused: boolean,
 *   world: Numbers }} AvatarOptions
 */

/** What an avatar is until it is told otherwise. @type {Readonly<AvatarOptions>} */
export const AVATAR_DEFAULTS = Object.freeze({
  code: "",
  animation: "Stand0",
  expression: "",
  speed: 1,
  loop: true,
  paused: false,
  world: Object.freeze([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
});

/**
 * One avatar in a host's scene. Values that cannot be are thrown at once, and change nothing. Events, with the details of
 * `<cna-avatar>`'s: statechange, load, error, animationend.
 */
export class GuestAvatar extends EventTarget {
  /** @type {GuestState} */
  #state = "idle";
  /** @type {AvatarOptions} */
  #values = { ...AVATAR_DEFAULTS };
  /** The code whose figure is shown. */
  #shownCode = "";
  #substitution = { catalogMissing: false, items: /** @type {number[]} */ ([]) };
  /** @type {import("./bridge.js").Description | null} */
  #details = null;
  #owner;

  /**
   * @param {number} player Python's number of it
   * @param {{ bridge: import("./bridge.js").Bridge, guestBridge: import("./guest-bridge.js").GuestBridge,
   *   onChange: () => void, remove: (avatar: GuestAvatar) => void }} owner
   */
  constructor(player, owner) {
    super();
    this.player = player;
    this.#owner = owner;
  }

  /** @returns {GuestState} */
  get state() {
    return this.#state;
  }

  /** What it is, in words; null until it is ready. */
  get details() {
    return this.#details;
  }

  /** A share code; the figure that stands there stays until the new one is ready. */
  get code() {
    return this.#values.code;
  }

  set code(code) {
    if (code === this.#values.code) return;
    this.#set("code", code, (bridge) => bridge.setDescription(this.player, code));
    this.#substitution = { catalogMissing: false, items: [] };
    this.#enter("loading");
  }

  /** Where it stands: column-major 4 × 4, metres, feet at the origin, looking to +Z. @returns {Numbers} */
  get world() {
    return this.#values.world;
  }

  set world(world) {
    const copy = numbers("world", world, 16);
    const known = this.#values.world;
    for (let index = 0; index < 16; index++) {
      if (copy[index] === known[index]) continue;
      this.#set("world", copy, () => this.#owner.guestBridge.setWorld(this.player, copy));
      return;
    }
  }

  /** One of XNA's presets, played from its start. */
  get animation() {
    return this.#values.animation;
  }

  set animation(name) {
    this.#set("animation", name, (bridge) => bridge.setAnimation(this.player, name));
  }

  /** A name, or features ("mouth:Happy left-eye:Blink"); an empty one follows the animation. */
  get expression() {
    return this.#values.expression;
  }

  set expression(text) {
    this.#set("expression", text, (bridge) => bridge.setExpression(this.player, text));
  }

  get speed() {
    return this.#values.speed;
  }

  set speed(factor) {
    this.#set("speed", factor, (bridge) => bridge.setSpeed(this.player, factor));
  }

  get loop() {
    return this.#values.loop;
  }

  set loop(flag) {
    this.#set("loop", flag, (bridge) => bridge.setLoop(this.player, flag));
  }

  get paused() {
    return this.#values.paused;
  }

  set paused(flag) {
    this.#set("paused", flag, (bridge) => bridge.setPaused(this.player, flag));
  }

  /** Goes to a time of the animation; with `paused` a host's own clock can drive it. @param {number} seconds */
  seek(seconds) {
    this.#change((bridge) => bridge.setTime(this.player, seconds));
  }

  /** Takes it out of the scene, for good. */
  remove() {
    this.#owner.remove(this);
  }

  /**
   * What Python tells of it.
   * @param {string} type
   * @param {string} detail
   */
  onEvent(type, detail) {
    if (type === "animationend") this.#dispatch("animationend", { animation: detail });
    else if (type === "substituted") this.#substitution = JSON.parse(detail);
    else if (type === "state") this.#onState(/** @type {GuestState} */ (detail));
    else if (type === "error") {
      this.#values.code = this.#shownCode;
      this.#report(new AvatarError("content", detail));
    }
  }

  /** @param {AvatarError} error after which there are no avatars any more */
  onFailure(error) {
    this.#enter("error");
    this.#report(error);
  }

  /** @param {GuestState} state */
  #onState(state) {
    const { code } = this.#values;
    this.#enter(state);
    if (state !== "ready" || code === this.#shownCode) return;
    this.#shownCode = code;
    this.#details = this.#owner.bridge.describe(code);
    this.#dispatch("load", { code, ...this.#substitution });
  }

  /**
   * @template {keyof AvatarOptions} Name
   * @param {Name} name
   * @param {AvatarOptions[Name]} value
   * @param {(bridge: import("./bridge.js").Bridge) => void} change throws for a value that cannot be
   */
  #set(name, value, change) {
    ofType(name, value, typeof AVATAR_DEFAULTS[name]);
    this.#change(change);
    this.#values[name] = value;
  }

  /** @param {(bridge: import("./bridge.js").Bridge) => void} change */
  #change(change) {
    change(this.#owner.bridge);
    this.#owner.onChange();
  }

  /** @param {GuestState} state */
  #enter(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#owner.onChange();
    this.#dispatch("statechange", { state });
  }

  /** @param {AvatarError} error */
  #report(error) {
    this.#dispatch("error", { code: error.code, message: error.message, error });
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
