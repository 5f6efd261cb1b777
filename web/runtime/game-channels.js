// @ts-check
/** The channels of a game: what it sends reaches the same game in other tabs of this origin. */

const MOST_DIGITS = 2 * 65_536;

/** What crosses between tabs. @typedef {{ sender: string, data: string }} Message data is hexadecimal */

/** @param {any} value @returns {value is Message} */
const isMessage = (value) =>
  typeof value?.sender === "string" &&
  value.sender.length <= 64 &&
  typeof value.data === "string" &&
  value.data.length <= MOST_DIGITS &&
  /^([0-9a-f]{2})+$/.test(value.data);

export class GameChannels {
  /** @type {Map<string, BroadcastChannel>} */
  #channels = new Map();
  #sender = crypto.randomUUID();
  #deliver;

  /** @param {(channel: string, message: Message) => void} deliver told what other tabs sent */
  constructor(deliver) {
    this.#deliver = deliver;
  }

  /** @param {string} name */
  open(name) {
    if (this.#channels.has(name)) return;
    const channel = new BroadcastChannel(`cna-avatars:game:${name}`);
    channel.onmessage = ({ data }) => {
      if (isMessage(data)) this.#deliver(name, data);
    };
    this.#channels.set(name, channel);
  }

  /**
   * @param {string} name
   * @param {string} data hexadecimal
   */
  send(name, data) {
    this.#channels.get(name)?.postMessage({ sender: this.#sender, data });
  }

  close() {
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
  }
}
