import type { Ownership } from "#app/domain/account/actor.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { kindsOfManualChange, kindsOfTransition, type ManualChange } from "#app/domain/meeting/domain-events.ts";
import { effectKey, type MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { transition } from "#app/domain/meeting/machine.ts";
import { reasonOf } from "#app/domain/meeting/state-rules.ts";
import { type MeetingState } from "#app/domain/meeting/states.ts";
import type { MeetingDetails, MeetingSource, UploadBirth } from "#app/server/ports/meeting-process.ts";
import { emptyIndex } from "#workers/meeting/chat/chat-search.ts";
import { appendDomainEvents } from "#workers/meeting/store/domain-events.ts";
import { STORED_DETAILS, STORED_STATE } from "#workers/meeting/store/stored-texts.ts";

/**
 * The truth of one meeting: its row, the outbox and the log, always changed together in one transaction. Only this code
 * writes these tables, so their values are not parsed again.
 */

/** Identity of a meeting. Of one that is gone only ids, source, day and sequence stay; the rest is empty. */
export type MeetingIds = Ownership & {
  meetId: MeetId;
  recordingId: RecordingId;
  source: MeetingSource;
  uploadKey: string;
  expectedBytes: number | null;
  /** Key and size of the transcript that is given beside the recording; null when none was announced. */
  transcript: UploadBirth["transcript"];
  createdAt: number;
};
export type MeetingRow = MeetingIds & {
  /** Null once the meeting is gone. */
  alive: { details: MeetingDetails; state: MeetingState } | null;
  /** Grows with every change; a reader with a lower one has an old state. */
  sequence: number;
};

export type Changed = { segments?: { startMs: number; endMs: number }; summary?: boolean };

type RawRow = {
  meet_id: string;
  workspace_id: string;
  created_by: string;
  recording_id: string;
  source: string;
  upload_key: string;
  expected_bytes: number | null;
  transcript_key: string | null;
  transcript_bytes: number | null;
  created_at: number;
  details: string | null;
  state: string | null;
  sequence: number;
};

export function readMeeting(sql: SqlStorage): MeetingRow | null {
  const row = sql.exec<RawRow>("SELECT * FROM meeting").toArray()[0];
  if (!row) return null;
  return {
    meetId: row.meet_id as MeetId,
    workspaceId: row.workspace_id,
    createdBy: row.created_by,
    recordingId: row.recording_id as RecordingId,
    source: row.source as MeetingSource,
    uploadKey: row.upload_key,
    expectedBytes: row.expected_bytes,
    transcript: row.transcript_key === null ? null : { key: row.transcript_key, expectedBytes: row.transcript_bytes },
    createdAt: row.created_at,
    alive:
      row.details === null || row.state === null
        ? null
        : { details: STORED_DETAILS.read(row.details), state: STORED_STATE.read(row.state) },
    sequence: row.sequence,
  };
}

export function sequenceOf(sql: SqlStorage): number {
  return sql.exec<{ sequence: number }>("SELECT sequence FROM meeting").one().sequence;
}

/** New details, as a change of its own that is published. Inside a transaction. */
export function saveDetails(sql: SqlStorage, row: MeetingRow, details: MeetingDetails, now: number): void {
  if (row.alive === null) return;
  const sequence = row.sequence + 1;
  sql.exec("UPDATE meeting SET details = ?, sequence = ?", STORED_DETAILS.write(details), sequence);
  appendLog(sql, { sequence, at: now, event: "details-given", state: row.alive.state, changed: {} });
  appendDomainEvents(sql, kindsOfManualChange("details-given"), now);
}

/**
 * Applies one event in one transaction: the next state, its effects, the line in the log, the data that `write` stores with
 * it, and the end of the piece of work (`done`) that caused it. `write` runs only when the event changed something, so that
 * nothing late is stored and a meeting that is gone stays empty.
 */
export function applyEvent(
  storage: DurableObjectStorage,
  event: MeetingEvent,
  at: { now: number; done?: string | undefined; changed?: Changed; write?: (sql: SqlStorage) => void },
): boolean {
  return storage.transactionSync(() => {
    const { sql } = storage;
    const row = readMeeting(sql);
    if (at.done !== undefined) sql.exec("DELETE FROM outbox WHERE key = ?", at.done);
    const before = row?.alive?.state ?? null;
    const { state, effects } = transition(before, event, at.now);
    if (row === null || state === before) return false;
    const sequence = row.sequence + 1;
    if (state === null) empty(sql, sequence);
    else {
      sql.exec("UPDATE meeting SET state = ?, sequence = ?", STORED_STATE.write(state), sequence);
      at.write?.(sql);
      appendLog(sql, { sequence, at: at.now, event: event.type, state, changed: at.changed ?? {} });
    }
    for (const effect of effects) enqueue(sql, effect, at.now, sequence);
    const kinds = kindsOfTransition(event.type, {
      before: before?.status ?? null,
      after: state?.status ?? null,
      segments: at.changed?.segments !== undefined,
    });
    appendDomainEvents(sql, kinds, at.now);
    return true;
  });
}

/**
 * Records a change that is no event of the machine (a manual correction, a document): it raises the sequence, is written to
 * the log and is published like any event, in one transaction. Does nothing to a meeting that is gone.
 */
export function recordChange(
  storage: DurableObjectStorage,
  change: { event: ManualChange; now: number; changed: Changed; write: (sql: SqlStorage, sequence: number) => void },
): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    const row = readMeeting(sql);
    if (!row?.alive) return;
    const sequence = row.sequence + 1;
    sql.exec("UPDATE meeting SET sequence = ?", sequence);
    change.write(sql, sequence);
    appendLog(sql, { sequence, at: change.now, event: change.event, state: row.alive.state, changed: change.changed });
    appendDomainEvents(sql, kindsOfManualChange(change.event), change.now);
  });
}

