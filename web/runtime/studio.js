// @ts-check
/** What a page has once for all its avatars: Python, one drawing context and one frame loop. */

import { FrameLoop } from "../render/frame-loop.js";
import { openRenderer } from "../render/open-renderer.js";
import { boot } from "./boot.js";
import { Bridge } from "./bridge.js";
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

/** @typedef {{ step: import("./boot.js").Progress["step"], fraction: number }} StudioProgress fraction of the download */

/** @type {Set<(progress: StudioProgress) => void>} */
const progressListeners = new Set();

/**
 * The page's one studio, started by the first call.
 * @param {(progress: StudioProgress) => void} [onProgress] told until it is open
 * @returns {Promise<Studio>}
 */
export function openStudio(onProgress) {
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

/**
 * The renderer that the page asks for, by `?renderer=webgpu` in its address or by
 * `<meta name="cna-avatars-renderer" content="webgpu">`. It is made while Python is on its way.
 */
async function openWantedRenderer() {
  const meta = document.querySelector('meta[name="cna-avatars-renderer"]');
  const wanted = new URLSearchParams(location.search).get("renderer") ?? meta?.getAttribute("content");
  try {
    return await openRenderer(wanted ?? undefined);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new AvatarError("webgl", message, { cause });
  }
}

export class Studio {
  /** @type {Map<number, Picture>} by player */
  #pictures = new Map();
  /** @type {AvatarError | null} */
  #failure = null;
  #device;
  #renderer;
  #files;
  /** @type {Promise<import("./profiles.js").Profiles> | null} */
  #openingProfiles = null;
  /** @type {import("./profiles.js").Profiles | null} */
  #profiles = null;
  #lastSeconds = 0;
  /** The first frame since anything changed. @type {number | null} */
  #changedSeconds = null;
  catalogsAreInstalled = false;
  /** @type {(error?: AvatarError) => void} settles `catalogs` */
  #settleCatalogs = () => {};

  static async open() {
    const rendering = openWantedRenderer();
    const [runtime, opened] = await Promise.all([boot({ onProgress: reportProgress }), rendering]);
    return new Studio(runtime, opened);
  }

  /**
   * @param {import("./boot.js").Runtime} runtime
   * @param {Awaited<ReturnType<typeof openRenderer>>} opened
   */
  constructor(runtime, opened) {
    const { device, renderer } = opened;
    device.heap = runtime.heap;
    this.bridge = new Bridge(runtime);
    this.loop = new FrameLoop((seconds) => this.#tick(seconds), { manual: isTest() });
    this.#device = device;
    this.#renderer = renderer;
    this.#files = new FileRequests(this.bridge, runtime.fetchFile, { onDelivered: () => this.wake() });
    device.onLost = () => this.loop.stop();
    device.onRestored = () => this.wake();
    document.addEventListener("visibilitychange", () => this.wake());
    runtime.fatal.catch((error) => this.#fail(error));
    /** Resolves when the catalogs' manifests are read: from then on there are items to choose from. @type {Promise<void>} */
    this.catalogs = new Promise((resolve, reject) => {
      this.#settleCatalogs = (error) => (error ? reject(error) : resolve());
    });
    this.catalogs.catch(() => {}); // pictures are told by onFailure
    this.bridge.start(runtime.catalogIndex);
    this.wake();
    if (isTest()) exposeTestHooks(this, opened, () => [...this.#pictures.values()]);
  }

  /** @returns {AvatarError | null} why no avatar can be shown any more */
  get failure() {
    return this.#failure;
  }

  /** @returns {number} pixels a side that a picture may have */
  get sizeLimit() {
    return this.#device.limits.size;
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
    const idle = this.#failure || this.#device.lost || document.hidden || !this.#hasWork();
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
    if (this.#device.lost)
      throw new AvatarError("webgl", "The drawing context is lost; try again when it is back.");
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) throw new AvatarError("webgl", "The browser gave no 2D canvas for the picture.");
    this.#poseAt(picture, width, height);
    this.#renderer.drawAll([this.#sized(picture, width, height)], (_, source, left, top) =>
      context.drawImage(source, left, top, width, height, 0, 0, width, height),
    );
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
    return this.#renderer.readPixels(this.#sized(picture, width, height));
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
    this.#frame(this.#lastSeconds);
  }

  #hasWork() {
    if (!this.catalogsAreInstalled) return true;
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
      if (!this.#showsFigure()) this.#workAhead(seconds);
      this.#drawVisible();
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (!this.#hasWork()) this.loop.stop();
  }

  #showsFigure() {
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
    const { records, uploads, hasFileRequests, hasEvents, hasProfileSaves } = this.bridge.frame(seconds);
    this.#renderer.load(this.bridge.addresses, records, uploads);
    if (hasFileRequests) this.#files.serve();
    if (hasProfileSaves) this.#profiles?.flush();
    if (hasEvents) this.#dispatchEvents();
  }

  #drawVisible() {
    const visible = [...this.#pictures.values()].filter((picture) => picture.visible);
    if (visible.length === 0) return;
    this.#renderer.drawAll(visible, (picture, canvas, left, top) => {
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
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#failure = fromPython(error);
    this.loop.stop();
    this.#profiles?.close();
    this.#settleCatalogs(this.#failure);
    for (const picture of this.#pictures.values()) picture.listener.onFailure(this.#failure);
  }
}
