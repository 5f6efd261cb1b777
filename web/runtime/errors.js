// @ts-check
/** The errors a page sees. A code is for programs, a message for people, and `cause` keeps what was behind it. */

/**
 * Codes of Python's error types, by the type's name.
 * @type {Readonly<Record<string, string>>}
 */
const PYTHON_CODES = {
  ArgumentError: "argument",
  ArgumentNullError: "argument-null",
  ArgumentOutOfRangeError: "argument-range",
  InvalidOperationError: "invalid-operation",
  ObjectDisposedError: "disposed",
  NotSupportedError: "not-supported",
  ContentLoadError: "content",
  MemoryError: "memory",
  ProfileStoreError: "storage",
};

export class AvatarError extends Error {
  /** @type {string} */
  code;

  /**
   * @param {string} code
   * @param {string} message
   * @param {{cause?: unknown}} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = "AvatarError";
    this.code = code;
  }
}

/**
 * The runtime did not start. Codes: "missing" (no such file), "corrupt" (not the bytes that were built), "network",
 * "version" (page and runtime files of different builds), "blocked" (the page's security policy), "python".
 */
export class BootError extends AvatarError {
  /** The file it is about, as its name in the manifest, or "". @type {string} */
  file;

  /** What to do about it. @type {string} */
  remedy;

  /**
   * @param {string} code
   * @param {string} message
   * @param {{file?: string, remedy: string, cause?: unknown}} options
   */
  constructor(code, message, { file = "", remedy, cause }) {
    super(code, `${message} ${remedy}`, { cause });
    this.name = "BootError";
    this.file = file;
    this.remedy = remedy;
  }
}

/**
 * The AvatarError for what a Python call threw; anything else that was thrown comes back as it is, wrapped if needed.
 * @param {unknown} error
 * @returns {AvatarError}
 */
export function fromPython(error) {
  if (error instanceof AvatarError) return error;
  if (!(error instanceof Error)) return new AvatarError("internal", String(error), { cause: error });
  const type = /** @type {{type?: unknown}} */ (error).type;
  if (typeof type !== "string") return new AvatarError("internal", error.message, { cause: error });
  return new AvatarError(PYTHON_CODES[type] ?? "internal", messageOf(error.message, type), { cause: error });
}

/**
 * What the exception says, without the traceback above it. Its message may span lines.
 * @param {string} traceback
 * @param {string} type
 */
function messageOf(traceback, type) {
  const lines = traceback.trimEnd().split("\n");
  const starts = (/** @type {string} */ line) => line.split(":", 1)[0].split(".").at(-1) === type;
  const start = lines.findLastIndex(starts);
  if (start < 0) return traceback.trimEnd();
  const text = lines.slice(start).join("\n");
  const colon = text.indexOf(": ");
  return colon < 0 ? type : text.slice(colon + 2);
}
