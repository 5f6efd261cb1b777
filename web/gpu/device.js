// @ts-check
// The WebGPU device, everything made in it, and its loss and return: the twin of web/gl/device.js, call by call.
// Only files of this folder call WebGPU.

import { GraphicsDevice } from "../graphics/device.js";
import { Bindings } from "./bindings.js";
import { Buffer } from "./buffer.js";
import { Mesh } from "./mesh.js";
import { Mipmaps } from "./mipmaps.js";
import { Presenter } from "./presenter.js";
import { Quads } from "./quads.js";
import { Target } from "./target.js";
import { TextureArray } from "./texture-array.js";

/** Waits before each try to get a lost device back: a driver that was reset needs a moment. */
const RETRY_MS = [0, 500, 2000, 8000];

/** @returns {Promise<{ adapter: GPUAdapter, gpu: GPUDevice }>} */
async function request() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter)
    throw new Error(navigator.gpu ? "the browser offers no adapter" : "the browser has no WebGPU here");
  const { maxTextureArrayLayers, maxTextureDimension2D } = adapter.limits;
  const gpu = await adapter.requestDevice({
    label: "avatars",
    requiredLimits: { maxTextureArrayLayers, maxTextureDimension2D },
  });
  return { adapter, gpu };
}

export class Device extends GraphicsDevice {
  /** The pass that draws go to, while a target is begun. @type {GPURenderPassEncoder | null} */
  pass = null;

  /** @type {string[]} */
  #errors = [];
  #context;
  #name;
  #held = false;
  #disposed = false;

  /** @param {HTMLCanvasElement} [canvas] the shared drawing canvas; it is never on the page */
  static async open(canvas = document.createElement("canvas")) {
    const { adapter, gpu } = await request();
    const device = new Device(canvas, adapter, gpu);
    if (!device.presenter.arrives(canvas)) {
      device.dispose();
      throw new Error("what WebGPU draws does not arrive in other canvases");
    }
    return device;
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {GPUAdapter} adapter
   * @param {GPUDevice} gpu
   */
  constructor(canvas, adapter, gpu) {
    super();
    const context = /** @type {GPUCanvasContext | null} */ (canvas.getContext("webgpu"));
    if (!context) throw new Error("the browser gives a canvas no WebGPU context");
    this.canvas = canvas;
    this.#context = context;
    this.limits = {
      samples: 4,
      size: gpu.limits.maxTextureDimension2D,
      layers: gpu.limits.maxTextureArrayLayers,
    };
    this.gpu = gpu;
    this.#name = [adapter.info.vendor, adapter.info.architecture, adapter.info.description]
      .filter(Boolean)
      .join(" ");
    this.#listen();
    this.bindings = new Bindings(gpu);
    this.mipmaps = new Mipmaps(gpu);
    this.presenter = new Presenter(gpu, context);
  }

  /** @param {{ use: import("../gl/buffer.js").BufferUse, byteLength: number, address?: number }} options */
  createBuffer(options) {
    return new Buffer(this, options);
  }

  /** @param {import("../gl/mesh.js").MeshOptions} options */
  createMesh(options) {
    return new Mesh(this, options);
  }

  /** @param {{ width: number, height: number, layers: number, address: number, mipmaps?: boolean }} options */
  createTextureArray(options) {
    return new TextureArray(this, options);
  }

  createQuads() {
    return new Quads(this);
  }

  /**
   * @param {number} width pixels
   * @param {number} height pixels
   */
  createTarget(width, height) {
    return new Target(this, width, height);
  }

  /**
   * Does what a browser or its driver may refuse, and throws what they say of it.
   * @template T
   * @param {() => T} work
   * @returns {Promise<T>}
   */
  async checked(work) {
    this.gpu.pushErrorScope("validation");
    const result = work();
    const error = await this.gpu.popErrorScope();
    if (error) throw new Error(error.message);
    return result;
  }

  /** @returns {Promise<string[]>} what the browser found wrong with calls so far */
  async errors() {
    if (!this.lost) await this.gpu.queue.onSubmittedWorkDone();
    await new Promise((resolve) => setTimeout(resolve)); // errors that are on their way arrive as events
    return this.#errors.splice(0);
  }

  /** @returns {string} the name of what draws, as far as the browser tells */
  rendererName() {
    return this.#name;
  }

  /** For tests: the device goes, and stays away until `restoreContext`. */
  loseContext() {
    this.#held = true;
    this.gpu.destroy();
    this.#lose(this.gpu); // the browser tells it only later, and a frame may lie between
  }

  restoreContext() {
    this.#held = false;
    this.#reopen();
  }

  /** Deletes everything and gives the device back. */
  dispose() {
    this.#disposed = true;
    this.deleteResources();
    this.lost = true;
    this.gpu.destroy();
  }

  #listen() {
    const { gpu } = this;
    gpu.addEventListener("uncapturederror", ({ error }) => {
      if (this.#errors.length < 16) this.#errors.push(error.message);
    });
    gpu.lost.then(() => this.#lose(gpu));
  }

  /** @param {GPUDevice} gpu */
  #lose(gpu) {
    if (gpu !== this.gpu || this.lost) return; // told already, or disposed of
    this.lost = true;
    this.pass = null;
    this.onLost();
    if (!this.#held) this.#reopen();
  }

  async #reopen() {
    for (const wait of RETRY_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (this.#disposed) return;
      try {
        this.#restore((await request()).gpu);
        return;
      } catch (error) {
        console.info(`WebGPU is not back yet: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  /** @param {GPUDevice} gpu */
  #restore(gpu) {
    this.gpu = gpu;
    this.lost = false;
    this.#listen();
    this.bindings = new Bindings(gpu);
    this.mipmaps = new Mipmaps(gpu);
    this.presenter = new Presenter(gpu, this.#context);
    this.restoreResources();
    this.onRestored();
  }
}
