// @ts-check
/**
 * `<cna-avatar>`: one avatar on a page. All of a page's avatars share one Python and one drawing context.
 *
 * Attributes: code or description, animation, expression, view ("full", "upper", "head"), speed, loop ("false" to play
 * once), paused, camera-controls, shadow (on the ground), poster, alt. Events: progress, load, error, statechange, animationend.
 */

import { AvatarError, fromPython } from "../runtime/errors.js";
import { openStudio } from "../runtime/studio.js";
import { AvatarAttributes } from "./avatar-attributes.js";
import { createShadow, SILHOUETTE_URL } from "./avatar-shadow.js";
import { Orbit } from "./orbit.js";
import { PixelSize } from "./pixel-size.js";

/**
 * Of a progress event.
 * @typedef {{ step: "download" | "python" | "core" | "ready", fraction: number }} ProgressDetail fraction of the download
 */

/**
 * Of an error event. Codes: web/runtime/errors.js, and "webgl", "not-ready".
 * @typedef {{ code: string, message: string, error: AvatarError }} ErrorDetail
 */

/**
 * What of an avatar could not be drawn as described: its whole catalog, or single items (by id), for which defaults stand in.
 * @typedef {{ catalogMissing: boolean, items: number[] }} Substitution
 */

/** Of a load event. @typedef {{ code: string } & Substitution} LoadDetail */

/** @type {Substitution} */
const AS_DESCRIBED = Object.freeze({ catalogMissing: false, items: [] });

/** @typedef {"idle" | "loading" | "ready" | "unavailable" | "error"} AvatarState */

const DISPOSE_DELAY_MS = 50; // an element that is moved is disconnected for a moment
const BODIES = ["female", "male"]; // by XNA's numbers
const KEY_HELP = "Arrow keys turn and tilt, plus and minus zoom, zero resets.";

