import type { StoreMigration } from "#workers/durable/migrations.ts";

/** The first eight migrations of a meeting object's tables. New ones are appended in migrations.ts. */
export const FIRST_MIGRATIONS: readonly StoreMigration[] = [
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
];
