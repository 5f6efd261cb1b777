// @ts-check
// The numbers that Python writes and JavaScript reads (docs/architecture.md, "The frame").

export const RECORD_BYTES = 4096;
export const DRAW_BYTES = 320;
export const BONES_OFFSET = 512;
export const BONES_BYTES = 3408;
export const PARTS_BYTES = 2048;
export const UPLOAD_WORDS = 32;
export const INPUT_FLOATS = 16;

/** Binding points of the uniform blocks. */
export const BLOCKS = { Draw: 0, Bones: 1, Parts: 2 };

/** The unit of the one texture that a draw reads. */
export const TEXTURE_UNIT = 0;

/** Fields of a record, as uint32 words. */
export const RECORD = { kind: 1000, target: 1001, resource: 1002 };

export const RECORD_KIND = { avatar: 1, silhouette: 2 };

export const UPLOAD = { model: 1, releaseModel: 2, tiles: 3, sphere: 4, releaseTiles: 5 };

export const VERTEX_BYTES = 44;

/** @type {readonly import("../gl/vertex-array.js").Attribute[]} */
export const VERTEX_ATTRIBUTES = [
  { location: 0, components: 3, format: "float", offset: 0 }, // position
  { location: 1, components: 3, format: "float", offset: 12 }, // normal
  { location: 2, components: 2, format: "float", offset: 24 }, // uv
  { location: 3, components: 4, format: "uint8", offset: 32 }, // joints
  { location: 4, components: 4, format: "unorm8", offset: 36 }, // weights
  { location: 5, components: 1, format: "uint8", offset: 40 }, // part
];

export const SPHERE_BYTES = 12;

/** @type {readonly import("../gl/vertex-array.js").Attribute[]} */
export const SPHERE_ATTRIBUTES = [{ location: 0, components: 3, format: "float", offset: 0 }];
