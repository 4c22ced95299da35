import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { type FileServer, sendFile, startFileServer } from "#tests/support/file-server.ts";
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
const OFFER = "These are quotations. Let a model on this machine write the minutes";

let acta: ActaProcess;
let models: FileServer;
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
  acta = await startActa({
    env: {
      SPEECH_ENGINE: "none",
      LANGUAGE_ENGINE: "local",
      ACTA_LANGUAGE_PORT: String(await freePort()),
      ACTA_LANGUAGE_MODEL_URL: models.origin,
      ACTA_LANGUAGE_MODEL_DIR: folder,
      ACTA_LANGUAGE_MODEL_PIN: `${FILE.length}:${createHash("sha256").update(FILE).digest("hex")}`,
      ACTA_LANGUAGE_THREADS: "1",
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
  await rm(folder, { recursive: true, force: true });
});

test.beforeEach(async ({ context }) => {
  await context.addCookies([{ ...session, url: acta.origin }]);
});

async function openMeeting(page: Page): Promise<void> {
  await page.goto(`${acta.origin}/${meetId}`);
  await awake(page);
  await expect(page.getByRole("heading", { name: "Highlights, quoted" })).toBeVisible({ timeout: 60_000 });
}

test("quoted minutes and the settings offer the model, which is fetched when somebody asks, and both show the download", async ({
  page,
  context,
}) => {
  const section = page.getByRole("region", { name: "Model on this machine" });
  await test.step("quoted minutes and the settings offer the model; nothing is fetched before somebody asks", async () => {
    await openMeeting(page);
    await expect(page.getByText(OFFER)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);

    await page.goto(`${acta.origin}/settings`);
    await awake(page);
    await expect(section).toContainText("Without a model, minutes are quotations.");
    await expectAccessible(page);
    expect(models.ranges).toEqual([]);
  });

  await test.step("the settings and the meeting page show the same download", async () => {
    await section.getByRole("button", { name: "Fetch the model" }).click();
    await expect(section.getByRole("img", { name: "The model is being fetched: 34 %" })).toBeVisible();
    await expectAccessible(page);
    const other = await context.newPage();
    await openMeeting(other);
    await expect(other.getByText("The model is being fetched: 34 %").first()).toBeVisible();
    await other.close();
  });
});
