import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** Two talks in one recording, which their owner makes two meetings of, and one again. */

const TRANSCRIPT = `WEBVTT

00:00:01.000 --> 00:00:05.000
<v Aina Ferrer>We will send the budget to Girona by Friday.

00:00:12.000 --> 00:00:18.000
<v Jonas Brandt>Now the second talk, we will book the room by Monday.
`;
const SECOND = "Now the second talk, we will book the room by Monday.";

test("a recording is split from a line of the transcript, each part plays its own, and both are put together again", async ({
  page,
  origin,
  expectedErrors,
}) => {
  // A moment is refused, and the page may still ask for the second meeting when it goes.
  expectedErrors.push("422", "404");
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "remei", provider: "google" });
  const video = new Uint8Array(await readFile(fixture("talk.mp4")));
  const meetId = await uploadWithTranscript({ origin, cookie, video, title: "Two talks", transcript: TRANSCRIPT });
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.goto(`/${meetId}`);
  await awake(page);
  const transcript = page.locator("#transcript");
  const player = page.locator(".player video");

  await test.step("a moment near the beginning is refused in words", async () => {
    await page.getByLabel("More for Two talks").press("Enter");
    await page.getByRole("link", { name: "Split the meeting here" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Split the meeting" });
    await expect(dialog.getByText("Each part needs at least ten seconds. Choose another moment.")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel("More for Two talks")).toBeFocused();
  });

  await test.step("the dialog shows the line that begins the second part, and what happens", async () => {
    await transcript.getByText(SECOND).press("e");
    await transcript.getByRole("link", { name: "Split the meeting here, 00:12" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Split the meeting" });
    await expect(dialog.getByText(SECOND)).toBeVisible();
    await expect(dialog.getByLabel("Title of the second meeting")).toHaveValue("Two talks (2)");
    await expectAccessible(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
    await dialog.getByLabel("Title of the second meeting").fill("Room booking");
    await dialog.getByRole("button", { name: "Split the meeting" }).press("Enter");
    await expect(page.getByText("Split into two meetings", { exact: true })).toBeVisible();
  });
  await expect(page.getByText("This is the first part of a meeting that you split.")).toBeVisible();
  await expect(transcript.getByText(SECOND)).toHaveCount(0);

  await test.step("the second part plays the recording from its moment", async () => {
    await page.getByRole("link", { name: "Open the second part" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Room booking" })).toBeVisible();
    await awake(page);
    await expectAccessible(page);
    await transcript.getByText(SECOND).click();
    await expect
      .poll(() => player.evaluate((media: HTMLVideoElement) => Math.floor(media.currentTime)))
      .toBeGreaterThanOrEqual(12);
    await page.goto("/history");
    await expect(page.getByRole("link", { name: "Two talks" })).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Room booking" })).toHaveCount(1);
  });

  await test.step("the dialog says which changes are lost before both are one again", async () => {
    await page.getByRole("link", { name: "Room booking" }).press("Enter");
    await awake(page);
    await page.getByRole("button", { name: "Put both together again" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Put both parts together again" });
    await expect(dialog.getByText("The second meeting is deleted", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Put together" }).press("Enter");
    await expect(page).toHaveURL(new RegExp(`/${meetId}$`));
    await expect(transcript.getByText(SECOND)).toBeVisible();
    await page.goto("/history");
    await expect(page.getByRole("link", { name: "Room booking" })).toHaveCount(0);
  });
});
