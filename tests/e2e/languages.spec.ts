import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { strToU8 } from "fflate";
import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";

/** Meetings in a language that is written from right to left, and in one without spaces: made, read, found and taken along. */

const cues = (...lines: readonly [name: string, words: string][]) =>
  `WEBVTT\n\n${lines
    .map(([name, words], index) => `00:0${index}:01.000 --> 00:0${index}:09.000\n<v ${name}>${words}</v>\n`)
    .join("\n")}`;

const ARABIC = cues(
  ["ليلى حداد", "صباح الخير، نبدأ اجتماع الميزانية لعام 2026 ونراجع العرض الذي أرسلته شركة Lirio Foods."],
  ["Tom Ward", "وصل العرض يوم الاثنين، والسعر الجديد هو 12,500 يورو بدلاً من 14,000 يورو."],
  ["ليلى حداد", "سأكتب إلى الشركة اليوم قبل الساعة 17:30 وأرسل نسخة من العرض إلى الجميع."],
);
const JAPANESE = cues(
  ["田中花子", "おはようございます。今日の会議では、新製品の発売日と予算について話します。"],
  ["佐藤健", "見積もりは月曜日に届きました。新製品の価格は百二十万円で、前の価格より安いです。"],
  ["田中花子", "それでは、新製品を三月十五日に発売することに決めました。展示会の前に間に合います。"],
);

test.beforeEach(async ({ signInAs }) => {
  await signInAs("neus", "google");
});

async function importTalk(page: Page, talk: { title: string; language: string; content: string }) {
  await page.goto("/history?import=1");
  await awake(page);
  const dialog = page.getByRole("dialog", { name: "Import transcripts" });
  await dialog
    .getByLabel("Choose files")
    .setInputFiles([
      { name: `${talk.title} 2026-01-20 09.30.vtt`, mimeType: "text/vtt", buffer: Buffer.from(strToU8(talk.content)) },
    ]);
  await dialog.getByLabel("Language of the meetings").selectOption(talk.language);
  await dialog.getByRole("button", { name: "Import 1 meeting" }).click();
  await dialog.getByRole("link", { name: `Open ${talk.title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: talk.title })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
}

/** Once the minutes' PDF is written, the fonts in it: those of a script come from the site's files. */
async function fontsOfPdf(page: Page): Promise<string> {
  const address = `/api/acta/meetings${new URL(page.url()).pathname}/pdf`;
  await expect.poll(async () => (await page.request.get(address)).status(), { timeout: 30_000 }).toBe(200);
  const input = await (await page.request.get(address)).body();
  const file = path.join(mkdtempSync(path.join(tmpdir(), "acta-pdf-")), "minutes.pdf");
  writeFileSync(file, input);
  return execFileSync("pdffonts", [file], { encoding: "utf8" });
}

test("a meeting in Arabic is read from right to left, found, and drawn in its PDF", async ({ page }) => {
  const title = "اجتماع الميزانية 2026";
  await importTalk(page, { title, language: "ar", content: ARABIC });
  const heading = page.getByRole("heading", { level: 1, name: title });
  expect(await heading.evaluate((each) => getComputedStyle(each).direction)).toBe("rtl");
  const quoted = page.getByText("سأكتب إلى الشركة اليوم", { exact: false }).first();
  expect(await quoted.evaluate((each) => getComputedStyle(each).direction)).toBe("rtl");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await fontsOfPdf(page)).toMatch(/\+Noto-arabic\b/u);

  await page.goto("/history");
  const row = page.getByRole("link", { name: title });
  expect(await row.evaluate((each) => getComputedStyle(each).direction)).toBe("rtl");
  // Typed with its vowels, as nobody said it.
  await page.goto(`/search?q=${encodeURIComponent("العَرْض")}`);
  await expect(page.locator("mark").filter({ hasText: "العرض" }).first()).toBeVisible();
});

test("a meeting in Japanese is quoted, found by a word within a sentence, and drawn in its PDF", async ({ page }) => {
  const title = "新製品の相談";
  await importTalk(page, { title, language: "ja", content: JAPANESE });
  await expect(page.getByText("新製品を三月十五日に発売することに決めました。").first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await fontsOfPdf(page)).toMatch(/\+Noto-japanese\b/u);

  await page.goto(`/search?q=${encodeURIComponent("会議")}`);
  await expect(page.locator("mark").filter({ hasText: "会議" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: title })).toBeVisible();
});
