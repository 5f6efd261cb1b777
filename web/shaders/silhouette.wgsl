// The loading effect: plain spheres, placed and squeezed by the world matrix.

@vertex
fn vertex_main(@location(0) position: vec3f) -> @builtin(position) vec4f {
  return lowest_row_first(draw.view_projection * (draw.world * vec4f(position, 1)));
}

@fragment
fn fragment_main() -> @location(0) vec4f {
  return draw.silhouette_color;
}
