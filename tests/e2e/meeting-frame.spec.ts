import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { LOCALES } from "#app/domain/languages.ts";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { chooseLanguage } from "#tests/e2e/looks-sound.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { hold } from "#tests/support/slow-line.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** The frame of a meeting's page: its toolbar, who spoke, and what it does without a network. One meeting of forty people for all of it. */
const SPEAKERS = 40;
const MARC = { person: "marc", provider: "google" } as const;

/** The first person speaks longest, the last one shortest. */
function transcript(): string {
  const cues = Array.from({ length: SPEAKERS }, (_, index) => {
    const start = index * 0.9;
    const length = 0.85 - index * 0.02;
    const at = (seconds: number) => `00:${seconds.toFixed(3).padStart(6, "0")}`;
    return `${at(start)} --> ${at(start + length)}\n<v Person ${index + 1}>Line ${index + 1} of the assembly is about the chairs.\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

let meetId = "";

async function open(page: Page, origin: string): Promise<void> {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...MARC });
  await page.context().addCookies([{ name, value, url: origin }]);
  if (meetId === "") {
    const video = new Uint8Array(await readFile(fixture("talk.mp4")));
    meetId = await uploadWithTranscript({ origin, cookie, title: "An assembly", video, transcript: transcript() });
  }
  await page.goto(`/${meetId}`);
  await awake(page);
}

const bar = (page: Page) => page.locator(".doc__bar");

/** All that can be pressed in the toolbar is on one line, inside of the window, and the title begins below it. */
async function expectOneRow(page: Page, at: string): Promise<void> {
  const faults = await bar(page).evaluate((element) => {
    const pressed = [...element.querySelectorAll<HTMLElement>(":scope > a, :scope > .row > *")].filter(
      (each) => each.getClientRects().length > 0,
    );
    const boxes = pressed.map((each) => each.getBoundingClientRect());
    const middles = boxes.map(({ top, height }) => top + height / 2);
    const title = document.querySelector(".doc .title")?.getBoundingClientRect();
    const middleOf = (each: Element) => {
      const { left, width } = each.getBoundingClientRect();
      return left + width / 2;
    };
    // A sign whose words have no room stands in the middle of its button.
    const alone = pressed.filter((each) => getComputedStyle(each).fontSize === "0px");
    const asides = alone.map((each) => {
      const sign = each.querySelector("svg");
      return sign ? Math.abs(middleOf(sign) - middleOf(each)) : 0;
    });
    return {
      aside: Math.max(0, ...asides),
      pressed: pressed.length,
      apart: Math.max(...middles) - Math.min(...middles),
      beyond: Math.max(...boxes.map(({ right }) => right)) - document.documentElement.clientWidth,
      covered: element.getBoundingClientRect().bottom - (title?.top ?? 0),
    };
  });
  expect(faults.pressed, at).toBeGreaterThan(4);
  expect(faults.aside, `${at}: a sign beside the middle of its button`).toBeLessThan(1.5);
  expect(faults.apart, `${at}: lines of the toolbar`).toBeLessThan(8);
  expect(faults.beyond, `${at}: beyond the window`).toBeLessThanOrEqual(0);
  expect(faults.covered, `${at}: over the title`).toBeLessThanOrEqual(0);
}

test("the toolbar is one row over the title at every width, in four languages, at 200 % and in a low window", async ({
  page,
  origin,
}) => {
  await open(page, origin);
  for (const locale of LOCALES) {
    await chooseLanguage(page, locale);
    await page.reload({ waitUntil: "domcontentloaded" });
    for (const zoom of [1, 2]) {
      // To a page, a window at 200 % is one of half the size.
      for (const [width, height] of [
        [1280, 800],
        [1024, 768],
        [768, 1024],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width: width / zoom, height: height / zoom });
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
        await expectOneRow(page, `${locale}, ${width} px at ${zoom}00 %`);
      }
    }
  }
  // A window of 1280 by 800 px at 200 %, and a phone on its side: the toolbar is read past, and covers nothing.
  for (const [width, height] of [
    [640, 400],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await expectOneRow(page, `${width} by ${height} px`);
    await page.evaluate(() => window.scrollTo({ top: 400, behavior: "instant" }));
    await expect.poll(async () => (await bar(page).boundingBox())?.y ?? 0).toBeLessThan(0);
  }
});

test("on a phone at 200 % the search of the transcript has room for its words, in four languages", async ({
  page,
  origin,
}) => {
  await open(page, origin);
  await page.setViewportSize({ width: 195, height: 422 });
  for (const locale of LOCALES) {
    await chooseLanguage(page, locale);
    await page.goto(`/${meetId}#transcript`);
    await awake(page);
    const field = page.locator("#transcript .find input");
    await field.fill("chairs");
    await expect(page.locator("#transcript mark").first()).toBeVisible();
    await expectNoOverflow(page);
    const [width, under, over] = await page.locator("#transcript > header").evaluate((header) => {
      const boxOf = (selector: string) => header.querySelector(selector)?.getBoundingClientRect();
      return [boxOf(".find input")?.width ?? 0, boxOf(".find")?.bottom ?? 0, boxOf(".panel__head .row")?.top ?? 0];
    });
    expect(width, `${locale}: the field`).toBeGreaterThan(80);
    expect(over, `${locale}: the buttons below the field`).toBeGreaterThanOrEqual(under ?? 0);
    await field.fill("");
  }
});

