import type { HereNote } from "#app/domain/here/here.ts";
import { HERE_NOTES_MAX } from "#app/domain/limits/here.ts";
import type { MeetingState } from "#app/domain/meeting/states.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";

/** The person's own notes during a recording that their browser makes. Its moment is a note's own: a change of its text keeps it. */

export function readNotes(sql: SqlStorage): HereNote[] {
  return sql
    .exec<{ note_id: string; at_ms: number; text: string }>(
      "SELECT note_id, at_ms, text FROM notes ORDER BY at_ms, note_id",
    )
    .toArray()
    .map(({ note_id, at_ms, text }) => ({ id: note_id, atMs: at_ms, text }));
}

export function putNote(
  { sql }: DurableObjectStorage,
  note: HereNote,
  now: number,
): Outcome<null, "not-found" | "too-many-notes" | "too-late"> {
  const refusal = refusalOf(sql);
  if (refusal !== null) return refused(refusal);
  const isKnown = sql.exec("SELECT 1 FROM notes WHERE note_id = ?", note.id).toArray().length > 0;
  const { count } = sql.exec<{ count: number }>("SELECT count(*) AS count FROM notes").one();
  if (!isKnown && count >= HERE_NOTES_MAX) return refused("too-many-notes");
  sql.exec(
    `INSERT INTO notes (note_id, at_ms, text, written_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (note_id) DO UPDATE SET text = excluded.text`,
    note.id,
    note.atMs,
    note.text,
    now,
  );
  return ok(null);
}

export function removeNote({ sql }: DurableObjectStorage, noteId: string): Outcome<null, "not-found" | "too-late"> {
  const refusal = refusalOf(sql);
  if (refusal !== null) return refused(refusal);
  sql.exec("DELETE FROM notes WHERE note_id = ?", noteId);
  return ok(null);
}

/** Until the transcript is merged, a note gets into the minutes. */
const TAKES_NOTES: ReadonlySet<MeetingState["status"]> = new Set(["TORECORD", "RECORDING", "RECORDED", "TRANSCRIBING"]);

function refusalOf(sql: SqlStorage): "not-found" | "too-late" | null {
  const state = readMeeting(sql)?.alive?.state;
  if (!state?.call?.place.here) return "not-found";
  return TAKES_NOTES.has(state.status) ? null : "too-late";
}
