import type { Page } from "@playwright/test";
import * as z from "zod";
import { FOLLOW_UP_GRACE_MS } from "#app/domain/limits/mail.ts";
import { awake, expect, expectAccessible, expectContrast, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";
import { orderedBot } from "#tests/e2e/ordered-bot.ts";
import { orderCalendar, runCron } from "#tests/e2e/play-calendar.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { startRecorderStandIn } from "#tests/fakes/recorder-http.ts";
import { type ClockedActa, startClockedActa } from "#tests/support/clocked-acta.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

/**
 * Follow-ups that go by themselves, for a series of a calendar: chosen in the dialog of one meeting, announced on the pages of the next. The
 * recorder is a stand-in, whose bots this test plays, and the clock of this Acta is the test's.
 */

const MINUTE_MS = 60_000;
const PERSON = { provider: "google", person: "quima" } as const;
const READER = "reader@harbour.example";

let acta: ClockedActa;
/** Quotations do not go by themselves, so that the minutes are a model's. */
let model: Awaited<ReturnType<typeof serve>>;
let recorder: Awaited<ReturnType<typeof startRecorderStandIn>>;
/** Of Acta's clock before the machine's. */
let aheadMs = 0;

test.beforeAll(async () => {
  recorder = await startRecorderStandIn();
  const talker = new LanguageStandIn({});
  model = await serve((request) => talker.answer(request));
  const speech = {
    SPEECH_ENGINE: "openai",
    SPEECH_BASE_URL: process.env.ACTA_SPEECH_ORIGIN ?? "",
    SPEECH_MODEL: "whisper-1",
  };
  const language = { LANGUAGE_ENGINE: "openai", LANGUAGE_BASE_URL: model.origin, LANGUAGE_MODEL: "small-talker" };
  acta = await startClockedActa({ ...speech, ...language, ...recorder.env });
});

test.afterAll(async () => {
  await acta?.stop();
  await recorder?.stop();
  await model?.stop();
});

async function moveOn(ms: number): Promise<void> {
  await acta.moveOn(ms);
  aheadMs += ms;
}

const lookSchema = z.array(z.object({ events: z.array(z.object({ id: z.string(), title: z.string() })) }));

/**
 * Leaves four days of the sample calendar's stand-up, which are here in one hour, each in a room of its own. Before the account is connected: then
 * it is read by its own clock.
 */
async function arrangeStandUps(): Promise<void> {
  const order = (fields: object) => orderCalendar(acta.identityOrigin, { ...PERSON, ...fields });
  const look = await fetch(`${acta.identityOrigin}/calendar-control`, {
    method: "POST",
    body: JSON.stringify({ ...PERSON, order: "look" }),
  });
  const [calendar] = lookSchema.parse(await look.json());
  let days = 0;
  for (const { id: eventId, title } of calendar?.events ?? []) {
    if (title !== "Stand-up" || days === 4) {
      await order({ order: "cancel", eventId });
      continue;
    }
    const startsAt = Date.now() + (days === 0 ? 2 : 60) * MINUTE_MS;
    const location = `${acta.identityOrigin}/meet?room=${100 + days}`;
    await order({ order: "change", eventId, change: { startsAt, location, description: "" } });
    days += 1;
  }
  expect(days).toBe(4);
}

async function connectCalendar(page: Page): Promise<void> {
  await page.goto(`${acta.origin}/settings#calendars`);
  await awake(page);
  await page.getByRole("button", { name: "Connect Google Calendar" }).click();
  await page.getByRole("button", { name: "Quima" }).click();
  await expect(page.locator(".toast")).toHaveText("Calendar connected successfully");
}

/** The next meetings that the calendar has planned: each is recorded, and its minutes are ready afterwards. Answers with their addresses. */
async function hold(page: Page, count: number): Promise<string[]> {
  const before = await listed(page);
  const orders = recorder.orders.length;
  await runCron(acta.origin);
  for (let call = orders; call < orders + count; call += 1) {
    const bot = await orderedBot(recorder, call);
    const startedAt = Date.now() + aheadMs;
    await bot.begin(startedAt);
    await bot.sendPieces(0, 6);
    await bot.end(startedAt + 6000);
  }
  const held = (await listed(page)).filter((href) => !before.includes(href));
  expect(held).toHaveLength(count);
  for (const href of held) {
    await page.goto(`${acta.origin}${href}`);
    await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  }
  return held;
}

async function listed(page: Page): Promise<string[]> {
  await page.goto(`${acta.origin}/history`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const links = await page.getByRole("link", { name: "Stand-up" }).all();
  return Promise.all(links.map(async (link) => (await link.getAttribute("href")) ?? ""));
}

async function openMeeting(page: Page, href: string): Promise<void> {
  await page.goto(`${acta.origin}${href}`);
  await awake(page);
}

const notice = (page: Page) => page.getByRole("status").filter({ hasText: "follow-up" });
const planned = (page: Page) => notice(page).filter({ hasText: `The follow-up goes by itself at` });

test("a follow-up of a series waits ten minutes: it is edited, kept back or goes, and afterwards it says so", async ({
  page,
}) => {
  const { name, value } = await localSignIn({ appOrigin: acta.origin, ...PERSON });
  await page.context().addCookies([{ name, value, url: acta.origin }]);
  await arrangeStandUps();
  await connectCalendar(page);
  await moveOn(2 * MINUTE_MS);
  const [first = ""] = await hold(page, 1);

  await test.step("the series is chosen in the dialog of one meeting, which itself announces nothing", async () => {
    await openMeeting(page, first);
    await expect(planned(page)).toHaveCount(0);
    await page.getByLabel("More for Stand-up").press("Enter");
    await page.getByRole("button", { name: "Send a follow-up" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Follow-up e-mail" });
    await dialog.getByLabel("To", { exact: true }).fill(READER);
    await dialog.getByLabel("Send automatically after each later meeting of this series").press("Space");
    await expect(
      dialog.getByText(`minutes are ready, written in English, to: ${READER}`, { exact: false }),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(page.getByLabel("More for Stand-up")).toBeFocused();
  });

  await moveOn(60 * MINUTE_MS);
  const [edited = "", kept = "", gone = ""] = await hold(page, 3);
  const tab = await page.context().newPage();
  const other = await page.context().newPage();

  await test.step("the page says when it goes and to whom", async () => {
    await openMeeting(tab, gone);
    await expect(planned(tab)).toContainText(READER);
    for (const colorScheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme });
      await (colorScheme === "light" ? expectAccessible(tab) : expectContrast(tab));
    }
    for (const width of [390, 1280]) {
      await tab.setViewportSize({ width, height: 844 });
      await expectNoOverflow(tab);
    }
    await other.clock.install();
    await openMeeting(other, gone);
    await expect(planned(other)).toBeVisible();
  });

  await test.step("'Do not send' says that none goes, also the second time in another tab", async () => {
    const twice = await page.context().newPage();
    for (const each of [page, twice]) {
      await openMeeting(each, kept);
      await expect(planned(each)).toBeVisible();
    }
    for (const each of [page, twice]) {
      await planned(each).getByRole("button", { name: "Do not send" }).press("Enter");
      await expect(each.locator(".toast").getByText("No follow-up goes by itself for this meeting.")).toBeVisible();
      await expect(planned(each)).toHaveCount(0);
    }
    await twice.close();
  });

  await test.step("'Edit' stops it and opens the dialog, from which the person sends it", async () => {
    await openMeeting(page, edited);
    await planned(page).getByRole("button", { name: "Edit" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Follow-up e-mail" });
    await expect(dialog.getByLabel("To", { exact: true })).not.toHaveValue("");
    await expect(planned(page)).toHaveCount(0);
    await dialog.getByLabel("To", { exact: true }).fill("edited@harbour.example");
    // The ten minutes of the others pass, and the press wakes the workspace.
    await moveOn(FOLLOW_UP_GRACE_MS);
    await dialog.getByRole("button", { name: "Send to 1 person" }).press("Enter");
    await expect(dialog).toBeHidden();
  });

  await test.step("one that has gone says to whom, by itself and to whoever presses too late", async () => {
    const sent = notice(tab).filter({ hasText: "has been sent, so it can no longer be stopped" });
    await expect
      .poll(async () => {
        const answer = await page.request.get(`${acta.origin}/api/acta/meetings${gone}/follow-up/plan`);
        return ((await answer.json()) as { plan: { state: string } | null }).plan?.state;
      })
      .toBe("gone");
    await planned(tab).getByRole("button", { name: "Do not send" }).press("Enter");
    await expect(sent).toContainText(READER);
    await expectAccessible(tab);
    await sent.getByRole("button", { name: "Close" }).press("Enter");
    await expect(sent).toHaveCount(0);
    await other.clock.fastForward(2 * FOLLOW_UP_GRACE_MS + 60 * MINUTE_MS);
    await expect(notice(other).filter({ hasText: "has been sent" })).toContainText(READER);
    await tab.reload();
    await awake(tab);
  });

  await test.step("'What was sent' has those that went", async () => {
    await page.goto(`${acta.origin}/settings/sent`);
    const main = page.getByRole("main");
    await expect(main.getByText("edited@harbour.example", { exact: false })).toHaveCount(1);
    await expect(main.getByText(READER, { exact: false })).toHaveCount(1);
  });
  for (const each of [tab, other]) await each.close();
});
