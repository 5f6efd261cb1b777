// @ts-check

/**
 * The texts of shader files, by name.
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {typeof globalThis.fetch} [fetch]
 * @returns {Promise<Record<Name, string>>}
 */
export async function fetchShaders(names, fetch = globalThis.fetch) {
  const entries = names.map(async (name) => [name, await text(name, fetch)]);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * @param {string} name
 * @param {typeof globalThis.fetch} fetch
 */
async function text(name, fetch) {
  const response = await fetch(new URL(`../shaders/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`Shader ${name} could not be fetched: HTTP ${response.status}.`);
  return response.text();
}
