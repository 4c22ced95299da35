import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runAtOnce } from "#app/domain/turns.ts";
import { countPeople, findTurns } from "#app/domain/voices/find-turns.ts";
import { linesAlike } from "#app/domain/voices/split-speaker.ts";
import { giveVoices } from "#app/domain/voices/give-speakers.ts";
import { diarisationError, rightAlone, type Said } from "#tests/support/diarisation-error.ts";
import { findFrames, hasVoiceModels, voicesProcess } from "#tests/support/real-voice-frames.ts";
import { encodeSound, RATE, SHARED, WHISPER_BASE } from "#tests/support/real-voices.ts";
import { CONVERSATIONS, type Mix, mixMeeting, READERS, readConversation } from "#tests/support/voice-mixes.ts";
import { findFiles } from "#workers/local/speech/bring-files.mjs";
import { decodeAudio } from "#workers/local/speech/decode.mjs";
import { EnginePool } from "#workers/local/speech/engine-pool.mjs";
import { EngineProcess } from "#workers/local/speech/engine-process.mjs";
import { transcribe } from "#workers/local/speech/transcription.mjs";
import { VoicesEngine } from "#workers/local/voices/voices-engine.mjs";

const SECONDS = 180;
const forever = new AbortController().signal;

/**
 * Voices with real weights: from sound to speakers. Bounds are those that docs/measurements.md records, with room. Meetings are mixed from
 * readers whom the rules were not set on, so far as there are enough.
 */
