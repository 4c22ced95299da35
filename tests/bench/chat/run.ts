/**
 * Delay that the Worker adds to the first word of a chat answer. A stand-in for the engine notes the time at which it sends its
 * first token. A client on the same machine (so with the same clock) notes the time at which the event with that word arrives from
 * the built Worker in workerd; object, RPC, Remix and security headers are all included. Needs a build.
 *
 *   npx tsx tests/bench/chat/run.ts [questions]
 */
import { readFile } from "node:fs/promises";
import { chatEvent } from "#app/contracts/meeting/chat.ts";
import { RATE_LIMITS } from "#app/domain/limits/requests.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const TARGET_MS = 50;
/** The first question writes the index and warms everything up; it is shown and not counted. */
const WARM_UP = 1;
/** Time from one token of the engine to the next, in ms. */
const TOKEN_MS = 15;
const questions = Math.min(Number(process.argv[2] ?? 15) + WARM_UP, RATE_LIMITS.chat);

const now = () => performance.timeOrigin + performance.now();

const model = new LanguageStandIn({ pieces: 4 });
const engine = await serve((request) => model.answer(request));
const acta = await startActa({
  env: {
    SPEECH_ENGINE: "none",
    LANGUAGE_ENGINE: "openai",
    LANGUAGE_BASE_URL: engine.origin,
    LANGUAGE_MODEL: "stand-in",
  },
});
try {
  const { cookie } = await localSignIn({ appOrigin: acta.origin });
  const bytes = new Uint8Array(await readFile(new URL("../../fixtures/talk-captions.mp4", import.meta.url)));
  const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: "Bench", bytes });
  const api = { cookie, path: `${acta.origin}/api/acta/meetings/${meetId}/chat` };
  await transcribed(api);
  model.pauseMs = TOKEN_MS;
  const waits: number[] = [];
  for (let index = 0; index < questions; index += 1) {
    const sent = model.sentAt.length;
    const answeredAt = await firstWordAt(api, `When does the booking page launch (${index})?`);
    const sentAt = model.sentAt[sent];
    if (sentAt === undefined) throw new Error("the engine was not asked");
    waits.push(answeredAt - sentAt);
  }
  report(waits);
} finally {
  await acta.stop();
  await engine.stop();
}

type Api = { cookie: string; path: string };

async function transcribed({ cookie, path }: Api): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    const text = await (await fetch(path, { headers: { Cookie: cookie } })).text();
    if (text.includes('"hasTranscript":true')) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the meeting has no transcript");
}

/** Time at which the first event with a word of the answer arrived; the answer is read to its end. */
async function firstWordAt({ cookie, path }: Api, question: string): Promise<number> {
  const response = await fetch(path, {
    method: "POST",
    headers: { Cookie: cookie, Origin: new URL(path).origin, "Content-Type": "application/json" },
    body: JSON.stringify({ key: crypto.randomUUID(), question }),
  });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  const decoder = new TextDecoder();
  let answeredAt: number | null = null;
  let rest = "";
  const reader = response.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const at = now();
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = chatEvent.parse(JSON.parse(line));
      if (event.type === "draft" && event.text !== "") answeredAt ??= at;
    }
  }
  if (answeredAt === null) throw new Error("no word of the answer came");
  return answeredAt;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function report(waits: readonly number[]): void {
  const counted = waits.slice(WARM_UP).toSorted((a, b) => a - b);
  const at = (share: number) => counted[Math.min(counted.length - 1, Math.floor(counted.length * share))] ?? Number.NaN;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  say(`engine's first token to the Worker's first word, ${counted.length} questions:`);
  say(`  median ${ms(at(0.5))}, p95 ${ms(at(0.95))}, max ${ms(at(1))}; first (cold) ${ms(waits[0] ?? Number.NaN)}`);
  say(`  target ${TARGET_MS} ms: p95 is ${(at(0.95) / TARGET_MS).toFixed(2)} of it`);
  if (at(0.95) > TARGET_MS) process.exitCode = 1;
}
