import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type CallId, type MeetId, newMeetId, randomId } from "#app/domain/ids.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { applyCallEvent, readCall } from "#workers/call/store-calls.ts";
import { CALL_STORE_MIGRATIONS, migrateCallStore } from "#workers/call/store-migrations.ts";
import { dueListeners, dueWork, nextPublished } from "#workers/call/store-outbox.ts";
import { CALENDAR_MIGRATIONS } from "#workers/calendar/store-migrations.ts";
import { migrateTables, type StoreMigration } from "#workers/durable/migrations.ts";
import { dueRows } from "#workers/durable/outbox.ts";
import { untoldEvents } from "#workers/meeting/store/domain-events.ts";
import { migrateStore, STORE_MIGRATIONS } from "#workers/meeting/store/migrations.ts";
import { readMeeting, saveDetails } from "#workers/meeting/store/store.ts";
import { viewFor } from "#workers/meeting/view.ts";
import { WORKSPACE_MIGRATIONS } from "#workers/workspace/store.ts";

/** Objects as the code before versions and domain events has stored them: their tables, and the rows that stood in them. */

const DAY = 1_795_132_800_000;

type Rows = Record<string, Record<string, SqlStorageValue>[]>;

function insertAll(sql: SqlStorage, rows: Rows): void {
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const columns = Object.keys(row);
      const places = columns.map(() => "?").join();
      sql.exec(`INSERT INTO ${table} (${columns.join()}) VALUES (${places})`, ...Object.values(row));
    }
  }
}

const MEETING_DETAILS = {
  title: "Seminar rooms",
  startsAt: DAY,
  timeZone: "Europe/Madrid",
  language: "en",
  template: BASIC_SYSTEM,
};
const MEETING_STATE = {
  status: "SUMMARIZED",
  run: 1,
  media: {
    kind: "landed",
    version: { sizeBytes: 70_000, etag: "e7ag" },
    durationMs: 61_000,
    transcriptSource: "captions",
    transcriptLength: "fits",
  },
  windows: [{ index: 0, startMs: 0, endMs: 61_000, progress: "recognised" }],
  usage: "counted",
  since: DAY + 9,
};
const SUMMARY = {
  language: "en",
  template: BASIC_SYSTEM,
  engine: { port: "extractive", model: "extractive" },
  writtenAt: DAY + 9,
  droppedItems: 0,
  fields: [
    {
      key: "summary",
      title: null,
      content: { type: "summary", items: [{ text: "Room four is free.", segmentIds: ["s0"], id: "l1" }] },
    },
  ],
};

const meetingRows = (meetId: MeetId): Rows => ({
  meeting: [
    {
      id: 1,
      meet_id: meetId,
      owner_user_id: "u-1",
      recording_id: "r-1",
      source: "upload",
      upload_key: "recordings/r-1/original-1.mp4",
      expected_bytes: 70_000,
      created_at: DAY,
      details: JSON.stringify(MEETING_DETAILS),
      state: JSON.stringify(MEETING_STATE),
      sequence: 6,
      transcript_key: null,
      transcript_bytes: null,
    },
  ],
  outbox: [
    { key: "usage", effect: '{"type":"count-usage"}', attempts: 2, due_at: DAY, added: 4 },
    { key: "write-paper", effect: '{"type":"write-paper"}', attempts: 0, due_at: DAY, added: 6 },
  ],
  event_log: [
    { sequence: 1, at: DAY, event: "begun", status: "TORECORD", reason: null, summary_changed: 0 },
    { sequence: 6, at: DAY + 9, event: "summary-written", status: "SUMMARIZED", reason: null, summary_changed: 1 },
  ],
  segments: [
    { position: 0, id: "s0", start_ms: 1000, end_ms: 4000, text: "Room four is free.", speaker: "Nora" },
    { position: 1, id: "s1", start_ms: 5000, end_ms: 9000, text: "Take it then.", speaker: null },
  ],
  summaries: [{ version: 1, run: 1, body: JSON.stringify(SUMMARY), written_at: DAY + 9 }],
  minutes_versions: [{ version: 1, summary: 1, kind: "written", made_at: DAY + 9, read_up_to: 0 }],
  subscribers: [
    { name: "list", told: 6, attempts: 0, due_at: DAY },
    { name: "paper", told: 5, attempts: 1, due_at: DAY + 20 },
  ],
});

test("a meeting object that was stored before workspaces and domain events opens with everything in it", async () => {
  const meetId = newMeetId();
  await runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
    const { sql } = storage;
    await storage.deleteAll();
    migrateStore(storage, STORE_MIGRATIONS.slice(0, 11));
    insertAll(sql, meetingRows(meetId));
    migrateStore(storage);

    expect(readMeeting(sql)).toMatchObject({
      meetId,
      workspaceId: "u-1",
      createdBy: "u-1",
      uploadKey: "recordings/r-1/original-1.mp4",
      alive: { details: MEETING_DETAILS, state: MEETING_STATE },
      sequence: 6,
    });
    const view = viewFor(sql, { kind: "owner", userId: "u-1" });
    expect(view?.head).toMatchObject({ title: "Seminar rooms", status: "SUMMARIZED", durationMs: 61_000 });
    expect(view?.segments.map(({ text }) => text)).toEqual(["Room four is free.", "Take it then."]);
    expect(view?.summary?.fields[0]?.content).toMatchObject({ items: [{ text: "Room four is free." }] });
    expect(dueRows(sql, DAY, "added, rowid").map(({ key, attempts }) => [key, attempts])).toEqual([
      ["usage", 2],
      ["write-paper", 0],
    ]);
    // Its workspace learns of it like of a new one.
    expect(untoldEvents(sql)).toEqual([{ id: 1, kind: "meeting-created", at: DAY }]);

    // The first change writes the newest shape.
    const row = readMeeting(sql);
    if (row) saveDetails(sql, row, { ...MEETING_DETAILS, language: "en", title: "Room four" }, DAY + 30);
    expect(JSON.parse(sql.exec<{ details: string }>("SELECT details FROM meeting").one().details)).toMatchObject({
      version: 1,
      title: "Room four",
    });
    expect(readMeeting(sql)?.alive?.state).toEqual(MEETING_STATE);
  });
});

