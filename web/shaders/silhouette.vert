#version 300 es
// The loading effect: plain spheres, placed and squeezed by the world matrix.
precision highp float;
precision highp int;

layout(std140) uniform Draw {
  mat4 world;
  mat4 view_projection;
  vec4 normal_rows[3];
  vec4 eye;
  vec4 light_direction;
  vec4 light_color;
  vec4 ambient_color;
  vec4 tiles[2];
  vec4 silhouette_color;
  vec4 unused[2];
};

layout(location = 0) in vec3 a_position;

void main() {
  vec4 clip = view_projection * (world * vec4(a_position, 1.0));
  gl_Position = vec4(clip.xy, 2.0 * clip.z - clip.w, clip.w);  // XNA's depth is 0..w, GL's -w..w
}
