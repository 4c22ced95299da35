import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { transcriptAnswer, unpackTranscript } from "#app/contracts/meeting/transcript-answer.ts";
import { type MeetId, newMeetId, type RecordingId } from "#app/domain/ids.ts";
import { ALARM_WHILE_BUSY_MS } from "#app/domain/limits/steps.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { uses } from "#app/server/workspace/recording-users.ts";
import { meetingPrefix, newOriginalKey, recordingPrefix } from "#app/server/storage/keys.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { refusalOf } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive, ORIGIN } from "#tests/support/live-page.ts";
import { markedRecording, marksOf } from "#tests/support/marked-recording.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { beginUpload, objectOf, putBytes, uploadRecording } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeMeeting } from "#workers/compose.ts";
import { meetingWork } from "#workers/meeting/meeting-loop.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const OWNER = { kind: "owner", userId: "nora" } as const;
const db = () => openDatabase(env.DB);
const soon = { timeout: 20_000, interval: 50 };

async function tracesOf({ meetId, recordingId }: { meetId: MeetId; recordingId: RecordingId }) {
  const [row] = await db().select().from(meetings).where(eq(meetings.id, meetId));
  const users = await db().$count(meetings, uses(recordingId));
  const [usage] = await db().select().from(usageLedger).where(eq(usageLedger.meetId, meetId));
  const claims = await db().select().from(meetingClaims).where(eq(meetingClaims.meetId, meetId));
  const keys = [
    ...(await env.RECORDINGS.list({ prefix: meetingPrefix(meetId) })).objects,
    ...(await env.RECORDINGS.list({ prefix: recordingPrefix(recordingId) })).objects,
  ].map(({ key }) => key);
  return { row, users, usage: usage?.state, claims: claims.length, keys };
}

const GONE = {
  row: { deletedAt: expect.any(Number) },
  users: 0,
  claims: 0,
  keys: [],
};

test("a fragmented recording is taken, and its windows are planned", async () => {
  const { outcome, meetId } = await uploadRecording(await fixture("fragmented.mp4"));
  expect(outcome).toEqual({ ok: true, value: null });
  expect((await objectOf(meetId).view(OWNER))?.head).toMatchObject({
    durationMs: expect.any(Number),
    wantedMs: expect.any(Number),
  });
  await objectOf(meetId).discard();
});

test("a recording without sound is refused: the meeting goes, nothing counts, and the answer says why", async () => {
  const birth = await uploadRecording(await fixture("no-audio.mp4"));
  expect(birth.outcome).toEqual({ ok: false, reason: "no-audio" });
  expect(await objectOf(birth.meetId).view(OWNER)).toBeNull();
  expect(await tracesOf(birth)).toMatchObject({ ...GONE, usage: "released" });
});

const talk = await fixture("talk.mp4");
const captioned = await fixture("talk-captions.mp4");

test.each([
  {
    what: "bytes that are no MP4",
    bytes: new TextEncoder().encode("GIF89a, or something like it"),
    expected: null,
    reason: "not-mp4",
  },
  { what: "no bytes at all", bytes: new Uint8Array(), expected: null, reason: "empty" },
  { what: "an MP4 without its end", bytes: talk.slice(0, 60_000), expected: null, reason: "truncated" },
  { what: "fewer bytes than were announced", bytes: talk, expected: talk.length + 1, reason: "truncated" },
  { what: "more bytes than were announced", bytes: talk, expected: talk.length - 1, reason: "too-large" },
])("$what: $reason", async ({ bytes, expected, reason }) => {
  const { outcome } = await uploadRecording(bytes, { expectedBytes: expected });
  expect(outcome).toEqual({ ok: false, reason });
});

test("said before the bytes are there, it is no refusal: the meeting waits on", async () => {
  const { meetId, createdBy, details, uploadKey } = await beginUpload();
  expect(await objectOf(meetId).acceptUpload(createdBy, details)).toEqual({ ok: false, reason: "bytes-missing" });
  expect((await objectOf(meetId).view(OWNER))?.head.status).toBe("TORECORD");
  await putBytes({ uploadKey }, captioned);
  expect(await objectOf(meetId).acceptUpload(createdBy, details)).toEqual({ ok: true, value: null });
});

