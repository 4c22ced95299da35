import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId, RecordingId, UserId } from "#app/domain/ids.ts";
import { CALL_ASK_AFTER_END_MS_MAX, CALL_ASK_AGAIN_MS, CALL_LEAD_MS } from "#app/domain/limits/calls.ts";
import { WINDOW_CLAIM_MS } from "#app/domain/limits/steps.ts";
import { plannedSql, reserveForWorkspace } from "#app/server/usage/recording-reservation.ts";
import { r2RecordingProcess } from "#app/server/adapters/r2/r2-recording-process.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { uses } from "#app/server/workspace/recording-users.ts";
import type { CallProcess } from "#app/server/ports/call-process.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { callScreenshotKey } from "#app/server/storage/keys.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import {
  type CallBench,
  callBirth,
  newCall,
  onCallBench,
  openCallBench,
  ROOM,
  standInCalls,
} from "#tests/support/call-bench.ts";
import { marksOf } from "#tests/support/marked-recording.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeMeeting } from "#workers/compose.ts";
import { askAgain, cancelCall, changeCall, stopCall } from "#workers/meeting/call/change-call.ts";
import { onCallEvent } from "#workers/meeting/call/on-call-event.ts";
import { projectionOf } from "#workers/meeting/publish/list-subscriber.ts";
import { viewFor } from "#workers/meeting/view.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const db = openDatabase(env.DB);

async function usageOf(meetId: MeetId) {
  const [row] = await db
    .select()
    .from(usageLedger)
    .where(and(eq(usageLedger.meetId, meetId), eq(usageLedger.kind, "recording")));
  return row?.state;
}

async function rowOf(meetId: MeetId) {
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  return row;
}

const usersOf = (recordingId: RecordingId) => db.$count(meetings, uses(recordingId));

const FILE = { key: "recordings/x/call-1.mp4", version: { sizeBytes: 1000, etag: "etag-of-the-file" } };

/** The call is joined, and recorded from now on. */
async function recording({ run, tell, clock }: CallBench) {
  await run();
  await tell({ type: "recording", startedAt: clock.now });
}

test("an invited meeting is joined, recorded, recognised while it goes on, and summarised when it ends", async () => {
  const speech = standInForSpeech();
  await onCallBench({}, async (bench) => {
    const { birth, asked, call, run, tell, tellWindow, finish, view, clock } = bench;
    expect(view()?.head).toMatchObject({
      status: "TORECORD",
      source: "invite",
      call: { platform: "jitsi", link: ROOM.link },
    });
    expect(await usageOf(birth.meetId)).toBeUndefined();
    await run();
    expect(asked).toEqual([
      expect.objectContaining({
        meetId: birth.meetId,
        ownerFirstName: "Nora",
        url: ROOM.url,
        platform: "jitsi",
        roomKey: ROOM.roomKey,
      }),
    ]);
    expect(view()?.head).toMatchObject({ status: "TORECORD", call: { lobbyState: "connecting" } });
    expect(await usageOf(birth.meetId)).toBe("reserved");
    expect(await rowOf(birth.meetId)).toMatchObject({ recordingId: call.recordingId, platform: "jitsi" });
    expect(await usersOf(call.recordingId)).toBe(1);

    expect(await tell({ type: "lobby", lobbyState: "waiting" })).toBe("taken");
    expect(view()?.head.call).toMatchObject({
      lobbyState: "waiting",
      lobbySince: clock.now,
      lobbyUntil: clock.now + 1_200_000,
    });
    await run();
    expect(await usageOf(birth.meetId)).toBe("reserved");
    expect(await rowOf(birth.meetId)).toMatchObject({ status: "TORECORD", lobbyState: "waiting" });

    clock.now += 60_000;
    expect(await tell({ type: "recording", startedAt: clock.now })).toBe("taken");
    expect(view()?.head).toMatchObject({ status: "RECORDING", call: { lobbyState: null, recordingSince: clock.now } });
    await run();
    expect(await usageOf(birth.meetId)).toBe("counted");
    expect(await rowOf(birth.meetId)).toMatchObject({ status: "RECORDING", lobbyState: null });
    await tell({
      type: "people",
      count: 3,
      people: [{ id: "1", name: "Vera Pons", label: "Vera Pons", spokenMs: 900 }],
    });
    expect(view()?.head.call).toMatchObject({ count: 3, people: [{ name: "Vera Pons", spokenMs: 900 }] });

    await tellWindow(0, 0, 30_000);
    expect(view()?.head).toMatchObject({ status: "RECORDING", wantedMs: 30_000, recognisedMs: 0 });
    await run();
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(30));
    await tellWindow(1, 30_000, 60_000);
    await run();
    expect(view()?.head.status).toBe("RECORDING");
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(60));
    await tell({ type: "stopping" });
    expect(view()?.head.call?.stopping).toBe(true);

    await tellWindow(2, 60_000, 72_000);
    await tell({ type: "ended", end: "stopped", durationMs: 72_000, gaps: [] });
    expect(view()?.head).toMatchObject({
      status: "TRANSCRIBING",
      durationMs: 72_000,
      call: { stopping: false, stoppedAt: clock.now, end: "stopped" },
    });
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", playable: false, gaps: [] });
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(72));

    expect(await tell({ type: "stored", ...FILE, durationMs: 72_000 })).toBe("taken");
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", playable: true, durationMs: 72_000 });
    await run();
    expect(await rowOf(birth.meetId)).toMatchObject({
      status: "SUMMARIZED",
      platform: "jitsi",
      participants: 3,
      durationMs: 72_000,
      source: "invite",
    });
    expect(view()?.head.timeline.map(({ status }) => status)).toEqual([
      "TORECORD",
      "RECORDING",
      "TRANSCRIBING",
      "TRANSCRIPTED",
      "LLMING",
      "SUMMARIZED",
    ]);
  });
  expect(speech.asked).toHaveLength(3);
});

