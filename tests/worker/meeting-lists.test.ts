import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId, newRecordingId, type RecordingId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { tombstoneMeeting } from "#app/server/meetings/delete-meeting.ts";
import { type MeetingProjection, projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { restoreMeeting } from "#app/server/meetings/restore-meeting.ts";
import { meetingPeople } from "#app/server/workspace/list-tables.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { listedOf } from "#tests/support/read-lists.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { correctSegment, nameSpeaker } from "#workers/meeting/store/corrections.ts";
import { migrateStore, STORE_MIGRATIONS } from "#workers/meeting/store/migrations.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";
import { readRecognised } from "#workers/meeting/store/transcript.ts";
import { tickTask } from "#workers/meeting/store/versions.ts";

const db = openDatabase(env.DB);
const services = { db, lists: listsOf(workerEnv) };

function projection(more: Partial<MeetingProjection> = {}): MeetingProjection & { recordingId: RecordingId } {
  return {
    meetId: newMeetId(),
    ...ownedBy("owner-1"),
    role: null,
    title: "Seminar rooms",
    startsAt: 1,
    timeZone: "Europe/Madrid",
    language: "en",
    templateId: null,
    source: "upload",
    platform: null,
    lobbyState: null,
    participants: null,
    durationMs: null,
    status: "TORECORD",
    reason: null,
    recognisedMs: 0,
    wantedMs: 0,
    taskCount: null,
    mergedInto: null,
    awaitsModel: false,
    people: [],
    tasks: [],
    sequence: 1,
    createdAt: 1,
    updatedAt: 1,
    ...more,
    recordingId: newRecordingId(),
  };
}

async function statusOf(meetId: string) {
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  return row && { status: row.status, sequence: row.sequence, gone: row.deletedAt !== null };
}

test("a rebuild writes what a row of the same sequence lacks, and an ordinary projection does not", async () => {
  const task = {
    taskId: "1.tasks.0",
    text: "Call",
    description: null,
    assigned: "Nora",
    deadline: "2026-11-25",
    done: true,
    startMs: 5,
    unconfirmed: true,
  };
  const whole = projection({
    title: "Ávila",
    people: ["Nora", "NORA", "…"],
    tasks: [task, { ...task, taskId: "1.tasks.1" }],
  });
  const kept = async () => ({
    zone: (await db.select().from(meetings).where(eq(meetings.id, whole.meetId)))[0]?.timeZone,
    ...(await listedOf(services, whole.workspaceId, whole.meetId)),
  });
  await projectMeeting(db, whole);
  const before = await kept();
  expect(before).toMatchObject({
    zone: whole.timeZone,
    people: [{ personKey: "nora" }],
    tasks: [{ assignedKey: "nora", dueDay: "2026-11-25", done: true, startMs: 5 }, { position: 1 }],
  });
  await db.update(meetings).set({ timeZone: "old" }).where(eq(meetings.id, whole.meetId));
  await projectMeeting(db, whole);
  expect((await kept()).zone).toBe("old");
  const lost = services.lists.of(whole.workspaceId);
  await lost.batch([lost.delete(meetingPeople), lost.delete(meetingTasks)]);
  await restoreMeeting(db, { projection: whole, usage: "reserved", now: 1 });
  expect(await kept()).toEqual(before);
  // A late one of an older sequence leaves people and tasks as they are.
  await projectMeeting(db, { ...whole, sequence: 0, people: [], tasks: [] });
  expect(await kept()).toEqual(before);
});

test("a projection that arrives late loses to the one that is newer", async () => {
  const first = projection();
  await projectMeeting(db, { ...first, sequence: 7, status: "TRANSCRIBING" });
  await projectMeeting(db, { ...first, sequence: 3, status: "RECORDED" });
  await projectMeeting(db, { ...first, sequence: 7, status: "RECORDED" });
  expect(await statusOf(first.meetId)).toEqual({ status: "TRANSCRIBING", sequence: 7, gone: false });
  await projectMeeting(db, { ...first, sequence: 8, status: "TRANSCRIPTED" });
  expect(await statusOf(first.meetId)).toEqual({ status: "TRANSCRIPTED", sequence: 8, gone: false });
});

test("a projection never changes whose meeting it is", async () => {
  const first = projection();
  await projectMeeting(db, first);
  await projectMeeting(db, { ...first, sequence: 2, ...ownedBy("somebody-else") });
  const [row] = await db.select().from(meetings).where(eq(meetings.id, first.meetId));
  expect(row).toMatchObject(ownedBy("owner-1"));
});

test("no projection, however new, writes over a tombstone", async () => {
  const first = projection();
  await projectMeeting(db, first);
  const { meetId, recordingId } = first;
  const deletion = { meetId, recordingId, sequence: 5, now: 10 };
  expect(await tombstoneMeeting(db, deletion)).toEqual({ recordingIsFree: true });
  await projectMeeting(db, { ...first, sequence: 9, status: "SUMMARIZED" });
  expect(await statusOf(meetId)).toEqual({ status: "", sequence: 5, gone: true });
  expect(await tombstoneMeeting(db, { ...deletion, now: 20 })).toEqual({ recordingIsFree: true });
});

test("an object's tables are brought up to date once, and added to later", async () => {
  await runInDurableObject(objectOf(newMeetId()), (_object, { storage }) => {
    const later = [...STORE_MIGRATIONS, { name: "0002-later", statements: ["CREATE TABLE later (id INTEGER)"] }];
    migrateStore(storage);
    migrateStore(storage, later);
    migrateStore(storage, later);
    expect(storage.sql.exec("SELECT name FROM store_migrations ORDER BY position").toArray()).toEqual(
      later.map(({ name }) => ({ name })),
    );
  });
});

test.each([
  { what: "another migration stands in its place", migrations: [{ name: "0001-renamed", statements: [] }] },
  { what: "one that it has been through is missing", migrations: [] },
])("an object refuses a history that is not its own: $what", async ({ migrations }) => {
  await runInDurableObject(objectOf(newMeetId()), (_object, { storage }) => {
    expect(() => migrateStore(storage, migrations)).toThrow("store migration 0 was 0001-first");
  });
});

test("an object of the first version comes through with its meeting and its text", async () => {
  const meetId = newMeetId();
  await runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
    await storage.deleteAll();
    migrateStore(storage, STORE_MIGRATIONS.slice(0, 1));
    const [first, second] = ["Good morning.", "Good bye."].map((text) => ({
      startMs: 1,
      endMs: 2,
      text,
      speaker: null,
      words: null,
    }));
    storage.sql.exec(
      `INSERT INTO meeting VALUES (1, ?, 'owner', 'recording', 'upload', 'key', 7, 1, '{}', '{}', 1)`,
      meetId,
    );
    storage.sql.exec("INSERT INTO recognised_windows VALUES (0, 0, 10, ?, 0)", JSON.stringify([first, second]));
    migrateStore(storage);
    expect(readMeeting(storage.sql)).toMatchObject({ meetId, uploadKey: "key", expectedBytes: 7, transcript: null });
    expect(readMeeting(storage.sql)).toMatchObject(ownedBy("owner"));
    expect(readRecognised(storage.sql)[0]?.segments).toEqual([first, second]);
  });
});

