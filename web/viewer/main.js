// @ts-check
/** The viewer: one avatar, and all that can be done with it. */

import "../elements/cna-avatar.js";
import { addressOf, codeInAddress, writeAddress } from "./address.js";
import { showFacts } from "./facts.js";
import { ANIMATIONS, EXPRESSIONS } from "./names.js";
import { addPills } from "./pills.js";
import { showProgress } from "./progress.js";

const PICTURE_PIXELS = 1024;
const FEEDBACK_MS = 2500;

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element "${id}".`);
  return /** @type {T} */ (element);
}

const avatar = /** @type {import("../elements/cna-avatar.js").CnaAvatarElement} */ (byId("avatar"));
const play = /** @type {HTMLButtonElement} */ (byId("play"));
const speed = /** @type {HTMLInputElement} */ (byId("speed"));
const loop = /** @type {HTMLInputElement} */ (byId("loop"));
const link = /** @type {HTMLInputElement} */ (byId("link"));

/**
 * @param {string} text
 * @param {string} detail
 * @param {{ canReload?: boolean }} [options]
 */
function notice(text, detail, { canReload = false } = {}) {
  byId("notice-text").textContent = text;
  byId("notice-detail").textContent = detail;
  byId("notice-reload").hidden = !canReload;
  byId("notice-random").hidden = canReload;
  byId("notice").hidden = false;
}

const hideNotice = () => {
  byId("notice").hidden = true;
};

/** @type {ReturnType<typeof setTimeout> | undefined} */
let feedbackTimer;

/** @param {string} text */
function feedback(text) {
  byId("feedback").textContent = text;
  clearTimeout(feedbackTimer);
  feedbackTimer = setTimeout(() => byId("feedback").replaceChildren(), FEEDBACK_MS);
}

// --- which avatar -----------------------------------------------------------------------------------------------------

/** @param {"push" | "replace"} how */
async function showRandom(how) {
  hideNotice();
  try {
    writeAddress(await avatar.randomize(), how);
  } catch {
    // the element's error event says what happened
  }
}

/** What the address says, or a random avatar if it says nothing. */
function showAddressed() {
  hideNotice();
  const code = codeInAddress();
  if (code) avatar.code = code;
  else showRandom("replace");
}

function onReady() {
  const { details } = avatar;
  if (details)
    showFacts(details, { title: byId("facts-title"), line: byId("facts-line"), list: byId("facts-list") });
  link.value = addressOf(avatar.code);
}

// --- what happens to it -----------------------------------------------------------------------------------------------

const CODE_ERRORS = ["argument", "argument-null", "argument-range"];

/** @param {import("../elements/cna-avatar.js").ErrorDetail} detail */
function onError({ code, message }) {
  document.body.dataset.error = code;
  if (avatar.state === "error") {
    notice("The viewer could not start.", message, { canReload: true });
    return;
  }
  enableControls();
  const about = CODE_ERRORS.includes(code)
    ? "This link doesn’t hold an avatar that can be read. It may have been cut short."
    : "This avatar could not be put together.";
  notice(about, message);
}

/** From now on something can be chosen. */
function enableControls() {
  for (const id of ["random", "animations", "expressions", "loop", "speed", "play", "reset", "copy", "save"])
    byId(id).removeAttribute("disabled");
}

function showPlaying() {
  const paused = avatar.paused;
  play.setAttribute("aria-pressed", String(paused));
  play.title = paused ? "Play" : "Pause";
  byId("play").querySelector(".label")?.replaceChildren(play.title);
}

/** A gesture that has ended, and plays once, starts anew when it is chosen again. @param {string} name */
function playAnimation(name) {
  avatar.animation = name;
  avatar.restart();
  avatar.play();
  showPlaying();
}

function showSpeed() {
  const value = Number(speed.value);
  byId("speed-text").textContent = `${value.toString().replace("-", "−")}×`;
  speed.setAttribute("aria-valuetext", value === 0 ? "stopped" : `${value} times`);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(link.value);
    feedback("Link copied");
  } catch {
    link.select();
    feedback("Press Ctrl+C to copy the link");
  }
}

async function savePicture() {
  try {
    const blob = await avatar.toBlob({ width: PICTURE_PIXELS, height: PICTURE_PIXELS });
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(blob);
    anchor.download = `avatar-${avatar.code.slice(0, 12)}.png`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
    feedback("Picture saved");
  } catch (error) {
    feedback(/** @type {Error} */ (error).message);
  }
}

function toggleFullscreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else byId("stage").requestFullscreen();
}

// --- wiring -----------------------------------------------------------------------------------------------------------

/**
 * @template T
 * @param {string} type
 * @param {(detail: T) => void} listener
 */
const onAvatar = (type, listener) =>
  avatar.addEventListener(type, (event) => listener(/** @type {CustomEvent<T>} */ (event).detail));

const progressElements = {
  bar: /** @type {HTMLProgressElement} */ (byId("progress")),
  text: byId("progress-text"),
};

addPills(byId("animations"), "animation", ANIMATIONS, avatar.animation, playAnimation);
addPills(byId("expressions"), "expression", EXPRESSIONS, "", (name) => {
  avatar.expression = name;
});

onAvatar("progress", (/** @type {import("./progress.js").ProgressDetail} */ detail) =>
  showProgress(detail, progressElements),
);
onAvatar("statechange", (/** @type {{ state: string }} */ { state }) => {
  document.body.dataset.state = state;
  if (state === "ready") onReady();
});
onAvatar("load", (/** @type {import("../elements/cna-avatar.js").LoadDetail} */ { catalogMissing, items }) => {
  enableControls();
  if (catalogMissing)
    notice("This avatar comes from a catalog that this site doesn’t have.", "It is shown in default clothes.");
  else if (items.length > 0)
    notice("Some of this avatar’s clothes could not be loaded.", "Others stand in for them.");
});
onAvatar("error", onError);

byId("random").addEventListener("click", () => showRandom("push"));
byId("notice-random").addEventListener("click", () => showRandom("push"));
byId("notice-reload").addEventListener("click", () => location.reload());
byId("notice-close").addEventListener("click", hideNotice);
byId("reset").addEventListener("click", () => avatar.resetCamera());
byId("copy").addEventListener("click", copyLink);
byId("save").addEventListener("click", savePicture);
byId("views").addEventListener("change", (event) => {
  avatar.view = /** @type {HTMLInputElement & { value: import("../runtime/picture.js").View }} */ (
    event.target
  ).value;
});
play.addEventListener("click", () => {
  if (avatar.paused) avatar.play();
  else avatar.pause();
  showPlaying();
});
loop.addEventListener("change", () => {
  avatar.loop = loop.checked;
});
speed.addEventListener("input", () => {
  avatar.speed = Number(speed.value);
  showSpeed();
});
addEventListener("popstate", showAddressed);

if (document.fullscreenEnabled) {
  byId("fullscreen").hidden = false;
  byId("fullscreen").addEventListener("click", toggleFullscreen);
}

/** People whom motion disturbs see a still figure, and a button that says Play. */
function respectReducedMotion() {
  if (reducedMotion.matches) avatar.pause();
  showPlaying();
}

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
reducedMotion.addEventListener("change", respectReducedMotion);
respectReducedMotion();
showSpeed();
showAddressed();
