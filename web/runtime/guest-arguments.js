// @ts-check
/** What a host passes, checked: each error names what was expected and what came. */

import { AvatarError } from "./errors.js";

/** @param {unknown} value */
function named(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  const length = /** @type {{ length?: unknown }} */ (value).length;
  const name = value.constructor?.name ?? "object";
  return typeof length === "number" ? `${name} of ${length}` : name;
}

/**
 * @param {string} name of the argument
 * @param {unknown} value
 * @param {number} count
 * @returns {ArrayLike<number>} a copy that nobody changes
 */
export function numbers(name, value, count) {
  const list = /** @type {ArrayLike<unknown>} */ (value);
  if (typeof value !== "object" || value === null || list.length !== count)
    throw new AvatarError(
      "argument",
      `Expected ${name} to be an array of ${count} numbers; got ${named(value)}.`,
    );
  const copy = Array.from(list);
  const wrong = copy.findIndex((each) => !Number.isFinite(each));
  if (wrong >= 0)
    throw new AvatarError(
      "argument",
      `Expected ${name}[${wrong}] to be a number; got ${named(copy[wrong])}.`,
    );
  return Object.freeze(/** @type {number[]} */ (copy));
}

/**
 * @param {string} name of the argument
 * @param {unknown} value
 * @param {string} type by typeof's names
 */
export function ofType(name, value, type) {
  if (typeof value !== type)
    throw new AvatarError("argument", `Expected ${name} to be a ${type}; got ${named(value)}.`);
}

/**
 * @template {object} T
 * @param {string} name of the argument
 * @param {T} options
 * @param {readonly string[]} known
 * @returns {T}
 */
export function options(name, options, known) {
  if (typeof options !== "object" || options === null)
    throw new AvatarError("argument", `Expected ${name} to be an object; got ${named(options)}.`);
  const stray = Object.keys(options).find((key) => !known.includes(key));
  if (stray === undefined) return options;
  throw new AvatarError("argument", `Expected ${name} to have ${known.join(", ")}; got ${stray}.`);
}

/**
 * @param {unknown} gl
 * @returns {WebGL2RenderingContext}
 */
export function webgl2Context(gl) {
  const context = /** @type {WebGL2RenderingContext} */ (gl);
  // Another window's context is as good, so its class isn't asked for.
  if (typeof context?.texStorage3D === "function" && context.canvas) return context;
  throw new AvatarError("argument", `Expected a WebGL2 context of a canvas; got ${named(gl)}.`);
}
