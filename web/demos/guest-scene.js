// @ts-check
/** A floor with a grid, and boxes on it: plain WebGL2, as a page of its own might have it. */

import { PixelSize } from "../elements/pixel-size.js";
import { lookAt, perspective, unit } from "./guest-matrices.js";

/** Where each box stands on the floor, its size in metres, and its colour. The avatar is at the origin. */
const BOXES = [
  { place: [0.22, 0.6], size: [0.5, 0.46, 0.36], color: [0.96, 0.66, 0.36] }, // before the avatar
  { place: [-0.42, -0.7], size: [0.66, 1.12, 0.5], color: [0.44, 0.6, 0.93] }, // behind it
  { place: [1.05, -0.5], size: [0.36, 0.36, 0.36], color: [0.42, 0.76, 0.64] },
];

const LIGHTS = {
  direction: unit([-0.45, -0.9, -0.62]),
  color: [0.62, 0.6, 0.56],
  ambient: [0.46, 0.48, 0.53],
};
const TARGET = [0, 0.86, 0];
const DISTANCE = 5;
const FIELD_OF_VIEW = 0.5;

const VERTEX = `#version 300 es
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_place;
uniform vec3 u_size;
out vec3 v_position;
out vec3 v_normal;
void main() {
  v_position = u_place + a_position * u_size;
  v_normal = a_normal;
  gl_Position = u_projection * u_view * vec4(v_position, 1.0);
}`;

const BOX = `#version 300 es
precision highp float;
uniform vec3 u_color;
uniform vec3 u_light;
uniform vec3 u_light_color;
uniform vec3 u_ambient;
in vec3 v_position;
in vec3 v_normal;
out vec4 o_color;
void main() {
  float facing = max(dot(normalize(v_normal), -u_light), 0.0);
  float near_floor = 1.0 - 0.25 * exp(-9.0 * v_position.y);
  o_color = vec4(u_color * (u_ambient + u_light_color * facing) * near_floor, 1.0);
}`;

const FLOOR = `#version 300 es
precision highp float;
uniform vec4 u_boxes[3];  // x, z, half width, half depth
in vec3 v_position;
out vec4 o_color;
void main() {
  vec2 cell = v_position.xz * 2.0;
  vec2 width = fwidth(cell);
  vec2 lines = smoothstep(width * 1.5, width * 0.5, abs(fract(cell - 0.5) - 0.5)) * clamp(0.35 / width, 0.0, 1.0);
  vec3 color = mix(vec3(0.93, 0.95, 0.98), vec3(0.70, 0.77, 0.88), max(lines.x, lines.y) * 0.8);
  for (int i = 0; i < 3; i++) {
    vec2 outside = max(abs(v_position.xz - u_boxes[i].xy) - u_boxes[i].zw, 0.0);
    color *= 1.0 - 0.38 * exp(-8.0 * length(outside));
  }
  float alpha = 1.0 - smoothstep(1.6, 4.2, length(v_position.xz));
  o_color = vec4(color, 1.0) * alpha;
}`;

/** The six sides of a box of size 1 on the floor: corners and normals, two triangles each. */
function cube() {
  const numbers = [];
  for (let side = 0; side < 6; side++) {
    const axis = side >> 1;
    const sign = side & 1 ? -1 : 1;
    for (const corner of [0, 1, 2, 2, 1, 3]) {
      const position = [0, 0, 0];
      position[axis] = sign / 2;
      position[(axis + 1) % 3] = ((corner & 1) - 0.5) * sign;
      position[(axis + 2) % 3] = (corner >> 1) - 0.5;
      const normal = [0, 0, 0];
      normal[axis] = sign;
      numbers.push(position[0], position[1] + 0.5, position[2], ...normal);
    }
  }
  return new Float32Array(numbers);
}

