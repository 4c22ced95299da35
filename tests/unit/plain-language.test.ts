import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** CONTRIBUTING.md, "Style and commits": a comment and the title of a test begin with their subject. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const WORDS = "what|who|where|how|nobody|whom|whose|whoever|whatever|wherever";
const COMMENT = new RegExp(`(?:^|\\s)(?:\\/\\/|\\/\\*\\*?|\\*)\\s+(?:${WORDS})\\b`, "i");
const TITLE = new RegExp(`(?:\\)|\\b(?:test|step|describe)(?:\\.\\w+)*)\\("(?:${WORDS})\\b`, "i");

/** Terms that were renamed (glossary of ARCHITECTURE.md), as the beginning of a name. */
const RENAMED = /(?<![\w.-])(?:hear|heard|missVideo|tellOf|bury|taste|desk|news|paper|course|door)(?=[A-Z]\w*)\w+/;

const files = ["app", "workers", "tests"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|mjs|css)$/.test(name) && !name.includes("node_modules"))
    .map((name) => path.join(folder, name)),
);

/** Lines of all files that match, each with its place. Lines within a comment go on with the sentence before them. */
function linesLike(pattern: RegExp, begins: (before: string) => boolean): string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(path.join(root, file), "utf8").split("\n");
    return lines.flatMap((line, at) =>
      pattern.test(line) && begins(lines[at - 1] ?? "") ? [`${file}:${at + 1} ${line.trim()}`] : [],
    );
  });
}

test("no comment begins with a question word", () => {
  expect(files.length).toBeGreaterThan(2000);
  const goesOn = (before: string) => /^\s*(?:\/\/|\*(?!\/))\s+\S/.test(before) && !/[.:]\s*$/.test(before);
  expect(linesLike(COMMENT, (before) => !goesOn(before))).toEqual([]);
});

test("no title of a test begins with a question word", () => {
  expect(linesLike(TITLE, () => true)).toEqual([]);
});

test("no name begins with a term that was renamed", () => {
  // Except in rows as earlier code has stored them.
  const lines = linesLike(RENAMED, () => true).filter(
    (line) => !line.startsWith("tests/worker/stored-objects.test.ts:"),
  );
  expect(lines).toEqual([]);
});
