import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  awake,
  expect,
  expectAccessible,
  expectContrast,
  expectNoOverflow,
  fixture,
  test,
} from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
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

test("tasks are reached from Home and from VIEW TASKS, and each leads to its meeting and moment", async ({ page }) => {
  await openTasks(page, "/");
  await page.getByRole("main").getByRole("link", { name: "Tasks", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks" })).toHaveCount(0);
  await page.getByRole("link", { name: "Everybody’s" }).click();
  await expect(page).toHaveURL(/whose=everybody/);
  const task = row(page, NURSERY);
  await expect(task.getByRole("link", { name: TITLE })).toHaveAttribute("href", `/${meetId}`);
  await task.getByRole("link", { name: /^Play from/ }).click();
  await expect(page).toHaveURL(new RegExp(`/${meetId}\\?t=5$`));
  await page.getByRole("link", { name: "VIEW TASKS" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
});

test("a task that is ticked stays in its place with a way back, and is done in its meeting", async ({ page }) => {
  await openTasks(page, "/tasks?whose=everybody");
  const task = row(page, NURSERY);
  const ticked = saved(page);
  await task.getByRole("checkbox").check();
  await ticked;
  await expect(task).toContainText("Done just now");
  const meeting = await page.context().newPage();
  await meeting.goto(`/${meetId}`);
  const inMeeting = meeting.getByRole("checkbox", { name: /contract to the nursery/ });
  await expect(inMeeting).toBeChecked();
  await meeting.close();

  await openTasks(page, "/tasks?whose=everybody&state=done");
  await expect(row(page, NURSERY).getByRole("checkbox")).toBeChecked({ timeout: 30_000 });
  const opened = saved(page);
  await row(page, NURSERY).getByRole("checkbox").uncheck();
  await expect(row(page, NURSERY)).toContainText("Open again");
  await opened;
  const closed = saved(page);
  await row(page, NURSERY).getByRole("button", { name: "Undo" }).click();
  await closed;
  await expect(row(page, NURSERY).getByRole("checkbox")).toBeChecked();
});

test("a task that is opened again in its meeting comes back to the open list", async ({ page }) => {
  await openTasks(page, "/tasks?whose=everybody");
  await expect(row(page, "glass for the roof")).toBeVisible();
  // The list hears of a tick a moment later.
  await expect(row(page, NURSERY)).toHaveCount(0, { timeout: 30_000 });
  const meeting = await page.context().newPage();
  await meeting.goto(`/${meetId}`);
  await awake(meeting);
  const tick = meeting.getByRole("checkbox", { name: /contract to the nursery/ });
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
});

test("a box that is ticked before its part's script is here is saved when it comes", async ({ page }) => {
  const script = await hold(page, /\/assets\/quoted-sections-.*\.js$/u);
  await page.goto(`/${meetId}`);
  await script.asked;
  await awake(page);
  const ticked = saved(page);
  const tick = page.getByRole("checkbox", { name: /contract to the nursery/ });
  await tick.check();
  script.release();
  await ticked;
  await expect(tick).toBeChecked();
  const opened = saved(page);
  await tick.uncheck();
  await opened;
});

test.describe("a tick that is not saved", () => {
  test.use({ expectedErrors: ["503"] });

  test("is taken back, and said", async ({ page }) => {
    await page.route("**/api/acta/meetings/*/tasks", (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: "unavailable", message: "Error saving meeting", reason: null } },
      }),
    );
    await openTasks(page, "/tasks?whose=everybody");
    await row(page, NURSERY).getByRole("checkbox").click();
    await expect(page.getByText("Error saving meeting").first()).toBeVisible();
    await expect(row(page, NURSERY).getByRole("checkbox")).not.toBeChecked();
  });
});

test("the page is accessible and fits at every width and text size", async ({ page }) => {
  test.setTimeout(120_000);
  for (const path of ["/tasks", "/tasks?whose=everybody", "/tasks?state=done"]) {
    for (const { width, height } of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await openTasks(page, path);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await expectContrast(page);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "32px"));
      await expectNoOverflow(page);
    }
  }
});
