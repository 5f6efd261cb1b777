// A dressed avatar: four bones a vertex, then world, view and projection; XNA's SkinnedEffect lighting for one
// directional light, per pixel, in display space; premultiplied output. The twin of skinned.vert and lit.frag.

override decal: bool = false;

struct Parts {
  colors: array<vec4f, 64>,   // rgb multiplier, specular strength
  windows: array<vec4f, 64>,  // texture layer, u scale, v scale, decal feature
}

@group(2) @binding(0) var<uniform> parts: Parts;
@group(3) @binding(0) var texels: texture_2d_array<f32>;  // the parts' layers, or the face's tiles for decals
@group(3) @binding(1) var linear: sampler;

const SPECULAR_LEVEL = 0.12;

struct Vertex {
  @location(0) position: vec3f,
  @location(1) normal: vec3f,
  @location(2) uv: vec2f,
  @location(3) joints: vec4u,
  @location(4) weights: vec4f,
  @location(5) part: vec4u,
}

// Centroid: a pixel's middle may lie outside a thin triangle, where normals and occlusion run wild.
struct Varyings {
  @builtin(position) clip: vec4f,
  @location(0) @interpolate(perspective, centroid) position: vec3f,
  @location(1) @interpolate(perspective, centroid) normal: vec3f,
  @location(2) @interpolate(perspective, centroid) uv: vec2f,
  @location(3) @interpolate(flat) color: vec4f,
  @location(4) @interpolate(flat) window: vec3f,  // texture layer, u scale, v scale
}

@vertex
fn vertex_main(in: Vertex) -> Varyings {
  var row0 = vec4f();
  var row1 = vec4f();
  var row2 = vec4f();
  for (var i = 0; i < 4; i++) {
    let row = 3 * in.joints[i];
    row0 += in.weights[i] * bones.rows[row];
    row1 += in.weights[i] * bones.rows[row + 1];
    row2 += in.weights[i] * bones.rows[row + 2];
  }

  let bound = vec4f(in.position, 1);
  let position = draw.world * vec4f(dot(row0, bound), dot(row1, bound), dot(row2, bound), 1);
  // As XNA's SkinnedEffect: the bones' own 3x3 turns the normal, not its inverse transpose.
  let normal = vec3f(dot(row0.xyz, in.normal), dot(row1.xyz, in.normal), dot(row2.xyz, in.normal));

  var out: Varyings;
  out.clip = lowest_row_first(draw.view_projection * position);
  out.position = position.xyz;
  out.normal = vec3f(
      dot(draw.normal_rows[0].xyz, normal),
      dot(draw.normal_rows[1].xyz, normal),
      dot(draw.normal_rows[2].xyz, normal));
  out.uv = in.uv;
  out.color = parts.colors[in.part.x];
  out.window = parts.windows[in.part.x].xyz;
  if (decal) {
    let feature = u32(parts.windows[in.part.x].w);
    out.window = vec3f(draw.tiles[feature >> 2][feature & 3], 1, 1);
  }
  return out;
}

fn sample_texture(in: Varyings) -> vec4f {
  let layer = i32(in.window.x + 0.5);
  if (decal) { return textureSample(texels, linear, in.uv, layer); }
  if (in.window.x < 0) { return vec4f(1); }
  // A part uses a corner of its layer; its edge is clamped as the edge of a texture would be.
  let half_texel = 0.5 / vec2f(textureDimensions(texels));
  let uv = clamp(in.uv * in.window.yz, half_texel, in.window.yz - half_texel);
  return vec4f(textureSampleLevel(texels, linear, uv, layer, 0).rgb, 1);
}

@fragment
fn fragment_main(in: Varyings) -> @location(0) vec4f {
  let texel = sample_texture(in);
  let normal = in.normal / max(length(in.normal), 1e-20);  // a world that flattens everything leaves no normal
  let facing = dot(normal, -draw.light_direction.xyz);
  let lit = draw.ambient_color.rgb + draw.light_color.rgb * max(facing, 0);

  var highlight = 0.0;
  if (facing > 0) {
    let to_eye = normalize(draw.eye.xyz - in.position);
    let n_dot_h = max(dot(normal, normalize(to_eye - draw.light_direction.xyz)), 0);
    let squared = n_dot_h * n_dot_h;
    let eighth = squared * squared * squared * squared;
    highlight = eighth * eighth * eighth;  // to the 24th, without pow's differences between devices
  }
  let specular = in.color.a * SPECULAR_LEVEL * highlight * draw.light_color.rgb;

  return vec4f(texel.rgb * in.color.rgb * lit + texel.a * specular, texel.a);
}
