// @ts-check
/**
 * `<cna-game src="program.py">`: a Python program that draws avatars with XNA's calls. A page runs one game at a time.
 *
 * Attributes: src, alt. Events: load (the program runs), title (detail.title), error. While it has the focus, keys go to
 * the program; `press(key, isDown)` does it for buttons.
 */

import { AvatarError, fromPython } from "../runtime/errors.js";
import { GameBridge } from "../runtime/game-bridge.js";
import { GameChannels } from "../runtime/game-channels.js";
import { openStudio } from "../runtime/studio.js";
import { GameKeys } from "./game-keys.js";
import { PixelSize } from "./pixel-size.js";

const STYLE = `
  :host { display: block; aspect-ratio: 16 / 9; }
  :host([hidden]) { display: none; }
  canvas { inline-size: 100%; block-size: 100%; display: block; outline: none; border-radius: inherit; }
  canvas:focus-visible { outline: 3px solid var(--cna-avatar-focus, #2f6fed); outline-offset: -3px; }
`;

const Base = globalThis.HTMLElement ?? class {}; // importing on a server must not fail

export class CnaGameElement extends Base {
  static observedAttributes = ["src", "alt"];

  /** @type {import("../runtime/studio.js").Studio | null} */
  #studio = null;
  /** @type {import("../runtime/picture.js").Picture | null} */
  #picture = null;
  /** @type {GameBridge | null} */
  #games = null;
  #canvas;
  #keys;
  #source = "";
  #starts = 0;
  #size = new PixelSize(this, () => this.#resize());
  #sightings = new IntersectionObserver((entries) => this.#see(entries));
  #channels = new GameChannels((channel, { sender, data }) => {
    this.#games?.deliver(channel, sender, data);
    this.#studio?.wake();
  });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#canvas = document.createElement("canvas");
    this.#canvas.tabIndex = 0;
    this.#canvas.setAttribute("role", "application");
    this.#canvas.width = this.#canvas.height = 1;
    root.append(this.#canvas);
    this.#keys = new GameKeys(this.#canvas, (keys) => this.#games?.press(keys));
  }

  /** The text of the program that runs. @returns {string} */
  get source() {
    return this.#source;
  }

  get src() {
    return this.getAttribute("src") ?? "";
  }

  set src(value) {
    this.setAttribute("src", value);
  }

  /**
   * Presses a key as the keyboard would.
   * @param {string} key XNA's name
   * @param {boolean} isDown
   */
  press(key, isDown) {
    this.#keys.set(key, isDown);
  }

  /**
   * Runs a program instead of the one that runs.
   * @param {string} source
   * @param {string} [name] stands in error messages
   */
  async run(source, name = "game.py") {
    const start = ++this.#starts;
    this.#source = source;
    try {
      const studio = await openStudio();
      await Promise.all([studio.catalogs, studio.openProfiles()]);
      if (start !== this.#starts || !this.isConnected) return;
      this.#show(studio);
      this.#channels.close();
      this.#keys.clear();
      if (this.#picture) this.#games?.start(this.#picture.player, source, name);
      studio.wake();
      this.#dispatch("load", { source });
    } catch (error) {
      this.#fail(error);
    }
  }

  connectedCallback() {
    this.#size.observe();
    this.#label();
    this.#load();
  }

  disconnectedCallback() {
    this.#starts++;
    this.#size.disconnect();
    this.#sightings.disconnect();
    this.#channels.close();
    if (this.#picture && this.#studio) {
      if (!this.#studio.failure) this.#games?.stop();
      this.#studio.destroyPicture(this.#picture);
    }
    this.#picture = null;
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   */
  attributeChangedCallback(name, before, after) {
    if (before === after || !this.isConnected) return;
    if (name === "src") this.#load();
    else this.#label();
  }

  async #load() {
    const { src } = this;
    if (!src) return;
    const address = new URL(src, this.baseURI);
    try {
      if (address.origin !== location.origin)
        throw new AvatarError("blocked", `A program of this page's origin was expected; got ${address.origin}.`);
      const answer = await fetch(address);
      if (!answer.ok) throw new AvatarError("network", `${address.pathname}: expected the program; got ${answer.status}.`);
      const source = await answer.text();
      if (src === this.src && this.isConnected) await this.run(source, address.pathname.split("/").pop());
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {import("../runtime/studio.js").Studio} studio */
  #show(studio) {
    if (studio.failure) throw studio.failure;
    if (this.#picture) return;
    this.#studio = studio;
    this.#games = new GameBridge(studio.bridge);
    this.#picture = studio.createPicture(this.#canvas, {
      onEvent: (type, detail) => this.#onEvent(type, detail),
      onFrame() {},
      onFailure: (error) => this.#fail(error),
      onDrawn() {},
    });
    this.#sightings.observe(this);
    this.#resize();
  }

  /**
   * @param {string} type
   * @param {string} detail
   */
  #onEvent(type, detail) {
    if (type === "game-title") this.#dispatch("title", { title: detail });
    else if (type === "game-open") this.#channels.open(detail);
    else if (type === "game-send") {
      const [channel, data] = JSON.parse(detail);
      this.#channels.send(channel, data);
    } else if (type === "game-error") this.#fail(new AvatarError("internal", detail));
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #see(entries) {
    if (!this.#picture) return;
    this.#picture.onScreen = entries[entries.length - 1].isIntersecting;
    this.#studio?.wake();
  }

  #resize() {
    if (!this.#picture || !this.#studio) return;
    this.#picture.resize(this.#size.width, this.#size.height, devicePixelRatio, this.#studio.sizeLimit);
    this.#studio.wake();
  }

  #label() {
    this.#canvas.setAttribute("aria-label", this.getAttribute("alt") || "A scene with avatars");
  }

  /** @param {unknown} error */
  #fail(error) {
    const known = fromPython(error);
    this.#dispatch("error", { code: known.code, message: known.message, error: known });
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

if (globalThis.customElements && !customElements.get("cna-game")) customElements.define("cna-game", CnaGameElement);
