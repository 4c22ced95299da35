import type { BotEvent } from "#app/contracts/recording/recorder.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { CallPerson } from "#app/domain/meeting/call.ts";
import type { CallPiece, PieceStream } from "#app/server/ports/call-process.ts";

/** The received data of a recording: its segments and pieces, the people who were there, and the times of speech and sound. */

export type PieceRow = { stream: PieceStream; segment: number; seq: number; size: number; sha256: string };
export type SegmentRow = {
  stream: PieceStream;
  segment: number;
  startedAt: number;
  endedAt: number | null;
  /** The number of its pieces; null until the bot has reported its end. */
  pieces: number | null;
  /** Ms that the times in a guest's pieces were ahead before they were counted from its beginning; 0 in all others. */
  shiftMs: number;
};

export function readPiece(sql: SqlStorage, callId: CallId, piece: Omit<CallPiece, "sha256">): PieceRow | null {
  const row = sql
    .exec<{ size: number; sha256: string }>(
      "SELECT size, sha256 FROM pieces WHERE call_id = ? AND stream = ? AND segment = ? AND seq = ?",
      callId,
      piece.stream,
      piece.segment,
      piece.seq,
    )
    .toArray()[0];
  return row ? { ...piece, size: row.size, sha256: row.sha256 } : null;
}

export function notePiece(sql: SqlStorage, callId: CallId, piece: PieceRow, now: number): void {
  sql.exec(
    "INSERT OR IGNORE INTO pieces (call_id, stream, segment, seq, size, sha256, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    callId,
    piece.stream,
    piece.segment,
    piece.seq,
    piece.size,
    piece.sha256,
    now,
  );
  sql.exec("UPDATE calls SET piece_at = ?1, last_report_at = ?1 WHERE call_id = ?2", now, callId);
}

/** A stream's segments in order. */
export function segmentsOf(sql: SqlStorage, callId: CallId): SegmentRow[] {
  return sql
    .exec<{
      stream: string;
      segment: number;
      started_at: number;
      ended_at: number | null;
      pieces: number | null;
      shift_ms: number;
    }>(
      `SELECT stream, segment, started_at, ended_at, pieces, shift_ms FROM segments WHERE call_id = ?
       ORDER BY stream, segment`,
      callId,
    )
    .toArray()
    .map((row) => ({
      stream: row.stream as PieceStream,
      segment: row.segment,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      pieces: row.pieces,
      shiftMs: row.shift_ms,
    }));
}

/** Whether the past of an accepted call is still being copied for this one. */
export function isCopying(sql: SqlStorage, callId: CallId): boolean {
  const copies = "SELECT 1 FROM outbox WHERE call_id = ? AND json_extract(effect, '$.type') = 'copy-past'";
  return sql.exec(copies, callId).toArray().length > 0;
}

/** False while a segment lacks something: announced pieces, or the report of its end. */
export function isWhole(sql: SqlStorage, callId: CallId): boolean {
  if (isCopying(sql, callId)) return false;
  const { open } = sql
    .exec<{ open: number }>(
      `SELECT count(*) AS open FROM segments WHERE call_id = ?1 AND (pieces IS NULL OR pieces > (
         SELECT count(*) FROM pieces WHERE pieces.call_id = ?1 AND pieces.stream = segments.stream
           AND pieces.segment = segments.segment AND pieces.seq < segments.pieces))`,
      callId,
    )
    .one();
  return open === 0;
}

/** Up to which of an attempt's events everything is stored. */
export function eventsTaken(sql: SqlStorage, callId: CallId, attempt: number): number {
  const row = sql
    .exec<{ seq: number }>("SELECT seq FROM bot_events WHERE call_id = ? AND attempt = ?", callId, attempt)
    .toArray()[0];
  return row?.seq ?? 0;
}

export function noteEventsTaken(sql: SqlStorage, callId: CallId, attempt: number, seq: number): void {
  sql.exec(
    `INSERT INTO bot_events (call_id, attempt, seq) VALUES (?, ?, ?)
     ON CONFLICT (call_id, attempt) DO UPDATE SET seq = excluded.seq`,
    callId,
    attempt,
    seq,
  );
}

type EventOf<Type extends BotEvent["type"]> = Extract<BotEvent, { type: Type }>;

export function noteSegmentStarted(
  sql: SqlStorage,
  callId: CallId,
  event: Pick<EventOf<"segment-started">, "segment" | "startedAt" | "mimeType"> & { stream: PieceStream },
  shiftMs = 0,
): void {
  sql.exec(
    `INSERT OR IGNORE INTO segments (call_id, stream, segment, started_at, mime_type, shift_ms) VALUES (?, ?, ?, ?, ?, ?)`,
    callId,
    event.stream,
    event.segment,
    event.startedAt + shiftMs,
    event.mimeType,
    shiftMs,
  );
}

/** A segment has no piece from this number on, whatever its bot says later. */
export function trimSegment(
  sql: SqlStorage,
  callId: CallId,
  { stream, segment, seq }: Omit<CallPiece, "sha256">,
): void {
  sql.exec(
    `UPDATE segments SET pieces = min(coalesce(pieces, ?1), ?1), ended_at = coalesce(ended_at, started_at)
     WHERE call_id = ?2 AND stream = ?3 AND segment = ?4`,
    seq,
    callId,
    stream,
    segment,
  );
}

