// @ts-check
/**
 * What a page has once for all its avatars: Python, one frame loop, and one drawing context as soon as there are
 * pictures. Avatars that are guests in a context of a host's are drawn there, by the host's frames.
 */

import { FrameLoop } from "../render/frame-loop.js";
import { boot } from "./boot.js";
import { Bridge } from "./bridge.js";
import { Drawings, openOwnDrawing } from "./drawings.js";
import { AvatarError, fromPython } from "./errors.js";
import { FileRequests } from "./file-requests.js";
import { Picture } from "./picture.js";
import { exposeTestHooks } from "./test-hooks.js";

const PAGE = -1;
const LONGEST_ELAPSED = 0.1;
const CAMERA_REST_SECONDS = 2;
const WORK_AHEAD_MS = 40;
const NO_WORK_MS = 2;

/** @type {Promise<Studio> | undefined} */
let shared;

/** @type {ReturnType<typeof openOwnDrawing> | undefined} */
let rendering;

/** @typedef {import("./drawings.js").Guest} Guest */

/** @typedef {{ step: import("./boot.js").Progress["step"], fraction: number }} StudioProgress fraction of the download */

/** @type {Set<(progress: StudioProgress) => void>} */
const progressListeners = new Set();

/**
 * The page's one studio, with a context of its own to draw pictures in.
 * @param {(progress: StudioProgress) => void} [onProgress] told until it is open
 * @returns {Promise<Studio>}
 */
export async function openStudio(onProgress) {
  rendering ??= openOwnDrawing(); // while Python is on its way
  const [studio, drawing] = await Promise.all([joinStudio(onProgress), rendering]);
  studio.drawBy(drawing);
  return studio;
}

/**
 * The page's one studio, started by the first call, for those that draw by themselves.
 * @param {(progress: StudioProgress) => void} [onProgress] told until it is open
 * @returns {Promise<Studio>}
 */
export function joinStudio(onProgress) {
  if (onProgress) progressListeners.add(onProgress);
  shared ??= Studio.open().finally(() => progressListeners.clear());
  return shared;
}

/** Whether the page's address asks for tests' hooks and a clock that only `step` moves. */
const isTest = () => new URLSearchParams(globalThis.location?.search).get("test") === "1";

/** @param {import("./boot.js").Progress} progress */
function reportProgress({ step, loaded, total }) {
  const fraction = total > 0 ? loaded / total : 0;
  for (const listener of progressListeners) listener({ step, fraction });
}

export class Studio {
  /** @type {Map<number, Picture>} by player */
  #pictures = new Map();
  /** @type {AvatarError | null} */
  #failure = null;
  #drawings;
  #files;
  /** @type {Promise<import("./profiles.js").Profiles> | null} */
  #openingProfiles = null;
  /** @type {import("./profiles.js").Profiles | null} */
  #profiles = null;
  #lastSeconds = 0;
  /** The time that Python was told last. */
  #posedSeconds = 0;
  /** Avatars are gone; the next frame releases what they leave. */
  #leaversWait = false;
  #guestsWereDrawn = false;
  /** The first frame since anything changed. @type {number | null} */
  #changedSeconds = null;
  catalogsAreInstalled = false;
  /** @type {(error?: AvatarError) => void} settles `catalogs` */
  #settleCatalogs = () => {};

  static async open() {
    return new Studio(await boot({ onProgress: reportProgress }));
  }