test("in an object from before authors and workspaces everything is its owner's", async () => {
  await runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
    const { sql } = storage;
    await storage.deleteAll();
    migrateStore(
      storage,
      STORE_MIGRATIONS.slice(
        0,
        STORE_MIGRATIONS.findIndex(({ name }) => name === "0012-authors"),
      ),
    );
    sql.exec(
      `INSERT INTO meeting (id, meet_id, owner_user_id, recording_id, source, upload_key, created_at, details, state, sequence)
       VALUES (1, 'm', 'nora', 'r', 'upload', 'key', 1, '{}', '{}', 3)`,
    );
    sql.exec("INSERT INTO segment_edits (segment_id, text, at) VALUES ('w0-1', 'By hand.', 1), ('w0-2', NULL, 2)");
    sql.exec("INSERT INTO speaker_names (label, name) VALUES ('Speaker 1', 'Ona')");
    sql.exec("INSERT INTO task_ticks (line_id, at) VALUES ('line', 1)");
    migrateStore(storage);
    expect(readMeeting(sql)).toMatchObject({ meetId: "m", ...ownedBy("nora"), sequence: 3 });
    for (const table of ["segment_edits", "speaker_names", "task_ticks"]) {
      const authors = sql.exec<{ made_by: string }>(`SELECT DISTINCT made_by FROM ${table}`).toArray();
      expect(authors, table).toEqual([{ made_by: "nora" }]);
    }
  });
});

test("each correction keeps the person who made it", async () => {
  await runInDurableObject(objectOf(newMeetId()), (_object, { storage: { sql } }) => {
    correctSegment(sql, { id: "w0-1", text: "By hand.", by: "otto", at: 1 });
    nameSpeaker(sql, { label: "Speaker 1", name: "Ona", by: "otto" });
    tickTask(sql, { lineId: "line", done: true, by: "otto", at: 1 });
    for (const table of ["segment_edits", "speaker_names", "task_ticks"]) {
      expect(sql.exec(`SELECT made_by FROM ${table}`).toArray(), table).toEqual([{ made_by: "otto" }]);
    }
  });
});
