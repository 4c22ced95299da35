import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { RETENTION_ROUNDS_MAX } from "#app/domain/limits/account.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { newRecordingId } from "#app/domain/ids.ts";
import { KEEP_EVERYTHING, type RetentionRule } from "#app/domain/privacy/retention.ts";
import { sweepDefaults } from "#app/server/account/retention-default.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings, retentionDefaults } from "#app/server/db/schema.ts";
import { uses } from "#app/server/workspace/recording-users.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { newOriginalKey, recordingPrefix } from "#app/server/storage/keys.ts";
import { call, refusalOf } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { type Bench, onBench } from "#tests/support/meeting-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf, objectOf } from "#tests/support/upload-meeting.ts";
import { correctMeeting } from "#workers/meeting/edits/correct.ts";
import { plannedOf, retentionSubscriber, setRetention, setStandardRetention } from "#workers/meeting/privacy.ts";
import { retryMeeting } from "#workers/meeting/retry.ts";
import { restoreToLists } from "#workers/meeting/publish/list-subscriber.ts";
import { acceptUpload } from "#workers/meeting/upload/accept-upload.ts";
import { giveTranscript } from "#workers/meeting/upload/give-transcript.ts";
import { nextDueAt } from "#workers/meeting/store/domain-events.ts";

const db = openDatabase(env.DB);
const captioned = await fixture("talk-captions.mp4");
const keysOf = async (prefix: string) => (await env.RECORDINGS.list({ prefix })).objects.map(({ key }) => key);
const rowOf = async (meetId: string) => (await db.select().from(meetings).where(eq(meetings.id, meetId)))[0];
const rule = (over: Partial<RetentionRule>): RetentionRule => ({ ...KEEP_EVERYTHING, ...over });

/** Does all work that is due until this time; the clock stands there afterwards. */
async function until({ clock, work, storage, flush }: Bench, at: number): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await work.run();
    await flush();
    const dueAt = nextDueAt(storage.sql);
    if (dueAt === null || dueAt > at) break;
    clock.now = Math.max(clock.now, dueAt);
  }
  clock.now = Math.max(clock.now, at);
}

test("a recording goes after its days; the transcript and the minutes stay", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, clock, view } = bench;
    await until(bench, clock.now + 60_000);
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", playable: true });
    const madeAt = birth.createdAt;
    expect(setRetention(storage, { recording: 30 }, clock.now)).toEqual({ ok: true, value: rule({ recording: 30 }) });
    expect(view()?.head.privacy?.plan).toEqual([{ part: "recording", at: madeAt + 30 * DAY_MS }]);
    await until(bench, madeAt + 30 * DAY_MS - 1);
    expect(await keysOf(recordingPrefix(birth.recordingId))).not.toEqual([]);
    await until(bench, madeAt + 30 * DAY_MS);
    expect(await keysOf(recordingPrefix(birth.recordingId))).toEqual([]);
    expect(view()?.head).toMatchObject({ playable: false, privacy: { plan: [], removed: [{ part: "recording" }] } });
    expect(view()?.segments.length).toBeGreaterThan(0);
    expect(view()?.summary).not.toBeNull();
    expect(await db.$count(meetings, uses(birth.recordingId))).toBe(0);
  });
});

test("an upload that is still being sent when its days are over is left alone, and then kept for a day", async () => {
  const recordingId = newRecordingId();
  const options = { recordingId, uploadKey: newOriginalKey(recordingId) };
  await onBench(new Uint8Array(), options, async (bench) => {
    const { birth, storage, clock, deps, view } = bench;
    const part = `${recordingPrefix(recordingId)}part`;
    await env.RECORDINGS.put(part, "the first part");
    setRetention(storage, rule({ recording: 1, meeting: 2 }), clock.now);
    await until(bench, birth.createdAt + 3 * DAY_MS);
    expect(await keysOf(recordingPrefix(recordingId))).toEqual([part]);
    // The earliest times: a day after it arrives. They are not sure enough for a warning.
    expect(view()?.head.privacy?.plan).toEqual([{ part: "meeting", at: clock.now + DAY_MS }]);
    setRetention(storage, rule({ recording: 1, meeting: 5 }), clock.now);
    await until(bench, birth.createdAt + 4 * DAY_MS);
    expect(storage.sql.exec("SELECT at FROM event_log WHERE event = 'deletion-warned'").toArray()).toEqual([]);
    await env.RECORDINGS.put(birth.uploadKey, captioned);
    expect(await acceptUpload(deps, storage, birth.details)).toMatchObject({ ok: true });
    const acceptedAt = clock.now;
    await until(bench, acceptedAt + 60_000);
    expect(view()?.head).toMatchObject({
      status: "SUMMARIZED",
      playable: true,
      privacy: { plan: [{ part: "meeting", at: acceptedAt + DAY_MS }] },
    });
  });
});

