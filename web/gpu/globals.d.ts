// WebGPU's constants, which TypeScript's own library leaves out.

declare const GPUBufferUsage: Record<
  "MAP_READ" | "COPY_SRC" | "COPY_DST" | "INDEX" | "VERTEX" | "UNIFORM" | "STORAGE",
  GPUBufferUsageFlags
>;
declare const GPUTextureUsage: Record<
  "COPY_SRC" | "COPY_DST" | "TEXTURE_BINDING" | "STORAGE_BINDING" | "RENDER_ATTACHMENT",
  GPUTextureUsageFlags
>;
declare const GPUShaderStage: Record<"VERTEX" | "FRAGMENT" | "COMPUTE", GPUShaderStageFlags>;
declare const GPUMapMode: Record<"READ" | "WRITE", GPUMapModeFlags>;
