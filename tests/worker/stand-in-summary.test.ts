import { afterEach, expect, test, vi } from "vitest";
import { TALK_CHARS_TO_SUM_UP } from "#app/domain/limits/minutes.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { LANGUAGE_ORIGIN, standInForLanguage } from "#tests/fakes/language-server.ts";
import { scriptedLanguage } from "#tests/support/scripted-minutes.ts";
import { fixture } from "#tests/support/fixture.ts";
import { removeTranscript } from "#workers/meeting/store/retention.ts";
import { retryMeeting } from "#workers/meeting/retry.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

/** A summary that was only extracted because the model stayed down says so, and a person may have another written. */

const soon = { timeout: 20_000, interval: 20 };

afterEach(() => {
  vi.restoreAllMocks();
});

const language = () =>
  openAiLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "small-talker", apiKey: null, contextTokens: 32_000 });

test("once the model answers again, writing again replaces the summary that stood in for it", async () => {
  const server = standInForLanguage({ mode: "500" });
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null, language: language() } },
    async ({ apply, finish, view }) => {
      await finish();
      expect(view()?.head).toMatchObject({ status: "SUMMARIZED", retryable: true });
      expect(view()?.summary).toMatchObject({ standsIn: true, engine: { port: "extractive" } });
      server.be("ok");
      apply({ type: "rewrite-asked" });
      // The page keeps what it has until there is something better.
      expect(view()?.head).toMatchObject({ status: "TRANSCRIPTED", retryable: false });
      expect(view()?.summary?.standsIn).toBe(true);
      await finish();
      expect(view()?.head).toMatchObject({ status: "SUMMARIZED", retryable: false });
      expect(view()?.summary?.engine.port).toBe("openai");
      expect(view()?.summary?.standsIn).toBeUndefined();
      // Asked once more it changes nothing: a model's summary is not thrown away for another.
      expect(view()?.segments.length).toBeGreaterThan(3);
    },
  );
});

test("a model that has nothing to say of a long talk is asked once, and quotations stand in for it", async () => {
  let asked = 0;
  const silent: LanguageModel = {
    ...scriptedLanguage(new Map()),
    writeSummary: async ({ template }) => {
      asked += 1;
      return { fields: Object.fromEntries(template.fields.map(({ key }) => [key, { items: [] }])) };
    },
  };
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null, language: silent } },
    async ({ finish, view }) => {
      await finish();
      const said = (view()?.segments ?? []).map(({ text }) => text).join("");
      expect(said.length).toBeGreaterThan(TALK_CHARS_TO_SUM_UP);
      expect(view()?.summary).toMatchObject({ standsIn: true, engine: { port: "extractive" } });
      expect(asked).toBe(1);
    },
  );
});

test("while the model stays down, writing again ends with the same marked summary, and may be asked again", async () => {
  standInForLanguage({ mode: "401" });
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null, language: language() } },
    async ({ apply, finish, view }) => {
      await finish();
      // Another version has other ids of lines.
      const words = () => JSON.stringify(view()?.summary?.fields).replaceAll(/"id":"[^"]+"/gu, "");
      const first = words();
      apply({ type: "rewrite-asked" });
      await finish();
      expect(view()?.head).toMatchObject({ status: "SUMMARIZED", retryable: true });
      expect(view()?.summary).toMatchObject({ standsIn: true });
      expect(words()).toBe(first);
    },
  );
});

test("without a transcript, which a rule has deleted, it stays and is not offered again", async () => {
  standInForLanguage({ mode: "500" });
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null, language: language() } },
    async ({ deps, storage, clock, finish, view }) => {
      await finish();
      const minutes = JSON.stringify(view()?.summary?.fields);
      storage.transactionSync(() => removeTranscript(storage.sql, clock.now));
      expect(view()?.head).toMatchObject({ status: "SUMMARIZED", retryable: false });
      expect(await retryMeeting(deps, storage)).toEqual({ ok: false, reason: "not-retryable" });
      expect(JSON.stringify(view()?.summary?.fields)).toBe(minutes);
    },
  );
});

test("the object takes the retry call for it, once", async () => {
  standInForLanguage({ mode: "500" });
  const { meetId } = await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null, language: language() } },
    async ({ birth, finish }) => {
      await finish();
      return birth;
    },
  );
  const object = objectOf(meetId);
  expect(await object.retry()).toEqual({ ok: true, value: null });
  // The second click, or another tab's.
  expect(await object.retry()).toEqual({ ok: false, reason: "not-retryable" });
  // The object's own alarm writes it; a run of the alarm beside that one would return at once.
  const view = await vi.waitFor(async () => {
    const current = await object.view({ kind: "owner", userId: "nora" });
    expect(current?.head).toMatchObject({ status: "SUMMARIZED", retryable: false });
    return current;
  }, soon);
  // The object's own configuration has no model: what it extracts stands in for nothing.
  expect(view?.summary?.engine.port).toBe("extractive");
  expect(view?.summary?.standsIn).toBeUndefined();
  expect(await object.retry()).toEqual({ ok: false, reason: "not-retryable" });
});

test("a summary that was extracted because nothing else is configured is no stand-in", async () => {
  await onBench(await fixture("talk-captions.mp4"), { deps: { speech: null } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", retryable: false });
    expect(view()?.summary?.standsIn).toBeUndefined();
  });
});
