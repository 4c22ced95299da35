import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { STEP_ATTEMPTS_MAX } from "#app/domain/limits/steps.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { fixture } from "#tests/support/fixture.ts";
import { markedRecording, marksOf } from "#tests/support/marked-recording.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { recordingMedia } from "#workers/meeting/upload/recording-media.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const db = () => openDatabase(env.DB);

async function usageOf(meetId: MeetId) {
  const [row] = await db().select().from(usageLedger).where(eq(usageLedger.meetId, meetId));
  return row?.state;
}

async function rowOf(meetId: MeetId) {
  const [row] = await db().select().from(meetings).where(eq(meetings.id, meetId));
  return row;
}

const THREE_WINDOWS_SECONDS = 660;

/** An engine that is down; the last time it takes the question and never answers. Its time passes at once. */
function silentAtLast(service: string) {
  const over = () => AbortSignal.abort(new DOMException("took too long", "TimeoutError"));
  vi.spyOn(AbortSignal, "timeout").mockImplementation(over);
  const failed = new UpstreamError({ service, retryable: true });
  let asked = 0;
  return ({ signal }: { signal: AbortSignal }): Promise<never> => {
    asked += 1;
    if (asked < STEP_ATTEMPTS_MAX || signal.aborted) return Promise.reject(failed);
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(failed)));
  };
}

test("a recording with captions becomes a transcript and a summary without any speech engine", async () => {
  const speech = standInForSpeech();
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { speech: null } },
    async ({ accepted, birth, finish, view }) => {
      expect(accepted).toEqual({ ok: true, value: null });
      await finish();
      expect(view()?.head).toMatchObject({
        status: "SUMMARIZED",
        reason: null,
        transcriptSource: "captions",
        gaps: [],
      });
      expect(view()?.head.timeline.map(({ status }) => status)).toEqual([
        "TORECORD",
        "RECORDED",
        "TRANSCRIBING",
        "TRANSCRIPTED",
        "LLMING",
        "SUMMARIZED",
      ]);
      expect(view()?.summary?.engine.port).toBe("extractive");
      expect(await usageOf(birth.meetId)).toBe("counted");
      const row = await rowOf(birth.meetId);
      expect(row).toMatchObject({ status: "SUMMARIZED", reason: null });
      expect(row?.recognisedMs).toBe(row?.wantedMs);
    },
  );
  expect(speech.asked).toEqual([]);
});

test("captions with a cue of 50,000 characters are ignored, and the sound is recognised", async () => {
  const speech = standInForSpeech();
  const book = { startMs: 0, endMs: 5000, text: "word ".repeat(10_000) };
  const media = { ...recordingMedia, captions: async () => [book] };
  await onBench(await fixture("talk-captions.mp4"), { deps: { media } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ transcriptSource: "speech" });
  });
  expect(speech.asked.length).toBeGreaterThan(0);
});

test("speech of several windows becomes one transcript, with no word lost or doubled at a border", async () => {
  const speech = standInForSpeech();
  await onBench(markedRecording(THREE_WINDOWS_SECONDS), { details: { language: "fr" } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", transcriptSource: "speech", gaps: [] });
    expect(view()?.head.recognisedMs).toBe(view()?.head.wantedMs);
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(THREE_WINDOWS_SECONDS));
    for (const { text, startMs } of view()?.segments ?? []) {
      expect(Math.abs(startMs - Number(/\d+/.exec(text)?.[0]) * 1000 - 500)).toBeLessThan(100);
    }
  });
  expect(speech.asked.map(({ status, language }) => ({ status, language }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 200, language: "fr" })),
  );
});

test("every line of the summary rests on segments that are there", async () => {
  standInForSpeech({ scripts: [{ seconds: 24.2, segments: TALK }] });
  await onBench(await fixture("talk.mp4"), {}, async ({ finish, view }) => {
    await finish();
    const known = new Set(view()?.segments.map(({ id }) => id));
    const items = view()?.summary?.fields.flatMap(({ content }) =>
      content.type === "customTable" ? [] : content.items,
    );
    expect(items?.length).toBeGreaterThan(3);
    for (const item of items ?? []) {
      expect(item.segmentIds.length).toBeGreaterThan(0);
      for (const id of item.segmentIds) expect(known).toContain(id);
    }
    const row = await rowOf(view()?.head.meetId as MeetId);
    const tasks = view()?.summary?.fields.find(({ key }) => key === "tasks")?.content;
    expect(row?.taskCount).toBe(tasks?.type === "tasks" ? tasks.items.length : -1);
  });
});

