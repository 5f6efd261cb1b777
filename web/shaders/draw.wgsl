// What every program knows of a draw, and how a picture is laid.

struct Draw {
  world: mat4x4f,
  view_projection: mat4x4f,
  normal_rows: array<vec4f, 3>,
  eye: vec4f,
  light_direction: vec4f,
  light_color: vec4f,
  ambient_color: vec4f,
  tiles: array<vec4f, 2>,
  silhouette_color: vec4f,
}

struct Bones {
  rows: array<vec4f, 213>,  // 71 bones, three rows each
}

@group(0) @binding(0) var<uniform> draw: Draw;
@group(1) @binding(0) var<uniform> bones: Bones;

/// Pictures have their lowest row first, as in WebGL2, whose samples lie at the same places then.
fn lowest_row_first(clip: vec4f) -> vec4f {
  return vec4f(clip.x, -clip.y, clip.zw);
}
