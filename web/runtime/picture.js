// @ts-check

/** Sharper than this costs time and shows nothing. */
const MAX_PIXEL_RATIO = 2;

export const VIEWS = /** @type {const} */ (["full", "upper", "head"]);

/** @typedef {(typeof VIEWS)[number]} View */

/**
 * Told what happens to a picture's avatar.
 * @typedef {object} PictureListener
 * @property {(type: string, detail: string) => void} onEvent Python's events of the player
 * @property {(elapsed: number) => void} onFrame before each frame, to move the camera
 * @property {(error: import("./errors.js").AvatarError) => void} onFailure the page can show no avatars any more
 * @property {() => void} onDrawn after each frame in which it was drawn
 */

/** One avatar on the page: a camera, a player, and the 2D canvas that shows them. */
export class Picture {
  yaw = 0;
  pitch = 0;
  zoom = 1;
  turn = 0;
  /** @type {View} */
  view = "full";
  /** A soft shadow on the ground. */
  shadow = false;
  onScreen = false;
  /** Its animation is held: once the camera has come to rest, one frame is like the next. */
  still = false;
  /** A poster hides it: it need not be drawn. */
  covered = false;
  loading = false;
  width = 0;
  height = 0;
  #context;

  /**
   * @param {number} target Python's number of the picture
   * @param {number} player Python's number of the avatar in it
   * @param {HTMLCanvasElement} canvas
   * @param {PictureListener} listener
   */
  constructor(target, player, canvas, listener) {
    this.target = target;
    this.player = player;
    this.listener = listener;
    this.canvas = canvas;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("A 2D canvas was expected; this one has another context already.");
    this.#context = context;
  }

  get visible() {
    return this.onScreen && !this.covered && this.width > 0 && this.height > 0;
  }

  /**
   * @param {number} width of its place on the page, in the screen's pixels
   * @param {number} height
   * @param {number} pixelRatio of the screen
   * @param {number} limit pixels a side that the device can draw
   */
  resize(width, height, pixelRatio, limit) {
    const scale = Math.min(1, MAX_PIXEL_RATIO / pixelRatio, limit / Math.max(width, height, 1));
    this.width = Math.round(width * scale);
    this.height = Math.round(height * scale);
  }

  /**
   * Takes the new picture from where it was drawn.
   * @param {HTMLCanvasElement} source
   * @param {number} left
   * @param {number} top
   */
  show(source, left, top) {
    const { canvas, width, height } = this;
    // Changing a canvas's size clears it, so that is done only when the new picture is at hand.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.#context.globalCompositeOperation = "copy";
    this.#context.drawImage(source, left, top, width, height, 0, 0, width, height);
  }

  /**
   * @param {number} [aspect] of a capture; the canvas's own if absent
   * @returns {import("./bridge.js").PictureInputs}
   */
  inputs(aspect) {
    return {
      yaw: this.yaw,
      pitch: this.pitch,
      zoom: this.zoom,
      aspect: aspect ?? (this.height > 0 ? this.width / this.height : 1),
      visible: aspect !== undefined || this.visible,
      view: VIEWS.indexOf(this.view),
      turn: this.turn,
    };
  }
}
