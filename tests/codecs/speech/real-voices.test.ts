import { execFileSync } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  countWordErrors,
  encodeSound,
  hasRealVoices,
  joinSounds,
  plainWords,
  RATE,
  readSentences,
  samplesOf,
  type Sentence,
  WHISPER_BASE,
} from "#tests/support/real-voices.ts";
import { findFiles } from "#workers/local/speech/bring-files.mjs";
import { decodeAudio } from "#workers/local/speech/decode.mjs";
import { EnginePool } from "#workers/local/speech/engine-pool.mjs";
import { EngineProcess } from "#workers/local/speech/engine-process.mjs";
import { transcribe, type VerboseSegment } from "#workers/local/speech/transcription.mjs";
import { wordsOf } from "#workers/local/speech/words.mjs";
import { tryModel } from "#workers/local/speech/trial.mjs";

/** A word that lasts longer has a pause in it. */
const PAUSED_SECONDS = 0.6;

/**
 * The real engine with real weights (Whisper base) and real voices: the whole way from a file to words with their times. Bounds of the word error
 * rate are those that docs/measurements.md records for this model, with room for one word in twenty.
 */
describe.runIf(hasRealVoices)("real weights", { timeout: 300_000 }, () => {
  async function aPool() {
    const files = await findFiles(WHISPER_BASE);
    const pool = new EnginePool({ start: () => new EngineProcess({ files }), mayAdd: () => false });
    onTestFinished(() => pool.stop());
    return pool;
  }

  async function hear(
    pcm: Int16Array<ArrayBuffer>,
    language: string | null,
    options: { pool?: EnginePool; format?: "m4a" | "wav" } = {},
  ) {
    const parts: VerboseSegment[] = [];
    const pool = options.pool ?? (await aPool());
    const answer = await transcribe({
      file: encodeSound(pcm, options.format),
      decode: decodeAudio,
      engine: { pool, measure: () => {} },
      language,
      kept: { texts: new Map(), language: null },
      rank: [0],
      signal: new AbortController().signal,
      onPart: (segments) => void parts.push(...segments),
    });
    return { ...answer, parts, pool };
  }

  const read = (language: Sentence["language"], most: number) => {
    const sentences = readSentences(language).slice(0, most);
    return { sentences, sounds: sentences.map((sentence) => samplesOf(sentence)) };
  };

  test.each([
    { language: "en" as const, most: 15, errorsMax: 0.15 },
    { language: "es" as const, most: 6, errorsMax: 0.14 },
    // Thirty words, of which this small model mistakes five to twelve, by the pieces into which they fall.
    { language: "ca" as const, most: 4, errorsMax: 0.45 },
    { language: "fr" as const, most: 6, errorsMax: 0.4 },
  ])(
    "a recording in $language: words are right, in their order, and told as they come",
    async ({ language, most, errorsMax }) => {
      const { sentences, sounds } = read(language, most);
      const { text, parts, segments } = await hear(joinSounds(sounds, 0.8).pcm, language);
      const wanted = plainWords(sentences.map((sentence) => sentence.text).join(" "));
      expect(countWordErrors(wanted, plainWords(text)) / wanted.length).toBeLessThanOrEqual(errorsMax);
      expect(parts).toEqual(segments);
      for (const [at, { start, end }] of segments.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(start).toBeGreaterThanOrEqual(segments[at - 1]?.end ?? 0);
      }
    },
  );

  test("words stand where the engine by itself puts them in each sentence, within 0.3 s", async () => {
    const pool = await aPool();
    const { sounds } = read("en", 10);
    const { pcm, starts } = joinSounds(sounds, 0.9);
    const { segments } = await hear(pcm, "en", { pool });
    const said = segments.flatMap((segment) => segment.words);
    let [compared, far] = [0, 0];
    for (const [at, sound] of sounds.entries()) {
      const bytes = new Uint8Array(sound.buffer);
      const { heard } = await pool.recognise({
        rank: [0],
        signal: new AbortController().signal,
        pcm: bytes,
        language: "en",
      });
      const seconds = sound.length / RATE;
      const from = starts[at] ?? 0;
      for (const alone of wordsOf(heard, { seconds, spans: [{ start: 0, end: seconds }] })) {
        // The engine gives the pause before a word to the word; with the voice detector it begins where the voice does.
        if (alone.end - alone.start > PAUSED_SECONDS) continue;
        const same = said.filter(({ word, start }) => word === alone.text && Math.abs(start - from - alone.start) < 2);
        if (same.length === 0) continue;
        compared += 1;
        if (!same.some(({ start }) => Math.abs(start - from - alone.start) <= 0.3)) far += 1;
      }
    }
    expect(compared).toBeGreaterThan(80);
    expect(far / compared).toBeLessThan(0.03);
  });

  test("the language is heard where nobody names it", async () => {
    const pool = await aPool();
    for (const language of ["en", "es", "ca", "fr"] as const) {
      const { sounds } = read(language, 3);
      expect((await hear(joinSounds(sounds, 0.8).pcm, null, { pool })).language).toBe(language);
    }
  });

  test.each([
    { sound: "silence", source: "anullsrc=r=16000:cl=mono" },
    { sound: "a room's noise", source: "anoisesrc=r=16000:color=brown:amplitude=0.02:seed=1" },
    { sound: "loud noise", source: "anoisesrc=r=16000:color=white:amplitude=0.4:seed=1" },
    { sound: "a hum", source: "sine=r=16000:frequency=50" },
    {
      sound: "a melody",
      source:
        "aevalsrc=0.3*sin(2*PI*t*(220+110*floor(mod(t*2\\,5))))+0.2*sin(4*PI*t*(220+110*floor(mod(t*2\\,5)))):s=16000",
    },
  ])("no word is written for $sound, in which nobody speaks", async ({ source }) => {
    const args = [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      source,
      "-t",
      "60",
      "-f",
      "s16le",
      "-ac",
      "1",
      "-ar",
      "16000",
      "-",
    ];
    const pcm = new Int16Array(new Uint8Array(execFileSync("ffmpeg", args, { maxBuffer: 1e9 })).buffer);
    expect((await hear(pcm, "en")).text).toBe("");
  });

  test("a person who is 35 dB more quiet than the one before is heard", async () => {
    const { sentences, sounds } = read("es", 2);
    const [loud = new Int16Array(0), quiet = new Int16Array(0)] = sounds;
    const { pcm } = joinSounds([loud, quiet.map((sample) => Math.round(sample / 56))], 1);
    const wanted = plainWords(sentences.map((sentence) => sentence.text).join(" "));
    expect(countWordErrors(wanted, plainWords((await hear(pcm, "es")).text)) / wanted.length).toBeLessThan(0.25);
  });

  test("inputs that end the engine's process never reach it, or cost one piece", async () => {
    const pool = await aPool();
    const signal = new AbortController().signal;
    const ask = (length: number, language: string | null) =>
      pool.recognise({ rank: [0], signal, pcm: new Uint8Array(length * 2), language });
    await expect(ask(0, "en")).rejects.toThrow("RangeError");
    await expect(ask(10, "en")).rejects.toThrow("RangeError");
    await expect(ask(RATE, "xx")).rejects.toThrow("RangeError");
    expect((await ask(RATE * 28, "en")).heard.text).toBeDefined();
  });

  test("the model passes the trial that it needs to be trusted, and the trial says how fast it is", async () => {
    const pool = await aPool();
    const signal = new AbortController().signal;
    const speed = await tryModel(async (pcm) => {
      const { heard, cpuSeconds } = await pool.recognise({ rank: [0], signal, pcm, language: "en" });
      return { text: heard.text, cpuSeconds };
    });
    expect(speed).toBeGreaterThan(0.001);
    expect(speed).toBeLessThan(1);
  });
});
