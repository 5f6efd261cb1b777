// Every piece of a WebGL2 context's state: reading all of it, and giving all of it values that nobody would choose.

const CAPABILITIES = [
  "BLEND",
  "CULL_FACE",
  "DEPTH_TEST",
  "DITHER",
  "POLYGON_OFFSET_FILL",
  "RASTERIZER_DISCARD",
  "SAMPLE_ALPHA_TO_COVERAGE",
  "SAMPLE_COVERAGE",
  "SCISSOR_TEST",
  "STENCIL_TEST",
];

const PARAMETERS = [
  "ACTIVE_TEXTURE",
  "ARRAY_BUFFER_BINDING",
  "BLEND_COLOR",
  "BLEND_DST_ALPHA",
  "BLEND_DST_RGB",
  "BLEND_EQUATION_ALPHA",
  "BLEND_EQUATION_RGB",
  "BLEND_SRC_ALPHA",
  "BLEND_SRC_RGB",
  "COLOR_CLEAR_VALUE",
  "COLOR_WRITEMASK",
  "COPY_READ_BUFFER_BINDING",
  "COPY_WRITE_BUFFER_BINDING",
  "CULL_FACE_MODE",
  "CURRENT_PROGRAM",
  "DEPTH_CLEAR_VALUE",
  "DEPTH_FUNC",
  "DEPTH_RANGE",
  "DEPTH_WRITEMASK",
  "DRAW_BUFFER0",
  "DRAW_BUFFER1",
  "DRAW_FRAMEBUFFER_BINDING",
  "ELEMENT_ARRAY_BUFFER_BINDING",
  "FRAGMENT_SHADER_DERIVATIVE_HINT",
  "FRONT_FACE",
  "GENERATE_MIPMAP_HINT",
  "LINE_WIDTH",
  "PACK_ALIGNMENT",
  "PACK_ROW_LENGTH",
  "PACK_SKIP_PIXELS",
  "PACK_SKIP_ROWS",
  "PIXEL_PACK_BUFFER_BINDING",
  "PIXEL_UNPACK_BUFFER_BINDING",
  "POLYGON_OFFSET_FACTOR",
  "POLYGON_OFFSET_UNITS",
  "READ_BUFFER",
  "READ_FRAMEBUFFER_BINDING",
  "RENDERBUFFER_BINDING",
  "SAMPLE_COVERAGE_INVERT",
  "SAMPLE_COVERAGE_VALUE",
  "SCISSOR_BOX",
  "STENCIL_BACK_FAIL",
  "STENCIL_BACK_FUNC",
  "STENCIL_BACK_PASS_DEPTH_FAIL",
  "STENCIL_BACK_PASS_DEPTH_PASS",
  "STENCIL_BACK_REF",
  "STENCIL_BACK_VALUE_MASK",
  "STENCIL_BACK_WRITEMASK",
  "STENCIL_CLEAR_VALUE",
  "STENCIL_FAIL",
  "STENCIL_FUNC",
  "STENCIL_PASS_DEPTH_FAIL",
  "STENCIL_PASS_DEPTH_PASS",
  "STENCIL_REF",
  "STENCIL_VALUE_MASK",
  "STENCIL_WRITEMASK",
  "TRANSFORM_FEEDBACK_ACTIVE",
  "TRANSFORM_FEEDBACK_BINDING",
  "TRANSFORM_FEEDBACK_BUFFER_BINDING",
  "UNIFORM_BUFFER_BINDING",
  "UNPACK_ALIGNMENT",
  "UNPACK_COLORSPACE_CONVERSION_WEBGL",
  "UNPACK_FLIP_Y_WEBGL",
  "UNPACK_IMAGE_HEIGHT",
  "UNPACK_PREMULTIPLY_ALPHA_WEBGL",
  "UNPACK_ROW_LENGTH",
  "UNPACK_SKIP_IMAGES",
  "UNPACK_SKIP_PIXELS",
  "UNPACK_SKIP_ROWS",
  "VERTEX_ARRAY_BINDING",
  "VIEWPORT",
];

