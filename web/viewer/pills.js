// @ts-check
/** Groups of radio buttons that look like pills; the keyboard works as in any radio group. */

import { readable } from "./names.js";

/**
 * @param {HTMLElement} parent
 * @param {string} name of the radio group
 * @param {readonly import("./names.js").Group[]} groups
 * @param {string} chosen value that is checked at first
 * @param {(value: string) => void} onChoose also called when the chosen one is chosen again
 */
export function addPills(parent, name, groups, chosen, onChoose) {
  for (const { title, names } of groups) {
    const row = document.createElement("div");
    row.className = "pills";
    if (title) {
      const heading = document.createElement("h3");
      heading.textContent = title;
      parent.append(heading);
    }
    for (const value of names) row.append(pill(name, value, title, value === chosen));
    parent.append(row);
  }
  parent.addEventListener("click", (event) => {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.name === name) onChoose(target.value);
  });
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} group for people who do not see the heading
 * @param {boolean} checked
 */
function pill(name, value, group, checked) {
  const label = document.createElement("label");
  label.className = "pill";
  label.title = value;
  const input = document.createElement("input");
  input.type = "radio";
  Object.assign(input, { name, value, checked });
  const text = document.createElement("span");
  text.textContent = readable(value);
  if (group === "Female" || group === "Male")
    input.setAttribute("aria-label", `${group}: ${readable(value)}`);
  label.append(input, text);
  return label;
}

/**
 * Checks a pill without choosing it.
 * @param {HTMLElement} parent
 * @param {string} value
 */
export function checkPill(parent, value) {
  for (const input of parent.querySelectorAll("input")) input.checked = input.value === value;
}
