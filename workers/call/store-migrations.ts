import { migrateTables, type StoreMigration } from "#workers/durable/migrations.ts";

/** The tables inside one call object (a room). Append only. */
export const CALL_STORE_MIGRATIONS: readonly StoreMigration[] = [
  {
    name: "0001-calls",
    statements: [
      // One row a call. Once it is over and cleared only the ids stay, so that nothing late makes it live again.
      `CREATE TABLE calls (
        call_id TEXT PRIMARY KEY,
        recording_id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        details TEXT,
        state TEXT NOT NULL,
        turn INTEGER NOT NULL,
        bot_ref TEXT,
        heard_at INTEGER NOT NULL,
        piece_at INTEGER NOT NULL,
        look_at INTEGER NOT NULL DEFAULT 0,
        event_at INTEGER NOT NULL DEFAULT 0,
        people_count INTEGER
      )`,
      // Subscribed meetings: the last turn that each has got, and the time of the next attempt.
      `CREATE TABLE call_meetings (
        call_id TEXT NOT NULL,
        meet_id TEXT NOT NULL,
        starts_at INTEGER NOT NULL,
        told INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        PRIMARY KEY (call_id, meet_id)
      )`,
      // Published events; of the types that replace themselves (lobby state, warning, people) only the newest.
      `CREATE TABLE news (
        call_id TEXT NOT NULL,
        turn INTEGER NOT NULL,
        type TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (call_id, turn)
      )`,
      `CREATE TABLE outbox (
        key TEXT PRIMARY KEY,
        call_id TEXT NOT NULL,
        effect TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        begun_at INTEGER,
        due_at INTEGER NOT NULL
      )`,
      `CREATE TABLE bot_events (
        call_id TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        PRIMARY KEY (call_id, attempt)
      )`,
      `CREATE TABLE segments (
        call_id TEXT NOT NULL,
        stream TEXT NOT NULL,
        segment INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        mime_type TEXT NOT NULL,
        ended_at INTEGER,
        pieces INTEGER,
        PRIMARY KEY (call_id, stream, segment)
      )`,
      `CREATE TABLE pieces (
        call_id TEXT NOT NULL,
        stream TEXT NOT NULL,
        segment INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        size INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        at INTEGER NOT NULL,
        media_start INTEGER,
        media_bytes INTEGER,
        start_ms REAL,
        end_ms REAL,
        media_index BLOB,
        PRIMARY KEY (call_id, stream, segment, seq)
      )`,
      "CREATE INDEX pieces_by_media ON pieces (call_id, media_start)",
      // Times of speech by person, and times of any sound (person_id null, kind 'loud'), in epoch ms.
      `CREATE TABLE sounds (
        id INTEGER PRIMARY KEY,
        call_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        person_id TEXT,
        start_at INTEGER NOT NULL,
        end_at INTEGER NOT NULL,
        confidence REAL NOT NULL
      )`,
      "CREATE INDEX sounds_by_time ON sounds (call_id, start_at)",
      `CREATE TABLE people (
        call_id TEXT NOT NULL,
        person_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        letter INTEGER,
        name TEXT,
        spoken_ms INTEGER NOT NULL,
        PRIMARY KEY (call_id, person_id)
      )`,
      // Progress of cutting windows and joining the file; the code of each part defines its value.
      `CREATE TABLE progress (
        call_id TEXT NOT NULL,
        part TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (call_id, part)
      )`,
    ],
  },
  {
    name: "0002-owners",
    statements: [
      // The owner of the call. Null in older calls, which belong to the owner of their first meeting.
      "ALTER TABLE calls ADD COLUMN owner_user_id TEXT",
    ],
  },
  {
    name: "0003-guests",
    statements: [
      // JSON: from which call's bot this call records, and which part (store-guests.ts). Null where it has a bot of its own.
      "ALTER TABLE calls ADD COLUMN feed TEXT",
      // Epoch ms: recordings of the call's own bot from then on do not belong to the call.
      "ALTER TABLE calls ADD COLUMN cut_at INTEGER",
      // JSON: the people who are there, as the bot last reported, because people who have left are not published to guests.
      "ALTER TABLE calls ADD COLUMN roster TEXT",
      // Of a guest's segment: ms that the pieces' own times are ahead of it.
      "ALTER TABLE segments ADD COLUMN shift_ms INTEGER NOT NULL DEFAULT 0",
      // Requests for the notes of `call_id`. Name and address are the asker's call's, and go with it.
      `CREATE TABLE call_requests (
        request_id TEXT PRIMARY KEY,
        call_id TEXT NOT NULL,
        asker_user_id TEXT NOT NULL,
        asker_call_id TEXT NOT NULL,
        state TEXT NOT NULL,
        times INTEGER NOT NULL,
        asked_at INTEGER NOT NULL,
        UNIQUE (call_id, asker_user_id)
      )`,
    ],
  },
  {
    name: "0004-webhooks",
    statements: [
      // The ids of a hosted recorder's received webhooks, so that a repetition changes nothing.
      `CREATE TABLE webhooks (
        call_id TEXT NOT NULL,
        id TEXT NOT NULL,
        heard_at INTEGER NOT NULL,
        PRIMARY KEY (call_id, id)
      )`,
    ],
  },
  {
    name: "0005-outbox-added",
    statements: [
      // The shared outbox uses it to tell a row from its replacement; here no row replaces another.
      "ALTER TABLE outbox ADD COLUMN added INTEGER NOT NULL DEFAULT 0",
    ],
  },
  {
    name: "0006-invited",
    // When the request of a person whom the owner's event invites is accepted.
    statements: ["ALTER TABLE call_requests ADD COLUMN shares_at INTEGER"],
  },
  {
    name: "0007-true-names",
    statements: [
      // The lobby of a call was called its door.
      `UPDATE calls SET state = json_set(json_remove(state, '$.door'),
         '$.status', 'lobby', '$.lobbyState', json_extract(state, '$.door'))
       WHERE json_extract(state, '$.status') = 'door'`,
      `UPDATE news SET type = 'lobby', body = json_set(json_remove(body, '$.door'),
         '$.type', 'lobby', '$.lobbyState', json_extract(body, '$.door'))
       WHERE type = 'door'`,
      "ALTER TABLE news RENAME TO published_events",
      "ALTER TABLE calls RENAME COLUMN heard_at TO last_report_at",
      "ALTER TABLE webhooks RENAME COLUMN heard_at TO received_at",
    ],
  },
];

/** Brings a call object's tables up to date. */
export function migrateCallStore(
  storage: DurableObjectStorage,
  migrations: readonly StoreMigration[] = CALL_STORE_MIGRATIONS,
): void {
  migrateTables(storage, migrations);
}