test("said twice, and twice at once, it is accepted once", async () => {
  const { meetId, createdBy, details, uploadKey } = await beginUpload();
  await putBytes({ uploadKey }, captioned);
  const object = objectOf(meetId);
  const both = await Promise.all([object.acceptUpload(createdBy, details), object.acceptUpload(createdBy, details)]);
  expect([...both, await object.acceptUpload(createdBy, details)]).toEqual(
    Array.from({ length: 3 }, () => ({ ok: true, value: null })),
  );
  const timeline = (await object.view(OWNER))?.head.timeline ?? [];
  expect(timeline.filter(({ status }) => status === "RECORDED")).toHaveLength(1);
});

test("somebody else's upload is not there", async () => {
  const { meetId, details } = await beginUpload();
  expect(await objectOf(meetId).acceptUpload("somebody-else", details)).toEqual({ ok: false, reason: "not-found" });
});

test("begun twice changes nothing; a new attempt's key replaces the one that is awaited", async () => {
  const birth = await beginUpload();
  const object = objectOf(birth.meetId);
  const before = await object.view(OWNER);
  await object.begin(birth);
  expect(await object.view(OWNER)).toEqual(before);
  await object.begin({ ...birth, uploadKey: `${birth.uploadKey}-again` });
  await putBytes(birth, captioned);
  expect(await object.acceptUpload(birth.createdBy, birth.details)).toEqual({ ok: false, reason: "bytes-missing" });
});

test("bytes that landed under an earlier attempt's key go once another attempt's have been accepted", async () => {
  const birth = await beginUpload();
  await putBytes(birth, await fixture("talk-captions.mp4"));
  const again = { ...birth, uploadKey: newOriginalKey(birth.recordingId) };
  await objectOf(birth.meetId).begin(again);
  await putBytes(again, await fixture("talk-captions.mp4"));
  expect((await tracesOf(birth)).keys).toEqual(expect.arrayContaining([birth.uploadKey, again.uploadKey]));
  expect(await objectOf(birth.meetId).acceptUpload(birth.createdBy, birth.details)).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect((await tracesOf(birth)).keys).not.toContain(birth.uploadKey), 20_000);
  expect((await tracesOf(birth)).keys).toContain(again.uploadKey);
});

test("an alarm that finds everything under way comes again later, not at once", async () => {
  const birth = await beginUpload();
  await runInDurableObject(objectOf(birth.meetId), async (_object, { storage, id }) => {
    let end = () => {};
    const removal = new Promise<void>((resolve) => (end = resolve));
    const deps = {
      ...composeMeeting(workerEnv),
      lists: { ...composeMeeting(workerEnv).lists, releaseUsage: () => removal },
    };
    applyEvent(storage, { type: "discarded" }, { now: Date.now() });
    const work = meetingWork({ deps, storage, holder: id.toString(), changed: () => {} });
    await work.arm();
    expect(await storage.getAlarm()).toBeLessThanOrEqual(Date.now());
    await storage.deleteAlarm();
    const running = work.run();
    await work.run();
    await work.arm();
    expect(await storage.getAlarm()).toBeGreaterThan(Date.now() + ALARM_WHILE_BUSY_MS / 2);
    end();
    await running;
  });
});

test("the place of the recording's bytes is known once they are accepted", async () => {
  const { meetId, createdBy, details, uploadKey } = await beginUpload();
  expect(await objectOf(meetId).recording()).toBeNull();
  // With captions, so that no work of this meeting reaches the speech stand-in of a later test.
  await putBytes({ uploadKey }, captioned);
  await objectOf(meetId).acceptUpload(createdBy, details);
  const head = await env.RECORDINGS.head(uploadKey);
  expect(await objectOf(meetId).recording()).toEqual({
    key: uploadKey,
    contentType: "video/mp4",
    version: { size: captioned.length, etag: head?.etag },
    title: details.title,
    onlyFor: null,
  });
});

test("the process dies in the middle of transcribing: the work continues, and nothing is stored twice", async () => {
  const speech = standInForSpeech();
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ userId });
  await putBytes(birth, markedRecording(660));
  // The first window comes in; the others are asked for and never answered before the end.
  const answered = speech.answer.bind(speech);
  let asked = 0;
  speech.answer = (request) => {
    asked += 1;
    return asked === 1 ? answered(request) : new Promise(() => {});
  };
  const before = await openLive(birth.meetId, cookie);
  await objectOf(birth.meetId).acceptUpload(userId, birth.details);
  await before.until(({ view }) => view().head.recognisedMs > 0);
  speech.answer = answered;
  await abortAllDurableObjects();

  // The platform runs an alarm that has not ended again; here at once, so that the test need not wait for it.
  await runDurableObjectAlarm(objectOf(birth.meetId));
  const page = await openLive(birth.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  expect(page.view().segments.map(({ text }) => text)).toEqual(marksOf(660));
  expect(page.view().head.timeline.map(({ status }) => status)).toEqual([
    "TORECORD",
    "RECORDED",
    "TRANSCRIBING",
    "TRANSCRIPTED",
    "LLMING",
    "SUMMARIZED",
  ]);
  page.socket.close();
  expect(await tracesOf(birth)).toMatchObject({ row: { status: "SUMMARIZED" }, usage: "counted" });
});

