import { expect, test } from "vitest";
import { UnreadableAudio } from "#workers/local/speech/decode.mjs";
import { loudnessOf, SAMPLE_RATE } from "#workers/local/speech/resample.mjs";
import { Transcriptions } from "#workers/local/speech/transcriptions.mjs";

/** A tone at this share of full scale, followed by silence. */
function tone(seconds: number, level: number, silenceSeconds = 0): Int16Array {
  const pcm = new Int16Array((seconds + silenceSeconds) * SAMPLE_RATE);
  for (let at = 0; at < seconds * SAMPLE_RATE; at += 1) pcm[at] = Math.sin(at / 5) * level * 32_767;
  return pcm;
}

const RECOGNISED = [
  { startMs: 0, endMs: 1000, text: " Good morning." },
  { startMs: 1000, endMs: 2000, text: " Thanks for watching!" },
];
const FILE = new Uint8Array([1, 2, 3]);
const PATIENT = 60_000;

function transcribing(options: { pcm?: Int16Array; recognise?: () => Promise<typeof RECOGNISED> } = {}) {
  const { pcm = tone(1, 0.5, 1), recognise = () => Promise.resolve(RECOGNISED) } = options;
  const asked: string[] = [];
  const clock = { now: 0 };
  const transcriptions = new Transcriptions({
    decode: () => Promise.resolve(Buffer.from(pcm.buffer)),
    recognise: (_pcm, language) => {
      asked.push(language);
      return recognise();
    },
    now: () => clock.now,
  });
  return { transcriptions, asked, clock };
}

test("the answer is OpenAI's verbose JSON; values that the engine does not give are null, measurable ones are included", async () => {
  const { transcriptions } = transcribing();
  const answer = await transcriptions.ask(FILE, "ca", PATIENT);
  expect(answer).toMatchObject({
    task: "transcribe",
    language: "ca",
    duration: 2,
    text: "Good morning. Thanks for watching!",
    segments: [
      { id: 0, start: 0, end: 1, text: " Good morning.", avg_logprob: null, no_speech_prob: null },
      { id: 1, start: 1, end: 2, text: " Thanks for watching!", loudness_dbfs: -120 },
    ],
  });
  const [first] = (answer as { segments: { loudness_dbfs: number; compression_ratio: number }[] }).segments;
  expect(first?.loudness_dbfs).toBeCloseTo(-9, 0);
  expect(first?.compression_ratio).toBeLessThan(1.5);
});

test("a repetitive text has the compression ratio that Whisper measures", async () => {
  const loop = [{ startMs: 0, endMs: 2000, text: "and so on and so on ".repeat(30) }];
  const answer = await transcribing({ recognise: () => Promise.resolve(loop) }).transcriptions.ask(FILE, "en", PATIENT);
  const [segment] = (answer as { segments: { compression_ratio: number }[] }).segments;
  expect(segment?.compression_ratio).toBeGreaterThan(2.4);
});

test("a silent window is not sent to the engine, which would invent text", async () => {
  const { transcriptions, asked } = transcribing({ pcm: tone(2, 0.0005) });
  expect(await transcriptions.ask(FILE, "en", PATIENT)).toMatchObject({ duration: 2, text: "", segments: [] });
  expect(asked).toEqual([]);
});

test("one quiet word in a minute of silence counts as sound", () => {
  expect(loudnessOf(tone(1, 0.01, 59))).toBeGreaterThan(-50);
  expect(loudnessOf(new Int16Array(SAMPLE_RATE))).toBe(-120);
});

test("a window that takes longer than its caller waits is in progress on the next call and done later; it is recognised once", async () => {
  let finish: (heard: typeof RECOGNISED) => void = () => {};
  const recognise = () => new Promise<typeof RECOGNISED>((resolve) => (finish = resolve));
  const { transcriptions, asked } = transcribing({ recognise });
  expect(await transcriptions.ask(FILE, "en", 1)).toBeNull();
  expect(await transcriptions.ask(FILE, "en", 1)).toBeNull();
  finish(RECOGNISED);
  expect(await transcriptions.ask(FILE, "en", PATIENT)).toMatchObject({ text: "Good morning. Thanks for watching!" });
  expect(asked).toEqual(["en"]);
});

test("the same audio in another language is a separate request", async () => {
  const { transcriptions, asked } = transcribing();
  await transcriptions.ask(FILE, "en", PATIENT);
  await transcriptions.ask(FILE, "es", PATIENT);
  expect(asked).toEqual(["en", "es"]);
});

test("when too many windows wait, a new caller is asked to come back", async () => {
  const { transcriptions, asked } = transcribing({ recognise: () => new Promise(() => {}) });
  for (let window = 0; window < 12; window += 1) {
    expect(await transcriptions.ask(new Uint8Array([window]), "en", 1)).toBeNull();
  }
  expect(asked).toHaveLength(8);
});

test("a failure is reported, and the next call starts again", async () => {
  let times = 0;
  const { transcriptions } = transcribing({
    recognise: () => {
      times += 1;
      return times === 1 ? Promise.reject(new Error("it crashed")) : Promise.resolve(RECOGNISED);
    },
  });
  await expect(transcriptions.ask(FILE, "en", PATIENT)).rejects.toThrow("it crashed");
  expect(await transcriptions.ask(FILE, "en", PATIENT)).toMatchObject({ segments: [{ id: 0 }, { id: 1 }] });
});

test("a result that nobody fetches is removed after an hour", async () => {
  const { transcriptions, asked, clock } = transcribing();
  await transcriptions.ask(FILE, "en", PATIENT);
  clock.now += 61 * 60_000;
  await transcriptions.ask(FILE, "en", PATIENT);
  expect(asked).toHaveLength(2);
});

test("a file that cannot be decoded is refused", async () => {
  const transcriptions = new Transcriptions({
    decode: () => Promise.reject(new UnreadableAudio()),
    recognise: () => Promise.resolve(RECOGNISED),
    now: () => 0,
  });
  await expect(transcriptions.ask(FILE, "en", PATIENT)).rejects.toBeInstanceOf(UnreadableAudio);
});
