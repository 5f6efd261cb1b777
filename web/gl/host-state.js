// @ts-check
// The state of a context that belongs to somebody else: all that our drawing and uploading touches is read before and
// set again after. Viewport, scissor, stencil operations and framebuffers aren't here because we leave them alone.
// Browsers know bindings by themselves and ask the graphics process for most other values: those are read sparingly.

/** @typedef {keyof WebGL2RenderingContext} Name */

/** @type {readonly Name[]} what is enabled or not */
const CAPABILITIES = [
  "BLEND",
  "CULL_FACE",
  "DEPTH_TEST",
  "DITHER",
  "POLYGON_OFFSET_FILL",
  "RASTERIZER_DISCARD",
  "SAMPLE_ALPHA_TO_COVERAGE",
  "SAMPLE_COVERAGE",
  "STENCIL_TEST",
];

/** @type {readonly { set: Name, parameters: readonly Name[] }[]} a call, and the parameters that hold its arguments */
const SETTINGS = [
  { set: "blendEquationSeparate", parameters: ["BLEND_EQUATION_RGB", "BLEND_EQUATION_ALPHA"] },
  {
    set: "blendFuncSeparate",
    parameters: ["BLEND_SRC_RGB", "BLEND_DST_RGB", "BLEND_SRC_ALPHA", "BLEND_DST_ALPHA"],
  },
  { set: "colorMask", parameters: ["COLOR_WRITEMASK"] },
  { set: "cullFace", parameters: ["CULL_FACE_MODE"] },
  { set: "depthFunc", parameters: ["DEPTH_FUNC"] },
  { set: "depthMask", parameters: ["DEPTH_WRITEMASK"] },
  { set: "depthRange", parameters: ["DEPTH_RANGE"] },
  { set: "frontFace", parameters: ["FRONT_FACE"] },
];

/** @type {readonly Name[]} how pixels are read from memory */
const PIXEL_STORE = [
  "UNPACK_ALIGNMENT",
  "UNPACK_COLORSPACE_CONVERSION_WEBGL",
  "UNPACK_FLIP_Y_WEBGL",
  "UNPACK_IMAGE_HEIGHT",
  "UNPACK_PREMULTIPLY_ALPHA_WEBGL",
  "UNPACK_ROW_LENGTH",
  "UNPACK_SKIP_IMAGES",
  "UNPACK_SKIP_PIXELS",
  "UNPACK_SKIP_ROWS",
];

/** @type {readonly { target: Name, parameter: Name }[]} */
const BUFFERS = [
  { target: "ARRAY_BUFFER", parameter: "ARRAY_BUFFER_BINDING" },
  { target: "PIXEL_UNPACK_BUFFER", parameter: "PIXEL_UNPACK_BUFFER_BINDING" },
  { target: "UNIFORM_BUFFER", parameter: "UNIFORM_BUFFER_BINDING" },
];

/** Uniform blocks that are bound: the renderer's Draw, Bones and Parts. */
const UNIFORM_BLOCKS = 3;

export class HostState {
  /** The context, with its calls by their names in the tables. @type {WebGL2RenderingContext & Record<Name, any>} */
  #gl;
  /** What sets all the values that were read. @type {(() => void)[]} */
  #undo = [];

  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.#gl = gl;
  }

  /** Reads what drawing and uploading touch, and pauses a transform feedback. What is saved first is restored last. */
  save() {
    this.#undo = [];
    this.#pauseTransformFeedback(); // goes on only with its own program
    this.#saveProgram();
    this.#saveSettings();
    this.#saveBuffers(); // the blocks' calls change the general binding
    this.#saveUniformBlocks();
    this.#saveTextureUnit();
    this.#saveVertexArray();
  }

  restore() {
    for (const undo of this.#undo.reverse()) undo();
    this.#undo = [];
  }

  #saveSettings() {
    const gl = this.#gl;
    for (const name of CAPABILITIES) {
      const call = gl.isEnabled(gl[name]) ? "enable" : "disable";
      this.#undo.push(() => gl[call](gl[name]));
    }
    for (const { set, parameters } of SETTINGS) {
      const values = parameters.flatMap((name) => {
        const value = gl.getParameter(gl[name]);
        return typeof value === "object" ? [...(value ?? [])] : value;
      });
      this.#undo.push(() => gl[set](...values));
    }
    for (const name of PIXEL_STORE) {
      const value = gl.getParameter(gl[name]);
      this.#undo.push(() => gl.pixelStorei(gl[name], value));
    }
  }

  #saveBuffers() {
    const gl = this.#gl;
    for (const { target, parameter } of BUFFERS) {
      const buffer = gl.getParameter(gl[parameter]);
      this.#undo.push(() => gl.bindBuffer(gl[target], buffer));
    }
  }

  #saveUniformBlocks() {
    const gl = this.#gl;
    for (let block = 0; block < UNIFORM_BLOCKS; block++) {
      const buffer = gl.getIndexedParameter(gl.UNIFORM_BUFFER_BINDING, block);
      const offset = buffer ? gl.getIndexedParameter(gl.UNIFORM_BUFFER_START, block) : 0;
      const byteLength = buffer ? gl.getIndexedParameter(gl.UNIFORM_BUFFER_SIZE, block) : 0;
      this.#undo.push(() => {
        if (byteLength > 0) gl.bindBufferRange(gl.UNIFORM_BUFFER, block, buffer, offset, byteLength);
        else gl.bindBufferBase(gl.UNIFORM_BUFFER, block, buffer);
      });
    }
  }

  /** Unit 0, the only one that is drawn with. */
  #saveTextureUnit() {
    const gl = this.#gl;
    const unit = gl.getParameter(gl.ACTIVE_TEXTURE);
    gl.activeTexture(gl.TEXTURE0);
    const texture = gl.getParameter(gl.TEXTURE_BINDING_2D_ARRAY);
    const sampler = gl.getParameter(gl.SAMPLER_BINDING);
    this.#undo.push(() => {
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D_ARRAY, texture);
      gl.bindSampler(0, sampler);
      gl.activeTexture(unit);
    });
  }

  /** The binding of an index buffer belongs to the vertex array; ours are uploaded while the context's own is bound. */
  #saveVertexArray() {
    const gl = this.#gl;
    const vertexArray = gl.getParameter(gl.VERTEX_ARRAY_BINDING);
    gl.bindVertexArray(null);
    const indices = gl.getParameter(gl.ELEMENT_ARRAY_BUFFER_BINDING);
    this.#undo.push(() => {
      gl.bindVertexArray(null);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      gl.bindVertexArray(vertexArray);
    });
  }

  #pauseTransformFeedback() {
    const gl = this.#gl;
    if (!gl.getIndexedParameter(gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, 0)) return; // nothing can be captured
    if (!gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE) || gl.getParameter(gl.TRANSFORM_FEEDBACK_PAUSED))
      return;
    gl.pauseTransformFeedback();
    this.#undo.push(() => gl.resumeTransformFeedback());
  }

  /** A program that was deleted while in use is gone as soon as ours takes its place. */
  #saveProgram() {
    const gl = this.#gl;
    const program = gl.getParameter(gl.CURRENT_PROGRAM);
    this.#undo.push(() => gl.useProgram(program && gl.isProgram(program) ? program : null));
  }
}
