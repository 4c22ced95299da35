import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";

/** The running minutes of a meeting: a model's paragraphs about what was said so far, shown until its minutes are written. */

/** A moment of a paragraph is its beginning: the first segments name it. */
const SEGMENTS_SHOWN = 1;

/** A paragraph about the same moment replaces the earlier one: its part has other words since. Inside a transaction. */
export function saveTold(sql: SqlStorage, { startMs, endMs, text, segmentIds }: Paragraph): void {
  sql.exec("DELETE FROM running_minutes WHERE start_ms < ? AND end_ms > ?", Math.round(endMs), Math.round(startMs));
  sql.exec(
    "INSERT OR REPLACE INTO running_minutes (start_ms, end_ms, text, segment_ids) VALUES (?, ?, ?, ?)",
    Math.round(startMs),
    Math.round(endMs),
    text,
    JSON.stringify(segmentIds.slice(0, SEGMENTS_SHOWN)),
  );
}

export function readTold(sql: SqlStorage): { startMs: number; text: string; segmentIds: string[] }[] {
  return sql
    .exec<{ start_ms: number; text: string; segment_ids: string }>(
      "SELECT start_ms, text, segment_ids FROM running_minutes ORDER BY start_ms",
    )
    .toArray()
    .map(({ start_ms, text, segment_ids }) => ({
      startMs: start_ms,
      text,
      segmentIds: JSON.parse(segment_ids) as string[],
    }));
}

/** Inside the transaction that stores the minutes. */
export function dropTold(sql: SqlStorage): void {
  sql.exec("DELETE FROM running_minutes");
}
