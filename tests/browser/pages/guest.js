// A host with a WebGL2 scene of its own, in which avatars are guests. The test writes its frames.

import { openGuest } from "../runtime/guest.js";
import { joinStudio } from "../runtime/studio.js";
import { differences, makeOdd, readState, unchanged } from "./gl-state.js";

const VERTEX = `#version 300 es
uniform mat4 u_matrix;
void main() {
  gl_Position = u_matrix * vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 u_color;
out vec4 o_color;
void main() { o_color = u_color; }`;

function textOf(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 32768)
    text += String.fromCharCode(...bytes.subarray(start, start + 32768));
  return btoa(text);
}

class Host {
  constructor(width, height) {
    this.canvas = Object.assign(document.createElement("canvas"), { width, height });
    document.body.append(this.canvas);
    this.gl = this.canvas.getContext("webgl2", { antialias: false, stencil: true });
    this.loss = this.gl.getExtension("WEBGL_lose_context");
    this.errors = [];
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => this.make());
    this.make();
  }

  /** Its own things in the context; again after a loss. */
  make() {
    const { gl } = this;
    this.program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, FRAGMENT],
    ]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    this.afterMake?.();
  }

  async open() {
    this.guest = await openGuest(this.gl);
    return this.guest;
  }

  /** Adds an avatar under a name, and keeps its events. */
  add(name, values) {
    const avatar = this.guest.add(values);
    const events = [];
    for (const type of ["statechange", "load", "error", "animationend"])
      avatar.addEventListener(type, ({ detail }) => events.push({ type, ...detail, error: undefined }));
    this.avatars = { ...this.avatars, [name]: Object.assign(avatar, { events }) };
    return avatar;
  }

  /** Takes every avatar away and lets the page release them. */
  clear() {
    for (const avatar of this.guest.avatars) avatar.remove();
    this.avatars = {};
    this.guest.shadow = false;
    document.querySelectorAll("cna-avatar").forEach((element) => element.remove());
  }

  /** A frame: quads (a matrix and a colour each), then the avatars. */
  frame({ view, projection, quads = [], scissor, viewport }) {
    const { gl, canvas } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(...(viewport ?? [0, 0, canvas.width, canvas.height]));
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.useProgram(this.program);
    for (const { matrix, color } of quads) {
      gl.uniformMatrix4fv(gl.getUniformLocation(this.program, "u_matrix"), false, matrix);
      gl.uniform4fv(gl.getUniformLocation(this.program, "u_color"), color);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
    if (scissor) {
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(...scissor);
    }
    this.guest.draw({ view, projection });
    this.noteErrors();
  }

  /** What the default framebuffer holds in this task: RGBA, the lowest row first, as base64. */
  pixels() {
    const { gl, canvas } = this;
    const bytes = new Uint8Array(4 * canvas.width * canvas.height);
    gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return textOf(bytes);
  }

  /** A frame into four samples a pixel, as the page's own pictures are drawn. */
  multisampled({ view, projection }) {
    const { gl, canvas } = this;
    const { width, height } = canvas;
    const [drawn, resolved] = [4, 0].map((samples) => {
      const framebuffer = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      for (const [attachment, format] of [
        [gl.COLOR_ATTACHMENT0, gl.RGBA8],
        [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24],
      ]) {
        const renderbuffer = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
        gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, renderbuffer);
      }
      return framebuffer;
    });
    gl.bindFramebuffer(gl.FRAMEBUFFER, drawn);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.guest.draw({ view, projection });
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, drawn);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, resolved);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, resolved);
    const text = this.pixels();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    for (const framebuffer of [drawn, resolved]) gl.deleteFramebuffer(framebuffer);
    this.noteErrors();
    return text;
  }

  noteErrors() {
    const error = this.gl.getError();
    if (error && error !== this.gl.CONTEXT_LOST_WEBGL) this.errors.push(error);
  }

  lose() {
    const { promise, resolve } = Promise.withResolvers();
    this.canvas.addEventListener("webglcontextlost", resolve, { once: true });
    this.loss.loseContext();
    return promise.then(() => {});
  }

  async restore() {
    const { promise, resolve } = Promise.withResolvers();
    this.canvas.addEventListener("webglcontextrestored", resolve, { once: true });
    setTimeout(() => this.loss.restoreContext());
    await promise;
  }
}

/** Lets frames and transfers pass until a condition holds. */
async function settle(condition, frames = 3000, seconds = 1 / 30) {
  for (let frame = 0; frame < frames; frame++) {
    if (condition()) return frame;
    globalThis.cnaAvatarsTest?.step(seconds);
    await new Promise((resolve) => setTimeout(resolve));
    if (!globalThis.cnaAvatarsTest) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Not settled after ${frames} frames: ${condition}`);
}

/** How many objects a context has of each kind: created and not deleted. */
function countObjects(gl) {
  const counts = {};
  for (const kind of ["Buffer", "Framebuffer", "Program", "Renderbuffer", "Sampler", "Shader", "Texture", "VertexArray"]) {
    counts[kind] = 0;
    const [create, remove] = [`create${kind}`, `delete${kind}`];
    const [creating, removing] = [gl[create].bind(gl), gl[remove].bind(gl)];
    gl[create] = (...values) => {
      counts[kind]++;
      return creating(...values);
    };
    gl[remove] = (handle) => {
      if (handle) counts[kind]--;
      removing(handle);
    };
  }
  return counts;
}

Object.assign(globalThis, {
  Host,
  settle,
  countObjects,
  joinStudio,
  openGuest,
  glState: { readState, makeOdd, unchanged, differences },
});
