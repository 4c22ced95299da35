import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { looksSoundEnlarged } from "#tests/e2e/looks-sound.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { runSql } from "#tests/support/seed-meetings.ts";
import { hold } from "#tests/support/slow-line.ts";
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

test.beforeAll(async () => {
  const origin = process.env.ACTA_ORIGIN ?? "";
  const { cookie } = await localSignIn({ appOrigin: origin, ...LUCIA });
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

test.beforeEach(async ({ signInAs }) => signInAs("lucia"));

const row = (page: Page, text: string) => page.locator("main .task").filter({ hasText: text });
const NURSERY = "contract to the nursery";
/** The answer to the next tick that is saved. */
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith(`/${meetId}/tasks`) && answer.ok());

async function openTasks(page: Page, path: string): Promise<void> {
  await page.goto(path);
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

/** A deadline may be words, and more of them than a line has. It stays until the meeting's own tasks are written again. */
async function sayLongDeadline(): Promise<void> {
  await runSql(process.env.ACTA_STATE_DIR ?? "", [
    `INSERT INTO meeting_tasks (meet_id, task_id, position, workspace_id, created_by, text, assigned, assigned_key,
      deadline, due_day, done) SELECT id, 'said', 99, workspace_id, created_by, 'Paint the fence', 'Montserrat Guadalupe',
      'montserrat guadalupe', 'before the fair in Barcelona, or at the latest by the end of spring', '9999-99-99', 0
      FROM meetings WHERE id = '${meetId}'`,
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
    await test.step("before its part's script is here it is saved when it comes", () => tickEarly(meeting));
    await openTasks(page, "/tasks?whose=everybody");
    await test.step("the task stays in its place with a way back, and is done in its meeting", () =>
      tickInList(page, meeting));
    await test.step("opened again in its meeting, it comes back to the open list", () => openInMeeting(page, meeting));
    await test.step("not saved, it is taken back, and said", () => tickInVain(page));
  });
});

const tickIn = (meeting: Page) => meeting.getByRole("checkbox", { name: /contract to the nursery/ });

async function tickEarly(meeting: Page): Promise<void> {
  const script = await hold(meeting, /\/assets\/quoted-sections-.*\.js$/u);
  await meeting.goto(`/${meetId}`);
  await script.asked;
  await awake(meeting);
  const ticked = saved(meeting);
  await tickIn(meeting).check();
  script.release();
  await ticked;
  await expect(tickIn(meeting)).toBeChecked();
  const opened = saved(meeting);
  await tickIn(meeting).uncheck();
  await opened;
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
