// Draws memory images made by tests/browser/synthetic.py, with no Python behind them.

import { openRenderer } from "../render/open-renderer.js";

const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

function textOf(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 32768)
    text += String.fromCharCode(...bytes.subarray(start, start + 32768));
  return btoa(text);
}

/** A heap whose memory can be replaced, as growth does. */
class SyntheticHeap {
  replace(bytes) {
    this.uint8 = bytes;
    this.uint32 = new Uint32Array(bytes.buffer);
    this.float32 = new Float32Array(bytes.buffer);
  }
}

class Harness {
  heap = new SyntheticHeap();

  /**
   * @param {number} [samples] a pixel; as many as the device gives, if absent
   * @param {string} [name] webgl2 or webgpu
   */
  async create(samples, name) {
    const { device, renderer, name: opened } = await openRenderer(name);
    if (name && opened !== name) throw new Error(`Expected ${name}; got ${opened}.`);
    device.limits.samples = samples ?? device.limits.samples;
    device.heap = this.heap;
    Object.assign(this, { device, renderer });
    return device.rendererName();
  }

  /** Forgets everything that was loaded. */
  clear() {
    this.renderer.store.delete();
    this.renderer.load({ records: 0, uploads: 0 }, 0, 0);
  }

  /** Takes over a memory image: the seam's two tables and all they point at. */
  load({ memory, records, uploads, recordCount, uploadCount }) {
    this.heap.replace(bytesOf(memory));
    this.addresses = { records, uploads };
    this.recordCount = recordCount;
    this.renderer.load(this.addresses, recordCount, uploadCount);
  }

  /** RGBA, premultiplied, the top row first, as base64. */
  async draw(target, width, height, shadow = false) {
    const pixels = await this.renderer.readPixels({ target, width, height, shadow });
    return textOf(new Uint8Array(pixels.buffer));
  }

  /** For each pair of pictures (1 and 2, 3 and 4, …) how many pixels are red in the first and not in the second. */
  countRedInFirst(pairs, width, height) {
    const counts = Array.from({ length: pairs }, async (_, pair) => {
      const [first, second] = await Promise.all(
        [1, 2].map((place) => this.renderer.readPixels({ target: 2 * pair + place, width, height })),
      );
      let count = 0;
      for (let index = 0; index < first.length; index += 4) if (first[index] > 0 && second[index] === 0) count++;
      return count;
    });
    return Promise.all(counts);
  }

  /** The same picture by way of the shared canvas and a 2D canvas, as elements show it. */
  present(target, width, height) {
    return textOf(this.presentAll([{ target, width, height }])[0].getImageData(0, 0, width, height).data);
  }

  /** Contexts of 2D canvases with several pictures; those that were not delivered are transparent. */
  presentAll(pictures) {
    const contexts = new Map();
    for (const picture of pictures) {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: picture.width, height: picture.height });
      contexts.set(picture, canvas.getContext("2d"));
    }
    this.renderer.drawAll(pictures, (picture, source, left, top) => {
      const { width, height } = picture;
      contexts.get(picture).drawImage(source, left, top, width, height, 0, 0, width, height);
    });
    return [...contexts.values()];
  }

  lose() {
    const { promise, resolve } = Promise.withResolvers();
    this.device.onLost = resolve;
    this.device.loseContext();
    return promise;
  }

  restore() {
    const { promise, resolve } = Promise.withResolvers();
    this.device.onRestored = resolve;
    this.device.restoreContext();
    return promise;
  }
}

globalThis.harness = new Harness();
