// @ts-check

import { sortRecords } from "./draw-lists.js";
import { BLOCKS, BONES_BYTES, BONES_OFFSET, DRAW_BYTES, RECORD_BYTES, TEXTURE_UNIT } from "./layout.js";
import { packSheets } from "./sheet.js";
import { Store } from "./store.js";

/** @typedef {import("./draw-lists.js").DrawList} DrawList */
/** @typedef {import("./open-renderer.js").Device} Device */
/** @typedef {import("./open-renderer.js").Programs} Programs */

/**
 * What is drawn: the records of a target, in pixels, with or without a soft shadow on the ground (which XNA doesn't have).
 * @typedef {{ readonly target: number, readonly width: number, readonly height: number, readonly shadow?: boolean }} SheetPicture
 */

const SHADOW_DISCS = 3;

/** Draws what the records say: of every picture its opaque parts, then decals, then the loading effect. */
export class Renderer {
  #device;
  #programs;
  #discs;
  #records;
  #capacity = 16;
  /** @type {ReturnType<Device["createTarget"]> | null} */
  #target = null;
  /** @type {Map<number, DrawList>} by the number of the picture */
  #drawLists = new Map();

  /**
   * @param {Device} device
   * @param {Programs} programs made for that device
   */
  constructor(device, programs) {
    this.#device = device;
    this.#programs = programs;
    this.#discs = device.createQuads();
    this.#records = this.#createRecords();
    this.store = new Store(device);
  }

  get programs() {
    return Object.values(this.#programs);
  }

  /**
   * Takes over a frame: its uploads, and its records in one transfer.
   * @param {{ records: number, uploads: number }} addresses
   * @param {number} recordCount
   * @param {number} uploadCount
   */
  load(addresses, recordCount, uploadCount) {
    this.store.carryOut(addresses.uploads, uploadCount);
    if (recordCount > this.#capacity) {
      while (recordCount > this.#capacity) this.#capacity *= 2;
      this.#records.delete();
      this.#records = this.#createRecords();
    }
    if (recordCount > 0) this.#records.upload(addresses.records, recordCount * RECORD_BYTES);
    this.#drawLists = sortRecords(this.#device.heap.uint32, addresses.records, recordCount);
  }

  /**
   * Draws pictures side by side and hands each over from the context's canvas, which holds it only during the call.
   * @template {SheetPicture} T
   * @param {readonly T[]} pictures
   * @param {(picture: T, canvas: HTMLCanvasElement, left: number, top: number) => void} deliver
   */
  drawAll(pictures, deliver) {
    if (this.#device.lost) return; // what the pictures' own canvases show stays
    const { canvas } = this.#device;
    const sheets = packSheets(pictures);
    const width = Math.max(...sheets.map((sheet) => sheet.width));
    const height = Math.max(...sheets.map((sheet) => sheet.height));
    for (const sheet of sheets) {
      const target = this.#reserve(width, height);
      for (const { picture, x, y } of sheet.places) this.#drawPicture(target, picture, x, y);
      target.resolve(sheet.width, sheet.height);
      if (target.present(sheet.width, sheet.height) === false) return;
      for (const { picture, x, y } of sheet.places)
        deliver(picture, canvas, x, canvas.height - y - picture.height);
    }
  }

  /**
   * Draws one picture and reads it back.
   * @param {SheetPicture} picture
   * @returns {Promise<Uint8ClampedArray<ArrayBuffer>>} RGBA, premultiplied, the top row first; all 0 in a lost context
   */
  async readPixels(picture) {
    const { width, height } = picture;
    const target = this.#reserve(width, height);
    this.#drawPicture(target, picture, 0, 0);
    target.resolve(width, height);
    return target.readPixels(width, height);
  }

  /**
   * Draws the records of a target into the framebuffer that is bound, within its viewport.
   * @param {Pick<SheetPicture, "target" | "shadow">} picture
   */
  drawInside({ target, shadow }) {
    const list = this.#drawLists.get(target);
    if (!list) return;
    if (shadow) this.#drawShadows(list);
    this.#drawList(list);
  }

  delete() {
    this.store.delete();
    this.#target?.delete();
    this.#target = null;
    this.#records.delete();
    this.#discs.delete();
    for (const program of this.programs) program.delete();
  }

  /**
   * @param {number} width pixels
   * @param {number} height pixels
   */
  #reserve(width, height) {
    if (this.#target?.width === width && this.#target.height === height) return this.#target;
    this.#target?.delete();
    this.#target = this.#device.createTarget(width, height);
    this.#device.canvas.width = width;
    this.#device.canvas.height = height;
    return this.#target;
  }

  /**
   * @param {ReturnType<Device["createTarget"]>} drawTarget
   * @param {SheetPicture} picture
   * @param {number} x
   * @param {number} y
   */
  #drawPicture(drawTarget, { target, width, height, shadow }, x, y) {
    drawTarget.begin(x, y, width, height);
    this.drawInside({ target, shadow });
  }

  #createRecords() {
    return this.#device.createBuffer({ use: "uniform", byteLength: this.#capacity * RECORD_BYTES });
  }

  /** @param {DrawList} list */
  #drawShadows({ avatars }) {
    for (const { offset } of avatars) {
      this.#programs.ground.use();
      this.#records.bindRange(BLOCKS.Draw, offset, DRAW_BYTES);
      this.#records.bindRange(BLOCKS.Bones, offset + BONES_OFFSET, BONES_BYTES);
      this.#discs.draw(SHADOW_DISCS);
    }
  }

  /** @param {DrawList} list */
  #drawList({ avatars, silhouettes }) {
    for (const item of avatars) {
      const model = this.#bindAvatar(this.#programs.opaque, item);
      model?.bindTextures(TEXTURE_UNIT);
      model?.draw(model.opaque);
    }
    for (const item of avatars) {
      const model = this.#bindAvatar(this.#programs.decals, item);
      const tiles = model && this.store.tiles(model.tiles);
      if (!model || !tiles) continue;
      tiles.bind(TEXTURE_UNIT);
      model.draw(model.decals);
      model.draw(model.irises);
    }
    for (const { offset, resource } of silhouettes) {
      this.#programs.silhouettes.use();
      this.#records.bindRange(BLOCKS.Draw, offset, DRAW_BYTES);
      this.store.sphere(resource)?.draw();
    }
  }

  /**
   * @param {Programs[keyof Programs]} program
   * @param {{ offset: number, resource: number }} item
   */
  #bindAvatar(program, { offset, resource }) {
    const model = this.store.model(resource);
    if (!model) return null;
    program.use();
    this.#records.bindRange(BLOCKS.Draw, offset, DRAW_BYTES);
    this.#records.bindRange(BLOCKS.Bones, offset + BONES_OFFSET, BONES_BYTES);
    model.bindParts();
    return model;
  }
}