  /** @param {import("./boot.js").Runtime} runtime */
  constructor(runtime) {
    this.#drawings = new Drawings(runtime.heap, () => this.wake());
    this.bridge = new Bridge(runtime);
    this.loop = new FrameLoop((seconds) => this.#tick(seconds), { manual: isTest() });
    this.#files = new FileRequests(this.bridge, runtime.fetchFile, { onDelivered: () => this.wake() });
    document.addEventListener("visibilitychange", () => this.wake());
    runtime.fatal.catch((error) => this.#fail(error));
    /** Resolves when the catalogs' manifests are read: from then on there are items to choose from. @type {Promise<void>} */
    this.catalogs = new Promise((resolve, reject) => {
      this.#settleCatalogs = (error) => (error ? reject(error) : resolve());
    });
    this.catalogs.catch(() => {}); // pictures are told by onFailure
    this.bridge.start(runtime.catalogIndex);
    this.wake();
    if (isTest()) exposeTestHooks(this, this.#drawings, () => [...this.#pictures.values()]);
  }

  /** Draws pictures from now on; the first one counts. @param {import("./drawings.js").Drawing} drawing */
  drawBy(drawing) {
    this.#drawings.setOwn(drawing);
    this.wake();
  }

  /** @returns {AvatarError | null} why no avatar can be shown any more */
  get failure() {
    return this.#failure;
  }

  /** @returns {number} pixels a side that a picture may have */
  get sizeLimit() {
    return this.#own.device.limits.size;
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("./picture.js").PictureListener} listener
   */
  createPicture(canvas, listener) {
    const target = this.bridge.createTarget();
    const picture = new Picture(target, this.bridge.createPlayer(target), canvas, listener);
    this.#pictures.set(picture.player, picture);
    this.wake();
    return picture;
  }

  /** @param {Picture} picture */
  destroyPicture(picture) {
    if (!this.#pictures.delete(picture.player) || this.#failure) return;
    this.bridge.destroyTarget(picture.target);
    this.releaseUnused();
  }

  /** @param {Guest} guest */
  addGuest(guest) {
    this.#drawings.addGuest(guest);
    this.wake();
  }

  /** @param {Guest} guest */
  removeGuest(guest) {
    this.#drawings.guests.delete(guest);
    this.releaseUnused();
  }

  /**
   * Poses a guest's avatars and has them drawn, in the middle of the host's frame: what fails is told, not thrown.
   * What fails in the host's context is that guest's alone.
   * @param {Guest} guest
   * @param {(nowSeconds: number) => import("./bridge.js").FrameStatus} pose
   * @param {() => void} draw
   */
  drawGuest(guest, pose, draw) {
    if (this.#failure || guest.device.lost) return;
    this.#guestsWereDrawn = true;
    this.#posedSeconds = this.loop.now();
    try {
      const status = pose(this.#posedSeconds);
      this.#drawings.follow(status, this.bridge.addresses, guest.renderer);
      this.#drawIn(guest, status, draw);
      this.#answer(status);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * @param {Guest} guest
   * @param {import("./bridge.js").FrameStatus} status
   * @param {() => void} draw
   */
  #drawIn({ device, renderer, onFailure }, { records, uploads }, draw) {
    try {
      device.within(() => {
        renderer.load(this.bridge.addresses, records, uploads);
        draw();
      });
    } catch (error) {
      onFailure(fromPython(error));
    }
  }

  /** Lets a frame release what was destroyed. */
  releaseUnused() {
    this.#leaversWait = true;
    this.wake();
  }

  /**
   * The profiles of this browser, loaded and read by the first call.
   * @returns {Promise<import("./profiles.js").Profiles>}
   */
  openProfiles() {
    this.#openingProfiles ??= this.#openProfiles().catch((error) => {
      this.#openingProfiles = null; // the next call tries again
      throw error;
    });
    return this.#openingProfiles;
  }

  async #openProfiles() {
    const { Profiles } = await import("./profiles.js");
    this.#profiles = await Profiles.open(this.bridge, {
      catalogs: this.catalogs,
      onUpdated: () => this.#dispatchEvents(),
    });
    return this.#profiles;
  }

  /** Starts the loop if there is something to do. Call it after any change. */
  wake() {
    this.#changedSeconds = null;
    const idle = this.#failure || document.hidden || !this.#hasWork();
    if (idle) this.loop.stop();
    else this.loop.start();
  }

  /**
   * A picture of the avatar as it stands now, transparent around it.
   * @param {Picture} picture
   * @param {number} width pixels
   * @param {number} height pixels
   * @returns {HTMLCanvasElement}
   */
  capture(picture, width, height) {
    if (this.#failure) throw this.#failure;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) throw new AvatarError("webgl", "The browser gave no 2D canvas for the picture.");
    this.#poseAt(picture, width, height);
    let isDrawn = false;
    this.#own.renderer.drawAll([this.#sized(picture, width, height)], (_, source, left, top) => {
      context.drawImage(source, left, top, width, height, 0, 0, width, height);
      isDrawn = true;
    });
    if (!isDrawn) throw new AvatarError("webgl", "The drawing context is lost; try again when it is back.");
    return canvas;
  }

  /**
   * @param {Picture} picture
   * @param {number} width pixels
   * @param {number} height pixels
   * @returns {Promise<Uint8ClampedArray<ArrayBuffer>>} RGBA, premultiplied, the top row first
   */
  readPixels(picture, width = picture.width, height = picture.height) {
    this.#poseAt(picture, width, height);
    return this.#own.renderer.readPixels(this.#sized(picture, width, height));
  }

  /**
   * @param {Picture} picture
   * @param {number} width
   * @param {number} height
   */
  #sized({ target, shadow }, width, height) {
    return { target, shadow, width, height };
  }

