import type { MeetId } from "#app/domain/ids.ts";
import { lengthOf } from "#app/domain/meeting/parts.ts";
import { divideFields, newSecondPart, spansOf, type SplitFact } from "#app/domain/meeting/split.ts";
import type { RewriteAsk } from "#app/domain/meeting/states.ts";
import { type EditableField, readableFields } from "#app/domain/summary/edits/line.ts";
import type { Summary } from "#app/domain/summary/summary.ts";
import type { SecondPart } from "#app/server/ports/split-meetings.ts";
import { correctSegments } from "#workers/meeting/store/corrections.ts";
import { appendDomainEvents } from "#workers/meeting/store/domain-events.ts";
import { insertRow } from "#workers/meeting/store/hand-over.ts";
import { appendLog, enqueue, readMeeting } from "#workers/meeting/store/store.ts";
import { STORED_DETAILS, STORED_STATE } from "#workers/meeting/store/stored-texts.ts";
import { readRecognisedSegments, saveSummary } from "#workers/meeting/store/transcript.ts";
import {
  addVersion,
  engineFields,
  engineSummary,
  readVersion,
  storedFields,
  type VersionRow,
} from "#workers/meeting/store/versions.ts";
import type { Alive } from "#workers/meeting/view.ts";

/** The second part of a meeting that is split: what it takes along from the first one, and how it begins. */

/** Tables of which the second part has all rows. What people said against the recording holds for both. */
const COMMON_TABLES = ["voices", "word_choices", "retention", "objections"];

/** The minutes of both parts until each is written anew: as the engine wrote the lines, and as people left them. */
type DividedMinutes = {
  version: VersionRow;
  summary: Summary;
  rewrite: RewriteAsk;
  engine: { first: EditableField[]; second: EditableField[] };
  fields: { first: EditableField[]; second: EditableField[] };
};

/** Null for a meeting without minutes. */
export function divideMinutes(sql: SqlStorage, atMs: number): DividedMinutes | null {
  const version = readVersion(sql);
  if (!version) return null;
  const there = new Set(
    sql
      .exec<{ id: string }>("SELECT id FROM segments WHERE start_ms >= ?", atMs)
      .toArray()
      .map(({ id }) => id),
  );
  const isSecond = (id: string) => there.has(id);
  // Lines that the check has left out are the whole meeting's; each part is checked anew.
  const { leftOut: _leftOut, ...summary } = engineSummary(sql, version);
  const { template, language } = summary;
  return {
    version,
    summary,
    rewrite: { template, language, hand: "keep", what: "same" },
    engine: divideFields(engineFields(sql, version), isSecond),
    fields: divideFields(storedFields(sql, version), isSecond),
  };
}

/** The content for the second part; null while the meeting is in no state to be split. */
export function readSecond(sql: SqlStorage, row: Alive, fact: SplitFact, now: number): SecondPart | null {
  const { details, state } = row.alive;
  const { atMs, by, meetId, title } = fact;
  const minutes = divideMinutes(sql, atMs);
  const isWritten = state.status === "SUMMARIZED" || state.status === "TRANSCRIPTED" || state.status === "LLMING";
  if (!isWritten || !minutes) return null;
  const lengthMs = Math.max(lengthOf(state) ?? 0, atMs);
  const { second: span } = spansOf(state.span ?? null, { lengthMs, atMs, by, meetId: row.meetId });
  const said = correctSegments(
    sql,
    readRecognisedSegments(sql).filter(({ startMs }) => startMs >= atMs),
  );
  const people = new Set(said.flatMap(({ speaker }) => speaker ?? []));
  const rows = (query: string, ...values: SqlStorageValue[]) => sql.exec(query, ...values).toArray();
  const ofSecond = "IN (SELECT id FROM segments WHERE start_ms >= ?)";
  const lines = minutes.fields.second.flatMap((field) => field.lines.map(({ id }) => id));
  const { workspaceId, createdBy, recordingId, source } = row;
  return {
    meetId,
    workspaceId,
    createdBy,
    recordingId,
    source,
    meeting: sql.exec("SELECT * FROM meeting").one(),
    details: { ...details, title, startsAt: details.startsAt + atMs },
    state: newSecondPart(state, { span, rewrite: minutes.rewrite, people }, now),
    tables: [
      {
        name: "segments",
        rows: rows(
          `SELECT position, id, start_ms - ?1 AS start_ms, end_ms - ?1 AS end_ms, text, speaker FROM segments
           WHERE start_ms >= ?1`,
          atMs,
        ),
      },
      { name: "segment_edits", rows: rows(`SELECT * FROM segment_edits WHERE segment_id ${ofSecond}`, atMs) },
      { name: "segment_speakers", rows: rows(`SELECT * FROM segment_speakers WHERE segment_id ${ofSecond}`, atMs) },
      {
        name: "speaker_names",
        rows: rows(
          `SELECT * FROM speaker_names WHERE label IN (SELECT speaker FROM segments WHERE start_ms >= ?1
             UNION SELECT label FROM segment_speakers WHERE segment_id IN (SELECT id FROM segments WHERE start_ms >= ?1))`,
          atMs,
        ),
      },
      {
        name: "task_ticks",
        rows: rows("SELECT * FROM task_ticks WHERE line_id IN (SELECT value FROM json_each(?))", JSON.stringify(lines)),
      },
      {
        name: "notes",
        rows: rows("SELECT note_id, at_ms - ?1 AS at_ms, text, written_at FROM notes WHERE at_ms >= ?1", atMs),
      },
      // From which its retention counts.
      { name: "event_log", rows: rows("SELECT * FROM event_log WHERE is_mark = 1") },
      ...COMMON_TABLES.map((name) => ({ name, rows: rows(`SELECT * FROM ${name}`) })),
    ],
    minutes: { summary: minutes.summary, engine: minutes.engine.second, fields: minutes.fields.second },
  };
}

