// @ts-check
/** Python's functions for games: the part of the bridge that is about programs that run in a picture. */

const FUNCTIONS = /** @type {const} */ (["start_game", "stop_game", "press_keys", "deliver_message"]);

export class GameBridge {
  #call;

  /** @param {Pick<import("./bridge.js").Bridge, "caller">} bridge */
  constructor(bridge) {
    this.#call = bridge.caller(FUNCTIONS);
  }

  /**
   * Ends the game that runs, and runs another; its errors are events of the player.
   * @param {number} player
   * @param {string} source a Python program
   * @param {string} name stands in error messages
   */
  start(player, source, name) {
    this.#call("start_game", player, source, name);
  }

  stop() {
    this.#call("stop_game");
  }

  /** @param {Iterable<string>} keys XNA's names of the keys that are down */
  press(keys) {
    this.#call("press_keys", [...keys].join(","));
  }

  /**
   * @param {string} channel
   * @param {string} sender
   * @param {string} data hexadecimal
   */
  deliver(channel, sender, data) {
    this.#call("deliver_message", channel, sender, data);
  }
}
