// @ts-check
/** Shows the text of the program that a page names. */

const source = /** @type {HTMLElement} */ (document.querySelector("#source"));
fetch(new URL(source.dataset.source ?? "", document.baseURI))
  .then((answer) => answer.text())
  .then((text) => {
    source.textContent = text;
  });
