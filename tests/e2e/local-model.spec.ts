import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { type FileServer, sendFile, startFileServer } from "#tests/support/file-server.ts";
import { serve } from "#tests/fakes/serve.mjs";
import { freePort } from "#tests/support/free-port.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";
import { miniatureGguf } from "#tests/support/write-gguf.ts";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";

/**
 * A local Acta that can fetch a language model: its offers on the meeting page and in the settings, and the download. The model is a miniature of random weights; the tests share one Acta and its download, one after the other.
 */
test.describe.configure({ mode: "serial" });
// Pages that are left close their sockets.
test.use({ expectedErrors: ["WebSocket", "ERR_"] });

const FILE = Buffer.from(miniatureGguf());
const SENT_BYTES = Math.ceil(FILE.length * 0.345);
const OFFER = "Write real minutes on this machine: the model is fetched once";

let acta: ActaProcess;
let models: FileServer;
let ollama: Awaited<ReturnType<typeof serve>>;
/** Whether Ollama runs: it is started while Acta does. */
let isOllamaThere = false;
let folder = "";
let meetId = "";
let session: { name: string; value: string };

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "acta-language-"));
  models = await startFileServer((request, response, count) => {
    if (count > 1) return sendFile(FILE, request, response);
    response.writeHead(200, { "Content-Length": FILE.length });
    response.write(FILE.subarray(0, SENT_BYTES));
  });
  ollama = await serve(() =>
    Promise.resolve(
      isOllamaThere
        ? Response.json({ models: [{ name: "gemma4:e2b", size: 1 }] })
        : new Response(null, { status: 503 }),
    ),
  );
  acta = await startActa({
    env: {
      SPEECH_ENGINE: "none",
      LANGUAGE_ENGINE: "local",
      ACTA_LANGUAGE_PORT: String(await freePort()),
      ACTA_LANGUAGE_MODEL_URL: models.origin,
      ACTA_LANGUAGE_MODEL_DIR: folder,
      ACTA_LANGUAGE_MODEL_PIN: `${FILE.length}:${createHash("sha256").update(FILE).digest("hex")}`,
      ACTA_LANGUAGE_THREADS: "1",
      OLLAMA_HOST: ollama.origin.replace("http://", ""),
    },
  });
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  session = { name, value };
  const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
  meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: "Quoted, then written", bytes });
});

test.afterAll(async () => {
  await acta?.stop();
  await models?.close();
  await ollama?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.beforeEach(async ({ context }) => {
  await context.addCookies([{ ...session, url: acta.origin }]);
});

async function openMeeting(page: Page): Promise<void> {
  await page.goto(`${acta.origin}/${meetId}`);
  await awake(page);
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
}

const shoot = async (page: Page, name: string) => {
  if (process.env.ACTA_SHOTS) await page.screenshot({ path: `${process.env.ACTA_SHOTS}/${name}.png`, fullPage: true });
};

test("Ollama that is started while Acta runs is offered, writes after one click, and is left again", async ({
  page,
}) => {
  const section = page.getByRole("region", { name: "Model on this machine" });
  isOllamaThere = true;
  await expect(async () => {
    await page.goto(`${acta.origin}/settings`);
    await expect(section.getByRole("button", { name: "Use gemma4:e2b from Ollama" })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await awake(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await shoot(page, "offer-ollama-390");
  await section.getByRole("button", { name: "Use gemma4:e2b from Ollama" }).click();
  await expect(section).toContainText("gemma4:e2b from Ollama writes the minutes.");
  // The Worker starts again with its new engine.
  await expect.poll(engineOfWorker, { timeout: 60_000 }).toBe("ollama");
  await section.getByRole("button", { name: "Use Acta’s own model" }).click();
  await expect.poll(engineOfWorker, { timeout: 60_000 }).toBe("local");
  isOllamaThere = false;
});

async function engineOfWorker(): Promise<string | null> {
  try {
    const health = await fetch(`${acta.origin}/api/health?light`);
    return /"language":"([^"]+)"/.exec(await health.text())?.[1] ?? null;
  } catch {
    // The Worker that was to answer has ended, perhaps in the middle of it.
    return null;
  }
}

test("quoted minutes, Home and the settings offer the model; all show its download, which is paused and goes on", async ({
  page,
  context,
}) => {
  const section = page.getByRole("region", { name: "Model on this machine" });
  await test.step("the page of a quoted meeting and Home offer the model; nothing is fetched before somebody asks", async () => {
    await openMeeting(page);
    await expect(page.getByText(OFFER)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await shoot(page, "offer-meeting-390");
    await page.goto(acta.origin);
    await awake(page);
    await expect(page.getByText(OFFER)).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await shoot(page, "offer-home-390");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await shoot(page, "offer-home-1280-dark");
    await page.emulateMedia({ colorScheme: "light" });
    expect(models.ranges).toEqual([]);
  });

  await test.step("the settings and the meeting page show the same download", async () => {
    await page.goto(`${acta.origin}/settings`);
    await awake(page);
    await expect(section).toContainText(OFFER);
    await section.getByRole("button", { name: "Fetch the model" }).click();
    await expect(section.getByRole("img", { name: /The model is being fetched: 34 % of/ })).toBeVisible();
    await expectAccessible(page);
    await shoot(page, "fetching-settings-1280");
    const other = await context.newPage();
    await openMeeting(other);
    await expect(other.getByText("The model is being fetched: 34 %").first()).toBeVisible();
    await shoot(other, "fetching-meeting-1280");
    await other.close();
  });

  await test.step("the download is paused, and goes on where it was", async () => {
    await section.getByRole("button", { name: "Pause" }).click();
    await expect(section).toContainText("The download of the model is paused at 34 %.");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await shoot(page, "paused-settings-390");
    await section.getByRole("button", { name: "Go on" }).click();
    await expect(section).toContainText("A model on this machine writes the minutes.", { timeout: 60_000 });
    expect(models.ranges).toEqual([null, `bytes=${SENT_BYTES}-`]);
    await page.goto(acta.origin);
    await awake(page);
    await expect(page.getByText(OFFER)).toHaveCount(0);
  });
});
