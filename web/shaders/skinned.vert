#version 300 es
// A dressed avatar: four bones a vertex, then world, view and projection.
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

layout(std140) uniform Parts {
  vec4 part_colors[64];   // rgb multiplier, specular strength
  vec4 part_windows[64];  // texture layer, u scale, v scale, decal feature
};

layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in uvec4 a_joints;
layout(location = 4) in vec4 a_weights;
layout(location = 5) in uint a_part;

// Centroid: a pixel's middle may lie outside a thin triangle, where normals and occlusion run wild.
centroid out vec3 v_position;
centroid out vec3 v_normal;
centroid out vec2 v_uv;
flat out vec4 v_color;
flat out vec3 v_window;  // texture layer, u scale, v scale

void main() {
  vec4 row0 = vec4(0.0);
  vec4 row1 = vec4(0.0);
  vec4 row2 = vec4(0.0);
  for (int i = 0; i < 4; i++) {
    int row = 3 * int(a_joints[i]);
    row0 += a_weights[i] * bone_rows[row];
    row1 += a_weights[i] * bone_rows[row + 1];
    row2 += a_weights[i] * bone_rows[row + 2];
  }

  vec4 bound = vec4(a_position, 1.0);
  vec4 position = world * vec4(dot(row0, bound), dot(row1, bound), dot(row2, bound), 1.0);
  // As XNA's SkinnedEffect: the bones' own 3x3 turns the normal, not its inverse transpose.
  vec3 normal = vec3(dot(row0.xyz, a_normal), dot(row1.xyz, a_normal), dot(row2.xyz, a_normal));

  v_position = position.xyz;
  v_normal = vec3(
      dot(normal_rows[0].xyz, normal),
      dot(normal_rows[1].xyz, normal),
      dot(normal_rows[2].xyz, normal));
  v_uv = a_uv;
  v_color = part_colors[a_part];
  vec4 window = part_windows[a_part];
#ifdef DECAL
  int feature = int(window.w);
  v_window = vec3(tiles[feature >> 2][feature & 3], 1.0, 1.0);
#else
  v_window = window.xyz;
#endif

  vec4 clip = view_projection * position;
  gl_Position = vec4(clip.xy, 2.0 * clip.z - clip.w, clip.w);  // XNA's depth is 0..w, GL's -w..w
}
