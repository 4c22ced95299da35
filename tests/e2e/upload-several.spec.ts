import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";

test("several recordings are sent one after the other, each with its own title, date and progress", async ({
  page,
  signInAs,
}) => {
  await signInAs("oriol", "google");
  await page.goto("/?upload=1");
  await awake(page);
  const talk = await readFile(fixture("talk-captions.mp4"));
  const named = (name: string, buffer = talk) => ({ name, mimeType: "video/mp4", buffer });
  await page
    .getByRole("dialog")
    .getByLabel("Recording")
    .setInputFiles([
      named("Board 2025-11-18 09.30.mp4"),
      named("silent 2025-11-18 10.30.mp4", await readFile(fixture("no-audio.mp4"))),
      named("Spare 2025-11-18 11.30.mp4"),
      named("PXL_20251119_083012345.mp4"),
    ]);

  const dialog = page.getByRole("dialog", { name: /^[34] recordings$/u });
  await expect(dialog.getByLabel("Title of Board 2025-11-18 09.30.mp4")).toHaveValue("Board");
  await expect(dialog.getByLabel("Date and time of Board 2025-11-18 09.30.mp4")).toHaveValue("2025-11-18T09:30");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const garden = dialog.getByLabel("Title of PXL_20251119_083012345.mp4");
  await dialog.getByRole("button", { name: "Remove Spare 2025-11-18 11.30.mp4" }).press("Enter");
  await expect(garden).toBeFocused();
  await garden.fill("Garden");
  await dialog.getByLabel("Language of the meeting").selectOption("en");
  await dialog.getByRole("button", { name: "summarize" }).press("Enter");

  const card = page.getByRole("dialog", { name: "2 of 3 have arrived" });
  await expect(card).toBeVisible({ timeout: 60_000 });
  await expect(card.getByText("The recording has no sound track.", { exact: false })).toBeVisible();
  await expect(card.getByRole("button", { name: "Send again what failed" })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("link", { name: "Open Garden" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Garden" })).toBeVisible();
  await page.goto("/history");
  await expect(page.getByRole("main").getByText("Board", { exact: true })).toBeVisible();
});
