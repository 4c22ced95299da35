import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** A call that broke off and began again: two recordings, which their owner makes one meeting of, and two again. */

const vtt = (words: string) => `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Aina Ferrer>The ${words} is the first line.

00:00:05.000 --> 00:00:08.000
<v Jonas Brandt>We will send the ${words} to Girona by Friday.
`;

test("two recordings are merged from the meeting's menu, played one after the other, and taken apart again", async ({
  page,
  origin,
  expectedErrors,
}) => {
  // The page may still ask for the recording that is taken out.
  expectedErrors.push("404");
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "merce", provider: "google" });
  const video = new Uint8Array(await readFile(fixture("talk.mp4")));
  const made = { origin, cookie, video };
  const first = await uploadWithTranscript({ ...made, title: "Budget call", transcript: vtt("budget") });
  const later = await uploadWithTranscript({ ...made, title: "Budget call", transcript: vtt("offer") });
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.goto(`/${first}`);
  await awake(page);
  const menu = page.getByLabel("More for Budget call");
  const dialog = page.getByRole("dialog", { name: "Merge with another recording" });
  const open = async () => {
    await menu.press("Enter");
    await page.getByRole("link", { name: "Merge with another recording" }).press("Enter");
  };
  await test.step("a dialog that is closed gives the focus back to the menu", async () => {
    await open();
    await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
  });

  await test.step("the dialog suggests the meeting beside it, and shows order and pause", async () => {
    await open();
    await expect(dialog.getByLabel("Which recording?")).toHaveValue(later);
    await expectAccessible(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
    await dialog.getByLabel("Pause between them, in minutes").fill("2");
    await dialog.getByRole("button", { name: "Merge", exact: true }).press("Enter");
    await expect(page.getByText("Merged into one meeting", { exact: true })).toBeVisible();
  });
  await expect(page.getByText("This meeting was put together from 2 recordings.")).toBeVisible();
  await expect(page.locator("#transcript").getByText("We will send the offer to Girona by Friday.")).toBeVisible();

  await test.step("a line of the second part plays the second recording", async () => {
    const video = page.locator(".player video");
    await expect.poll(async () => video.getAttribute("src")).toBe(`/api/acta/meetings/${first}/recording`);
    await page.locator("#transcript").getByText("We will send the offer to Girona by Friday.").click();
    await expect.poll(async () => video.getAttribute("src")).toBe(`/api/acta/meetings/${first}/recording?part=1`);
    await expect
      .poll(() => video.evaluate((media: HTMLVideoElement) => Math.floor(media.currentTime)))
      .toBeGreaterThan(4);
  });

  await test.step("its old address leads to the whole", async () => {
    await page.goto(`/${later}`);
    await expect(page).toHaveURL(new RegExp(`/${first}$`));
  });

  await test.step("the last recording is taken out again", async () => {
    await awake(page);
    await page.getByRole("button", { name: "Take the last one out" }).press("Enter");
    await expect(page.getByText("Two meetings again", { exact: true })).toBeVisible();
    await expect(page.locator("#transcript").getByText("We will send the offer", { exact: false })).toHaveCount(0);
    await page.goto("/history");
    await expect(page.getByRole("link", { name: "Budget call" })).toHaveCount(2);
  });
});
