// @ts-check
/** What the avatar is, in words. */

/** @type {Readonly<Record<string, string>>} */
const SLOT_TITLES = {
  hair: "Hair",
  top: "Top",
  bottom: "Legs",
  shoes: "Shoes",
  glasses: "Glasses",
  hat: "Hat",
};

/** Which colour an item of a slot wears. @type {Readonly<Record<string, string>>} */
const SLOT_COLORS = { hair: "hair", facial_hair: "hair", top: "top", bottom: "bottom", shoes: "shoes" };

/** @param {string} text */
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} slot */
const titleOf = (slot) => SLOT_TITLES[slot] ?? capitalized(slot.replaceAll("_", " "));

/**
 * @param {string} slot
 * @param {string} item
 * @param {Record<string, string>} colors
 */
function wordsFor(slot, item, colors) {
  const color = colors[SLOT_COLORS[slot] ?? "accessory"];
  return color ? `${item}, ${color}` : item;
}

/**
 * @param {import("../runtime/bridge.js").Description} details
 * @returns {[title: string, text: string][]}
 */
export function factsOf({ items, colors }) {
  /** @type {[string, string][]} */
  const facts = Object.entries(items).map(([slot, item]) => [titleOf(slot), wordsFor(slot, item, colors)]);
  if (colors.eyes) facts.push(["Eyes", capitalized(colors.eyes)]);
  return facts;
}

/**
 * @param {import("../runtime/bridge.js").Description} details
 * @param {{ title: HTMLElement, line: HTMLElement, list: HTMLElement }} elements
 */
export function showFacts(details, { title, line, list }) {
  title.textContent = capitalized(details.body);
  line.textContent = `${details.height.toFixed(2)} m tall`;
  list.replaceChildren(
    ...factsOf(details).map(([name, text]) => {
      const row = document.createElement("div");
      const term = document.createElement("dt");
      term.textContent = name;
      const value = document.createElement("dd");
      value.textContent = text;
      row.append(term, value);
      return row;
    }),
  );
}
