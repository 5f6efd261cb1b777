// @ts-check

const GROUP = 8;

// Each texel is the mean of the four it covers; at an odd edge the last one counts for its missing neighbour.
const SOURCE = /* wgsl */ `
@group(0) @binding(0) var finer: texture_2d_array<f32>;
@group(0) @binding(1) var coarser: texture_storage_2d_array<rgba8unorm, write>;

@compute @workgroup_size(${GROUP}, ${GROUP})
fn halve(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(coarser))) { return; }
  let last = textureDimensions(finer) - 1;
  let near = min(2 * id.xy, last);
  let far = min(2 * id.xy + 1, last);
  let sum = textureLoad(finer, near, id.z, 0) + textureLoad(finer, vec2u(far.x, near.y), id.z, 0)
      + textureLoad(finer, vec2u(near.x, far.y), id.z, 0) + textureLoad(finer, far, id.z, 0);
  textureStore(coarser, id.xy, id.z, 0.25 * sum);
}
`;

/** Makes the coarser levels of textures from their finest; WebGPU, unlike WebGL2, has no call for it. */
export class Mipmaps {
  #gpu;
  /** @type {GPUComputePipeline | null} */
  #pipeline = null;

  /** @param {GPUDevice} gpu */
  constructor(gpu) {
    this.#gpu = gpu;
  }

  /** @param {GPUTexture} texture layers of RGBA8, with room for all levels */
  fill(texture) {
    this.#pipeline ??= this.#gpu.createComputePipeline({
      layout: "auto",
      compute: { module: this.#gpu.createShaderModule({ label: "mipmaps", code: SOURCE }) },
    });
    const encoder = this.#gpu.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    for (let level = 1; level < texture.mipLevelCount; level++) {
      const entries = [level - 1, level].map((baseMipLevel, binding) => ({
        binding,
        resource: texture.createView({ dimension: "2d-array", baseMipLevel, mipLevelCount: 1 }),
      }));
      pass.setBindGroup(
        0,
        this.#gpu.createBindGroup({ layout: this.#pipeline.getBindGroupLayout(0), entries }),
      );
      const groups = [texture.width, texture.height].map((side) =>
        Math.ceil(Math.max(side >> level, 1) / GROUP),
      );
      pass.dispatchWorkgroups(groups[0], groups[1], texture.depthOrArrayLayers);
    }
    pass.end();
    this.#gpu.queue.submit([encoder.finish()]);
  }
}