export class Scene {
  lights = LIGHTS;
  /** @type {number[]} */
  view = [];
  /** @type {number[]} */
  projection = [];
  /** Whether the person's system asks for reduced motion. */
  isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  #canvas;
  #size;
  #turn = 0;
  /** @type {Record<"box" | "floor", WebGLProgram> | undefined} */
  #programs;
  /** @type {WebGLVertexArrayObject | null} */
  #cube = null;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    const gl = canvas.getContext("webgl2");
    if (!gl) throw new Error("This browser has no WebGL2.");
    this.gl = gl;
    this.#size = new PixelSize(canvas, () => {});
    this.#size.observe();
    this.#make();
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => this.#make());
    canvas.addEventListener("pointermove", ({ buttons, movementX }) => {
      if (buttons) this.#turn -= movementX * 0.01;
    });
    canvas.addEventListener("pointerdown", ({ pointerId }) => canvas.setPointerCapture(pointerId));
  }

  /** @param {number} seconds */
  draw(seconds) {
    const { gl } = this;
    const width = Math.max(this.#size.width, 1);
    const height = Math.max(this.#size.height, 1);
    if (this.#canvas.width !== width || this.#canvas.height !== height)
      Object.assign(this.#canvas, { width, height });
    this.#look(this.isStill ? 0 : seconds, width / height);
    gl.viewport(0, 0, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.bindVertexArray(this.#cube);
    this.#drawFloor();
    this.#drawBoxes();
  }

  /**
   * @param {number} seconds
   * @param {number} aspect
   */
  #look(seconds, aspect) {
    const yaw = 0.3 * Math.sin(seconds * 0.45) + this.#turn;
    const distance = DISTANCE / Math.min(aspect, 1);
    const eye = [Math.sin(yaw) * distance, 1.55, Math.cos(yaw) * distance];
    this.view = lookAt(eye, TARGET);
    this.projection = perspective(FIELD_OF_VIEW, aspect, 0.1, 50);
  }

  #drawFloor() {
    const boxes = BOXES.flatMap(({ place, size }) => [...place, size[0] / 2, size[2] / 2]);
    const { gl } = this;
    const program = this.#use("floor", [0, -0.02, 0], [9, 0.02, 9]);
    gl.uniform4fv(gl.getUniformLocation(program, "u_boxes"), boxes);
    gl.drawArrays(gl.TRIANGLES, 0, 36);
  }

  #drawBoxes() {
    const { gl } = this;
    for (const { place, size, color } of BOXES) {
      const program = this.#use("box", [place[0], 0, place[1]], size);
      gl.uniform3fv(gl.getUniformLocation(program, "u_color"), color);
      gl.uniform3fv(gl.getUniformLocation(program, "u_light"), LIGHTS.direction);
      gl.uniform3fv(gl.getUniformLocation(program, "u_light_color"), LIGHTS.color);
      gl.uniform3fv(gl.getUniformLocation(program, "u_ambient"), LIGHTS.ambient);
      gl.drawArrays(gl.TRIANGLES, 0, 36);
    }
  }

  /**
   * @param {"box" | "floor"} name
   * @param {number[]} place
   * @param {number[]} size
   */
  #use(name, place, size) {
    const { gl } = this;
    const program = /** @type {Record<string, WebGLProgram>} */ (this.#programs)[name];
    gl.useProgram(program);
    gl.uniformMatrix4fv(gl.getUniformLocation(program, "u_view"), false, this.view);
    gl.uniformMatrix4fv(gl.getUniformLocation(program, "u_projection"), false, this.projection);
    gl.uniform3fv(gl.getUniformLocation(program, "u_place"), place);
    gl.uniform3fv(gl.getUniformLocation(program, "u_size"), size);
    return program;
  }

  /** What lives in the context; again after a loss. */
  #make() {
    const { gl } = this;
    this.#programs = { box: this.#link(BOX), floor: this.#link(FLOOR) };
    this.#cube = gl.createVertexArray();
    gl.bindVertexArray(this.#cube);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, cube(), gl.STATIC_DRAW);
    for (const attribute of [0, 1]) {
      gl.enableVertexAttribArray(attribute);
      gl.vertexAttribPointer(attribute, 3, gl.FLOAT, false, 24, 12 * attribute);
    }
  }

  /** @param {string} fragment */
  #link(fragment) {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [type, source] of /** @type {[number, string][]} */ ([
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, fragment],
    ])) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(type));
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return program;
  }
}
