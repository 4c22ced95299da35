import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { UPLOAD_PART_BYTES, UPLOAD_REMOVAL_NEAR_MS, UPLOAD_UNFINISHED_MS_MAX } from "#app/domain/limits/uploads.ts";
import { awake, expect, expectAccessible, expectNoOverflow, fixture } from "#tests/e2e/acta-test.ts";
import { test } from "#tests/e2e/upload-test.ts";
import { largeRecording } from "#tests/support/large-recording.ts";
import { openLine } from "#tests/support/shaped-line.ts";
import { seeded } from "#tests/support/shared-rate.ts";
import { fillUpload, isPart, partOf, PUTS, watchAcknowledged } from "#tests/support/upload-in-browser.ts";

const FILE = path.join(tmpdir(), `acta-hard-recording-${process.pid}.mp4`);
/** The last part is short: a third of the bytes less to send, and the only part whose length is not a round number. */
const LAST_PART_BYTES = 999_000;
const PARTS = 3;
const ALL = [1, 2, 3];
const BYTES = (PARTS - 1) * UPLOAD_PART_BYTES + LAST_PART_BYTES;
/** Tens of megabytes are hashed, sent, joined and read, on a machine that does other things at the same time. */
const SLOW = { timeout: 120_000 };
/** The browser logs this for every request that is aborted or refused. */
const CUT = "Failed to load resource";

// The tests of this file, the last and longest of all, are distributed over the workers: each has its own Acta and its own file.
test.describe.configure({ mode: "parallel", timeout: 360_000 });
test.beforeEach(async ({ signInAs, expectedErrors }) => {
  expectedErrors.push(CUT);
  await writeFile(FILE, await largeRecording(fixture("talk-captions.mp4"), BYTES));
  await signInAs("ines");
});
test.afterAll(async () => rm(FILE, { force: true }));

async function begin(page: Page, title: string): Promise<void> {
  await fillIn(page, title);
  await page.getByRole("button", { name: "summarize" }).click();
}

async function fillIn(page: Page, title: string): Promise<void> {
  // The browser may reuse a connection that the line cut before.
  await expect(async () => {
    await page.goto("/");
  }).toPass();
  await awake(page);
  await fillUpload(page, { title, file: FILE });
}

const bytesOf = (file: Buffer, part: number) => file.subarray((part - 1) * UPLOAD_PART_BYTES, part * UPLOAD_PART_BYTES);
const inOrder = (parts: readonly number[]) => parts.toSorted((one, other) => one - other);

/** Expects the meeting page to be open, its minutes written, and its recording equal to the chosen file, byte for byte. */
async function expectArrived(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, SLOW);
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible(SLOW);
  const meetId = new URL(page.url()).pathname.slice(1);
  const stored = await page.request.get(`/api/acta/meetings/${meetId}/recording`, SLOW);
  expect(stored.status()).toBe(200);
  expect((await stored.body()).equals(await readFile(FILE))).toBe(true);
}

for (const seed of [11, 12]) {
  test(`the connection breaks at random moments, also half-way through a part, and the tab is killed (seed ${seed})`, async ({
    browser,
    context,
    origin,
  }) => {
    const random = seeded(seed);
    const line = await openLine({ port: 0, bitsPerSecond: 100_000_000, roundTripMs: 10 });
    const own = await browser.newContext({
      baseURL: origin,
      proxy: { server: line.proxy, bypass: "<-loopback>" },
      storageState: await context.storageState(),
    });
    const sendBroken = async (page: Page, breaks: number, withinBytes: number) => {
      // Requests that the test itself makes are not cut: the breaks begin with the upload.
      line.begin([]);
      await expect.poll(() => line.isUp()).toBe(true);
      await fillIn(page, `Cut at random ${seed}`);
      const places = Array.from({ length: breaks }, () => ({
        atBytes: random() * withinBytes,
        downMs: random() * 300,
      }));
      line.begin(places.toSorted((one, other) => one.atBytes - other.atBytes));
      await page.getByRole("button", { name: "summarize" }).click();
    };
    try {
      const acknowledged = watchAcknowledged(own);
      const killed = await own.newPage();
      const killAt = random() * 0.6 * BYTES;
      const session = await own.newCDPSession(killed);
      await sendBroken(killed, 3, killAt);
      await expect.poll(() => line.putBytes(), { ...SLOW, intervals: [20] }).toBeGreaterThan(killAt);
      expect(line.breaksDone()).toBe(3);
      // Crashed, not closed: the page runs no code before it ends.
      const crashed = killed.waitForEvent("crash");
      // The crashed page never answers this command.
      session.send("Page.crash").catch(() => undefined);
      await crashed;
      const page = await own.newPage();
      await sendBroken(page, 2, UPLOAD_PART_BYTES - 1000);
      await expectArrived(page);
      expect(line.breaksDone()).toBe(2);
      expect(inOrder(acknowledged)).toEqual(ALL);
    } finally {
      await own.close();
      await line.stop();
    }
  });
}

