// @ts-check
/** Turns mouse, touch, wheel and keys into the turn of an avatar and the tilt and zoom of its camera. */

const TURN_PER_PIXEL = 0.01;
const TILT_PER_PIXEL = 0.006;
const ZOOM_PER_WHEEL_PIXEL = 0.0012;
const KEY_TURN = Math.PI / 12;
const KEY_TILT = 0.12;
const KEY_ZOOM = 1.15;
const TILT_LIMITS = /** @type {const} */ ([-0.35, 0.85]);
const ZOOM_LIMITS = /** @type {const} */ ([0.6, 3]);
const EASE_PER_SECOND = 14;

/** @type {Record<string, (orbit: Orbit) => void>} */
const KEYS = {
  ArrowLeft: (orbit) => orbit.turnBy(-KEY_TURN),
  ArrowRight: (orbit) => orbit.turnBy(KEY_TURN),
  ArrowUp: (orbit) => orbit.tiltBy(KEY_TILT),
  ArrowDown: (orbit) => orbit.tiltBy(-KEY_TILT),
  "+": (orbit) => orbit.zoomBy(KEY_ZOOM),
  "=": (orbit) => orbit.zoomBy(KEY_ZOOM),
  "-": (orbit) => orbit.zoomBy(1 / KEY_ZOOM),
  0: (orbit) => orbit.reset(),
};

/**
 * @param {number} value
 * @param {readonly [number, number]} limits
 */
const clamp = (value, [low, high]) => Math.min(Math.max(value, low), high);

/** @returns {boolean} whether a wheel has nothing else to do on this page */
function pageStandsStill() {
  const { scrollHeight, clientHeight } = document.scrollingElement ?? document.documentElement;
  return scrollHeight <= clientHeight;
}

export class Orbit {
  turn = 0;
  tilt = 0;
  zoom = 1;
  #goal = { turn: 0, tilt: 0, zoom: 1 };
  /** @type {Map<number, { x: number, y: number }>} */
  #pointers = new Map();
  #surface;
  #onChange;
  #listening = new AbortController();

  /**
   * @param {HTMLElement} surface where the person points, and what holds the focus
   * @param {() => void} onChange told when there is something to move
   */
  constructor(surface, onChange) {
    this.#surface = surface;
    this.#onChange = onChange;
  }

  /** @param {boolean} enabled */
  setEnabled(enabled) {
    this.#listening.abort();
    this.#pointers.clear();
    if (!enabled) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const surface = this.#surface;
    surface.addEventListener("pointerdown", this.#press, { signal });
    surface.addEventListener("pointermove", this.#drag, { signal });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"]))
      surface.addEventListener(type, (event) => this.#pointers.delete(event.pointerId), { signal });
    surface.addEventListener("wheel", this.#wheel, { signal, passive: false });
    surface.addEventListener("keydown", this.#key, { signal });
    surface.addEventListener("dblclick", () => this.reset(), { signal });
  }

  /** @param {number} angle radians; positive turns the face to the right */
  turnBy(angle) {
    this.#goal.turn += angle;
    this.#onChange();
  }

  /** @param {number} angle radians; positive lifts the camera */
  tiltBy(angle) {
    this.#goal.tilt = clamp(this.#goal.tilt + angle, TILT_LIMITS);
    this.#onChange();
  }

  /** @param {number} factor above 1 comes nearer */
  zoomBy(factor) {
    this.#goal.zoom = clamp(this.#goal.zoom * factor, ZOOM_LIMITS);
    this.#onChange();
  }

  /** Back to the front, by the shorter way. */
  reset() {
    const whole = 2 * Math.PI;
    this.turn -= whole * Math.round(this.turn / whole);
    this.#goal = { turn: 0, tilt: 0, zoom: 1 };
    this.#onChange();
  }

  /**
   * @param {number} elapsed seconds
   * @param {boolean} still move at once, for people whom motion disturbs
   */
  update(elapsed, still) {
    const share = still ? 1 : 1 - Math.exp(-EASE_PER_SECOND * elapsed);
    this.turn += (this.#goal.turn - this.turn) * share;
    this.tilt += (this.#goal.tilt - this.tilt) * share;
    this.zoom += (this.#goal.zoom - this.zoom) * share;
  }

  /** @param {PointerEvent} event */
  #press = (event) => {
    if (event.button !== 0) return;
    this.#surface.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  /** @param {PointerEvent} event */
  #drag = (event) => {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.#pointers.size === 2) this.#pinch(event.pointerId, before, now);
    else {
      this.turnBy((now.x - before.x) * TURN_PER_PIXEL);
      // A finger that moves up or down scrolls the page.
      if (event.pointerType === "mouse") this.tiltBy((now.y - before.y) * TILT_PER_PIXEL);
    }
    this.#pointers.set(event.pointerId, now);
  };

  /**
   * @param {number} moving pointer
   * @param {{ x: number, y: number }} before
   * @param {{ x: number, y: number }} now
   */
  #pinch(moving, before, now) {
    for (const [pointer, other] of this.#pointers) {
      if (pointer === moving) continue;
      const distance = Math.hypot(before.x - other.x, before.y - other.y);
      if (distance > 0) this.zoomBy(Math.hypot(now.x - other.x, now.y - other.y) / distance);
    }
  }

  /** The wheel is the page's, unless the avatar has the focus or the page doesn't scroll. @param {WheelEvent} event */
  #wheel = (event) => {
    if (!event.ctrlKey && !this.#surface.matches(":focus") && !pageStandsStill()) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 16;
    this.zoomBy(Math.exp(-pixels * ZOOM_PER_WHEEL_PIXEL * (event.ctrlKey ? 5 : 1)));
  };

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key](this);
  };
}
