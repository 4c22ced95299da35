import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import { type CallId, type MeetId, newMeetId, randomId } from "#app/domain/ids.ts";
import { NO_WORDING } from "#app/domain/summary/fields/field-rules.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { CALL_STORE_MIGRATIONS, migrateCallStore } from "#workers/call/store-migrations.ts";
import { dueListeners, dueWork, nextPublished } from "#workers/call/store-outbox.ts";
import { migrateCalendarStore, readAccount } from "#workers/calendar/store.ts";
import { readCalendars } from "#workers/calendar/store-calendars.ts";
import { readChannels, readWait } from "#workers/calendar/store-channels.ts";
import { savePage } from "#workers/calendar/store-events.ts";
import { CALENDAR_MIGRATIONS } from "#workers/calendar/store-migrations.ts";
import { followers, readEvents, untoldEvents as unmailedEvents } from "#workers/calendar/store-plan.ts";
import { migrateTables, type StoreMigration } from "#workers/durable/migrations.ts";
import { dueRows } from "#workers/durable/outbox.ts";
import { untoldEvents } from "#workers/meeting/store/domain-events.ts";
import { migrateStore, STORE_MIGRATIONS } from "#workers/meeting/store/migrations.ts";
import { readMeeting, saveDetails } from "#workers/meeting/store/store.ts";
import { readStoredPdf } from "#workers/meeting/store/uploads.ts";
import { minutesOf, readVersion } from "#workers/meeting/store/versions.ts";
import { MINUTES_PDF, viewFor } from "#workers/meeting/view.ts";
import { findSent, listSent } from "#workers/workspace/deliveries/delivery-log.ts";
import { nextDue, receiptsIn } from "#workers/workspace/deliveries/delivery-store.ts";
import { plannedFor } from "#workers/workspace/mail/deletion-warnings.ts";
import { listUndelivered, type MailEffect, mailState } from "#workers/workspace/mail/mail-store.ts";
import { openSearchTables, SEARCH_INDEX_VERSION } from "#workers/workspace/search/search-tables.ts";
import { migrateWorkspaceStore, WORKSPACE_MIGRATIONS } from "#workers/workspace/store-migrations.ts";
import { consumerCursors, nextEvent } from "#workers/workspace/store.ts";

/**
 * Objects as earlier code has stored them: their tables, and the rows that stood in them. The meeting and the call are of before versions and
 * domain events, the workspace and the calendar account of the day on which their tests were written.
 */

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
      ["write-pdf", 0],
    ]);
    expect(dueRows(sql, DAY, "added, rowid")[1]?.effect).toEqual({ type: "write-pdf" });
    expect(sql.exec("SELECT name, told FROM subscribers ORDER BY name").toArray()).toEqual([
      { name: "list", told: 6 },
      { name: "pdf", told: 5 },
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

const EDITED_FIELD = { key: "summary", title: null, type: "summary" };
/** The second line has the words of a stored name. */
const EDITED_LINES = [
  { ...NO_WORDING, id: "l1", text: "Room four is free.", segmentIds: ["s0"], byHand: false, readUpTo: null },
  { ...NO_WORDING, id: "l2", text: 'The key "byHand": true.', segmentIds: [], byHand: true, readUpTo: 0 },
];

/** The index of the migration that gave stored names the glossary's words. */
const trueNames = (migrations: readonly StoreMigration[]) =>
  migrations.findIndex(({ name }) => name.endsWith("-true-names"));

test("a meeting object with names of before has them as the glossary says, and its call goes on", async () => {
  const meetId = newMeetId();
  const call = {
    place: { kind: "unsupported" },
    callId: "c-1",
    turn: 3,
    door: "waiting",
    doorSince: DAY + 4,
    asksLeft: 2,
  };
  const state = { version: 1, status: "TORECORD", usage: "reserved", run: 1, since: DAY, call };
  await runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
    const { sql } = storage;
    await storage.deleteAll();
    migrateStore(storage, STORE_MIGRATIONS.slice(0, trueNames(STORE_MIGRATIONS)));
    const { owner_user_id: _owner, ...row } = meetingRows(meetId)["meeting"]?.[0] ?? {};
    insertAll(sql, {
      meeting: [{ ...row, workspace_id: "u-1", created_by: "u-1", state: JSON.stringify(state) }],
      event_log: [
        { sequence: 1, at: DAY, event: "call-door", status: "TORECORD", reason: null, summary_changed: 0, is_mark: 1 },
        { sequence: 2, at: DAY, event: "paper-written", status: "TORECORD", reason: null, summary_changed: 0 },
      ],
      papers: [{ name: MINUTES_PDF, sequence: 1, fingerprint: "f", etag: "e", size: 9 }],
      summaries: [{ version: 1, run: 1, body: JSON.stringify(SUMMARY), written_at: DAY + 9 }],
      minutes_versions: [
        {
          version: 1,
          summary: 1,
          kind: "edited",
          made_at: DAY + 9,
          fields: JSON.stringify([{ ...EDITED_FIELD, lines: EDITED_LINES }]),
          read_up_to: 0,
        },
      ],
    });
    migrateStore(storage);

    const { door, doorSince, ...same } = call;
    expect(readMeeting(sql)?.alive?.state).toEqual({
      status: "TORECORD",
      usage: "reserved",
      run: 1,
      since: DAY,
      call: { ...same, lobbyState: door, lobbySince: doorSince },
    });
    expect(sql.exec("SELECT event FROM event_log").toArray()).toEqual([
      { event: "call-lobby" },
      { event: "pdf-written" },
    ]);
    expect(readStoredPdf(sql, MINUTES_PDF)).toMatchObject({ sequence: 1, fingerprint: "f" });
    const [said, written] = EDITED_LINES.map(({ byHand, ...line }) => ({ ...line, manual: byHand }));
    const version = readVersion(sql);
    expect(version?.fields).toEqual([{ ...EDITED_FIELD, lines: [said, written] }]);
    const items = [{ text: said?.text }, { text: written?.text, manual: true }];
    expect(version && minutesOf(sql, version).fields[0]?.content).toMatchObject({ items });
  });
});

