// @ts-check
/** Who draws what Python poses: the page's own context for pictures, and hosts' contexts for their guests. */

import { LiveUploads } from "../render/live-uploads.js";
import { openRenderer } from "../render/open-renderer.js";
import { AvatarError } from "./errors.js";

/** @typedef {import("../render/renderer.js").Renderer} Renderer */

/** @typedef {{ device: import("../render/open-renderer.js").Device, renderer: Renderer, name: string }} Drawing */

/**
 * Avatars in a host's scene, as the studio sees them.
 * @typedef {object} Guest
 * @property {import("../gl/device.js").Device} device the host's context
 * @property {Renderer} renderer what draws in it
 * @property {boolean} isLoading whether an avatar of it is on its way
 * @property {(player: number, type: string, detail: string) => void} onEvent Python's events of any player
 * @property {(error: AvatarError) => void} onFailure the page can show no avatars any more
 */

/**
 * What draws pictures: the renderer that the page asks for, by `?renderer=webgpu` in its address or by
 * `<meta name="cna-avatars-renderer" content="webgpu">`.
 * @returns {Promise<Drawing>}
 */
export async function openOwnDrawing() {
  const meta = document.querySelector('meta[name="cna-avatars-renderer"]');
  const wanted = new URLSearchParams(location.search).get("renderer") ?? meta?.getAttribute("content");
  try {
    return await openRenderer(wanted ?? undefined);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new AvatarError("webgl", message, { cause });
  }
}

export class Drawings {
  /** The page's own, once there are pictures. @type {Drawing | null} */
  own = null;
  /** @type {Set<Guest>} */
  guests = new Set();
  #uploads = new LiveUploads();
  #heap;
  #onChange;

  /**
   * @param {import("../graphics/device.js").Heap} heap
   * @param {() => void} onChange after a context is lost or restored
   */
  constructor(heap, onChange) {
    this.#heap = heap;
    this.#onChange = onChange;
  }

  /** Draws pictures from now on; the first one counts. @param {Drawing} drawing */
  setOwn(drawing) {
    if (this.own) return;
    this.own = drawing;
    this.#join(drawing);
  }

  /** @param {Guest} guest */
  addGuest(guest) {
    this.guests.add(guest);
    this.#join(guest);
  }

  /**
   * Of a frame's uploads all take notice, apart from the one that draws it and carries them out.
   * @param {import("./bridge.js").FrameStatus} status
   * @param {{ uploads: number }} addresses
   * @param {Renderer} [drawing]
   */
  follow({ uploads }, addresses, drawing) {
    if (uploads === 0) return;
    for (const { renderer } of this.own ? [this.own, ...this.guests] : this.guests)
      if (renderer !== drawing) renderer.store.follow(addresses.uploads, uploads);
  }

  /** @param {Drawing | Guest} drawing */
  #join({ device, renderer }) {
    device.heap = this.#heap;
    renderer.store.share(this.#uploads);
    device.onLost = this.#onChange;
    device.onRestored = this.#onChange;
  }
}
