/**
 * Divides a file of forms, one a line, between `forms/` and `held-back/`:
 *   npx vite-node tests/bench/planted/split-forms.ts <language> <file>
 * The hash of a form decides (form-hash.ts), so nobody chooses which forms detectors are written against.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { isHeldBack } from "./form-hash.ts";

const [language = "", file = ""] = process.argv.slice(2);
const forms = readFileSync(file, "utf8").trim().split("\n");
for (const [folder, held] of [
  ["forms", false],
  ["held-back", true],
] as const) {
  const kept = forms.filter((form) => isHeldBack(form) === held);
  writeFileSync(new URL(`${folder}/${language}.txt`, import.meta.url), `${kept.join("\n")}\n`);
}