test("on a phone the questions that scroll are reached by keyboard also before the chat has answered", async ({
  page,
  origin,
}) => {
  await open(page, origin);
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseLanguage(page, "fr");
  const chat = await hold(page, /\/chat/u);
  await page.goto(`/${meetId}#chat`);
  await awake(page);
  await chat.asked;
  await expect(page.locator(".suggest button").first()).toBeVisible();
  await expectAccessible(page);
  chat.release();
});

test("of forty people the six who spoke most are named, and the others with one click", async ({ page, origin }) => {
  await open(page, origin);
  const people = page.getByRole("list", { name: "Who spoke, and for how long" }).getByRole("listitem");
  const named = people.filter({ hasText: /Person \d+/ });
  await expect(named).toHaveCount(6);
  for (const [index, person] of (await named.all()).entries())
    await expect(person).toContainText(`Person ${index + 1}`);
  await page.getByRole("button", { name: "34 more people" }).click();
  await expect(named).toHaveCount(SPEAKERS);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test("from a list, minutes are shown together with the notes above them, and without them when those do not come", async ({
  page,
  origin,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_FAILED");
  await open(page, origin);
  const minutes = page.getByRole("heading", { name: "Summary", exact: true });
  const fromTheList = async (answer: "comes" | "breaks") => {
    await page.goto("/history");
    await awake(page);
    const notes = await hold(page, /\/later-meeting-[^/]+\.js/u, answer);
    await page.getByRole("link", { name: "An assembly" }).first().click();
    await expect(page.getByRole("heading", { name: "An assembly", level: 1 })).toBeVisible();
    await notes.asked;
    return notes;
  };
  const notes = await fromTheList("comes");
  await expect(minutes).toBeHidden();
  notes.release();
  await expect(minutes).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });

  const broken = await fromTheList("breaks");
  broken.release();
  await expect(minutes).toBeVisible();
});

test.describe("without a network", () => {
  test.use({ expectedErrors: ["ERR_INTERNET_DISCONNECTED", "WebSocket", "Failed to fetch"] });

  test("one line says it, what needs the server says it too, and what is open and typed stays", async ({
    page,
    origin,
    context,
  }) => {
    // A script that the browser has loaded once needs no network: the answer to "Share" is the same with and without it.
    await open(page, origin);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await open(page, origin);
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    const question = page.getByLabel("Your question");
    await expect(question).toBeVisible();
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    const line = page.getByText("You are offline.");
    await expect(line).toBeVisible();
    await expect(line).toHaveCount(1);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await page.setViewportSize({ width: 1280, height: 844 });

    const needed = page.locator(".toast").getByText("This needs a connection, and there is none at the moment.");
    const said = async (act: () => Promise<void>) => {
      await act();
      await expect(needed.first()).toBeVisible();
      await page.locator(".toast").getByRole("button", { name: "Close" }).first().click();
      await expect(needed).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`/${meetId}(?:#chat)?$`));
    };
    await said(() => page.locator(".doc__bar .crumb").click());
    await said(() =>
      page
        .getByRole("link", { name: /upload recording/i })
        .first()
        .click(),
    );
    await said(async () => {
      await page.getByLabel("More for An assembly").click();
      await page.getByRole("link", { name: "Delete meeting" }).click();
    });
    await said(async () => {
      await page.locator("details.export > summary").first().click();
      await page.getByRole("link", { name: "Word .docx" }).click();
    });

    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.locator(".toast").getByText("Error connecting to server")).toBeVisible();

    await question.fill("Who brings the chairs?");
    await question.press("Enter");
    await expect(page.getByRole("region", { name: "Chat about this meeting" }).getByRole("alert")).toBeVisible();
    await expect(question).toHaveValue("Who brings the chairs?");

    await context.setOffline(false);
    await expect(line).toHaveCount(0);
    await page.locator(".doc__bar .crumb").click();
    await expect(page).toHaveURL(/\/history$/);
  });

  test("an upload says it before it is begun", async ({ page, origin, context }) => {
    await open(page, origin);
    await page
      .getByRole("link", { name: /upload recording/i })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "summarize" })).toBeVisible();
    await context.setOffline(true);
    await expect(dialog.getByText("You are offline: nothing can be sent. What you fill in stays here.")).toBeVisible();
    await context.setOffline(false);
    await expect(dialog.getByText("You are offline")).toHaveCount(0);
  });
});
