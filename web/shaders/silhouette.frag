#version 300 es
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

out vec4 o_color;

void main() {
  o_color = silhouette_color;
}
