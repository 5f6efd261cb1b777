// @ts-check
/** An avatar is a guest in a scene that knows nothing of it; guest-scene.js is plain WebGL2. */

import { openGuest } from "../runtime/guest.js";
import { Scene } from "./guest-scene.js";

const ANIMATIONS = ["Wave", "Celebrate", "Clap", "Stand0", "Stand2"];

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

// The host: a scene in a canvas, drawn in each of the browser's frames, then its guest.
const scene = new Scene(element("scene"));
/** @type {import("../runtime/guest.js").Guest | undefined} */
let guest;

/** @param {number} milliseconds */
function frame(milliseconds) {
  requestAnimationFrame(frame);
  scene.draw(milliseconds / 1000);
  guest?.draw({ view: scene.view, projection: scene.projection });
}
requestAnimationFrame(frame);

// The guest: while Python starts, the scene is shown without it.
try {
  guest = await openGuest(scene.gl);
  guest.setLights(scene.lights);
  guest.shadow = true;
  show(guest, guest.add({ code: await guest.randomCode(), paused: scene.isStill }));
} catch (error) {
  element("status").textContent = error instanceof Error ? error.message : error;
  element("status").classList.add("error");
}

/**
 * @param {import("../runtime/guest.js").Guest} guest
 * @param {import("../runtime/guest-avatar.js").GuestAvatar} avatar
 */
function show(guest, avatar) {
  avatar.animation = ANIMATIONS[0];
  avatar.addEventListener("load", () => {
    element("status").textContent = avatar.details?.sentence;
  });
  element("another").onclick = async () => {
    avatar.code = await guest.randomCode();
  };
  element("animation").onclick = () => {
    const next = ANIMATIONS.indexOf(avatar.animation) + 1;
    avatar.animation = ANIMATIONS[next % ANIMATIONS.length];
    avatar.paused = false;
  };
  for (const id of ["another", "animation"]) element(id).disabled = false;
}
