// @ts-check
/**
 * The profiles of this browser: who there is, who is signed in, and the avatars they have. They are kept in the
 * browser's database, or until the page is closed where it gives none; other pages of the site are told of each save.
 *
 * Events: "avatarchanged", detail { playerIndex, gamertag, code }, for a gamer whose avatar was asked for; "storage",
 * detail { reason }, when profiles cannot be stored, or can again (reason "").
 */

import { AvatarError } from "./errors.js";
import { GamerBridge } from "./gamer-bridge.js";
import { ProfileDatabase } from "./profile-database.js";

/** @typedef {import("./profile-database.js").ProfileSave} ProfileSave */

const CHANNEL = "cna-avatars-profiles";
const CHECK_MS = 10_000;

export class Profiles extends EventTarget {
  #bridge;
  #catalogs;
  #onUpdated;
  /** @type {ProfileDatabase | null} */
  #database = null;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** What the database does not have yet. @type {ProfileSave[]} */
  #queue = [];
  /** @type {Promise<void> | null} */
  #flushing = null;
  #timer = 0;
  #reason = "";

  /**
   * Reads the profiles. It never rejects for want of storage: `reason` tells.
   * @param {Pick<import("./bridge.js").Bridge, "caller">} bridge
   * @param {object} options
   * @param {Promise<void>} options.catalogs resolves when there are items to make avatars of
   * @param {() => void} options.onUpdated told when gamers may have events
   */
  static async open(bridge, { catalogs, onUpdated }) {
    const profiles = new Profiles(new GamerBridge(bridge), catalogs, onUpdated);
    await profiles.#open();
    return profiles;
  }

  /**
   * @param {GamerBridge} bridge
   * @param {Promise<void>} catalogs
   * @param {() => void} onUpdated
   */
  constructor(bridge, catalogs, onUpdated) {
    super();
    this.#bridge = bridge;
    this.#catalogs = catalogs;
    this.#onUpdated = onUpdated;
  }

  /** Why profiles are not stored at present, or "". */
  get reason() {
    return this.#reason;
  }

  /** Who there is, and why an entry could not be read, if one could not. */
  list() {
    return this.#bridge.profiles();
  }

  /**
   * Signs a profile in, made with a random avatar if there is none.
   * @param {string} gamertag
   * @param {number} [playerIndex] 0 to 3; the first free one if absent
   * @returns {Promise<number>} the player index
   */
  async signIn(gamertag, playerIndex = -1) {
    await this.#catalogs;
    const index = this.#bridge.signIn(gamertag, playerIndex);
    await this.flush();
    return index;
  }

  /** Signs in the profiles that say so. */
  async signInAutomatically() {
    await this.#catalogs;
    this.#bridge.signInAutomatically();
    await this.flush();
  }

  /**
   * @param {number} [playerIndex] 0 to 3; the first free one if absent
   * @returns {number} the player index
   */
  signInGuest(playerIndex = -1) {
    return this.#bridge.signInGuest(playerIndex);
  }

  /** @param {number} playerIndex */
  signOut(playerIndex) {
    this.#bridge.signOut(playerIndex);
  }

  /** @returns {import("./gamer-bridge.js").SignedInGamer[]} */
  get signedIn() {
    return this.#bridge.signedInGamers();
  }

  /**
   * @param {number} playerIndex
   * @returns {string} a share code, or "" without an avatar; "avatarchanged" tells of another one from then on
   */
  avatarOf(playerIndex) {
    return this.#bridge.avatarOf(playerIndex);
  }

  /**
   * Resolves when the avatar is stored. Rejects with an AvatarError of code "storage" if the browser refused, though the
   * page has it and tries again; a page without any storage has it until it is closed.
   * @param {string} gamertag
   * @param {string} code
   */
  async saveAvatar(gamertag, code) {
    this.#bridge.saveAvatar(gamertag, code);
    await this.flush();
    this.#requireStored();
  }

  /**
   * Resolves and rejects as `saveAvatar` does.
   * @param {string} gamertag
   * @param {boolean} flag
   */
  async setAutoSignIn(gamertag, flag) {
    this.#bridge.setAutoSignIn(gamertag, flag);
    await this.flush();
    this.#requireStored();
  }

  /** Stores what Python has changed. It never rejects: `reason` tells. */
  flush() {
    this.#queue.push(...this.#bridge.takeProfileSaves());
    if (this.#queue.length > 0) this.#flushing ??= this.#drain();
    return this.#flushing ?? Promise.resolve();
  }

  /** An event of Python's that concerns gamers. @param {string} type @param {string} detail JSON */
  onEvent(type, detail) {
    if (type === "avatarchanged") this.dispatchEvent(new CustomEvent(type, { detail: JSON.parse(detail) }));
  }

  close() {
    clearInterval(this.#timer);
    this.#channel?.close();
    this.#database?.close();
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  async #open() {
    /** @type {string[]} */
    let texts = [];
    try {
      this.#database = await ProfileDatabase.open();
      texts = await this.#database.readAll();
    } catch (error) {
      this.#database?.close();
      this.#database = null;
      this.#tellReason(`Profiles last until this page is closed: ${messageOf(error)}.`);
    }
    this.#bridge.deliverProfiles(texts);
    this.#listen();
  }

  #listen() {
    if (this.#database && typeof BroadcastChannel === "function") {
      this.#channel = new BroadcastChannel(CHANNEL);
      this.#channel.onmessage = () => this.#reread();
    }
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  /** A page that was asleep may have missed what others told. */
  #onVisible = () => {
    if (!document.hidden) this.#reread();
  };

  /** A page at rest has no frames to update gamers in, and one without a channel hears nothing of others. */
  async #check() {
    if (this.#queue.length > 0) await this.flush();
    if (this.#channel) this.#update();
    else await this.#reread();
  }

  async #reread() {
    try {
      if (this.#database) this.#bridge.deliverProfiles(await this.#database.readAll());
    } catch (error) {
      console.debug(`Profiles could not be read again: ${messageOf(error)}.`);
    }
    this.#update();
  }

  #update() {
    try {
      this.#bridge.update();
      this.#onUpdated();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #drain() {
    try {
      while (this.#queue.length > 0) {
        const saves = [...this.#queue];
        await this.#store(saves);
        this.#queue.splice(0, saves.length);
      }
    } catch (error) {
      this.#tellReason(`Profiles could not be stored: ${messageOf(error)}.`);
    } finally {
      this.#flushing = null; // at once, so that a save that comes now is not left behind
    }
  }

  /** @param {ProfileSave[]} saves */
  async #store(saves) {
    const through = saves[saves.length - 1].number;
    if (!this.#database) {
      this.#bridge.profilesSaved(through);
      return;
    }
    const texts = await this.#database.save(saves);
    this.#bridge.profilesSaved(through);
    this.#bridge.deliverProfiles(texts);
    this.#channel?.postMessage("saved");
    this.#tellReason("");
  }

  #requireStored() {
    if (this.#queue.length > 0) throw new AvatarError("storage", this.#reason);
  }

  /** @param {string} reason */
  #tellReason(reason) {
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.dispatchEvent(new CustomEvent("storage", { detail: { reason } }));
  }
}

/** @param {unknown} error */
function messageOf(error) {
  const message = error instanceof Error || error instanceof DOMException ? error.message : String(error);
  return message.replace(/\.$/, "");
}