test("a planned meeting is asked for 90 seconds before it begins, and by then takes one of the plan's recordings", async () => {
  const now = Date.now();
  const birth = callBirth({ startsAt: now + 3_600_000 });
  await onCallBench({ birth, now }, async ({ asked, clock, finish, run, view }) => {
    await run();
    expect(view()?.head.status).toBe("SCHEDULE");
    expect(asked).toEqual([]);
    expect(await usageOf(birth.meetId)).toBeUndefined();
    expect(await rowOf(birth.meetId)).toMatchObject({ status: "SCHEDULE", recordingId: null });
    await finish();
    expect(clock.now).toBe(birth.details.startsAt - CALL_LEAD_MS);
    expect(view()?.head).toMatchObject({ status: "TORECORD", call: { lobbyState: "connecting" } });
    expect(asked).toHaveLength(1);
    expect(await usageOf(birth.meetId)).toBe("reserved");
  });
});

test("a call that begins within two minutes is joined at once", async () => {
  const now = Date.now();
  await onCallBench({ birth: callBirth({ startsAt: now + 120_000 }), now }, async ({ asked, run, view }) => {
    expect(view()?.head.status).toBe("TORECORD");
    await run();
    expect(asked).toHaveLength(1);
  });
});

test("the sixteenth recording of the free plan is refused when it is time, with its own reason, and nobody is asked", async () => {
  const ownerUserId = "owner-of-fifteen";
  const at = Date.now();
  const used = Array.from({ length: 15 }, (_, index) => ({
    meetId: `used-${index}`,
    kind: "recording",
    ...ownedBy(ownerUserId),
    state: "counted",
    reservedAt: at,
    updatedAt: at,
  }));
  await db.batch([db.insert(usageLedger).values(used.slice(0, 8)), db.insert(usageLedger).values(used.slice(8))]);
  const owner = sessionActor(ownerUserId as UserId);
  const plannedOf = (actor: typeof owner) => db.all(sql`select ${plannedSql(actor)} as planned`);
  await onCallBench({ birth: callBirth({}, ownerUserId) }, async ({ asked, birth, run, view }) => {
    await run();
    await run();
    expect(view()?.head).toMatchObject({ status: "REJECTED", reason: "limit" });
    expect(asked).toEqual([]);
    expect(await usageOf(birth.meetId)).toBeUndefined();
    expect(await plannedOf(owner)).toEqual([{ planned: 0 }]);
  });
  await onCallBench({ birth: callBirth({ startsAt: at + 9_000_000 }, ownerUserId) }, async ({ run }) => {
    await run();
    expect(await plannedOf(owner)).toEqual([{ planned: 1 }]);
  });
});

