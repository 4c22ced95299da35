import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";
import { looksSoundEnlarged } from "#tests/e2e/looks-sound.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { hold } from "#tests/support/slow-line.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** The search box over pages of Acta, and the page of results without JavaScript. */
test.describe.configure({ mode: "serial" });

const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:05.200
<v Speaker 1>The greenhouse needs new glass before the winter begins in earnest.

00:05.500 --> 00:10.000
<v Speaker 2>The nursery sends seedlings twice, and the greenhouse has no room for them.

00:10.300 --> 00:14.000
<v Speaker 1>We decided to build shelves along the wall.
`;
const LUCIA = { person: "lucia", provider: "google" } as const;
const SOON = { timeout: 60_000 };
let meetId = "";

test.beforeAll(async () => {
  const origin = process.env.ACTA_ORIGIN ?? "";
  const { cookie } = await localSignIn({ appOrigin: origin, ...LUCIA });
  meetId = await uploadOverHttp({
    origin,
    cookie,
    title: "Greenhouse and nursery",
    bytes: new Uint8Array(await readFile(fixture("talk.mp4"))),
    transcript: new TextEncoder().encode(TRANSCRIPT),
  });
  await expect
    .poll(async () => (await fetch(`${origin}/api/search?q=seedlings`, { headers: { Cookie: cookie } })).text(), SOON)
    .toContain(meetId);
});

test.beforeEach(async ({ signInAs }) => signInAs("lucia"));

const box = (page: Page) => page.getByRole("dialog", { name: "Search everything" });
const field = (page: Page) => box(page).getByRole("combobox");
const option = (page: Page, name: string | RegExp) => box(page).getByRole("option", { name });
/** The first line that has the words: minutes quote them too. */
const seedlings = (page: Page) => option(page, /twice, and the greenhouse/).first();
const COUNTED = /^\d+ moments? in 1 meeting$/;

/** Waits until the key of the search is heard, and presses it. */
async function pressKey(page: Page): Promise<void> {
  await awake(page);
  await page.waitForFunction(() => document.querySelector("html[data-search-key]") !== null);
  await page.keyboard.press("Control+k");
}

/** Opens the box on the page that is open. */
async function openBox(page: Page): Promise<void> {
  await pressKey(page);
  await expect(field(page)).toBeFocused();
}

async function openHistory(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
}

test("Ctrl K opens a box that keeps what was typed before it loaded, finds words while they are typed and offers filters", async ({
  page,
}) => {
  const script = await hold(page, /\/assets\/search-box-.*\.js$/u);
  await page.goto("/history");
  const link = page.getByRole("link", { name: "Search", exact: true });
  await test.step("text that was typed before begins it, accents too, and Escape gives the focus back", async () => {
    await awake(page);
    await link.focus();
    await pressKey(page);
    await expect(page.getByRole("textbox", { name: "Search", exact: true })).toBeFocused();
    await page.keyboard.insertText("à seed");
    await expect(box(page)).toHaveCount(0);
    await expectAccessible(page);
    script.release();
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("lings");
    await expect(field(page)).toHaveValue("à seedlings");
    await page.keyboard.press("Escape");
    await expect(box(page)).toHaveCount(0);
    await expect(link).toBeFocused();
    await page.keyboard.press("Control+k");
    await expect(field(page)).toHaveValue("");
    await expect(field(page)).toBeFocused();
  });
  await test.step("filters are words, which the box offers and which can be taken away", async () => {
    await option(page, /^before:/).click();
    await expect(field(page)).toHaveValue("before:");
    await page.keyboard.type("2020 greenhouse");
    await expect(box(page).getByText("No matches found.")).toBeVisible();
    await expect(option(page, "Without “before:2020”")).toHaveAttribute("aria-selected", "true");
    await box(page).getByRole("button", { name: "Remove: before 2020" }).click();
    await expect(field(page)).toHaveValue("greenhouse");
    await expect(option(page, /^Greenhouse and nursery/)).toBeVisible();
    await expect(field(page)).toBeFocused();
  });
  await field(page).fill("");
  await test.step("Enter opens the meeting at the moment of the words", async () => {
    await page.keyboard.type("seedl");
    await expect(seedlings(page)).toHaveAttribute("aria-selected", "true");
    await expect(seedlings(page).locator("mark")).toHaveText("seedlings");
    await expect(box(page).getByRole("status")).toHaveText(COUNTED);
    const active = await field(page).getAttribute("aria-activedescendant");
    await expect(page.locator(`[id="${active}"]`)).toHaveText(/seedlings/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/${meetId}\\?t=5#s-.+`));
    await expect(box(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Greenhouse and nursery" })).toBeVisible();
  });
});

test("the keys of the box choose and open meetings and actions of Acta, and keep recent searches until sign-out", async ({
  page,
}) => {
  await page.goto("/history");
  await test.step("arrows choose, Ctrl Enter opens the meeting, and Escape gives the focus back", () => byKeys(page));
  await test.step("the actions of Acta are in the same box", () => chooseActions(page));
  await test.step("recent searches are kept, removed by Delete, and gone after sign-out", () => keepRecent(page));
});

