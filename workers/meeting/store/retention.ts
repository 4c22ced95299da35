import { OBJECTIONS_MAX, OBJECTIONS_OF_SENDER_MAX } from "#app/domain/limits/account.ts";
import { awaitsFile, isRecordingRead } from "#app/domain/meeting/state-rules.ts";
import {
  type RetentionDue,
  retentionPlan,
  type RetentionRule,
  type RetentionSetting,
  type RetentionWarned,
  retentionWarnings,
} from "#app/domain/privacy/retention.ts";
import { emptyIndex } from "#workers/meeting/chat/chat-search.ts";
import type { Alive } from "#workers/meeting/view.ts";

/** This meeting's retention rule, the parts that are removed already, and the objections of recorded people. */

type RawRow = {
  own: string | null;
  own_set_at: number | null;
  standard: string | null;
  standard_set_at: number | null;
  recording_removed_at: number | null;
  transcript_removed_at: number | null;
  warned: string | null;
};

export type StoredRetention = {
  /** The meeting's own rule, else the default of its workspace; null where neither was set. */
  setting: RetentionSetting | null;
  isOwn: boolean;
  recordingRemovedAt: number | null;
  transcriptRemovedAt: number | null;
  /** When a person gave a transcript after the one before was removed; the removal is over then. */
  transcriptGivenAt: number | null;
  warned: RetentionWarned;
};

const NOTHING: StoredRetention = {
  setting: null,
  isOwn: false,
  recordingRemovedAt: null,
  transcriptRemovedAt: null,
  transcriptGivenAt: null,
  warned: {},
};

export function readRetention(sql: SqlStorage): StoredRetention {
  const [row] = sql.exec<RawRow>("SELECT * FROM retention").toArray();
  if (!row) return NOTHING;
  const transcriptGivenAt = givenAfter(sql, row.transcript_removed_at);
  return {
    setting: settingOf(row.own, row.own_set_at) ?? settingOf(row.standard, row.standard_set_at),
    isOwn: row.own !== null,
    recordingRemovedAt: row.recording_removed_at,
    transcriptRemovedAt: transcriptGivenAt === null ? row.transcript_removed_at : null,
    transcriptGivenAt,
    warned: row.warned === null ? {} : (JSON.parse(row.warned) as RetentionWarned),
  };
}

function givenAfter(sql: SqlStorage, removedAt: number | null): number | null {
  if (removedAt === null) return null;
  return sql
    .exec<{ at: number | null }>(
      "SELECT max(at) AS at FROM event_log WHERE is_mark = 1 AND event = 'transcript-given' AND at > ?",
      removedAt,
    )
    .one().at;
}

/** Only this code and the contract's schema make rules, so they are not parsed again. */
function settingOf(rule: string | null, setAt: number | null): RetentionSetting | null {
  return rule === null || setAt === null ? null : { rule: JSON.parse(rule) as RetentionRule, setAt };
}

export function saveOwnRule(sql: SqlStorage, setting: RetentionSetting | null): void {
  save(sql, { own: setting && JSON.stringify(setting.rule), own_set_at: setting?.setAt ?? null });
}

export function saveStandardRule(sql: SqlStorage, setting: RetentionSetting | null): void {
  save(sql, { standard: setting && JSON.stringify(setting.rule), standard_set_at: setting?.setAt ?? null });
}

/** The time at which the default that the meeting follows was set; null where it knows none. */
export function standardSetAt(sql: SqlStorage): number | null {
  const [row] = sql.exec<{ at: number | null }>("SELECT standard_set_at AS at FROM retention").toArray();
  return row?.at ?? null;
}

export function noteWarned(sql: SqlStorage, warned: RetentionWarned): void {
  save(sql, { warned: JSON.stringify(warned) });
}

export function noteRecordingRemoved(sql: SqlStorage, at: number): void {
  save(sql, { recording_removed_at: at });
}

function save(sql: SqlStorage, values: Partial<RawRow>): void {
  sql.exec("INSERT OR IGNORE INTO retention (id) VALUES (1)");
  for (const [column, value] of Object.entries(values)) sql.exec(`UPDATE retention SET ${column} = ?`, value);
}

