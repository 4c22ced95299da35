import { afterEach, expect, test, vi } from "vitest";
import { localLanguage } from "#app/server/adapters/openai/local-language.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { LANGUAGE_ORIGIN, standInForLanguage } from "#tests/fakes/language-server.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { type Bench, onBench } from "#tests/support/meeting-bench.ts";

/** A recording that is still being recognised, and a model on this machine that reads along. */

afterEach(() => {
  vi.restoreAllMocks();
});

/** Seven windows, two or three under way at once. */
const SECONDS = 2100;

/** Recognises a sentence every four seconds, but of a window from `waitsFrom` on only once the test lets it. */
function aSlowEngine(waitsFrom: number) {
  const waiting: (() => void)[] = [];
  let asked = 0;
  let isOpen = false;
  const engine: SpeechEngine = {
    id: "slow",
    async recognise() {
      const index = asked;
      asked += 1;
      if (index >= waitsFrom && !isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      const segments = Array.from({ length: 60 }, (_, at) => ({
        startMs: at * 4000,
        endMs: at * 4000 + 3500,
        text: `Point ${index}-${at} of the plan for the seminar rooms was agreed by the committee.`,
        speaker: null,
        words: null,
        noSpeechProbability: null,
        meanLogProbability: null,
        compressionRatio: null,
      }));
      return { segments, language: "en" };
    },
  };
  const open = () => {
    isOpen = true;
    for (const resolve of waiting) resolve();
  };
  return { engine, open };
}

function aModel() {
  const server = standInForLanguage({ key: "key-1" });
  const answer = server.answer.bind(server);
  vi.spyOn(server, "answer").mockImplementation((request) =>
    new URL(request.url).pathname === "/v1/prepare"
      ? Promise.resolve(Response.json({ state: "ready" }))
      : answer(request),
  );
  const language = localLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "qwen3.5-2b", apiKey: "key-1" });
  const parts = () => server.asked.filter(({ messages }) => messages[0]?.content.startsWith("You write what happened"));
  return { language, parts };
}

const questionsOf = (asked: { messages: unknown }[]) => asked.map(({ messages }) => JSON.stringify(messages));
const told = (view: Bench["view"]) => view()?.head.told ?? [];

test("the talk so far is told while the rest is being recognised, and is not read again for the minutes", async () => {
  const { engine, open } = aSlowEngine(4);
  const { language, parts } = aModel();
  await onBench(markedRecording(SECONDS), { deps: { speech: engine, language } }, async ({ finish, view }) => {
    const finished = finish();
    await vi.waitFor(() => expect(told(view).length).toBeGreaterThan(3), { timeout: 30_000 });
    expect(view()?.head.status).toBe("TRANSCRIBING");
    expect(view()?.summary).toBeNull();
    const paragraphs = told(view);
    expect(paragraphs.map(({ startMs }) => startMs)).toEqual(
      paragraphs.map(({ startMs }) => startMs).toSorted((a, b) => a - b),
    );
    for (const { text, segmentIds } of paragraphs) {
      expect(text).toContain("Somebody spoke of");
      expect(view()?.segments.some(({ id }) => id === segmentIds[0])).toBe(true);
    }
    const answered = questionsOf(parts()).slice(0, paragraphs.length);
    open();
    await finished;
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(view()?.head.told).toBeUndefined();
    const all = questionsOf(parts());
    for (const question of answered) expect(all.filter((each) => each === question)).toHaveLength(1);
  });
});

test("an engine that reads few large parts tells nothing so far", async () => {
  const { engine, open } = aSlowEngine(4);
  open();
  await onBench(markedRecording(SECONDS), { deps: { speech: engine } }, async ({ finish, view, storage }) => {
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(storage.sql.exec("SELECT * FROM running_minutes").toArray()).toEqual([]);
  });
});
