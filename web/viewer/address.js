// @ts-check
/** The avatar's code lives in the page's address, behind the #: a link with it is an avatar. */

/** @returns {string} "" if there is none */
export function codeInAddress() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // the core refuses it in its own words
  }
}

/**
 * @param {string} code
 * @returns {string} the address of this page with that avatar
 */
export function addressOf(code) {
  const url = new URL(location.href);
  url.hash = code;
  url.searchParams.delete("test");
  return url.href;
}

/**
 * @param {string} code
 * @param {"push" | "replace"} how a new entry of the history, or the same one
 */
export function writeAddress(code, how) {
  const url = new URL(location.href);
  url.hash = code;
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}
