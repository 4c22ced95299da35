import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import {
  awake,
  expect,
  expectAccessible,
  expectContrast,
  expectNoOverflow,
  fixture,
  test,
} from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** A clip from selected lines to its revocation, by somebody whose meeting no other test needs. */
const NEUS = { person: "neus", provider: "google" } as const;
const MEETING = "Renewal of the clinic, in confidence";
const LINES = ["The weather is bad.", "We sign in March.", "The clinic agrees.", "Nobody may know yet."];
const GONE = "This meeting is not available or has been deactivated.";

test.describe.configure({ mode: "serial" });
test.use({ expectedErrors: ["404"] });

let meetId = "";

async function openMeeting(page: Page, origin: string): Promise<void> {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...NEUS });
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  if (meetId === "") {
    const video = new Uint8Array(await readFile(fixture("talk.mp4")));
    const cues = LINES.map((line, at) => {
      const two = (seconds: number) => String(seconds).padStart(2, "0");
      return `00:00:${two(at * 6)}.000 --> 00:00:${two(at * 6 + 5)}.500\n<v ${at % 2 === 0 ? "Joan Vila" : "Marta Ruiz"}>${line}</v>`;
    });
    const transcript = `WEBVTT\n\n${cues.join("\n\n")}\n`;
    meetId = await uploadWithTranscript({ origin, cookie, title: MEETING, video, transcript });
  }
  await page.goto(`${origin}/${meetId}`);
  await awake(page);
}

/** Selects from the beginning of one line to the end of another, as a drag of the mouse does. */
async function selectLines(page: Page, first: string, last: string): Promise<void> {
  const said = page.getByRole("region", { name: "What was said" });
  await expect(said.getByText(first)).toBeVisible();
  await said.evaluate(
    (panel, [from, to]) => {
      const lines = [...panel.querySelectorAll(".seg")];
      const start = lines.find((line) => line.textContent?.includes(from ?? ""));
      const end = lines.find((line) => line.textContent?.includes(to ?? ""));
      if (start && end) getSelection()?.setBaseAndExtent(start, 0, end, end.childNodes.length);
    },
    [first, last],
  );
}

const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: "Make a clip" });

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.ACTA_SHOTS) await page.screenshot({ path: `${process.env.ACTA_SHOTS}/clips-${name}.png` });
}

/** Overflow at both widths, contrast in dark, axe in light. */
async function expectLooksSound(page: Page, name: string): Promise<void> {
  await shoot(page, `${name}-1280-light`);
  await expectNoOverflow(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot(page, `${name}-390-dark`);
  await expectContrast(page);
  await expectNoOverflow(page);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await expectNoOverflow(page);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 844 });
}

test("selected lines become a clip, which plays for somebody without an account until it is revoked", async ({
  page,
  origin,
  pageOfAnother,
}) => {
  test.setTimeout(120_000);
  await openMeeting(page, origin);
  await selectLines(page, "We sign in March.", "The clinic agrees.");
  await page.getByRole("button", { name: "Make a clip" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Title")).toHaveValue("We sign in March. The clinic agrees.");
  await expectLooksSound(page, "dialog");
  const url =
    await test.step("its ends are moved by keyboard, and one press makes it and copies its link", async () => {
      const end = dialog.getByRole("slider", { name: "End" });
      const before = Number(await end.getAttribute("aria-valuenow"));
      await end.focus();
      await page.keyboard.press("ArrowLeft");
      await expect(end).toHaveAttribute("aria-valuenow", String(before - 1));
      await dialog.getByLabel("Title").fill("When we sign");
      await dialog.getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByText("The clip is made and its link is copied.").first()).toBeVisible();
      await expect(dialog).toBeHidden();
      return page.evaluate(() => navigator.clipboard.readText());
    });
  expect(url).toMatch(new RegExp(`^${origin}/clip/[0-9a-z]{26}$`));

  const viewer = await pageOfAnother({});
  await test.step("the link plays its sound and picture, with its words and nothing else", async () => {
    await viewer.goto(url);
    await expect(viewer.getByRole("heading", { name: "When we sign", level: 1 })).toBeVisible();
    await expect(viewer.getByText("The clinic agrees.")).toBeVisible();
    for (const hidden of [LINES[0], LINES[3], MEETING]) await expect(viewer.getByText(hidden ?? "")).toHaveCount(0);
    const video = viewer.locator("video");
    await viewer.getByText("The clinic agrees.").click();
    const at = () => video.evaluate((media: HTMLVideoElement) => media.currentTime);
    const begun = 5;
    await expect.poll(at, { timeout: 20_000 }).toBeGreaterThan(begun + 0.5);
    const { width, length } = await video.evaluate((media: HTMLVideoElement) => ({
      width: media.videoWidth,
      length: media.duration,
    }));
    expect(width).toBe(160);
    expect(length).toBeGreaterThan(9);
    expect(length).toBeLessThan(12);
    await video.evaluate((media: HTMLVideoElement) => media.pause());
    await expectLooksSound(viewer, "page");
    await viewer.goto(`${url}/embed`);
    await expect(viewer.locator("video")).toBeVisible();
    await shoot(viewer, "embed");
    await expectAccessible(viewer);
  });

  await test.step("its owner finds it beside the meeting's link, and revokes it", async () => {
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const share = page.getByRole("dialog", { name: "Share meeting" });
    const clips = share.getByRole("region", { name: "Clips" });
    await expect(clips.getByText("When we sign")).toBeVisible();
    await clips.getByText("Change").click();
    await clips.scrollIntoViewIfNeeded();
    await expectLooksSound(page, "list");
    await clips.getByLabel("Title").fill("When we sign it");
    await page.keyboard.press("Enter");
    await expect(clips.getByRole("button", { name: "Copy link: When we sign it" })).toBeVisible();
    await clips.getByRole("button", { name: "Revoke When we sign it" }).click();
    await expect(clips.getByText("The link no longer works.")).toBeVisible();
    await viewer.goto(url);
    await expect(viewer.getByText(GONE)).toBeVisible();
    await clips.getByRole("button", { name: "Undo" }).click();
    await expect(clips.getByText("The link works again.")).toBeVisible();
    await viewer.goto(url);
    await expect(viewer.getByRole("heading", { name: "When we sign it", level: 1 })).toBeVisible();
  });
});

test("a clip begins at a line by keyboard, in the menu, and by a drag on the timeline with Shift", async ({
  page,
  origin,
}) => {
  await openMeeting(page, origin);
  const dialog = dialogOf(page);
  const said = page.getByRole("region", { name: "What was said" });
  await said.getByText("We sign in March.").focus();
  await expect(async () => {
    await page.keyboard.press("x");
    await expect(dialog).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  await expect(dialog.getByRole("slider", { name: "Start" })).toHaveAttribute("aria-valuetext", "00:06");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.locator("summary[aria-label^='More for']").click();
  await page.getByRole("button", { name: "Make a clip" }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");

  const ruler = page.locator(".ruler__seek");
  const box = await ruler.boundingBox();
  if (!box) throw new Error("the timeline is not shown");
  const y = box.y + box.height / 2;
  await page.keyboard.down("Shift");
  await page.mouse.move(box.x + box.width * 0.25, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.75, y, { steps: 4 });
  await shoot(page, "drag");
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(dialog).toBeVisible();
  const start = Number(await dialog.getByRole("slider", { name: "Start" }).getAttribute("aria-valuenow"));
  expect(start).toBeGreaterThan(4);
  expect(start).toBeLessThan(8);
});