/** The lines of the minutes that go with the second part: tasks that were sent are its own then. */
export function linesOfSecond({ minutes }: SecondPart): string[] {
  return minutes.fields.flatMap(({ lines }) => lines.map(({ id }) => id));
}

/** Makes the second part, in one transaction. Does nothing where it was made before. */
export function beginSecond(storage: DurableObjectStorage, part: SecondPart, now: number): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    if (readMeeting(sql) !== null) return;
    const { meetId, workspaceId, createdBy, state } = part;
    const sequence = Number(part.meeting.sequence) + 1;
    insertRow(sql, "meeting", {
      ...part.meeting,
      meet_id: meetId,
      workspace_id: workspaceId,
      created_by: createdBy,
      details: STORED_DETAILS.write(part.details),
      state: STORED_STATE.write(state),
      sequence,
    });
    for (const { name, rows } of part.tables) for (const row of rows) insertRow(sql, name, row);
    saveDivided(sql, { ...part.minutes, by: createdBy, from: null, now });
    appendLog(sql, { sequence, at: now, event: "begun", state, changed: { summary: true } });
    appendDomainEvents(sql, ["meeting-created"], now);
    enqueue(sql, { type: "summarise", run: state.run }, now, sequence);
  });
}

/** A part's lines of the minutes as a version of its own. Inside a transaction. */
export function saveDivided(
  sql: SqlStorage,
  given: SecondPart["minutes"] & { by: string; from: MinutesVersion | null; now: number },
): void {
  const { summary, engine, fields, by, from, now } = given;
  saveSummary(sql, 0, { ...summary, fields: readableFields(engine), writtenAt: now });
  const saved = readVersion(sql);
  if (saved) addVersion(sql, { ...saved, kind: "edited", madeAt: now, madeBy: by, fields, fromVersion: from });
}
type MinutesVersion = VersionRow["version"];

/** Takes the lines of the second part out of the first one. They are kept for putting the two together again. */
export function putApart(sql: SqlStorage, { meetId, atMs }: SplitFact): void {
  sql.exec(
    `INSERT INTO segments_apart (second_id, position, id, start_ms, end_ms, text, speaker)
     SELECT ?, position, id, start_ms, end_ms, text, speaker FROM segments WHERE start_ms >= ?`,
    meetId,
    atMs,
  );
  sql.exec("DELETE FROM segments WHERE start_ms >= ?", atMs);
}

export function putBack(sql: SqlStorage, second: MeetId): void {
  sql.exec(
    `INSERT INTO segments (position, id, start_ms, end_ms, text, speaker)
     SELECT position, id, start_ms, end_ms, text, speaker FROM segments_apart WHERE second_id = ? ORDER BY position`,
    second,
  );
  forgetApart(sql, second);
}

/** Words that are another meeting's for good go with all that repeats them here. */
export function eraseApart(sql: SqlStorage, { meetId, atMs }: Pick<SplitFact, "meetId" | "atMs">): void {
  for (const table of ["segment_edits", "segment_speakers"]) {
    sql.exec(
      `DELETE FROM ${table} WHERE segment_id IN (SELECT id FROM segments_apart WHERE second_id = ?)
       AND segment_id NOT IN (SELECT id FROM segments)`,
      meetId,
    );
  }
  sql.exec("DELETE FROM notes WHERE at_ms >= ?", atMs);
  sql.exec("DELETE FROM replaced_transcripts");
  forgetApart(sql, meetId);
}

function forgetApart(sql: SqlStorage, second: MeetId): void {
  sql.exec("DELETE FROM segments_apart WHERE second_id = ?", second);
}
