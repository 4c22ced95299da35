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

/** They begin with the schemas of answers. In a chunk of their own those would be a sixth one behind a meeting's page. */
const WITH_SCHEMAS = "ask-thread join recorded seats settings-privacy settings-sent shared-template".split(" ");
const WITH_SCHEMAS_BYTES_MAX = 186_000;

test.each(LOCALES)("a meeting's page in %s loads no more JavaScript than its limit", (locale) => {
  const rows = weighPage("routes/meeting", locale);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.reduce((sum, { gzip }) => sum + gzip, 0)).toBeLessThanOrEqual(MEETING_PAGE_BYTES_MAX);
});

test.each(LOCALES.flatMap((locale) => PAGES.map((page) => [page, locale] as const)))(
  "the page of %s in %s loads no more JavaScript than its limit",
  (page, locale) => {
    const rows = weighPage(`routes/${page}`, locale);
    const most = WITH_SCHEMAS.includes(page) ? WITH_SCHEMAS_BYTES_MAX : MEETING_PAGE_BYTES_MAX;
    expect(rows.reduce((sum, { gzip }) => sum + gzip, 0)).toBeLessThanOrEqual(most);
  },
);
