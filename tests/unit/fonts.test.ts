import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const faces = readFileSync("app/ui/styles/fonts.css", "utf8").split("@font-face").slice(1);

/** The faces of plain letters, which every page shows; the others load when a letter or a slant asks for them. */
const first = faces.filter((face) => face.includes("U+0000-00FF") && face.includes("font-style: normal"));
const fileOf = (face: string) => /url\("([^"]+)"\)/.exec(face)?.[1] ?? "";

test("the fonts of a first visit weigh 60 kB at most", () => {
  expect(first).toHaveLength(2);
  const bytes = first.reduce((sum, face) => sum + statSync(`public${fileOf(face)}`).size, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
});

test("pages preload the fonts of a first visit and no others", () => {
  const preloaded = readFileSync("app/root.tsx", "utf8").match(/\/fonts\/[\w-]+\.woff2/g) ?? [];
  expect(preloaded.toSorted()).toEqual(first.map(fileOf).toSorted());
});