test("of two meetings for the last recording one is joined", async () => {
  const ownerUserId = "owner-of-fourteen";
  const at = Date.now();
  const used = Array.from({ length: 14 }, (_, index) => ({
    meetId: `fourteen-${index}`,
    kind: "recording",
    ...ownedBy(ownerUserId),
    state: "counted",
    reservedAt: at,
    updatedAt: at,
  }));
  await db.batch([db.insert(usageLedger).values(used.slice(0, 7)), db.insert(usageLedger).values(used.slice(7))]);
  const ids = [callBirth({}, ownerUserId), callBirth({}, ownerUserId)];
  const reserveAt = (now: number) =>
    Promise.all(ids.map(({ meetId }) => reserveForWorkspace(db, { meetId, ownership: ownedBy(ownerUserId), now })));
  const reserved = await reserveAt(at);
  expect(reserved.filter(Boolean)).toHaveLength(1);
  // Each gets the same answer when it asks again.
  expect(await reserveAt(at + 1)).toEqual(reserved);
});

test.each([
  { published: { type: "rejected", reason: "denied" }, status: "REJECTED", reason: "denied" },
  { published: { type: "rejected", reason: "host-absent" }, status: "REJECTED", reason: "host-absent" },
  { published: { type: "failed", reason: "bot-wall" }, status: "ERROR_RECORDED", reason: "bot-wall" },
] as const)(
  "not let in ($reason): nothing counts, and the owner sees what the bot saw",
  async ({ published, status, reason }) => {
    await onCallBench({}, async ({ birth, call, run, tell, view, storage }) => {
      await run();
      await env.RECORDINGS.put(callScreenshotKey(call.recordingId), "a picture");
      expect(await tell(published)).toBe("taken");
      await run();
      expect(view()?.head).toMatchObject({ status, reason, call: { screenshot: true, lobbyState: null } });
      expect(viewFor(storage.sql, { kind: "guest", userId: "guest" })?.head.call).not.toHaveProperty("screenshot");
      expect(viewFor(storage.sql, { kind: "guest", userId: "guest" })?.head.call).not.toHaveProperty("link");
      expect(await usageOf(birth.meetId)).toBe("released");
      // The meeting is over: the call need not tell it anything more.
      expect(await tell({ type: "recording", startedAt: 1 })).toBe("gone");
    });
  },
);

test("an event that comes twice changes nothing, an event that comes too early has to come again, and others' is not ours", async () => {
  const speech = standInForSpeech();
  await onCallBench({}, async (bench) => {
    const { row, run, storage, tell, tellWindow, view, deps } = bench;
    expect(await tell({ type: "lobby", lobbyState: "waiting" }, 1)).toBe("not-yet");
    await run();
    expect(await tell({ type: "lobby", lobbyState: "waiting" }, 1)).toBe("taken");
    expect(await tellWindow(0, 0, 30_000)).toBe("not-yet");
    expect(await tell({ type: "recording", startedAt: bench.clock.now }, 3)).toBe("taken");
    expect(await tell({ type: "recording", startedAt: 12 }, 3)).toBe("taken");
    expect(view()?.head.call?.recordingSince).toBe(bench.clock.now);
    expect(await tellWindow(0, 0, 30_000)).toBe("taken");
    const { sequence } = row() ?? {};
    expect(await tell({ type: "stopping" }, 4)).toBe("taken");
    expect(row()?.sequence).toBe(sequence);
    const foreign = { type: "stopping", callId: "another", turn: 99, at: 1 } as const;
    expect(await onCallEvent(deps, storage, foreign)).toBe("gone");
    expect(view()?.head.call?.stopping).toBe(false);
  });
  expect(speech.asked).toEqual([]);
});

