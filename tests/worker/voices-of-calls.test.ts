import { expect, test } from "vitest";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import type { VoicesEngine } from "#app/server/ports/voices.ts";
import { onCallBench } from "#tests/support/call-bench.ts";
import { framesOf, type Talk } from "#tests/support/voice-frames.ts";
import { takeCorrection } from "#workers/meeting/edits/take-correction.ts";
import { readSegments } from "#workers/meeting/store/transcript.ts";

/** The voices of a call, whose platform names some people and leaves gaps, on a real object's storage with real R2. */

const SECONDS = 32;
const TALK: Talk[] = [
  { person: 0, startMs: 0, endMs: 8000 },
  { person: 1, startMs: 8000, endMs: 16_000 },
  { person: 0, startMs: 16_000, endMs: 24_000 },
  { person: 2, startMs: 24_000, endMs: 32_000 },
];

/** Segments of eight seconds. */
const speech: SpeechEngine = {
  id: "talking",
  recognise: () =>
    Promise.resolve({
      language: null,
      segments: TALK.map(({ startMs, endMs }, at) => ({
        startMs,
        endMs,
        text: `We speak of matter number ${at + 1}`,
        speaker: null,
        words: null,
        noSpeechProbability: null,
        meanLogProbability: null,
        compressionRatio: null,
      })),
    }),
};

const voices: VoicesEngine = {
  prepare: () => Promise.resolve({ state: "ready" }),
  find: () => Promise.resolve(framesOf(TALK, SECONDS * 1000)),
};

type Stretch = { label: string; startMs: number; endMs: number; confidence: number };
const says = (label: string, startMs: number): Stretch => ({ label, startMs, endMs: startMs + 7500, confidence: 1 });

function inCall(speakers: Stretch[], check: Parameters<typeof onCallBench>[1]) {
  return onCallBench({ deps: { speech, voices } }, async (bench) => {
    await bench.run();
    await bench.tell({ type: "recording", startedAt: bench.clock.now });
    await bench.tellWindow(0, 0, SECONDS * 1000, { speakers });
    await bench.tell({ type: "ended", end: "stopped", durationMs: SECONDS * 1000, gaps: [] });
    await bench.finish();
    return check(bench);
  });
}

test("in a gap of the platform a voice has the name that it has elsewhere, or a number", async () => {
  await inCall([says("Marta Puig", 0)], async ({ storage, view, deps }) => {
    expect(view()?.head.status).toBe("SUMMARIZED");
    const speakers = readSegments(storage.sql).map(({ speaker }) => speaker);
    expect(speakers).toEqual(["Marta Puig", "Speaker 1", "Marta Puig", "Speaker 2"]);
    // The platform knows how many they are.
    const correction = { type: "count-speakers" as const, saveId: crypto.randomUUID(), people: 2 };
    expect(await takeCorrection({ storage, deps, by: "nora" }, correction)).toEqual({ ok: false, reason: "not-ready" });
  });
});

test("names of the platform stay, whatever the voices say", async () => {
  const all = TALK.map(({ startMs }, at) => says(at === 2 ? "Pau" : "Marta Puig", startMs));
  await inCall(all, async ({ storage }) => {
    const speakers = readSegments(storage.sql).map(({ speaker }) => speaker);
    expect(speakers).toEqual(["Marta Puig", "Marta Puig", "Pau", "Marta Puig"]);
  });
});

test("a call whose platform named nobody is divided as an upload is", async () => {
  await inCall([], async ({ storage, deps }) => {
    const speakersAt = () => readSegments(storage.sql).map(({ speaker }) => speaker);
    expect(speakersAt()).toEqual(["Speaker 1", "Speaker 2", "Speaker 1", "Speaker 3"]);
    const correction = { type: "count-speakers" as const, saveId: crypto.randomUUID(), people: 2 };
    expect((await takeCorrection({ storage, deps, by: "nora" }, correction)).ok).toBe(true);
    expect(new Set(speakersAt()).size).toBe(2);
  });
});
