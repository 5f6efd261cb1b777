// @ts-check
/** What every demo page does: shows the program beside its picture, its title and errors, and buttons that press keys. */

import "../elements/cna-game.js";

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

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-key]"))) {
  const press = (/** @type {boolean} */ isDown) => () => game.press(button.dataset.key ?? "", isDown);
  button.addEventListener("pointerdown", press(true));
  button.addEventListener("keydown", ({ code }) => (code === "Space" || code === "Enter") && press(true)());
  for (const type of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"])
    button.addEventListener(type, press(false));
}
