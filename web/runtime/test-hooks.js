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
 * @param {import("./drawings.js").Drawings} drawings
 * @param {() => import("./picture.js").Picture[]} pictures
 */
export function exposeTestHooks(studio, drawings, pictures) {
  const pictureOf = (/** @type {number} */ target) => {
    const picture = pictures().find((each) => each.target === target);
    if (!picture) throw new Error(`Expected the number of a picture; got ${target}.`);
    return picture;
  };
  const hooks = {
    glErrors: () => drawings.own?.device.errors() ?? [],
    proxies: () => studio.bridge.strayProxies,
    counts: () => ({ ...drawings.own?.device.counts(), pictures: pictures().length }),
    step: (/** @type {number} */ elapsed) => studio.loop.step(elapsed),
    isRunning: () => studio.loop.running,
    loseContext: () => drawings.own?.device.loseContext(),
    restoreContext: () => drawings.own?.device.restoreContext(),
    isContextLost: () => drawings.own?.device.lost ?? false,
    renderer: () => drawings.own?.name,
    rendererName: () => drawings.own?.device.rendererName(),
    targets: () => pictures().map(({ target }) => target),
    /** RGBA, premultiplied, the top row first, as base64. */
    readPixels: async (/** @type {number} */ target, /** @type {number[]} */ ...size) =>
      base64(await studio.readPixels(pictureOf(target), ...size)),
  };
  Object.assign(globalThis, { cnaAvatarsTest: hooks });
}