test("nothing was said in a call: there is no summary of it, and no invention of the engine's", async () => {
  const speech = standInForSpeech({ mode: "invented" });
  await onCallBench({}, async (bench) => {
    await recording(bench);
    await bench.tellWindow(0, 0, 30_000, { silent: true });
    await bench.tell({ type: "ended", end: "left-alone", durationMs: 30_000, gaps: [] });
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({ status: "SKIPPED_SUMMARY", reason: "no-speech", droppedSegments: 0 });
    await bench.tell({ type: "stored", ...FILE, durationMs: 30_000 });
    expect(bench.view()?.head.playable).toBe(true);
    expect(await usageOf(bench.birth.meetId)).toBe("counted");
  });
  // Of digital silence an engine could only invent words.
  expect(speech.asked).toEqual([]);
});

test("speakers have the names that the call reports, and an uncertain name is a letter", async () => {
  standInForSpeech();
  await onCallBench({}, async (bench) => {
    await recording(bench);
    const speaks = (label: string, from: number, to: number, confidence: number) => ({
      label,
      startMs: from * 1000,
      endMs: to * 1000,
      confidence,
    });
    await bench.tellWindow(0, 0, 30_000, {
      speakers: [speaks("Vera Pons", 0, 10, 0.95), speaks("Marc Vidal", 10, 20, 0.2), speaks("Vera Pons", 20, 30, 0.9)],
    });
    await bench.run();
    const speakers = (from: number, to: number) => [
      ...new Set(
        bench
          .view()
          ?.segments.filter(({ startMs }) => startMs >= from * 1000 && startMs < to * 1000)
          .map(({ speaker }) => speaker),
      ),
    ];
    expect(speakers(0, 10)).toEqual(["Vera Pons"]);
    expect(speakers(10, 20)).toEqual(["Speaker A"]);
    await bench.tellWindow(1, 30_000, 60_000, {
      speakers: [speaks("Marc Vidal", 30, 45, 0.3), speaks("Speaker A", 45, 60, 1)],
    });
    await bench.tell({ type: "ended", end: "stopped", durationMs: 60_000, gaps: [] });
    await bench.finish();
    expect(speakers(20, 30)).toEqual(["Vera Pons"]);
    expect(speakers(31, 45)).toEqual(["Speaker A"]);
    // The call's own "Speaker A" is another person.
    expect(speakers(45, 60)).toEqual(["Speaker B"]);
  });
});

test("an engine that is down stops no recording: its missed windows are asked again when the call has ended", async () => {
  const speech = standInForSpeech({ mode: "401" });
  await onCallBench({}, async (bench) => {
    await recording(bench);
    await bench.tellWindow(0, 0, 30_000);
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({ status: "RECORDING", recognisedMs: 0, wantedMs: 30_000 });
    speech.be("ok");
    await bench.tell({ type: "ended", end: "stopped", durationMs: 30_000, gaps: [] });
    await bench.finish();
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    expect(bench.view()?.segments.map(({ text }) => text)).toEqual(marksOf(30));
  });
});

/** Two people who asked for one call, at the same time. */
async function twoMeetings(...languages: [MeetingDetails["language"], MeetingDetails["language"]]) {
  const call = newCall();
  const [first, second] = await Promise.all(
    languages.map((language) => openCallBench({ call, birth: callBirth({ language }) })),
  );
  if (!first || !second) throw new Error("two meetings");
  const both = async (use: (bench: CallBench) => Promise<unknown>) =>
    void (await Promise.all([first(use), second(use)]));
  return { call, first, second, both };
}

