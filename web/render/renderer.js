// @ts-check

import { Buffer } from "../gl/buffer.js";
import { Program } from "../gl/program.js";
import { Quads } from "../gl/quads.js";
import { Target } from "../gl/target.js";
import {
  BLOCKS,
  BONES_BYTES,
  BONES_OFFSET,
  DRAW_BYTES,
  RECORD,
  RECORD_BYTES,
  RECORD_KIND,
} from "./layout.js";
import { packSheets } from "./sheet.js";
import { Store } from "./store.js";

/**
 * The draw records of one picture: where each lies in the buffer, and what it draws.
 * @typedef {{ avatars: { offset: number, resource: number }[], silhouettes: { offset: number, resource: number }[] }} DrawList
 */

/**
 * What is drawn: the records of a target, in pixels, with or without a soft shadow on the ground (which XNA doesn't have).
 * @typedef {{ readonly target: number, readonly width: number, readonly height: number, readonly shadow?: boolean }} SheetPicture
 */

const TEXTURE_UNIT = 0;
const SHADOW_DISCS = 3;

/** Draws what the records say: of every picture its opaque parts, then decals, then the loading effect. */
export class Renderer {
  #device;
  #opaque;
  #decals;
  #silhouettes;
  #ground;
  #discs;
  /** @type {Buffer} */
  #records;
  #capacity = 16;
  /** @type {Target | null} */
  #target = null;
  /** @type {Map<number, DrawList>} by the number of the picture */
  #drawLists = new Map();

  /**
   * @param {import("../gl/device.js").Device} device
   * @param {import("./shader-sources.js").ShaderSources} sources
   */
  constructor(device, sources) {
    this.#device = device;
    const shared = {
      vertex: sources.skinnedVertex,
      fragment: sources.litFragment,
      blocks: BLOCKS,
      samplers: { u_texture: TEXTURE_UNIT },
    };
    this.#opaque = new Program(device, { ...shared, name: "opaque" });
    this.#decals = new Program(device, { ...shared, name: "decals", defines: ["DECAL"] });
    this.#silhouettes = new Program(device, {
      name: "silhouettes",
      vertex: sources.silhouetteVertex,
      fragment: sources.silhouetteFragment,
      blocks: BLOCKS,
    });
    this.#ground = new Program(device, {
      name: "ground",
      vertex: sources.groundVertex,
      fragment: sources.groundFragment,
      blocks: BLOCKS,
    });
    this.#discs = new Quads(device);
    this.#records = this.#createRecords();
    this.store = new Store(device);
  }

  get programs() {
    return [this.#opaque, this.#decals, this.#silhouettes, this.#ground];
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
    this.#sort(addresses.records, recordCount);
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
      target.present(sheet.width, sheet.height);
      for (const { picture, x, y } of sheet.places)
        deliver(picture, canvas, x, canvas.height - y - picture.height);
    }
  }

  /**
   * Draws one picture and reads it back.
   * @param {SheetPicture} picture
   * @returns {Uint8ClampedArray<ArrayBuffer>} RGBA, premultiplied, the top row first; all 0 in a lost context
   */
  readPixels(picture) {
    const { width, height } = picture;
    const target = this.#reserve(width, height);
    this.#drawPicture(target, picture, 0, 0);
    target.resolve(width, height);
    return target.readPixels(width, height);
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
    this.#target = new Target(this.#device, width, height);
    this.#device.canvas.width = width;
    this.#device.canvas.height = height;
    return this.#target;
  }

  /**
   * @param {Target} drawTarget
   * @param {SheetPicture} picture
   * @param {number} x
   * @param {number} y
   */
  #drawPicture(drawTarget, { target, width, height, shadow }, x, y) {
    drawTarget.begin(x, y, width, height);
    const list = this.#drawLists.get(target);
    if (!list) return;
    if (shadow) this.#drawShadows(list);
    this.#drawList(list);
  }

  #createRecords() {
    return new Buffer(this.#device, { use: "uniform", byteLength: this.#capacity * RECORD_BYTES });
  }

  /**
   * @param {number} address
   * @param {number} count
   */
  #sort(address, count) {
    const words = this.#device.heap.uint32;
    this.#drawLists.clear();
    for (let index = 0; index < count; index++) {
      const first = (address + index * RECORD_BYTES) >>> 2;
      const picture = words[first + RECORD.target];
      const list = this.#drawLists.get(picture) ?? { avatars: [], silhouettes: [] };
      this.#drawLists.set(picture, list);
      const kind = words[first + RECORD.kind];
      const item = { offset: index * RECORD_BYTES, resource: words[first + RECORD.resource] };
      if (kind === RECORD_KIND.avatar) list.avatars.push(item);
      else if (kind === RECORD_KIND.silhouette) list.silhouettes.push(item);
      else throw new RangeError(`Expected a record of kind 1 or 2; got ${kind} in record ${index}.`);
    }
  }

  /** @param {DrawList} list */
  #drawShadows({ avatars }) {
    this.#device.state.setBlended();
    for (const { offset } of avatars) {
      this.#ground.use();
      this.#records.bindRange(BLOCKS.Draw, offset, DRAW_BYTES);
      this.#records.bindRange(BLOCKS.Bones, offset + BONES_OFFSET, BONES_BYTES);
      this.#discs.draw(SHADOW_DISCS);
    }
  }

  /** @param {DrawList} list */
  #drawList({ avatars, silhouettes }) {
    const { state } = this.#device;
    state.setOpaque();
    for (const item of avatars) {
      const model = this.#bindAvatar(this.#opaque, item);
      model?.bindTextures(TEXTURE_UNIT);
      model?.draw(model.opaque);
    }
    state.setBlended();
    for (const item of avatars) {
      const model = this.#bindAvatar(this.#decals, item);
      const tiles = model && this.store.tiles.get(model.tiles);
      if (!model || !tiles) continue;
      tiles.bind(TEXTURE_UNIT);
      model.draw(model.decals);
      model.draw(model.irises);
    }
    for (const { offset, resource } of silhouettes) {
      this.#silhouettes.use();
      this.#records.bindRange(BLOCKS.Draw, offset, DRAW_BYTES);
      this.store.spheres.get(resource)?.draw();
    }
  }

  /**
   * @param {Program} program
   * @param {{ offset: number, resource: number }} item
   */
  #bindAvatar(program, { offset, resource }) {
    const model = this.store.models.get(resource);
    if (!model) return null;
    program.use();
    this.#records.bindRange(BLOCKS.Draw, offset, DRAW_BYTES);
    this.#records.bindRange(BLOCKS.Bones, offset + BONES_OFFSET, BONES_BYTES);
    model.bindParts();
    return model;
  }
}
