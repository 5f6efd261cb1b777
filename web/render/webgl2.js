// @ts-check
/** Avatars by WebGL2: the context, and its four programs. */

import { Device } from "../gl/device.js";
import { Program } from "../gl/program.js";
import { BLOCKS, TEXTURE_UNIT } from "./layout.js";
import { fetchShaders } from "./shader-sources.js";

const FILES = /** @type {const} */ ([
  "skinned.vert",
  "lit.frag",
  "silhouette.vert",
  "silhouette.frag",
  "ground.vert",
  "ground.frag",
]);

/**
 * @param {typeof globalThis.fetch} [fetch]
 * @param {WebGL2RenderingContext} [host] a host's own context to be a guest in
 */
export async function open(fetch, host) {
  const sources = fetchShaders(FILES, fetch);
  sources.catch(() => {}); // awaited below, unless there is no context
  const device = new Device(host);
  try {
    return { device, programs: createPrograms(device, await sources) };
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
  const avatar = {
    vertex: sources["skinned.vert"],
    fragment: sources["lit.frag"],
    blocks: BLOCKS,
    samplers: { u_texture: TEXTURE_UNIT },
  };
  return {
    opaque: new Program(device, { ...avatar, name: "opaque", blended: false }),
    decals: new Program(device, { ...avatar, name: "decals", blended: true, defines: ["DECAL"] }),
    silhouettes: new Program(device, {
      name: "silhouettes",
      vertex: sources["silhouette.vert"],
      fragment: sources["silhouette.frag"],
      blended: true,
      blocks: BLOCKS,
    }),
    ground: new Program(device, {
      name: "ground",
      vertex: sources["ground.vert"],
      fragment: sources["ground.frag"],
      blended: true,
      blocks: BLOCKS,
    }),
  };
}