test("a meeting object of before that was emptied has nothing to tell", async () => {
  await runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
    await storage.deleteAll();
    migrateStore(storage, STORE_MIGRATIONS.slice(0, 11));
    const [row = {}] = meetingRows(newMeetId()).meeting ?? [];
    insertAll(storage.sql, { meeting: [{ ...row, details: null, state: null }] });
    migrateStore(storage);
    expect(readMeeting(storage.sql)?.alive).toBeNull();
    expect(untoldEvents(storage.sql)).toEqual([]);
  });
});

test("a call object of before the shared outbox opens with its calls, its work and what it has to tell", async () => {
  const callId = randomId() as CallId;
  const meetId = newMeetId();
  const state = {
    attempt: 1,
    startedAt: DAY,
    restarts: 0,
    warning: null,
    since: DAY,
    status: "recording",
  };
  const details = { ownerFirstName: "Nora", language: "en", url: "https://meet.jit.si/Seminar", platform: "jitsi" };
  await runInDurableObject(env.CALLS.getByName(`stored-${callId}`), async (_object, { storage }) => {
    const { sql } = storage;
    await storage.deleteAlarm();
    await storage.deleteAll();
    migrateCallStore(storage, CALL_STORE_MIGRATIONS.slice(0, 4));
    insertAll(sql, {
      calls: [
        {
          call_id: callId,
          recording_id: "r-1",
          created_at: DAY,
          details: JSON.stringify(details),
          state: JSON.stringify(state),
          turn: 2,
          bot_ref: callId,
          heard_at: DAY + 5,
          piece_at: DAY + 4,
          owner_user_id: "u-1",
        },
      ],
      call_meetings: [{ call_id: callId, meet_id: meetId, starts_at: DAY, told: 1, attempts: 2, due_at: DAY }],
      news: [
        {
          call_id: callId,
          turn: 2,
          type: "recording",
          body: JSON.stringify({ type: "recording", callId, turn: 2, at: DAY }),
        },
      ],
      outbox: [
        {
          key: `${callId}/stop-bot/1`,
          call_id: callId,
          effect: '{"type":"stop-bot","attempt":1}',
          attempts: 1,
          begun_at: DAY,
          due_at: DAY + 60,
        },
      ],
    });
    migrateCallStore(storage);

    expect(readCall(sql, callId)).toMatchObject({ ownerUserId: "u-1", details: { ...details, asker: null }, state });
    expect(dueWork(sql, DAY + 60)).toEqual([
      {
        key: `${callId}/stop-bot/1`,
        callId,
        effect: { type: "stop-bot", attempt: 1 },
        attempts: 1,
        begunAt: DAY,
        dueAt: DAY + 60,
        added: 0,
      },
    ]);
    const [listener] = dueListeners(sql, DAY);
    expect(listener).toEqual({ callId, meetId, told: 1, attempts: 2 });
    expect(listener && nextPublished(sql, listener)).toMatchObject({ type: "recording", turn: 2 });

    applyCallEvent(storage, callId, { type: "stop-asked" }, { now: DAY + 70 });
    expect(readCall(sql, callId)?.state.status).toBe("stopping");
    expect(JSON.parse(sql.exec<{ state: string }>("SELECT state FROM calls").one().state)).toMatchObject({
      version: 1,
    });
  });
});

test.each([
  ["meeting", STORE_MIGRATIONS],
  ["call", CALL_STORE_MIGRATIONS],
  ["workspace", WORKSPACE_MIGRATIONS],
  ["calendar account", CALENDAR_MIGRATIONS],
])("the second new %s object of an isolate has the tables and rows that the migrations make", async (_kind, list) => {
  // The test's own list: no object of this isolate has been made with it.
  const migrations = [...list];
  const databaseOf = async (made: readonly StoreMigration[][]) =>
    runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
      await storage.deleteAll();
      for (const each of made) migrateTables(storage, each);
      return contentsOf(storage.sql);
    });
  const oneByOne = await databaseOf(migrations.map((_migration, position) => migrations.slice(0, position + 1)));
  const first = await databaseOf([migrations]);
  const second = await databaseOf([migrations, migrations]);
  expect(oneByOne.tables.length).toBeGreaterThan(5);
  expect(first).toEqual(oneByOne);
  expect(second).toEqual(oneByOne);
});

/** Every table, column and index of an object, and every row. */
function contentsOf(sql: SqlStorage) {
  const tables = sql
    .exec<{ name: string; type: string }>(
      "SELECT name, type FROM pragma_table_list WHERE name NOT GLOB '_cf_*' ORDER BY name",
    )
    .toArray();
  const own = tables.filter(({ name, type }) => type === "table" && !name.startsWith("sqlite_"));
  return {
    tables,
    schema: sql
      .exec("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT GLOB '_cf_*' ORDER BY name")
      .toArray(),
    columns: own.map(({ name }) => sql.exec(`SELECT * FROM pragma_table_xinfo('${name}')`).toArray()),
    rows: own.map(({ name }) => sql.exec(`SELECT * FROM "${name}" ORDER BY rowid`).toArray()),
  };
}
