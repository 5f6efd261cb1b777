// @ts-check
/** How far the start is, in a bar and in words. */

/** @typedef {import("../elements/cna-avatar.js").ProgressDetail} ProgressDetail */

/** Where each step begins and ends on the bar. @type {Readonly<Record<string, { from: number, to: number, text: string }>>} */
const STEPS = {
  download: { from: 0.02, to: 0.6, text: "Waking up" },
  python: { from: 0.66, to: 0.66, text: "Starting Python" },
  core: { from: 0.8, to: 0.8, text: "Opening the wardrobe" },
  ready: { from: 0.9, to: 0.9, text: "Getting dressed" },
};

/**
 * @param {ProgressDetail} detail
 * @param {{ bar: HTMLProgressElement, text: HTMLElement }} elements
 */
export function showProgress({ step, fraction }, { bar, text }) {
  const { from, to, text: words } = STEPS[step];
  bar.value = Math.max(bar.value, from + (to - from) * fraction);
  if (text.textContent !== words) text.textContent = words;
}
