/**
 * A real language model, the whole way through the product as `npm start` runs it, on meetings whose transcript is given:
 *   npx tsx tests/bench/minutes/real-weights.ts <model.gguf> [meeting …]
 * A meeting is one of the development meetings, or `de`, `pt` or `ar`: a short one that was made up (other-languages.ts). Prints calls, tokens and seconds, and every line with its mark, so that a person can read them beside the talk. The build must be
 * there (`npx remix vite:build`). Meetings: ACTA_MEETINGS_DIR, or a folder `shared/meetings-dev` beside the project. `SHOTS`: a folder for
 * pictures of the page while the minutes are being written.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "node:process";
import { chromium } from "playwright-core";
import { silence, vttOf } from "#tests/bench/minutes/given-meeting.ts";
import { LANGUAGE_MEETINGS } from "#tests/bench/minutes/other-languages.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const WAIT_MS_MAX = 3 * 3_600_000;
const POLL_MS = 2000;
const SHOT_MS = 60_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const [model, ...wanted] = process.argv.slice(2);
const shots = env.SHOTS;
const folder = env.ACTA_MEETINGS_DIR ?? path.resolve("../shared/meetings-dev");
const english = (readMeetings(folder) ?? []).map(({ id, segments }) => ({ id, segments, language: "en" }));
const meetings = [...english, ...LANGUAGE_MEETINGS].filter(({ id }) => wanted.length === 0 || wanted.includes(id));
if (!model || meetings.length === 0) {
  say("Left out: no model was named, or no folder of meetings was found.");
  process.exit(0);
}

const acta = await startActa({ env: { LANGUAGE_ENGINE: "", ACTA_LANGUAGE_MODEL_PATH: model } });
const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
const browser = shots
  ? await chromium.launch({
      executablePath: "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    })
  : null;
const context = await browser?.newContext({ viewport: { width: 1280, height: 1000 } });
await context?.addCookies([{ name, value, url: acta.origin }]);
const page = await context?.newPage();

/** The calls and tokens that the language server logged since the last meeting. */
async function usage(from: number) {
  const log = await readFile(path.join(acta.dataDir, "logs/language.log"), "utf8").catch(() => "");
  const lines = log
    .slice(from)
    .split("\n")
    .filter((line) => line.includes('"language.answer"'));
  const sums = { calls: 0, promptTokens: 0, cachedTokens: 0, answerTokens: 0 };
  for (const line of lines) {
    const entry: unknown = JSON.parse(line.slice(line.indexOf("{")));
    sums.calls += 1;
    for (const key of ["promptTokens", "cachedTokens", "answerTokens"] as const)
      sums[key] += Number(Object.entries(entry ?? {}).find(([each]) => each === key)?.[1] ?? 0);
  }
  return { ...sums, until: log.length };
}

let logged = 0;
for (const { id, segments, language } of meetings) {
  const began = Date.now();
  const seconds = Math.ceil((segments.at(-1)?.endMs ?? 0) / 1000) + 2;
  const meetId = await uploadOverHttp({
    origin: acta.origin,
    cookie,
    title: id,
    language,
    bytes: await silence(seconds),
    transcript: vttOf(segments),
  });
  let shotAt = 0;
  const address = `${acta.origin}/api/acta/meetings/${meetId}/export/json`;
  let minutes = "";
  while (Date.now() - began < WAIT_MS_MAX) {
    if (page && Date.now() - shotAt > SHOT_MS) {
      shotAt = Date.now();
      await page.goto(`${acta.origin}/${meetId}`);
      await page.screenshot({
        path: path.join(shots ?? ".", `${id}-${Math.round((shotAt - began) / 1000)}.png`),
      });
    }
    const answer = await fetch(address, { headers: { Cookie: cookie } });
    minutes = answer.ok ? await answer.text() : "";
    if (minutes.includes('"engine"')) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const used = await usage(logged);
  logged = used.until;
  say(
    `\n# ${id}: ${(seconds / 60).toFixed(1)} minutes of talk, ${((Date.now() - began) / 1000).toFixed(0)} s, ${JSON.stringify(used)}`,
  );
  say(minutes.slice(0, 200_000));
  if (page) {
    await page.goto(`${acta.origin}/${meetId}`);
    await page.screenshot({ path: path.join(shots ?? ".", `${id}-minutes.png`), fullPage: true });
  }
}
await browser?.close();
await acta.stop();
