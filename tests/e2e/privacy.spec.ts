import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  awake,
  expect,
  expectAccessible,
  expectContrast,
  expectNoOverflow,
  fixture,
  test,
} from "#tests/e2e/acta-test.ts";
import { announcedNotice } from "#tests/e2e/seeds.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** Privacy settings. Lucía's account is deleted here; a worker runs one test at a time, and she can sign in anew afterwards. */
test.use({ expectedErrors: ["401", "404", "422"] });

/** Overflow and axe on a phone in light, contrast in dark at the full width. */
async function looksSound(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 844 });
}

test("a person chooses how long Acta keeps recordings, finds the choice again, and downloads everything as one ZIP", async ({
  page,
  signInAs,
}) => {
  await signInAs("lucia");
  await page.goto("/settings");
  await awake(page);
  await page.getByRole("link", { name: "Open privacy settings" }).click();
  const recordings = page.getByRole("combobox", { name: "Recordings" });
  await expect(recordings).toHaveValue("null");
  await looksSound(page);
  await recordings.selectOption({ label: "90 days" });
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await awake(page);
  await expect(page.getByRole("combobox", { name: "Recordings" })).toHaveValue("90");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download everything" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^acta-\d{4}-\d\d-\d\d\.zip$/u);
});

test("the owner keeps a meeting in spite of a rule, and reads beside it to what a recorded person objects", async ({
  page,
  context,
  origin,
  signInAs,
}) => {
  await signInAs("lucia");
  const { cookie } = await localSignIn({ appOrigin: origin, person: "lucia" });
  const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
  const meetId = await uploadOverHttp({ origin, cookie, title: "Kept for a while", bytes });
  await test.step("the meeting's page says what its rule deletes and when, and one click keeps it", () =>
    keepMeeting(page, meetId));
  // An open page notices that its session has ended, and leaves.
  await page.goto("about:blank");
  await context.clearCookies();
  await test.step("a recorded person objects by keyboard", () => object(page, meetId));
  await signInAs("lucia");
  await page.goto(`/${meetId}`);
  const note = page.getByRole("status").filter({ hasText: "A person who was recorded objects (Pere):" });
  await expect(note).toContainText("Please delete what I said.");
});

async function keepMeeting(page: Page, meetId: string): Promise<void> {
  await page.goto(`/settings/privacy?meeting=${meetId}`);
  await awake(page);
  const own = page.getByRole("region", { name: "How long Acta keeps this meeting" });
  await own.getByRole("checkbox", { name: "As all my meetings" }).uncheck();
  await own.getByRole("combobox", { name: "Transcripts" }).selectOption({ label: "6 months" });
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await own.getByRole("link", { name: "Kept for a while" }).click();
  const note = page.getByText("The transcript and the chat will be deleted on");
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: "Keep everything of this meeting" }).click();
  await expect(
    page.getByText("Acta keeps everything of this meeting until you delete it.", { exact: true }),
  ).toBeVisible();
  await page.reload();
  await awake(page);
  await expect(page.getByRole("heading", { level: 1, name: "Kept for a while" })).toBeVisible();
  await expect(note).toHaveCount(0);
}

async function object(page: Page, meetId: string): Promise<void> {
  await page.goto(await announcedNotice(meetId));
  await awake(page);
  await expect(page.getByText("Acta records this meeting for Lucía.")).toBeVisible();
  await expect(page.getByText("Kept for a while")).toHaveCount(0);
  const text = page.getByLabel("What should happen?");
  await page.getByLabel("Your name (if you wish)").focus();
  await page.keyboard.press("Tab");
  await expect(text).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Write what you object to.")).toBeVisible();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await page.getByLabel("Your name (if you wish)").fill("Pere");
  await text.fill("Please delete what I said.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const received = page.getByRole("status").filter({ hasText: "Your objection has been received." });
  await expect(received).toBeVisible();
  await expect(text).toHaveCount(0);
  await expectAccessible(page);
}

test("an address of the notice that stands for nothing says so, asks nothing, and is sound by day and by night, wide and on a phone", async ({
  page,
}) => {
  await page.goto("/recorded/AAAAAAAAAAAAAAAAAAAAAA");
  await awake(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About this recording");
  await expect(page.getByText("There is no meeting under this address.")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await looksSound(page);
});

test("an account is deleted by keyboard after its address was written, and its pages are closed", async ({
  page,
  origin,
  expectedErrors,
  signInAs,
}) => {
  test.setTimeout(120_000);
  // A page that comes open as the account goes asks for its socket.
  expectedErrors.push("HTTP Authentication failed");
  await signInAs("lucia");
  await page.goto("/settings/privacy");
  await awake(page);
  const address = page.getByLabel("Write your e-mail address to confirm");
  await address.fill("somebody@else.example");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("That is not the address of this account.");
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await address.fill("lucia@ferrer.example");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Delete account" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("This account is being deleted, with everything in it.")).toBeVisible();
  await page.goto("/settings");
  await expect(page).toHaveURL(/signin/u);
  // Refused until everything is gone; then the same address begins a new account.
  const signsIn = () =>
    localSignIn({ appOrigin: origin, person: "lucia" }).then(
      () => true,
      () => false,
    );
  await expect.poll(signsIn, { timeout: 60_000 }).toBe(true);
});