test("a recording that another meeting uses stays for that meeting", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, clock } = bench;
    await until(bench, clock.now + 60_000);
    const other = await birthOf({ recordingId: birth.recordingId });
    setRetention(storage, rule({ recording: 1 }), clock.now);
    await until(bench, clock.now + 3 * DAY_MS);
    expect(await keysOf(recordingPrefix(birth.recordingId))).not.toEqual([]);
    expect((await rowOf(birth.meetId))?.recordingId).toBeNull();
    expect((await rowOf(other.meetId))?.recordingId).toBe(birth.recordingId);
    // Deleting the meeting afterwards does not give the reference back a second time.
    setRetention(storage, rule({ meeting: 5 }), clock.now);
    await until(bench, clock.now + 10 * DAY_MS);
    expect(await keysOf(recordingPrefix(birth.recordingId))).not.toEqual([]);
  });
});

test("bytes that land after the deletion, and a rebuild, bring nothing back", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, clock, deps, view } = bench;
    await until(bench, clock.now + 60_000);
    setRetention(storage, rule({ recording: 1 }), clock.now);
    await until(bench, clock.now + DAY_MS + 1);
    expect(await keysOf(recordingPrefix(birth.recordingId))).toEqual([]);
    await env.RECORDINGS.put(birth.uploadKey, captioned);
    await restoreToLists(storage.sql, deps);
    expect((await rowOf(birth.meetId))?.recordingId).toBeNull();
    expect(view()?.head.playable).toBe(false);
    // Looked at once more a day later.
    await until(bench, clock.now + 2 * DAY_MS);
    expect(await keysOf(recordingPrefix(birth.recordingId))).toEqual([]);
  });
});

test("a transcript goes with all that repeats it; the minutes stay", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, clock, view } = bench;
    await until(bench, clock.now + 60_000);
    const summary = view()?.summary?.fields.length;
    setRetention(storage, rule({ transcript: 2 }), clock.now);
    await until(bench, birth.createdAt + 2 * DAY_MS + 60_000);
    expect(view()?.segments).toEqual([]);
    expect(view()?.summary?.fields.length).toBe(summary);
    for (const table of ["segments", "recognised_windows", "chat_exchanges", "segment_edits"]) {
      expect(storage.sql.exec(`SELECT count(*) AS rows FROM ${table}`).one()).toEqual({ rows: 0 });
    }
  });
});

test("a transcript that is given after the one before was deleted is shown, and goes after as many days", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, deps, clock, view } = bench;
    await until(bench, clock.now + 60_000);
    setRetention(storage, rule({ transcript: 2 }), clock.now);
    await until(bench, birth.createdAt + 2 * DAY_MS + 60_000);
    expect(view()?.head.privacy?.removed).toMatchObject([{ part: "transcript" }]);
    clock.now += 10 * DAY_MS;
    const bytes = new TextEncoder().encode(
      `WEBVTT\n\n00:00.500 --> 00:04.000\n${"The keys are with Nora. ".repeat(2)}\n`,
    );
    expect(await giveTranscript(deps, storage, { bytes, by: "nora" })).toMatchObject({ ok: true });
    const givenAt = clock.now;
    await until(bench, givenAt + DAY_MS);
    expect(view()?.segments.length).toBeGreaterThan(0);
    expect(view()?.head.privacy).toMatchObject({
      removed: [],
      plan: [{ part: "transcript", at: givenAt + 2 * DAY_MS }],
    });
    await until(bench, givenAt + 2 * DAY_MS + 60_000);
    expect(view()?.segments).toEqual([]);
    expect(view()?.head.privacy?.removed).toMatchObject([{ part: "transcript" }]);
  });
});

test("minutes whose transcript is gone are not written again from nothing", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, deps, clock, view } = bench;
    await until(bench, clock.now + 60_000);
    setRetention(storage, rule({ transcript: 2 }), clock.now);
    await until(bench, birth.createdAt + 2 * DAY_MS + 60_000);
    const minutes = JSON.stringify(view()?.summary?.fields);
    expect(minutes).toContain('"text"');
    const ask = { template: BASIC_SYSTEM, language: "en", hand: "leave" } as const;
    const asked = correctMeeting({ storage, deps, by: "nora" }, { type: "write-again", saveId: "save-again-1", ask });
    await until(bench, clock.now + 60_000);
    expect(JSON.stringify(view()?.summary?.fields)).toBe(minutes);
    expect(asked).toEqual({ ok: false, reason: "transcript-gone" });
  });
});