test("no speech engine: a state that says so, nothing lost, and one click goes on once an engine is there", async () => {
  const speech = standInForSpeech();
  const deps = { speech: null };
  await onBench(await fixture("talk.mp4"), { deps }, async ({ apply, birth, deps, finish, view }) => {
    expect(await finish()).toEqual([]);
    expect(view()?.head).toMatchObject({
      status: "ERROR_TRANSCRIPT",
      reason: "speech-not-configured",
      retryable: true,
    });
    expect(await usageOf(birth.meetId)).toBe("released");
    expect(await rowOf(birth.meetId)).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "speech-not-configured" });

    const { openAiSpeech } = await import("#app/server/adapters/openai/openai-speech.ts");
    deps.speech = openAiSpeech({ baseUrl: "http://speech.test", model: null, apiKey: null });
    apply({ type: "retry-asked" });
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", reason: null, retryable: false });
    expect(await usageOf(birth.meetId)).toBe("counted");
  });
  expect(speech.asked).toHaveLength(1);
});

test("an engine that is down is asked a few times, ever later; then the meeting waits for a person", async () => {
  const speech = standInForSpeech({ mode: "500" });
  await onBench(await fixture("talk.mp4"), {}, async ({ apply, finish, view }) => {
    expect(await finish()).toEqual([1000, 3000, 9000, 27_000]);
    expect(speech.asked).toHaveLength(STEP_ATTEMPTS_MAX);
    expect(view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "speech-unavailable", retryable: true });
    speech.be("ok");
    apply({ type: "retry-asked" });
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
  });
});

test.each([
  { mode: "401", reason: "speech-key-refused", asked: 1 },
  { mode: "400", reason: "speech-refused", asked: 1 },
  { mode: "garbage", reason: "speech-unavailable", asked: STEP_ATTEMPTS_MAX },
  { mode: "hang-up", reason: "speech-unavailable", asked: STEP_ATTEMPTS_MAX },
] as const)("an engine that answers $mode: $reason after $asked", async ({ mode, reason, asked }) => {
  const speech = standInForSpeech({ mode });
  await onBench(await fixture("talk.mp4"), {}, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason });
  });
  expect(speech.asked).toHaveLength(asked);
});

test("an engine that never answers: the meeting says that the engine did not answer, not that Acta failed", async () => {
  const speech: SpeechEngine = { id: "silent", recognise: silentAtLast("speech") };
  await onBench(await fixture("talk.mp4"), { deps: { speech } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "speech-unavailable" });
  });
});

test('an engine that counts in milliseconds gave no usable answer: the meeting does not end as "no speech"', async () => {
  const segments = TALK.map(({ start, end, text }) => ({ start: start * 1000, end: end * 1000, text }));
  const speech = standInForSpeech({ scripts: [{ seconds: 24.2, segments }] });
  await onBench(await fixture("talk.mp4"), {}, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "speech-unavailable", retryable: true });
  });
  expect(speech.asked).toHaveLength(STEP_ATTEMPTS_MAX);
});

test("an engine that asks for patience gets it", async () => {
  const speech = standInForSpeech();
  speech.be("429", 1);
  speech.retryAfter = "35";
  await onBench(await fixture("talk.mp4"), {}, async ({ finish, view }) => {
    expect(await finish()).toEqual([35_000]);
    expect(view()?.head.status).toBe("SUMMARIZED");
  });
});

test("a retry asks only for the windows that are missing", async () => {
  const speech = standInForSpeech();
  speech.be("400", 1);
  await onBench(markedRecording(THREE_WINDOWS_SECONDS), {}, async ({ apply, finish, view }) => {
    speech.hold();
    const done = finish();
    // The two windows that run beside the refused one are recognised.
    await vi.waitFor(() => expect(speech.asked).toHaveLength(3), { timeout: 30_000 });
    speech.release();
    await done;
    expect(view()?.head.status).toBe("ERROR_TRANSCRIPT");
    expect(view()?.head.gaps).toHaveLength(1);
    apply({ type: "retry-asked" });
    await finish();
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(THREE_WINDOWS_SECONDS));
    expect(speech.asked).toHaveLength(4);
  });
});

test("a second meeting on the same recording pays nothing for its windows", async () => {
  const speech = standInForSpeech();
  const bytes = markedRecording(THREE_WINDOWS_SECONDS);
  const first = await onBench(bytes, {}, async ({ birth, finish }) => {
    await finish();
    return birth;
  });
  expect(speech.asked).toHaveLength(3);
  const { recordingId, uploadKey } = first;
  await onBench(bytes, { recordingId, uploadKey }, async ({ finish, view }) => {
    await finish();
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(THREE_WINDOWS_SECONDS));
  });
  expect(speech.asked).toHaveLength(3);
});

test("nothing said: there is no summary, and no engine is asked to invent anything over silence", async () => {
  const speech = standInForSpeech({ mode: "invented" });
  await onBench(await fixture("silence.mp4"), {}, async ({ birth, finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "SKIPPED_SUMMARY", reason: "no-speech", droppedSegments: 0 });
    expect(view()?.segments).toEqual([]);
    expect(view()?.summary).toBeNull();
    expect(speech.asked).toEqual([]);
    expect(await usageOf(birth.meetId)).toBe("counted");
  });
});

