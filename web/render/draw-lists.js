// @ts-check

import { RECORD, RECORD_BYTES, RECORD_KIND } from "./layout.js";

/**
 * The draw records of one picture: where each lies in the buffer, and what it draws.
 * @typedef {{ avatars: { offset: number, resource: number }[], silhouettes: { offset: number, resource: number }[] }} DrawList
 */

/**
 * Sorts a frame's records by picture and kind, each in its order.
 * @param {Uint32Array} words the heap
 * @param {number} address of the first record, bytes
 * @param {number} count
 * @returns {Map<number, DrawList>} by the number of the picture
 */
export function sortRecords(words, address, count) {
  /** @type {Map<number, DrawList>} */
  const lists = new Map();
  for (let index = 0; index < count; index++) {
    const first = (address + index * RECORD_BYTES) >>> 2;
    const picture = words[first + RECORD.target];
    const list = lists.get(picture) ?? { avatars: [], silhouettes: [] };
    lists.set(picture, list);
    const kind = words[first + RECORD.kind];
    const item = { offset: index * RECORD_BYTES, resource: words[first + RECORD.resource] };
    if (kind === RECORD_KIND.avatar) list.avatars.push(item);
    else if (kind === RECORD_KIND.silhouette) list.silhouettes.push(item);
    else throw new RangeError(`Expected a record of kind 1 or 2; got ${kind} in record ${index}.`);
  }
  return lists;
}
