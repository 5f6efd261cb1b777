// @ts-check

const FILES = /** @type {const} */ ({
  skinnedVertex: "skinned.vert",
  litFragment: "lit.frag",
  silhouetteVertex: "silhouette.vert",
  silhouetteFragment: "silhouette.frag",
  groundVertex: "ground.vert",
  groundFragment: "ground.frag",
});

/** @typedef {Record<keyof typeof FILES, string>} ShaderSources */

/**
 * @param {string} name
 * @param {typeof globalThis.fetch} fetch
 */
async function text(name, fetch) {
  const response = await fetch(new URL(`../shaders/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`Shader ${name} could not be fetched: HTTP ${response.status}.`);
  return response.text();
}

/**
 * @param {typeof globalThis.fetch} [fetch]
 * @returns {Promise<ShaderSources>}
 */
export async function fetchShaderSources(fetch = globalThis.fetch) {
  const entries = Object.entries(FILES).map(async ([key, name]) => [key, await text(name, fetch)]);
  return Object.fromEntries(await Promise.all(entries));
}
