// Validates GLB files with Khronos' glTF validator and prints one JSON array: [{file, severity, code, message, pointer}].
// node validate.mjs FILE...
import { readFileSync } from "node:fs";
import path from "node:path";
import validator from "gltf-validator";

const SEVERITIES = ["error", "warning", "information", "hint"];

/** @param {string} file */
async function issuesOf(file) {
  const options = { maxIssues: 0, onlyIssues: [] };
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), options);
  return report.issues.messages.map((issue) => ({
    file: path.basename(file),
    severity: SEVERITIES[issue.severity],
    code: issue.code,
    message: issue.message,
    pointer: issue.pointer,
  }));
}

const found = await Promise.all(process.argv.slice(2).map(issuesOf));
console.log(JSON.stringify(found.flat()));