test.each([
  { languages: ["en", "en"], asked: 2 },
  { languages: ["en", "fr"], asked: 4 },
] as const)(
  "two meetings on one recording in $languages: the engine is asked $asked times",
  async ({ languages, asked }) => {
    const speech = standInForSpeech({ delayMs: 20 });
    const { call, first, second, both } = await twoMeetings(languages[0], languages[1]);
    await both(recording);
    expect(await usersOf(call.recordingId)).toBe(2);
    await both(async ({ tell, tellWindow, finish }) => {
      await tellWindow(0, 0, 30_000);
      await tellWindow(1, 30_000, 60_000);
      await tell({ type: "ended", end: "left-alone", durationMs: 60_000, gaps: [] });
      await finish(40);
    });
    const [one, other] = [await first(async ({ view }) => view()), await second(async ({ view }) => view())];
    expect([one?.head.status, other?.head.status]).toEqual(["SUMMARIZED", "SUMMARIZED"]);
    expect(one?.segments.map(({ text }) => text)).toEqual(marksOf(60));
    expect(other?.segments).toEqual(one?.segments);
    expect(speech.asked).toHaveLength(asked);
  },
);

test("a meeting that was killed with its claim takes it back when it finds the text", async () => {
  standInForSpeech();
  const { call, first, second, both } = await twoMeetings("en", "en");
  const under = async (folder: string) =>
    (await env.RECORDINGS.list({ prefix: `recordings/${call.recordingId}/${folder}/` })).objects.map(({ key }) => key);
  await both(recording);
  await first(async ({ tellWindow, finish }) => {
    await tellWindow(0, 0, 30_000);
    await finish();
  });
  const [, engine = ""] = /\/text\/en\/([^/]+)\/call-0\.json$/.exec((await under("text"))[0] ?? "") ?? [];
  const key = { recordingId: call.recordingId, source: "call", window: 0, language: "en", engine } as const;
  await second(async ({ birth, clock, tellWindow, finish }) => {
    await r2RecordingProcess(workerEnv.RECORDINGS).claim(key, birth.meetId, clock.now);
    expect(await under("claims")).toHaveLength(1);
    await tellWindow(0, 0, 30_000);
    await finish();
  });
  expect(await under("claims")).toEqual([]);
});

test("a claim is a lease: a holder that dies blocks the others only until it expires", async () => {
  const claims = r2RecordingProcess(workerEnv.RECORDINGS);
  const key = { recordingId: newCall().recordingId, source: "call", window: 3, language: "en", engine: "e" } as const;
  const [one, two] = await Promise.all([claims.claim(key, "one", 1000), claims.claim(key, "two", 1000)]);
  expect([one, two].filter((claim) => claim !== null)).toHaveLength(1);
  const [holder, other] = one ? ["one", "two"] : ["two", "one"];
  expect(await claims.claim(key, holder, 2000)).not.toBeNull();
  expect(await claims.claim(key, other, 2000 + WINDOW_CLAIM_MS - 1)).toBeNull();
  const taken = await claims.claim(key, other, 2000 + WINDOW_CLAIM_MS);
  expect(taken).not.toBeNull();
  await taken?.release();
  expect(await claims.claim(key, holder, 2001 + WINDOW_CLAIM_MS)).not.toBeNull();
});

test("the first deletes theirs, the second's stays whole; the last one takes the recording along", async () => {
  standInForSpeech();
  const { call, first, second, both } = await twoMeetings("en", "en");
  const { recordingId } = call;
  const standing = async () => (await env.RECORDINGS.list({ prefix: `recordings/${recordingId}/` })).objects.length;
  await both(recording);
  await both(({ tellWindow }) => tellWindow(0, 0, 30_000));
  await first(({ finish }) => finish());
  expect(await standing()).toBe(2);

  await first(async ({ apply, birth, run, tell, view }) => {
    apply({ type: "discarded" });
    await run();
    expect(view()).toBeNull();
    expect(await tell({ type: "stopping" })).toBe("gone");
    expect(await rowOf(birth.meetId)).toMatchObject({ title: "", status: "" });
  });
  expect(await usersOf(recordingId)).toBe(1);
  expect(await standing()).toBe(2);

  await second(async ({ apply, finish, run, tell, view }) => {
    await tell({ type: "ended", end: "stopped", durationMs: 30_000, gaps: [] });
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(30));
    apply({ type: "discarded" });
    await run();
  });
  expect(await usersOf(recordingId)).toBe(0);
  expect(await standing()).toBe(0);
});