  /**
   * The same instant once more, for another size.
   * @param {Picture} picture
   * @param {number} width
   * @param {number} height
   */
  #poseAt(picture, width, height) {
    this.bridge.setInputs(picture.target, picture.inputs(width / height));
    this.#frame(this.#posedSeconds);
  }

  get #own() {
    if (!this.#drawings.own) throw new AvatarError("internal", "A picture was expected after openStudio.");
    return this.#drawings.own;
  }

  #hasWork() {
    if (!this.catalogsAreInstalled || this.#leaversWait) return true;
    const { own, guests } = this.#drawings;
    for (const guest of guests) if (guest.isLoading) return true;
    if (!own || own.device.lost) return false;
    const atRest =
      this.#changedSeconds !== null && this.#lastSeconds - this.#changedSeconds > CAMERA_REST_SECONDS;
    for (const picture of this.#pictures.values()) {
      if (picture.loading || (picture.visible && !(picture.still && atRest))) return true;
    }
    return false;
  }

  /** @param {number} seconds */
  #tick(seconds) {
    if (this.#failure) return;
    const elapsed = Math.min(Math.max(seconds - this.#lastSeconds, 0), LONGEST_ELAPSED);
    this.#lastSeconds = seconds;
    this.#changedSeconds ??= seconds;
    try {
      for (const picture of this.#pictures.values()) {
        picture.listener.onFrame(elapsed);
        this.bridge.setInputs(picture.target, picture.inputs());
      }
      this.#frame(seconds);
      if (!this.#isSeen()) this.#workAhead(seconds);
      this.#guestsWereDrawn = false;
      this.#drawVisible();
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (!this.#hasWork()) this.loop.stop();
  }

  /** Whether a figure or a host's scene moves on the page. */
  #isSeen() {
    if (this.#guestsWereDrawn) return true;
    for (const picture of this.#pictures.values()) if (picture.visible && !picture.loading) return true;
    return false;
  }

  /**
   * Python assembles avatars in slices that fit a frame; while no figure moves there is time for several.
   * @param {number} seconds
   */
  #workAhead(seconds) {
    const end = performance.now() + WORK_AHEAD_MS;
    for (let start = performance.now(); start < end; ) {
      this.#frame(seconds);
      const now = performance.now();
      if (now - start < NO_WORK_MS) return; // nothing to do, or files are on their way
      start = now;
    }
  }

  /** @param {number} seconds */
  #frame(seconds) {
    this.#posedSeconds = seconds;
    const status = this.bridge.frame(seconds);
    this.#leaversWait = false;
    const renderer = this.#drawings.own?.renderer;
    this.#drawings.follow(status, this.bridge.addresses, renderer);
    renderer?.load(this.bridge.addresses, status.records, status.uploads);
    this.#answer(status);
  }

  /** @param {import("./bridge.js").FrameStatus} status */
  #answer({ hasFileRequests, hasEvents, hasProfileSaves }) {
    if (hasFileRequests) this.#files.serve();
    if (hasProfileSaves) this.#profiles?.flush();
    if (hasEvents) this.#dispatchEvents();
  }

  #drawVisible() {
    const visible = [...this.#pictures.values()].filter((picture) => picture.visible);
    if (visible.length === 0) return;
    this.#own.renderer.drawAll(visible, (picture, canvas, left, top) => {
      picture.show(canvas, left, top);
      picture.listener.onDrawn();
    });
  }

  #dispatchEvents() {
    for (const { player, type, detail } of this.bridge.takeEvents()) {
      if (player === PAGE && type === "error") {
        this.#fail(new AvatarError("content", detail));
        return;
      }
      if (player === PAGE && type === "catalogs") {
        this.catalogsAreInstalled = true;
        this.#settleCatalogs();
      }
      if (player === PAGE) this.#profiles?.onEvent(type, detail);
      this.#pictures.get(player)?.listener.onEvent(type, detail);
      for (const guest of this.#drawings.guests) guest.onEvent(player, type, detail);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#failure = fromPython(error);
    this.loop.stop();
    this.#profiles?.close();
    this.#settleCatalogs(this.#failure);
    for (const picture of this.#pictures.values()) picture.listener.onFailure(this.#failure);
    for (const guest of this.#drawings.guests) guest.onFailure(this.#failure);
  }
}
