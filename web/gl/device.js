// @ts-check
// The WebGL2 context, everything made in it, and its loss and return. Only files of this folder call `gl.*`.

import { GraphicsDevice } from "../graphics/device.js";
import { Buffer } from "./buffer.js";
import { HostState } from "./host-state.js";
import { Mesh } from "./mesh.js";
import { Quads } from "./quads.js";
import { State } from "./state.js";
import { Target } from "./target.js";
import { TextureArray } from "./texture-array.js";

/** WebGL2 is missing, refused, or too small; the message says which. */
export class DeviceError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "DeviceError";
  }
}

/** @type {WebGLContextAttributes} */
const CONTEXT_ATTRIBUTES = {
  alpha: true,
  antialias: false, // targets of our own are multisampled, so that their size and samples are known
  depth: false,
  stencil: false,
  premultipliedAlpha: true,
  preserveDrawingBuffer: false,
};

const ERROR_NAMES = /** @type {const} */ ([
  "INVALID_ENUM",
  "INVALID_VALUE",
  "INVALID_OPERATION",
  "INVALID_FRAMEBUFFER_OPERATION",
  "OUT_OF_MEMORY",
  "CONTEXT_LOST_WEBGL",
]);

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {WebGL2RenderingContext}
 */
function createContext(canvas) {
  let reason = "the browser gave no reason";
  /** @param {Event} event */
  const listen = (event) => {
    reason = /** @type {WebGLContextEvent} */ (event).statusMessage || reason;
  };
  canvas.addEventListener("webglcontextcreationerror", listen);
  const gl = canvas.getContext("webgl2", CONTEXT_ATTRIBUTES);
  canvas.removeEventListener("webglcontextcreationerror", listen);
  if (!gl) throw new DeviceError(`A WebGL2 context was expected; none could be made: ${reason}.`);
  if (gl.isContextLost()) throw new DeviceError("A WebGL2 context was expected; it was lost on creation.");
  return gl;
}

export class Device extends GraphicsDevice {
  /** @type {WEBGL_lose_context | null} */
  #loseContext = null;
  #hostState;

  /**
   * @param {WebGL2RenderingContext} [host] a host's own context, in which this device is a guest: it leaves every
   *   piece of the state as it was, and whether the context comes back after a loss is the host's decision
   */
  constructor(host) {
    super();
    /** Without a host never on the page. */
    this.canvas = /** @type {HTMLCanvasElement} */ (host?.canvas ?? document.createElement("canvas"));
    this.gl = host ?? createContext(this.canvas);
    this.#hostState = host ? new HostState(host) : null;
    if (host?.isContextLost())
      throw new DeviceError(
        "A WebGL2 context was expected; this one is lost. Come again when it is restored.",
      );
    this.limits = {
      samples: Math.min(4, this.gl.getParameter(this.gl.MAX_SAMPLES)),
      size: Math.min(
        this.gl.getParameter(this.gl.MAX_RENDERBUFFER_SIZE),
        ...this.gl.getParameter(this.gl.MAX_VIEWPORT_DIMS),
      ),
      uniformBlockBytes: this.gl.getParameter(this.gl.MAX_UNIFORM_BLOCK_SIZE),
      layers: this.gl.getParameter(this.gl.MAX_ARRAY_TEXTURE_LAYERS),
    };
    this.state = new State(this.gl);
    this.#takeHold();
    this.canvas.addEventListener("webglcontextlost", this.#lose);
    this.canvas.addEventListener("webglcontextrestored", this.#restore);
  }

  /**
   * Does what creates, uploads or draws. In a host's context the state is set for it and given back after it; deleting
   * needs no such care.
   * @template T
   * @param {() => T} work
   * @returns {T}
   */
  within(work) {
    const host = this.#hostState;
    if (!host || this.lost || this.gl.isContextLost()) return work();
    host.save();
    try {
      this.state.reset();
      return work();
    } finally {
      this.state.forgetBindings();
      host.restore();
    }
  }

  /** @param {ConstructorParameters<typeof Buffer>[1]} options */
  createBuffer(options) {
    return new Buffer(this, options);
  }

  /** @param {import("./mesh.js").MeshOptions} options */
  createMesh(options) {
    return new Mesh(this, options);
  }

  /** @param {ConstructorParameters<typeof TextureArray>[1]} options */
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

  /** @returns {string[]} the errors that wait in the context, by WebGL's names */
  errors() {
    const errors = [];
    for (let error = this.gl.getError(); error && errors.length < 16; error = this.gl.getError())
      errors.push(ERROR_NAMES.find((name) => this.gl[name] === error) ?? String(error));
    return errors;
  }

  /** @returns {string} the name of what draws, as far as the browser tells */
  rendererName() {
    const info = this.gl.getExtension("WEBGL_debug_renderer_info");
    return this.gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : this.gl.RENDERER);
  }

  loseContext() {
    this.#loseContext?.loseContext();
  }

  /** The browser allows it only once the listeners of the loss have returned. */
  restoreContext() {
    setTimeout(() => this.#loseContext?.restoreContext());
  }

  /** Deletes everything and gives a context of its own back at once, since browsers keep only a few. */
  dispose() {
    this.canvas.removeEventListener("webglcontextlost", this.#lose);
    this.canvas.removeEventListener("webglcontextrestored", this.#restore);
    this.deleteResources();
    this.lost = true;
    this.#loseContext?.loseContext();
  }

  /** What a new context of its own is given before anything is made in it. */
  #takeHold() {
    if (this.#hostState) return;
    this.#loseContext = this.gl.getExtension("WEBGL_lose_context");
    this.state.reset();
    this.state.resetClearing();
  }

  /** @param {Event} event */
  #lose = (event) => {
    if (!this.#hostState) event.preventDefault(); // without this the browser never restores the context
    this.lost = true;
    this.onLost();
  };

  #restore = () => {
    this.lost = false;
    this.#takeHold();
    this.within(() => this.restoreResources());
    this.onRestored();
  };
}
