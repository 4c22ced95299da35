import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { forgetShifts, watchShifts } from "#tests/support/layout-shifts.ts";
import { expectNothingMoved, hold, outwaitExcuse } from "#tests/support/slow-line.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/**
 * Checks that nothing in a dialog shifts on a slow connection, when its script and then its data load long after the click. Each width goes
 * through all dialogs of one opened meeting, because a page loads a script once.
 */
const TOMAS = { person: "tomas", provider: "microsoft" } as const;
const TITLE = "Read over a slow line";
const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:07.200
<v Speaker 1>We decided to launch the booking page of the clinic on the third of March.

00:07.500 --> 00:14.000
<v Speaker 2>Marta will send the contract to the clinic by Friday.
`;
const WIDTHS = [390, 1280] as const;
let meetId = "";
const encode = (text: string) => new TextEncoder().encode(text);

/** Opens the meeting, which has a link. */
async function openMeeting(page: Page, origin: string, width: number): Promise<void> {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...TOMAS });
  if (meetId === "") {
    const bytes = new Uint8Array(await readFile(fixture("talk.mp4")));
    meetId = await uploadOverHttp({ origin, cookie, title: TITLE, bytes, transcript: encode(TRANSCRIPT) });
  }
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.setViewportSize({ width, height: 844 });
  await page.addInitScript(watchShifts);
  await page.goto(`/${meetId}`);
  await awake(page);
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible({ timeout: 60_000 });
  // The page grows when its minutes come, which is no shift of a dialog.
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
  const made = await page.request.post(`/api/acta/meetings/${meetId}/shares`, { headers: { Origin: origin } });
  expect([200, 201]).toContain(made.status());
}

test.use({ reducedMotion: "no-preference" });

type Case = {
  name: string;
  /** Pattern of the script that loads late. Null: the script is loaded already. */
  script: RegExp | null;
  /** Pattern of the data that loads late. Null: the dialog has all its data from the start. */
  data: RegExp | null;
  /** Steps before the opener can be pressed. */
  way?: (page: Page) => Promise<void>;
  opener: (page: Page) => Locator;
  loaded: (dialog: Locator) => Locator;
  /** Checks the response to the click while nothing has loaded yet. */
  answer?: (page: Page) => Promise<void>;
  /** The next case continues in the open dialog. */
  staysOpen?: true;
};

const dialogOf = (page: Page) => page.locator("dialog:modal");

/** Waits in the dialog for writing again until its list has an earlier version, and writes one if there is none. */
async function listVersion(page: Page): Promise<void> {
  const read = dialogOf(page).getByRole("button", { name: "Read the version of" }).first();
  if (!(await read.isVisible())) {
    await dialogOf(page).getByRole("button", { name: "Write again" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await page.keyboard.press("w");
  }
  // The new version appears in the open list as soon as it is written.
  await expect(read).toBeVisible({ timeout: 60_000 });
}

const CASES: readonly Case[] = [
  {
    name: "sharing, with its link",
    script: /\/share-dialog-[^/]+\.js/u,
    data: /\/(?:shares|visibility)$/u,
    opener: (page) => page.getByRole("button", { name: "Share" }),
    loaded: (dialog) => dialog.getByRole("button", { name: "Copy link" }),
    staysOpen: true,
  },
  {
    name: "sharing, whose link is withdrawn",
    script: null,
    data: /\/shares$/u,
    opener: (page) => dialogOf(page).getByRole("button", { name: "Revoke" }),
    // The focus continues where the pressed button was.
    loaded: (dialog) => dialog.locator("button:focus", { hasText: "Create link" }),
    staysOpen: true,
  },
  {
    name: "sharing, while its link is made",
    script: null,
    data: /\/shares$/u,
    opener: (page) => dialogOf(page).getByRole("button", { name: "Create link" }),
    answer: (page) => expect(dialogOf(page).getByRole("button", { name: "Copy link" })).toHaveAttribute("aria-busy"),
    loaded: (dialog) => dialog.getByRole("button", { name: "Copy link", disabled: false }),
  },
  {
    name: "writing again",
    script: /\/rewrite-dialog-[^/]+\.js/u,
    data: /\/(?:rewrite|versions|templates)$/u,
    opener: (page) => page.getByRole("button", { name: "Write again" }),
    loaded: (dialog) => dialog.getByText("Earlier versions"),
    staysOpen: true,
  },
  {
    name: "an earlier version",
    script: null,
    data: /\/versions\/\d+$/u,
    way: listVersion,
    opener: (page) => dialogOf(page).getByRole("button", { name: "Read the version of" }).first(),
    loaded: (dialog) => dialog.getByRole("heading", { name: "Key quotes from this meeting" }),
  },
  {
    name: "who speaks",
    script: /\/speakers-dialog-[^/]+\.js/u,
    data: /\/speakers$/u,
    opener: (page) => page.getByRole("button", { name: "Name the speakers" }),
    // A field with a list of names.
    loaded: (dialog) => dialog.getByRole("combobox").first(),
  },
  {
    name: "deleting",
    script: /\/delete-dialog-[^/]+\.js/u,
    data: null,
    way: (page) => page.getByLabel(`More for ${TITLE}`).click(),
    opener: (page) => page.getByRole("link", { name: "Delete meeting" }),
    answer: (page) => expect(page.getByText("Loading", { exact: true })).toBeVisible(),
    loaded: (dialog) => dialog.getByText("are deleted for good"),
    staysOpen: true,
  },
];

async function openLate(page: Page, { script, data, way, opener, loaded, answer, staysOpen }: Case): Promise<void> {
  await way?.(page);
  const scripts = script && (await hold(page, script));
  const answers = data && (await hold(page, data));
  await forgetShifts(page);
  const pressed = await opener(page).elementHandle();
  await opener(page).click();
  await scripts?.asked;
  if (answer) await answer(page);
  else await expect.poll(() => pressed?.getAttribute("aria-busy")).toBe("true");
  await outwaitExcuse(page);
  scripts?.release();
  if (answers) {
    await answers.asked;
    await outwaitExcuse(page);
    answers.release();
  }
  await expect(loaded(dialogOf(page))).toBeVisible();
  await expectNothingMoved(page);
  await page.unrouteAll({ behavior: "wait" });
  if (staysOpen) return;
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
}

async function failToDelete(page: Page): Promise<void> {
  const call = await hold(page, /\/api\/acta\/meetings\/[^/]+$/u, "breaks");
  await dialogOf(page).getByRole("button", { name: "Delete", exact: true }).click();
  await call.asked;
  await outwaitExcuse(page);
  await forgetShifts(page);
  call.release();
  await expect(dialogOf(page).getByRole("alert")).toBeVisible();
  await expectNothingMoved(page);
}

async function failToUpload(page: Page): Promise<void> {
  const script = await hold(page, /\/upload-container-[^/]+\.js/u);
  await page.goto("/?upload=1");
  await awake(page);
  await script.asked;
  await outwaitExcuse(page);
  script.release();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Title").fill("Never sent");
  await dialog.getByLabel("Recording", { exact: true }).setInputFiles(fixture("talk-captions.mp4"));
  const call = await hold(page, /\/api\/acta\/upload$/u, "breaks");
  await forgetShifts(page);
  await dialog.getByRole("button", { name: "summarize" }).click();
  await call.asked;
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel upload" })).toBeVisible();
  await outwaitExcuse(page);
  call.release();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expectNothingMoved(page);
}

for (const width of WIDTHS) {
  test(`nothing shifts in a dialog that loads late or shows an error, at ${width} px`, async ({
    page,
    origin,
    expectedErrors,
  }) => {
    expectedErrors.push("net::ERR_FAILED");
    await openMeeting(page, origin, width);
    for (const each of CASES) await test.step(`the dialog of ${each.name}`, () => openLate(page, each));
    await test.step("the dialog of deleting, which failed", () => failToDelete(page));
    await test.step("the dialog of an upload, which failed", () => failToUpload(page));
  });
}
