import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { looksSoundEnlarged } from "#tests/e2e/looks-sound.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { runSql, seedTasks } from "#tests/support/seed-meetings.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** The tasks of all meetings, of one uploaded meeting. */
test.describe.configure({ mode: "serial" });

const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:05.200
<v Speaker 1>Lucía will order the glass for the roof by Friday.

00:05.500 --> 00:10.000
<v Speaker 2>Marta will send the contract to the nursery by Monday.

00:10.300 --> 00:14.000
<v Speaker 1>We decided to build shelves along the wall.
`;
const LUCIA = { person: "lucia", provider: "google" } as const;
const SOON = { timeout: 60_000 };
const TITLE = "Roof of the glasshouse";
let meetId = "";
/** An Acta of its own, with a stand-in for the language model: tasks need one. */
let acta: ActaProcess;
let server: Awaited<ReturnType<typeof serve>>;
let session: Awaited<ReturnType<typeof localSignIn>>;

test.beforeAll(async () => {
  const model = new LanguageStandIn({});
  server = await serve((request) => model.answer(request));
  acta = await startActa({
    env: {
      SPEECH_ENGINE: "none",
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: server.origin,
      LANGUAGE_MODEL: "stand-in",
    },
  });
  const { origin } = acta;
  session = await localSignIn({ appOrigin: origin, ...LUCIA });
  const { cookie } = session;
  meetId = await uploadOverHttp({
    origin,
    cookie,
    title: TITLE,
    bytes: new Uint8Array(await readFile(fixture("talk.mp4"))),
    transcript: new TextEncoder().encode(TRANSCRIPT),
  });
  await expect
    .poll(
      async () => (await fetch(`${origin}/api/tasks?whose=everybody`, { headers: { Cookie: cookie } })).text(),
      SOON,
    )
    .toContain("contract to the nursery");
});

test.afterAll(async () => {
  await acta.stop();
  await server.stop();
});

test.beforeEach(async ({ context }) => {
  const { name, value } = session;
  await context.addCookies([{ name, value, url: acta.origin }]);
});

const row = (page: Page, text: string) => page.locator("main .task").filter({ hasText: text });
const NURSERY = "contract to the nursery";
/** The answer to the next tick that is saved. */
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith(`/${meetId}/tasks`) && answer.ok());

async function openTasks(page: Page, address: string): Promise<void> {
  await page.goto(`${acta.origin}${address}`);
  await awake(page);
}

test("tasks are reached from Home and from VIEW TASKS, each leads to its meeting and moment, and the page is accessible and fits", async ({
  page,
}) => {
  await sayLongDeadline();
  await openTasks(page, "/");
  await page.getByRole("main").getByRole("link", { name: "Tasks", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks" })).toHaveCount(0);
  await looksSoundEnlarged(page);
  await openList(page, "Done");
  await expect(page).toHaveURL(/\/tasks\?state=done$/);
  await looksSoundEnlarged(page);
  await openList(page, "Open");
  await openList(page, "Everybody’s");
  await expect(page).toHaveURL(/whose=everybody/);
  const task = row(page, NURSERY);
  await expect(task.getByRole("link", { name: TITLE })).toHaveAttribute("href", `/${meetId}`);
  await looksSoundEnlarged(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const name = await row(page, "Paint the fence").locator(".task__who").boundingBox();
  expect(name?.width).toBeGreaterThan(390 / 4);
  await page.setViewportSize({ width: 1280, height: 844 });
  await task.getByRole("link", { name: /^Play from/ }).click();
  await expect(page).toHaveURL(new RegExp(`/${meetId}\\?t=5$`));
  await page.getByRole("link", { name: "VIEW TASKS" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
});

/** A deadline may be words, and more of them than a line has. A meeting without an object behind it has it. */
async function sayLongDeadline(): Promise<void> {
  const stateDir = path.join(acta.dataDir, "state");
  const fenceId = "fence".padEnd(24, "0");
  await runSql(stateDir, [
    `INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, sequence, created_at, updated_at)
      SELECT '${fenceId}', workspace_id, created_by, 'Fence', starts_at, time_zone, language, source, status, 1, created_at, updated_at
      FROM meetings WHERE id = '${meetId}'`,
  ]);
  await seedTasks(stateDir, fenceId, [
    {
      taskId: "said",
      text: "Paint the fence",
      assigned: "Montserrat Guadalupe",
      deadline: "before the fair in Barcelona, or at the latest by the end of spring",
      dueDay: "9999-99-99",
      startMs: null,
    },
  ]);
}

async function openList(page: Page, name: "Open" | "Done" | "Everybody’s"): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", /./);
}

test.describe("a tick", () => {
  // One is not saved.
  test.use({ expectedErrors: ["503"] });

  test("counts in the list and in the meeting, is undone in both, and is taken back where it is not saved", async ({
    page,
    context,
  }) => {
    const meeting = await context.newPage();
    await openMeeting(meeting);
    await openTasks(page, "/tasks?whose=everybody");
    await test.step("the task stays in its place with a way back, and is done in its meeting", () =>
      tickInList(page, meeting));
    await test.step("opened again in its meeting, it comes back to the open list", () => openInMeeting(page, meeting));
    await test.step("not saved, it is taken back, and said", () => tickInVain(page));
  });
});

const tickIn = (meeting: Page) => meeting.getByRole("checkbox", { name: /contract to the nursery/ });

async function openMeeting(meeting: Page): Promise<void> {
  await meeting.goto(`${acta.origin}/${meetId}`);
  await awake(meeting);
  await expect(tickIn(meeting)).not.toBeChecked();
}

/** Ends with the list of what is done. */
async function tickInList(page: Page, meeting: Page): Promise<void> {
  const task = row(page, NURSERY);
  const ticked = saved(page);
  await task.getByRole("checkbox").check();
  await ticked;
  await expect(task).toContainText("Done just now");
  await meeting.reload();
  await expect(tickIn(meeting)).toBeChecked();

  await openList(page, "Done");
  await expect(task.getByRole("checkbox")).toBeChecked({ timeout: 30_000 });
  const opened = saved(page);
  await task.getByRole("checkbox").uncheck();
  await expect(task).toContainText("Open again");
  await opened;
  const closed = saved(page);
  await task.getByRole("button", { name: "Undo" }).click();
  await closed;
  await expect(task.getByRole("checkbox")).toBeChecked();
}

async function openInMeeting(page: Page, meeting: Page): Promise<void> {
  await openList(page, "Open");
  await expect(row(page, "glass for the roof")).toBeVisible();
  // The list learns of a tick a moment later.
  await expect(row(page, NURSERY)).toHaveCount(0, { timeout: 30_000 });
  await awake(meeting);
  const tick = tickIn(meeting);
  await expect(tick).toBeChecked();
  const opened = saved(meeting);
  // Not uncheck(), which looks at the box at once: it may be ticked again for a moment while the script of its part replaces it.
  await tick.click();
  await opened;
  await expect(tick).not.toBeChecked();
  await meeting.close();
  // The list is read again while it is looked at.
  await expect(row(page, NURSERY)).toBeVisible({ timeout: 30_000 });
  await expect(row(page, NURSERY).getByRole("checkbox")).not.toBeChecked();
}

async function tickInVain(page: Page): Promise<void> {
  await page.route("**/api/acta/meetings/*/tasks", (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: "unavailable", message: "Error saving meeting", reason: null } },
    }),
  );
  await row(page, NURSERY).getByRole("checkbox").click();
  await expect(page.getByText("Error saving meeting").first()).toBeVisible();
  await expect(row(page, NURSERY).getByRole("checkbox")).not.toBeChecked();
}
