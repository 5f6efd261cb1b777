// @ts-check

/** Premultiplied colours over what is there. */
const OVER = /** @type {const} */ ({ srcFactor: "one", dstFactor: "one-minus-src-alpha", operation: "add" });

/** @type {Record<string, GPUVertexFormat>} by kind and number of components; a lone byte stands in a word of its own */
const FORMATS = {
  float2: "float32x2",
  float3: "float32x3",
  uint81: "uint8x4",
  uint84: "uint8x4",
  unorm84: "unorm8x4",
};

/** @typedef {{ stride: number, attributes: readonly import("../gl/vertex-array.js").Attribute[] }} VertexLayout */

/** @param {VertexLayout} layout @returns {GPUVertexBufferLayout} */
const bufferLayout = ({ stride, attributes }) => ({
  arrayStride: stride,
  attributes: attributes.map(({ location, components, format, offset }) => ({
    shaderLocation: location,
    offset,
    format: FORMATS[`${format}${components}`],
  })),
});

/** Vertex and fragment shader with all state they draw with. */
export class Program {
  kind = "program";
  /** @type {GPURenderPipeline | null} */
  #handle = null;
  /** Of the pipeline that is made. */
  #samples = 0;
  #device;
  #options;

  /**
   * @param {import("./device.js").Device} device
   * @param {object} options
   * @param {string} options.name for messages
   * @param {string} options.source of both shaders, `vertex_main` and `fragment_main`
   * @param {boolean} options.blended premultiplied colours over what is there, depth only tested; or opaque
   * @param {number} options.groups how many groups of `Bindings` it reads
   * @param {VertexLayout} [options.vertices] none for quads
   * @param {Record<string, number>} [options.constants] the source's `override`s
   */
  constructor(device, options) {
    this.#device = device;
    this.#options = options;
    device.register(this);
    this.restore();
  }

  get source() {
    return this.#options.source;
  }

  restore() {
    this.#handle = null;
    if (!this.#device.lost) this.#prepare();
  }

  use() {
    if (!this.#device.lost) this.#device.pass?.setPipeline(this.#prepare());
  }

  delete() {
    this.#device.unregister(this);
    this.#handle = null;
  }

  #prepare() {
    const { samples } = this.#device.limits;
    if (this.#handle && this.#samples === samples) return this.#handle;
    this.#samples = samples;
    this.#handle = this.#create();
    return this.#handle;
  }

  #create() {
    const { bindings, gpu, limits } = this.#device;
    const { name, source, blended, groups, vertices, constants } = this.#options;
    const module = gpu.createShaderModule({ label: name, code: source });
    return gpu.createRenderPipeline({
      label: name,
      layout: bindings.createPipelineLayout(gpu, groups),
      vertex: {
        module,
        entryPoint: "vertex_main",
        constants,
        buffers: vertices ? [bufferLayout(vertices)] : [],
      },
      fragment: {
        module,
        entryPoint: "fragment_main",
        constants,
        targets: [{ format: "rgba8unorm", blend: blended ? { color: OVER, alpha: OVER } : undefined }],
      },
      primitive: {
        topology: vertices ? "triangle-list" : "triangle-strip",
        cullMode: "back",
        // XNA culls counter-clockwise faces; with the lowest row first, clockwise ones run the other way round.
        frontFace: "ccw",
      },
      depthStencil: { format: "depth24plus", depthCompare: "less-equal", depthWriteEnabled: !blended },
      multisample: { count: limits.samples },
    });
  }
}
