import { expect, test } from "vitest";
import { UnreadableAudio } from "#workers/local/speech/decode.mjs";
import { EnginePool } from "#workers/local/speech/engine-pool.mjs";
import type { EngineMessage, EngineRequest } from "#workers/local/speech/recogniser.mjs";
import { loudnessOf, SAMPLE_RATE } from "#workers/local/speech/resample.mjs";
import { Transcriptions } from "#workers/local/speech/transcriptions.mjs";

const PATIENT = 60_000;

/** A tone at this share of full scale. */
function tone(seconds: number, level: number, silenceSeconds = 0): Int16Array {
  const pcm = new Int16Array((seconds + silenceSeconds) * SAMPLE_RATE);
  for (let at = 0; at < seconds * SAMPLE_RATE; at += 1) pcm[at] = Math.sin(at / 5) * level * 32_767;
  return pcm;
}

/** A pool whose process finds speech at these seconds and says the piece's number, one after the other, when the test lets it. */
function aBench(
  options: { spans?: [number, number][]; pcm?: Int16Array; language?: string; decode?: () => Promise<Buffer> } = {},
) {
  const { spans = [[0.5, 1.5]], pcm = tone(60, 0.5), language = "ca" } = options;
  const asked: (string | null)[] = [];
  const held: ((error: Error) => void)[] = [];
  let holdsFrom = Number.POSITIVE_INFINITY;
  let kills = 0;
  const ask = (request: EngineRequest): Promise<EngineMessage> => {
    if (request.type === "detect") {
      const found = spans.map(([start, end]) => ({ start: start * SAMPLE_RATE, end: end * SAMPLE_RATE }));
      return Promise.resolve({ type: "detected", spans: found });
    }
    asked.push(request.language);
    const text = `Piece ${asked.length}.`;
    const heard = { language: request.language ?? language, text, tokens: [], times: [], durations: [] };
    const answer: EngineMessage = { type: "recognised", heard, cpuSeconds: 0.1, waitSeconds: 0.1 };
    return asked.length < holdsFrom ? Promise.resolve(answer) : new Promise((_resolve, reject) => held.push(reject));
  };
  const stop = () => {
    kills += 1;
    for (const reject of held.splice(0)) reject(new Error("the process was killed"));
  };
  const pool = new EnginePool({ start: () => ({ load: () => Promise.resolve(), ask, stop }), mayAdd: () => false });
  const clock = { now: 0 };
  const transcriptions = new Transcriptions({
    decode: options.decode ?? (() => Promise.resolve(Buffer.from(pcm.buffer))),
    now: () => clock.now,
    returnMs: 0,
  });
  const told: string[] = [];
  const progress: { until: number; ahead: number }[] = [];
  const question = (recording: string, file = 1, spoken: string | null = "ca") => ({
    file: new Uint8Array([file]),
    language: spoken,
    recording,
    isLive: false,
    position: 0,
  });
  const caller = (more: { signal?: AbortSignal; patienceMs?: number } = {}) => ({
    engine: { pool, name: "base", measure: () => {}, pace: () => 0.1 },
    listener: {
      onPart: (segments: { text: string }[]) => void told.push(...segments.map(({ text }) => text)),
      onProgress: (now: { until: number; ahead: number }) => void progress.push(now),
    },
    signal: new AbortController().signal,
    patienceMs: PATIENT,
    ...more,
  });
  return {
    transcriptions,
    question,
    caller,
    asked,
    told,
    progress,
    clock,
    /** From this request on the process does not answer. */
    hold: (from = 1) => (holdsFrom = from),
    release: () => (holdsFrom = Number.POSITIVE_INFINITY),
    kills: () => kills,
  };
}

test("the answer is OpenAI's verbose JSON with words; values that the engine does not give are null, measurable ones are included", async () => {
  const { transcriptions, question, caller } = aBench();
  const answer = await transcriptions.ask(question("r"), caller());
  expect(answer).toMatchObject({
    task: "transcribe",
    language: "ca",
    duration: 60,
    text: "Piece 1.",
    segments: [
      { id: 0, text: "Piece 1.", avg_logprob: null, no_speech_prob: null, words: [{ word: "Piece" }, { word: "1." }] },
    ],
    rules: { short: 0, loops: 0, holes: 0 },
  });
  const [first] = (answer as { segments: { loudness_dbfs: number; compression_ratio: number; start: number }[] })
    .segments;
  expect(first?.loudness_dbfs).toBeCloseTo(-9, 0);
  expect(first?.compression_ratio).toBeLessThan(1.5);
  expect(first?.start).toBeCloseTo(0.3, 1);
});