/** A capture that goes on is the odd value; a host that pauses it is no odder. */
const PARAMETERS_WITHOUT_ODD_VALUE = ["TRANSFORM_FEEDBACK_PAUSED"];

const TEXTURE_BINDINGS = [
  "TEXTURE_BINDING_2D",
  "TEXTURE_BINDING_2D_ARRAY",
  "TEXTURE_BINDING_3D",
  "TEXTURE_BINDING_CUBE_MAP",
  "SAMPLER_BINDING",
];

const ATTRIBUTE_PARAMETERS = [
  "VERTEX_ATTRIB_ARRAY_BUFFER_BINDING",
  "VERTEX_ATTRIB_ARRAY_ENABLED",
  "VERTEX_ATTRIB_ARRAY_SIZE",
  "VERTEX_ATTRIB_ARRAY_STRIDE",
  "VERTEX_ATTRIB_ARRAY_TYPE",
  "VERTEX_ATTRIB_ARRAY_NORMALIZED",
  "VERTEX_ATTRIB_ARRAY_INTEGER",
  "VERTEX_ATTRIB_ARRAY_DIVISOR",
  "CURRENT_VERTEX_ATTRIB",
];

const UNITS = 3;
const BLOCKS = 4;
const ATTRIBUTES = 7; // one more than ours
const FEEDBACK_BUFFERS = 1;

/** Numbers for objects, so that states can be compared as text. */
const numbersOfObjects = new WeakMap();
let objects = 0;

function plain(value) {
  if (value === null || typeof value !== "object") return value;
  if (typeof value[Symbol.iterator] === "function") return [...value];
  if (!numbersOfObjects.has(value)) numbersOfObjects.set(value, ++objects);
  return `${value.constructor.name} ${numbersOfObjects.get(value)}`;
}

/** All state by name. Reading changes nothing that isn't set back. */
export function readState(gl) {
  const state = {};
  for (const name of CAPABILITIES) state[name] = gl.isEnabled(gl[name]);
  for (const name of [...PARAMETERS, ...PARAMETERS_WITHOUT_ODD_VALUE]) state[name] = plain(gl.getParameter(gl[name]));
  for (let block = 0; block < BLOCKS; block++)
    for (const name of ["BINDING", "START", "SIZE"])
      state[`UNIFORM_BUFFER_${name} ${block}`] = plain(gl.getIndexedParameter(gl[`UNIFORM_BUFFER_${name}`], block));
  for (let index = 0; index < FEEDBACK_BUFFERS; index++)
    for (const name of ["BINDING", "START", "SIZE"])
      state[`TRANSFORM_FEEDBACK_BUFFER_${name} ${index}`] = plain(
        gl.getIndexedParameter(gl[`TRANSFORM_FEEDBACK_BUFFER_${name}`], index),
      );
  readTextureUnits(gl, state);
  readVertexArray(gl, state, "bound");
  const vertexArray = gl.getParameter(gl.VERTEX_ARRAY_BINDING);
  gl.bindVertexArray(null);
  readVertexArray(gl, state, "default");
  gl.bindVertexArray(vertexArray);
  return state;
}

function readTextureUnits(gl, state) {
  const active = gl.getParameter(gl.ACTIVE_TEXTURE);
  for (let unit = 0; unit < UNITS; unit++) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    for (const name of TEXTURE_BINDINGS) state[`${name} ${unit}`] = plain(gl.getParameter(gl[name]));
  }
  gl.activeTexture(active);
}

function readVertexArray(gl, state, which) {
  state[`ELEMENT_ARRAY_BUFFER_BINDING ${which}`] = plain(gl.getParameter(gl.ELEMENT_ARRAY_BUFFER_BINDING));
  for (let index = 0; index < ATTRIBUTES; index++) {
    for (const name of ATTRIBUTE_PARAMETERS)
      state[`${name} ${which} ${index}`] = plain(gl.getVertexAttrib(index, gl[name]));
    state[`pointer ${which} ${index}`] = gl.getVertexAttribOffset(index, gl.VERTEX_ATTRIB_ARRAY_POINTER);
  }
}

