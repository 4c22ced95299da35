import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LOCALES } from "#app/domain/languages.ts";
import { MEETING_PAGE_BYTES_MAX, weighPage } from "#tests/support/page-weight.ts";

/** JavaScript of the built pages (decision 037). `tests/bench/page-weight` lists the scripts of a page. */

/** Every page, also one that is added. The frame is around them. */
const PAGES = readdirSync(path.join(import.meta.dirname, "../../app/routes"))
  .filter((file) => file.endsWith(".tsx") && file !== "shell.tsx")
  .map((file) => path.basename(file, ".tsx"));

test.each(LOCALES)("a meeting's page in %s loads no more JavaScript than its limit", (locale) => {
  const rows = weighPage("routes/meeting", locale);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.reduce((sum, { gzip }) => sum + gzip, 0)).toBeLessThanOrEqual(MEETING_PAGE_BYTES_MAX);
});

test.each(LOCALES.flatMap((locale) => PAGES.map((page) => [page, locale] as const)))(
  "the page of %s in %s loads no more JavaScript than a meeting's page",
  (page, locale) => {
    const rows = weighPage(`routes/${page}`, locale);
    expect(rows.reduce((sum, { gzip }) => sum + gzip, 0)).toBeLessThanOrEqual(MEETING_PAGE_BYTES_MAX);
  },
);