describe.runIf(hasVoiceModels)("real weights", { timeout: 300_000 }, () => {
  const [, second, , fourth, fifth, sixth] = READERS;

  function aFinder() {
    const finder = voicesProcess();
    onTestFinished(() => finder.stop());
    return finder;
  }

  async function find({ pcm }: Mix, people: number | null = null) {
    const turns = runAtOnce(findTurns(await findFrames(aFinder(), pcm), people));
    const found = turns.map(({ person, startMs, endMs }): Said => ({ person: String(person), startMs, endMs }));
    return { turns, found, untilMs: (pcm.length / RATE) * 1000 };
  }

  test.each([
    { name: "two people of one sex", readers: [fourth, sixth] },
    { name: "four people", readers: [fourth, second, fifth, sixth] },
  ])("three minutes with $name: their number and their turns are right", async ({ readers }) => {
    const mix = await mixMeeting({ readers, seconds: SECONDS, seed: 41 });
    const { turns, found, untilMs } = await find(mix);
    expect(countPeople(turns)).toBe(readers.length);
    expect(diarisationError(mix.said, found, { untilMs }).total).toBeLessThan(0.06);
  });

  test("lines of two people under one label: the line that is marked takes along those of its person", async () => {
    const mix = await mixMeeting({ readers: [fourth, fifth], seconds: SECONDS / 2, seed: 43 });
    const frames = await findFrames(aFinder(), mix.pcm);
    const lines = mix.said.filter(({ startMs, endMs }) => endMs - startMs > 1000);
    const isOther = lines.map(({ person }) => person === fifth);
    const marked = isOther.indexOf(true);
    const along = linesAlike(
      lines.map(({ startMs, endMs }, at) => ({ id: `w0-${at}`, startMs, endMs, isMarked: at === marked })),
      frames,
    );
    const isRight = lines.map((_, at) => isOther[at] === (at === marked || along.includes(`w0-${at}`)));
    expect(isRight.filter(Boolean).length / lines.length).toBeGreaterThanOrEqual(0.9);
    // All of one person: nothing goes along.
    const own = lines.filter((_, at) => isOther[at]);
    const alone = own.map(({ startMs, endMs }, at) => ({ id: `w0-${at}`, startMs, endMs, isMarked: at === 1 }));
    expect(linesAlike(alone, frames).length).toBeLessThanOrEqual(1);
  });

  test("words have the person who says them as their speaker, where two speak one of them", async () => {
    const readers = [fourth, second, fifth];
    const mix = await mixMeeting({ readers, seconds: SECONDS, seed: 42 });
    const files = await findFiles(WHISPER_BASE);
    const pool = new EnginePool({ start: () => new EngineProcess({ files }), mayAdd: () => false });
    onTestFinished(() => pool.stop());
    const { turns } = await find(mix);
    const { segments } = await transcribe({
      file: encodeSound(mix.pcm),
      decode: decodeAudio,
      engine: { pool, measure: () => {} },
      language: "en",
      kept: { texts: new Map(), language: null },
      rank: [0],
      signal: forever,
      onPart: () => {},
    });
    const window = {
      index: 0,
      startMs: 0,
      endMs: SECONDS * 1000,
      segments: segments.map(({ start, end, text, words }) => ({
        startMs: start * 1000,
        endMs: end * 1000,
        text,
        speaker: null,
        words: words.map((word) => ({ startMs: word.start * 1000, endMs: word.end * 1000, text: word.word })),
      })),
    };
    const [given] = runAtOnce(giveVoices([window], turns, "en"));
    const words = (given?.segments ?? []).flatMap(({ speaker, words: own }) =>
      (own ?? []).flatMap(({ startMs, endMs }) => {
        const middle = (startMs + endMs) / 2;
        const people = mix.said.filter((one) => one.startMs <= middle && one.endMs >= middle);
        return people.length === 0 ? [] : { label: speaker, people: people.map(({ person }) => person) };
      }),
    );
    expect(words.length).toBeGreaterThan(250);
    // Each label is the person with most of its words.
    const labels = new Set(words.flatMap(({ label }) => label ?? []));
    const personOf = new Map(
      [...labels].map((label) => {
        const said = words.filter((word) => word.label === label && word.people.length === 1);
        const countOf = (reader: string) => said.filter(({ people: [person] }) => person === reader).length;
        return [label, readers.toSorted((one, other) => countOf(other) - countOf(one))[0]] as const;
      }),
    );
    expect(new Set(personOf.values())).toEqual(new Set(readers));
    const isRight = ({ label, people }: (typeof words)[number]) =>
      label !== null && people.includes(personOf.get(label) ?? "");
    expect(words.filter(isRight).length / words.length).toBeGreaterThanOrEqual(0.95);
    const alone = words.filter(({ people }) => people.length === 1);
    expect(alone.filter(isRight).length / alone.length).toBeGreaterThanOrEqual(0.95);
  });

  test("real people who talk over each other: errors and numbers stay within what was measured", async () => {
    let [spoken, wrong, near, alone, right] = [0, 0, 0, 0, 0];
    const finder = aFinder();
    for (const name of CONVERSATIONS) {
      const { pcm, said } = readConversation(name);
      const untilMs = (pcm.length / RATE) * 1000;
      const turns = runAtOnce(findTurns(await findFrames(finder, pcm), null));
      const found = turns.map(({ person, startMs, endMs }): Said => ({ person: String(person), startMs, endMs }));
      const score = diarisationError(said, found, { untilMs });
      spoken += score.spokenMs;
      wrong += score.total * score.spokenMs;
      const people = new Set(said.map(({ person }) => person)).size;
      if (Math.abs(countPeople(turns) - people) <= 1) near += 1;
      const { spokenMs, rightMs } = rightAlone(said, found, { untilMs });
      alone += spokenMs;
      right += rightMs;
    }
    expect(wrong / spoken).toBeLessThanOrEqual(0.25);
    expect(near).toBeGreaterThanOrEqual(8);
    expect(right / alone).toBeGreaterThanOrEqual(0.9);
  });

  test("sound without a voice has no turns, and a sound of a moment is no failure", async () => {
    const finder = aFinder();
    const noise = Int16Array.from({ length: 20 * RATE }, (_, at) => ((at * 7919) % 601) - 300);
    const frames = await findFrames(finder, noise);
    expect(runAtOnce(findTurns(frames, null))).toEqual([]);
    for (const length of [0, 1, 10, 4000, 9000]) {
      expect(await finder.find(new Uint8Array(length * 2), forever)).toBeDefined();
    }
  });

  test("a damaged file ends the engine's process and nothing else", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "acta-voices-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const real = path.join(SHARED, "models/real");
    await writeFile(
      path.join(folder, "segmentation.onnx"),
      (await readFile(path.join(real, "segmentation.onnx"))).subarray(0, 4_000_000),
    );
    await copyFile(path.join(real, "embedding.fp16w.onnx"), path.join(folder, "embedding.onnx"));
    const engine = new VoicesEngine({
      settings: { given: folder, origin: "", folder: "" },
      log: () => {},
      decode: (pcm) => Promise.resolve({ channels: 1, pcm }),
    });
    onTestFinished(() => engine.stop());
    engine.prepare("one");
    await engine.preparation.settled;
    expect(engine.prepare("one").state).toBe("failed");
    expect(await engine.find(new Uint8Array(32_000), forever)).toBeNull();
    // Mended, the next asker uses it.
    await copyFile(path.join(real, "segmentation.onnx"), path.join(folder, "segmentation.onnx"));
    engine.prepare("two");
    await engine.preparation.settled;
    expect(engine.prepare("two").state).toBe("ready");
    expect(await engine.find(new Uint8Array(20 * RATE * 2), forever)).toHaveLength(3);
  });
});