test("nothing but music: what an engine says into it, without any doubt of its own, is no talk either", async () => {
  standInForSpeech({ mode: "music" });
  await onBench(markedRecording(THREE_WINDOWS_SECONDS), {}, async ({ birth, finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "SKIPPED_SUMMARY", reason: "no-speech", droppedSegments: 15 });
    expect(view()?.segments).toEqual([]);
    expect(view()?.summary).toBeNull();
    expect(await usageOf(birth.meetId)).toBe("counted");
  });
});

test("other bytes under the accepted key are found by their etag", async () => {
  const speech = standInForSpeech();
  await onBench(await fixture("talk.mp4"), {}, async ({ birth, finish, view }) => {
    await env.RECORDINGS.put(birth.uploadKey, await fixture("talk-faststart.mp4"));
    await finish();
    expect(view()?.head).toMatchObject({
      status: "ERROR_RECORDED",
      reason: "changed",
      retryable: false,
      playable: false,
    });
    expect(await usageOf(birth.meetId)).toBe("released");
  });
  expect(speech.asked).toEqual([]);
});

test("bytes that are gone before they were read: the recording is missing", async () => {
  standInForSpeech();
  await onBench(await fixture("talk.mp4"), {}, async ({ birth, finish, view }) => {
    await env.RECORDINGS.delete(birth.uploadKey);
    await finish();
    expect(view()?.head).toMatchObject({ status: "ERROR_RECORDED", reason: "missing" });
  });
});

function failingModel(failure: () => Promise<unknown>): LanguageModel & { asked: number } {
  const model = {
    asked: 0,
    engine: { port: "openai" as const, model: "test-model" },
    writeSummary: () => {
      model.asked += 1;
      return failure();
    },
  };
  return model;
}

test.each([
  {
    how: "stays down",
    asked: STEP_ATTEMPTS_MAX,
    fail: () => Promise.reject(new UpstreamError({ service: "language", retryable: true })),
  },
  {
    how: "refuses",
    asked: 1,
    fail: () => Promise.reject(new UpstreamError({ service: "language", status: 401, retryable: false })),
  },
  { how: "writes nothing that can be read", asked: STEP_ATTEMPTS_MAX, fail: () => Promise.resolve("I am sorry") },
])("a language model that $how is replaced, and the summary names who wrote it", async ({ asked, fail }) => {
  const language = failingModel(fail);
  await onBench(await fixture("talk-captions.mp4"), { deps: { language } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(view()?.summary?.engine).toEqual({ port: "extractive", model: "extractive-1" });
  });
  expect(language.asked).toBe(asked);
});

test("a language model that never answers is replaced as well", async () => {
  const language: LanguageModel = {
    engine: { port: "openai", model: "silent" },
    writeSummary: silentAtLast("language"),
  };
  await onBench(await fixture("talk-captions.mp4"), { deps: { language } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(view()?.summary).toMatchObject({ standsIn: true, engine: { port: "extractive" } });
  });
});

test("a person may ask again when not even the plain summary can be written", async () => {
  const broken = failingModel(() => Promise.reject(new Error("broken")));
  await onBench(
    await fixture("talk-captions.mp4"),
    { deps: { language: broken, extractive: broken } },
    async (bench) => {
      await bench.finish();
      expect(bench.view()?.head).toMatchObject({ status: "ERROR_SUMMARY", reason: "internal", retryable: true });
      expect(bench.view()?.segments.length).toBeGreaterThan(3);
      bench.deps.language = bench.deps.extractive = failingModel(() =>
        Promise.resolve({
          fields: [{ key: "summary", items: [{ text: bench.view()?.segments[0]?.text, segmentIds: ["w0-0"] }] }],
        }),
      );
      bench.apply({ type: "retry-asked" });
      await bench.finish();
      expect(bench.view()?.head.status).toBe("SUMMARIZED");
    },
  );
});

test("a list that does not answer is told later; the meeting goes on meanwhile", async () => {
  let down = 3;
  await onBench(await fixture("talk-captions.mp4"), {}, async ({ birth, deps, finish, view }) => {
    const { project } = deps.lists;
    deps.lists.project = async (projection) => {
      down -= 1;
      if (down >= 0) throw new Error("D1 does not answer");
      return project(projection);
    };
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(await rowOf(birth.meetId)).toMatchObject({ status: "SUMMARIZED" });
  });
  expect(down).toBeLessThan(0);
});

const TALK = [
  "Good morning, this is the weekly meeting about the clinic website.",
  "We decided to launch the new booking page on the third of March.",
  "Marta will send the contract to the clinic by Friday.",
  "The budget for the pilot stays at four thousand euros.",
  "Daniel will test the payment form on Monday.",
  "The next meeting is on Thursday at ten.",
].map((text, index) => ({ start: index * 4, end: index * 4 + 4, text }));
