// @ts-check
/** Which of the browser's two graphics interfaces draws. */

import { Renderer } from "./renderer.js";
import * as webgl2 from "./webgl2.js";

/** @typedef {import("../gl/device.js").Device | import("../gpu/device.js").Device} Device */

/** @typedef {Awaited<ReturnType<typeof webgl2.open>>["programs"] | Awaited<ReturnType<typeof import("./webgpu.js").open>>["programs"]} Programs */

export const RENDERERS = /** @type {const} */ (["webgl2", "webgpu"]);

/** @typedef {(typeof RENDERERS)[number]} RendererName */

/**
 * The renderer that is asked for; WebGL2 where WebGPU is missing or refused.
 * @param {string} [wanted]
 * @returns {Promise<{ device: Device, renderer: Renderer, name: RendererName }>}
 */
export async function openRenderer(wanted = "webgl2") {
  if (wanted === "webgpu") {
    try {
      const { open } = await import("./webgpu.js");
      const { device, programs } = await open();
      return { device, renderer: new Renderer(device, programs), name: "webgpu" };
    } catch (error) {
      console.info(`WebGL2 draws instead of WebGPU: ${error instanceof Error ? error.message : error}`);
    }
  } else if (wanted !== "webgl2") {
    console.warn(`Expected a renderer of ${RENDERERS.join(", ")}; got ${wanted}.`);
  }
  const { device, programs } = await webgl2.open();
  return { device, renderer: new Renderer(device, programs), name: "webgl2" };
}
