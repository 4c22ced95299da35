import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { processRows } from "#tests/support/process-rows.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";

/** An Acta of its own, with a language model that can be told to stay down. */
/** With all that a shell, a file of variables or wrangler could take for something else. */
const KEY = 'it is "${HOME}" and pa$$word # really';
const model = new LanguageStandIn({ mode: "401", key: KEY });
let server: Server;
let acta: ActaProcess;

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { url = "/", method = "GET" } = incoming;
  const response = await model.answer(
    new Request(new URL(url, "http://127.0.0.1"), {
      method,
      headers: { Authorization: incoming.headers.authorization ?? "" },
      body: Buffer.concat(chunks),
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

test.beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  acta = await startActa({
    env: {
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      LANGUAGE_MODEL: "small-talker",
      LANGUAGE_API_KEY: KEY,
    },
  });
});

test.afterAll(async () => {
  await acta.stop();
  await new Promise((resolve) => server.close(resolve));
});

test("minutes that stand in for a model's say so, and one click has them written again", async ({ page }) => {
  test.setTimeout(120_000);
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
  const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: "Written twice", bytes });
  await page.context().addCookies([{ name, value, url: acta.origin }]);
  await page.goto(`${acta.origin}/${meetId}`);
  await awake(page);
  await expect(page.getByText("The language model could not write these minutes")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("no language model wrote them")).toBeVisible();
  await expectAccessible(page);

  model.be("ok");
  await page.getByRole("button", { name: "Write the summary again" }).click();
  // The model answers to its key alone.
  await expect(page.getByText("The minutes were written by small-talker.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("The language model could not write these minutes")).toBeHidden();
  await expect(page.getByRole("button", { name: "Write the summary again" })).toBeHidden();
});

test("no key stands in the list of processes, and the file that holds them is its owner's alone", async () => {
  const port = new URL(acta.origin).port;
  const rows = await processRows();
  // Other Actas may run on this machine: only what belongs to this one is asked.
  const ours = rows.filter(({ args }) => args.includes(`--port=${port}`) || args.includes(acta.dataDir));
  expect(ours.length, "it runs").toBeGreaterThan(0);
  const token = (await readFile(path.join(acta.dataDir, "admin-token"), "utf8")).trim();
  expect(
    ours.filter(({ args }) => [KEY, "API_KEY", "ADMIN_TOKEN", token].some((secret) => args.includes(secret))),
  ).toEqual([]);
  expect((await stat(path.join(acta.dataDir, "worker.env"))).mode & 0o777).toBe(0o600);
});