async function byKeys(page: Page): Promise<void> {
  await openBox(page);
  await page.keyboard.type("greenhouse");
  const title = option(page, /^Greenhouse and nursery/);
  await expect(title).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(title).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(new RegExp(`/${meetId}$`));

  await openHistory(page);
  const link = page.getByRole("link", { name: "Search", exact: true });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(/\/history$/);
}

async function chooseActions(page: Page): Promise<void> {
  await openBox(page);
  await page.keyboard.type("sett");
  await expect(option(page, "Settings")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await openHistory(page);
  await openBox(page);
  await option(page, /upload recording/i).click();
  await expect(page).toHaveURL(/\/history\?upload=1/);
  await expect(page.getByRole("dialog")).toBeVisible();
  // Text in another dialog is not lost by accident.
  await page.keyboard.press("Control+k");
  await expect(box(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await openBox(page);
  await page.keyboard.type("language");
  await option(page, "Language: français").click();
  await expect(page.getByRole("heading", { level: 1, name: "Historique" })).toBeVisible();
  await pressKey(page);
  // Letters that come before the field are keys of the page.
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("langue");
  await page.getByRole("option", { name: /English/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
}

async function keepRecent(page: Page): Promise<void> {
  for (const [words, second] of [
    ["shelves", 10],
    ["seedlings", 5],
  ] as const) {
    await openBox(page);
    await field(page).fill(words);
    await expect(option(page, /^Greenhouse and nursery/)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/${meetId}\\?t=${second}#`));
  }
  await openBox(page);
  const recent = box(page).getByRole("group", { name: "Recent searches" }).getByRole("option");
  await expect(recent).toHaveText(["seedlings", "shelves", "greenhouse", "Forget recent searches"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect(recent).toHaveText(["shelves", "greenhouse", "Forget recent searches"]);
  await page.keyboard.type("sign out");
  // Beside "Ask: sign out".
  const signOut = box(page).getByRole("option", { name: "Sign out", exact: true });
  await expect(signOut).toBeVisible();
  // The page goes at once, and reports that it does.
  const reported = page.waitForRequest("**/api/acta/analytics");
  await signOut.click();
  await reported;
  await expect(page).toHaveURL(/\/api\/auth\/signin/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("acta.searches"))).toBeNull();
}

test.describe("answers that are late, fail or are incomplete", () => {
  test.use({ expectedErrors: ["503"] });

  test("the box shows the answer to the last text, asks again, and fits and is accessible at every width", async ({
    page,
  }) => {
    await page.goto("/history");
    await openBox(page);
    await test.step("the answer to the last text wins over one that comes late", () => answerLate(page));
    await test.step("a search that fails says so, and is asked again by Enter", () => failOnce(page));
    await test.step("an index that is being built is said, and asked again by itself", () => indexLate(page));
    for (const [typed, shown] of [
      ["", /^from:/],
      ["from:speaker greenhouse", /greenhouse/],
      ["greenhouse before:2020", /^Without/],
    ] as const) {
      await field(page).fill(typed);
      await expect(option(page, shown).first()).toBeVisible();
      await looksSoundEnlarged(page);
    }
  });
});

async function answerLate(page: Page): Promise<void> {
  const late = await hold(page, /\/api\/search\?q=shelves$/u);
  await page.keyboard.type("shelves");
  await late.asked;
  await field(page).fill("seedlings");
  await expect(seedlings(page)).toBeVisible();
  late.release();
  await expect(box(page).getByRole("status")).toHaveText(COUNTED);
  await expect(option(page, /shelves along the wall/)).toHaveCount(0);
}

const SEARCHES = "**/api/search?q=*";

async function failOnce(page: Page): Promise<void> {
  await page.route(SEARCHES, (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: "unavailable", message: "Error loading data", reason: null } },
    }),
  );
  // The meetings of the text before stay in sight.
  await field(page).fill("nursery");
  await expect(box(page).getByRole("alert")).toHaveText("Error loading data");
  await page.unroute(SEARCHES);
  await page.keyboard.press("Enter");
  await expect(seedlings(page)).toBeVisible();
  await expect(box(page).getByRole("alert")).toHaveCount(0);
}

async function indexLate(page: Page): Promise<void> {
  await page.route(SEARCHES, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), meetings: [], isComplete: false } });
  });
  await field(page).fill("greenhouse");
  await expect(box(page).getByText("Some meetings are still being indexed.")).toBeVisible();
  await expect(seedlings(page)).toHaveCount(0);
  await page.unroute(SEARCHES);
  await expect(seedlings(page)).toBeVisible();
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the link in the menu leads to a page that finds the same", async ({ page }) => {
    await page.goto("/history");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
    await expect(page.getByText("from:", { exact: true })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search meetings" }).fill("seedlings");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/\/search\?q=seedlings$/);
    await expect(page.locator("mark").first()).toHaveText("seedlings");
    await page
      .getByRole("link", { name: /twice, and the greenhouse/ })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/${meetId}\\?t=5#s-.+`));
  });
});
