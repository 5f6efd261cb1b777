// @ts-check
/**
 * The browser's database of profiles: one record a profile, by its name in lower case. A save changes the fields it
 * names and no other, in one transaction, so pages that save at the same time lose nothing of each other's.
 */

const NAME = "cna-avatars";
const VERSION = 1;
const STORE = "profiles";
const OPEN_TIMEOUT_MS = 5000;
const MOST_RECORDS = 64;

/**
 * One change, as Python's take_profile_saves tells it.
 * @typedef {object} ProfileSave
 * @property {number} number
 * @property {string} key
 * @property {Record<string, unknown>} entry the whole entry, for a record that is not there
 * @property {string[]} fields of a record that is
 */

export class ProfileDatabase {
  /** @type {IDBDatabase | null} */
  #connection = null;

  /**
   * Rejects where the browser gives no database: private windows, blocked storage, a newer page's database.
   * @returns {Promise<ProfileDatabase>}
   */
  static async open() {
    const database = new ProfileDatabase();
    await database.#connect();
    return database;
  }

  /** @returns {Promise<string[]>} every record as JSON */
  readAll() {
    return this.#transact("readonly", (store) => allTexts(store));
  }

  /**
   * When it resolves, the browser has stored them.
   * @param {ProfileSave[]} saves
   * @returns {Promise<string[]>} every record as JSON, as it is then
   */
  save(saves) {
    return this.#transact("readwrite", async (store) => {
      for (const { key, entry, fields } of saves) {
        const record = await resultOf(store.get(key));
        const changed = Object.fromEntries(fields.map((field) => [field, entry[field]]));
        await resultOf(store.put({ ...entry, ...record, ...changed, key }));
      }
      return allTexts(store);
    });
  }

  close() {
    this.#connection?.close();
    this.#connection = null;
  }

  /**
   * A connection that the browser has closed is opened again, once.
   * @template Result
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  async #transact(mode, work) {
    const connection = this.#connection ?? (await this.#connect());
    try {
      return await inTransaction(connection, mode, work);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
      this.close();
      return inTransaction(await this.#connect(), mode, work);
    }
  }

  /** @returns {Promise<IDBDatabase>} */
  async #connect() {
    const connection = await openDatabase();
    const forget = () => {
      if (this.#connection === connection) this.close();
    };
    connection.onversionchange = forget; // somebody deletes or upgrades it, and must not wait for this page
    connection.onclose = forget;
    this.#connection = connection;
    return connection;
  }
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error("the browser's database does not answer"));
    }, OPEN_TIMEOUT_MS);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      if (isLate) request.result.close();
      else resolve(request.result);
    };
  });
}

/**
 * @template Result
 * @param {IDBDatabase} connection
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => Promise<Result>} work
 * @returns {Promise<Result>} once the transaction is complete
 */
async function inTransaction(connection, mode, work) {
  const transaction = connection.transaction(STORE, mode, { durability: "strict" });
  /** @type {Promise<void>} */
  const completed = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser gave the transaction up"));
  });
  completed.catch(() => {}); // awaited below, unless the work fails first
  try {
    const result = await work(transaction.objectStore(STORE));
    await completed;
    return result;
  } catch (error) {
    abort(transaction);
    throw error;
  }
}

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // it was over already
  }
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {IDBObjectStore} store
 * @returns {Promise<string[]>}
 */
async function allTexts(store) {
  return (await resultOf(store.getAll(undefined, MOST_RECORDS))).map(textOf);
}

/**
 * A record that is no JSON is told as one that cannot be read.
 * @param {{ key: unknown }} record
 */
function textOf({ key: _, ...entry }) {
  try {
    return JSON.stringify(entry);
  } catch {
    return '"no JSON"';
  }
}
