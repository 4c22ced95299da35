import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** Walks through every dialog and menu of the meeting page without a pointer. All tests share one meeting. */
test.describe.configure({ mode: "serial" });

const INES = { person: "ines", provider: "google" } as const;
/** Limit of Tab stops. No dialog has this many. */
const STOPS_MAX = 40;
const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:07.200
<v Speaker 1>We decided to launch the booking page of the clinic on the third of March.

00:07.500 --> 00:14.000
<v Speaker 2>Marta will send the contract to the clinic by Friday.

00:14.200 --> 00:21.000
<v Speaker 1>The budget for the booking page stays at four thousand euros.
`;
let meetId = "";

test.beforeAll(async () => {
  const origin = process.env.ACTA_ORIGIN ?? "";
  const { cookie } = await localSignIn({ appOrigin: origin, ...INES });
  meetId = await uploadOverHttp({
    origin,
    cookie,
    title: "Walked by keyboard",
    bytes: new Uint8Array(await readFile(fixture("talk.mp4"))),
    transcript: new TextEncoder().encode(TRANSCRIPT),
  });
});

test.beforeEach(({ signInAs }) => signInAs(INES.person, INES.provider));

async function openMeeting(page: Page, address = ""): Promise<void> {
  await page.goto(`/${meetId}${address}`);
  await awake(page);
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible({ timeout: 60_000 });
}

type Stop = { what: string; inside: boolean; seen: boolean } | null;

/** Focused element: whether it is inside the dialog and has a visible outline. Null: the focus is in the browser's own frame. */
async function stopIn(dialog: Locator): Promise<Stop> {
  return dialog.evaluate((box) => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      what: element.outerHTML.slice(0, 100),
      inside: box.contains(element),
      seen: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
    };
  });
}

/** Tabs through the dialog once: the focus stays inside and visible at each stop. Returns the number of stops. */
async function walk(page: Page, dialog: Locator): Promise<number> {
  expect((await stopIn(dialog))?.inside, "the focus is in the dialog when it opens").toBe(true);
  const first = await page.evaluate(() => document.activeElement?.outerHTML);
  for (let stops = 1; stops <= STOPS_MAX; stops++) {
    await page.keyboard.press("Tab");
    const stop = await stopIn(dialog);
    if (stop) expect(stop, "the focus stays in the dialog and is seen").toMatchObject({ inside: true, seen: true });
    if (stop && (await page.evaluate(() => document.activeElement?.outerHTML)) === first) return stops;
  }
  throw new Error("Tab never came round");
}

const DIALOGS: readonly { name: string; opener: (page: Page) => Locator; title: string | RegExp; stops: number }[] = [
  { name: "keys", opener: (page) => page.getByRole("button", { name: "Shortcuts" }), title: "Shortcuts", stops: 1 },
  {
    name: "writing again, with its versions",
    opener: (page) => page.getByRole("button", { name: "Write again" }),
    title: "Write again",
    stops: 4,
  },
  {
    name: "who speaks",
    opener: (page) => page.getByRole("button", { name: "Name the speakers" }),
    title: "Who speaks?",
    stops: 3,
  },
  { name: "sharing", opener: (page) => page.getByRole("button", { name: "Share" }), title: "Share meeting", stops: 3 },
];

test("dialogs and menus trap the focus, show it, and return it", async ({ page }) => {
  await openMeeting(page);
  for (const { name, opener, title, stops } of DIALOGS) {
    await test.step(`the dialog of ${name} traps the focus, shows it, and returns it`, async () => {
      const button = opener(page);
      await button.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: title });
      await expect(dialog).toBeVisible();
      expect(await walk(page, dialog)).toBeGreaterThanOrEqual(stops);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    });
  }

  await test.step("the menu of files opens, closes with Escape, and closes when the focus moves on", async () => {
    const opener = page.locator("#minutes details summary").first();
    await opener.focus();
    await page.keyboard.press("Enter");
    const entry = page.getByRole("link", { name: "Word .docx" });
    await expect(entry).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(entry).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step("deleting asks for confirmation and can be declined by keyboard, and the focus returns to the menu", async () => {
    const opener = page.getByLabel("More for Walked by keyboard");
    await opener.focus();
    await page.keyboard.press("Enter");
    // The entries before are a follow-up, a clip, another transcript, another recording, a split, and folder and tags.
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Delete meeting" });
    await expect(dialog).toBeVisible();
    expect(await walk(page, dialog)).toBeGreaterThanOrEqual(3);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: "Walked by keyboard" })).toBeVisible();
  });

  await test.step("the list of keys names the keys of every part that is present, and is visible on a phone too", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Shortcuts" });
    await expect(dialog).toBeVisible();
    for (const text of ["Play, pause", "Ask about this meeting", "Edit", "PDF", "Write again", "This list"]) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});

test("the moment of the address and the moment that plays are marked, also with forced colours", async ({ page }) => {
  await openMeeting(page, "?t=14");
  await test.step("an address in whole seconds marks the line that begins within its second", async () => {
    const mark = page.locator("#minutes li a.moment").filter({ hasText: "00:14" }).first();
    await expect(mark).toHaveAttribute("aria-current", "true");
  });

  await test.step("with forced colours the moment that plays is still marked, and so is the focus", async () => {
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    const mark = page.locator("#minutes li a.moment").filter({ hasNotText: "00:14" }).first();
    const looks = () =>
      mark.evaluate((element) => {
        const time = element.querySelector("time") ?? element;
        return [element, time].map((each) => {
          const { backgroundColor, outlineStyle, borderStyle, color } = getComputedStyle(each);
          return [backgroundColor, outlineStyle, borderStyle, color].join(" ");
        });
      });
    const before = await looks();
    await mark.locator("time").click();
    await expect(mark).toHaveAttribute("aria-current", "true");
    await page.locator("video").evaluate((media: HTMLVideoElement) => media.pause());
    await page.getByRole("button", { name: "Share" }).focus();
    expect(await looks()).not.toEqual(before);
    expect(
      await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length),
    ).toBe(0);
  });
});
