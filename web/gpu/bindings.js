// @ts-check

/** How many uniform blocks there are; the group behind them is the texture's. */
const BLOCKS = 3;

/**
 * What programs read: a group for each uniform block (at an offset that changes from draw to draw), then one for the
 * texture. All programs share these groups, so what is bound stays bound when the program changes.
 */
export class Bindings {
  /** @param {GPUDevice} gpu */
  constructor(gpu) {
    const { VERTEX, FRAGMENT } = GPUShaderStage;
    this.block = gpu.createBindGroupLayout({
      label: "block",
      entries: [
        { binding: 0, visibility: VERTEX | FRAGMENT, buffer: { type: "uniform", hasDynamicOffset: true } },
      ],
    });
    this.texture = gpu.createBindGroupLayout({
      label: "texture",
      entries: [
        { binding: 0, visibility: FRAGMENT, texture: { viewDimension: "2d-array" } },
        { binding: 1, visibility: FRAGMENT, sampler: {} },
      ],
    });
    this.sampler = gpu.createSampler({
      magFilter: "linear",
      minFilter: "linear",
      mipmapFilter: "linear",
      addressModeU: "clamp-to-edge",
      addressModeV: "clamp-to-edge",
    });
    const nothing = gpu.createTexture({
      size: [1, 1, 1],
      format: "rgba8unorm",
      usage: GPUTextureUsage.TEXTURE_BINDING,
    });
    /** For draws that read no texture: something must be bound. */
    this.noTexture = this.createTextureGroup(gpu, nothing);
  }

  /**
   * @param {GPUDevice} gpu
   * @param {GPUBuffer} buffer
   * @param {number} byteLength of the block
   */
  createBlockGroup(gpu, buffer, byteLength) {
    return gpu.createBindGroup({
      layout: this.block,
      entries: [{ binding: 0, resource: { buffer, size: byteLength } }],
    });
  }

  /**
   * @param {GPUDevice} gpu
   * @param {GPUTexture} texture
   */
  createTextureGroup(gpu, texture) {
    return gpu.createBindGroup({
      layout: this.texture,
      entries: [
        { binding: 0, resource: texture.createView({ dimension: "2d-array" }) },
        { binding: 1, resource: this.sampler },
      ],
    });
  }

  /**
   * @param {GPUDevice} gpu
   * @param {number} groups how many of them a program reads, from the first on
   */
  createPipelineLayout(gpu, groups) {
    const all = [...Array(BLOCKS).fill(this.block), this.texture];
    return gpu.createPipelineLayout({ bindGroupLayouts: all.slice(0, groups) });
  }

  /**
   * @param {GPURenderPassEncoder | null} pass
   * @param {GPUBindGroup} group
   */
  bindTexture(pass, group) {
    pass?.setBindGroup(BLOCKS, group);
  }
}