/** Sets an odd value for every piece, and draws nothing. The framebuffer that is left bound is a host's own. */
export function makeOdd(gl, width, height) {
  setFixedFunctions(gl);
  setPixelStore(gl);
  setTextures(gl);
  setFramebuffers(gl, width, height);
  setVertexArrays(gl);
  setBuffers(gl);
  startTransformFeedback(gl);
  gl.enable(gl.RASTERIZER_DISCARD);
}

function setFixedFunctions(gl) {
  for (const name of CAPABILITIES) gl[gl.isEnabled(gl[name]) ? "disable" : "enable"](gl[name]);
  gl.scissor(3, 5, 70, 110);
  gl.viewport(2, 4, 90, 130);
  gl.blendColor(0.1, 0.2, 0.3, 0.4);
  gl.blendEquationSeparate(gl.FUNC_REVERSE_SUBTRACT, gl.MAX);
  gl.blendFuncSeparate(gl.DST_COLOR, gl.CONSTANT_ALPHA, gl.ONE_MINUS_DST_ALPHA, gl.SRC_ALPHA);
  gl.clearColor(0.9, 0.8, 0.7, 0.6);
  gl.clearDepth(0.25);
  gl.clearStencil(9);
  gl.colorMask(false, true, false, false);
  gl.cullFace(gl.FRONT_AND_BACK);
  gl.depthFunc(gl.NEVER);
  gl.depthMask(false);
  gl.depthRange(0.25, 0.75);
  gl.frontFace(gl.CW);
  gl.hint(gl.GENERATE_MIPMAP_HINT, gl.NICEST);
  gl.hint(gl.FRAGMENT_SHADER_DERIVATIVE_HINT, gl.FASTEST);
  gl.lineWidth(2);
  gl.polygonOffset(3, 7);
  gl.sampleCoverage(0.25, true);
  gl.stencilFuncSeparate(gl.FRONT, gl.NEVER, 3, 0x0f);
  gl.stencilFuncSeparate(gl.BACK, gl.LESS, 5, 0xf0);
  gl.stencilOpSeparate(gl.FRONT, gl.INCR, gl.DECR, gl.INVERT);
  gl.stencilOpSeparate(gl.BACK, gl.ZERO, gl.REPLACE, gl.INCR_WRAP);
  gl.stencilMaskSeparate(gl.FRONT, 0x33);
  gl.stencilMaskSeparate(gl.BACK, 0xcc);
}

function setPixelStore(gl) {
  const values = {
    PACK_ALIGNMENT: 2,
    PACK_ROW_LENGTH: 31,
    PACK_SKIP_PIXELS: 1,
    PACK_SKIP_ROWS: 2,
    UNPACK_ALIGNMENT: 8,
    UNPACK_COLORSPACE_CONVERSION_WEBGL: gl.NONE,
    UNPACK_FLIP_Y_WEBGL: true,
    UNPACK_IMAGE_HEIGHT: 77,
    UNPACK_PREMULTIPLY_ALPHA_WEBGL: true,
    UNPACK_ROW_LENGTH: 33,
    UNPACK_SKIP_IMAGES: 3,
    UNPACK_SKIP_PIXELS: 4,
    UNPACK_SKIP_ROWS: 5,
  };
  for (const [name, value] of Object.entries(values)) gl.pixelStorei(gl[name], value);
}

function setTextures(gl) {
  const targets = { TEXTURE_2D: 0, TEXTURE_2D_ARRAY: 0, TEXTURE_3D: 0, TEXTURE_CUBE_MAP: 0 };
  for (let unit = 0; unit < UNITS; unit++) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    for (const name of Object.keys(targets)) gl.bindTexture(gl[name], gl.createTexture());
    const sampler = gl.createSampler();
    gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, gl.REPEAT);
    gl.bindSampler(unit, sampler);
  }
}

