import { strToU8, zipSync } from "fflate";
import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";

const cues = (...lines: readonly [name: string, words: string][]) =>
  `WEBVTT\n\n${lines
    .map(([name, words], index) => `00:0${index}:01.000 --> 00:0${index}:09.000\n<v ${name}>${words}</v>\n`)
    .join("\n")}`;
const BOARD = cues(
  ["Nora Puig", "We open the hall on Friday, and the lamps are paid for."],
  ["Tom Ward", "I bring the ladders before noon."],
);
const GARDEN =
  "# Garden day\n\nDate: November 19, 2025\n\n**Eva Roca** *[00:01]*: The seeds arrive on Monday.\n\n**Tom Ward** *[00:09]*: Then we plant on Tuesday.\n";
const LETTER = "Dear all,\n\nplease find the minutes attached.\n";

const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(typeof content === "string" ? strToU8(content) : content),
});

test.beforeEach(async ({ signInAs }) => {
  await signInAs("ines", "google");
});

async function openImport(page: Page) {
  await page.goto("/history?import=1");
  await awake(page);
  const dialog = page.getByRole("dialog", { name: "Import transcripts" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("old transcripts become meetings with minutes; the same ones are named, and an import can be undone", async ({
  page,
  expectedErrors,
}) => {
  // Remix reports a navigation that another one interrupts while its answer is being read: the dialog is left as soon as it is there.
  expectedErrors.push("AbortError: signal is aborted");
  await page.goto("/");
  await awake(page);
  await page.getByRole("link", { name: "upload recording" }).first().click();
  await page.getByRole("dialog").getByRole("link", { name: "Import transcripts" }).click();
  const dialog = page.getByRole("dialog", { name: "Import transcripts" });
  await expectAccessible(page);

  await test.step("files and a ZIP are read, and what cannot be read is named", async () => {
    const zip = zipSync({ "2025/garden.md": strToU8(GARDEN), "2025/sound.mp3": strToU8("x") });
    await dialog
      .getByLabel("Choose files")
      .setInputFiles([file("Board 2025-11-18 09.30.vtt", BOARD), file("letter.txt", LETTER), file("export.zip", zip)]);
    await expect(dialog.getByLabel("Title of Board 2025-11-18 09.30.vtt")).toHaveValue("Board");
    await expect(dialog.getByLabel("Date and time of Board 2025-11-18 09.30.vtt")).toHaveValue("2025-11-18T09:30");
    await expect(dialog.getByLabel("Title of garden.md")).toHaveValue("Garden day");
    await expect(dialog.getByLabel("Date and time of garden.md")).toHaveValue("2025-11-19T12:00");
    await expect(dialog.getByText("2 lines, Nora Puig, Tom Ward.")).toBeVisible();
    await expect(dialog.getByText("No transcript was found in it", { exact: false })).toBeVisible();
    await expect(dialog.getByText("1 other file was left out: sound.mp3.")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoOverflow(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("a title that is missing is asked for, by keyboard", async () => {
    const title = dialog.getByLabel("Title of garden.md");
    await title.fill("");
    await title.press("Enter");
    await expect(title).toBeFocused();
    await expect(dialog.getByText("Write a title.")).toBeVisible();
    await title.fill("Garden");
    await dialog.getByLabel("Language of the meetings").selectOption("en");
    await title.press("Enter");
    await expect(dialog.getByText("2 meetings imported. The minutes are being written.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the meeting has its words, names, date and minutes", async () => {
    await dialog.getByRole("link", { name: "Open Board" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Board" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("I bring the ladders before noon.").first()).toBeVisible();
    await expect(page.getByText("Tom Ward").first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the same words again are named, and make nothing", async () => {
    const again = await openImport(page);
    await expect(page.getByRole("main").getByText("Garden", { exact: true })).toBeVisible();
    const other = cues(["Nora Puig", "The roof is repaired in May."], ["Tom Ward", "I call the builder today."]);
    await again
      .getByLabel("Choose files")
      .setInputFiles([file("other name.vtt", BOARD), file("roof.vtt", other), file("roof copy.vtt", other)]);
    await expect(again.getByText("Imported before as")).toBeVisible();
    await expect(again.getByRole("link", { name: "Board" })).toBeVisible();
    await expect(again.getByText("The same words as roof.vtt: it is imported once.")).toBeVisible();
    await again.getByRole("button", { name: "Import 1 meeting" }).click();
    await expect(again.getByText("1 meeting imported.", { exact: false })).toBeVisible();
  });

  await test.step("undo removes what this import made, and no more", async () => {
    const again = page.getByRole("dialog", { name: "Import transcripts" });
    await again.getByRole("button", { name: "Undo import" }).click();
    await expect(again.getByText("The imported meetings are removed.")).toBeVisible();
    await again.getByRole("button", { name: "Close" }).last().click();
    await page.reload();
    await awake(page);
    await expect(page.getByRole("main").getByText("Board", { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByText("Roof", { exact: true })).toHaveCount(0);
  });
});

test.describe("a server that does not answer", () => {
  test.use({ expectedErrors: ["503"] });

  test("a folder is chosen by its own control, and a file that fails can be sent again", async ({ page }) => {
    const dialog = await openImport(page);
    await dialog
      .getByLabel("Choose files")
      .setInputFiles([file("Board 2025-11-18 09.30.vtt", BOARD.replace("Friday", "Sunday"))]);
    await expect(dialog.getByLabel("Choose a folder")).toHaveAttribute("webkitdirectory", "");
    await page.route("**/api/acta/imports", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await dialog.getByRole("button", { name: "Import 1 meeting" }).click();
    await expect(dialog.getByText("1 file was not imported.", { exact: false })).toBeVisible();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(dialog.getByText("1 meeting imported.", { exact: false })).toBeVisible();
  });
});