test("a call object with names of before has them as the glossary says", async () => {
  const callId = randomId() as CallId;
  const meetId = newMeetId();
  const facts = { attempt: 1, startedAt: null, restarts: 0, warning: null, asksLeft: 2, since: DAY };
  const details = {
    version: 2,
    ownerFirstName: "Nora",
    language: "en",
    url: "https://meet.jit.si/Seminar",
    platform: "jitsi",
    asker: null,
  };
  await runInDurableObject(env.CALLS.getByName(`named-${callId}`), async (_object, { storage }) => {
    const { sql } = storage;
    await storage.deleteAlarm();
    await storage.deleteAll();
    migrateCallStore(storage, CALL_STORE_MIGRATIONS.slice(0, trueNames(CALL_STORE_MIGRATIONS)));
    insertAll(sql, {
      calls: [
        {
          call_id: callId,
          recording_id: "r-1",
          created_at: DAY,
          details: JSON.stringify(details),
          state: JSON.stringify({ version: 1, ...facts, status: "door", door: "waiting" }),
          turn: 1,
          bot_ref: callId,
          heard_at: DAY + 5,
          piece_at: 0,
          owner_user_id: "u-1",
        },
      ],
      call_meetings: [{ call_id: callId, meet_id: meetId, starts_at: DAY, told: 0, attempts: 0, due_at: DAY }],
      news: [
        {
          call_id: callId,
          turn: 1,
          type: "door",
          body: JSON.stringify({ callId, turn: 1, at: DAY, type: "door", door: "waiting", asksLeft: 2 }),
        },
      ],
    });
    migrateCallStore(storage);

    expect(readCall(sql, callId)).toMatchObject({ lastReportAt: DAY + 5 });
    expect(readCall(sql, callId)?.state).toEqual({ ...facts, status: "lobby", lobbyState: "waiting" });
    const [listener] = dueListeners(sql, DAY);
    expect(listener && nextPublished(sql, listener)).toEqual({
      callId,
      turn: 1,
      at: DAY,
      type: "lobby",
      lobbyState: "waiting",
      asksLeft: 2,
    });
    // A newer state of the lobby replaces the stored one.
    applyCallEvent(storage, callId, { type: "lobby-seen", attempt: 1, lobbyState: "host-absent" }, { now: DAY + 70 });
    expect(listener && nextPublished(sql, listener)).toMatchObject({ turn: 2, lobbyState: "host-absent" });
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

const WORKSPACE_ROWS: Rows = {
  events: [{ position: 7, meet_id: "m-1", event_id: 3, kind: "summary-written", at: DAY }],
  consumers: [{ name: "search", told: 6, attempts: 1, due_at: DAY + 5 }],
  search_state: [
    {
      id: 1,
      version: SEARCH_INDEX_VERSION,
      workspace_id: "u-1",
      cursor: '{"createdBy":"u-1","startsAt":1795132800000,"id":"m-1"}',
      attempts: 0,
      due_at: DAY,
      is_complete: 0,
    },
  ],
  mails: [
    { key: "minutes-ready/m-1", kind: "minutes-ready", meet_id: "m-1", user_id: "u-1", state: "waiting", due_at: DAY },
    {
      key: "recording-failed/m-2/9",
      kind: "recording-failed",
      meet_id: "m-2",
      user_id: "u-1",
      state: "failed",
      reason: "address",
      due_at: DAY,
    },
  ],
  outbox: [
    ["minutes-ready/m-1", '{"type":"mail","kind":"minutes-ready","meetId":"m-1"}'],
    [
      "retention-warning/u-1/recording/2026-11-25",
      '{"type":"warning","userId":"u-1","part":"recording","day":"2026-11-25"}',
    ],
    [
      "calendar/a-1/calendar-reconnect/5",
      '{"type":"calendar","kind":"calendar-reconnect","userId":"u-1","accountId":"a-1","lostAt":5}',
    ],
    ["weekly-digest/u-1/2026-W48", '{"type":"digest","userId":"u-1","week":"2026-W48"}'],
  ].map(([key = "", effect = ""], index) => ({ key, effect, attempts: 0, due_at: DAY, added: index })),
  planned_deletions: [{ meet_id: "m-1", part: "recording", user_id: "u-1", day: "2026-11-25" }],
  deliveries: [
    {
      position: 1,
      id: "d-1",
      kind: "hubspot",
      destination_id: "c-1",
      meet_id: "m-1",
      event: "minutes.written",
      occurrence: "1795132800000",
      made_at: DAY,
      state: "sent",
      attempts: 1,
      due_at: DAY,
      until: DAY + 9,
      tried_at: DAY + 1,
      status: 201,
      link: "https://crm.example/notes/5",
      counts: '{"contacts":1,"tasks":2}',
    },
    {
      position: 2,
      id: "d-2",
      kind: "webhook",
      destination_id: "w-1",
      meet_id: "m-1",
      event: "meeting.summarized",
      occurrence: "3",
      made_at: DAY + 1,
      state: "waiting",
      attempts: 1,
      due_at: DAY + 2,
      until: DAY + 9,
      status: 503,
      fault: "status",
    },
  ],
  delivery_receipts: [
    {
      destination_id: "c-1",
      meet_id: "m-1",
      part: "note",
      external_id: "5",
      url: "https://crm.example/notes/5",
      at: DAY,
    },
  ],
};

test("a workspace object that was stored before opens with its events, mails, deliveries and index", async () => {
  await runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
    const { sql } = storage;
    await storage.deleteAll();
    migrateTables(storage, WORKSPACE_MIGRATIONS.slice(0, 8));
    insertAll(sql, WORKSPACE_ROWS);
    migrateWorkspaceStore(storage);

    expect(nextEvent(sql, 6)).toEqual({ position: 7, meetId: "m-1", id: 3, kind: "summary-written", at: DAY });
    expect(consumerCursors(sql).read(["search"])).toEqual({ told: 6, attempts: 1, dueAt: DAY + 5 });
    expect(dueRows<MailEffect>(sql, DAY, "due_at, rowid").map(({ effect }) => effect)).toEqual([
      { type: "mail", kind: "minutes-ready", meetId: "m-1" },
      { type: "warning", userId: "u-1", part: "recording", day: "2026-11-25" },
      { type: "calendar", kind: "calendar-reconnect", userId: "u-1", accountId: "a-1", lostAt: 5 },
      { type: "digest", userId: "u-1", week: "2026-W48" },
    ]);
    expect(plannedFor(sql, { type: "warning", userId: "u-1", part: "recording", day: "2026-11-25" })).toEqual(["m-1"]);
    expect(mailState(sql, "minutes-ready/m-1")).toBe("waiting");
    expect(listUndelivered(sql, "u-1", DAY)).toEqual([
      { kind: "recording-failed", meetId: "m-2", state: "failed", reason: "address", dueAt: DAY },
    ]);
    const asked = { older: null, isParked: false, meetId: null, limit: 9 };
    expect(listSent(sql, asked)).toMatchObject({ rows: [{ id: "d-2" }, { id: "d-1" }], total: 2, parked: 0 });
    expect(findSent(sql, "d-1")).toMatchObject({
      kind: "hubspot",
      state: "sent",
      link: "https://crm.example/notes/5",
      counts: { contacts: 1, tasks: 2 },
    });
    expect(nextDue(sql, "w-1", DAY + 2)).toMatchObject({ id: "d-2", event: "meeting.summarized", attempts: 1 });
    const receipts = receiptsIn(sql, { destinationId: "c-1", meetId: "m-1" }, () => DAY);
    expect(receipts.find("note")).toEqual({ externalId: "5", url: "https://crm.example/notes/5" });
    const index = { workspaceId: "u-1", isComplete: false, attempts: 0, dueAt: DAY };
    const cursor = { createdBy: "u-1", startsAt: DAY, id: "m-1" };
    expect(openSearchTables(storage, "u-1", DAY + 50)).toEqual({ ...index, cursor });
    // An index of another version is built anew from the meetings.
    sql.exec("UPDATE search_state SET version = 3");
    expect(openSearchTables(storage, "u-1", DAY + 50)).toEqual({ ...index, cursor: null, dueAt: DAY + 50 });
  });
});

const EVENT: CalendarEvent = {
  providerId: "e-1",
  icalUid: "uid-1@example.com",
  originalStartAt: null,
  startsAt: DAY,
  endsAt: DAY + 60_000,
  isAllDay: false,
  isCancelled: false,
  isTentative: false,
  isPrivate: false,
  isBusyOnly: false,
  title: "Seminar rooms",
  isOrganiser: true,
  response: "accepted",
  people: ["nora@example.test"],
  isVouched: true,
  link: { platform: "jitsi", roomKey: "seminar", url: "https://meet.jit.si/Seminar" },
  timeZone: "Europe/Madrid",
};
const OCCURRENCE: CalendarEvent = {
  ...EVENT,
  providerId: "o-1",
  icalUid: "uid-2@example.com",
  originalStartAt: DAY + 1,
  title: "",
};
const CALENDAR_SETTINGS = {
  active: true,
  visible: true,
  joins: true,
  templateId: "t-1",
  language: "ca",
  rule: {
    accepted: true,
    guests: "external",
    skipTitles: ["lunch"],
    hours: { from: 480, to: 1080, days: [1, 2, 3, 4, 5] },
  },
};
const eventRow = (eventId: string, event: CalendarEvent, over: Record<string, SqlStorageValue>) => ({
  event_id: eventId,
  calendar_id: "c-1",
  provider_id: event.providerId,
  event_key: `${event.originalStartAt ?? "-"}:${event.icalUid}`,
  starts_at: event.startsAt,
  event: JSON.stringify(event),
  generation: 1,
  round: 4,
  removed: 0,
  follow: 0,
  dirty: 0,
  ...over,
});

const CALENDAR_ROWS: Rows = {
  account: [
    {
      id: 1,
      account_id: "a-1",
      user_id: "u-1",
      workspace_id: "u-1",
      provider: "microsoft",
      subject: "s-1",
      name: "Nora Puig",
      address: "nora@example.test",
      secret: "k1.sealed",
      state: "ok",
      context: '{"timeZone":"Europe/Madrid","email":"nora@example.test","soonMail":true}',
      failures: 0,
      next_sync_at: DAY + 60,
      synced_at: DAY,
      created_at: DAY - 60,
      dirty: 0,
      leaving: 0,
      lost_at: null,
      loss_told: 0,
    },
  ],
  calendars: [
    {
      calendar_id: "c-1",
      provider_calendar_id: "p-1",
      name: "Calendar",
      is_primary: 1,
      settings: JSON.stringify(CALENDAR_SETTINGS),
      cursor: '{"kind":"since","token":"delta-5"}',
      window: '{"from":1795000000000,"to":1797000000000}',
      generation: 1,
      pages: 2,
      round: 4,
      etag: null,
      dirty: 0,
    },
  ],
  events: [
    eventRow("ev-1", EVENT, { meet_id: "m-1", handed_at: DAY - 5, switched: 1, follow: 1 }),
    eventRow(
      "ev-2",
      { ...OCCURRENCE, title: "Weekly" },
      { own: JSON.stringify(OCCURRENCE), series_id: "s-1", soon_for: DAY },
    ),
  ],
  series: [{ calendar_id: "c-1", series_id: "s-1", event: JSON.stringify({ ...EVENT, title: "Weekly" }), round: 4 }],
  switches: [{ event_key: "-:uid-1@example.com", joins: 1, at: DAY - 9 }],
  channels: [{ channel_id: "ch-1", calendar_id: "c-1", remote_id: "r-1", renew_at: DAY + 90 }],
  channel_waits: [{ calendar_id: "c-1", failures: 2, retry_at: DAY + 70 }],
};

test("of stored events only those that their provider vouches for keep the person as organiser, and planned meetings follow", async () => {
  await runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
    const { sql } = storage;
    await storage.deleteAll();
    migrateTables(storage, CALENDAR_MIGRATIONS.slice(0, 10));
    const forged = { ...EVENT, providerId: "e-2", isVouched: false };
    const rows = [eventRow("ev-1", EVENT, { meet_id: "m-1" }), eventRow("ev-2", forged, { meet_id: "m-2" })];
    insertAll(sql, { ...CALENDAR_ROWS, events: rows });
    migrateCalendarStore(storage);
    const organises = readEvents(sql, ["ev-1", "ev-2"]).map(({ eventId, event }) => [eventId, event.isOrganiser]);
    expect(Object.fromEntries(organises)).toEqual({ "ev-1": true, "ev-2": false });
    expect(followers(sql).map(({ eventId }) => eventId)).toEqual(["ev-2"]);
  });
});

