import { expect, test } from "vitest";
import type { AiRunner } from "#app/server/adapters/workers-ai/run-model.ts";
import { workersAiSpeech } from "#app/server/adapters/workers-ai/workers-ai-speech.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { framesOf } from "#tests/support/voice-frames.ts";
import { readSegments } from "#workers/meeting/store/transcript.ts";

/** An upload that nova-3 recognises: it numbers the people of each window anew, and the windows share half a minute. */

const SECONDS = 16 * 60;
/** Two people, seven seconds each. */
const personAt = (second: number) => Math.floor(second / 7) % 2;

/** Answers as nova-3 does, one word for each whole second of the sound; in every other window it numbers the two in the other order. */
function nova() {
  const lengths: number[] = [];
  const ai: AiRunner = {
    async run(_model, inputs) {
      const { body } = inputs.audio as { body: ReadableStream };
      const text = new TextDecoder("latin1").decode(await new Response(body).arrayBuffer());
      const times = [...text.matchAll(/ACTA@(\d{8})/gu)].map(([, ms]) => Number(ms));
      const [startMs = 0, endMs = 0] = [times[0], times.at(-1)];
      lengths.push(Math.round((endMs - startMs) / 1000));
      const seconds = Array.from({ length: Math.floor((endMs - startMs) / 1000) - 1 }, (_, at) => at + 1);
      const words = seconds.map((second) => {
        const at = Math.floor(startMs / 1000) + second;
        const start = at - startMs / 1000;
        const speaker = (personAt(at) + (Math.round(startMs / 300_000) % 2)) % 2;
        return { word: `word${at}`, punctuated_word: `word${at}.`, start, end: start + 0.8, confidence: 0.9, speaker };
      });
      return { results: { channels: [{ alternatives: [{ transcript: "", words }] }] } };
    },
  };
  return { speech: workersAiSpeech({ ai, model: "@cf/deepgram/nova-3" }), lengths };
}

const recording = markedRecording(SECONDS);

test("people keep their numbers over windows that number them in another order, and no word is lost or doubled", async () => {
  const { speech, lengths } = nova();
  await onBench(recording, { details: { language: "en" }, deps: { speech, voices: null } }, async (bench) => {
    await bench.finish();
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    const words = readSegments(bench.storage.sql).flatMap(({ text, speaker }) =>
      text.split(" ").map((word) => ({ second: Number(/\d+/u.exec(word)?.[0]), speaker })),
    );
    expect(words.map(({ second }) => second)).toEqual(Array.from({ length: words.length }, (_, at) => at + 1));
    expect(words.length).toBeGreaterThan(SECONDS - 5);
    for (const { second, speaker } of words) expect(speaker).toBe(`Speaker ${personAt(second) + 1}`);
  });
  expect(lengths.toSorted((one, other) => one - other)).toEqual([75, 315, 330, 330]);
});

test("beside an engine for voices, the windows of the same engine share no more than others", async () => {
  const { speech, lengths } = nova();
  const voices = {
    prepare: () => Promise.resolve({ state: "ready" as const }),
    find: () => Promise.resolve(framesOf([{ person: 0, startMs: 0, endMs: 300_000 }], 300_000)),
  };
  await onBench(recording, { details: { language: "en" }, deps: { speech, voices } }, async (bench) => {
    await bench.finish();
    expect(new Set(readSegments(bench.storage.sql).map(({ speaker }) => speaker))).toEqual(new Set(["Speaker 1"]));
  });
  expect(Math.max(...lengths)).toBe(306);
});
