import type { Ownership } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { saidStatus } from "#app/domain/meeting/state-rules.ts";
import { type MeetingState } from "#app/domain/meeting/states.ts";
import type { CopiedMeeting, MeetingContent } from "#app/server/ports/meeting-process.ts";
import { appendDomainEvents } from "#workers/meeting/store/domain-events.ts";
import { STORED_STATE } from "#workers/meeting/store/stored-texts.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";

/** A meeting that gets another owner, and the copy that the one before keeps (app/server/teams/move-meetings.ts decides). */

/** Tables of content that a copy has too. Work, cursors, PDFs and answers to saves are the copy's own. */
const COPIED_TABLES = [
  "event_log",
  "audio_windows",
  "caption_track",
  "recognised_windows",
  "recognised_pieces",
  "segments",
  "voices",
  "summaries",
  "minutes_versions",
  "segment_edits",
  "segment_speakers",
  "word_choices",
  "speaker_names",
  "task_ticks",
  "replaced_transcripts",
  "call_windows",
  "notes",
  "sound_windows",
  "retention",
  "objections",
] as const;

/** Everything that a copy for this person holds, with their own conversation; nothing while the meeting is recorded or written. */
export function exportContent(sql: SqlStorage, userId: string): MeetingContent | "under-way" | "gone" {
  const row = readMeeting(sql);
  if (!row?.alive) return "gone";
  if (isUnderway(saidStatus(row.alive.state))) return "under-way";
  const rowsOf = (query: string, ...values: SqlStorageValue[]) => sql.exec(query, ...values).toArray();
  return {
    recordingId: row.recordingId,
    source: row.source,
    meeting: sql.exec("SELECT * FROM meeting").one(),
    tables: [
      ...COPIED_TABLES.map((name) => ({ name, rows: rowsOf(`SELECT * FROM ${name}`) })),
      { name: "chat_exchanges", rows: rowsOf("SELECT * FROM chat_exchanges WHERE user_id = ?", userId) },
    ],
  };
}

/** Makes the copy, in one transaction. Does nothing where it was made before. */
export function importContent(
  storage: DurableObjectStorage,
  { meetId, workspaceId, createdBy, content, now }: CopiedMeeting,
): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    if (readMeeting(sql) !== null) return;
    const own = { meet_id: meetId, workspace_id: workspaceId, created_by: createdBy };
    insertRow(sql, "meeting", { ...content.meeting, ...own, state: aloneState(content.meeting.state) });
    const known = new Set<string>([...COPIED_TABLES, "chat_exchanges"]);
    for (const { name, rows } of content.tables) {
      if (!known.has(name)) continue;
      for (const row of rows) insertRow(sql, name, row);
    }
    appendDomainEvents(sql, ["meeting-created"], now);
  });
}

/** A copy is merged with nothing: it keeps the text of its parts, whose recordings stay with the original. */
function aloneState(stored: SqlStorageValue | undefined): SqlStorageValue {
  if (typeof stored !== "string") return null;
  const { mergedInto: _merged, parts, ...state } = STORED_STATE.read(stored);
  const kept = parts && { parts: parts.map((part) => ({ ...part, recordings: [] })) };
  return STORED_STATE.write({ ...ofNewOwner(state), ...kept });
}

/** The use stays with whoever used it (decision 233). */
function ofNewOwner(state: MeetingState): MeetingState {
  const kept = unsplit(state);
  return kept.usage === "counted" ? { ...kept, isCountedElsewhere: true } : kept;
}

/** A meeting that is never put together again with its other part, and keeps what it has. */
function unsplit(state: MeetingState): MeetingState {
  const { splits: _splits, span, ...rest } = state;
  if (!span) return rest;
  const { of: _of, ...kept } = span;
  return { ...rest, span: kept };
}

export function insertRow(sql: SqlStorage, table: string, row: Record<string, SqlStorageValue>): void {
  const columns = Object.keys(row);
  sql.exec(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ...Object.values(row),
  );
}

/**
 * The meeting belongs to another workspace from now on, which is told like of any change. Answers with the event for the workspace that it
 * has left, for which the meeting is deleted. The rows in D1 are changed by the caller. Idempotent.
 */
export function handOver(
  storage: DurableObjectStorage,
  { workspaceId, createdBy }: Ownership,
  now: number,
): { meetId: MeetId; apart: MeetId[]; event: DomainEvent } | null {
  return storage.transactionSync(() => {
    const { sql } = storage;
    const row = readMeeting(sql);
    if (!row?.alive) return null;
    const { state } = row.alive;
    const apart = [...(state.splits ?? []).map(({ meetId }) => meetId), ...(state.span?.of ? [state.span.of] : [])];
    // Words that went to another meeting are not the new owner's.
    sql.exec("DELETE FROM segments_apart");
    if (state.span) sql.exec("DELETE FROM replaced_transcripts");
    sql.exec(
      "UPDATE meeting SET workspace_id = ?, created_by = ?, state = ?",
      workspaceId,
      createdBy,
      STORED_STATE.write(ofNewOwner(state)),
    );
    appendDomainEvents(sql, ["meeting-restored"], now);
    const { id } = sql.exec<{ id: number }>("SELECT max(id) AS id FROM domain_events").one();
    return { meetId: row.meetId, apart, event: { id, kind: "meeting-deleted", at: now } };
  });
}
