import { WINDOW_MS } from "#app/domain/limits/media.ts";
import { TURN_ROWS, TURN_UNITS } from "#app/domain/limits/steps.ts";
import type { Summary } from "#app/domain/summary/summary.ts";
import type { RecognisedWindow, Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";
import { correctSegments, labelSegments, lastCorrection, readSpeakers } from "#workers/meeting/store/corrections.ts";
import { type Place, readPlacesCopy, readSegmentsCopy, saveCopy } from "#workers/meeting/store/transcript-copy.ts";
import { JSON_CHARS, writePieces } from "#workers/meeting/store/transcript-pieces.ts";
import { minutesOf, noteWritten, readVersion } from "#workers/meeting/store/versions.ts";

/** Recognised text of the meeting's recording: its windows, the transcript made of them, and the summaries. */

/** Stores a window's segments in its row as JSON; segments without room in it go into pieces beside it. */
export function saveRecognised(
  sql: SqlStorage,
  window: RecognisedWindow,
  { dropped, pieces = runAtOnce(writePieces(window.segments)) }: { dropped: number; pieces?: readonly string[] },
): void {
  const [first = "[]", ...rest] = pieces;
  sql.exec("DELETE FROM recognised_pieces WHERE position = ?", window.index);
  for (const [piece, segments] of rest.entries()) {
    sql.exec(
      "INSERT INTO recognised_pieces (position, piece, segments) VALUES (?, ?, ?)",
      window.index,
      piece,
      segments,
    );
  }
  sql.exec(
    "INSERT OR REPLACE INTO recognised_windows (position, start_ms, end_ms, segments, dropped) VALUES (?, ?, ?, ?, ?)",
    window.index,
    window.startMs,
    window.endMs,
    first,
    dropped,
  );
}

/** Removes the text of all windows, or of the named ones, so that they are recognised again. */
export function forgetRecognised(sql: SqlStorage, indexes?: readonly number[]): void {
  if (indexes === undefined) {
    sql.exec("DELETE FROM recognised_windows");
    sql.exec("DELETE FROM recognised_pieces");
    return;
  }
  for (const index of indexes) {
    sql.exec("DELETE FROM recognised_windows WHERE position = ?", index);
    sql.exec("DELETE FROM recognised_pieces WHERE position = ?", index);
  }
}

function readPieces(sql: SqlStorage, position: number): RecognisedWindow["segments"] {
  return sql
    .exec<{ segments: string }>("SELECT segments FROM recognised_pieces WHERE position = ? ORDER BY piece", position)
    .toArray()
    .flatMap(({ segments }) => JSON.parse(segments) as RecognisedWindow["segments"]);
}

/**
 * The recognised windows that a stretch of the recording touches, in order, with their neighbours: the cut at a border
 * depends on both sides of it.
 */
export function readRecognised(
  sql: SqlStorage,
  range: { startMs: number; endMs: number } = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER },
): RecognisedWindow[] {
  return sql
    .exec<{ position: number; start_ms: number; end_ms: number; segments: string }>(
      "SELECT * FROM recognised_windows WHERE end_ms >= ? AND start_ms <= ? ORDER BY position",
      range.startMs - 2 * WINDOW_MS,
      range.endMs + 2 * WINDOW_MS,
    )
    .toArray()
    .map((row) => ({
      index: row.position,
      startMs: row.start_ms,
      endMs: row.end_ms,
      segments: [...(JSON.parse(row.segments) as RecognisedWindow["segments"]), ...readPieces(sql, row.position)],
    }));
}

/** All recognised windows, piece by piece. */
export function* readRecognisedInTurns(sql: SqlStorage): Turns<RecognisedWindow[]> {
  const rows = sql
    .exec<{ position: number; start_ms: number; end_ms: number; segments: string }>(
      "SELECT * FROM recognised_windows ORDER BY position",
    )
    .toArray();
  const windows: RecognisedWindow[] = [];
  for (const row of rows) {
    yield row.segments.length / JSON_CHARS;
    const segments = JSON.parse(row.segments) as RecognisedWindow["segments"];
    const pieces = sql
      .exec<{ piece: number }>("SELECT piece FROM recognised_pieces WHERE position = ? ORDER BY piece", row.position)
      .toArray();
    for (const { piece } of pieces) {
      const query = "SELECT segments FROM recognised_pieces WHERE position = ? AND piece = ?";
      const json = sql.exec<{ segments: string }>(query, row.position, piece).one().segments;
      yield json.length / JSON_CHARS;
      for (const segment of JSON.parse(json) as RecognisedWindow["segments"]) segments.push(segment);
    }
    windows.push({ index: row.position, startMs: row.start_ms, endMs: row.end_ms, segments });
  }
  return windows;
}

export function countDropped(sql: SqlStorage): number {
  return (
    sql.exec<{ dropped: number | null }>("SELECT sum(dropped) AS dropped FROM recognised_windows").one().dropped ?? 0
  );
}

