import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#app/domain/limits/units.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import { KEEP_EVERYTHING } from "#app/domain/privacy/retention.ts";
import type { VoicesEngine } from "#app/server/ports/voices.ts";
import { type Turns, runAtOnce } from "#app/domain/turns.ts";
import { packFrames } from "#app/domain/voices/pack-frames.ts";
import { voicesPrefix, windowVoicesKey } from "#app/server/storage/keys.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { talkingSpeech as speech } from "#tests/support/talking-speech.ts";
import { framesOf, type Talk } from "#tests/support/voice-frames.ts";
import { giveTranscript } from "#workers/meeting/upload/give-transcript.ts";
import { takeCorrection } from "#workers/meeting/edits/take-correction.ts";
import { withVoices } from "#workers/meeting/steps/read-voices.ts";
import { setRetention } from "#workers/meeting/privacy.ts";
import { mailableOf, searchableOf, sharedViewFor } from "#workers/meeting/publish/outside-views.ts";
import { viewFor } from "#workers/meeting/view.ts";
import { readEdits } from "#workers/meeting/edits/read-edits.ts";
import { readSegments } from "#workers/meeting/store/transcript.ts";

/** The voices of an uploaded recording, on a real object's storage with real R2. */

const SECONDS = 40;
const TALK: Talk[] = [
  { person: 0, startMs: 0, endMs: 9000 },
  { person: 1, startMs: 9500, endMs: 20_000 },
  { person: 0, startMs: 20_500, endMs: 31_000 },
  { person: 2, startMs: 31_500, endMs: 39_000 },
];

function anEngine(find: VoicesEngine["find"] = () => Promise.resolve(framesOf(TALK, SECONDS * 1000))) {
  const asked: number[] = [];
  const engine: VoicesEngine = {
    prepare: () => Promise.resolve({ state: "ready" }),
    find(input) {
      asked.push(input.audio.byteLength);
      return find(input);
    },
  };
  return { engine, asked };
}

const run = (voices: VoicesEngine | null, check: Parameters<typeof onBench>[2]) =>
  onBench(markedRecording(SECONDS), { details: { language: "en" }, deps: { speech, voices } }, check);

const speakersIn = (segments: { speaker: string | null }[]) => [...new Set(segments.map(({ speaker }) => speaker))];

test("a recording gets speakers by its voices, and segments that two people share are cut between words", async () => {
  const { engine, asked } = anEngine();
  await run(engine, async ({ finish, view, storage, birth }) => {
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(view()?.head).not.toHaveProperty("speakersUnknown");
    const segments = readSegments(storage.sql);
    expect(speakersIn(segments)).toEqual(["Speaker 1", "Speaker 2", "Speaker 3"]);
    // No word is lost, doubled or moved.
    expect(segments.flatMap(({ text }) => text.split(" "))).toHaveLength(80);
    for (const { startMs, speaker } of segments) {
      const talk = TALK.findLast((one) => one.startMs <= startMs + 600);
      expect(speaker).toBe(`Speaker ${(talk?.person ?? 0) + 1}`);
    }
    const stored = await env.RECORDINGS.list({ prefix: voicesPrefix(birth.recordingId) });
    expect(stored.objects).toHaveLength(1);
  });
  expect(asked).toHaveLength(1);
});

test("a number that a person gives tells the voices apart again; names, given lines and ids stay", async () => {
  const { engine } = anEngine();
  await run(engine, async ({ finish, storage, deps }) => {
    await finish();
    const before = readSegments(storage.sql);
    const correct = (correction: Parameters<typeof takeCorrection>[1]) =>
      takeCorrection({ storage, deps, by: "nora" }, correction);
    const names = [{ label: "Speaker 1", before: null, name: "Marta" }];
    await correct({ type: "name-speakers", saveId: crypto.randomUUID(), names });
    const [first] = before;
    const segmentIds = [first?.id ?? ""];
    await correct({ type: "assign-segments", saveId: crypto.randomUUID(), segmentIds, speaker: "Speaker 3" });
    const counted = await correct({ type: "count-speakers", saveId: crypto.randomUUID(), people: 2 });
    expect(counted.ok).toBe(true);
    const after = readSegments(storage.sql);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]?.speaker).toBe("Speaker 3");
    expect(speakersIn(after.slice(1))).toContain("Marta");
    expect(speakersIn(after.slice(1))).toHaveLength(2);
    const { voices } = (await readEdits(storage.sql, deps, { about: "speakers", invited: [] })) ?? {};
    expect(voices).toEqual({ people: 2, found: 2 });
    await correct({ type: "count-speakers", saveId: crypto.randomUUID(), people: null });
    expect(speakersIn(readSegments(storage.sql).slice(1))).toHaveLength(3);
  });
});

