/**
 * A person (or a model without an address) as the language model, the whole way through the product, on meetings whose transcript is given:
 *   npx vite-node tests/bench/minutes/careful-model.ts <folder> <meeting> …
 * Each question is written to `<folder>/<meeting>/<hash>.request.json`; an answer is read from `<hash>.answer.txt` beside it. A question
 * without an answer is refused, so that the run ends at once: write the answers and run again, until none is open (three rounds: notes,
 * minutes, check). Then `<folder>/<meeting>/minutes.json` is what a person reads. `SHOTS`: a folder for pictures of the pages. The build
 * must be there (`npx remix vite:build`). Meetings: a folder `shared/meetings-dev` beside the project.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { env } from "node:process";
import { chromium } from "playwright-core";
import * as z from "zod";
import { silence, vttOf } from "#tests/bench/minutes/given-meeting.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { freePort } from "#tests/support/free-port.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const WAIT_MS_MAX = 300_000;
const POLL_MS = 1000;
/** A rough size of a token, for servers that count none. */
const CHARS_PER_TOKEN = 4;
const say = (line: string) => process.stdout.write(`${line}\n`);

const [folder = "", ...wanted] = process.argv.slice(2);
const meetings = (readMeetings(path.resolve("../shared/meetings-dev")) ?? []).filter(({ id }) => wanted.includes(id));
if (folder === "" || meetings.length === 0) {
  say("Left out: no folder or no meeting was named.");
  process.exit(0);
}

const question = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
let place = folder;
let used = { calls: 0, open: 0, promptTokens: 0, answerTokens: 0 };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { messages } = question.parse(JSON.parse((await request.toArray()).join("")));
  const hash = createHash("sha256").update(JSON.stringify(messages)).digest("hex").slice(0, 12);
  const content = await readFile(path.join(place, `${hash}.answer.txt`), "utf8").catch(() => null);
  used.calls += 1;
  used.promptTokens += Math.ceil(messages.reduce((sum, one) => sum + one.content.length, 0) / CHARS_PER_TOKEN);
  if (content === null) {
    used.open += 1;
    await writeFile(path.join(place, `${hash}.request.json`), JSON.stringify(messages, null, 2));
    say(`open: ${place}/${hash}`);
    response.writeHead(404).end();
    return;
  }
  used.answerTokens += Math.ceil(content.length / CHARS_PER_TOKEN);
  const choices = [{ message: { role: "assistant", content }, finish_reason: "stop" }];
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ choices }));
}

const port = await freePort();
const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end());
}).listen(port, "127.0.0.1");
const acta = await startActa({
  env: {
    SPEECH_ENGINE: "none",
    LANGUAGE_ENGINE: "openai",
    LANGUAGE_BASE_URL: `http://127.0.0.1:${port}`,
    LANGUAGE_MODEL: "careful-reader",
  },
});
const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });

async function picture(meetId: string, id: string): Promise<void> {
  if (!env.SHOTS) return;
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  for (const { width, colorScheme } of [
    { width: 1280, colorScheme: "light" },
    { width: 390, colorScheme: "dark" },
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 1000 }, colorScheme });
    await context.addCookies([{ name, value, url: acta.origin }]);
    const page = await context.newPage();
    await page.goto(`${acta.origin}/${meetId}`);
    await page.getByRole("main").waitFor();
    await page.waitForTimeout(3000);
    await page.screenshot({ path: path.join(env.SHOTS, `${id}-${width}.png`), fullPage: true });
  }
  await browser.close();
}

for (const { id, segments } of meetings) {
  place = path.join(folder, id);
  used = { calls: 0, open: 0, promptTokens: 0, answerTokens: 0 };
  await mkdir(place, { recursive: true });
  const bytes = await silence(Math.ceil((segments.at(-1)?.endMs ?? 0) / 1000) + 2);
  const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: id, bytes, transcript: vttOf(segments) });
  const began = Date.now();
  let minutes = "";
  while (Date.now() - began < WAIT_MS_MAX && !minutes.includes('"engine"')) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const address = `${acta.origin}/api/acta/meetings/${meetId}/export/json`;
    const read = await fetch(address, { headers: { Cookie: cookie } });
    minutes = read.ok ? await read.text() : "";
  }
  await writeFile(path.join(place, "minutes.json"), minutes);
  say(`${id}: ${JSON.stringify(used)}`);
  await picture(meetId, id);
}
await acta.stop();
server.close();
