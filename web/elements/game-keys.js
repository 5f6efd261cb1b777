// @ts-check
/** Which keys of a game are down: the keyboard's while an element has the focus, and those that buttons press. */

/** XNA's names by the names that browsers give keys. */
const NAMES = new Map([
  ["ArrowLeft", "Left"],
  ["ArrowRight", "Right"],
  ["ArrowUp", "Up"],
  ["ArrowDown", "Down"],
  ["Space", "Space"],
  ["Enter", "Enter"],
  ["Escape", "Escape"],
]);

/**
 * @param {string} code a KeyboardEvent's `code`
 * @returns {string} XNA's name, "" if games don't have that key
 */
export function keyName(code) {
  const letter = /^Key([A-Z])$/.exec(code);
  const digit = /^Digit(\d)$/.exec(code);
  return letter?.[1] ?? (digit ? `D${digit[1]}` : (NAMES.get(code) ?? ""));
}

export class GameKeys {
  /** @type {Set<string>} */
  #down = new Set();
  #changed;

  /**
   * @param {HTMLElement} element
   * @param {(keys: Set<string>) => void} changed
   */
  constructor(element, changed) {
    this.#changed = changed;
    element.addEventListener("keydown", (event) => this.#onKey(event, true));
    element.addEventListener("keyup", (event) => this.#onKey(event, false));
    element.addEventListener("blur", () => this.clear());
  }

  /**
   * @param {string} key XNA's name
   * @param {boolean} isDown
   */
  set(key, isDown) {
    if (this.#down.has(key) === isDown) return;
    if (isDown) this.#down.add(key);
    else this.#down.delete(key);
    this.#changed(this.#down);
  }

  clear() {
    if (this.#down.size === 0) return;
    this.#down.clear();
    this.#changed(this.#down);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {boolean} isDown
   */
  #onKey(event, isDown) {
    const key = event.ctrlKey || event.metaKey || event.altKey ? "" : keyName(event.code);
    if (!key || key === "Escape") return; // Escape stays the way out
    event.preventDefault();
    this.set(key, isDown);
  }
}
