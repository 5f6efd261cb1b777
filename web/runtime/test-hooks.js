// @ts-check
/** What a page whose address says `?test=1` tells tests, and lets them do: `globalThis.cnaAvatarsTest`. */

/** @param {Uint8ClampedArray} bytes */
function base64(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 32768)
    text += String.fromCharCode(...bytes.subarray(start, start + 32768));
  return btoa(text);
}

/**
 * @param {import("./studio.js").Studio} studio
 * @param {{ device: import("../render/open-renderer.js").Device, name: string }} opened
 * @param {() => import("./picture.js").Picture[]} pictures
 */
export function exposeTestHooks(studio, { device, name: renderer }, pictures) {
  const pictureOf = (/** @type {number} */ target) => {
    const picture = pictures().find((each) => each.target === target);
    if (!picture) throw new Error(`Expected the number of a picture; got ${target}.`);
    return picture;
  };
  const hooks = {
    glErrors: () => device.errors(),
    proxies: () => studio.bridge.strayProxies,
    counts: () => ({ ...device.counts(), pictures: pictures().length }),
    step: (/** @type {number} */ elapsed) => studio.loop.step(elapsed),
    isRunning: () => studio.loop.running,
    loseContext: () => device.loseContext(),
    restoreContext: () => device.restoreContext(),
    isContextLost: () => device.lost,
    renderer: () => renderer,
    rendererName: () => device.rendererName(),
    targets: () => pictures().map(({ target }) => target),
    /** RGBA, premultiplied, the top row first, as base64. */
    readPixels: async (/** @type {number} */ target, /** @type {number[]} */ ...size) =>
      base64(await studio.readPixels(pictureOf(target), ...size)),
  };
  Object.assign(globalThis, { cnaAvatarsTest: hooks });
}
