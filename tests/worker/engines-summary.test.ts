import { afterEach, expect, test, vi } from "vitest";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { workersAiLanguage } from "#app/server/adapters/workers-ai/workers-ai-language.ts";
import type { RewriteAsk } from "#app/domain/meeting/states.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { LANGUAGE_ORIGIN, standInForLanguage } from "#tests/fakes/language-server.ts";
import { EVERY_TYPE } from "#tests/unit/engines/transcripts.ts";
import { fixture } from "#tests/support/fixture.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { onBench } from "#tests/support/meeting-bench.ts";

/** The language engines in workerd, at the end of a real meeting's pipeline. */

afterEach(() => {
  vi.restoreAllMocks();
});

const openai = () =>
  openAiLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "small-talker", apiKey: null, contextTokens: 32_000 });

test("a chat model writes the summary, and every line of it points into the transcript", async () => {
  const server = standInForLanguage();
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null, language: openai() } },
    async ({ finish, view }) => {
      await finish();
      const { head, summary, segments } = view() ?? {};
      expect(head?.status).toBe("SUMMARIZED");
      expect(summary?.engine).toEqual({ port: "openai", model: "small-talker" });
      const ids = new Set(segments?.map(({ id }) => id));
      const items = summary?.fields.flatMap(({ content }) => ("items" in content ? content.items : [])) ?? [];
      expect(items.length).toBeGreaterThan(0);
      for (const { segmentIds } of items) expect(segmentIds.every((id) => ids.has(id))).toBe(true);
    },
  );
  expect(server.asked.map(({ lines, notes }) => [lines > 0, notes > 0])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("a chat model that is down for a while is asked again, after as long as it wants", async () => {
  const server = standInForLanguage();
  server.retryAfter = "30";
  server.be("429", 2);
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null, language: openai() } },
    async ({ finish, view }) => {
      const waits = await finish();
      expect(waits.filter((ms) => ms >= 30_000)).toHaveLength(2);
      expect(view()?.summary?.engine.port).toBe("openai");
    },
  );
  // Refused twice; then the notes and the minutes.
  expect(server.asked).toHaveLength(4);
});

const EVERY: RewriteAsk = { template: EVERY_TYPE, language: "en", hand: "keep", what: "template" };

test("minutes by another template, the same ones again, and those in another language are written from the notes that are there", async () => {
  const server = standInForLanguage();
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null, language: openai() } },
    async ({ apply, finish, view }) => {
      await finish();
      for (const ask of [
        EVERY,
        { ...EVERY, what: "same" as const },
        { ...EVERY, language: "fr" as const, what: "language" as const },
      ]) {
        apply({ type: "rewrite-asked", ask });
        await finish();
        expect(view()?.summary).toMatchObject({ language: ask.language, template: { fields: { length: 10 } } });
      }
    },
  );
  expect(server.asked.map(({ notes }) => (notes > 0 ? "minutes" : "notes"))).toEqual([
    "notes",
    "minutes",
    "minutes",
    "minutes",
    // The stand-in knows one language, and is asked once more.
    "minutes",
    "minutes",
  ]);
});

test.each(["401", "500", "half-json"] as const)(
  "if the chat model stays down (%s) the summary is extracted, and says so",
  async (mode) => {
    standInForLanguage({ mode });
    await onBench(
      await fixture("talk-captions.mp4"),
      { deps: { speech: null, language: openai() } },
      async ({ finish, view }) => {
        await finish();
        expect(view()?.head.status).toBe("SUMMARIZED");
        expect(view()?.summary?.engine.port).toBe("extractive");
      },
    );
  },
);

test("a model of Workers AI that answers in no usable way leaves an extracted summary too", async () => {
  const ai = { run: vi.fn(async () => ({ response: "I'd rather not." })) };
  const language = workersAiLanguage({ ai, model: null, contextTokens: 32_000 });
  await onBench(await fixture("talk-captions.mp4"), { deps: { speech: null, language } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.summary?.engine.port).toBe("extractive");
  });
  expect(ai.run).toHaveBeenCalled();
});

/** Hears a sentence a second. */
const talkative: SpeechEngine = {
  id: "talkative",
  recognise: () =>
    Promise.resolve({
      language: null,
      segments: Array.from({ length: 240 }, (_, second) => ({
        startMs: second * 1000,
        endMs: second * 1000 + 800,
        text: `Point ${second} of the plan for the seminar rooms was agreed.`,
        speaker: null,
        words: null,
        noSpeechProbability: null,
        meanLogProbability: null,
        compressionRatio: null,
      })),
    }),
};

test("parts of a long meeting that were written already are not asked for again when another part failed", async () => {
  const server = standInForLanguage();
  const answer = server.answer.bind(server);
  const answered: string[] = [];
  let questions = 0;
  let kept = 0;
  vi.spyOn(server, "answer").mockImplementation(async (request) => {
    questions += 1;
    // By then the first parts are written; the others are with the model.
    if (questions === 4) return new Response("out of memory", { status: 500 });
    // Several are asked at once, so the question is the request's own.
    const question = await request.clone().text();
    const reply = await answer(request);
    answered.push(question);
    return reply;
  });
  const small = openAiLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "small-talker", apiKey: null, contextTokens: 4096 });
  await onBench(
    new Uint8Array(markedRecording(1150)),
    { deps: { language: small, speech: talkative } },
    async ({ finish, view, storage }) => {
      await finish();
      expect(view()?.summary?.engine.port).toBe("openai");
      kept = storage.sql.exec("SELECT DISTINCT key FROM summary_parts").toArray().length;
    },
  );
  const parts = new Set(answered.filter((question) => !/<notes>|<lines>/u.test(question)));
  expect(parts.size).toBeGreaterThanOrEqual(4);
  // Another template or another try finds them.
  expect(kept).toBe(parts.size);
  // Two more may have been in flight beside the one that failed; the rest was kept.
  expect(answered.length - new Set(answered).size).toBeLessThanOrEqual(2);
});
