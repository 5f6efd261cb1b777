// @ts-check
// A shadow of the context's state: what is set already isn't set again, and nothing is ever read back
// (each read waits for the GPU process).

export class State {
  #gl;
  /** @type {WebGLProgram | null} */
  #program = null;
  /** @type {WebGLVertexArrayObject | null} */
  #vertexArray = null;
  /** @type {(WebGLTexture | null)[]} */
  #textureArrays = [];
  #blending = false;
  #depthWrite = true;

  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.#gl = gl;
  }

  /** Sets every value that drawing relies on; the context may be new, or have been in other hands. */
  reset() {
    const gl = this.#gl;
    this.forgetBindings();
    this.#blending = false;
    this.#depthWrite = true;
    gl.useProgram(null);
    gl.bindVertexArray(null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindSampler(0, null);
    gl.disable(gl.DITHER);
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    gl.disable(gl.SAMPLE_COVERAGE);
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.disable(gl.BLEND);
    gl.blendEquation(gl.FUNC_ADD);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.depthRange(0, 1);
    gl.depthMask(true);
    gl.colorMask(true, true, true, true);
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl.BACK);
    gl.frontFace(gl.CW); // XNA culls counter-clockwise faces
  }

  /** Sets what targets of our own are begun with: each clears its part alone. */
  resetClearing() {
    const gl = this.#gl;
    gl.enable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clearDepth(1);
  }

  /** Takes nothing for bound any more: others bind now what they like. */
  forgetBindings() {
    this.#program = null;
    this.#vertexArray = null;
    this.#textureArrays = [];
  }

  /** @param {WebGLProgram | null} program */
  useProgram(program) {
    if (program === this.#program) return;
    this.#program = program;
    this.#gl.useProgram(program);
  }

  /** @param {WebGLVertexArrayObject | null} vertexArray */
  bindVertexArray(vertexArray) {
    if (vertexArray === this.#vertexArray) return;
    this.#vertexArray = vertexArray;
    this.#gl.bindVertexArray(vertexArray);
  }

  /**
   * @param {number} unit
   * @param {WebGLTexture | null} texture
   */
  bindTextureArray(unit, texture) {
    if (texture === this.#textureArrays[unit]) return;
    this.#textureArrays[unit] = texture;
    this.#gl.activeTexture(this.#gl.TEXTURE0 + unit);
    this.#gl.bindTexture(this.#gl.TEXTURE_2D_ARRAY, texture);
  }

  /** Binds a texture to unit 0 and makes that unit active, for an upload. @param {WebGLTexture | null} texture */
  editTextureArray(texture) {
    this.#textureArrays[0] = texture;
    this.#gl.activeTexture(this.#gl.TEXTURE0);
    this.#gl.bindTexture(this.#gl.TEXTURE_2D_ARRAY, texture);
  }

  /**
   * Blended: premultiplied colours over what is there, depth only tested. Opaque: no blending, depth written.
   * @param {boolean} blended
   */
  setBlended(blended) {
    this.#set(blended, !blended);
  }

  /** Depth must be writable to be cleared. @returns {void} */
  setClearable() {
    this.#set(this.#blending, true);
  }

  /** Forgets handles that are about to be deleted. @param {WebGLProgram | WebGLVertexArrayObject | WebGLTexture | null} handle */
  forget(handle) {
    if (!handle) return;
    if (this.#program === handle) this.useProgram(null);
    if (this.#vertexArray === handle) this.bindVertexArray(null);
    this.#textureArrays = this.#textureArrays.map((texture) => (texture === handle ? null : texture));
  }

  /**
   * @param {boolean} blending
   * @param {boolean} depthWrite
   */
  #set(blending, depthWrite) {
    const gl = this.#gl;
    if (blending !== this.#blending) {
      this.#blending = blending;
      if (blending) gl.enable(gl.BLEND);
      else gl.disable(gl.BLEND);
    }
    if (depthWrite !== this.#depthWrite) {
      this.#depthWrite = depthWrite;
      gl.depthMask(depthWrite);
    }
  }
}
