// @ts-check
/** The properties of an avatar element that mirror its attributes, and the attributes' defaults. */

import { VIEWS } from "../runtime/picture.js";

const DEFAULT_ANIMATION = "Stand0";

const Base = globalThis.HTMLElement ?? class {}; // importing on a server must not fail

export class AvatarAttributes extends Base {
  get code() {
    return this.getAttribute("code") ?? "";
  }

  set code(value) {
    this.#reflect("code", value);
  }

  get description() {
    return this.getAttribute("description") ?? "";
  }

  set description(value) {
    this.#reflect("description", value);
  }

  get animation() {
    return this.getAttribute("animation") ?? DEFAULT_ANIMATION;
  }

  set animation(value) {
    this.#reflect("animation", value);
  }

  get expression() {
    return this.getAttribute("expression") ?? "";
  }

  set expression(value) {
    this.#reflect("expression", value);
  }

  /** @returns {import("../runtime/picture.js").View} */
  get view() {
    const name = this.getAttribute("view");
    return VIEWS.find((view) => view === name) ?? "full";
  }

  set view(value) {
    this.#reflect("view", value);
  }

  get speed() {
    const text = this.getAttribute("speed");
    return text === null ? 1 : Number(text);
  }

  set speed(value) {
    this.#reflect("speed", String(value));
  }

  get loop() {
    return this.getAttribute("loop") !== "false";
  }

  set loop(value) {
    this.#reflect("loop", value ? "" : "false");
  }

  get paused() {
    return this.hasAttribute("paused");
  }

  set paused(value) {
    this.toggleAttribute("paused", Boolean(value));
  }

  get cameraControls() {
    return this.hasAttribute("camera-controls");
  }

  set cameraControls(value) {
    this.toggleAttribute("camera-controls", Boolean(value));
  }

  get shadow() {
    return this.hasAttribute("shadow");
  }

  set shadow(value) {
    this.toggleAttribute("shadow", Boolean(value));
  }

  get poster() {
    return this.getAttribute("poster") ?? "";
  }

  set poster(value) {
    this.#reflect("poster", value);
  }

  get alt() {
    return this.getAttribute("alt") ?? "";
  }

  set alt(value) {
    this.#reflect("alt", value);
  }

  /** What a page set before this class was there lies on the element itself and would hide the accessors. */
  adoptEarlyProperties() {
    for (const name of Object.keys(Object.getOwnPropertyDescriptors(AvatarAttributes.prototype))) {
      const early = Object.getOwnPropertyDescriptor(this, name);
      if (!early) continue;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, early.value);
    }
  }

  /**
   * @param {string} name
   * @param {string | null | undefined} value empty removes the attribute
   */
  #reflect(name, value) {
    if (value) this.setAttribute(name, value);
    else this.removeAttribute(name);
  }
}
