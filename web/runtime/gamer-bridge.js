// @ts-check
/** Python's functions for gamers and profiles: the part of the bridge that is about people. */

/** @typedef {import("./profile-database.js").ProfileSave} ProfileSave */

/** @typedef {{ gamertag: string, autoSignIn: boolean, code: string }} Profile code is "" without an avatar */
/** @typedef {{ playerIndex: number, gamertag: string, isGuest: boolean }} SignedInGamer */

const FUNCTIONS = /** @type {const} */ ([
  "deliver_profiles",
  "take_profile_saves",
  "profiles_saved",
  "profiles",
  "sign_in",
  "sign_in_automatically",
  "sign_in_guest",
  "sign_out",
  "signed_in_gamers",
  "gamer_avatar",
  "save_avatar",
  "set_auto_sign_in",
  "update_gamers",
]);

export class GamerBridge {
  #call;

  /** @param {Pick<import("./bridge.js").Bridge, "caller">} bridge */
  constructor(bridge) {
    this.#call = bridge.caller(FUNCTIONS);
  }

  /** @param {string[]} texts every profile as JSON */
  deliverProfiles(texts) {
    this.#call("deliver_profiles", JSON.stringify(texts));
  }

  /** @returns {ProfileSave[]} each is told once */
  takeProfileSaves() {
    /** @type {[number, string, Record<string, unknown>, string[]][]} */
    const saves = JSON.parse(this.#call("take_profile_saves"));
    return saves.map(([number, key, entry, fields]) => ({ number, key, entry, fields }));
  }

  /** @param {number} through the number of the last save that is stored */
  profilesSaved(through) {
    this.#call("profiles_saved", through);
  }

  /** @returns {{ profiles: Profile[], problem: string }} */
  profiles() {
    return JSON.parse(this.#call("profiles"));
  }

  /**
   * @param {string} gamertag
   * @param {number} playerIndex below 0: the first free one
   * @returns {number} the player index
   */
  signIn(gamertag, playerIndex) {
    return this.#call("sign_in", gamertag, playerIndex);
  }

  signInAutomatically() {
    this.#call("sign_in_automatically");
  }

  /**
   * @param {number} playerIndex below 0: the first free one
   * @returns {number} the player index
   */
  signInGuest(playerIndex) {
    return this.#call("sign_in_guest", playerIndex);
  }

  /** @param {number} playerIndex */
  signOut(playerIndex) {
    this.#call("sign_out", playerIndex);
  }

  /** @returns {SignedInGamer[]} */
  signedInGamers() {
    return JSON.parse(this.#call("signed_in_gamers"));
  }

  /**
   * @param {number} playerIndex
   * @returns {string} a share code, or "" without an avatar
   */
  avatarOf(playerIndex) {
    return this.#call("gamer_avatar", playerIndex);
  }

  /**
   * @param {string} gamertag
   * @param {string} code
   */
  saveAvatar(gamertag, code) {
    this.#call("save_avatar", gamertag, code);
  }

  /**
   * @param {string} gamertag
   * @param {boolean} flag
   */
  setAutoSignIn(gamertag, flag) {
    this.#call("set_auto_sign_in", gamertag, flag);
  }

  update() {
    this.#call("update_gamers");
  }
}
