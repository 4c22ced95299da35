/**
 * Measures how well a real model separates true lines from false ones by the probability of its "yes":
 *   npx vite-node tests/bench/minutes/judge-probability.ts <model.gguf> [threads]
 * Prints the area under the curve for the half for tuning and for the half that was kept back, alone and together with the check by code, and
 * the threshold with its errors.
 */
import { writeFileSync } from "node:fs";
import { getLlama, LlamaChat, LlamaLogLevel, resolveChatWrapper } from "node-llama-cpp";
import { judgePrompt } from "#app/domain/summary/prompt/judge-one.ts";
import { readLabelled } from "#tests/bench/minutes/labelled.ts";
import { checkLabelled } from "#tests/bench/minutes/labelled-check.ts";
import { judgeLines } from "#workers/local/language/judge-lines.mjs";

const CONTEXT_TOKENS = 4096;
const [, , modelPath = "", threads = "2", into] = process.argv;
const say = (line: string) => process.stdout.write(`${line}\n`);

const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, logLevel: LlamaLogLevel.disabled });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ sequences: 1, contextSize: CONTEXT_TOKENS, threads: Number(threads) });
const sequence = context.getSequence();
const chat = new LlamaChat({ contextSequence: sequence, chatWrapper: resolveChatWrapper(model) });

type Judged = { isTrue: boolean; isHeldBack: boolean; kind: string; isFactual: boolean; probability: number };
const judged: Judged[] = [];
let tokens = 0;
const beganAt = Date.now();
// Every other talk is enough for a figure, and a third of an hour on a busy machine.
for (const [place, talk] of readLabelled().entries()) {
  if (place % 2 === 1) continue;
  const request = judgePrompt(
    talk.lines.map(({ text }) => text),
    talk.segments,
  );
  const answer = await judgeLines({ model, sequence, chat }, request, new AbortController().signal);
  if (!answer) throw new Error("too long");
  tokens += answer.usage.promptTokens - answer.usage.cachedTokens;
  for (const [at, line] of talk.lines.entries()) {
    const isFactual = checkLabelled(talk, line)("supported") === "confirmed";
    const { isTrue, isHeldBack, kind } = line;
    judged.push({ isTrue, isHeldBack, kind, isFactual, probability: answer.probabilities[at] ?? 0 });
  }
  say(`${talk.id}: ${((Date.now() - beganAt) / 1000).toFixed(0)} s`);
}
say(`${judged.length} lines: ${tokens} tokens read, ${((Date.now() - beganAt) / 1000).toFixed(0)} s`);
if (into) writeFileSync(into, JSON.stringify(judged));

/** The share of pairs of a true and a false line in which the true one has more. */
function areaOf(lines: readonly Judged[], score: (one: Judged) => number): number {
  const [right, wrong] = [lines.filter(({ isTrue }) => isTrue), lines.filter(({ isTrue }) => !isTrue)];
  let won = 0;
  for (const a of right) for (const b of wrong) won += score(a) > score(b) ? 1 : score(a) === score(b) ? 0.5 : 0;
  return won / Math.max(1, right.length * wrong.length);
}

for (const isHeldBack of [false, true]) {
  const half = judged.filter((one) => one.isHeldBack === isHeldBack);
  say(isHeldBack ? "The half that was kept back" : "The half for tuning");
  say(`  AUC of the judge ${areaOf(half, ({ probability }) => probability).toFixed(3)}`);
  say(
    `  AUC with the check by code ${areaOf(half, (one) => (one.isFactual ? 1 + one.probability : one.probability)).toFixed(3)}`,
  );
  for (const threshold of [0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98]) {
    const isConfirmed = (one: Judged) => one.isFactual && one.probability >= threshold;
    const right = half.filter(({ isTrue }) => isTrue);
    const wrong = half.filter(({ isTrue }) => !isTrue);
    say(
      `  from ${threshold}: true marked ${right.filter((one) => !isConfirmed(one)).length} of ${right.length}, false confirmed ${wrong.filter(isConfirmed).length} of ${wrong.length}`,
    );
  }
}
await context.dispose();
