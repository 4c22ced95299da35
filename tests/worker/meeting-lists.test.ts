import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId, newRecordingId, type RecordingId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { buryMeeting } from "#app/server/meetings/bury-meeting.ts";
import { type MeetingProjection, projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { readMeeting } from "#workers/meeting/store.ts";
import { readRecognised } from "#workers/meeting/store-transcript.ts";
import { migrateStore, STORE_MIGRATIONS } from "#workers/meeting/store-migrations.ts";

const db = openDatabase(env.DB);

function projection(more: Partial<MeetingProjection> = {}): MeetingProjection & { recordingId: RecordingId } {
  return {
    meetId: newMeetId(),
    ownerUserId: "owner-1",
    title: "Seminar rooms",
    startsAt: 1,
    timeZone: "Europe/Madrid",
    language: "en",
    templateId: null,
    source: "upload",
    platform: null,
    door: null,
    participants: null,
    durationMs: null,
    status: "TORECORD",
    reason: null,
    recognisedMs: 0,
    wantedMs: 0,
    taskCount: null,
    media: null,
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
  await projectMeeting(db, { ...first, sequence: 2, ownerUserId: "somebody-else" });
  const [row] = await db.select().from(meetings).where(eq(meetings.id, first.meetId));
  expect(row?.ownerUserId).toBe("owner-1");
});

test("no projection, however new, writes over a tombstone", async () => {
  const first = projection();
  await projectMeeting(db, first);
  const { meetId, ownerUserId, recordingId } = first;
  const burial = { meetId, ownerUserId, recordingId, sequence: 5, now: 10 };
  expect(await buryMeeting(db, burial)).toEqual({ recordingIsFree: true });
  await projectMeeting(db, { ...first, sequence: 9, status: "SUMMARIZED" });
  expect(await statusOf(meetId)).toEqual({ status: "", sequence: 5, gone: true });
  expect(await buryMeeting(db, { ...burial, now: 20 })).toEqual({ recordingIsFree: true });
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
    expect(readRecognised(storage.sql)[0]?.segments).toEqual([first, second]);
  });
});
