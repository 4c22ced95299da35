import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/**
 * On a slow line nothing moves under a person's hand: dialogs whose script, and then whose data, come long after the click.
 * One meeting for all, with an earlier version.
 */
const TOMAS = { person: "tomas", provider: "microsoft" } as const;
const TITLE = "Read over a slow line";
/** A browser excuses for half a second what moves after a click or a key; nothing here comes before that is over. */
const EXCUSE_MS = 700;
/** From 0.1 on a person is said to notice. */
const SHIFT_MAX = 0.01;
const WIDTHS = [390, 1280] as const;
let meetId = "";

async function openMeeting(page: Page, origin: string, width: number): Promise<void> {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...TOMAS });
  if (meetId === "") {
    const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
    meetId = await uploadOverHttp({ origin, cookie, title: TITLE, bytes });
  }
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.setViewportSize({ width, height: 844 });
  await page.addInitScript(watchShifts);
  await page.goto(`/${meetId}`);
  await awake(page);
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible({ timeout: 60_000 });
}

/** In the browser, before its first byte: all that moves without a person's doing. */
function watchShifts(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const seen: { by: number; what: string }[] = [];
  const take = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as Shift[]) {
      const what = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName));
      if (!hadRecentInput) seen.push({ by: value, what: what.join(" | ") });
    }
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  Reflect.set(window, "seenShifts", () => {
    take(observer.takeRecords());
    return seen.splice(0);
  });
}

async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, "seenShifts")());
}

/** Once what has come is drawn. */
async function expectNothingMoved(page: Page): Promise<void> {
  const moved = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let frames = 0; frames < 5; frames++) await frame();
    return Reflect.get(window, "seenShifts")() as { by: number; what: string }[];
  });
  expect(
    moved.reduce((sum, { by }) => sum + by, 0),
    JSON.stringify(moved),
  ).toBeLessThan(SHIFT_MAX);
}

/** By the page's own clock, and no shorter. */
async function outwaitExcuse(page: Page): Promise<void> {
  await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), EXCUSE_MS);
}

type Held = { asked: Promise<void>; release: () => void };

/** What is asked for there does not come before it is released. */
async function hold(page: Page, address: RegExp, answer: "comes" | "breaks" = "comes"): Promise<Held> {
  let release = () => {};
  let ask = () => {};
  const released = new Promise<void>((done) => (release = done));
  const asked = new Promise<void>((done) => (ask = done));
  await page.route(address, async (route) => {
    ask();
    await released;
    await (answer === "comes" ? route.continue() : route.abort());
  });
  return { asked, release };
}

type Case = {
  name: string;
  script: RegExp;
  /** Null where the dialog knows all from the beginning. */
  data: RegExp | null;
  opener: (page: Page) => Locator;
  /** Before the opener can be pressed. */
  way?: (page: Page) => Promise<void>;
  loaded: (dialog: Locator) => Locator;
};

const CASES: readonly Case[] = [
  {
    name: "sharing, before there is a link",
    script: /\/share-dialog-[^/]+\.js/u,
    data: /\/shares$/u,
    opener: (page) => page.getByRole("button", { name: "Share" }),
    loaded: (dialog) => dialog.getByRole("button", { name: "Create link" }),
  },
  {
    name: "writing again",
    script: /\/rewrite-dialog-[^/]+\.js/u,
    data: /\/(?:rewrite|versions|templates)$/u,
    opener: (page) => page.getByRole("button", { name: "Write again" }),
    loaded: (dialog) => dialog.getByText("Earlier versions"),
  },
  {
    name: "who speaks",
    script: /\/speakers-dialog-[^/]+\.js/u,
    data: /\/speakers$/u,
    way: async (page) => {
      const tab = page.getByRole("tab", { name: "Transcript" });
      if (await tab.isVisible()) await tab.click();
    },
    opener: (page) => page.getByRole("button", { name: "Name the speakers" }),
    loaded: (dialog) => dialog.getByRole("textbox").first(),
  },
  {
    name: "deleting",
    script: /\/delete-dialog-[^/]+\.js/u,
    data: null,
    way: (page) => page.getByLabel(`More for ${TITLE}`).click(),
    opener: (page) => page.getByRole("link", { name: "Delete meeting" }),
    loaded: (dialog) => dialog.getByText("are deleted for good"),
  },
];

for (const { name, script, data, opener, way, loaded } of CASES) {
  for (const width of WIDTHS) {
    test(`the dialog of ${name} has its room from its first frame, at ${width} px`, async ({ page, origin }) => {
      await openMeeting(page, origin, width);
      await way?.(page);
      const scripts = await hold(page, script);
      const answers = data && (await hold(page, data));
      await forgetShifts(page);
      await opener(page).click();
      await scripts.asked;
      await outwaitExcuse(page);
      scripts.release();
      if (answers) {
        await answers.asked;
        await outwaitExcuse(page);
        answers.release();
      }
      await expect(loaded(page.locator("dialog:modal"))).toBeVisible();
      await expectNothingMoved(page);
    });
  }
}
