// @ts-check
/**
 * Avatars in a host's own WebGL2 scene: they are drawn into the framebuffer that is bound, within its viewport and
 * scissor, and share its depth. Every piece of the context's state is left as it was.
 *
 *     const guest = await openGuest(gl);
 *     const avatar = guest.add({ code, animation: "Wave" });
 *     // in each of the host's frames, after what is opaque:
 *     avatar.world = object.matrixWorld.elements;
 *     guest.draw({ view: camera.matrixWorldInverse.elements, projection: camera.projectionMatrix.elements });
 *
 * Matrices are column-major arrays of sixteen numbers, as three.js and gl-matrix have them; clip depth is -w..w.
 */

import { Renderer } from "../render/renderer.js";
import { open } from "../render/webgl2.js";
import { AvatarError } from "./errors.js";
import { numbers, options, webgl2Context } from "./guest-arguments.js";
import { AVATAR_DEFAULTS, GuestAvatar } from "./guest-avatar.js";
import { GuestBridge } from "./guest-bridge.js";
import { joinStudio } from "./studio.js";

/** @typedef {import("./guest-bridge.js").Numbers} Numbers */

/**
 * A light's direction of travel, its colour, and the ambient colour.
 * @typedef {{ direction: Numbers, color: Numbers, ambient: Numbers }} GuestLights
 */

const BODIES = ["female", "male"]; // by XNA's numbers

/**
 * Starts Python, or joins the page's, and makes ready what draws avatars in a context.
 * @param {WebGL2RenderingContext} gl the host's
 * @param {{ onProgress?: (progress: import("./studio.js").StudioProgress) => void }} [options] told until it is open
 * @returns {Promise<Guest>}
 */
export async function openGuest(gl, { onProgress } = {}) {
  const opening = open(undefined, webgl2Context(gl)).catch((cause) => {
    throw new AvatarError("webgl", cause instanceof Error ? cause.message : String(cause), { cause });
  });
  opening.catch(() => {}); // awaited below
  try {
    const studio = await joinStudio(onProgress);
    if (studio.failure) throw studio.failure;
    const { device, programs } = await opening;
    const renderer = device.within(() => new Renderer(device, programs));
    return new Guest(studio, device, renderer);
  } catch (error) {
    opening.then(
      ({ device }) => device.dispose(),
      () => {},
    );
    throw error;
  }
}

export class Guest {
  /** A soft shadow on the ground that each avatar stands on. */
  shadow = false;
  /** @type {Map<number, GuestAvatar>} by player */
  #avatars = new Map();
  #studio;
  #bridge;
  #target;
  #device;
  #renderer;
  #isDisposed = false;
  /** Why no avatar can be drawn any more. @type {AvatarError | null} */
  #failure = null;
  /** The studio's view of this. @type {import("./drawings.js").Guest} */
  #member;

  /**
   * @param {import("./studio.js").Studio} studio
   * @param {import("../gl/device.js").Device} device
   * @param {Renderer} renderer
   */
  constructor(studio, device, renderer) {
    this.#studio = studio;
    this.#bridge = new GuestBridge(studio.bridge);
    this.#target = this.#bridge.create();
    this.#device = device;
    this.#renderer = renderer;
    const avatars = this.#avatars;
    this.#member = {
      device,
      renderer,
      get isLoading() {
        return [...avatars.values()].some(({ state }) => state === "loading");
      },
      onEvent: (player, type, detail) => {
        if (!this.#failure) avatars.get(player)?.onEvent(type, detail);
      },
      onFailure: (error) => {
        this.#failure = error;
        for (const avatar of avatars.values()) avatar.onFailure(error);
      },
    };
    studio.addGuest(this.#member);
  }

  /** The avatars that are here. */
  get avatars() {
    return [...this.#avatars.values()];
  }

  /**
   * Adds an avatar; it is a silhouette until it is ready.
   * @param {Partial<import("./guest-avatar.js").AvatarOptions>} [description]
   */
  add(description = {}) {
    this.#requireOpen();
    if (this.#failure) throw this.#failure;
    const values = options("the avatar", description, Object.keys(AVATAR_DEFAULTS));
    const { bridge } = this.#studio;
    const avatar = new GuestAvatar(bridge.createPlayer(this.#target), {
      bridge,
      guestBridge: this.#bridge,
      onChange: () => this.#studio.wake(),
      remove: (each) => this.#remove(each),
    });
    try {
      Object.assign(avatar, values);
    } catch (error) {
      bridge.destroyPlayer(avatar.player);
      throw error;
    }
    this.#avatars.set(avatar.player, avatar);
    this.#studio.wake();
    return avatar;
  }

  /**
   * Lights the avatars from now on.
   * @param {GuestLights} lights
   */
  setLights(lights) {
    this.#requireOpen();
    const { direction, color, ambient } = options("the lights", lights, ["direction", "color", "ambient"]);
    this.#bridge.setLights(
      this.#target,
      numbers("direction", direction, 3),
      numbers("color", color, 3),
      numbers("ambient", ambient, 3),
    );
  }

  /**
   * Draws the avatars as they stand now. Several cameras may look at one moment: call it for each.
   * @param {{ view: Numbers, projection: Numbers }} camera column-major 4 × 4 each
   */
  draw(camera) {
    this.#requireOpen();
    const { view, projection } = options("the camera", camera, ["view", "projection"]);
    const [looking, lens] = [numbers("view", view, 16), numbers("projection", projection, 16)];
    if (this.#avatars.size === 0 || this.#device.lost || this.#failure) return;
    this.#bridge.setCamera(this.#target, looking, lens);
    this.#studio.drawGuest(
      this.#member,
      (seconds) => this.#bridge.frame(this.#target, seconds),
      () => this.#renderer.drawInside({ target: this.#target, shadow: this.shadow }),
    );
  }

  /**
   * A random avatar's code.
   * @param {{ seed?: number, body?: "female" | "male" }} [options]
   * @returns {Promise<string>}
   */
  async randomCode({ seed = -1, body } = {}) {
    await this.#studio.catalogs;
    return this.#studio.bridge.randomCode(seed, body ? BODIES.indexOf(body) : -1);
  }

  /** Takes all avatars away and deletes what was made in the context; the context itself stays the host's. */
  dispose() {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#avatars.clear();
    if (!this.#studio.failure) this.#studio.bridge.destroyTarget(this.#target);
    this.#studio.removeGuest(this.#member);
    this.#renderer.delete();
    this.#device.dispose();
  }

  /** @param {GuestAvatar} avatar */
  #remove({ player }) {
    if (!this.#avatars.delete(player) || this.#studio.failure) return;
    this.#studio.bridge.destroyPlayer(player);
    this.#studio.releaseUnused();
  }

  #requireOpen() {
    if (this.#isDisposed) throw new AvatarError("disposed", "This guest was disposed; open another.");
  }
}
