import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { EVERY_PAGE } from "#tests/fixtures/meeting-pages/every-page.ts";
import type { PageFixture } from "#tests/fixtures/meeting-pages/page-fixture.ts";
import { STORED_SNAPSHOTS, type StoredSnapshot } from "#tests/fixtures/meeting-pages/stored-snapshots.ts";
import { classifyPage } from "#workers/recorder/src/platforms/classify/classify-page.ts";
import type { PageSnapshot } from "#workers/recorder/src/platforms/classify/page-snapshot.ts";
import { readPage } from "#workers/recorder/src/platforms/classify/read-page.ts";
import { judgeAddress } from "#workers/recorder/src/platforms/hosts.ts";
import { confusionTable } from "./confusion-table.ts";
import { openBrowser, pageThatShows } from "./meeting-browser.ts";

/** Every fixture page in real Chromium, through the snapshot that the recorder takes, to the classifier. */

let browser: Browser;
let page: Page;
let shown: PageFixture;
const taken = new Map<string, PageSnapshot>();

beforeAll(async () => {
  browser = await openBrowser();
  page = await pageThatShows(browser, () => shown.html);
  for (const fixture of EVERY_PAGE.toSorted((one, other) => one.url.localeCompare(other.url))) {
    shown = fixture;
    // Writing into a page is several times faster than going to the same address again.
    if (page.url() === fixture.url) await page.setContent(fixture.html, { waitUntil: "domcontentloaded" });
    else await page.goto(fixture.url, { waitUntil: "domcontentloaded" });
    const belongs = (address: URL) =>
      judgeAddress(fixture.platform, address, { jitsiHosts: [], localOrigin: null }) === "open";
    taken.set(fixture.name, await readPage(page, belongs));
  }
  if (process.env.WRITE_SNAPSHOTS) writeStored();
}, 120_000);
afterAll(() => browser.close());

test("every page of every platform and client is classified right", () => {
  const readings = EVERY_PAGE.map((fixture) => {
    const got = classifyPage(fixture.platform, snapshotOf(fixture), fixture.wasAdmitted);
    return { fixture, got };
  });
  process.stdout.write(`${confusionTable(readings.map(({ fixture, got }) => ({ ...fixture, got: got.state })))}\n`);
  const wrong = readings
    .filter(({ fixture, got }) => got.state !== fixture.expected)
    .map(({ fixture, got }) => `${fixture.name}: ${got.state} (${got.because}) instead of ${fixture.expected}`);
  expect(wrong).toEqual([]);
});

test("the stored snapshots are what the pages give today", () => {
  const stored = new Map(STORED_SNAPSHOTS.map((each) => [each.name, each.snapshot]));
  expect([...stored.keys()].toSorted()).toEqual(EVERY_PAGE.map((fixture) => fixture.name).toSorted());
  for (const fixture of EVERY_PAGE) expect(stored.get(fixture.name), fixture.name).toEqual(snapshotOf(fixture));
});

function snapshotOf(fixture: PageFixture): PageSnapshot {
  const snapshot = taken.get(fixture.name);
  if (!snapshot) throw new Error(`no snapshot of ${fixture.name}`);
  return snapshot;
}

/** `WRITE_SNAPSHOTS=1` after a page or the snapshot has changed; look at the difference before it is committed. */
function writeStored() {
  const stored: StoredSnapshot[] = EVERY_PAGE.map((fixture) => ({
    name: fixture.name,
    platform: fixture.platform,
    expected: fixture.expected,
    wasAdmitted: fixture.wasAdmitted,
    snapshot: snapshotOf(fixture),
  }));
  const file = new URL("../fixtures/meeting-pages/snapshots.json", import.meta.url);
  writeFileSync(file, `[\n${stored.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`);
  STORED_SNAPSHOTS.splice(0, STORED_SNAPSHOTS.length, ...(JSON.parse(readFileSync(file, "utf8")) as StoredSnapshot[]));
}
