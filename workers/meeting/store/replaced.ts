import { REPLACED_TRANSCRIPTS_MAX } from "#app/domain/limits/minutes.ts";
import { STORED_PIECE_CHARS_MAX } from "#app/domain/limits/steps.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { writeVtt } from "#app/domain/transcript/write-subtitles.ts";

/**
 * Transcripts that a given one has replaced, as WebVTT, with the words and names that people had corrected: a person can download
 * the last one, and give it again.
 */

/** Stores a transcript that is replaced, if there is one. Inside a transaction. */
export function keepReplaced(
  sql: SqlStorage,
  replaced: { segments: readonly Segment[]; at: number; by: string },
): void {
  if (replaced.segments.length === 0) return;
  const text = writeVtt(replaced.segments);
  const { number } = sql
    .exec<{ number: number }>("SELECT coalesce(max(number), 0) + 1 AS number FROM replaced_transcripts")
    .one();
  for (let at = 0, piece = 0; at < text.length; at += STORED_PIECE_CHARS_MAX, piece += 1) {
    sql.exec(
      "INSERT INTO replaced_transcripts (number, piece, at, made_by, vtt) VALUES (?, ?, ?, ?, ?)",
      number,
      piece,
      replaced.at,
      replaced.by,
      text.slice(at, at + STORED_PIECE_CHARS_MAX),
    );
  }
  sql.exec("DELETE FROM replaced_transcripts WHERE number <= ?", number - REPLACED_TRANSCRIPTS_MAX);
}

/** The transcript that was replaced last, as WebVTT; null when there is none. */
export function readReplaced(sql: SqlStorage): string | null {
  const pieces = sql
    .exec<{ vtt: string }>(
      `SELECT vtt FROM replaced_transcripts
       WHERE number = (SELECT max(number) FROM replaced_transcripts) ORDER BY piece`,
    )
    .toArray();
  return pieces.length === 0 ? null : pieces.map(({ vtt }) => vtt).join("");
}

export function hasReplaced(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM replaced_transcripts LIMIT 1").toArray().length > 0;
}