test("deleting while the call runs leaves it, and what comes late brings nothing back", async () => {
  await onCallBench({}, async (bench) => {
    await recording(bench);
    bench.apply({ type: "discarded" });
    await bench.run();
    expect(bench.left).toEqual([`${bench.call.callId}/${bench.birth.meetId}`]);
    expect(await bench.tellWindow(0, 0, 30_000)).toBe("gone");
    expect(bench.view()).toBeNull();
    expect((await rowOf(bench.birth.meetId))?.deletedAt).not.toBeNull();
    // A recording that began counts, also when the person deletes it.
    expect(await usageOf(bench.birth.meetId)).toBe("counted");
  });
});

test.each(["asked", "adopted"] as const)(
  "deleted while it was being joined (%s): the call is left, and no recording is kept for it",
  async (moment) => {
    const call = newCall();
    const standIn = standInCalls(call);
    const { lists } = composeMeeting(workerEnv);
    let discard = () => {};
    const calls: CallProcess = {
      ...standIn.calls,
      async join(ask) {
        if (moment === "asked") discard();
        return standIn.calls.join(ask);
      },
    };
    const adoptRecording: typeof lists.adoptRecording = async (...input) => {
      const adopted = await lists.adoptRecording(...input);
      if (moment === "adopted") discard();
      return adopted;
    };
    await onCallBench({ call, deps: { calls, lists: { ...lists, adoptRecording } } }, async (bench) => {
      discard = () => void bench.apply({ type: "discarded" });
      await bench.run();
      expect(standIn.left).toEqual([`${call.callId}/${bench.birth.meetId}`]);
      expect(await usersOf(call.recordingId)).toBe(0);
      expect(await usageOf(bench.birth.meetId)).toBe("released");
    });
  },
);

test("cancelled before it began, or while the bot waits in the lobby", async () => {
  const now = Date.now();
  await onCallBench(
    { birth: callBirth({ startsAt: now + 3_600_000 }), now },
    async ({ asked, finish, storage, view }) => {
      expect(cancelCall(storage, now)).toEqual({ ok: true, value: null });
      expect(cancelCall(storage, now)).toEqual({ ok: true, value: null });
      await finish();
      expect(view()?.head).toMatchObject({ status: "REJECTED", reason: "cancelled" });
      expect(asked).toEqual([]);
    },
  );
  await onCallBench({}, async ({ birth, deps, left, run, stopped, storage, tell, view }) => {
    await run();
    await tell({ type: "lobby", lobbyState: "waiting" });
    // Before anything is recorded stopping is the same.
    expect(await stopCall(deps, storage)).toEqual({ ok: true, value: null });
    await run();
    expect(view()?.head).toMatchObject({ status: "REJECTED", reason: "cancelled" });
    expect(stopped).toEqual([]);
    expect(left).toHaveLength(1);
    expect(await usageOf(birth.meetId)).toBe("released");
  });
});

test("stop asks the call, which tells what became of it; what cannot be asked throws", async () => {
  await onCallBench({}, async (bench) => {
    const { birth, clock, deps, stopped, storage, tell } = bench;
    await recording(bench);
    expect(cancelCall(storage, clock.now)).toEqual({ ok: false, reason: "too-late" });
    expect(await stopCall(deps, storage)).toEqual({ ok: true, value: null });
    expect(stopped).toEqual([birth.meetId]);
    const down = { ...deps.calls, stop: () => Promise.reject(new UpstreamError({ service: "call", retryable: true })) };
    await expect(stopCall({ ...deps, calls: down }, storage)).rejects.toThrow(UpstreamError);
    await tell({ type: "ended", end: "stopped", durationMs: 0, gaps: [] });
    expect(await stopCall(deps, storage)).toEqual({ ok: false, reason: "not-recording" });
  });
});

