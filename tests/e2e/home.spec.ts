import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectContrast, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { seedTasks } from "#tests/support/seed-meetings.ts";

/** Home from its first visit on, by somebody whose meetings no other test needs. Each test goes on where the last one ended. */
const NORA = { person: "nora", provider: "microsoft" } as const;
const DAY_MS = 24 * 3_600_000;
const PLANNED = ["Seguiment amb la gestoria", "Planning of the spring"] as const;

test.describe.configure({ mode: "serial" });
test.beforeEach(({ signInAs }) => signInAs(NORA.person, NORA.provider));

/** Overflow at three widths, contrast in dark, axe in light. */
async function looksSound(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 844 });
}

/** Invites Acta to a call that begins in so many ms. */
async function plan(origin: string, title: string, inMs: number): Promise<string> {
  const { cookie } = await localSignIn({ appOrigin: origin, ...NORA });
  const answer = await fetch(`${origin}/api/acta/init_call`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({
      meetingName: title,
      meetingDate: new Date(Date.now() + inMs).toISOString(),
      clientEmail: "nobody@acta.example",
      clientName: "Nobody",
      meetExtUrl: "https://meet.google.com/abc-defg-hij",
      meetLanguage: "en",
      templateId: null,
      timeZone: "Europe/Madrid",
    }),
  });
  const [, meetId] = /"meetId":"([0-9a-z]{24})"/.exec(await answer.text()) ?? [];
  if (meetId === undefined) throw new Error(`the invitation was answered ${answer.status}`);
  return meetId;
}

test("Home shows a new person the next step, then the next meetings by day, then the open tasks", async ({
  page,
  origin,
}) => {
  await page.goto("/");
  await awake(page);
  await expect(page.getByRole("heading", { name: "Upload a recording" })).toBeVisible();
  await expect(page.getByRole("img", { name: "0 of 15 uploads used" })).toBeVisible();
  await expect(page.getByRole("img", { name: "0 of 15 recordings used" })).toBeVisible();
  await looksSound(page);
  await test.step("the sample meeting reads like any other", () => openSample(page));

  await page.goto("/");
  await awake(page);
  await expect(page.getByRole("link", { name: /^Sample meeting/ })).toBeVisible();
  await expect(page.getByText(/^Sample · /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Open the sample meeting" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Upload a recording" })).toBeVisible();
  await expect(page.getByRole("img", { name: "0 of 15 uploads used" })).toBeVisible();
  await looksSound(page);
  await test.step("the next meetings stand by day, and one press cancels one and says so", () =>
    cancelNext(page, origin));
  await test.step("my open tasks lead to their moments, and to all tasks", () => readMyTasks(page, origin));
});

async function openSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open the sample meeting" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Sample meeting/);
  await awake(page);
  await expect(page.getByText("Order 60 brake cables and 20 inner tubes")).toBeVisible();
  await expect(page.getByRole("region", { name: "What was said" })).toContainText("Callum, can you see to the brake");
  await expectAccessible(page);
}

async function cancelNext(page: Page, origin: string): Promise<void> {
  await plan(origin, PLANNED[0], 2 * DAY_MS);
  const meetId = await plan(origin, PLANNED[1], 3 * DAY_MS);
  // The page was open before they were planned, and is told of them.
  const next = page.getByRole("region", { name: "What comes next" });
  await expect(next.getByRole("listitem")).toHaveCount(2);
  await expect(next.getByRole("heading", { level: 3 })).toHaveCount(2);
  await looksSound(page);
  const joins = next.getByRole("switch", { name: `Acta joins ${PLANNED[1]}` });
  await expect(joins).toBeChecked();
  await joins.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`Acta will not join “${PLANNED[1]}”.`, { exact: true })).toBeVisible();
  await expect(joins).toHaveCount(0);
  await expect(page).toHaveURL(`${origin}/`);
  await expect(next.getByRole("listitem")).toHaveCount(1);
  await page.goto(`/${meetId}`);
  await awake(page);
  await expect(page.getByText("This meeting was cancelled before it began.").first()).toBeVisible();
}

async function readMyTasks(page: Page, origin: string): Promise<void> {
  const meetId = await plan(origin, "Weekly", 4 * DAY_MS);
  const tasks = Array.from({ length: 7 }, (_, index) => ({
    taskId: `task-${index}`,
    text: `Task number ${index + 1}`,
    assigned: "Nora",
    deadline: index < 3 ? null : "as-written-in-".repeat(6),
    dueDay: index < 3 ? `2026-12-0${index + 1}` : "9999-99-99",
    startMs: 61_500,
  }));
  await seedTasks(process.env.ACTA_STATE_DIR ?? "", meetId, tasks);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  const mine = page.getByRole("region", { name: "My open tasks" });
  await expect(mine.getByRole("listitem")).toHaveCount(5);
  await expect(mine.getByRole("link", { name: "Task number 1" })).toHaveAttribute("href", `/${meetId}?t=61`);
  await expect(mine.getByRole("link", { name: "All tasks" })).toHaveAttribute("href", "/tasks");
  await expect(mine).toContainText("1 Dec");
  await looksSound(page);
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a planned call is cancelled as well", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("switch", { name: `Acta joins ${PLANNED[0]}` }).click();
    await expect(page.getByRole("link", { name: PLANNED[0] })).toBeVisible();
    // Only the other call is left.
    await expect(page.getByRole("switch")).toHaveAccessibleName("Acta joins Weekly");
    await expect(page.getByText("Cancelled before it began").first()).toBeVisible();
  });
});
