// @ts-check
/** Matrices as WebGL has them: column-major arrays of sixteen numbers for column vectors. */

/** @typedef {number[]} Vector three numbers */

const dot = (/** @type {Vector} */ a, /** @type {Vector} */ b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (/** @type {Vector} */ a, /** @type {Vector} */ b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** @param {Vector} a */
export const unit = (a) => a.map((value) => value / Math.hypot(...a));

/**
 * @param {Vector} eye
 * @param {Vector} target
 */
export function lookAt(eye, target) {
  const z = unit(eye.map((value, axis) => value - target[axis]));
  const x = unit(cross([0, 1, 0], z));
  const y = cross(z, x);
  const turned = [x, y, z].map((axis) => -dot(axis, eye));
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, ...turned, 1];
}

/**
 * @param {number} fieldOfView radians, vertical
 * @param {number} aspect width / height
 * @param {number} near
 * @param {number} far
 */
export function perspective(fieldOfView, aspect, near, far) {
  const scale = 1 / Math.tan(fieldOfView / 2);
  const depth = 1 / (near - far);
  return [
    scale / aspect,
    0,
    0,
    0,
    0,
    scale,
    0,
    0,
    0,
    0,
    (near + far) * depth,
    -1,
    0,
    0,
    2 * near * far * depth,
    0,
  ];
}