test("lines that are somebody else take along those that sound like them, hold when voices are told apart again, and are undone", async () => {
  const { engine } = anEngine();
  await run(engine, async ({ finish, storage, deps }) => {
    await finish();
    const correct = (correction: Parameters<typeof takeCorrection>[1]) =>
      takeCorrection({ storage, deps, by: "nora" }, correction);
    const speakersAt = () => readSegments(storage.sql).map(({ speaker }) => speaker);
    const found = speakersAt();
    await correct({ type: "count-speakers", saveId: crypto.randomUUID(), people: 1 });
    expect(new Set(speakersAt())).toEqual(new Set(["Speaker 1"]));
    const marked = readSegments(storage.sql).find((_, at) => found[at] === "Speaker 2");
    const segmentIds = [marked?.id ?? ""];
    const saveId = crypto.randomUUID();
    expect((await correct({ type: "split-speaker", saveId, segmentIds, speaker: null })).ok).toBe(true);
    const split = speakersAt();
    expect(split).toEqual(found.map((speaker) => (speaker === "Speaker 2" ? "Speaker 2" : "Speaker 1")));
    // Found again, a third person gets a label that the split has not given.
    await correct({ type: "count-speakers", saveId: crypto.randomUUID(), people: null });
    const again = speakersAt();
    expect(again.map((speaker) => speaker === "Speaker 2")).toEqual(found.map((speaker) => speaker === "Speaker 2"));
    expect(new Set(again).size).toBe(3);
    await correct({ type: "count-speakers", saveId: crypto.randomUUID(), people: 1 });
    // The same save twice is one change, and one undo takes it back.
    await correct({ type: "split-speaker", saveId, segmentIds, speaker: null });
    expect(speakersAt()).toEqual(split);
    await correct({ type: "undo-split", saveId: crypto.randomUUID(), of: saveId });
    expect(new Set(speakersAt())).toEqual(new Set(["Speaker 1"]));
  });
});

test("of a recording with a microphone and a tab only the tab's side is divided; one voice there stays the others", async () => {
  const { engine } = anEngine();
  await run(engine, async ({ storage, deps, birth, view }) => {
    const key = windowVoicesKey({ recordingId: birth.recordingId, source: "call", window: 1 });
    const says = (index: number, speaker: string, startMs: number) => ({
      index,
      startMs: 0,
      endMs: SECONDS * 1000,
      segments: [startMs, startMs + 12_000, startMs + 24_000].map((at) => ({
        startMs: at,
        endMs: at + 3000,
        text: "We agree",
        speaker,
        words: null,
      })),
    });
    const windows = [says(0, "Nora", 9100), says(1, "Others", 1000)];
    const state = { ...view()?.head, windows: [], call: { place: { here: "both" } } };
    const step = {
      deps,
      sql: storage.sql,
      signal: new AbortController().signal,
      meeting: { ...birth, details: { language: "en" }, state },
      inTurns: (work: Turns<unknown>) => Promise.resolve(runAtOnce(work)),
    } as unknown as Parameters<typeof withVoices>[0];
    await deps.store.put(key, packFrames(framesOf(TALK, SECONDS * 1000)), "application/octet-stream");
    const voiced = await withVoices(step, windows);
    expect(voiced?.found).toBe(4);
    expect(voiced?.windows[0]).toBe(windows[0]);
    expect(voiced?.windows[1]?.segments.map(({ speaker }) => speaker)).toEqual(["Speaker 1", "Speaker 2", "Speaker 1"]);
    const alone = TALK.map((one) => ({ ...one, person: 0 }));
    await deps.store.put(key, packFrames(framesOf(alone, SECONDS * 1000)), "application/octet-stream");
    expect(await withVoices(step, windows)).toBeNull();
  });
});

test("two speakers with one name are one person, and get the person's name together", async () => {
  const { engine } = anEngine();
  await run(engine, async ({ finish, storage, deps }) => {
    await finish();
    const name = (names: { label: string; before: string | null; name: string | null }[]) =>
      takeCorrection({ storage, deps, by: "nora" }, { type: "name-speakers", saveId: crypto.randomUUID(), names });
    await name([{ label: "Speaker 3", before: null, name: "Speaker 1" }]);
    expect(speakersIn(readSegments(storage.sql))).toEqual(["Speaker 1", "Speaker 2"]);
    await name([{ label: "Speaker 1", before: null, name: "Marta" }]);
    expect(speakersIn(readSegments(storage.sql))).toEqual(["Marta", "Speaker 2"]);
    await name([{ label: "Speaker 3", before: "Marta", name: null }]);
    expect(speakersIn(readSegments(storage.sql))).toEqual(["Marta", "Speaker 2", "Speaker 3"]);
  });
});

test.each([
  { why: "there is no engine", voices: null },
  { why: "the engine fails", voices: anEngine(() => Promise.reject(new Error("ended"))).engine },
  {
    why: "its files cannot be fetched",
    voices: {
      ...anEngine().engine,
      prepare: () => Promise.resolve({ state: "failed" as const }),
      find: () => Promise.reject(new Error("not ready")),
    },
  },
])("a recording has its transcript without speakers where $why", async ({ voices }) => {
  await run(voices, async ({ finish, view, storage, deps }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", speakersUnknown: true });
    expect(speakersIn(readSegments(storage.sql))).toEqual([null]);
    expect((await readEdits(storage.sql, deps, { about: "speakers", invited: [] }))?.voices).toBeUndefined();
    const correction = { type: "count-speakers" as const, saveId: crypto.randomUUID(), people: 2 };
    expect(await takeCorrection({ storage, deps, by: "nora" }, correction)).toEqual({ ok: false, reason: "not-ready" });
  });
});

