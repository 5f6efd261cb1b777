#version 300 es
// XNA's SkinnedEffect lighting for one directional light, per pixel, in display space; premultiplied output.
precision highp float;
precision highp int;
precision highp sampler2DArray;

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

uniform sampler2DArray u_texture;  // the parts' layers, or the face's tiles for decals

centroid in vec3 v_position;
centroid in vec3 v_normal;
centroid in vec2 v_uv;
flat in vec4 v_color;
flat in vec3 v_window;

out vec4 o_color;

const float SPECULAR_LEVEL = 0.12;

vec4 sample_texture() {
#ifdef DECAL
  return texture(u_texture, vec3(v_uv, v_window.x));
#else
  if (v_window.x < 0.0) return vec4(1.0);
  // A part uses a corner of its layer; its edge is clamped as the edge of a texture would be.
  vec2 half_texel = 0.5 / vec2(textureSize(u_texture, 0).xy);
  vec2 uv = clamp(v_uv * v_window.yz, half_texel, v_window.yz - half_texel);
  return vec4(texture(u_texture, vec3(uv, v_window.x)).rgb, 1.0);
#endif
}

void main() {
  vec4 texel = sample_texture();
  vec3 normal = v_normal / max(length(v_normal), 1e-20);  // a world that flattens everything leaves no normal
  float facing = dot(normal, -light_direction.xyz);
  vec3 lit = ambient_color.rgb + light_color.rgb * max(facing, 0.0);

  float highlight = 0.0;
  if (facing > 0.0) {
    vec3 to_eye = normalize(eye.xyz - v_position);
    float n_dot_h = max(dot(normal, normalize(to_eye - light_direction.xyz)), 0.0);
    float squared = n_dot_h * n_dot_h;
    float eighth = squared * squared * squared * squared;
    highlight = eighth * eighth * eighth;  // to the 24th, without pow's differences between devices
  }
  vec3 specular = v_color.a * SPECULAR_LEVEL * highlight * light_color.rgb;

  o_color = vec4(texel.rgb * v_color.rgb * lit + texel.a * specular, texel.a);
}
