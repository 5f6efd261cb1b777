// @ts-check

// Pictures are drawn with their lowest row first, as WebGL2 does, so that both take their samples at the same places.
const SOURCE = /* wgsl */ `
@group(0) @binding(0) var picture: texture_2d<f32>;

@vertex
fn cover(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1) * 4 - 1, f32(index >> 1) * 4 - 1, 0, 1);
}

@fragment
fn turn_over(@builtin(position) place: vec4f) -> @location(0) vec4f {
  let pixel = vec2u(place.xy);
  return textureLoad(picture, vec2u(pixel.x, textureDimensions(picture).y - 1 - pixel.y), 0);
}
`;

/** Copies finished pictures to the canvas, the right way up. */
export class Presenter {
  #gpu;
  #context;
  #pipeline;

  /**
   * @param {GPUDevice} gpu
   * @param {GPUCanvasContext} context
   */
  constructor(gpu, context) {
    const format = navigator.gpu.getPreferredCanvasFormat();
    context.configure({ device: gpu, format, alphaMode: "premultiplied" });
    const module = gpu.createShaderModule({ label: "present", code: SOURCE });
    this.#gpu = gpu;
    this.#context = context;
    this.#pipeline = gpu.createRenderPipeline({
      label: "present",
      layout: "auto",
      vertex: { module },
      fragment: { module, targets: [{ format }] },
    });
  }

  /**
   * Whether what is drawn arrives: some browsers offer a device whose canvases other canvases cannot read.
   * @param {HTMLCanvasElement} canvas the context's
   */
  arrives(canvas) {
    canvas.width = canvas.height = 1;
    const encoder = this.#gpu.createCommandEncoder();
    const view = this.#context.getCurrentTexture().createView();
    const red = { r: 1, g: 0, b: 0, a: 1 };
    encoder
      .beginRenderPass({ colorAttachments: [{ view, clearValue: red, loadOp: "clear", storeOp: "store" }] })
      .end();
    this.#gpu.queue.submit([encoder.finish()]);
    const copy = document.createElement("canvas").getContext("2d");
    copy?.drawImage(canvas, 0, 0);
    return copy?.getImageData(0, 0, 1, 1).data.join() === "255,0,0,255";
  }

  /**
   * @param {GPUCommandEncoder} encoder
   * @param {GPUTexture} picture of the canvas's size
   */
  encode(encoder, picture) {
    const pass = encoder.beginRenderPass({
      colorAttachments: [
        { view: this.#context.getCurrentTexture().createView(), loadOp: "clear", storeOp: "store" },
      ],
    });
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(
      0,
      this.#gpu.createBindGroup({
        layout: this.#pipeline.getBindGroupLayout(0),
        entries: [{ binding: 0, resource: picture.createView() }],
      }),
    );
    pass.draw(3);
    pass.end();
  }
}
