import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, spokenLines, test } from "#tests/e2e/acta-test.ts";
import { chooseLanguage } from "#tests/support/upload-in-browser.ts";

test.beforeEach(async ({ signInAs, speech }) => {
  await signInAs();
  // The speech engine refuses every request. A meeting that still gets minutes did not use it.
  await speech.tell({ mode: "401" });
});

async function openDialog(page: Page) {
  await page.goto("/?upload=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fillIn(page: Page, title: string) {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Title").fill(title);
  await chooseLanguage(dialog, "en");
  await dialog.getByLabel("Recording").setInputFiles(fixture("talk.mp4"));
  return dialog;
}

test("a transcript is refused, replaced, removed or dropped with its video in the dialog, and its names reach the page", async ({
  page,
}) => {
  const dialog = await fillIn(page, "Clinic, with names");
  const field = dialog.getByLabel("Recording");
  await test.step("a file that is no transcript is refused before anything is sent, and can be replaced or removed", async () => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("/api/acta/upload")) sent.push(request.url());
    });
    await field.setInputFiles({ name: "notes.vtt", mimeType: "text/vtt", buffer: Buffer.from("Minutes, as prose.") });
    await expect(dialog.getByText("This file holds no transcript", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "summarize" }).click();
    await expect(field).toBeFocused();
    expect(sent).toEqual([]);

    await field.setInputFiles(fixture("transcripts/charla-utf16.srt"));
    await expect(dialog.getByText("charla-utf16.srt")).toBeVisible();
    await expect(dialog.getByRole("alert")).toHaveCount(0);

    // By keyboard: the button removes the file, and the focus moves to the field for choosing another.
    await dialog.getByRole("button", { name: "Remove charla-utf16.srt" }).press("Enter");
    await expect(dialog.getByText("charla-utf16.srt")).toHaveCount(0);
    await expect(dialog.getByText("talk.mp4")).toBeVisible();
    await expect(field).toBeFocused();
  });

  await test.step("two files dropped at once lie in the zone together", async () => {
    await page.evaluate(() => {
      const files = new DataTransfer();
      files.items.add(new File(["x"], "review.mp4", { type: "video/mp4" }));
      files.items.add(new File(["WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n"], "review.vtt"));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    });
    await expect(dialog.getByText("review.mp4")).toBeVisible();
    await expect(dialog.getByText("review.vtt")).toBeVisible();
  });

  await test.step("the dialog with a transcript fits a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await field.setInputFiles({
      name: `${"a-very-long-name-of-a-weekly-meeting-".repeat(4)}.vtt`,
      mimeType: "text/vtt",
      buffer: Buffer.from("prose"),
    });
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  });

  await test.step("a video with its transcript: names on the page, and a click on what they said plays it", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await field.setInputFiles(fixture("talk.mp4"));
    await field.setInputFiles(fixture("transcripts/teams.vtt"));
    await expect(dialog.getByText("teams.vtt")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "summarize" }).click();
    await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
    await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });

    const transcript = page.getByRole("region", { name: "What was said" });
    for (const line of await spokenLines("talk.txt")) await expect(transcript).toContainText(line);
    await expect(transcript).toContainText("Núria Vidal Soler");
    await expect(transcript).toContainText("Ian O'Neill (Guest)");
    await expect(page.getByText("The transcript is the one that was given with the recording.")).toBeVisible();

    await transcript.getByText("Daniel will test the payment form on Monday.").click();
    const video = page.locator("video");
    await expect
      .poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime))
      .toBeGreaterThanOrEqual(15.6);
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => !media.paused)).toBe(true);
    await expectAccessible(page);
  });
});

test("a truncated recording says where it ends and that its transcript goes on, and words after the end offer nothing to play", async ({
  page,
}) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Title").fill("A card that was full");
  await chooseLanguage(dialog, "en");
  const whole = await readFile(fixture("fragmented.mp4"));
  const cut = whole.subarray(0, Math.floor(whole.length * 0.7));
  await dialog.getByLabel("Recording").setInputFiles({ name: "camera.mp4", mimeType: "video/mp4", buffer: cut });
  const text =
    "WEBVTT\n\n00:01.000 --> 00:03.000\n<v Laia>We speak about the agenda of the review.</v>\n\n" +
    "00:59.000 --> 01:02.000\n<v Marc>Nobody recorded the last point of it.</v>\n\n" +
    "39:00.000 --> 39:20.000\n<v Laia>This belongs to another meeting.</v>\n";
  await dialog
    .getByLabel("Recording")
    .setInputFiles({ name: "whole.vtt", mimeType: "text/vtt", buffer: Buffer.from(text) });
  await expect(dialog.getByText("whole.vtt")).toBeVisible();
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
  await expect(page.getByText(/The recording was cut off at 00:\d\d/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("The transcript goes on after the recording ends.")).toBeVisible();
  const transcript = page.getByRole("region", { name: "What was said" });
  await expect(transcript).toContainText("Nobody recorded the last point of it.");
  await expect(transcript.getByRole("link", { name: /00:01$/ })).toHaveCount(1);
  await expect(transcript.getByRole("link", { name: /00:59$/ })).toHaveCount(0);
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
});

test.describe("when the server rejects a transcript that the page accepted", () => {
  test.use({ expectedErrors: ["422"] });

  test("the dialog says so and continues without it: the video is not sent again", async ({ page, speech }) => {
    await speech.tell({ mode: "ok" });
    const puts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") puts.push(/original|transcript/.exec(request.url())?.[0] ?? "other");
    });
    // Simulates a connection that corrupts data: other bytes of the same length arrive.
    await page.route(/\/transcript-[0-9a-z]+\.vtt\?/, async (route) => {
      const bytes = route.request().postDataBuffer();
      await route.continue({ postData: Buffer.alloc(bytes?.byteLength ?? 0, "x") });
    });
    const dialog = await fillIn(page, "Mangled on the way");
    await dialog.getByLabel("Recording").setInputFiles(fixture("transcripts/zoom.vtt"));
    await expect(dialog.getByText("zoom.vtt")).toBeVisible();
    await page.getByRole("button", { name: "summarize" }).click();
    await expect(dialog.getByText("This file holds no transcript", { exact: false })).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByLabel("Title")).toHaveValue("Mangled on the way");
    await dialog.getByRole("button", { name: "Remove zoom.vtt" }).click();
    await page.getByRole("button", { name: "summarize" }).click();
    await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
    expect(puts).toEqual(["transcript", "original"]);
  });
});
