import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { HEARD_WINDOWS_MIN } from "#app/domain/limits/media.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { correctMeeting } from "#workers/meeting/edits/correct.ts";

/** A meeting whose language is left to the engine, and one whose language was chosen wrongly, on a real object's storage. */

/** Hears what `spoken` says, in the order of its questions, and notes how it was asked. */
function anEngine(spoken: readonly (string | null)[]) {
  const asked: (MeetingLanguage | null)[] = [];
  const engine: SpeechEngine = {
    id: "hearing",
    hears: true,
    recognise({ language }) {
      const heard = spoken[Math.min(asked.length, spoken.length - 1)] ?? null;
      asked.push(language);
      const segments = Array.from({ length: 60 }, (_, index) => ({
        startMs: index * 4000,
        endMs: index * 4000 + 3500,
        text: `Point ${index} of the plan for the seminar rooms was agreed.`,
        speaker: null,
        words: null,
        noSpeechProbability: null,
        meanLogProbability: null,
        compressionRatio: null,
      }));
      return Promise.resolve({ segments, language: language ?? heard });
    },
  };
  return { engine, asked };
}

/** Ten windows: three are under way at once. */
const SECONDS = 3000;
const run = (engine: SpeechEngine, details: { hearsLanguage?: true }, check: Parameters<typeof onBench>[2]) =>
  onBench(markedRecording(SECONDS), { details: { language: "es", ...details }, deps: { speech: engine } }, check);

/**
 * Once decided, no window that begins is left to the engine: of ten only those that were heard first (one more where they differ), and two that were under way, in any order, as a
 * window's sound may be read late.
 */
function expectDecided(asked: readonly (MeetingLanguage | null)[]): void {
  expect(new Set(asked)).toEqual(new Set([null, "en"]));
  expect(asked.filter((language) => language === null).length).toBeLessThanOrEqual(HEARD_WINDOWS_MIN + 3);
}

test("the language is heard in the first windows, the rest is recognised in it, and no window twice", async () => {
  const { engine, asked } = anEngine(["es", "en", "en"]);
  await run(engine, { hearsLanguage: true }, async ({ finish, view, storage }) => {
    expect(view()?.head.hearsLanguage).toBe(true);
    await finish();
    const head = view()?.head;
    expect(head).toMatchObject({ status: "SUMMARIZED", language: "en" });
    expect(head?.hearsLanguage).toBeUndefined();
    expect(view()?.summary?.language).toBe("en");
    const windows = storage.sql.exec("SELECT position FROM recognised_windows").toArray().length;
    expect(asked).toHaveLength(windows);
  });
  expect(asked[0]).toBeNull();
  expectDecided(asked);
});

test("an engine that hears another language than its words are in: the words decide", async () => {
  const { engine, asked } = anEngine(["fr"]);
  await run(engine, { hearsLanguage: true }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", language: "en" });
    expect(view()?.summary).toMatchObject({ language: "en" });
  });
  expectDecided(asked);
});

test("a language that a person chose stays, whatever the words are", async () => {
  const { engine } = anEngine(["fr"]);
  await run(engine, {}, async ({ finish, view }) => {
    await finish();
    expect(view()?.head.language).toBe("es");
  });
});

test("an engine that does not tell: the text of the transcript decides, in the end", async () => {
  const { engine, asked } = anEngine([null]);
  await run(engine, { hearsLanguage: true }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head.language).toBe("en");
  });
  expect(new Set(asked)).toEqual(new Set([null]));
});

test("an engine that cannot hear is asked in the language of the guess", async () => {
  const { engine, asked } = anEngine(["en"]);
  const { hears: _hears, ...deaf } = engine;
  await run(deaf, { hearsLanguage: true }, async ({ finish }) => void (await finish()));
  expect(new Set(asked)).toEqual(new Set(["es"]));
});

test("one order has a recording recognised in the right language; it counts once, and going back pays nothing", async () => {
  const { engine, asked } = anEngine(["en"]);
  await run(engine, {}, async ({ finish, flush, view, storage, deps, birth }) => {
    await finish();
    const windows = asked.length;
    expect(view()?.head.respeakable).toBe(true);
    expect(view()?.summary?.spoken).toBe("en");
    const transcribe = (language: MeetingLanguage) =>
      correctMeeting({ storage, deps, by: "nora" }, { type: "transcribe-in", saveId: crypto.randomUUID(), language });
    expect(transcribe("en").ok).toBe(true);
    // It is under way: a second click changes nothing.
    expect(transcribe("en")).toEqual({ ok: false, reason: "not-ready" });
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", language: "en" });
    expect(view()?.summary?.spoken).toBeUndefined();
    expect(asked.slice(windows)).toEqual(Array.from({ length: windows }, () => "en"));
    expect(transcribe("es").ok).toBe(true);
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", language: "es" });
    expect(asked).toHaveLength(2 * windows);
    await flush();
    expect(await statesOf(birth.meetId)).toEqual(["counted"]);
  });
});

async function statesOf(meetId: string): Promise<string[]> {
  const rows = await openDatabase(env.DB).select().from(usageLedger).where(eq(usageLedger.meetId, meetId));
  return rows.map(({ state }) => state);
}
