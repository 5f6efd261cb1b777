// @ts-check

/**
 * An element's size in the screen's own pixels, told whenever its box or the screen's pixel ratio changes: a zoom or
 * another screen changes the pixels of a box whose size in CSS stays.
 */
export class PixelSize {
  width = 0;
  height = 0;
  #element;
  #onChange;
  #observer = new ResizeObserver((entries) => this.#take(entries[entries.length - 1]));
  /** @type {MediaQueryList | null} matches until the ratio changes */
  #ratio = null;

  /**
   * @param {Element} element
   * @param {() => void} onChange
   */
  constructor(element, onChange) {
    this.#element = element;
    this.#onChange = onChange;
  }

  /** Tells the size at once, and each other one from then on. */
  observe = () => {
    this.disconnect();
    this.#ratio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    this.#ratio.addEventListener("change", this.observe);
    try {
      this.#observer.observe(this.#element, { box: "device-pixel-content-box" });
    } catch {
      this.#observer.observe(this.#element); // a browser that tells CSS pixels only
    }
  };

  disconnect() {
    this.#observer.disconnect();
    this.#ratio?.removeEventListener("change", this.observe);
    this.#ratio = null;
  }

  /** @param {ResizeObserverEntry} entry */
  #take({ devicePixelContentBoxSize, contentRect }) {
    const [box] = devicePixelContentBoxSize ?? [];
    this.width = pixels(contentRect.width * devicePixelRatio, box?.inlineSize);
    this.height = pixels(contentRect.height * devicePixelRatio, box?.blockSize);
    this.#onChange();
  }
}

/**
 * The browser's own count knows how a box falls on the screen's pixels, but under an emulated pixel ratio it is of
 * another screen.
 * @param {number} computed
 * @param {number} [told] by the browser
 */
function pixels(computed, told) {
  return told !== undefined && Math.abs(told - computed) <= 1 ? told : Math.round(computed);
}
