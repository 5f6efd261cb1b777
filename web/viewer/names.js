// @ts-check
/** XNA's names for animations and expressions, in groups, and as people read them. */

/** @typedef {{ title: string, names: readonly string[] }} Group */

/** @type {readonly Group[]} */
export const ANIMATIONS = [
  {
    title: "Standing",
    names: ["Stand0", "Stand1", "Stand2", "Stand3", "Stand4", "Stand5", "Stand6", "Stand7"],
  },
  { title: "Gestures", names: ["Clap", "Wave", "Celebrate"] },
  {
    title: "Female",
    names: [
      "FemaleIdleCheckNails",
      "FemaleIdleLookAround",
      "FemaleIdleShiftWeight",
      "FemaleIdleFixShoe",
      "FemaleAngry",
      "FemaleConfused",
      "FemaleLaugh",
      "FemaleCry",
      "FemaleShocked",
      "FemaleYawn",
    ],
  },
  {
    title: "Male",
    names: [
      "MaleIdleLookAround",
      "MaleIdleStretch",
      "MaleIdleShiftWeight",
      "MaleIdleCheckHand",
      "MaleAngry",
      "MaleConfused",
      "MaleLaugh",
      "MaleCry",
      "MaleSurprised",
      "MaleYawn",
    ],
  },
];

/** The empty name follows the animation. @type {readonly Group[]} */
export const EXPRESSIONS = [
  { title: "", names: [""] },
  {
    title: "Feelings",
    names: ["Neutral", "Happy", "Laughing", "Sad", "Angry", "Confused", "Shocked", "Yawning", "Sleeping"],
  },
  { title: "Eyes", names: ["LookUp", "LookDown", "LookLeft", "LookRight", "Blink"] },
  {
    title: "Speech",
    names: ["PhoneticO", "PhoneticAi", "PhoneticEe", "PhoneticFv", "PhoneticW", "PhoneticL", "PhoneticDth"],
  },
];

/** @type {Readonly<Record<string, string>>} */
const SPECIAL = {
  "": "As animated",
  PhoneticAi: "Ah, I",
  PhoneticEe: "Ee",
  PhoneticFv: "F, V",
  PhoneticDth: "D, Th",
};

/**
 * "FemaleIdleCheckNails" → "Check nails", inside the group that says whose it is.
 * @param {string} name
 * @returns {string}
 */
export function readable(name) {
  if (name in SPECIAL) return SPECIAL[name];
  const words = name
    .replace(/^(Female|Male)(Idle)?|^Phonetic/, "")
    .split(/(?=[A-Z])|(?<=[a-z])(?=\d)/)
    .join(" ");
  return words[0] + words.slice(1).toLowerCase();
}