/** Counts invented segments that only the whole transcript reveals; they count with the first window. */
export function countAsDropped(sql: SqlStorage, segments: number): void {
  sql.exec(
    "UPDATE recognised_windows SET dropped = dropped + ? WHERE position = (SELECT min(position) FROM recognised_windows)",
    segments,
  );
}

/** Writes a transcript beside the current one, some rows at a time; `saveStagedSegments` replaces the current one with it. */
export function* stageSegments(sql: SqlStorage, segments: readonly Segment[]): Turns<void> {
  sql.exec("DELETE FROM segments_staged");
  for (const [position, { id, startMs, endMs, text, speaker }] of segments.entries()) {
    yield ROW_UNITS + text.length / JSON_CHARS;
    sql.exec(
      "INSERT INTO segments_staged (position, id, start_ms, end_ms, text, speaker) VALUES (?, ?, ?, ?, ?, ?)",
      position,
      id,
      startMs,
      endMs,
      text,
      speaker,
    );
  }
}

/** Cost of one inserted row beside its text, in the units of Turns. */
const ROW_UNITS = 100;

/** One statement over all rows: a tenth of a second for the longest transcript. Inside a transaction. */
export function saveStagedSegments(sql: SqlStorage): void {
  sql.exec("DELETE FROM segments");
  sql.exec(
    `INSERT INTO segments (position, id, start_ms, end_ms, text, speaker)
     SELECT position, id, start_ms, end_ms, text, speaker FROM segments_staged`,
  );
  sql.exec("DELETE FROM segments_staged");
}

/** The transcript as it is read: with the words and names that a person corrected. */
export function readSegments(sql: SqlStorage): Segment[] {
  const copied = readSegmentsCopy(sql);
  if (copied !== null) return copied;
  const recognised = readRecognisedSegments(sql);
  const segments = correctSegments(sql, recognised);
  const places = labelSegments(sql, recognised).map(({ id, startMs, speaker }): Place => [id, startMs, speaker]);
  saveCopy(sql, { segments, speakers: readSpeakers(sql), places });
  return segments;
}

/** The starts of these segments in ms; those that are not in the transcript are left out. */
export function startsOf(sql: SqlStorage, ids: readonly string[]): ReadonlyMap<string, number> {
  const wanted = new Set(ids);
  const copied = readPlacesCopy(sql);
  if (copied) return new Map(copied.flatMap(([id, startMs]) => (wanted.has(id) ? [[id, startMs] as const] : [])));
  return new Map(
    sql
      .exec<{ id: string; start_ms: number }>(
        "SELECT id, start_ms FROM segments WHERE id IN (SELECT value FROM json_each(?))",
        JSON.stringify(ids),
      )
      .toArray()
      .map(({ id, start_ms }) => [id, start_ms]),
  );
}

/** The transcript as it is read, some rows at a time. Rows may change between two turns, so that no copy is made of them. */
export function* readSegmentsInTurns(sql: SqlStorage): Turns<Segment[]> {
  return readSegmentsCopy(sql) ?? correctSegments(sql, yield* readRowsInTurns(sql));
}

/** The transcript as it was recognised, without any correction. */
export function readRecognisedSegments(sql: SqlStorage): Segment[] {
  return runAtOnce(readRowsInTurns(sql));
}

function* readRowsInTurns(sql: SqlStorage): Turns<Segment[]> {
  const segments: Segment[] = [];
  for (let last = -1; ; ) {
    const rows = sql
      .exec<{
        position: number;
        id: string;
        start_ms: number;
        end_ms: number;
        text: string;
        speaker: string | null;
      }>("SELECT * FROM segments WHERE position > ? ORDER BY position LIMIT ?", last, TURN_ROWS)
      .toArray();
    for (const { id, start_ms, end_ms, text, speaker } of rows) {
      segments.push({ id, startMs: start_ms, endMs: end_ms, text, speaker });
    }
    last = rows.at(-1)?.position ?? last;
    if (rows.length < TURN_ROWS) break;
    yield TURN_UNITS;
  }
  return segments;
}

/** Every summary is kept, and is a version of the minutes. `readUpTo`: the last correction that its writer could read. */
export function saveSummary(sql: SqlStorage, run: number, summary: Summary, readUpTo = lastCorrection(sql)): void {
  sql.exec(
    "INSERT INTO summaries (run, body, written_at) VALUES (?, ?, ?)",
    run,
    JSON.stringify(summary),
    summary.writtenAt,
  );
  noteWritten(sql, { writtenAt: summary.writtenAt, readUpTo });
}

/** Whether there is a transcript. Before it is merged there is none, and a rule may have deleted it. */
export function hasSegments(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM segments LIMIT 1").toArray().length > 0;
}

/** Whether any has been written, without reading it. */
export function hasSummary(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM summaries LIMIT 1").toArray().length > 0;
}

/** The minutes as they are shown: the newest version, by an engine or a person. */
export function readSummary(sql: SqlStorage): Summary | null {
  const version = readVersion(sql);
  return version && minutesOf(sql, version);
}