test("a window waits while the files are fetched, and not for ever", async () => {
  const { engine, asked } = anEngine();
  let forMs = 0;
  const prepare = () => Promise.resolve({ state: "preparing" as const, forMs: (forMs += 20_000) });
  await run({ ...engine, prepare }, async ({ finish, storage }) => {
    const waits = await finish();
    expect(waits.filter((ms) => ms === 2000).length).toBeGreaterThanOrEqual(2);
    expect(speakersIn(readSegments(storage.sql))).toContain("Speaker 2");
  });
  expect(asked).toHaveLength(1);
});

test("a transcript waits for voices that take longer than its words, and not for ever", async () => {
  let find = () => {};
  const found = new Promise<ReturnType<typeof framesOf>>((resolve) => {
    find = () => resolve(framesOf(TALK, SECONDS * 1000));
  });
  const late = anEngine(() => found);
  await run(late.engine, async ({ work, finish, storage, view, birth }) => {
    await work.run();
    expect(view()?.head.status).toBe("TRANSCRIBING");
    expect(view()?.segments.length).toBeGreaterThan(0);
    find();
    const stored = () => env.RECORDINGS.list({ prefix: voicesPrefix(birth.recordingId) });
    await expect.poll(async () => (await stored()).objects.length).toBe(1);
    await finish();
    expect(speakersIn(readSegments(storage.sql))).toEqual(["Speaker 1", "Speaker 2", "Speaker 3"]);
  });
  const never = anEngine(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("given up")))),
  );
  await run(never.engine, async ({ finish, storage, view }) => {
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(speakersIn(readSegments(storage.sql))).toEqual([null]);
  });
});

test("a transcript that somebody gives later keeps its own speakers", async () => {
  const { engine } = anEngine();
  await run(engine, async ({ finish, storage, deps }) => {
    await finish();
    const vtt =
      "WEBVTT\n\n00:00.000 --> 00:12.000\n<v Nora>We begin with the plan.\n\n00:12.000 --> 00:30.000\n<v Pau>I agree with it.\n";
    await giveTranscript(deps, storage, { bytes: new TextEncoder().encode(vtt), by: "nora" });
    await finish();
    expect(speakersIn(readSegments(storage.sql))).toEqual(["Nora", "Pau"]);
    const correction = { type: "count-speakers" as const, saveId: crypto.randomUUID(), people: 2 };
    expect(await takeCorrection({ storage, deps, by: "nora" }, correction)).toEqual({ ok: false, reason: "not-ready" });
  });
});

test("voices go with the meeting", async () => {
  const { engine } = anEngine();
  await run(engine, async ({ finish, apply, birth }) => {
    await finish();
    apply({ type: "discarded" });
    await finish();
    expect((await env.RECORDINGS.list({ prefix: voicesPrefix(birth.recordingId) })).objects).toEqual([]);
  });
});

test.each(["transcript", "recording", "meeting"] as const)(
  "voices go when the %s goes after its days",
  async (part) => {
    const { engine } = anEngine();
    await run(engine, async ({ finish, birth, storage, clock }) => {
      const voices = async () =>
        (await env.RECORDINGS.list({ prefix: voicesPrefix(birth.recordingId) })).objects.length;
      // Kept as long as what they are derived from.
      setRetention(storage, { ...KEEP_EVERYTHING, [part]: 30 }, clock.now);
      const before = clock.now;
      while (clock.now < before + 29 * DAY_MS) {
        const at = clock.now;
        await finish();
        if (clock.now === at) break;
      }
      expect(await voices()).toBe(0);
      expect(clock.now - before).toBeGreaterThanOrEqual(30 * DAY_MS);
      const rows = storage.sql.exec("SELECT * FROM voices").toArray();
      expect(rows).toHaveLength(part === "recording" ? 1 : 0);
    });
  },
);

test("speakers leave with a meeting, and embeddings do not: share links, pages, search and mails", async () => {
  const { engine } = anEngine();
  await run(engine, async ({ finish, storage }) => {
    await finish();
    const { sql } = storage;
    const share: Viewer = { kind: "share", parts: ["summary", "transcript", "recording"] };
    const seen = [sharedViewFor(sql, share), viewFor(sql, { kind: "owner", userId: "nora" })];
    for (const each of [...seen, searchableOf(sql), mailableOf(sql)]) {
      expect(JSON.stringify(each)).not.toMatch(/vector|pieces|embedding/iu);
    }
    for (const each of seen) expect(JSON.stringify(each)).toContain("Speaker 2");
    // A reader of the minutes alone does not see names.
    const minutes = sharedViewFor(sql, { kind: "share", parts: ["summary"] });
    expect(JSON.stringify(minutes)).not.toContain("Speaker 2");
    expect(minutes?.view.head).not.toHaveProperty("speakersUnknown");
  });
});
