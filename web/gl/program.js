// @ts-check

/**
 * @param {string} source
 * @param {string[]} defines names, put behind the version line
 */
function withDefines(source, defines) {
  const end = source.indexOf("\n") + 1;
  return source.slice(0, end) + defines.map((name) => `#define ${name}\n`).join("") + source.slice(end);
}

/** @param {string} source */
function numbered(source) {
  return source
    .split("\n")
    .map((line, index) => `${String(index + 1).padStart(4)}  ${line}`)
    .join("\n");
}

/** Vertex and fragment shader, linked; its blocks and samplers have fixed binding points. */
export class Program {
  kind = "program";
  /** @type {WebGLProgram | null} */
  #handle = null;
  /** @type {WebGLShader[]} */
  #shaders = [];
  #linked = false;
  #device;
  #options;

  /**
   * @param {import("./device.js").Device} device
   * @param {object} options
   * @param {string} options.name for messages
   * @param {string} options.vertex source
   * @param {string} options.fragment source
   * @param {boolean} options.blended premultiplied colours over what is there, or opaque
   * @param {string[]} [options.defines]
   * @param {Record<string, number>} [options.blocks] uniform block → binding point
   * @param {Record<string, number>} [options.samplers] sampler → texture unit
   */
  constructor(device, { name, vertex, fragment, blended, defines = [], blocks = {}, samplers = {} }) {
    this.#device = device;
    this.#options = { name, blended, blocks, samplers };
    this.vertex = withDefines(vertex, defines);
    this.fragment = withDefines(fragment, defines);
    device.register(this);
    this.restore();
  }

  /** Starts compiling; the result is asked for at the first use, so that browsers can compile meanwhile. */
  restore() {
    if (this.#device.lost) return;
    const { gl } = this.#device;
    const handle = gl.createProgram();
    this.#shaders = [];
    for (const [type, source] of /** @type {[number, string][]} */ ([
      [gl.VERTEX_SHADER, this.vertex],
      [gl.FRAGMENT_SHADER, this.fragment],
    ])) {
      const shader = gl.createShader(type);
      if (!shader || !handle) return; // only in a context that is lost; restore() runs again
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(handle, shader);
      this.#shaders.push(shader);
    }
    if (handle) gl.linkProgram(handle);
    this.#handle = handle;
    this.#linked = false;
  }

  use() {
    if (this.#device.lost || !this.#handle) return;
    if (!this.#linked) this.#link(this.#handle);
    this.#device.state.useProgram(this.#handle);
    this.#device.state.setBlended(this.#options.blended);
  }

  /**
   * How many vec4 of plain uniforms the program needs; WebGL2 promises 256 in the vertex stage.
   * Members of blocks don't count: they have room of their own.
   * @returns {number}
   */
  uniformVectors() {
    this.use();
    const handle = this.#handle;
    if (this.#device.lost || !handle) return 0;
    const { gl } = this.#device;
    const count = gl.getProgramParameter(handle, gl.ACTIVE_UNIFORMS);
    const indices = Array.from({ length: count }, (_, index) => index);
    const blocks = gl.getActiveUniforms(handle, indices, gl.UNIFORM_BLOCK_INDEX);
    let vectors = 0;
    for (const index of indices) {
      const info = gl.getActiveUniform(handle, index);
      if (blocks[index] >= 0 || !info) continue;
      const rows = info.type === gl.FLOAT_MAT4 ? 4 : info.type === gl.FLOAT_MAT3 ? 3 : 1;
      vectors += rows * info.size;
    }
    return vectors;
  }

  delete() {
    this.#device.unregister(this);
    this.#device.state.forget(this.#handle);
    for (const shader of this.#shaders) this.#device.gl.deleteShader(shader);
    this.#device.gl.deleteProgram(this.#handle);
    this.#shaders = [];
    this.#handle = null;
  }

  /** @param {WebGLProgram} handle */
  #link(handle) {
    const { gl, limits } = this.#device;
    const { name, blocks, samplers } = this.#options;
    if (!gl.getProgramParameter(handle, gl.LINK_STATUS)) {
      if (gl.isContextLost()) return;
      throw new Error(`Shader program "${name}" does not link.\n${this.#diagnosis(handle)}`);
    }
    for (const [block, binding] of Object.entries(blocks)) {
      const index = gl.getUniformBlockIndex(handle, block);
      if (index === gl.INVALID_INDEX) continue; // unused in this variant
      const bytes = gl.getActiveUniformBlockParameter(handle, index, gl.UNIFORM_BLOCK_DATA_SIZE);
      if (bytes > limits.uniformBlockBytes)
        throw new Error(
          `Uniform block ${block} needs ${bytes} bytes; this device allows ${limits.uniformBlockBytes}.`,
        );
      gl.uniformBlockBinding(handle, index, binding);
    }
    this.#device.state.useProgram(handle);
    for (const [sampler, unit] of Object.entries(samplers))
      gl.uniform1i(gl.getUniformLocation(handle, sampler), unit);
    this.#linked = true;
  }

  /** @param {WebGLProgram} handle */
  #diagnosis(handle) {
    const { gl } = this.#device;
    const parts = [gl.getProgramInfoLog(handle) ?? ""];
    this.#shaders.forEach((shader, index) => {
      if (gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return;
      parts.push(gl.getShaderInfoLog(shader) ?? "", numbered(index === 0 ? this.vertex : this.fragment));
    });
    return parts.filter(Boolean).join("\n");
  }
}