/**
 * Removes everything but the ids, also the outbox, because its work is no longer wanted. The source stays for the ledger, the
 * day of creation for a search for leftovers.
 */
function empty(sql: SqlStorage, sequence: number): void {
  sql.exec(
    `UPDATE meeting SET details = NULL, state = NULL, upload_key = '', expected_bytes = NULL, transcript_key = NULL,
       transcript_bytes = NULL, created_at = created_at - created_at % ?, sequence = ?`,
    DAY_MS,
    sequence,
  );
  sql.exec("DELETE FROM outbox");
  emptyContent(sql);
}

/** Also removes rows that a running step has stored after its meeting had gone. */
export function emptyContent(sql: SqlStorage): void {
  for (const table of CONTENT_TABLES) sql.exec(`DELETE FROM ${table}`);
  // This table holds the last id of each table with AUTOINCREMENT, and so the number of rows it once had.
  sql.exec("DELETE FROM sqlite_sequence");
  emptyIndex(sql);
}

const CONTENT_TABLES = [
  "event_log",
  "audio_windows",
  "caption_track",
  "given_transcript",
  "replaced_transcripts",
  "scan_journal",
  "recognised_windows",
  "recognised_pieces",
  "segments",
  "segments_staged",
  "segments_apart",
  "transcript_copy",
  "summaries",
  "subscribers",
  "asked_words",
  "earlier_uploads",
  "summary_parts",
  "running_minutes",
  "chat_exchanges",
  "chat_index_state",
  "minutes_versions",
  "segment_edits",
  "segment_speakers",
  "voices",
  "word_choices",
  "speaker_names",
  "task_ticks",
  "edit_saves",
  "pdfs",
  "call_windows",
  "heard_windows",
  "notes",
  "sound_windows",
  "retention",
  "objections",
];

/** An effect enqueued again under the same key begins again, with its attempts at 0. Inside a transaction. */
export function enqueue(sql: SqlStorage, effect: MeetingEffect, now: number, sequence: number): void {
  sql.exec(
    `INSERT INTO outbox (key, effect, attempts, due_at, added) VALUES (?, ?, 0, ?, ?)
     ON CONFLICT (key) DO UPDATE SET effect = excluded.effect, attempts = 0, due_at = excluded.due_at, added = excluded.added`,
    effectKey(effect),
    JSON.stringify(effect),
    "at" in effect && effect.at !== null ? Math.max(now, effect.at) : now,
    sequence,
  );
}

/** Inside a transaction. */
export function appendLog(
  sql: SqlStorage,
  line: { sequence: number; at: number; event: string; state: MeetingState; changed: Changed },
): void {
  const { segments, summary } = line.changed;
  sql.exec(
    `INSERT INTO event_log (sequence, at, event, status, reason, segments_from_ms, segments_to_ms, summary_changed, is_mark)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?3 IN ('upload-accepted', 'transcript-given')
       OR ?4 IS NOT (SELECT status FROM event_log ORDER BY sequence DESC LIMIT 1))`,
    line.sequence,
    line.at,
    line.event,
    line.state.status,
    reasonOf(line.state),
    segments?.startMs ?? null,
    segments?.endMs ?? null,
    summary ? 1 : 0,
  );
}
