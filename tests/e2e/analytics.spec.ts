import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ANALYTICS_EVENTS, type AnalyticsEvent } from "#app/contracts/analytics-event.ts";
import { awake, expect, fixture, loaded, test } from "#tests/e2e/acta-test.ts";
import { orderedBot } from "#tests/e2e/ordered-bot.ts";
import { startRecorderStandIn } from "#tests/fakes/recorder-http.ts";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { chooseLanguage } from "#tests/support/upload-in-browser.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/**
 * Every analytics event, from the click to the line that the Worker writes: a beacon's body is not shown by the
 * browser.
 */
const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:10.000
<v Speaker 1>The booking page is ready and the clinic tried it with twelve patients.

00:10.300 --> 00:20.000
<v Speaker 2>Marta will send the contract to the clinic by Friday.
`;
const TITLE = "Clinic website";

let acta: ActaProcess;
let recorder: Awaited<ReturnType<typeof startRecorderStandIn>>;

test.beforeAll(async () => {
  recorder = await startRecorderStandIn();
  acta = await startActa({ env: { SPEECH_ENGINE: "none", LANGUAGE_ENGINE: "extractive", ...recorder.env } });
  // The tests are about sign-ins of people who have an account.
  await localSignIn({ appOrigin: acta.origin, person: "nora" });
  await localSignIn({ appOrigin: acta.origin, provider: "microsoft", person: "claire" });
});

test.afterAll(async () => {
  await acta?.stop();
  await recorder?.stop();
});

type Line = { event: string; name: AnalyticsEvent; session?: string; userId: string | null };

/** The events that the Worker has written of a browser's analytics session, in the order of their names. */
async function eventsOf(session: string): Promise<AnalyticsEvent[]> {
  const lines = (await acta.logs()).split("\n").filter((line) => line.includes('"event":"analytics"'));
  return lines
    .map((line) => JSON.parse(line.slice(line.indexOf("{"))) as Line)
    .filter((line) => line.session === session)
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b));
}

async function sessionIn(page: Page): Promise<string> {
  // Not from the page itself, which an action may be leaving.
  const { origins } = await page.context().storageState();
  const kept = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === "analytics-session");
  return kept?.value.split(" ")[0] ?? "none";
}

/** Waits for an action's event, so that the next action leaves no page before the code that sends has loaded. */
async function sends(page: Page, event: AnalyticsEvent, act: () => Promise<unknown>): Promise<void> {
  const count = async () => (await eventsOf(await sessionIn(page))).filter((name) => name === event).length;
  const before = await count();
  await act();
  await expect.poll(count, { message: `'${event}' is sent` }).toBe(before + 1);
}

async function signInWith(page: Page, provider: "Google" | "Microsoft", person: string): Promise<void> {
  await page.goto(`${acta.origin}/api/auth/signin`);
  await awake(page);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: `Continue with ${provider}` }).click();
  await page.getByRole("button", { name: person }).click();
  await expect(page).toHaveURL(`${acta.origin}/`);
  await awake(page);
}

async function uploadWithTasks(): Promise<string> {
  const { cookie } = await localSignIn({ appOrigin: acta.origin, person: "nora" });
  return uploadOverHttp({
    origin: acta.origin,
    cookie,
    title: TITLE,
    bytes: new Uint8Array(await readFile(fixture("talk.mp4"))),
    transcript: new TextEncoder().encode(TRANSCRIPT),
  });
}

/** The events of the menu, of the meeting page and of its dialogs. */
async function useMeeting(page: Page, meetId: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Main" });
  await sends(page, "sidebar history", () => menu.getByRole("link", { name: "History" }).click());
  await sends(page, "sidebar home", () => menu.getByRole("link", { name: "Home" }).click());
  await sends(page, "history", () => page.getByRole("link", { name: "All meetings" }).click());

  await page.goto(`${acta.origin}/${meetId}`);
  await awake(page);
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
  await loaded(page.getByText("VIEW TASKS"));
  await sends(page, "tasks lookup", () => page.getByText("VIEW TASKS").dispatchEvent("click"));
  await page.goto(`${acta.origin}/${meetId}`);
  await awake(page);
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await sends(page, "edit summary", () => edit.click());
  await expect(page.getByText("No changes yet")).toBeVisible();
  await sends(page, "cancel edit", () => page.keyboard.press("Escape"));
  await sends(page, "edit summary", () => edit.click());
  await expect(page.getByText("No changes yet")).toBeVisible();
  await sends(page, "save edit", () => page.getByRole("button", { name: "Save", exact: true }).click());

  await sends(page, "share summary", () => page.getByRole("button", { name: "Share" }).click());
  const share = page.getByRole("dialog", { name: "Share meeting" });
  await share.getByRole("button", { name: "Create link" }).click();
  await sends(page, "copy link", () => share.getByRole("button", { name: "Copy link" }).click());
  await expect(share.getByRole("link", { name: "Download PDF" })).toBeVisible({ timeout: 60_000 });
  await sends(page, "download PDF", () =>
    Promise.all([page.waitForEvent("download"), share.getByRole("link", { name: "Download PDF" }).click()]),
  );
}

/** The events of an upload, of a bot that is invited, and of its recording. */
async function record(page: Page): Promise<void> {
  await page.goto(acta.origin);
  await awake(page);
  const dialog = page.getByRole("dialog");
  await sends(page, "upload recording", () => page.getByRole("link", { name: "upload recording" }).first().click());
  await dialog.getByLabel("Title").fill("Second upload");
  await chooseLanguage(dialog, "en");
  await sends(page, "upload tape", () => dialog.getByLabel("Recording").setInputFiles(fixture("talk-captions.mp4")));
  await sends(page, "summarize tape", () => page.getByRole("button", { name: "summarize" }).click());
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });

  const ordersBefore = recorder.orders.length;
  await sends(page, "invite to meeting", () => page.getByRole("link", { name: "invite to meeting" }).first().click());
  await dialog.getByLabel("Title").fill("Harbour and bridges");
  await dialog.getByLabel("Meeting link").fill("https://meet.jit.si/HarbourAndAnalytics");
  await sends(page, "confirm invite", () => dialog.locator("button[type=submit]").click());
  await expect(dialog.getByText("Meeting created")).toBeVisible({ timeout: 60_000 });
  // Waited for from before the click: on a slow machine the toast's five seconds are over when the click has returned.
  await Promise.all([
    page.getByText("created successfully", { exact: true }).waitFor(),
    dialog.getByRole("button", { name: "Close" }).last().click(),
  ]);
  const bot = await orderedBot(recorder, ordersBefore);
  await bot.begin();
  await bot.sendPieces(0, 3);
  await page.goto(acta.origin);
  await awake(page);
  await page.getByRole("link", { name: "Harbour and bridges" }).first().click();
  const stop = page.getByRole("button", { name: "Stop recording" });
  await expect(stop).toBeVisible({ timeout: 60_000 });
  await sends(page, "stop recording", () => stop.click());
}

async function payAndCancel(page: Page): Promise<void> {
  await page.goto(`${acta.origin}/pricing`);
  await awake(page);
  await sends(page, "pro plan", () => page.getByRole("button", { name: "Choose Pro" }).click());
  await page.getByRole("button", { name: "Pay €144.00" }).click();
  await expect(page.getByText("Thank you. You are on Pro now.")).toBeVisible();
  await page.goto(`${acta.origin}/pricing`);
  await awake(page);
  await sends(page, "free plan", () => page.getByRole("button", { name: "Change to Free" }).click());
  await expect(page.getByText("This is a local stand-in for Stripe")).toBeVisible();
}

/** Two quick clicks are one action, and 30 minutes later a new session begins. */
async function pauseForLong(page: Page, session: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Main" });
  await sends(page, "sidebar history", () => menu.getByRole("link", { name: "History" }).dblclick());
  await page.evaluate((id) => {
    localStorage.setItem("analytics-session", `${id} ${Date.now() - 31 * 60_000}`);
  }, session);
  await menu.getByRole("link", { name: "Home" }).click();
  await expect.poll(() => sessionIn(page)).not.toBe(session);
  const later = await sessionIn(page);
  await expect.poll(() => eventsOf(later)).toEqual(["sidebar home"]);
}

test("each action sends its event once, with the session of the browser, and names nothing that a meeting holds", async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const asked = new Set<string>();
  context.on("request", (request) => asked.add(new URL(request.url()).origin));
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: acta.origin });
  const meetId = await uploadWithTasks();

  await signInWith(page, "Google", "Nora Puig");
  const session = await sessionIn(page);
  await expect.poll(() => eventsOf(session)).toEqual(["login via Google"]);
  await useMeeting(page, meetId);
  await record(page);
  await payAndCancel(page);
  await page.goto(`${acta.origin}/settings`);
  await awake(page);
  // A question of the page that is under way would be answered with 401 after the session's end.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/api\/auth\/signin/);
  await signInWith(page, "Microsoft", "Claire");

  const all = [...ANALYTICS_EVENTS, "edit summary" as const];
  const inOrder = (names: readonly AnalyticsEvent[]) => names.toSorted((a, b) => a.localeCompare(b));
  await expect.poll(() => eventsOf(session)).toEqual(inOrder(all));
  expect(await sessionIn(page)).toBe(session);
  await pauseForLong(page, session);
  expect(await eventsOf(session)).toEqual(inOrder([...all, "sidebar history"]));

  // The identity provider and the payments of this machine are on other ports.
  expect([...asked].filter((origin) => !/^http:\/\/(localhost|127\.0\.0\.1):\d+$/u.test(origin))).toEqual([]);
  const lines = (await acta.logs()).split("\n").filter((line) => line.includes('"event":"analytics"'));
  const known = new Set(["event", "name", "userId", "session"]);
  for (const line of lines) {
    const fields = Object.keys(JSON.parse(line.slice(line.indexOf("{"))) as object);
    expect(fields.filter((field) => !known.has(field))).toEqual([]);
  }
});

// Global Privacy Control is read in the same place (`tests/unit/analytics/report-action.test.ts`).
test("with Do Not Track nothing is sent and nothing is kept", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "doNotTrack", { value: "1" }));
  let reports = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/acta/analytics")) reports += 1;
  });
  await signInWith(page, "Google", "Nora Puig");
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(/\/history$/);
  await menu.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(`${acta.origin}/`);
  // The code that would send has loaded by the second action; leaving the page would send what waits.
  await page.goto(`${acta.origin}/history`);
  expect(reports).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("analytics-session"))).toBeNull();
});