test("a meeting that was never transcribed takes no retry once its recording is gone, and charges nothing for one", async () => {
  await onBench(await fixture("talk.mp4"), { deps: { speech: null } }, async (bench) => {
    const { storage, clock, deps, view } = bench;
    await until(bench, clock.now + 60_000);
    expect(view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", retryable: true });
    setRetention(storage, rule({ recording: 1 }), clock.now);
    await until(bench, clock.now + 2 * DAY_MS);
    expect(view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", retryable: false, playable: false });
    expect(await retryMeeting(deps, storage)).toEqual({ ok: false, reason: "not-retryable" });
  });
});

test("a meeting goes after its days, and is a tombstone in the list", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, clock, view } = bench;
    await until(bench, clock.now + 60_000);
    setStandardRetention(storage, { rule: rule({ meeting: 10 }), setAt: clock.now - DAY_MS }, clock.now);
    await until(bench, birth.createdAt + 10 * DAY_MS + 60_000);
    expect(view()).toBeNull();
    expect(await rowOf(birth.meetId)).toMatchObject({ title: "", status: "" });
    expect(setRetention(storage, null, clock.now)).toEqual({ ok: false, reason: "not-found" });
  });
});

test("the workspace is told once that a deletion is near, three days before it", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, clock } = bench;
    const told = () =>
      storage.sql.exec<{ at: number }>("SELECT at FROM event_log WHERE event = 'deletion-warned'").toArray();
    await until(bench, clock.now + 60_000);
    setRetention(storage, rule({ recording: 30, transcript: 7 }), clock.now);
    const warnAt = birth.createdAt + 27 * DAY_MS;
    await until(bench, warnAt - 1);
    expect(told()).toEqual([]);
    await until(bench, warnAt);
    expect(told()).toEqual([{ at: warnAt }]);
    expect(plannedOf(storage.sql, clock.now)?.plan).toEqual([{ part: "recording", at: birth.createdAt + 30 * DAY_MS }]);
    await until(bench, warnAt + 2 * DAY_MS);
    expect(told()).toHaveLength(1);
  });
});

test("a rule that is set again as it was moves nothing, and is warned of once", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { storage, clock, view } = bench;
    await until(bench, clock.now + 40 * DAY_MS);
    setRetention(storage, rule({ recording: 30 }), clock.now);
    await until(bench, clock.now + 1000);
    const plan = view()?.head.privacy?.plan;
    expect(plan).toHaveLength(1);
    setRetention(storage, rule({ recording: 30 }), clock.now);
    await until(bench, clock.now + 1000);
    expect(view()?.head.privacy?.plan).toEqual(plan);
    const told = storage.sql.exec("SELECT at FROM event_log WHERE event = 'deletion-warned'").toArray();
    expect(told).toHaveLength(1);
  });
});

test("the meeting's own rule counts, and without one the default", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { birth, storage, clock, view } = bench;
    await until(bench, clock.now + 60_000);
    setStandardRetention(storage, { rule: rule({ meeting: 365 }), setAt: birth.createdAt - 1 }, clock.now);
    expect(view()?.head.privacy?.plan).toEqual([{ part: "meeting", at: birth.createdAt + 365 * DAY_MS }]);
    setRetention(storage, KEEP_EVERYTHING, clock.now);
    expect(view()?.head.privacy).toBeUndefined();
    setRetention(storage, null, clock.now);
    expect(view()?.head.privacy?.plan).toHaveLength(1);
  });
});

test("a default that reaches a meeting late does not replace a newer one", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { storage, clock, view } = bench;
    await until(bench, clock.now + 60_000);
    const older = { rule: rule({ meeting: 10 }), setAt: clock.now - 1 };
    const newer = { rule: KEEP_EVERYTHING, setAt: clock.now };
    setStandardRetention(storage, newer, clock.now);
    setStandardRetention(storage, older, clock.now);
    expect(view()?.head.privacy).toBeUndefined();
  });
});

test("a default that is read while a newer one is told does not replace it", async () => {
  await onBench(captioned, {}, async (bench) => {
    const { storage, clock, view } = bench;
    await until(bench, clock.now + 60_000);
    const lists = {
      takeRead: () => null,
      retentionDefault: async () => {
        setStandardRetention(storage, { rule: KEEP_EVERYTHING, setAt: clock.now }, clock.now);
        return { rule: rule({ meeting: 10 }), setAt: clock.now - 1 };
      },
    };
    await retentionSubscriber(
      lists,
      () => clock.now,
      async () => {},
    ).tell(storage.sql);
    expect(view()?.head.privacy).toBeUndefined();
  });
});

