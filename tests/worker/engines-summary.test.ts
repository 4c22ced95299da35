import { afterEach, expect, test, vi } from "vitest";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { workersAiLanguage } from "#app/server/adapters/workers-ai/workers-ai-language.ts";
import { LANGUAGE_ORIGIN, standInForLanguage } from "#tests/fakes/language-server.ts";
import { fixture } from "#tests/support/fixture.ts";
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
  expect(server.asked.map(({ lines }) => lines > 0)).toEqual([true]);
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
  expect(server.asked).toHaveLength(3);
});

test.each(["401", "500", "half-json"] as const)(
  "where the chat model stays down (%s) the summary is extracted, and says so",
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
