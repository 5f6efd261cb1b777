// @ts-check
/** The inside of an avatar element: a stage with a poster and a canvas, one over the other. */

const STYLE = `
  :host { display: inline-block; inline-size: 15rem; block-size: 22rem; color: #7f8ba3; }
  :host([hidden]) { display: none; }
  .stage { position: relative; inline-size: 100%; block-size: 100%; overflow: hidden; outline: none; border-radius: inherit; }
  .stage[tabindex] { cursor: grab; touch-action: pan-y; user-select: none; -webkit-user-select: none; }
  .stage[tabindex]:active { cursor: grabbing; }
  .stage:focus-visible { outline: 3px solid var(--cna-avatar-focus, #2f6fed); outline-offset: -3px; }
  .poster, canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; transition: opacity 0.35s ease; }
  .poster { display: grid; pointer-events: none; }
  .poster > img, ::slotted([slot="poster"]) { inline-size: 100%; block-size: 100%; min-block-size: 0; object-fit: contain; }
  canvas { opacity: 0; }
  .stage[data-shows="figure"] canvas { opacity: 1; }
  .stage[data-shows="figure"] .poster { opacity: 0; }
  @media (prefers-reduced-motion: reduce) { .poster, canvas { transition: none; } }
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** A sheet of its own is allowed by `style-src 'self'`; a style element would not be. */
function sharedSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

/**
 * @typedef {object} AvatarShadow
 * @property {HTMLDivElement} stage
 * @property {HTMLImageElement} poster
 * @property {HTMLCanvasElement} canvas
 */

/** The silhouette that stands in for an avatar without a poster; framed as the full view frames a figure. */
export const SILHOUETTE_URL = new URL("../styles/silhouette.svg", import.meta.url).href;

/**
 * @param {HTMLElement} host
 * @returns {AvatarShadow}
 */
export function createShadow(host) {
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  root.adoptedStyleSheets = [sharedSheet()];
  const stage = document.createElement("div");
  stage.className = "stage";
  stage.part.add("stage");
  const holder = document.createElement("div");
  holder.className = "poster";
  const slot = document.createElement("slot");
  slot.name = "poster";
  const poster = document.createElement("img");
  poster.alt = "";
  poster.draggable = false;
  slot.append(poster);
  holder.append(slot);
  holder.setAttribute("aria-hidden", "true");
  const canvas = document.createElement("canvas");
  canvas.part.add("canvas");
  canvas.setAttribute("aria-hidden", "true");
  canvas.width = canvas.height = 1;
  stage.append(holder, canvas);
  root.append(stage);
  return { stage, poster, canvas };
}