test("a person sets the default, and a meeting's own rule; another person cannot", async () => {
  const { cookie, userId } = await signIn();
  const { cookie: stranger } = await signIn();
  const birth = await birthOf({ userId });
  await objectOf(birth.meetId).begin(birth);
  const put = (path: string, who: string, json: unknown) => call(path, { method: "PUT", cookie: who, json });
  expect((await put("/api/acta/user/retention", cookie, rule({ recording: 90 }))).status).toBe(200);
  expect(await db.select().from(retentionDefaults).where(eq(retentionDefaults.workspaceId, userId))).toMatchObject([
    { rule: JSON.stringify(rule({ recording: 90 })) },
  ]);
  // Set again as it was, it is the same default: no deletion moves, and no meeting is told.
  await db.update(retentionDefaults).set({ updatedAt: 1 }).where(eq(retentionDefaults.workspaceId, userId));
  expect((await put("/api/acta/user/retention", cookie, rule({ recording: 90 }))).status).toBe(200);
  expect(await db.select().from(retentionDefaults).where(eq(retentionDefaults.workspaceId, userId))).toMatchObject([
    { updatedAt: 1 },
  ]);
  const path = `/api/acta/meetings/${birth.meetId}/retention`;
  expect((await refusalOf(await put(path, stranger, { rule: null }))).status).toBe(404);
  expect((await put(path, cookie, { rule: rule({ meeting: 30 }) })).status).toBe(200);
  const view = await objectOf(birth.meetId).view({ kind: "owner", userId });
  expect(view?.head.privacy?.plan).toEqual([{ part: "meeting", at: birth.createdAt + 30 * DAY_MS }]);
  expect((await refusalOf(await put(path, cookie, { rule: rule({ meeting: 0 }) }))).status).toBe(422);
});

test("a choice changes only its own part: a stale tab does not put back the choice of another", async () => {
  const { cookie, userId } = await signIn();
  const birth = await birthOf({ userId });
  await objectOf(birth.meetId).begin(birth);
  const put = async (path: string, json: unknown) => {
    const response = await call(path, { method: "PUT", cookie, json });
    expect(response.status).toBe(200);
    return response.json();
  };
  await put("/api/acta/user/retention", { recording: 30 });
  expect(await put("/api/acta/user/retention", { transcript: 90 })).toEqual(rule({ recording: 30, transcript: 90 }));
  await put("/api/acta/user/retention", { recording: "transcribed" });
  expect(await put("/api/acta/user/retention", { transcript: null })).toEqual(rule({ recording: "transcribed" }));
  const path = `/api/acta/meetings/${birth.meetId}/retention`;
  await put(path, { rule: rule({ recording: 60 }) });
  expect(await put(path, { rule: { meeting: 365 } })).toEqual(rule({ recording: 60, meeting: 365 }));
  expect(await put(path, { rule: null })).toBeNull();
});

/** A workspace with a default, of whose three meetings one cannot be reached for now. */
async function withUnreachable() {
  const { userId } = await signIn();
  const births = await Promise.all([0, 1, 2].map(() => birthOf({ userId })));
  for (const birth of births) await objectOf(birth.meetId).begin(birth);
  const [first] = births;
  const workspaceId = first?.workspaceId ?? "";
  const told: string[] = [];
  const unreachable = { meetId: first?.meetId };
  const services = {
    db,
    log: () => {},
    meetings: {
      async setStandardRetention(meetId: string) {
        if (meetId === unreachable.meetId) throw new Error("the object cannot be reached");
        told.push(meetId);
      },
    },
  } as unknown as Parameters<typeof sweepDefaults>[0];
  await db.insert(retentionDefaults).values({ workspaceId, rule: JSON.stringify(rule({ meeting: 10 })), updatedAt: 1 });
  const isTold = async () =>
    (await db.select().from(retentionDefaults).where(eq(retentionDefaults.workspaceId, workspaceId)))[0]?.isTold;
  return { services, isTold, told, unreachable, births };
}

test("a meeting that cannot be told of a default keeps no other from it, and is told later", async () => {
  const { services, isTold, told, unreachable, births } = await withUnreachable();
  const { meetId: failing } = unreachable;
  await sweepDefaults(services);
  expect(told.toSorted()).toEqual(births.flatMap(({ meetId }) => (meetId === failing ? [] : [meetId])).toSorted());
  expect(await isTold()).toBe(false);
  unreachable.meetId = undefined;
  await sweepDefaults(services);
  expect(told).toContain(failing);
  expect(await isTold()).toBe(true);
});

test("a meeting that can never be told of a default is asked a limited number of times", async () => {
  const { services, isTold, told } = await withUnreachable();
  for (let round = 1; round < RETENTION_ROUNDS_MAX; round += 1) await sweepDefaults(services);
  expect(await isTold()).toBe(false);
  await sweepDefaults(services);
  expect(await isTold()).toBe(true);
  await sweepDefaults(services);
  expect(told).toHaveLength(2 * RETENTION_ROUNDS_MAX);
});
