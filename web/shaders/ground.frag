#version 300 es
precision highp float;
precision highp int;

const vec3 SHADE = vec3(0.06, 0.08, 0.14);

in vec2 v_offset;
flat in float v_strength;

out vec4 o_color;

void main() {
  float rest = max(1.0 - dot(v_offset, v_offset), 0.0);
  float alpha = v_strength * rest * rest;
  o_color = vec4(SHADE * alpha, alpha);
}
