import { migrateTables, type StoreMigration } from "#workers/durable/migrations.ts";
import { FIRST_MIGRATIONS } from "#workers/meeting/store/first-migrations.ts";

/** The tables inside one meeting object. Append only. */
export const STORE_MIGRATIONS: readonly StoreMigration[] = [
  ...FIRST_MIGRATIONS,
  {
    name: "0009-calls",
    statements: [
      // The sound of an online call as it landed, window by window, as the call object described each. "silences" in ms from
      // the file's first sound; "speakers" in ms of the recording, under the names that they have in this meeting.
      `CREATE TABLE call_windows (
        position INTEGER PRIMARY KEY,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        audio_start_ms REAL NOT NULL,
        audio_end_ms REAL NOT NULL,
        silences TEXT NOT NULL,
        speakers TEXT NOT NULL
      )`,
    ],
  },
  {
    name: "0010-sound",
    statements: [
      // The sound of a recording that stands in the store by itself, window by window: what was planned, then what file it is
      // ("silences" in ms of that file), then that it has landed and was checked. "same" is what the video says of it.
      `CREATE TABLE sound_windows (
        position INTEGER PRIMARY KEY,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        audio_start_ms REAL NOT NULL,
        audio_end_ms REAL NOT NULL,
        ext TEXT NOT NULL,
        bytes INTEGER,
        sha256 TEXT,
        silences TEXT NOT NULL,
        landed INTEGER NOT NULL,
        same INTEGER
      )`,
    ],
  },
  {
    name: "0011-staged-segments",
    statements: [
      // A transcript on its way into "segments": written some rows at a time, and moved there in one transaction.
      `CREATE TABLE segments_staged (
        position INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        text TEXT NOT NULL,
        speaker TEXT
      )`,
    ],
  },
  {
    name: "0012-authors",
    statements: [
      // The person who made each correction. Until now only the owner could.
      "ALTER TABLE segment_edits ADD COLUMN made_by TEXT",
      "ALTER TABLE speaker_names ADD COLUMN made_by TEXT",
      "ALTER TABLE task_ticks ADD COLUMN made_by TEXT",
      "UPDATE segment_edits SET made_by = (SELECT owner_user_id FROM meeting)",
      "UPDATE speaker_names SET made_by = (SELECT owner_user_id FROM meeting)",
      "UPDATE task_ticks SET made_by = (SELECT owner_user_id FROM meeting)",
    ],
  },
  {
    name: "0013-workspaces",
    statements: [
      // Until now every meeting was in its owner's personal workspace, which has the owner's id.
      "ALTER TABLE meeting RENAME COLUMN owner_user_id TO workspace_id",
      "ALTER TABLE meeting ADD COLUMN created_by TEXT NOT NULL DEFAULT ''",
      "UPDATE meeting SET created_by = workspace_id",
    ],
  },
  {
    name: "0014-domain-events",
    statements: [
      // Events that the workspace has not been told yet: ids and kinds, no content. They outlive the meeting, whose deletion is one.
      "CREATE TABLE domain_events (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL)",
      `CREATE TABLE event_subscribers (
        name TEXT PRIMARY KEY,
        told INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL
      )`,
      "INSERT INTO event_subscribers (name, told, attempts, due_at) VALUES ('workspace', 0, 0, 0)",
      // An older meeting is reported when its object next has something to do; a rebuild of the lists wakes all of them.
      "INSERT INTO domain_events (id, kind, at) SELECT 1, 'meeting-created', created_at FROM meeting WHERE state IS NOT NULL",
    ],
  },
  {
    name: "0015-replaced-transcripts",
    statements: [
      // WebVTT in pieces, because a row is limited in size.
      `CREATE TABLE replaced_transcripts (
        number INTEGER NOT NULL,
        piece INTEGER NOT NULL,
        at INTEGER NOT NULL,
        made_by TEXT NOT NULL,
        vtt TEXT NOT NULL,
        PRIMARY KEY (number, piece)
      )`,
    ],
  },
  {
    name: "0016-assigned-segments",
    statements: [
      // Lines that a person gave to another speaker; a null label goes back to the recognised one.
      `CREATE TABLE segment_speakers (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        segment_id TEXT NOT NULL,
        label TEXT,
        at INTEGER NOT NULL,
        made_by TEXT NOT NULL
      )`,
      "CREATE INDEX segment_speakers_by_segment ON segment_speakers (segment_id, seq)",
    ],
  },
  {
    name: "0017-retention",
    statements: [
      // One row: the meeting's own rule and the workspace's default, each with the time at which it was set, and what is removed, and
      // of which deletions its owner was warned.
      `CREATE TABLE retention (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        own TEXT,
        own_set_at INTEGER,
        standard TEXT,
        standard_set_at INTEGER,
        recording_removed_at INTEGER,
        transcript_removed_at INTEGER,
        warned TEXT
      )`,
      // Objections of people who were recorded.
      `CREATE TABLE objections (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL
      )`,
    ],
  },
  {
    name: "0018-record-here",
    statements: [
      // JSON: where a person's microphone only repeats the others. Null for a bot's windows.
      "ALTER TABLE call_windows ADD COLUMN echo TEXT",
      // The person's own notes during a recording that their browser makes, with their moment in ms of the recording.
      `CREATE TABLE notes (
        note_id TEXT PRIMARY KEY,
        at_ms INTEGER NOT NULL,
        text TEXT NOT NULL,
        written_at INTEGER NOT NULL
      )`,
    ],
  },
  {
    name: "0019-tracks",
    statements: [
      // The sound track of the file that a window is cut from, by its number among those that are heard.
      "ALTER TABLE audio_windows ADD COLUMN track INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE sound_windows ADD COLUMN track INTEGER NOT NULL DEFAULT 0",
    ],
  },
  {
    name: "0020-heard-language",
    statements: [
      // The language (ISO 639-1) that the engine heard in each window, while the meeting's language is not decided.
      `CREATE TABLE heard_windows (
        position INTEGER PRIMARY KEY,
        language TEXT NOT NULL,
        spoken_ms INTEGER NOT NULL
      )`,
    ],
  },
  {
    name: "0021-objection-senders",
    statements: [
      // A keyed hash of the sender's network. Null before it was kept.
      "ALTER TABLE objections ADD COLUMN sender TEXT",
    ],
  },
  {
    name: "0022-word-choices",
    statements: [
      // Offers of own words that people accepted or declined. Word and form are folded; the edits are numbers in segment_edits.
      `CREATE TABLE word_choices (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        word TEXT NOT NULL,
        heard TEXT NOT NULL,
        choice TEXT NOT NULL,
        save_id TEXT,
        first_edit INTEGER,
        last_edit INTEGER,
        at INTEGER NOT NULL,
        made_by TEXT NOT NULL
      )`,
      "CREATE INDEX word_choices_by_save ON word_choices (save_id)",
    ],
  },
  {
    name: "0023-voices",
    statements: [
      // One row where the speakers were told apart by their voices. "people": the number that a person gave; null where it was found.
      `CREATE TABLE voices (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        people INTEGER,
        found INTEGER NOT NULL,
        at INTEGER NOT NULL,
        made_by TEXT
      )`,
    ],
  },
  {
    name: "0024-running-minutes",
    statements: [
      // A model's paragraphs about the parts that were said so far, until the minutes are written. `segment_ids`: JSON.
      `CREATE TABLE running_minutes (
        start_ms INTEGER PRIMARY KEY,
        end_ms INTEGER NOT NULL,
        text TEXT NOT NULL,
        segment_ids TEXT NOT NULL
      )`,
    ],
  },
  {
    name: "0026-opening",
    statements: [
      // The lines of the log at which the status became another, or a transcript or an upload came: a page reads these and not the rest.
      "ALTER TABLE event_log ADD COLUMN is_mark INTEGER NOT NULL DEFAULT 0",
      `UPDATE event_log SET is_mark = 1 WHERE event IN ('upload-accepted', 'transcript-given') OR sequence IN (
         SELECT sequence FROM (SELECT sequence, status, lag(status) OVER (ORDER BY sequence) AS before FROM event_log)
         WHERE before IS NULL OR before <> status)`,
      "CREATE INDEX event_log_marks ON event_log (is_mark) WHERE is_mark = 1",
      // The transcript as it is read (store/transcript-copy.ts). Every change of a table that it is made of deletes it.
      "CREATE TABLE transcript_copy (part TEXT PRIMARY KEY, body TEXT NOT NULL)",
      ...["segments", "segment_edits", "segment_speakers", "speaker_names"].flatMap((table) =>
        ["INSERT", "UPDATE", "DELETE"].map(
          (change) =>
            `CREATE TRIGGER transcript_copy_${table}_${change.toLowerCase()} AFTER ${change} ON ${table}
             WHEN EXISTS (SELECT 1 FROM transcript_copy) BEGIN DELETE FROM transcript_copy; END`,
        ),
      ),
    ],
  },
  {
    name: "0027-true-names",
    statements: [
      // The lobby of a call was called its door.
      `UPDATE meeting SET state = json_set(json_remove(state, '$.call.door', '$.call.doorSince'),
         '$.call.lobbyState', json_extract(state, '$.call.door'), '$.call.lobbySince', json_extract(state, '$.call.doorSince'))
       WHERE json_type(state, '$.call') = 'object'`,
      "UPDATE event_log SET event = 'call-lobby' WHERE event = 'call-door'",
      // A PDF was a paper: its row, the work that writes it, the cursor that asks for it and the line in the log.
      "ALTER TABLE papers RENAME TO pdfs",
      `UPDATE outbox SET key = 'write-pdf', effect = json_set(effect, '$.type', 'write-pdf') WHERE key = 'write-paper'`,
      "UPDATE subscribers SET name = 'pdf' WHERE name = 'paper'",
      "UPDATE event_log SET event = 'pdf-written' WHERE event = 'paper-written'",
      // A line of the minutes that a person wrote or changed was "byHand". A text cannot hold the replaced characters: JSON escapes quotation marks.
      `UPDATE minutes_versions SET fields = replace(fields, '"byHand":', '"manual":') WHERE fields IS NOT NULL`,
    ],
  },
  {
    name: "0029-apart",
    statements: [
      // Lines that went to a meeting that was split from this one, until the two are put together again.
      `CREATE TABLE segments_apart (
        second_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        id TEXT NOT NULL,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        text TEXT NOT NULL,
        speaker TEXT,
        PRIMARY KEY (second_id, position)
      )`,
    ],
  },
  {
    name: "0030-heard-where-nobody-chose",
    statements: [
      // Windows were noted also where a person had chosen the language, which must stay.
      `DELETE FROM heard_windows WHERE NOT EXISTS (SELECT 1 FROM meeting WHERE details LIKE '%"hearsLanguage":true%')`,
    ],
  },
  {
    name: "0031-said-row",
    statements: [
      // Digests of the row that D1 has, and when it was written: JSON of SaidRow.
      "ALTER TABLE subscribers ADD COLUMN said TEXT",
      // The words that the speech engine is given, for some minutes: one row.
      `CREATE TABLE asked_words (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        asked_at INTEGER NOT NULL,
        words TEXT NOT NULL
      )`,
    ],
  },
];

/** Brings a meeting object's tables up to date. */
export function migrateStore(
  storage: DurableObjectStorage,
  migrations: readonly StoreMigration[] = STORE_MIGRATIONS,
): void {
  migrateTables(storage, migrations);
}
