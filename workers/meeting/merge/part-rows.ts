import type { Answer } from "#app/domain/chat/exchange.ts";
import { idInPart, type PartFact, prefixOf } from "#app/domain/meeting/parts.ts";
import { type EditableField, type Line, readableFields } from "#app/domain/summary/edits/line.ts";
import { joinSpeakers } from "#app/domain/transcript/join-speakers.ts";
import type { MeetingPart, PartExchange } from "#app/server/ports/merged-meetings.ts";
import { nameSpeaker, readSpeakers } from "#workers/meeting/store/corrections.ts";
import { saveSummary } from "#workers/meeting/store/transcript.ts";
import {
  addVersion,
  engineFields,
  engineSummary,
  readVersion,
  storedFields,
  tickTask,
} from "#workers/meeting/store/versions.ts";

/**
 * The rows of a part in the meeting that has taken it. Every id of them begins with the part's prefix, so that taking the part out removes
 * just these. All of this is inside the transaction that changes the state.
 */
type Given = { part: PartFact; given: MeetingPart; now: number };

export function savePartRows(sql: SqlStorage, { part, given, now }: Given): void {
  const labels = joinSpeakers(readSpeakers(sql), given.speakers);
  saveSegments(sql, { part, given, labels });
  for (const { label, name } of given.speakers) {
    const there = labels.get(label) ?? label;
    const isNew = !readSpeakers(sql).some((known) => known.label === there && known.name !== null);
    if (name !== null && isNew) nameSpeaker(sql, { label: there, name, by: given.createdBy });
  }
  saveMinutes(sql, { part, given, labels, now });
  for (const exchange of given.chat) saveExchange(sql, exchange, part.number);
}

/** One statement for all lines. A line keeps its words as they were recognised; a correction of them comes along. */
function saveSegments(sql: SqlStorage, at: Omit<Given, "now"> & { labels: ReadonlyMap<string, string> }): void {
  const { part, given, labels } = at;
  const { next } = sql.exec<{ next: number }>("SELECT coalesce(max(position), -1) + 1 AS next FROM segments").one();
  const rows = given.segments.map(({ id, startMs, endMs, text, speaker }, index) => [
    next + index,
    idInPart(part.number, id),
    startMs + part.startMs,
    endMs + part.startMs,
    text,
    speaker === null ? null : (labels.get(speaker) ?? speaker),
  ]);
  for (const some of inChunks(rows)) {
    sql.exec(
      `INSERT INTO segments (position, id, start_ms, end_ms, text, speaker)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?)`,
      JSON.stringify(some),
    );
  }
  for (const { id, text, at: madeAt, by } of given.edits) {
    sql.exec(
      "INSERT INTO segment_edits (segment_id, text, at, made_by) VALUES (?, ?, ?, ?)",
      idInPart(part.number, id),
      text,
      madeAt,
      by,
    );
  }
}

/** A value that is bound has 2 MB at most. */
const ROWS_AT_ONCE = 500;

function* inChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

/**
 * The minutes of both, one below the other, as the engine wrote them and as people left them. The minutes over the whole are written from
 * there as any others, and keep what people changed in either (keepHand).
 */
function saveMinutes(sql: SqlStorage, at: Given & { labels: ReadonlyMap<string, string> }): void {
  const { part, given, labels, now } = at;
  const version = readVersion(sql);
  if (!version || !given.minutes) return;
  const there = (fields: readonly EditableField[]) =>
    fields.map((field) => ({ ...field, lines: field.lines.map((line) => lineInPart(line, part.number, labels)) }));
  const engine = append(engineFields(sql, version), there(given.minutes.engine));
  const fields = append(storedFields(sql, version), there(given.minutes.fields));
  saveSummary(sql, 0, { ...engineSummary(sql, version), fields: readableFields(engine), writtenAt: now });
  const both = readVersion(sql);
  if (!both) return;
  addVersion(sql, {
    ...both,
    kind: "edited",
    madeAt: now,
    madeBy: given.createdBy,
    fields,
    fromVersion: version.version,
  });
  for (const { lineId, at: tickedAt, by } of given.minutes.ticks) {
    tickTask(sql, { lineId: `${prefixOf(part.number)}${lineId}`, done: true, by: by ?? given.createdBy, at: tickedAt });
  }
}

function lineInPart(line: Line, part: number, labels: ReadonlyMap<string, string>): Line {
  const named = (label: string | null) => (label === null ? null : (labels.get(label) ?? label));
  return {
    ...line,
    id: `${prefixOf(part)}${line.id}`,
    segmentIds: line.segmentIds.map((id) => idInPart(part, id)),
    assigned: named(line.assigned),
    // A correction's number counts in its own meeting.
    readUpTo: null,
    ...(line.quoted && { quoted: { ...line.quoted, speaker: named(line.quoted.speaker) } }),
  };
}

/** Lines of the same field come behind those that are there; other fields come at the end. */
function append(first: readonly EditableField[], later: readonly EditableField[]): EditableField[] {
  const isSame = (one: EditableField, other: EditableField) => one.key === other.key && one.type === other.type;
  const joined = first.map((field) => {
    const more = later.find((other) => isSame(field, other));
    return more ? { ...field, lines: [...field.lines, ...more.lines] } : field;
  });
  return [...joined, ...later.filter((field) => !first.some(({ key }) => key === field.key))];
}

function saveExchange(sql: SqlStorage, exchange: PartExchange, part: number): void {
  const { user_id, key, question, suggestion, asked_at, state } = exchange;
  const answer = exchange.answer === null ? null : (JSON.parse(exchange.answer) as Answer);
  const there = answer && {
    ...answer,
    lines: answer.lines.map((line) => ({ ...line, segmentIds: line.segmentIds.map((id) => idInPart(part, id)) })),
  };
  sql.exec(
    `INSERT OR IGNORE INTO chat_exchanges (user_id, key, question, suggestion, asked_at, state, answer)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    user_id,
    `${prefixOf(part)}${key}`,
    question,
    suggestion,
    asked_at,
    state,
    there && JSON.stringify(there),
  );
}

/** Removes the lines of a part and everything about them. Earlier versions of the minutes stay, as always. */
export function dropPartRows(sql: SqlStorage, prefix: string): void {
  const own = `${prefix}%`;
  sql.exec("DELETE FROM segments WHERE id LIKE ?", own);
  sql.exec("DELETE FROM segment_edits WHERE segment_id LIKE ?", own);
  sql.exec("DELETE FROM segment_speakers WHERE segment_id LIKE ?", own);
  sql.exec("DELETE FROM task_ticks WHERE line_id LIKE ?", own);
  sql.exec("DELETE FROM chat_exchanges WHERE key LIKE ?", own);
  sql.exec(
    `DELETE FROM speaker_names WHERE label NOT IN (SELECT speaker FROM segments WHERE speaker IS NOT NULL
       UNION SELECT label FROM segment_speakers WHERE label IS NOT NULL)`,
  );
}
