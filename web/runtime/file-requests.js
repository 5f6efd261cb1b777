// @ts-check
/** Fetches the catalog files that Python asks for, and hands them over. */

import { AvatarError } from "./errors.js";

/** @typedef {(sha256: string, size: number) => Promise<Uint8Array<ArrayBuffer>>} FetchFile */

export class FileRequests {
  #bridge;
  #fetchFile;
  #folder;
  #onDelivered;

  /**
   * @param {Pick<import("./bridge.js").Bridge, "takeFileRequests" | "deliverFile" | "fileFailed">} bridge
   * @param {FetchFile} fetchFile
   * @param {object} [options]
   * @param {URL} [options.folder] catalogs/files/
   * @param {() => void} [options.onDelivered] told after each answer, since work waits for it
   */
  constructor(bridge, fetchFile, { folder, onDelivered = () => {} } = {}) {
    this.#bridge = bridge;
    this.#fetchFile = fetchFile;
    this.#folder = folder ?? new URL("../catalogs/files/", import.meta.url);
    this.#onDelivered = onDelivered;
  }

  /** Starts a transfer for each file that is wanted; the answers come later, in any order. */
  serve() {
    for (const [sha256, size] of this.#bridge.takeFileRequests()) this.#transfer(sha256, size);
  }

  /**
   * @param {string} sha256
   * @param {number} size
   */
  async #transfer(sha256, size) {
    try {
      await this.#deliver(sha256, size);
    } catch (error) {
      this.#bridge.fileFailed(sha256, error instanceof Error ? error.message : String(error));
    }
    this.#onDelivered();
  }

  /**
   * A cache may keep old bytes under a new address: what is refused is fetched once more past the caches.
   * @param {string} sha256
   * @param {number} size
   */
  async #deliver(sha256, size) {
    try {
      this.#bridge.deliverFile(sha256, await this.#fetchFile(sha256, size));
    } catch {
      this.#bridge.deliverFile(sha256, await this.#fetchAgain(sha256, size));
    }
  }

  /**
   * @param {string} sha256
   * @param {number} size
   */
  async #fetchAgain(sha256, size) {
    const response = await fetch(new URL(sha256, this.#folder), { cache: "reload" });
    if (!response.ok)
      throw new AvatarError(
        "missing",
        `Catalog file ${sha256} is not there: the server answered ${response.status}.`,
      );
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length === size) return bytes;
    throw new AvatarError(
      "corrupt",
      `Catalog file ${sha256} was expected to have ${size} bytes; got ${bytes.length}.`,
    );
  }
}
