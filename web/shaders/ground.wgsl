// Soft discs on the ground: one below the body, one below each foot, as far as the bones carry them.

struct Disc {
  bone: u32,
  point: vec3f,  // near that bone in the bind pose, metres in asset space
  radius: f32,
  strength: f32,
}

// XNA's Root, AnkleLeft and AnkleRight.
const DISCS = array<Disc, 3>(
    Disc(0, vec3f(0), 0.42, 0.30),
    Disc(11, vec3f(0.1, 0, 0.05), 0.17, 0.42),
    Disc(15, vec3f(-0.1, 0, 0.05), 0.17, 0.42));
const ABOVE_GROUND = 0.002;
const FADE_HEIGHT = 0.5;
const SHADE = vec3f(0.06, 0.08, 0.14);

struct Varyings {
  @builtin(position) clip: vec4f,
  @location(0) offset: vec2f,
  @location(1) @interpolate(flat) strength: f32,
}

@vertex
fn vertex_main(@builtin(vertex_index) corner: u32, @builtin(instance_index) instance: u32) -> Varyings {
  var discs = DISCS;
  let disc = discs[instance];
  let row = 3 * disc.bone;
  let bound = vec4f(disc.point, 1);
  let point = vec3f(dot(bones.rows[row], bound), dot(bones.rows[row + 1], bound), dot(bones.rows[row + 2], bound));
  let height = max(point.y, 0);

  var out: Varyings;
  // Corners as a strip, clockwise from above.
  out.offset = vec2f(f32(corner & 1), f32(corner >> 1)) * 2 - 1;
  out.strength = disc.strength * (1 - smoothstep(0, FADE_HEIGHT, height));
  let place = point.xz + out.offset * (disc.radius + 0.4 * height);
  out.clip = lowest_row_first(draw.view_projection * (draw.world * vec4f(place.x, ABOVE_GROUND, place.y, 1)));
  return out;
}

@fragment
fn fragment_main(in: Varyings) -> @location(0) vec4f {
  let rest = max(1 - dot(in.offset, in.offset), 0);
  let alpha = in.strength * rest * rest;
  return vec4f(SHADE * alpha, alpha);
}
