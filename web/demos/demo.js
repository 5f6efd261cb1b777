// @ts-check
/**
 * What every demo page does: shows the program beside its picture, its title and errors. Buttons press the keys they
 * name, and so does the keyboard, wherever the focus is.
 */

import "../elements/cna-game.js";
import { keyName } from "../elements/game-keys.js";

/** @type {import("../elements/cna-game.js").CnaGameElement | null} */
const game = document.querySelector("cna-game");
const source = document.querySelector("#source");
const status = document.querySelector("#status");
if (!game || !source || !status) throw new Error("A demo page needs a cna-game, #source and #status.");

game.addEventListener("load", (event) => {
  source.textContent = /** @type {CustomEvent<{ source: string }>} */ (event).detail.source;
});

game.addEventListener("title", (event) => {
  status.textContent = /** @type {CustomEvent<{ title: string }>} */ (event).detail.title;
});

game.addEventListener("error", (event) => {
  const { message } = /** @type {CustomEvent<{ message: string }>} */ (/** @type {Event} */ (event)).detail;
  status.textContent = message;
  status.classList.add("error");
  console.error(message);
});

const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-key]"));
const keys = new Set([...buttons].map((button) => button.dataset.key ?? ""));
const isPress = (/** @type {KeyboardEvent} */ { code }) => code === "Space" || code === "Enter";

for (const button of buttons) {
  const press = (/** @type {boolean} */ isDown) => () => game.press(button.dataset.key ?? "", isDown);
  button.addEventListener("pointerdown", press(true));
  button.addEventListener("keydown", (event) => isPress(event) && press(true)());
  for (const type of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"])
    button.addEventListener(type, press(false));
}

const onKey = (/** @type {KeyboardEvent} */ event) => {
  const key = keyName(event.code);
  const isForButton = event.target instanceof HTMLButtonElement && isPress(event);
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  if (!keys.has(key) || event.target === game || isForButton || isCommand) return;
  event.preventDefault();
  game.press(key, event.type === "keydown");
};

addEventListener("keydown", onKey);
addEventListener("keyup", onKey);
addEventListener("blur", () => {
  for (const key of keys) game.press(key, false);
});
