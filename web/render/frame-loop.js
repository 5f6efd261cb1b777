// @ts-check

/** Calls a function once a frame while there is something to show; a test can take the clock into its own hands. */
export class FrameLoop {
  #tick;
  #request;
  #cancel;
  #frameTime;
  #handle = 0;
  #running = false;
  #seconds = 0;

  /**
   * @param {(seconds: number) => void} tick seconds of a clock that never goes back
   * @param {{ requestFrame?: (callback: (ms: number) => void) => number, cancelFrame?: (handle: number) => void,
   *   frameTime?: () => number, manual?: boolean }} [options] milliseconds of the browser's frame; a manual loop moves
   *   only by `step`
   */
  constructor(
    tick,
    {
      requestFrame = (callback) => requestAnimationFrame(callback),
      cancelFrame = (handle) => cancelAnimationFrame(handle),
      frameTime = () => Number(document.timeline.currentTime ?? performance.now()),
      manual = false,
    } = {},
  ) {
    this.#tick = tick;
    this.#request = requestFrame;
    this.#cancel = cancelFrame;
    this.#frameTime = frameTime;
    this.manual = manual;
  }

  get running() {
    return this.#running;
  }

  /** @returns {number} the clock of the last frame */
  get seconds() {
    return this.#seconds;
  }

  /** @returns {number} the clock of the browser's frame, for what is drawn in it apart from the loop */
  now() {
    return this.manual ? this.#seconds : Math.max(this.#seconds, this.#frameTime() / 1000);
  }

  start() {
    if (this.#running) return;
    this.#running = true;
    this.#schedule();
  }

  stop() {
    this.#running = false;
    this.#cancel(this.#handle);
  }

  /** One frame, `elapsed` seconds after the last. @param {number} elapsed */
  step(elapsed) {
    this.#seconds += elapsed;
    this.#tick(this.#seconds);
  }

  #schedule() {
    if (!this.manual) this.#handle = this.#request(this.#frame);
  }

  /** @param {number} ms */
  #frame = (ms) => {
    if (!this.#running) return;
    this.#schedule(); // first, so that a tick may stop the loop
    this.#seconds = Math.max(this.#seconds, ms / 1000);
    this.#tick(this.#seconds);
  };
}