/** A meeting's deletions ahead. Those of an upload that is still being sent are the earliest times, as if it arrived `now`. */
export function planOf(sql: SqlStorage, row: Alive, now: number): RetentionDue[] {
  const { setting, recordingRemovedAt, transcriptRemovedAt, transcriptGivenAt } = readRetention(sql);
  if (setting === null) return [];
  const { media } = row.alive.state;
  // Without a file there is none to delete, nor to warn of.
  const noFileSince = media.kind === "landed" && media.isTextOnly ? row.createdAt : null;
  return retentionPlan(setting, {
    storedAt: storedAtOf(row),
    arrivedAt: awaitsFile(row.alive.state) ? now : arrivedAt(sql),
    transcribedAt: transcribedAt(sql),
    isRecordingRead: isRecordingRead(row.alive.state),
    recordingRemovedAt: recordingRemovedAt ?? noFileSince,
    transcriptRemovedAt,
    transcriptGivenAt,
  });
}

/** The deletions of which its owner is still to be warned. Of an upload that is still being sent the times are not known yet. */
export function warningsOf(sql: SqlStorage, row: Alive, now: number) {
  if (awaitsFile(row.alive.state)) return [];
  return retentionWarnings(planOf(sql, row, now), { storedAt: storedAtOf(row), warned: readRetention(sql).warned });
}

function storedAtOf({ source, createdAt, alive }: Alive): number {
  return source === "upload" ? createdAt : Math.max(createdAt, alive.details.startsAt);
}

/** When the log says that the upload was accepted, or that the call was over. */
function arrivedAt(sql: SqlStorage): number | null {
  return sql
    .exec<{ at: number | null }>(
      `SELECT max(at) AS at FROM event_log WHERE is_mark = 1 AND (event = 'upload-accepted' OR sequence =
         (SELECT min(sequence) FROM event_log WHERE is_mark = 1 AND status <> 'RECORDING' AND sequence >
           (SELECT max(sequence) FROM event_log WHERE is_mark = 1 AND status = 'RECORDING')))`,
    )
    .one().at;
}

/** When the log first says that the transcript is complete. */
function transcribedAt(sql: SqlStorage): number | null {
  return sql
    .exec<{ at: number | null }>(
      "SELECT min(at) AS at FROM event_log WHERE is_mark = 1 AND status IN ('TRANSCRIPTED', 'SKIPPED_SUMMARY')",
    )
    .one().at;
}

/**
 * Removes the transcript and everything that repeats it: the recognised texts, the corrections, and the chat, whose answers quote it.
 * The minutes stay. Inside a transaction.
 */
export function removeTranscript(sql: SqlStorage, now: number): void {
  for (const table of TRANSCRIPT_TABLES) sql.exec(`DELETE FROM ${table}`);
  emptyIndex(sql);
  save(sql, { transcript_removed_at: now });
}

const TRANSCRIPT_TABLES = [
  "segments",
  "voices",
  "segments_staged",
  "segments_apart",
  "transcript_copy",
  "recognised_windows",
  "recognised_pieces",
  "segment_edits",
  "segment_speakers",
  "word_choices",
  "speaker_names",
  "given_transcript",
  "replaced_transcripts",
  "caption_track",
  "notes",
  "summary_parts",
  "running_minutes",
  "chat_exchanges",
  "chat_index_state",
];

export function readPdfNames(sql: SqlStorage): string[] {
  const names = sql.exec<{ name: string }>("SELECT name FROM pdfs").toArray();
  return names.map(({ name }) => name);
}

export function forgetPdfs(sql: SqlStorage): void {
  sql.exec("DELETE FROM pdfs");
}

export type Objection = { id: number; at: number; name: string; text: string };

export function readObjections(sql: SqlStorage): Objection[] {
  return sql.exec<Objection>("SELECT id, at, name, text FROM objections ORDER BY id").toArray();
}

/** Stores an objection, once if it is sent again; false when the meeting has as many as it keeps, of the sender or in all. Inside a transaction. */
export function addObjection(
  sql: SqlStorage,
  { at, name, text, sender }: Omit<Objection, "id"> & { sender: string },
): boolean {
  if (sql.exec("SELECT 1 FROM objections WHERE name = ? AND text = ?", name, text).toArray().length > 0) return true;
  const { count, own } = sql
    .exec<{ count: number; own: number }>(
      "SELECT count(*) AS count, count(*) FILTER (WHERE sender = ?) AS own FROM objections",
      sender,
    )
    .one();
  if (count >= OBJECTIONS_MAX || own >= OBJECTIONS_OF_SENDER_MAX) return false;
  sql.exec("INSERT INTO objections (at, name, text, sender) VALUES (?, ?, ?, ?)", at, name, text, sender);
  return true;
}
