import { readFile } from "node:fs/promises";
import { common } from "#app/i18n/fr/common.ts";
import { awake, expect, test } from "#tests/e2e/acta-test.ts";
import { fits, HERE_TEXTS, start } from "#tests/e2e/here-page.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";

/** A part of a recording that the server does not take: said, and offered as a file, for as long as this browser has it. */

const TEXTS = HERE_TEXTS.fr;
const DOWNLOAD = new RegExp(`^${TEXTS.kept.download.mix.split("{{")[0]}`, "u");

test("a part that the server refuses is a file in the page while it records, above its minutes, and on Home", async ({
  page,
  context,
  origin,
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push("status of 422");
  await signInAs("ines");
  await context.grantPermissions(["microphone"], { origin });
  // The second piece of the recording is never taken.
  await page.route("**/pieces/mix/0/1", (route) =>
    route.fulfill({ status: 422, json: { error: { code: "invalid", message: "Not taken", reason: null } } }),
  );
  const title = "Une partie refusée";
  const meetId = await start(page, title, "fr");
  const download = page.getByRole("button", { name: DOWNLOAD });
  await expect(page.getByRole("alert")).toContainText(TEXTS.trouble.refused);
  await fits(page, "fr");
  await page.getByRole("button", { name: TEXTS.pause }).click();
  await expect(page.getByRole("button", { name: TEXTS.resume })).toBeVisible();
  await fits(page, "fr");
  await page.getByRole("button", { name: TEXTS.stop }).click();

  // The minutes come, and the part stays above them.
  await expect(page.getByText(TEXTS.trouble.kept)).toBeVisible();
  await expect(page.locator(".doc__status")).toHaveText(common.status.SUMMARIZED, { timeout: 60_000 });
  await expect(page.getByText(TEXTS.trouble.kept)).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(4, 8).toString("latin1")).toBe("ftyp");
  expect(bytes.includes("mdat")).toBe(true);
  await fits(page, "fr");
  await looksSound(page, "here-kept");

  // Later, in another tab, from the disk.
  await page.close();
  const later = await context.newPage();
  await later.goto(`/${meetId}`);
  await expect(later.getByText(TEXTS.trouble.kept)).toBeVisible();
  await expect(later.getByRole("button", { name: DOWNLOAD })).toBeVisible();
  await later.goto("/");
  await awake(later);
  const kept = later.locator(".waits");
  await expect(kept).toContainText(title);
  await expect(kept.getByRole("button", { name: DOWNLOAD })).toBeVisible();
  await fits(later, "fr");
  await kept.getByRole("button", { name: TEXTS.waits.discard }).click();
  await later.getByRole("dialog").getByRole("button", { name: TEXTS.discard.confirm }).click();
  await expect(kept).toHaveCount(0);
  await later.goto(`/${meetId}`);
  await awake(later);
  await expect(later.getByRole("button", { name: DOWNLOAD })).toHaveCount(0);
});
