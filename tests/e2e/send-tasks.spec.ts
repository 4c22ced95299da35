import { readFile } from "node:fs/promises";
import * as z from "zod";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** A task from the list to Linear and back, with the stand-in of `npm start` (workers/stand-ins/tasks). */

const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:05.200
<v Speaker 1>Lucía will order the glass for the roof by Friday.

00:05.500 --> 00:10.000
<v Speaker 2>Marta will send the contract to the nursery by Monday.

00:10.300 --> 00:14.000
<v Speaker 1>We decided to build shelves along the wall.
`;
const SOON = { timeout: 60_000 };
const NURSERY = "contract to the nursery";
const held = z.object({
  tasks: z.array(z.looseObject({ id: z.string(), title: z.string(), assigneeId: z.string().nullable() })),
});
let acta: ActaProcess;
let server: Awaited<ReturnType<typeof serve>>;

test.beforeAll(async () => {
  const model = new LanguageStandIn({});
  server = await serve((request) => model.answer(request));
  const env = { LANGUAGE_ENGINE: "openai", LANGUAGE_BASE_URL: server.origin, LANGUAGE_MODEL: "stand-in" };
  acta = await startActa({ env: { SPEECH_ENGINE: "none", ...env } });
});
test.afterAll(async () => {
  await acta.stop();
  await server.stop();
});

test("Linear is connected, one task is sent by keyboard to a person, the rest from the meeting, and done there is done here", async ({
  page,
}) => {
  const { origin } = acta;
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "lucia", provider: "google" });
  await page.context().addCookies([{ name, value, url: origin }]);
  const bytes = new Uint8Array(await readFile(fixture("talk.mp4")));
  const transcript = new TextEncoder().encode(TRANSCRIPT);
  const meetId = await uploadOverHttp({ origin, cookie, title: "Roof of the glasshouse", bytes, transcript });
  const headers = { Cookie: cookie };
  const list = async () => (await fetch(`${origin}/api/tasks?whose=everybody`, { headers })).text();
  await expect.poll(list, SOON).toContain(NURSERY);

  await page.goto(`${origin}/settings/integrations#apps`);
  await awake(page);
  const section = page.getByRole("region", { name: "Where minutes go" });
  await section.getByRole("button", { name: "Connect Linear" }).click();
  await expect(page.getByText("local stand-in for Linear")).toBeVisible();
  const control = new URL(page.url()).origin;
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.locator(".toast")).toHaveText("The account is connected.");

  await page.goto(`${origin}/tasks?whose=everybody`);
  await awake(page);
  const task = page.locator("main .task").filter({ hasText: NURSERY });
  await looksSound(page, "tasks-with-linear");
  await task.getByRole("button", { name: /^Send to Linear: / }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send tasks to Linear" });
  const send = dialog.getByRole("button", { name: "Send 1 task" });
  await send.press("Enter");
  await expect(dialog.getByText("Choose where the tasks go.", { exact: true })).toBeVisible();
  await dialog.getByLabel("Where").selectOption({ label: "Building" });
  const who = dialog.getByLabel("Marta", { exact: true });
  await expect(who).toHaveValue("");
  await who.selectOption({ label: "Marta Soler" });
  await looksSound(page, "send-task-dialog");
  await send.press("Enter");
  await expect(page.locator(".toast")).toHaveText("The tasks are on their way.");
  const sent = async () => held.parse(await (await fetch(`${control}/linear/tasks`)).json()).tasks;
  await expect.poll(sent, SOON).toMatchObject([{ assigneeId: "user-marta" }]);
  // The page is told: by the clock it reads each minute.
  await expect(task.getByRole("link", { name: /in Linear$/ })).toHaveAttribute("href", /^https:\/\/linear\.app\//);

  await page.goto(`${origin}/${meetId}`);
  await awake(page);
  await page.getByRole("button", { name: "Send tasks to Linear" }).click();
  await expect(dialog.getByRole("link", { name: /In Linear$/ })).toBeVisible();
  await expect(dialog.getByLabel("Where")).toHaveValue("team-building");
  await looksSound(page, "send-tasks-dialog");
  await dialog.getByRole("button", { name: /^Send \d tasks?$/ }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await sent()).length, SOON).toBeGreaterThan(1);

  const id = (await sent())[0]?.id ?? "";
  await fetch(`${control}/linear/move`, { method: "POST", body: new URLSearchParams({ id, type: "completed" }) });
  await page.goto(`${origin}/tasks?whose=everybody&state=done`);
  await expect(async () => {
    await page.reload();
    await expect(task.getByRole("link", { name: /done in Linear$/ })).toBeVisible({ timeout: 2000 });
  }).toPass(SOON);
  await awake(page);
  await page.goto(`${origin}/settings/sent`);
  await expect(page.getByRole("listitem").filter({ hasText: "Linear" }).first()).toContainText(/2 tasks/);
});