export function noteSegmentEnded(sql: SqlStorage, callId: CallId, event: EventOf<"segment-ended">): void {
  sql.exec(
    `UPDATE segments SET ended_at = ?1, pieces = min(coalesce(pieces, ?2), ?2)
     WHERE call_id = ?3 AND stream = ?4 AND segment = ?5`,
    event.endedAt,
    event.pieces,
    callId,
    event.stream,
    event.segment,
  );
}

export function noteSound(sql: SqlStorage, callId: CallId, event: EventOf<"speech"> | EventOf<"loud">): void {
  const speech = event.type === "speech" ? event : null;
  sql.exec(
    "INSERT INTO sounds (call_id, kind, person_id, start_at, end_at, confidence) VALUES (?, ?, ?, ?, ?, ?)",
    callId,
    event.type,
    speech?.personId ?? null,
    event.startAt,
    event.endAt,
    speech?.confidence ?? 1,
  );
  if (!speech?.personId) return;
  notePerson(sql, callId, speech.personId, null);
  sql.exec(
    "UPDATE people SET spoken_ms = spoken_ms + ? WHERE call_id = ? AND person_id = ?",
    Math.max(0, event.endAt - event.startAt),
    callId,
    speech.personId,
  );
}

/** `echo`: a person's microphone only repeats the others. The `personId` of a voice's sounds is its stream. */
export type SoundRow = {
  kind: "speech" | "loud" | "echo";
  personId: string | null;
  startAt: number;
  endAt: number;
  confidence: number;
};

/** The speech and sound between two times, in order. */
export function soundsBetween(sql: SqlStorage, callId: CallId, from: number, to: number): SoundRow[] {
  return sql
    .exec<{ kind: string; person_id: string | null; start_at: number; end_at: number; confidence: number }>(
      `SELECT kind, person_id, start_at, end_at, confidence FROM sounds
       WHERE call_id = ? AND start_at < ? AND end_at > ? ORDER BY start_at, id`,
      callId,
      to,
      from,
    )
    .toArray()
    .map((row) => ({
      kind: row.kind as SoundRow["kind"],
      personId: row.person_id,
      startAt: row.start_at,
      endAt: row.end_at,
      confidence: row.confidence,
    }));
}

/** Deletes the sounds that end before a time, of one voice or of all, because no window needs them any more. */
export function forgetSounds(sql: SqlStorage, callId: CallId, before: number, voice: PieceStream | null): void {
  const whose = "(?3 IS NULL OR person_id = ?3)";
  sql.exec(`DELETE FROM sounds WHERE call_id = ?1 AND end_at < ?2 AND ${whose}`, callId, before, voice);
}

/** The sound of a stream of pieces that a browser measured, in epoch ms. */
export function noteMeasured(
  sql: SqlStorage,
  callId: CallId,
  { stream, kind, startAt, endAt }: { stream: PieceStream; kind: "loud" | "echo"; startAt: number; endAt: number },
): void {
  sql.exec(
    "INSERT INTO sounds (call_id, kind, person_id, start_at, end_at, confidence) VALUES (?, ?, ?, ?, ?, 1)",
    callId,
    kind,
    stream,
    startAt,
    endAt,
  );
}

/** Answers whether anything is other than before. A name that was known is not forgotten. */
export function notePeople(
  sql: SqlStorage,
  callId: CallId,
  event: Pick<EventOf<"people">, "people" | "count">,
): boolean {
  const before = JSON.stringify(peopleOf(sql, callId));
  const roster = JSON.stringify({ people: event.people, count: event.count });
  sql.exec("UPDATE calls SET roster = ? WHERE call_id = ?", roster, callId);
  for (const { id, name } of event.people) notePerson(sql, callId, id, name);
  sql.exec("UPDATE calls SET people_count = ? WHERE call_id = ?", event.count ?? event.people.length, callId);
  return JSON.stringify(peopleOf(sql, callId)) !== before;
}

function notePerson(sql: SqlStorage, callId: CallId, personId: string, name: string | null): void {
  sql.exec(
    `INSERT INTO people (call_id, person_id, position, letter, name, spoken_ms)
     VALUES (?1, ?2, (SELECT count(*) FROM people WHERE call_id = ?1),
       CASE WHEN ?3 IS NULL THEN (SELECT count(letter) FROM people WHERE call_id = ?1) END, ?3, 0)
     ON CONFLICT (call_id, person_id) DO UPDATE SET name = coalesce(excluded.name, name)`,
    callId,
    personId,
    name === null || name.trim() === "" ? null : name.trim(),
  );
}

/** All people who were there, in the order in which they were first seen, and the platform's count of people there now. */
export function peopleOf(sql: SqlStorage, callId: CallId): { people: CallPerson[]; count: number | null } {
  const rows = sql
    .exec<{ person_id: string; letter: number | null; name: string | null; spoken_ms: number }>(
      "SELECT person_id, letter, name, spoken_ms FROM people WHERE call_id = ? ORDER BY position",
      callId,
    )
    .toArray();
  const labels = labelsOf(rows);
  const { count } = sql
    .exec<{ count: number | null }>("SELECT people_count AS count FROM calls WHERE call_id = ?", callId)
    .one();
  const people = rows.map((row, index) => ({
    id: row.person_id,
    name: row.name,
    label: labels[index] ?? "",
    spokenMs: row.spoken_ms,
  }));
  return { people, count };
}

/** A name is its own label; people with the same name get a number. A person without a name always keeps the same letter. */
function labelsOf(rows: { letter: number | null; name: string | null }[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ letter, name }) => {
    if (name === null) return `Speaker ${letters(letter ?? 0)}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** A … Z, AA … */
function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? letters(rest - 1) : ""}${String.fromCharCode(65 + (index % 26))}`;
}