test("ask again: in the lobby the call is asked, after it where nobody answered the meeting goes there once more", async () => {
  const call = newCall();
  await onCallBench({ call }, async ({ deps, storage, asked, standIn, run, tell, view, clock }) => {
    const again = () => askAgain(deps, storage);
    await run();
    await tell({ type: "lobby", lobbyState: "waiting", asksLeft: 2 });
    expect(view()?.head.call).toMatchObject({ askAgain: { from: clock.now + CALL_ASK_AGAIN_MS, until: null } });
    for (const [answer, reason] of [
      ["too-soon", "asked-lately"],
      ["too-often", "asked-too-often"],
      ["not-in-lobby", "not-in-lobby"],
      ["unavailable", "unavailable"],
    ] as const) {
      standIn.answer = answer;
      expect(await again()).toEqual({ ok: false, reason });
    }
    standIn.answer = "asked";
    expect(await again()).toEqual({ ok: true, value: null });
    await tell({ type: "lobby", lobbyState: "host-absent" });
    expect(view()?.head.call).not.toHaveProperty("askAgain");

    await tell({ type: "rejected", reason: "not-admitted" });
    await run();
    const offered = { from: clock.now, until: clock.now + CALL_ASK_AFTER_END_MS_MAX };
    expect(view()?.head).toMatchObject({ status: "REJECTED", reason: "not-admitted", call: { askAgain: offered } });
    expect(asked).toHaveLength(1);
    call.callId = newCall().callId;
    clock.now += 60_000;
    expect(await again()).toEqual({ ok: true, value: null });
    await run();
    expect(asked).toHaveLength(2);
    expect(view()?.head).toMatchObject({ status: "TORECORD", reason: null, call: { lobbyState: "connecting" } });
    await tell({ type: "rejected", reason: "not-admitted" });
    expect(view()?.head.call).not.toHaveProperty("askAgain");
    expect(await again()).toEqual({ ok: false, reason: "not-in-lobby" });
  });
});

test("time, link and words of a planned meeting change until it is recorded", async () => {
  const now = Date.now();
  const birth = callBirth({ startsAt: now + 3_600_000 });
  await onCallBench({ birth, now }, async (bench) => {
    const { asked, clock, finish, storage, view } = bench;
    const place = { ...ROOM, roomKey: "meet.jit.si/other", url: "https://meet.jit.si/Other" };
    const details = { ...birth.details, title: "Moved", language: "fr", startsAt: now + 7_200_000 } as const;
    expect(changeCall(storage, { details, place }, now)).toEqual({ ok: true, value: null });
    expect(view()?.head).toMatchObject({ status: "SCHEDULE", title: "Moved", startsAt: now + 7_200_000 });
    await finish();
    expect(clock.now).toBe(now + 7_200_000 - CALL_LEAD_MS);
    expect(asked).toEqual([expect.objectContaining({ roomKey: "meet.jit.si/other", language: "fr" })]);
    await recording(bench);
    expect(changeCall(storage, { place: ROOM }, clock.now)).toEqual({ ok: false, reason: "too-late" });
  });
});

test("a call object that does not answer is asked a few times; then the meeting says that joining failed", async () => {
  const calls = {
    ...standInCalls(newCall()).calls,
    join: () => Promise.reject(new UpstreamError({ service: "call", retryable: true })),
  };
  await onCallBench({ deps: { calls } }, async ({ birth, finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "ERROR_RECORDED", reason: "join-failed" });
    expect(await usageOf(birth.meetId)).toBe("released");
  });
});

test("the rows of a call's meeting come back from its object", async () => {
  await onCallBench({}, async (bench) => {
    await recording(bench);
    await bench.run();
    const { meetId } = bench.birth;
    const { recordingId } = bench.call;
    // All but the moment at which the row was written.
    const rows = async () => [
      { ...(await rowOf(meetId)), changedAt: null },
      await usageOf(meetId),
      await usersOf(recordingId),
    ];
    const before = await rows();
    await db.batch([
      db.delete(meetings).where(eq(meetings.id, meetId)),
      db.delete(usageLedger).where(eq(usageLedger.meetId, meetId)),
    ]);
    const projection = projectionOf(bench.storage.sql);
    const usage = bench.row()?.alive?.state.usage;
    if (!projection || !usage) throw new Error("the meeting is gone");
    await bench.deps.lists.restore(projection, usage);
    await bench.deps.lists.restore(projection, usage);
    expect(await rows()).toEqual(before);
  });
});