export class CnaAvatarElement extends AvatarAttributes {
  /** @type {Record<string, (element: CnaAvatarElement) => void>} what each attribute changes */
  static #CHANGES = {
    code: (element) => element.#applyCode(),
    description: (element) => element.#applyCode(),
    animation: (element) => element.#applyAnimation(),
    expression: (element) => element.#applyExpression(),
    view: (element) => element.#applyView(),
    speed: (element) => element.#applySpeed(),
    loop: (element) => element.#applyLoop(),
    paused: (element) => element.#applyPaused(),
    "camera-controls": (element) => element.#applyControls(),
    shadow: (element) => element.#applyView(),
    poster: (element) => element.#showPoster(),
    alt: (element) => element.#label(),
  };

  static observedAttributes = Object.keys(CnaAvatarElement.#CHANGES);

  /** @type {AvatarState} */
  #state = "idle";
  /** @type {import("../runtime/studio.js").Studio | null} */
  #studio = null;
  /** @type {import("../runtime/picture.js").Picture | null} */
  #picture = null;
  /** @type {import("../runtime/bridge.js").Description | null} */
  #details = null;
  /** The code whose figure is on its way or shown, and the one whose figure is shown. */
  #wantedCode = "";
  #shownCode = "";
  /** @type {Substitution} */
  #substitution = AS_DESCRIBED;
  /** @type {Promise<import("../runtime/studio.js").Studio> | null} */
  #opening = null;
  #loadWaits = false;
  #playsDespiteReducedMotion = false;
  /** @type {AbortController | null} */
  #connected = null;
  #shadow = createShadow(this);
  #orbit = new Orbit(this.#shadow.stage, () => this.#studio?.wake());
  #size = new PixelSize(this.#shadow.stage, () => this.#resize());
  #sightings = new IntersectionObserver((entries) => this.#see(entries));
  #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  // --- what the page can ask and do ---------------------------------------------------------------------------------

  /** @returns {AvatarState} */
  get state() {
    return this.#state;
  }

  /** What the avatar is, in words; null until it is ready. @returns {import("../runtime/bridge.js").Description | null} */
  get details() {
    return this.#details;
  }

  /** Plays, also where the person's system asks for reduced motion. */
  play() {
    this.#playsDespiteReducedMotion = true;
    this.paused = false;
    this.#applyPaused();
  }

  pause() {
    this.#playsDespiteReducedMotion = false;
    this.paused = true;
  }

  /** Begins the animation anew. */
  restart() {
    this.#applyAnimation();
  }

  /** Back to the front, at the view's own distance. */
  resetCamera() {
    this.#orbit.reset();
  }

  /**
   * Shows a random avatar.
   * @param {{ seed?: number, body?: "female" | "male" }} [options]
   * @returns {Promise<string>} its code
   */
  async randomize({ seed = -1, body } = {}) {
    const studio = await this.#open();
    await studio.catalogs;
    this.code = studio.bridge.randomCode(seed, body ? BODIES.indexOf(body) : -1);
    return this.code;
  }

  /**
   * The avatar as it stands now, on a transparent ground.
   * @param {{ width?: number, height?: number, type?: string, quality?: number }} [options] pixels
   * @returns {Promise<Blob>}
   */
  async toBlob({ width = 1024, height = 1024, type = "image/png", quality } = {}) {
    if (!this.#studio || !this.#picture || this.#state !== "ready")
      throw new AvatarError(
        "not-ready",
        `A picture was asked for before the avatar was ready; it is "${this.#state}".`,
      );
    const limit = this.#studio.sizeLimit;
    if (!(width >= 1 && width <= limit && height >= 1 && height <= limit))
      throw new AvatarError(
        "argument-range",
        `Expected 1 to ${limit} pixels a side; got ${width} × ${height}.`,
      );
    const canvas = this.#studio.capture(this.#picture, Math.round(width), Math.round(height));
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob) return blob;
    throw new AvatarError("internal", `The browser could not write the picture as ${type}.`);
  }

  // --- life on the page ---------------------------------------------------------------------------------------------

  connectedCallback() {
    this.#connected ??= new AbortController();
    this.adoptEarlyProperties();
    this.#size.observe();
    this.#sightings.observe(this);
    this.#reducedMotion.addEventListener("change", this.#applyPaused, { signal: this.#connected.signal });
    this.#showPoster();
    this.#label();
    this.#applyControls();
    this.#applyCode();
  }

  disconnectedCallback() {
    setTimeout(() => {
      if (!this.isConnected) this.#dispose();
    }, DISPOSE_DELAY_MS);
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   */
  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    CnaAvatarElement.#CHANGES[name](this);
  }

  /** The studio, with this element's picture in it; an error is reported once and thrown to each who waits. */
  #open() {
    this.#opening ??= this.#openOnce();
    return this.#opening;
  }

  async #openOnce() {
    this.#enter("loading");
    try {
      const studio = await openStudio((progress) => this.#dispatch("progress", progress));
      if (studio.failure) throw studio.failure;
      if (this.isConnected) this.#start(studio);
      return studio;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** @param {import("../runtime/studio.js").Studio} studio */
  #start(studio) {
    this.#studio = studio;
    this.#picture = studio.createPicture(this.#shadow.canvas, {
      onEvent: (type, detail) => this.#onEvent(type, detail),
      onFrame: (elapsed) => this.#onFrame(elapsed),
      onFailure: (error) => this.#fail(error),
      onDrawn: () => this.#onDrawn(),
    });
    this.#picture.covered = this.#hasPoster;
    this.#sightings.unobserve(this); // observing anew reports at once
    this.#sightings.observe(this);
    this.#resize();
    this.#applyView();
    this.#applySpeed();
    this.#applyLoop();
    this.#applyPaused();
    this.#applyAnimation();
    this.#applyExpression();
    this.#applyCode();
  }

  #dispose() {
    this.#connected?.abort();
    this.#connected = null;
    this.#size.disconnect();
    this.#sightings.disconnect();
    this.#orbit.setEnabled(false);
    if (this.#picture) this.#studio?.destroyPicture(this.#picture);
    this.#picture = null;
    this.#opening = null;
    this.#wantedCode = this.#shownCode = "";
    this.#details = null;
    this.#loadWaits = false;
    this.#shadow.stage.dataset.shows = "poster";
    if (this.#state !== "error") this.#enter("idle");
  }

  // --- attributes to the player -------------------------------------------------------------------------------------

  #applyCode() {
    const code = this.code || this.description;
    if (!code || !this.isConnected) return;
    if (!this.#picture) {
      this.#open().catch(() => {}); // reported already; the new picture takes the code up
      return;
    }
    if (code === this.#wantedCode) return;
    this.#try((bridge, player) => {
      bridge.setDescription(player, code);
      this.#wantedCode = code;
      this.#substitution = AS_DESCRIBED;
      if (this.#picture) this.#picture.loading = true;
    });
    if (this.#wantedCode !== code && !this.#shownCode) this.#enter("unavailable");
  }

  #applyAnimation() {
    this.#try((bridge, player) => bridge.setAnimation(player, this.animation));
  }

  #applyExpression() {
    this.#try((bridge, player) => bridge.setExpression(player, this.expression));
  }

  #applySpeed() {
    this.#try((bridge, player) => bridge.setSpeed(player, this.speed));
  }

  #applyLoop() {
    this.#try((bridge, player) => bridge.setLoop(player, this.loop));
  }

  #applyPaused = () => {
    const still = this.#reducedMotion.matches && !this.#playsDespiteReducedMotion;
    const paused = this.paused || still;
    if (this.#picture) this.#picture.still = paused;
    this.#try((bridge, player) => bridge.setPaused(player, paused));
  };

  #applyView() {
    if (this.#picture) Object.assign(this.#picture, { view: this.view, shadow: this.shadow });
    this.#studio?.wake();
  }

  #applyControls() {
    const { stage } = this.#shadow;
    this.#orbit.setEnabled(this.cameraControls && this.isConnected);
    stage.setAttribute("role", this.cameraControls ? "application" : "img");
    if (this.cameraControls) {
      stage.tabIndex = 0;
      stage.setAttribute("aria-description", KEY_HELP);
    } else {
      stage.removeAttribute("tabindex");
      stage.removeAttribute("aria-description");
    }
  }

  /** @param {(bridge: import("../runtime/bridge.js").Bridge, player: number) => void} change */
  #try(change) {
    if (!this.#studio || !this.#picture) return;
    try {
      change(this.#studio.bridge, this.#picture.player);
    } catch (error) {
      this.#report(error);
    }
    this.#studio.wake();
  }

  // --- what the studio tells ----------------------------------------------------------------------------------------

  /**
   * @param {string} type
   * @param {string} detail
   */
  #onEvent(type, detail) {
    if (type === "animationend") this.#dispatch("animationend", { animation: detail });
    else if (type === "substituted") this.#substitution = JSON.parse(detail);
    else if (type === "state") this.#onState(/** @type {AvatarState} */ (detail));
    else if (type === "error") {
      this.#wantedCode = this.#shownCode; // the old figure stays
      this.#report(new AvatarError("content", detail));
    }
  }

  /** @param {AvatarState} state */
  #onState(state) {
    if (this.#picture) this.#picture.loading = state === "loading";
    if (state === "ready" && this.#wantedCode !== this.#shownCode) {
      this.#shownCode = this.#wantedCode;
      this.#details = this.#studio?.bridge.describe(this.#shownCode) ?? null;
      this.#label();
      this.#loadWaits = true;
      if (this.#picture) this.#picture.covered = false;
    }
    this.#enter(state);
    if (this.#loadWaits && !this.#picture?.visible) this.#onComplete();
  }

  /** @param {number} elapsed */
  #onFrame(elapsed) {
    const picture = this.#picture;
    if (!picture) return;
    this.#orbit.update(elapsed, this.#reducedMotion.matches);
    picture.turn = this.#orbit.turn;
    picture.pitch = this.#orbit.tilt;
    picture.zoom = this.#orbit.zoom;
  }

  #onDrawn() {
    if (this.#loadWaits) this.#onComplete();
    // A poster is better than the silhouette; the silhouette is better than nothing.
    if (this.#state === "ready" || !this.#hasPoster) this.#shadow.stage.dataset.shows = "figure";
  }

  #onComplete() {
    this.#loadWaits = false;
    this.#dispatch("load", { code: this.#shownCode, ...this.#substitution });
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

  // --- showing and telling ------------------------------------------------------------------------------------------

  get #hasPoster() {
    return this.poster !== "" || this.querySelector(':scope > [slot="poster"]') !== null;
  }

  #showPoster() {
    this.#shadow.poster.src = this.poster || SILHOUETTE_URL;
  }

  #label() {
    this.#shadow.stage.setAttribute("aria-label", this.alt || this.#details?.sentence || "Avatar");
  }

  /** @param {AvatarState} state */
  #enter(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#shadow.stage.setAttribute("aria-busy", String(state === "loading"));
    this.#dispatch("statechange", { state });
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#enter("error");
    this.#report(error);
  }

  /** @param {unknown} error */
  #report(error) {
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

if (globalThis.customElements && !customElements.get("cna-avatar"))
  customElements.define("cna-avatar", CnaAvatarElement);