test("a page that reconnects gets the changes it has not seen, and a whole transcript is not sent twice", async () => {
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ userId });
  const first = await openLive(birth.meetId, cookie);
  await first.until(({ messages }) => messages.length > 0);
  const seen = first.view();
  first.socket.close();
  await putBytes(birth, captioned);
  await objectOf(birth.meetId).acceptUpload(userId, birth.details);

  const back = await openLive(birth.meetId, cookie, { since: seen.head.sequence, seen });
  // The PDF is the last thing that is written: from then on nothing changes by itself.
  await back.until(({ view }) => view().head.pdf === "ready");
  const fresh = await openLive(birth.meetId, cookie);
  await fresh.until(({ messages }) => messages.length > 0);
  expect(back.view()).toEqual(fresh.view());
  expect(back.messages.map(({ type }) => type)).not.toContain("view");
  const { sequence } = fresh.view().head;
  const knowing = await openLive(birth.meetId, cookie, { since: sequence, seen: fresh.view() });
  // A number that no page can have seen yet is ignored.
  const lying = await openLive(birth.meetId, cookie, { since: sequence + 1, seen });
  await lying.until(({ messages }) => messages.length > 0);
  expect(lying.messages.map(({ type }) => type)).toEqual(["view"]);
  expect(knowing.messages).toEqual([]);
  for (const { socket } of [back, fresh, knowing, lying]) socket.close();

  const ask = (headers: Record<string, string>) =>
    exports.default.fetch(`${ORIGIN}/api/acta/meetings/${birth.meetId}/transcript`, {
      headers: { Cookie: cookie, ...headers },
    });
  const answer = await ask({});
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(unpackTranscript(transcriptAnswer.parse(await answer.json()))).toEqual(fresh.view().segments);
  expect((await ask({ "If-None-Match": `W/${answer.headers.get("ETag")}` })).status).toBe(304);
  expect((await ask({ "If-None-Match": '"1"' })).status).toBe(200);
});

/** Tables with rows after a meeting is gone: its tombstone, and the ids and kinds of events for its workspace. */
const KEPT = new Set(["meeting", "store_migrations", "subscribers", "domain_events", "event_subscribers"]);
/** Rows of an empty object: two searches for late bytes, and the rows of an empty full-text index. */
const STANDS_EMPTY: Record<string, number> = { outbox: 2, chat_index_data: 2, chat_index_config: 1 };