test("the text is told piece by piece, and how far it goes", async () => {
  const { transcriptions, question, caller, told, progress } = aBench({
    spans: [
      [1, 10],
      [20, 30],
      [40, 50],
    ],
  });
  await transcriptions.ask(question("r"), caller());
  expect(told).toEqual(["Piece 1.", "Piece 2.", "Piece 3."]);
  expect(progress.map(({ until }) => Math.round(until))).toEqual([0, 10, 30, 50]);
});

test("a silent window is not sent to the engine", async () => {
  const { transcriptions, question, caller, asked } = aBench({ pcm: tone(2, 0.0005) });
  expect(await transcriptions.ask(question("r"), caller())).toMatchObject({ duration: 2, text: "", segments: [] });
  expect(asked).toEqual([]);
});

test("one quiet word in a minute of silence counts as sound", () => {
  expect(loudnessOf(tone(1, 0.01, 59))).toBeGreaterThan(-50);
  expect(loudnessOf(new Int16Array(SAMPLE_RATE))).toBe(-120);
});

test("without a language it is heard on the first minute of speech, and the rest is recognised in it", async () => {
  const spans = [0, 20, 40, 60, 80, 100].map((start): [number, number] => [start, start + 16]);
  const { transcriptions, question, caller, asked } = aBench({ spans, pcm: tone(120, 0.5), language: "fr" });
  expect(await transcriptions.ask(question("r", 1, null), caller())).toMatchObject({ language: "fr" });
  expect(asked).toEqual([null, null, null, null, "fr", "fr"]);
});

test("a window that takes longer than its caller waits is done later; nothing is recognised twice", async () => {
  const bench = aBench({
    spans: [
      [1, 10],
      [20, 30],
    ],
  });
  const { transcriptions, question, caller, asked } = bench;
  bench.hold();
  expect(await transcriptions.ask(question("r"), caller({ patienceMs: 1 }))).toBeNull();
  bench.release();
  const answer = await transcriptions.ask(question("r"), caller());
  expect(answer).toMatchObject({ segments: [{ id: 0 }, { id: 1 }] });
  expect(asked.length).toBeLessThanOrEqual(3);
});

test("a caller who is gone stops the work and its process at once; what was recognised is not recognised again", async () => {
  const bench = aBench({
    spans: [
      [1, 10],
      [20, 30],
    ],
  });
  const { transcriptions, question, caller, told, asked, kills } = bench;
  const left = new AbortController();
  bench.hold(2);
  const answer = transcriptions.ask(question("r"), caller({ signal: left.signal }));
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(2);
  left.abort();
  expect(await answer).toBeNull();
  expect(kills()).toBe(1);
  expect(transcriptions.recordingsAtWork).toBe(0);
  bench.release();
  expect(await transcriptions.ask(question("r"), caller())).toMatchObject({
    text: "Piece 1. Piece 3.",
  });
  expect(told.at(-1)).toBe("Piece 3.");
  expect(asked).toHaveLength(3);
});

test("a recording says how many others are before it", async () => {
  const bench = aBench();
  const { transcriptions, question, caller, progress } = bench;
  bench.hold();
  void transcriptions.ask(question("one", 1), caller());
  await expect.poll(() => transcriptions.recordingsAtWork, { timeout: 30_000 }).toBe(1);
  await transcriptions.ask(question("two", 2), caller({ patienceMs: 1 }));
  expect(progress.map(({ ahead }) => ahead)).toEqual([0, 1]);
});

test("the same audio in another language is a separate request", async () => {
  const { transcriptions, question, caller, asked } = aBench();
  await transcriptions.ask(question("r", 1, "en"), caller());
  await transcriptions.ask(question("r", 1, "es"), caller());
  expect(asked).toEqual(["en", "es"]);
});

test("when too many windows wait, a new caller is asked to come back", async () => {
  const bench = aBench();
  const { transcriptions, question, caller } = bench;
  bench.hold();
  const waits = Array.from({ length: 12 }, (_, file) =>
    transcriptions.ask(question("r", file), caller({ patienceMs: 200 })),
  );
  expect(await Promise.all(waits)).toEqual(Array.from({ length: 12 }, () => null));
  expect(transcriptions.jobs.size).toBe(8);
});

test("a result that nobody fetches is removed after an hour", async () => {
  const { transcriptions, question, caller, asked, clock } = aBench();
  await transcriptions.ask(question("r"), caller());
  clock.now += 61 * 60_000;
  await transcriptions.ask(question("r"), caller());
  expect(asked).toHaveLength(2);
});

test("a file that cannot be decoded is refused, and the next request tries again", async () => {
  const { transcriptions, question, caller } = aBench({ decode: () => Promise.reject(new UnreadableAudio()) });
  await expect(transcriptions.ask(question("r"), caller())).rejects.toBeInstanceOf(UnreadableAudio);
  expect(transcriptions.jobs.size).toBe(0);
});
