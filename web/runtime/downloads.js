// @ts-check
/** Files fetched at the same time, counted while they come in and checked when they are here. */

import { BootError } from "./errors.js";

/**
 * @typedef {object} FileEntry
 * @property {string} name
 * @property {string} url relative to the folder of the manifest
 * @property {number} size bytes
 * @property {string} sha256 lower-case hexadecimal
 */

const REBUILD = "Build the site again (python3 build/serve.py) and reload.";
const RETRY = "Check the connection and reload the page.";

export class Downloads {
  /** @type {Map<string, Promise<Response>>} by address */
  #responses = new Map();
  /** @type {Promise<void>[]} */
  #checks = [];
  /** @type {(bytes: number) => void} */
  #onBytes;

  /** @param {(bytes: number) => void} onBytes told of every chunk */
  constructor(onBytes) {
    this.#onBytes = onBytes;
  }

  /**
   * @param {FileEntry} file
   * @param {URL} url
   */
  start(file, url) {
    const opened = open(file.name, url);
    const checked = opened.then((response) => this.#read(file, response.clone()));
    // WebAssembly is compiled while it comes in; everything else is handed on only when it is known to be right.
    const streamed = file.name.endsWith(".wasm");
    const given = streamed ? opened.then(asWasm) : checked.then((bytes) => new Response(bytes));
    // `finished` tells of a file that fails; who asked for it waits, since Pyodide would leave the rejection unhandled.
    const answer = given.catch(() => /** @type {Promise<Response>} */ (new Promise(() => {})));
    this.#checks.push(checked.then(() => {}));
    this.#responses.set(url.href, answer);
  }

  /** Resolves when every file is here and right, rejects with a BootError as soon as one is not. */
  async finished() {
    await Promise.all(this.#checks);
  }

  /** @param {URL} url of a file that was started; resolves when it is here and right */
  async arrived(url) {
    await this.#responses.get(url.href);
  }

  /**
   * While `task` runs, its requests for files that were started are answered from here, each once; so no byte is
   * fetched twice and none is used that was not checked, whatever the server says about caching. Other requests
   * pass through.
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  async serve(task) {
    const real = globalThis.fetch;
    /** @type {typeof fetch} */
    const replacement = (input, init) => {
      const href = input instanceof Request ? input.url : new URL(input, globalThis.location?.href).href;
      const answer = this.#responses.get(href);
      this.#responses.delete(href);
      return answer ?? real.call(globalThis, input, init);
    };
    globalThis.fetch = replacement;
    try {
      return await task();
    } finally {
      if (globalThis.fetch === replacement) globalThis.fetch = real;
      this.#responses.clear();
    }
  }

  /**
   * @param {FileEntry} file
   * @param {Response} response
   */
  async #read(file, response) {
    const bytes = await readAtMost(file, response, this.#onBytes);
    const found = await sha256(bytes);
    if (bytes.byteLength !== file.size || (found !== "" && found !== file.sha256)) {
      throw new BootError(
        "corrupt",
        `${file.name} is not the file that was built: expected ${file.size} bytes, SHA-256 ${file.sha256}; ` +
          `got ${bytes.byteLength} bytes, SHA-256 ${found || "unknown"}.`,
        { file: file.name, remedy: REBUILD },
      );
    }
    return bytes;
  }
}

/**
 * The response for a file, once the server has it.
 * @param {string} name
 * @param {URL} url
 * @returns {Promise<Response>}
 */
export async function open(name, url) {
  let response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new BootError("network", `${name} could not be fetched.`, { file: name, remedy: RETRY, cause });
  }
  if (response.ok) return response;
  await response.body?.cancel();
  throw new BootError(
    "missing",
    `${name} is not there: the server answered ${response.status} for ${url.pathname}.`,
    {
      file: name,
      remedy: REBUILD,
    },
  );
}

/**
 * The body, refused as soon as it is longer than announced.
 * @param {{name: string, size: number}} file
 * @param {Response} response
 * @param {(bytes: number) => void} onBytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readAtMost(file, response, onBytes) {
  const bytes = new Uint8Array(file.size);
  let length = 0;
  try {
    for (const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > file.size) {
        await reader.cancel();
        throw new BootError("corrupt", `${file.name} is longer than the expected ${file.size} bytes.`, {
          file: file.name,
          remedy: REBUILD,
        });
      }
      bytes.set(value, length);
      length += value.length;
      onBytes(value.length);
    }
  } catch (cause) {
    if (cause instanceof BootError) throw cause;
    throw new BootError("network", `${file.name} broke off after ${length} of ${file.size} bytes.`, {
      file: file.name,
      remedy: RETRY,
      cause,
    });
  }
  return bytes.subarray(0, length);
}

/**
 * Hexadecimal; "" where the page has no cryptography (plain HTTP from another machine): then only sizes are checked.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Streaming compilation needs the media type, which simple servers do not know.
 * @param {Response} response
 */
function asWasm(response) {
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return response;
  return new Response(response.body, { headers: { "content-type": "application/wasm" } });
}
