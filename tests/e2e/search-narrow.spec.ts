import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { awake, expect, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { chooseLanguage, looksSound } from "#tests/e2e/looks-sound.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** Found lines on a telephone begin near the words that were looked for, wherever these stand in a long line. */

const PERSON = { person: "jana", provider: "google" } as const;
const REST = "and after that we talked about the shelves along the wall, the glass, the seedlings and the water";
const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:03.000
<v Nora Puig>Marigolds come first this year, ${REST}.

00:03.500 --> 00:06.000
<v Nora Puig>In the long list that Jonas read to us all the petunias stand in the middle of everything, ${REST}.

00:06.500 --> 00:09.000
<v Jonas Vidal>We went through everything that is left in the house, ${REST}, and at the very end came the dahlias.

00:09.500 --> 00:12.000
<v Jonas Vidal>Here is what I would do before the frost comes to the valley: cut the lavender, dry the lavender and sell the lavender.
`;
const SOON = { timeout: 60_000 };

/** Whether all of a word is inside of its line, which cuts what does not fit. */
async function isWhole(line: Locator): Promise<boolean> {
  return line.evaluate((box) => {
    const mark = box.querySelector("mark")?.getBoundingClientRect();
    const text = (box.querySelector(".hit__text") ?? box).getBoundingClientRect();
    if (mark === undefined || mark.width === 0) return false;
    return mark.left >= text.left - 1 && mark.right <= text.right + 1 && mark.bottom <= text.bottom + 1;
  });
}

const lineOf = (page: Page, word: string) =>
  page.locator("main .hit--line").filter({ has: page.locator("mark", { hasText: new RegExp(`^${word}$`, "iu") }) });

test("a found line at 390 px shows the words that were looked for: at its beginning, in its middle, at its end, several", async ({
  page,
  origin,
}) => {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...PERSON });
  await page.context().addCookies([{ name, value, url: origin }]);
  const meetId = await uploadOverHttp({
    origin,
    cookie,
    title: "Flowers of the valley",
    bytes: new Uint8Array(await readFile(fixture("talk.mp4"))),
    transcript: new TextEncoder().encode(TRANSCRIPT),
  });
  await expect
    .poll(async () => (await fetch(`${origin}/api/search?q=dahlias`, { headers: { Cookie: cookie } })).text(), SOON)
    .toContain(meetId);
  for (const locale of ["en", "es"] as const) {
    await chooseLanguage(page, locale);
    for (const word of ["marigolds", "petunias", "dahlias", "lavender"]) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/search?q=${word}`);
      await awake(page);
      await expect(page.locator(`html[lang=${locale}]`)).toBeVisible();
      const line = lineOf(page, word).first();
      await expect(line).toBeVisible();
      expect(await isWhole(line), `${word} in ${locale}`).toBe(true);
      // Words far before it are left out, and its own beginning is not.
      const far = line.locator(".hit__far");
      if (word === "marigolds") await expect(far).toHaveCount(0);
      if (word === "dahlias") await expect(far).toHaveCSS("font-size", "0px");
      await expectNoOverflow(page);
      await looksSound(page, `search-${word}-${locale}`);
    }
  }
  // A wide page has room for the whole line.
  await page.goto("/search?q=petunias");
  await expect(lineOf(page, "petunias").first().locator(".hit__far")).not.toHaveCSS("font-size", "0px");
});