test("a calendar account object that was stored before opens with its calendars, events and channels", async () => {
  await runInDurableObject(objectOf(newMeetId()), async (_object, { storage }) => {
    const { sql } = storage;
    await storage.deleteAll();
    migrateTables(storage, CALENDAR_MIGRATIONS.slice(0, 5));
    insertAll(sql, CALENDAR_ROWS);
    migrateCalendarStore(storage);

    expect(readAccount(sql)).toMatchObject({
      accountId: "a-1",
      provider: "microsoft",
      state: "ok",
      context: { timeZone: "Europe/Madrid", email: "nora@example.test", soonMail: true },
      isLeaving: false,
    });
    expect(readCalendars(sql)).toMatchObject([
      {
        calendarId: "c-1",
        isPrimary: true,
        settings: CALENDAR_SETTINGS,
        cursor: { kind: "since", token: "delta-5" },
        window: { from: 1_795_000_000_000, to: 1_797_000_000_000 },
      },
    ]);
    expect(readEvents(sql, ["ev-1"])).toMatchObject([
      { event: EVENT, meetId: "m-1", handedAt: DAY - 5, switched: true },
    ]);
    expect(followers(sql).map(({ eventId }) => eventId)).toEqual(["ev-1"]);
    expect(unmailedEvents(sql, { from: DAY, to: DAY }).map(({ eventId }) => eventId)).toEqual(["ev-1"]);
    expect(readChannels(sql)).toEqual([{ channelId: "ch-1", calendarId: "c-1", remoteId: "r-1", renewAt: DAY + 90 }]);
    expect(readWait(sql, "c-1")).toEqual({ failures: 2, retryAt: DAY + 70 });

    // A change of the series reaches its stored occurrence, which keeps its own times.
    const series = [{ seriesId: "s-1", event: { ...EVENT, title: "Fortnightly", startsAt: 1 } }];
    const place = { calendarId: "c-1", generation: 1, round: 5 };
    savePage(sql, place, { events: [], exceptions: [], partial: [], removed: [], series });
    // Once more than before: the lists have none of its events yet.
    expect(readEvents(sql, ["ev-2"])).toMatchObject([{ event: { title: "Fortnightly", startsAt: DAY }, dirty: 2 }]);
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
