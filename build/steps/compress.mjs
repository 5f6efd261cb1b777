// Writes brotli and gzip forms of files: node compress.mjs JOBS.json, a list of [source, brotli target, gzip target].
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import zlib from "node:zlib";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

/** Quality 11 takes ten times as long as 9 for a few per cent: worth it for small files only. */
const SLOW_LIMIT = 1 << 18;

for (const [source, brotliTarget, gzipTarget] of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const data = readFileSync(source);
  const params = {
    [BROTLI_PARAM_QUALITY]: data.length < SLOW_LIMIT ? 11 : 9,
    [BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  const [small, common] = await Promise.all([brotli(data, { params }), gzip(data, { level: 9 })]);
  writeFileSync(brotliTarget, small);
  writeFileSync(gzipTarget, common);
}
