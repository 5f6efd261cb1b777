#version 300 es
// Soft discs on the ground: one below the body, one below each foot, as far as the bones carry them.
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

layout(std140) uniform Bones {
  vec4 bone_rows[213];  // 71 bones, three rows each
};

// XNA's Root, AnkleLeft and AnkleRight, and a point near each in the bind pose, metres in asset space.
const int BONES[3] = int[3](0, 11, 15);
const vec3 POINTS[3] = vec3[3](vec3(0.0, 0.0, 0.0), vec3(0.1, 0.0, 0.05), vec3(-0.1, 0.0, 0.05));
const float RADII[3] = float[3](0.42, 0.17, 0.17);
const float STRENGTHS[3] = float[3](0.30, 0.42, 0.42);
const float ABOVE_GROUND = 0.002;
const float FADE_HEIGHT = 0.5;

out vec2 v_offset;
flat out float v_strength;

void main() {
  int row = 3 * BONES[gl_InstanceID];
  vec4 bound = vec4(POINTS[gl_InstanceID], 1.0);
  vec3 point = vec3(dot(bone_rows[row], bound), dot(bone_rows[row + 1], bound), dot(bone_rows[row + 2], bound));
  float height = max(point.y, 0.0);

  // Corners as a strip, clockwise from above.
  v_offset = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  v_strength = STRENGTHS[gl_InstanceID] * (1.0 - smoothstep(0.0, FADE_HEIGHT, height));
  vec2 corner = point.xz + v_offset * (RADII[gl_InstanceID] + 0.4 * height);

  vec4 clip = view_projection * (world * vec4(corner.x, ABOVE_GROUND, corner.y, 1.0));
  gl_Position = vec4(clip.xy, 2.0 * clip.z - clip.w, clip.w);  // XNA's depth is 0..w, GL's -w..w
}
