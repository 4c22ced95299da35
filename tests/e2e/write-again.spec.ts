import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { processRows } from "#tests/support/process-rows.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";

/** Runs on a separate Acta whose language model can be told to stay down. */
/** Contains everything that a shell, a file of variables or wrangler could misread. */
const KEY = 'it is "${HOME}" and pa$$word # really';
const model = new LanguageStandIn({ mode: "401", key: KEY });
let server: Awaited<ReturnType<typeof serve>>;
let acta: ActaProcess;

test.beforeAll(async () => {
  server = await serve((request) => model.answer(request));
  acta = await startActa({
    env: {
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: server.origin,
      LANGUAGE_MODEL: "small-talker",
      LANGUAGE_API_KEY: KEY,
    },
  });
});

test.afterAll(async () => {
  await acta.stop();
  await server.stop();
});

test("minutes written without a model say so, and one click has the model write them", async ({ page }) => {
  test.setTimeout(120_000);
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
  const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: "Written twice", bytes });
  await page.context().addCookies([{ name, value, url: acta.origin }]);
  await page.goto(`${acta.origin}/${meetId}`);
  await awake(page);
  await expect(page.getByText("The language model could not write these minutes")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("no language model wrote them")).toBeVisible();
  await expectAccessible(page);

  model.be("ok");
  await page.getByRole("button", { name: "Write the summary again" }).click();
  // The model answers only to its key.
  await expect(page.getByText("The minutes were written by small-talker.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("The language model could not write these minutes")).toBeHidden();
  await expect(page.getByRole("button", { name: "Write the summary again" })).toBeHidden();
});

/** Uploads a meeting and opens its page, ready for input. */
async function openUploaded(page: Page, meeting: { title: string; language: string }): Promise<string> {
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
  const meetId = await uploadOverHttp({ origin: acta.origin, cookie, bytes, ...meeting });
  await page.context().addCookies([{ name, value, url: acta.origin }]);
  await page.goto(`${acta.origin}/${meetId}`);
  await awake(page);
  return meetId;
}

const WRITTEN = "The minutes were written by small-talker.";

test("the PDF waits for the minutes, and one click has them written in the language that was spoken", async ({
  page,
  expectedErrors,
}) => {
  test.setTimeout(120_000);
  model.be("ok");
  // The model has begun and sends nothing more until it is released: no minutes, so no PDF of them.
  model.hold();
  const meetId = await openUploaded(page, { title: "Hablado en otra lengua", language: "es" });

  await test.step("'PDF is not ready' while the minutes are being written; then the same menu gives the PDF", async () => {
    const menu = page.locator("details.export").filter({ has: page.getByTitle("Export", { exact: true }) });
    await expect(page.locator(".doc").getByText("Generating summary").first()).toBeVisible({ timeout: 60_000 });
    await menu.locator("summary").click();
    await expect(menu.getByText("PDF is not ready")).toBeVisible();
    await expect(menu.getByRole("link", { name: "PDF", exact: false })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(menu.getByText("PDF is not ready")).toBeHidden();
    // The same by keyboard.
    await page.keyboard.press("d");
    await expect(menu.getByText("PDF is not ready")).toBeVisible();
    if (process.env.ACTA_LOOK) await page.screenshot({ path: `${process.env.ACTA_LOOK}/pdf-not-ready.png` });
    const early = await page.request.get(`${acta.origin}/api/acta/meetings/${meetId}/pdf`);
    expect([early.status(), await early.json()]).toMatchObject([409, { error: { message: "PDF is not ready" } }]);
    // The transcript can be downloaded meanwhile.
    const said = await page.request.get(`${acta.origin}/api/acta/meetings/${meetId}/export/srt`);
    expect(await said.text()).toContain("-->");

    model.release();
    await expect(page.getByText(WRITTEN)).toBeVisible({ timeout: 60_000 });
    const link = menu.getByRole("link", { name: "PDF .pdf" });
    await expect(link).toBeVisible({ timeout: 60_000 });
    await expect(menu.getByText("PDF is not ready")).toHaveCount(0);
    const coming = page.waitForEvent("download");
    await link.click();
    const pdf = await readFile(await (await coming).path());
    expect(pdf.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  });

  await test.step("spoken in a language other than the chosen one: one click has the minutes written in it", async () => {
    await expect(page.getByText("The recording seems to be in English, while Spanish was chosen.")).toBeVisible();
    const offer = page.getByRole("button", { name: "Write the minutes in English" });
    await expectAccessible(page);
    if (process.env.ACTA_LOOK) await page.screenshot({ path: `${process.env.ACTA_LOOK}/spoken-offer.png` });

    // §8: the model cannot be asked. The minutes stay, and so does the offer.
    expectedErrors.push("503");
    await page.route("**/rewrite", (route) => route.fulfill({ status: 503, json: {} }));
    await offer.click();
    await expect(page.getByRole("alert")).toHaveText("Error updating language");
    await page.unroute("**/rewrite");

    const before = model.asked.length;
    await offer.focus();
    await page.keyboard.press("Enter");
    await expect(
      page.getByText("while Spanish was chosen; these minutes quote it in English.", { exact: false }),
    ).toBeVisible({ timeout: 60_000 });
    await expect(offer).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByText(WRITTEN)).toBeVisible();
    const asked = model.asked.slice(before).flatMap(({ messages }) => messages.map(({ content }) => content));
    expect(asked.join("\n")).toMatch(/in English/);
  });
});

test("no key is in the list of processes, and only the owner can read the file that holds them", async () => {
  const port = new URL(acta.origin).port;
  const rows = await processRows();
  // Other Actas may run on this machine: only processes that belong to this one are checked.
  const ours = rows.filter(({ args }) => args.includes(`--port=${port}`) || args.includes(acta.dataDir));
  expect(ours.length, "it runs").toBeGreaterThan(0);
  const token = (await readFile(path.join(acta.dataDir, "admin-token"), "utf8")).trim();
  expect(
    ours.filter(({ args }) => [KEY, "API_KEY", "ADMIN_TOKEN", token].some((secret) => args.includes(secret))),
  ).toEqual([]);
  expect((await stat(path.join(acta.dataDir, "worker.json"))).mode & 0o777).toBe(0o600);
});