// One upload meets all three, because each of them takes the whole file through the browser and the store.
test("each part has its answer lost, then an expired signature, then a byte changed: it is sent again until it is right, and once only", async ({
  page,
  context,
}) => {
  const acknowledged = watchAcknowledged(context);
  const file = await readFile(FILE);
  const lost: number[] = [];
  const expired: number[] = [];
  const changed: number[] = [];
  await page.route(PUTS, async (route) => {
    const request = route.request();
    const part = partOf(request);
    if (!lost.includes(part)) {
      lost.push(part);
      // The bytes are passed explicitly, because an intercepted request does not show the content of a Blob.
      const landed = await route.fetch({ postData: bytesOf(file, part), ...SLOW });
      expect(landed.status()).toBe(200);
      await route.abort("connectionreset");
    } else if (!expired.includes(part)) {
      expired.push(part);
      // Signed one hour early. The store refuses it like an expired one.
      const url = new URL(request.url());
      url.searchParams.set("X-Amz-Date", "20260101T000000Z");
      await route.continue({ url: url.href });
    } else if (!changed.includes(part)) {
      changed.push(part);
      const bytes = Buffer.from(bytesOf(file, part));
      bytes.writeUInt8(bytes.readUInt8(4321) ^ 1, 4321);
      await route.continue({ postData: bytes });
    } else await route.continue();
  });
  const answers: number[] = [];
  page.on("response", (response) => isPart(response.request()) && answers.push(response.status()));
  await begin(page, "Lost, expired, changed");
  await expectArrived(page);
  for (const parts of [lost, expired, changed, acknowledged]) expect(inOrder(parts)).toEqual(ALL);
  expect(answers.filter((status) => status === 403)).toHaveLength(PARTS);
  // Bytes that do not fit their digest.
  expect(answers.filter((status) => status === 400)).toHaveLength(PARTS);
});

test("Home warns two days before an unfinished upload is removed; continued, it ends the warning, also after the store has lost a part", async ({
  page,
  localState,
}) => {
  await page.route(PUTS, (route) => (partOf(route.request()) === 1 ? route.continue() : undefined));
  const landed = page.waitForResponse((response) => isPart(response.request()) && response.status() === 200, SLOW);
  await begin(page, "Soon removed");
  await landed;
  await page.goto("about:blank");
  const createdAt = Date.now() - UPLOAD_UNFINISHED_MS_MAX + UPLOAD_REMOVAL_NEAR_MS - 3_600_000;
  await page.goto("/");
  await expect(page.getByText("Kept until")).toBeVisible();
  await expect(page.getByText("is not finished and will be removed")).toHaveCount(0);
  await localState.rows("UPDATE unfinished_uploads SET created_at = ? WHERE title = 'Soon removed'", createdAt);
  await page.goto("/");
  await awake(page);
  const warning = page.getByRole("status").filter({ hasText: "“Soon removed” is not finished and will be removed" });
  await expect(warning).toContainText("Choose its file again before then, and only what is missing is sent.");
  await expect(page.getByText("Will be removed on")).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  await page.unroute(PUTS);
  await test.step("with a part missing at the end the page says so, and the same button sends the file again", async () => {
    await page.route(PUTS, async (route) => {
      if (partOf(route.request()) !== 2) return route.continue();
      await route.fulfill({ status: 200, headers: { ETag: '"never-stored"' } });
    });
    await fillUpload(page, { title: "Soon removed", file: FILE });
    await page.getByRole("button", { name: "summarize" }).click();
    await expect(page.getByText("Error uploading file. Please try again.")).toBeVisible(SLOW);
    await expectAccessible(page);
    await page.unroute(PUTS);
    await page.getByRole("button", { name: "summarize" }).click();
    await expectArrived(page);
  });
  await page.goto("/");
  await awake(page);
  await expect(page.getByText("Unfinished uploads")).toHaveCount(0);
  await expect(page.getByText("is not finished and will be removed")).toHaveCount(0);
});
