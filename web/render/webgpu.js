// @ts-check
/** Avatars by WebGPU: the device, and its four programs. */

import { Device } from "../gpu/device.js";
import { Program } from "../gpu/program.js";
import { SPHERE_ATTRIBUTES, SPHERE_BYTES, VERTEX_ATTRIBUTES, VERTEX_BYTES } from "./layout.js";
import { fetchShaders } from "./shader-sources.js";

const FILES = /** @type {const} */ (["draw.wgsl", "avatar.wgsl", "silhouette.wgsl", "ground.wgsl"]);

/** Groups that programs read, from the first on: the blocks Draw, Bones and Parts, then the texture. */
const GROUPS = { draw: 1, bones: 2, all: 4 };

/** @param {typeof globalThis.fetch} [fetch] */
export async function open(fetch) {
  const sources = fetchShaders(FILES, fetch);
  sources.catch(() => {}); // awaited below, unless there is no device
  const device = await Device.open();
  try {
    const texts = await sources;
    return { device, programs: await device.checked(() => createPrograms(device, texts)) };
  } catch (error) {
    device.dispose();
    throw error;
  }
}

/**
 * @param {Device} device
 * @param {Record<(typeof FILES)[number], string>} sources
 */
function createPrograms(device, sources) {
  const source = (/** @type {(typeof FILES)[number]} */ name) => `${sources["draw.wgsl"]}\n${sources[name]}`;
  const avatar = {
    source: source("avatar.wgsl"),
    groups: GROUPS.all,
    vertices: { stride: VERTEX_BYTES, attributes: VERTEX_ATTRIBUTES },
  };
  return {
    opaque: new Program(device, { ...avatar, name: "opaque", blended: false }),
    decals: new Program(device, { ...avatar, name: "decals", blended: true, constants: { decal: 1 } }),
    silhouettes: new Program(device, {
      name: "silhouettes",
      source: source("silhouette.wgsl"),
      blended: true,
      groups: GROUPS.draw,
      vertices: { stride: SPHERE_BYTES, attributes: SPHERE_ATTRIBUTES },
    }),
    ground: new Program(device, {
      name: "ground",
      source: source("ground.wgsl"),
      blended: true,
      groups: GROUPS.bones,
    }),
  };
}