/** Colour that can be read, depth and stencil, and another framebuffer for reading. */
function setFramebuffers(gl, width, height) {
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer(gl, width, height));
  gl.readBuffer(gl.NONE);
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer(gl, width, height));
  gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.NONE]);
}

function framebuffer(gl, width, height) {
  const handle = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, handle);
  for (const [attachment, format] of [
    [gl.COLOR_ATTACHMENT0, gl.RGBA8],
    [gl.DEPTH_STENCIL_ATTACHMENT, gl.DEPTH24_STENCIL8],
  ]) {
    const renderbuffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, renderbuffer);
  }
  return handle;
}

/** Of the context's own vertex array and of another, which stays bound. */
function setVertexArrays(gl) {
  for (const vertexArray of [null, gl.createVertexArray()]) {
    gl.bindVertexArray(vertexArray);
    for (let index = 0; index < ATTRIBUTES; index++) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer(gl, gl.ARRAY_BUFFER));
      gl.enableVertexAttribArray(index);
      if (index % 2) gl.vertexAttribIPointer(index, 2, gl.SHORT, 8, 4);
      else gl.vertexAttribPointer(index, 3, gl.BYTE, true, 16, 8);
      gl.vertexAttribDivisor(index, 1 + index);
      gl.vertexAttrib4f(index, 1 + index, 2, 3, 4);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer(gl, gl.ELEMENT_ARRAY_BUFFER));
  }
}

function setBuffers(gl) {
  for (let block = 0; block < BLOCKS; block++) {
    const uniforms = buffer(gl, gl.UNIFORM_BUFFER);
    // One bound as a whole, the others in part.
    if (block === 1) gl.bindBufferBase(gl.UNIFORM_BUFFER, block, uniforms);
    else gl.bindBufferRange(gl.UNIFORM_BUFFER, block, uniforms, 256 * (1 + block), 64);
  }
  for (const name of [
    "ARRAY_BUFFER",
    "COPY_READ_BUFFER",
    "COPY_WRITE_BUFFER",
    "PIXEL_PACK_BUFFER",
    "PIXEL_UNPACK_BUFFER",
    "UNIFORM_BUFFER",
  ])
    buffer(gl, gl[name]);
}

function buffer(gl, target) {
  const handle = gl.createBuffer();
  gl.bindBuffer(target, handle);
  gl.bufferData(target, 4096, gl.STATIC_DRAW);
  return handle;
}

/** A capture that goes on around our drawing; it must catch nothing of it. */
function startTransformFeedback(gl) {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, "#version 300 es\nout float v_value; void main() { v_value = 1.0; gl_Position = vec4(0.0); }"],
    [gl.FRAGMENT_SHADER, "#version 300 es\nprecision highp float; out vec4 o; void main() { o = vec4(1.0); }"],
  ]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.transformFeedbackVaryings(program, ["v_value"], gl.SEPARATE_ATTRIBS);
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, gl.createTransformFeedback());
  const captured = gl.createBuffer();
  gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, captured);
  gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 4096, gl.DYNAMIC_COPY);
  gl.bindBufferRange(gl.TRANSFORM_FEEDBACK_BUFFER, 0, captured, 256, 512);
  gl.beginTransformFeedback(gl.POINTS);
}

/** The names whose values are equal in two states. */
export function unchanged(first, second) {
  return Object.keys(first).filter((name) => JSON.stringify(first[name]) === JSON.stringify(second[name]));
}

/** What differs between two states, for a message. */
export function differences(first, second) {
  return Object.keys(first)
    .filter((name) => JSON.stringify(first[name]) !== JSON.stringify(second[name]))
    .map((name) => `${name}: ${JSON.stringify(first[name])} -> ${JSON.stringify(second[name])}`);
}
