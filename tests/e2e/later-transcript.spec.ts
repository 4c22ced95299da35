import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, spokenLines, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { hold } from "#tests/support/slow-line.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const SLOW = { timeout: 60_000 };

/** A meeting of the signed-in person whose recording has no captions. */
async function uploadTalk(origin: string, title: string): Promise<string> {
  const { cookie } = await localSignIn({ appOrigin: origin });
  return uploadOverHttp({ origin, cookie, title, bytes: new Uint8Array(await readFile(fixture("talk.mp4"))) });
}

test.beforeEach(async ({ signInAs, speech }) => {
  await signInAs();
  await speech.tell({ mode: "401" });
});

test.describe("a transcript after the meeting", () => {
  // The first file of the test is none.
  test.use({ expectedErrors: ["422"] });

  test("a meeting that could not be transcribed takes a transcript on its page; later another one takes its place, and the first is not lost", async ({
    page,
    origin,
  }) => {
    test.setTimeout(180_000);
    const meetId = await uploadTalk(origin, "Transcript afterwards");
    await page.goto(`/${meetId}`);
    await awake(page);
    const add = page.getByRole("button", { name: "Add a transcript" });
    await expect(add.first()).toBeVisible(SLOW);
    await expect(page.getByRole("button", { name: "Transcribe again" })).toBeVisible();
    // The operator's steps are folded.
    const advice = page.locator("details", { hasText: "For whoever runs this server" });
    await expect(advice.getByRole("listitem").first()).toBeHidden();
    await test.step("a list that is opened before its part's script is here stays open, and keeps the focus", async () => {
      const script = await hold(page, /\/assets\/later-shell-.*\.js$/u);
      await page.reload();
      await script.asked;
      await awake(page);
      await expect(advice.getByRole("listitem").first()).toBeHidden();
      await advice.evaluate((element) => element.setAttribute("data-drawn-by", "server"));
      await advice.locator("summary").press("Enter");
      await expect(advice.getByRole("listitem").first()).toBeVisible();
      script.release();
      await expect(page.locator("[data-drawn-by=server]")).toHaveCount(0);
      await expect(advice.getByRole("listitem").first()).toBeVisible();
      await expect(advice.locator("summary")).toBeFocused();
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page);

    await page.locator("#minutes .actions").getByRole("button", { name: "Add a transcript" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add a transcript" });
    const file = dialog.getByLabel("Transcript (.vtt, .srt, .docx and others)");
    await dialog.getByRole("button", { name: "Add a transcript" }).click();
    await expect(dialog.getByText("Choose a file first.")).toBeVisible();
    await expect(file).toBeFocused();
    // Dropped beside the zone, which is the whole window.
    await page.evaluate(() => {
      const files = new DataTransfer();
      files.items.add(new File(["Minutes, as prose."], "notes.vtt", { type: "text/vtt" }));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true }));
    });
    await expect.poll(() => file.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe("notes.vtt");
    await dialog.getByRole("button", { name: "Add a transcript" }).click();
    await expect(dialog.getByText("This file holds no transcript", { exact: false })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await file.setInputFiles(fixture("transcripts/teams.vtt"));
    await dialog.getByRole("button", { name: "Add a transcript" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible(SLOW);
    await page.setViewportSize({ width: 1280, height: 844 });
    const transcript = page.getByRole("region", { name: "What was said" });
    for (const line of await spokenLines("talk.txt")) await expect(transcript).toContainText(line);

    const openMenu = async () => {
      await page.getByLabel("More for Transcript afterwards").click();
      await page.getByRole("button", { name: "Replace the transcript" }).click();
    };
    await openMenu();
    const other = page.getByRole("dialog", { name: "Replace the transcript" });
    await expect(
      other.getByText("The present transcript goes, and with it the corrections", { exact: false }),
    ).toBeVisible();
    await expectAccessible(page);
    await other.getByLabel("Transcript (.vtt, .srt, .docx and others)").setInputFiles(fixture("transcripts/zoom.vtt"));
    await other.getByRole("button", { name: "Replace the transcript" }).click();
    await expect(other).toBeHidden();
    await expect(transcript).toContainText("ian (he/him)", SLOW);
    await expect(transcript).not.toContainText("Núria Vidal Soler");
    await expect(page.getByText("Completed").first()).toBeVisible(SLOW);
    await openMenu();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      other.getByRole("link", { name: "Download the transcript that was replaced last" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Transcript afterwards.vtt");
    expect(await readFile(await download.path(), "utf8")).toContain("Núria Vidal Soler");
  });
});

test("a failed meeting is transcribed again from its row in the history", async ({ page, origin, speech }) => {
  test.setTimeout(120_000);
  const meetId = await uploadTalk(origin, "Again from its row");
  // The server knows of the failure before the history shows it.
  const meetingPage = async () => (await page.request.get(`/${meetId}`)).text();
  await expect.poll(meetingPage, SLOW).toContain("Transcribe again");
  await speech.tell({ mode: "ok" });
  await page.goto("/history");
  await awake(page);
  const row = page.getByRole("row").filter({ hasText: "Again from its row" }).first();
  await expect(row).toContainText("Transcription error");
  await row.getByLabel("More for Again from its row").click();
  await row.getByRole("button", { name: "Transcribe again" }).press("Enter");
  // The row shows what follows, and the page stays.
  await expect(row).not.toContainText("Transcription error", SLOW);
  await expect(row).toContainText("Completed", SLOW);
  // A meeting that is completed offers nothing to repeat.
  await row.getByLabel("More for Again from its row").click();
  await expect(row.getByRole("link", { name: "Delete meeting" })).toBeVisible();
  await expect(row.getByRole("button", { name: "Transcribe again" })).toHaveCount(0);
  expect(await meetingPage()).toContain("Key quotes from this meeting");
});
