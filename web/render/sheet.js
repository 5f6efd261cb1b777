// @ts-check
/** Where pictures lie on a sheet: many are drawn side by side and leave the context in one copy. */

/**
 * @template T
 * @typedef {{ picture: T, x: number, y: number }} Place pixels from the lower left corner
 */

/**
 * @template T
 * @typedef {{ width: number, height: number, places: Place<T>[] }} Sheet
 */

/** A sheet is larger only for a picture that is; its samples take 32 bytes a pixel. */
const SHEET_WIDTH = 2048;
const SHEET_HEIGHT = 1024;

/**
 * Lays pictures out in rows, on as few sheets as their order allows.
 * @template {{ width: number, height: number }} T
 * @param {readonly T[]} pictures
 * @returns {Sheet<T>[]}
 */
export function packSheets(pictures) {
  /** @type {Sheet<T>[]} */
  const sheets = [];
  /** @type {Sheet<T>} */
  let sheet = { width: 0, height: 0, places: [] };
  let x = 0;
  let row = 0;
  for (const picture of pictures) {
    if (x + picture.width > SHEET_WIDTH) {
      x = 0;
      row = sheet.height;
    }
    if (sheet.places.length > 0 && row + picture.height > SHEET_HEIGHT) {
      sheets.push(sheet);
      sheet = { width: 0, height: 0, places: [] };
      x = row = 0;
    }
    sheet.places.push({ picture, x, y: row });
    x += picture.width;
    sheet.width = Math.max(sheet.width, x);
    sheet.height = Math.max(sheet.height, row + picture.height);
  }
  if (sheet.places.length > 0) sheets.push(sheet);
  return sheets;
}
