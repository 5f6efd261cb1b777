// @ts-check

/** @typedef {{ skinned: string, lit: string, silhouetteVertex: string, silhouetteFragment: string }} ShaderSources */

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
  const [skinned, lit, silhouetteVertex, silhouetteFragment] = await Promise.all(
    ["skinned.vert", "lit.frag", "silhouette.vert", "silhouette.frag"].map((name) => text(name, fetch)),
  );
  return { skinned, lit, silhouetteVertex, silhouetteFragment };
}