test("a meeting that is discarded while a window is in flight is gone, and stays gone when the answer comes", async () => {
  const speech = standInForSpeech();
  const answered = speech.answer.bind(speech);
  let reached: () => void = () => {};
  const inFlight = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let answerNow: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  const come: Promise<Response>[] = [];
  speech.answer = async (request) => {
    reached();
    await held;
    const answer = answered(request);
    come.push(answer);
    return answer;
  };
  const birth = await uploadRecording(talk);
  await inFlight;
  await objectOf(birth.meetId).discard();
  expect(await objectOf(birth.meetId).view(OWNER)).toBeNull();
  answerNow();
  // The alarm that holds the window ends before another one of this object can run.
  await runDurableObjectAlarm(objectOf(birth.meetId));
  expect(come).toHaveLength(1);
  expect(await objectOf(birth.meetId).view(OWNER)).toBeNull();
  await runInDurableObject(objectOf(birth.meetId), (_object, { storage }) => {
    // Every table there is, so that one which is added later is not forgotten.
    const tables = storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").toArray();
    for (const { name } of tables.filter(({ name }) => !KEPT.has(name) && !/^(_cf_|sqlite_)/.test(name))) {
      const { rows } = storage.sql.exec<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`).one();
      expect([name, rows]).toEqual([name, STANDS_EMPTY[name] ?? 0]);
    }
    expect(storage.sql.exec("SELECT DISTINCT json_extract(effect, '$.type') AS type FROM outbox").toArray()).toEqual([
      { type: "remove-late-content" },
    ]);
    expect(storage.sql.exec("SELECT details, state FROM meeting").one()).toEqual({ details: null, state: null });
  });
});

test("a late alarm after a discard resurrects nothing", async () => {
  standInForSpeech();
  const birth = await uploadRecording(captioned);
  const object = objectOf(birth.meetId);
  await object.discard();
  await runInDurableObject(object, (_object, { storage }) => storage.setAlarm(Date.now()));
  await runDurableObjectAlarm(object);
  await object.begin(birth);
  await object.discard();
  expect(await object.view(OWNER)).toBeNull();
  expect(await object.retry()).toEqual({ ok: false, reason: "not-found" });
  // Bytes had been accepted: deleting gives no upload back.
  expect(await tracesOf(birth)).toMatchObject({ ...GONE, usage: "counted" });
});

test("bytes that land after a meeting has gone are found and removed", async () => {
  standInForSpeech();
  const birth = await uploadRecording(captioned);
  const object = objectOf(birth.meetId);
  await object.discard();
  const late = [birth.uploadKey, `meetings/${birth.meetId}/minutes.pdf`];
  for (const key of late) await env.RECORDINGS.put(key, "late");
  await runInDurableObject(object, (_object, { storage }) => {
    storage.sql.exec("UPDATE outbox SET due_at = 0 WHERE key = 'remove-late-content/1'");
  });
  await vi.waitFor(async () => {
    // Returns at once while an alarm of the object's own is running.
    await runDurableObjectAlarm(object);
    for (const key of late) expect(await env.RECORDINGS.head(key)).toBeNull();
  }, soon);
  expect(await tracesOf(birth)).toMatchObject(GONE);
});

test("a recording stays while another meeting uses it", async () => {
  const first = await uploadRecording(captioned);
  const second = await beginUpload({ recordingId: first.recordingId });
  await objectOf(first.meetId).discard();
  const traces = await tracesOf(first);
  expect(traces.users).toBe(1);
  expect(traces.keys).toContain(first.uploadKey);
  await objectOf(second.meetId).discard();
  expect(await tracesOf(second)).toMatchObject(GONE);
});

test("a lost alarm is set again by the next view", async () => {
  standInForSpeech();
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ userId });
  await putBytes(birth, captioned);
  await runInDurableObject(objectOf(birth.meetId), async (object, { storage }) => {
    const accepted = object.acceptUpload(userId, birth.details);
    await accepted;
    await storage.deleteAlarm();
  });
  const page = await openLive(birth.meetId, cookie);
  await objectOf(birth.meetId).view(OWNER);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  expect(page.view().summary).not.toBeNull();
  page.socket.close();
});

function askRetry(meetId: string, cookie: string, origin = ORIGIN) {
  return exports.default.fetch(`${ORIGIN}/api/acta/meetings/${meetId}/retry`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: origin },
  });
}

test("the retry route: the owner's failed step runs again; another person does not find the meeting", async () => {
  const speech = standInForSpeech();
  speech.be("401", 1);
  const { userId, cookie } = await signIn();
  const stranger = await signIn();
  const { meetId } = await uploadRecording(talk, { userId });
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "ERROR_TRANSCRIPT");
  expect(page.view().head).toMatchObject({ reason: "speech-key-refused", retryable: true });

  expect((await askRetry(meetId, stranger.cookie)).status).toBe(404);
  expect((await askRetry(newMeetId(), cookie)).status).toBe(404);
  expect((await askRetry("no-id", cookie)).status).toBe(404);
  expect((await askRetry(meetId, "")).status).toBe(401);
  expect((await askRetry(meetId, cookie, "https://elsewhere.example")).status).toBe(403);

  expect((await askRetry(meetId, cookie)).status).toBe(200);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  expect((await askRetry(meetId, cookie)).status).toBe(409);
  page.socket.close();
});

test("the refusal of a retry tells a meeting in work from one that has nothing to retry", async () => {
  const { userId, cookie } = await signIn();
  const working = await beginUpload({ userId });
  expect(await refusalOf(await askRetry(working.meetId, cookie))).toMatchObject({ status: 409, code: "retry-begun" });
  const { meetId } = await uploadRecording(captioned, { userId });
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  page.socket.close();
  expect(await refusalOf(await askRetry(meetId, cookie))).toMatchObject({ status: 409, code: "not-retryable" });
});

const SAID = "norapuig";

/** Tables that keep ids and numbers of a meeting that is gone. */
const IDS_ONLY = new Set([
  "meeting",
  "outbox",
  "sqlite_sequence",
  "store_migrations",
  "subscribers",
  "domain_events",
  "event_subscribers",
]);

/** A personal value for a column, or a value that the column's checks accept. */
function personal({ name, type }: { name: string; type: string }): SqlStorageValue {
  if (name === "id") return 1;
  if (type === "INTEGER") return 20_261_120;
  if (type === "REAL") return 1.5;
  return type === "BLOB" ? new TextEncoder().encode(SAID).slice().buffer : SAID;
}

const tableNames = (sql: SqlStorage) =>
  sql
    .exec<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    )
    .toArray();

/** Every row of every table, blobs as text. */
function everythingIn(sql: SqlStorage): Record<string, Record<string, unknown>[]> {
  const rows = tableNames(sql).map(({ name }): [string, Record<string, unknown>[]] => [
    name,
    sql
      .exec(`SELECT * FROM ${name}`)
      .toArray()
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [
            column,
            value instanceof ArrayBuffer ? new TextDecoder("latin1").decode(value) : value,
          ]),
        ),
      ),
  ]);
  return Object.fromEntries(rows.filter(([, found]) => found.length > 0));
}

test("of a meeting that is gone its object holds ids and a day, whatever stood in whatever table", async () => {
  const birth = await beginUpload({ expectedBytes: 77, transcript: { key: `${SAID}.vtt`, expectedBytes: 8 } });
  const { meetId, workspaceId, createdBy, recordingId, createdAt } = birth;
  await runInDurableObject(objectOf(meetId), async (object, { storage }) => {
    const { sql } = storage;
    const filled: string[] = [];
    for (const { name, sql: made } of tableNames(sql)) {
      if (IDS_ONLY.has(name) || name.startsWith("chat_index_")) {
        continue;
      }
      if (made.startsWith("CREATE VIRTUAL")) {
        sql.exec(`INSERT INTO ${name} (rowid, words, stems) VALUES (1, ?, ?)`, SAID, SAID);
      } else {
        const columns = sql.exec<{ name: string; type: string }>(`PRAGMA table_info(${name})`).toArray();
        const places = columns.map(() => "?").join();
        sql.exec(`INSERT OR REPLACE INTO ${name} VALUES (${places})`, ...columns.map(personal));
      }
      filled.push(name);
    }
    expect(filled.length).toBeGreaterThan(20);
    expect(JSON.stringify(everythingIn(sql))).toContain(SAID);

    await object.discard();
    const left = everythingIn(sql);
    expect(Object.keys(left).filter((name) => JSON.stringify(left[name]).includes(SAID))).toEqual([]);
    const { meeting, outbox, subscribers, store_migrations, domain_events, event_subscribers, ...rest } = left;
    expect((domain_events ?? []).map(({ kind }) => kind)).toEqual(domain_events ? ["meeting-deleted"] : []);
    expect(event_subscribers?.map(({ name }) => name)).toEqual(["workspace"]);
    expect(meeting).toEqual([
      {
        id: 1,
        meet_id: meetId,
        workspace_id: workspaceId,
        created_by: createdBy,
        recording_id: recordingId,
        source: "upload",
        upload_key: "",
        expected_bytes: null,
        transcript_key: null,
        transcript_bytes: null,
        created_at: createdAt - (createdAt % DAY_MS),
        details: null,
        state: null,
        sequence: expect.any(Number),
      },
    ]);
    expect(outbox?.map(({ key }) => key)).toEqual(["remove-late-content/1", "remove-late-content/2"]);
    expect(store_migrations?.length).toBeGreaterThan(5);
    // The index of the chat keeps its own frame, which is empty.
    expect(Object.keys(rest).filter((name) => !name.startsWith("chat_index_"))).toEqual([]);
    expect(subscribers ?? []).toEqual([]);

    // Rows that a running step stored afterwards are removed with the other late content.
    sql.exec("INSERT INTO speaker_names (label, name) VALUES (?, ?)", SAID, SAID);
    sql.exec("UPDATE outbox SET due_at = 0");
    await object.alarm();
    expect(JSON.stringify(everythingIn(sql))).not.toContain(SAID);
  });
});
