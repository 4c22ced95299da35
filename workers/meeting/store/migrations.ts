import { migrateTables, type StoreMigration } from "#workers/durable/migrations.ts";

/** The tables inside one meeting object. Append only. */
export const STORE_MIGRATIONS: readonly StoreMigration[] = [
  {
    name: "0001-first",
    statements: [
      // One row. `details` and `state` are null once the meeting is gone: the ids stay, so that nothing resurrects it.
      `CREATE TABLE meeting (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        meet_id TEXT NOT NULL,
        owner_user_id TEXT NOT NULL,
        recording_id TEXT NOT NULL,
        source TEXT NOT NULL,
        upload_key TEXT NOT NULL,
        expected_bytes INTEGER,
        created_at INTEGER NOT NULL,
        details TEXT,
        state TEXT,
        sequence INTEGER NOT NULL
      )`,
      // Pending work, by the key of the piece of work.
      `CREATE TABLE outbox (
        key TEXT PRIMARY KEY,
        effect TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        added INTEGER NOT NULL
      )`,
      // Everything that happened, append-only: the screen's timeline, and the changes to send to open pages.
      `CREATE TABLE event_log (
        sequence INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        status TEXT NOT NULL,
        reason TEXT,
        segments_from_ms INTEGER,
        segments_to_ms INTEGER,
        summary_changed INTEGER NOT NULL
      )`,
      // The plan of the audio windows, and the text of each as it was recognised.
      `CREATE TABLE audio_windows (
        position INTEGER PRIMARY KEY,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        audio_start_ms REAL NOT NULL,
        audio_end_ms REAL NOT NULL,
        plan BLOB NOT NULL
      )`,
      // The caption track as app/media found it, where there is one: so that the file's head is read once.
      `CREATE TABLE caption_track (id INTEGER PRIMARY KEY CHECK (id = 1), track BLOB NOT NULL)`,
      `CREATE TABLE recognised_windows (
        position INTEGER PRIMARY KEY,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        segments TEXT NOT NULL,
        dropped INTEGER NOT NULL
      )`,
      `CREATE TABLE segments (
        position INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        text TEXT NOT NULL,
        speaker TEXT
      )`,
      `CREATE TABLE summaries (
        version INTEGER PRIMARY KEY AUTOINCREMENT,
        run INTEGER NOT NULL,
        body TEXT NOT NULL,
        written_at INTEGER NOT NULL
      )`,
      // The subscribers to changes, and the last change that each was told of. (An open page keeps its own cursor with its socket.)
      `CREATE TABLE subscribers (
        name TEXT PRIMARY KEY,
        told INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL
      )`,
    ],
  },
  {
    name: "0002-given-transcript",
    statements: [
      // Key and size of the transcript that is given beside the recording.
      "ALTER TABLE meeting ADD COLUMN transcript_key TEXT",
      "ALTER TABLE meeting ADD COLUMN transcript_bytes INTEGER",
      // Its bytes as they were accepted, until they have become text. In pieces, because a row holds 2 MB.
      "CREATE TABLE given_transcript (piece INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
      // The segments of a window that have no room in its own row of recognised_windows.
      `CREATE TABLE recognised_pieces (
        position INTEGER NOT NULL,
        piece INTEGER NOT NULL,
        segments TEXT NOT NULL,
        PRIMARY KEY (position, piece)
      )`,
    ],
  },
  {
    name: "0003-kept-on-the-way",
    statements: [
      // Keys that were given out before the one that is awaited now: their bytes may have landed all the same.
      "CREATE TABLE earlier_uploads (key TEXT PRIMARY KEY)",
      // A language model's answers for parts of an unfinished summary, so that another attempt does not pay for them again.
      `CREATE TABLE summary_parts (
        run INTEGER NOT NULL,
        key TEXT NOT NULL,
        answer TEXT NOT NULL,
        PRIMARY KEY (run, key)
      )`,
    ],
  },
  {
    name: "0004-scan-journal",
    statements: [
      // Findings of a running scan of a recording in fragments; empty before and after it.
      `CREATE TABLE scan_journal (
        position INTEGER NOT NULL,
        piece INTEGER NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (position, piece)
      )`,
    ],
  },
  {
    name: "0005-edits",
    statements: [
      // All versions of the minutes in one row of numbers: each stands on an engine's summary, and where a person changed
      // it, "fields" are the minutes as they left them. Never changed, never removed. "engine_ids" name the engine's lines
      // where they are known again from an earlier version; "read_up_to" is the last correction of the transcript that
      // the writer could read.
      `CREATE TABLE minutes_versions (
        version INTEGER PRIMARY KEY AUTOINCREMENT,
        summary INTEGER NOT NULL,
        kind TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        made_by TEXT,
        title TEXT,
        fields TEXT,
        engine_ids TEXT,
        read_up_to INTEGER NOT NULL,
        from_version INTEGER
      )`,
      `INSERT INTO minutes_versions (summary, kind, made_at, read_up_to)
        SELECT version, 'written', written_at, 0 FROM summaries ORDER BY version`,
      // Corrections of spoken words, append-only; a null text restores the recognised one.
      `CREATE TABLE segment_edits (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        segment_id TEXT NOT NULL,
        text TEXT,
        at INTEGER NOT NULL
      )`,
      "CREATE INDEX segment_edits_by_segment ON segment_edits (segment_id, seq)",
      // The name of the person behind a label of the source, for the whole meeting.
      "CREATE TABLE speaker_names (label TEXT PRIMARY KEY, name TEXT NOT NULL)",
      "CREATE TABLE task_ticks (line_id TEXT PRIMARY KEY, at INTEGER NOT NULL)",
      // The answer to each save, so that the network's second try of it does nothing.
      "CREATE TABLE edit_saves (save_id TEXT PRIMARY KEY, answer TEXT NOT NULL)",
    ],
  },
  {
    name: "0006-chat",
    statements: [
      // Questions and answers. `key` is the page's own, so that one click is one question.
      `CREATE TABLE chat_exchanges (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id TEXT NOT NULL,
        key TEXT NOT NULL,
        question TEXT NOT NULL,
        suggestion TEXT,
        asked_at INTEGER NOT NULL,
        state TEXT NOT NULL,
        answer TEXT,
        UNIQUE (user_id, key)
      )`,
      // Search index of the spoken words: rowid is a segment's position + 1. Written at the first question, and again when the
      // transcript is another than the one whose fingerprint is stored beside it.
      `CREATE VIRTUAL TABLE chat_index USING fts5(
        words, stems, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
      )`,
      `CREATE TABLE chat_index_state (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        fingerprint TEXT NOT NULL
      )`,
    ],
  },
  {
    name: "0008-papers",
    statements: [
      // The PDFs in R2: the sequence from which each was written, the fingerprint of its content, and the version of its bytes.
      `CREATE TABLE papers (
        name TEXT PRIMARY KEY,
        sequence INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,
        etag TEXT NOT NULL,
        size INTEGER NOT NULL
      )`,
    ],
  },
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
];

/** Brings a meeting object's tables up to date. */
export function migrateStore(
  storage: DurableObjectStorage,
  migrations: readonly StoreMigration[] = STORE_MIGRATIONS,
): void {
  migrateTables(storage, migrations);
}
